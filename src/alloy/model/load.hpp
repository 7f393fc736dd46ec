// SPDX-License-Identifier: MIT
// From text to a Model: opens modules, resolves names, checks types, computes the scopes of each command.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/syntax/ast.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

struct LoadOptions {
  std::vector<std::string> include_directories;  // where else `open` looks: after the folder that the opening
                                                 // module's own path implies, before the built-in library
  std::map<std::string, SourcePtr>
      texts{};  // modules by path ("a/b") that are taken from here before any directory
  // A fragment that continues the main module (alloy/continuation.hpp): only its commands are then commands.
  std::shared_ptr<const alloy::Module> continuation;
};

// The model whose main module is the source. The source's name is its path: opened modules are looked for
// from there. An error in the text of any module, or in its names and types, refuses the model; one in the
// scope of a command is in that Command::error. The error is the first one in the order in which Alloy would
// report it.
// A small model is read whatever the budget is.
Result<Model> load(SourcePtr main, const LoadOptions& options = {}, Budget& budget = no_limits());
// The same for a tree that was parsed or constructed elsewhere.
Result<Model> load(const std::shared_ptr<const alloy::Module>& main, const LoadOptions& options = {},
                   Budget& budget = no_limits());
Result<Model> load_file(const std::string& path, const LoadOptions& options = {},
                        Budget& budget = no_limits());

// An expression or formula in terms of the main module, checked as the evaluator needs it. `extra` gives
// meaning to names that come before all others: atoms and skolem constants. The caller keeps the text alive.
struct CheckedExpr {
  ExprPtr expr;
  std::vector<Diagnostic> warnings;
};
Result<CheckedExpr> check_expression(const Model& model, const SourcePtr& text,
                                     const std::map<std::string, ExprPtr>& extra = {},
                                     Budget& budget = no_limits());

}  // namespace fretsaw::model
