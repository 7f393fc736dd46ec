// SPDX-License-Identifier: MIT
// Instances that meet requirements, by solving: with the facts of the model, or without them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/requirements.hpp"
#include "alloy/modeltest/stage.hpp"
#include "base/budget.hpp"
#include "fretsaw/finder.hpp"
#include "logic/finder/selective.hpp"

namespace fretsaw::modeltest {

// The model without the facts that its author wrote; those of built-in modules (an order is an order) stay.
model::Model without_facts(const model::Model& model);

// A command that asks for nothing, in the scope that the text gives ("3 but 1 List"); without text, in `for
// 3`.
Result<model::Command> empty_command(const model::Model& model, const SourcePtr& scope);

// One translation for all of its questions.
class RequirementSolver {
 public:
  // The requirements are those of a model with the same sigs and functions as the stage's. `facts` are
  // formulas that a question may ask for. Errors: a fact that no translation can answer.
  static Result<std::unique_ptr<RequirementSolver>> make(const Requirements& requirements, Stage& stage,
                                                         const std::vector<model::ExprPtr>& facts,
                                                         const Limits& limits);

  struct SearchResult {
    Verdict verdict = Verdict::Limit;
    StopReason stop = StopReason::None;
    std::optional<Instance>
        instance;  // evaluated: it is one of the stage, and of the facts if they were asked for
  };
  // Which of the facts must hold: all of them, all but one, or none.
  struct Facts {
    bool kept = true;
    std::optional<std::size_t> but{};
  };
  // An instance of the stage that meets all of the first and at least one of the others.
  // With little effort there may be one and the verdict be Limit all the same.
  Result<SearchResult> find(const std::vector<std::size_t>& all, const std::vector<std::size_t>& any,
                            const Facts& facts, bool quick = false);

  // The problem of all instances that keep the facts.
  Problem with_facts() const;

  // Can it be searched for?
  bool answerable(std::size_t requirement) const { return position_[requirement].has_value(); }

 private:
  RequirementSolver(Stage& stage, const Limits& limits) : stage_(stage), budget_(limits) {}

  Stage& stage_;
  Budget budget_;
  Problem problem_;  // the stage's formulas, the facts, the requirements
  std::size_t own_ = 0;
  std::size_t facts_ = 0;
  std::vector<std::optional<std::size_t>> position_;  // of requirements among the formulas
  std::optional<SelectiveFinder> finder_;
  std::unique_ptr<Evaluator> checker_;        // the stage's formulas
  std::unique_ptr<Evaluator> facts_checker_;  // and the facts
};

// Decides of every requirement that is missed whether some instance in the scope meets it, facts aside.
Status find_infeasible(const model::Model& model, const model::Command& scope, const StageOptions& options,
                       Coverage& coverage);

}  // namespace fretsaw::modeltest
