// SPDX-License-Identifier: MIT
#include "cpp/contract/adapt.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/nearest_name.hpp"
#include "cpp/contract/theory.hpp"

namespace fretsaw::contract {

namespace {

class Adapter {
 public:
  explicit Adapter(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  alloy::ExprPtr expr(const alloy::ExprPtr& from) {
    if (error_) return from;
    if (from->op == alloy::Op::Name) return name(from);
    if (auto length = length_of(*from)) return *std::move(length);
    alloy::Expr copy = *from;
    std::vector<std::string> bound;
    for (alloy::Decl& decl : copy.decls) {
      decl.bound = expr(decl.bound);
      for (const alloy::Name& declared : decl.names) bound.push_back(declare(declared));
    }
    for (alloy::ExprPtr& child : copy.children) child = expr(child);
    for (const std::string& one : bound) locals_.erase(locals_.find(one));
    return alloy::make_expr(std::move(copy));
  }

  void decls(std::vector<alloy::Decl>& list) {
    for (alloy::Decl& decl : list) {
      decl.bound = expr(decl.bound);
      for (const alloy::Name& declared : decl.names) declare(declared);
    }
  }

  const std::optional<Diagnostic>& error() const { return error_; }

 private:
  void fail(const Span& span, std::string message, std::string hint = {}) {
    if (!error_) error_ = error_at(span, ErrorClass::Type, std::move(message), std::move(hint));
  }

  std::string declare(const alloy::Name& declared) {
    if (declared.text.find_first_of("@`:") != std::string::npos) {
      fail(declared.span, fmt::format("invalid variable name '{}'", declared.text),
           "choose a name without '@', '`' and '::'");
    }
    locals_.insert(declared.text);
    return declared.text;
  }

  alloy::ExprPtr renamed(const alloy::Expr& from, std::string text) {
    alloy::Expr copy = from;
    copy.name = std::move(text);
    return alloy::make_expr(std::move(copy));
  }

  alloy::ExprPtr name(const alloy::ExprPtr& from) {
    const std::string& text = from->name;
    const bool before = text.ends_with('`');
    const std::string plain = before ? text.substr(0, text.size() - 1) : text;
    if (plain.starts_with('@')) {
      check_parameter(from->span, plain);
    } else if (before) {
      check_before(from->span, plain);
    }
    if (error_ || locals_.contains(text)) return from;
    if (const auto why = vocabulary_.unsupported.find(plain); why != vocabulary_.unsupported.end()) {
      const bool hidden = vocabulary_.fields.contains(plain) || vocabulary_.dimensions.contains(plain);
      if (!hidden) {
        fail(from->span, fmt::format("'{}' is not supported in a relational clause: {}", plain, why->second),
             "write the clause in C++ (without braces)");
      }
      return from;
    }
    const auto sig = vocabulary_.sigs.find(text);
    if (sig == vocabulary_.sigs.end() || sig->second == text) return from;
    if (sig->second.empty()) {
      fail(from->span, fmt::format("'{}' is ambiguous", text), "qualify the name, as in C++");
      return from;
    }
    return renamed(*from, sig->second);
  }

  void check_parameter(const Span& span, const std::string& text) {
    const std::string parameter = text.substr(1);
    if (span.text().ends_with('`') && !vocabulary_.two_states) return one_state(span);
    if (parameter == "result" && !vocabulary_.parameters.contains("result")) {
      if (vocabulary_.has_result) return;
      return fail(span,
                  vocabulary_.in_helper    ? "'@result' cannot be used in a helper"
                  : vocabulary_.two_states ? "'@result' cannot be used here: the call has no result"
                                           : "'@result' cannot be used here: it exists only after the call",
                  vocabulary_.in_helper ? "pass it as a parameter" : "");
    }
    if (vocabulary_.parameters.contains(parameter)) return;
    if (vocabulary_.in_helper)
      return fail(span, fmt::format("'{}' cannot be used in a helper", text), "pass it as a parameter");
    const std::vector<std::string> known(vocabulary_.parameters.begin(), vocabulary_.parameters.end());
    const std::string nearest = nearest_name(parameter, known);
    Diagnostic error =
        error_at(span, ErrorClass::Type, fmt::format("no parameter '{}'{}", parameter, suggestion(nearest)));
    if (nearest.empty() && !known.empty())
      error.notes.push_back({fmt::format("the parameters are {}", fmt::join(known, ", ")), std::nullopt});
    error.notes.push_back({"fields are written without '@'", std::nullopt});
    if (!error_) error_ = std::move(error);
  }

  void check_before(const Span& span, const std::string& field) {
    if (!vocabulary_.two_states && !vocabulary_.in_helper) return one_state(span);
    if (vocabulary_.fields.contains(field) || vocabulary_.unsupported.contains(field)) return;
    fail(span, fmt::format("'`' is not allowed after '{}', which is not a field", field),
         locals_.contains(field) || vocabulary_.sigs.contains(field)
             ? "write '`' after a field of the object: objects are the same before and after the call"
             : "");
  }

  void one_state(const Span& span) {
    fail(span, "'`' is not allowed here: the clause describes a single state", "write the name without '`'");
  }

  // a.length, o.a.length, o.a[i].length for an array a: the relation of its lengths in the place of a.
  // Messages about it are about ".length", too.
  std::optional<alloy::ExprPtr> length_of(const alloy::Expr& from) {
    if (from.op != alloy::Op::Join || from.right()->op != alloy::Op::Name || from.right()->name != "length")
      return std::nullopt;
    const auto made = with_length(from.left(), 0);
    if (!made) return std::nullopt;
    alloy::Expr copy = **made;
    copy.span = from.span;
    if (copy.op == alloy::Op::Join && copy.right()->op == alloy::Op::Name) {
      alloy::Expr field = *copy.right();
      field.span = cover(field.span, from.span);
      copy.children[1] = alloy::make_expr(std::move(field));
    }
    return alloy::make_expr(std::move(copy));
  }

  std::optional<alloy::ExprPtr> with_length(const alloy::ExprPtr& of, int level) {
    if (of->op == alloy::Op::Box) {
      const int indices = static_cast<int>(of->children.size()) - 1;
      auto callee = with_length(of->child(0), level + indices);
      if (!callee) return std::nullopt;
      alloy::Expr copy = *of;
      copy.children[0] = *std::move(callee);
      for (std::size_t i = 1; i < copy.children.size(); ++i) copy.children[i] = expr(copy.children[i]);
      return alloy::make_expr(std::move(copy));
    }
    if (of->op == alloy::Op::Join) {
      auto field = with_length(of->right(), level);
      if (!field) return std::nullopt;
      alloy::Expr copy = *of;
      copy.children[0] = expr(copy.children[0]);
      copy.children[1] = *std::move(field);
      return alloy::make_expr(std::move(copy));
    }
    if (of->op != alloy::Op::Name || locals_.contains(of->name)) return std::nullopt;
    const bool before = of->name.ends_with('`');
    const std::string plain = before ? of->name.substr(0, of->name.size() - 1) : of->name;
    const auto array = vocabulary_.dimensions.find(plain);
    if (array == vocabulary_.dimensions.end() || level >= array->second) return std::nullopt;
    name(of);
    const std::string length = length_name(plain, level);
    return renamed(*of, before ? before_name(length) : length);
  }

  const Vocabulary& vocabulary_;
  std::multiset<std::string> locals_;
  std::optional<Diagnostic> error_;
};

}  // namespace

std::string length_name(const std::string& name, int level) {
  std::string result = name;
  for (int i = 0; i < level; ++i) result += "[]";
  return result + ".length";
}

Result<alloy::ExprPtr> adapt(const alloy::ExprPtr& expr, const Vocabulary& vocabulary) {
  Adapter adapter(vocabulary);
  alloy::ExprPtr result = adapter.expr(expr);
  if (adapter.error()) return *adapter.error();
  return result;
}

Status adapt(alloy::Function& helper, const Vocabulary& vocabulary) {
  Adapter adapter(vocabulary);
  adapter.decls(helper.parameters);
  if (helper.result) helper.result = adapter.expr(helper.result);
  helper.body = adapter.expr(helper.body);
  if (adapter.error()) return *adapter.error();
  return Success{};
}

}  // namespace fretsaw::contract
