// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <type_traits>

#include "alloy/syntax/parser.hpp"

namespace fretsaw::alloy {

namespace {

using Names = std::set<std::string, std::less<>>;

// Sigs, functions and macros, which may all be mentioned in expressions; assertions apart.
void declared(const Paragraph& paragraph, Names& names, Names& assertions) {
  if (const auto* sig = std::get_if<Sig>(&paragraph)) {
    for (const Name& name : sig->names) names.insert(name.text);
  } else if (const auto* e = std::get_if<Enum>(&paragraph)) {
    names.insert(e->name.text);
    for (const Name& name : e->values) names.insert(name.text);
  } else if (const auto* function = std::get_if<Function>(&paragraph)) {
    names.insert(function->name.text);
  } else if (const auto* macro = std::get_if<Macro>(&paragraph)) {
    names.insert(macro->name.text);
  } else if (const auto* assertion = std::get_if<Assert>(&paragraph)) {
    assertions.insert(assertion->name.text);
  }
}

// Gives the hidden names of a module others, where they are declared and where they are used. Names that a
// quantifier, let or parameter list binds are left alone inside of it.
class Renaming {
 public:
  explicit Renaming(const Names& hidden, const Names& assertions)
      : hidden_(hidden), assertions_(assertions) {}

  Paragraph rename(Paragraph paragraph) {
    std::visit([this](auto& p) { apply(p); }, paragraph);
    return paragraph;
  }

  void apply(Name& name) const {
    constexpr std::string_view kThis = "this/";
    const bool qualified = name.text.starts_with(kThis);
    const std::string_view plain = qualified ? std::string_view(name.text).substr(kThis.size()) : name.text;
    if (hidden_.contains(plain)) {
      name.text += kSuffix;
      return;
    }
    // A meta name: A$ and A$f go with A.
    const std::size_t dollar = plain.find('$');
    if (dollar == std::string_view::npos || !hidden_.contains(plain.substr(0, dollar))) return;
    name.text.insert((qualified ? kThis.size() : 0) + dollar, kSuffix);
  }

 private:
  static constexpr const char* kSuffix = "$model";

  void apply(Sig& sig) {
    for (Name& name : sig.names) apply(name);
    for (Name& parent : sig.parents) apply(parent);
    for (Decl& field : sig.fields) field.bound = renamed(field.bound);
    sig.fact = renamed(sig.fact);
  }

  void apply(Enum& e) {
    apply(e.name);
    for (Name& value : e.values) apply(value);
  }

  void apply(Fact& fact) { fact.body = renamed(fact.body); }

  void apply(Assert& assertion) {
    if (assertions_.contains(assertion.name.text)) assertion.name.text += kSuffix;
    assertion.body = renamed(assertion.body);
  }

  void apply(Function& function) {
    apply(function.name);
    if (function.receiver) apply(*function.receiver);
    const std::size_t bound = bound_.size();
    rename_decls(function.parameters);
    function.result = renamed(function.result);
    function.body = renamed(function.body);
    bound_.resize(bound);
  }

  void apply(Macro& macro) {
    apply(macro.name);
    const std::size_t bound = bound_.size();
    for (const Name& parameter : macro.parameters) bound_.push_back(parameter.text);
    macro.body = renamed(macro.body);
    bound_.resize(bound);
  }

  void apply(Command&) {}

  void rename_decls(std::vector<Decl>& decls) {
    for (Decl& decl : decls) {
      decl.bound = renamed(decl.bound);
      for (const Name& name : decl.names) bound_.push_back(name.text);
    }
  }

  bool is_bound(const std::string& name) const {
    return std::find(bound_.begin(), bound_.end(), name) != bound_.end();
  }

  ExprPtr renamed(const ExprPtr& expr) {
    if (!expr) return expr;
    Expr copy = *expr;
    if (expr->op == Op::Name && !is_bound(expr->name)) {
      Name name{expr->name, {}};
      apply(name);
      copy.name = name.text;
    }
    const std::size_t bound = bound_.size();
    rename_decls(copy.decls);
    for (ExprPtr& child : copy.children) child = renamed(child);
    bound_.resize(bound);
    return make_expr(std::move(copy));
  }

  const Names& hidden_;
  const Names& assertions_;
  std::vector<std::string> bound_;
};

bool same_open(const Open& a, const Open& b) {
  const auto text = [](const Name& name) { return name.text; };
  return a.path.text == b.path.text && a.alias.has_value() == b.alias.has_value() &&
         (!a.alias || a.alias->text == b.alias->text) &&
         std::ranges::equal(a.arguments, b.arguments, {}, text, text);
}

}  // namespace

Module append_fragment(const Module& model, const Module& fragment) {
  Names ours, assertions, theirs, their_assertions;
  for (const Paragraph& paragraph : fragment.paragraphs) declared(paragraph, ours, assertions);
  for (const Paragraph& paragraph : model.paragraphs) declared(paragraph, theirs, their_assertions);
  std::erase_if(ours, [&](const std::string& name) { return !theirs.contains(name); });
  Renaming renaming(ours, assertions);
  const bool hides = !ours.empty() || !assertions.empty();

  Module result;
  result.source = model.source;
  result.primed = model.primed ? model.primed : fragment.primed;
  result.has_dollar = model.has_dollar || fragment.has_dollar;
  result.malformed_fences = model.malformed_fences;
  result.malformed_fences.insert(result.malformed_fences.end(), fragment.malformed_fences.begin(),
                                 fragment.malformed_fences.end());
  result.header = model.header;
  result.opens = model.opens;
  for (Open& open : result.opens) {
    for (Name& argument : open.arguments) renaming.apply(argument);
  }
  for (const Open& open : fragment.opens) {
    const bool known = std::ranges::any_of(result.opens, [&](const Open& o) { return same_open(o, open); });
    if (!known) result.opens.push_back(open);
  }
  for (const Paragraph& paragraph : model.paragraphs) {
    if (std::holds_alternative<Command>(paragraph)) continue;
    result.paragraphs.push_back(hides ? renaming.rename(paragraph) : paragraph);
  }
  result.paragraphs.insert(result.paragraphs.end(), fragment.paragraphs.begin(), fragment.paragraphs.end());
  return result;
}

}  // namespace fretsaw::alloy
