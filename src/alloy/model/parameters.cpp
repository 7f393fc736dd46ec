// SPDX-License-Identifier: MIT
// Binding the parameters of opened modules. An argument may be a sig of the opening module, one of its own
// parameters, or a sig of any module it opens, which may itself be known only after other parameters are
// bound: so arguments are looked up repeatedly until nothing new is found. Then modules with the same
// file and the same arguments become one; that may make the arguments of others the same, so this too is
// repeated.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "alloy/model/meta.hpp"
#include "alloy/model/modules.hpp"

namespace fretsaw::model {

namespace {

Diagnostic refused_parameter(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
}

struct Binding {
  bool changed = false;
  const OpenedModule* missing_in = nullptr;
  std::string missing_name;
  std::size_t opener = 0;
};

// One round over the arguments of one open.
Status bind_open(Names& names, std::size_t opener, std::size_t which, Binding& binding) {
  const OpenedModule& open = names.modules[opener].opens[which];
  auto& parameters = names.modules[open.target].parameters;
  if (open.arguments.size() != parameters.size()) {
    return refused_parameter(
        open.span, fmt::format("module '{}' has {} parameter{}, but {} argument{} given", open.path,
                               parameters.size(), parameters.size() == 1 ? "" : "s", open.arguments.size(),
                               open.arguments.size() == 1 ? " is" : "s are"));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].sig) continue;
    const std::vector<Symbol> found = names.find_sigs(opener, open.arguments[i]);
    if (found.size() > 1) {
      return names.ambiguous(open.span, ErrorClass::Syntax, open.arguments[i], found);
    }
    if (found.empty()) {
      binding.missing_in = &open;
      binding.missing_name = open.arguments[i];
      binding.opener = opener;
    } else if (found.front() == builtin_symbol(kNone)) {
      return refused_parameter(open.span, "'none' cannot be an argument of a module");
    } else {
      parameters[i].sig = found.front();
      binding.changed = true;
    }
  }
  return Success{};
}

Status bind_all(Names& names) {
  for (;;) {
    Binding binding;
    for (std::size_t m = 0; m < names.modules.size(); ++m) {
      for (std::size_t i = 0; i < names.modules[m].opens.size(); ++i) {
        if (auto bound = bind_open(names, m, i, binding); !bound) return bound;
      }
    }
    if (binding.changed) continue;
    if (!binding.missing_in) return Success{};
    return refused_parameter(binding.missing_in->span,
                             fmt::format("unknown sig '{}'{}", binding.missing_name,
                                         names.suggest_sig(binding.opener, binding.missing_name)));
  }
}

// Which module stands for which, after those with the same file and arguments have become one.
std::vector<std::size_t> representatives(Names& names) {
  std::vector<std::size_t> stands_for(names.modules.size());
  std::iota(stands_for.begin(), stands_for.end(), std::size_t{0});
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::pair<std::string, std::vector<Symbol>>, std::size_t> known;
    for (std::size_t m = 0; m < names.modules.size(); ++m) {
      if (stands_for[m] != m) continue;
      std::vector<Symbol> arguments;
      for (Parameter& parameter : names.modules[m].parameters) {
        Symbol& sig = *parameter.sig;
        while (sig.module != kNoModule && stands_for[sig.module] != sig.module)
          sig.module = stands_for[sig.module];
        arguments.push_back(sig);
      }
      const auto [it, fresh] = known.emplace(std::pair(names.modules[m].key, std::move(arguments)), m);
      if (!fresh) {
        stands_for[m] = it->second;
        changed = true;
      }
    }
  }
  return stands_for;
}

void drop_duplicates(Names& names) {
  const std::vector<std::size_t> stands_for = representatives(names);
  std::vector<std::size_t> place(names.modules.size());
  std::size_t count = 0;
  for (std::size_t m = 0; m < names.modules.size(); ++m) {
    if (stands_for[m] == m) place[m] = count++;
  }
  const auto moved = [&](std::size_t m) {
    while (stands_for[m] != m) m = stands_for[m];
    return place[m];
  };
  std::vector<ModuleScope> kept;
  for (std::size_t m = 0; m < names.modules.size(); ++m) {
    if (stands_for[m] != m) continue;
    ModuleScope& scope = names.modules[m];
    for (OpenedModule& open : scope.opens) open.target = moved(open.target);
    for (Parameter& parameter : scope.parameters) {
      if (parameter.sig->module != kNoModule) parameter.sig->module = moved(parameter.sig->module);
    }
    kept.push_back(std::move(scope));
  }
  names.modules = std::move(kept);
}

// The better of two paths to a module is the one without made-up aliases, then the shorter one, then the
// first in the alphabet.
bool better_path(const std::string& a, const std::string& b) {
  const auto rank = [](const std::string& path) {
    std::string lower = path;
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::tuple(path.find('$') != std::string::npos, std::ranges::count(path, '/'), lower, path);
  };
  return rank(a) < rank(b);
}

void name_paths(Names& names) {
  std::vector<bool> named(names.modules.size(), false);
  named[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t m = 0; m < names.modules.size(); ++m) {
      if (!named[m]) continue;
      for (const OpenedModule& open : names.modules[m].opens) {
        std::string path = names.modules[m].prefix() + open.alias;
        ModuleScope& target = names.modules[open.target];
        if (open.target == 0 || (named[open.target] && !better_path(path, target.path))) continue;
        named[open.target] = true;
        target.path = std::move(path);
        changed = true;
      }
    }
  }
}

}  // namespace

Status bind_parameters(Names& names) {
  names.link();
  if (auto bound = bind_all(names); !bound) return bound;
  drop_duplicates(names);
  name_paths(names);
  names.link();
  declare_meta_sigs(names);
  std::size_t sigs = kBuiltinSigs;
  std::size_t functions = 0;
  for (ModuleScope& scope : names.modules) {
    scope.first_sig = sigs;
    scope.first_function = functions;
    sigs += scope.sigs.size();
    functions += scope.functions.size();
  }
  return Success{};
}

}  // namespace fretsaw::model
