// SPDX-License-Identifier: MIT
// Looking names up, and suggesting similar ones. A plain name is looked up in all modules that can be
// named from its place (`nameable`, computed once per module); all declarations found are returned, since
// overloading is resolved by type, not here. Suggestions for unknown names are the visible names at a small
// edit distance, where a letter in the wrong case costs half as much as a wrong one.
#include "alloy/model/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/nearest_name.hpp"

namespace fretsaw::model {

namespace {

// Depth first, as the order of candidates in messages should follow the order of opens. Private opens are
// followed only from the module itself.
void collect(const std::vector<ModuleScope>& modules, std::size_t at, bool top, std::vector<bool>& seen,
             std::vector<std::size_t>& out) {
  if (seen[at]) return;
  seen[at] = true;
  out.push_back(at);
  for (const OpenedModule& open : modules[at].opens) {
    if (top || !open.is_private) collect(modules, open.target, false, seen, out);
  }
}

}  // namespace

std::optional<SigId> builtin_sig(std::string_view name) {
  if (name == "univ") return kUniv;
  if (name == "none") return kNone;
  if (name == "Int") return kInt;
  if (name == "seq/Int") return kSeqInt;
  if (name == "String") return kString;
  return std::nullopt;
}

void Names::link() {
  for (std::size_t m = 0; m < modules.size(); ++m) {
    std::vector<bool> seen(modules.size(), false);
    modules[m].nameable.clear();
    collect(modules, m, true, seen, modules[m].nameable);
  }
}

void Names::find_here(std::size_t module, bool with_private, const std::string& name, bool sigs,
                      bool functions, bool assertions, std::vector<Symbol>& out) const {
  const ModuleScope& scope = modules[module];
  if (sigs) {
    const auto it = scope.sig_by_name.find(name);
    if (it != scope.sig_by_name.end() && (with_private || !scope.sigs[it->second].is_private)) {
      out.push_back({SymbolKind::Sig, module, it->second});
    }
  }
  if (assertions) {
    const auto it = scope.assertion_by_name.find(name);
    if (it != scope.assertion_by_name.end()) out.push_back({SymbolKind::Assertion, module, it->second});
  }
  if (functions) {
    const auto it = scope.functions_by_name.find(name);
    if (it == scope.functions_by_name.end()) return;
    for (const std::size_t f : it->second) {
      if (with_private || !scope.functions[f]->private_function)
        out.push_back({SymbolKind::Function, module, f});
    }
  }
}

void Names::find_plain(std::size_t start, std::size_t module, const std::string& name, bool sigs,
                       bool functions, bool assertions, std::vector<Symbol>& out) const {
  for (const std::size_t m : modules[module].nameable) {
    find_here(m, m == start, name, sigs, functions, assertions, out);
  }
}

std::vector<Symbol> Names::find(std::size_t module, std::string_view name, bool sigs, bool functions,
                                bool assertions) const {
  std::vector<Symbol> out;
  if (sigs && meta_names_are_known && (name == "sig$" || name == "field$")) {
    return {{SymbolKind::Sig, 0, modules[0].sig_by_name.at(std::string(name))}};
  }
  if (name.find('/') == std::string_view::npos) {
    find_plain(module, module, std::string(name), sigs, functions, assertions, out);
    return out;
  }
  if (name.starts_with("this/")) name.remove_prefix(5);
  std::size_t at = module;
  for (bool top = true;; top = false) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) {
      find_here(at, top, std::string(name), sigs, functions, assertions, out);
      if (out.empty()) find_plain(module, at, std::string(name), sigs, functions, assertions, out);
      return out;
    }
    const auto it = modules[at].open_by_alias.find(std::string(name.substr(0, slash)));
    if (it == modules[at].open_by_alias.end()) return out;
    const OpenedModule& open = modules[at].opens[it->second];
    if (!top && open.is_private) return out;
    at = open.target;
    name.remove_prefix(slash + 1);
  }
}

std::vector<Symbol> Names::find_sigs(std::size_t module, std::string_view name) const {
  if (const auto builtin = builtin_sig(name)) return {builtin_symbol(*builtin)};
  std::vector<Symbol> out = find(module, name, true, false, false);
  const std::string_view plain = name.starts_with("this/") ? name.substr(5) : name;
  for (const Parameter& parameter : modules[module].parameters) {
    if (parameter.name != plain || !parameter.sig) continue;
    if (std::ranges::find(out, *parameter.sig) == out.end()) out.push_back(*parameter.sig);
  }
  return out;
}

std::vector<MacroUse> Names::find_macros(std::size_t module, std::string_view name) const {
  std::vector<MacroUse> out;
  const auto look = [&](std::size_t m, std::string_view plain) {
    const auto it = modules[m].macro_by_name.find(std::string(plain));
    if (it != modules[m].macro_by_name.end()) out.push_back({m, it->second});
  };
  if (name.find('/') == std::string_view::npos) {
    for (const std::size_t m : modules[module].nameable) look(m, name);
    return out;
  }
  if (name.starts_with("this/")) name.remove_prefix(5);
  std::size_t at = module;
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
    const auto it = modules[at].open_by_alias.find(std::string(name.substr(0, slash)));
    if (it == modules[at].open_by_alias.end() || modules[at].opens[it->second].is_private) return out;
    at = modules[at].opens[it->second].target;
    name.remove_prefix(slash + 1);
  }
  look(at, name);
  if (!out.empty() && out.front().macro->private_macro && at != module) out.clear();
  return out;
}

SigId Names::sig_id(const Symbol& symbol) const {
  if (symbol.module == kNoModule) return static_cast<SigId>(symbol.index);
  return static_cast<SigId>(modules[symbol.module].first_sig + symbol.index);
}

FunctionId Names::function_id(const Symbol& symbol) const {
  return static_cast<FunctionId>(modules[symbol.module].first_function + symbol.index);
}

std::string Names::describe(const Symbol& symbol) const {
  if (symbol.module == kNoModule) {
    static constexpr const char* kBuiltin[] = {"univ", "none", "Int", "seq/Int", "String"};
    return kBuiltin[symbol.index];
  }
  const ModuleScope& scope = modules[symbol.module];
  switch (symbol.kind) {
    case SymbolKind::Sig:
      return fmt::format("sig {}{}", scope.prefix(), scope.sigs[symbol.index].name);
    case SymbolKind::Assertion:
      return fmt::format("assert {}{}", scope.prefix(), scope.assertions[symbol.index]->name.text);
    case SymbolKind::Function:
      break;
  }
  const alloy::Function& function = *scope.functions[symbol.index];
  return fmt::format("{} {}{}", function.is_predicate ? "pred" : "fun", scope.prefix(), function.name.text);
}

Span Names::declared_at(const Symbol& symbol) const {
  if (symbol.module == kNoModule) return {};
  const ModuleScope& scope = modules[symbol.module];
  switch (symbol.kind) {
    case SymbolKind::Sig:
      return scope.sigs[symbol.index].span;
    case SymbolKind::Assertion:
      return scope.assertions[symbol.index]->name.span;
    case SymbolKind::Function:
      break;
  }
  return scope.functions[symbol.index]->name.span;
}

Diagnostic Names::ambiguous(const Span& where, ErrorClass error_class, std::string_view name,
                            const std::vector<Symbol>& symbols, std::string hint) const {
  Diagnostic error = error_at(where, error_class, fmt::format("'{}' is ambiguous", name), std::move(hint));
  for (const Symbol& symbol : symbols)
    error = with_note(std::move(error), "candidate: " + describe(symbol), declared_at(symbol));
  return error;
}

std::string Names::suggest(std::size_t module, std::string_view name,
                           const std::vector<std::string>& locals) const {
  std::vector<std::string> candidates = locals;
  const std::size_t slash = name.rfind('/');
  const std::string_view plain = slash == std::string_view::npos ? name : name.substr(slash + 1);
  for (const std::size_t m : modules[module].nameable) {
    const ModuleScope& scope = modules[m];
    const bool own = m == module;
    for (const SigSyntax& sig : scope.sigs) {
      if ((own || !sig.is_private) && (sig.meta == Meta::None || meta_names_are_known))
        candidates.push_back(sig.name);
    }
    for (const alloy::Function* function : scope.functions) {
      if (own || !function->private_function) candidates.push_back(function->name.text);
    }
    for (const auto& [field, ids] : scope.fields_by_name) candidates.push_back(field);
    for (const auto& [macro, syntax] : scope.macro_by_name) candidates.push_back(macro);
    for (const Parameter& parameter : scope.parameters) {
      if (own) candidates.push_back(parameter.name);
    }
  }
  for (const auto& [field, ids] : meta_fields_by_name) candidates.push_back(field);
  for (const char* word : {"univ", "none", "iden", "Int", "String"}) candidates.emplace_back(word);
  std::ranges::stable_sort(candidates);
  return suggestion(nearest_name(plain, candidates));
}

std::string Names::suggest_sig(std::size_t module, std::string_view name) const {
  std::vector<std::string> candidates{"univ", "Int", "String"};
  const std::size_t slash = name.rfind('/');
  const std::string_view plain = slash == std::string_view::npos ? name : name.substr(slash + 1);
  for (const std::size_t m : modules[module].nameable) {
    for (const SigSyntax& sig : modules[m].sigs) {
      if ((m == module || !sig.is_private) && sig.meta == Meta::None) candidates.push_back(sig.name);
    }
  }
  return suggestion(nearest_name(plain, candidates));
}

}  // namespace fretsaw::model
