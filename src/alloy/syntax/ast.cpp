// SPDX-License-Identifier: MIT
#include "alloy/syntax/ast.hpp"

#include <algorithm>
#include <type_traits>

namespace fretsaw::alloy {

namespace {

// A class so that each overload may use those below it.
struct Comparison {
  static bool same(const Name& a, const Name& b) { return a.text == b.text; }
  static bool same(const Keyword& a, const Keyword& b) { return a.has_value() == b.has_value(); }
  static bool same(const Decl& a, const Decl& b) { return same_tree(a, b); }
  static bool same(const ExprPtr& a, const ExprPtr& b) { return same_tree(a, b); }

  template <class T>
  static bool same(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }

  template <class T>
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const T& x, const T& y) { return same(x, y); });
  }

  static bool same(const ModuleParameter& a, const ModuleParameter& b) {
    return same(a.name, b.name) && same(a.exactly, b.exactly);
  }

  static bool same(const ModuleHeader& a, const ModuleHeader& b) {
    return same(a.name, b.name) && same(a.parameters, b.parameters);
  }

  static bool same(const Open& a, const Open& b) {
    return same(a.path, b.path) && same(a.arguments, b.arguments) && a.has_brackets == b.has_brackets &&
           same(a.alias, b.alias) && same(a.private_open, b.private_open);
  }

  static bool same(const Sig& a, const Sig& b) {
    return same(a.names, b.names) && same(a.abstract_sig, b.abstract_sig) && same(a.one, b.one) &&
           same(a.lone, b.lone) && same(a.some, b.some) && same(a.private_sig, b.private_sig) &&
           same(a.var, b.var) && a.relation == b.relation && same(a.parents, b.parents) &&
           same(a.fields, b.fields) && same(a.fact, b.fact);
  }

  static bool same(const Enum& a, const Enum& b) {
    return same(a.name, b.name) && same(a.values, b.values) && same(a.private_enum, b.private_enum);
  }

  static bool same(const Fact& a, const Fact& b) {
    return same(a.name, b.name) && a.quoted_name == b.quoted_name && same(a.body, b.body);
  }

  static bool same(const Assert& a, const Assert& b) {
    return same(a.name, b.name) && a.quoted_name == b.quoted_name && same(a.body, b.body);
  }

  static bool same(const Function& a, const Function& b) {
    return a.is_predicate == b.is_predicate && same(a.name, b.name) && same(a.receiver, b.receiver) &&
           same(a.parameters, b.parameters) && a.has_parameter_list == b.has_parameter_list &&
           a.result_mult == b.result_mult && same(a.result, b.result) && same(a.body, b.body) &&
           same(a.private_function, b.private_function);
  }

  static bool same(const Macro& a, const Macro& b) {
    return same(a.name, b.name) && same(a.parameters, b.parameters) &&
           a.has_parameter_list == b.has_parameter_list && same(a.body, b.body) &&
           same(a.private_macro, b.private_macro);
  }

  static bool same(const Scope& a, const Scope& b) {
    return a.target == b.target && same(a.sig, b.sig) && a.exactly == b.exactly && a.from == b.from &&
           a.to == b.to && a.unbounded == b.unbounded && a.increment == b.increment;
  }

  static bool same(const Command& a, const Command& b) {
    return a.is_check == b.is_check && same(a.label, b.label) && same(a.target, b.target) &&
           same(a.body, b.body) && a.overall == b.overall && same(a.scopes, b.scopes) &&
           a.expect == b.expect && a.follows == b.follows;
  }

  static bool same(const Paragraph& a, const Paragraph& b) {
    if (a.index() != b.index()) return false;
    return std::visit([&b](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
  }
};

}  // namespace

bool same_tree(const Module& a, const Module& b) {
  return Comparison::same(a.header, b.header) && Comparison::same(a.opens, b.opens) &&
         Comparison::same(a.paragraphs, b.paragraphs);
}

}  // namespace fretsaw::alloy
