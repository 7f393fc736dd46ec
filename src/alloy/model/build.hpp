// SPDX-License-Identifier: MIT
// The stages that fill a Model, in the order in which they must run. Each stops at the first error.
#pragma once

#include <unordered_map>
#include <vector>

#include "alloy/model/checker.hpp"
#include "alloy/model/model.hpp"
#include "alloy/model/names.hpp"
#include "alloy/model/resolve.hpp"
#include "alloy/model/typing.hpp"

namespace fretsaw::model {

// What the stages share. The model grows; the names learn of fields as they are declared.
struct Build {
  Build(Model& m, Names& n, Budget& budget)
      : model(m), names(n), typing(m), resolver(typing), context{n,         typing,  resolver,
                                                                 &warnings, nullptr, budget} {}

  Model& model;
  Names& names;
  Warnings warnings;
  Typing typing;
  Resolver resolver;
  CheckerContext context;
  std::unordered_map<const alloy::Command*, ExprPtr>
      command_goals;         // of the main module's commands with blocks
  bool owns_syntax = false;  // the tree of the main module is not shared
  std::vector<SigId> order;  // the declared sigs, each after those it extends or is a subset of
};

// Sigs with their place in the hierarchy, without fields.
Status build_sigs(Build& build);

// Fields declared with `:`, or those declared with `=`, which may call functions.
Status build_fields(Build& build, bool defined);
// Two sigs that may share atoms cannot have fields of the same name.
Status check_field_names(const Build& build);

// The functions of all modules without bodies; then bodies, assertions and facts.
Status build_signatures(Build& build);
Status build_bodies(Build& build);

// The commands of the main module. Never fails: errors are in the commands.
Status build_commands(Build& build);

// The formula of a resolved body, with warnings of unused variables added.
ExprPtr finish_body(Build& build, const TermPtr& term);

}  // namespace fretsaw::model
