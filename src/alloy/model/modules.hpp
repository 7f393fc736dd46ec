// SPDX-License-Identifier: MIT
// Loading: the main module and all that it opens, parsed, their names declared, their parameters bound to
// sigs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alloy/model/load.hpp"
#include "alloy/model/names.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

struct LoadedModules {
  Names names;  // modules[0] is the main one; two opens of one file with the same arguments are one module
  std::vector<SourcePtr> sources;
};

// `syntax` is the tree of the main module, if it is there already.
Result<LoadedModules> load_modules(SourcePtr main, const LoadOptions& options, Budget& budget,
                                   std::shared_ptr<const alloy::Module> syntax = nullptr);

// Declares the sigs, functions, macros and assertions of one module in its scope. Refuses what is declared
// twice.
Status declare_names(ModuleScope& scope, bool is_main);

// The opens of a module with their aliases: those written, util/integer, an enum's util/ordering, and
// util/sequniv where `seq` is used.
Status declare_opens(ModuleScope& scope);

// Binds the parameters of opened modules, and makes one module of those with the same file and arguments.
Status bind_parameters(Names& names);

}  // namespace fretsaw::model
