// SPDX-License-Identifier: MIT
// What the handles of fretsaw/model.hpp hold, for code inside Fretsaw that needs more than they show: internals(handle).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/lower.hpp"
#include "alloy/model/load.hpp"
#include "alloy/model/model.hpp"
#include "base/budget.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw {

const session::LoadedModel& internals(const Model& model);
const session::SelectedCommand& internals(const Command& command);
// What the instances of a stream were made of, which it moves on with: for their places, their classes and checkpoints.
Instances& internals(const AlloyInstances& stream);

namespace session {

struct LoadedModel {
  model::Model model;
};

// A command as it will run. The scope may have been replaced; then its own text is of no account.
struct SelectedCommand {
  std::shared_ptr<const LoadedModel> owner;
  model::Command command;
  Overflow overflow = Overflow::Prevent;

  const model::Model& model() const { return owner->model; }
};

// Loading, for callers with a source and a budget.
Result<Model> load(SourcePtr main, const model::LoadOptions& options, Budget& budget);

// The command as a problem. Refers to the model, which the chosen command keeps.
Result<lowering::LoweredCommand> lower(const SelectedCommand& chosen, Budget& budget,
                                       lowering::LowerOptions options = {});

// The trace that an instance of a command about traces stands for, held against the formulas by the
// evaluator. Errors: it does not satisfy them, which is a defect of Fretsaw.
Result<Trace> checked_trace(const lowering::LoweredCommand& lowered, const Instance& instance,
                            Budget& budget);

// A command with another scope, whose text errors point into. A scope that is well written but impossible is
// an error of the command: other commands may still run.
Result<Command> with_scope(const Command& command, const SourcePtr& scope);

// Command::instances with a checkpoint, as InstancesOptions has it.
struct Checkpoint {
  std::string file;
  std::string identity;
};
Result<AlloyInstances> instances(const Command& command, const EnumerationOptions& options,
                                 const std::optional<Checkpoint>& checkpoint);

// The one that `--root` or its like names: a `one sig` of the model.
Result<Root> root_of(const lowering::LoweredCommand& lowered, const std::string& sig);

// The indices of commands that a word stands for: of that index, or all of that name. Errors: there are none.
Result<std::vector<std::size_t>> matching(const model::Model& model, const std::string& word);
std::string listing(const model::Model& model);  // "0 show, 1 acyclic, …"

}  // namespace session

}  // namespace fretsaw
