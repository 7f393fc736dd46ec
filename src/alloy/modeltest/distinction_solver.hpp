// SPDX-License-Identifier: MIT
// Instances and arguments in which a distinction of the text decides, by solving.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/modeltest/distinctions.hpp"
#include "alloy/modeltest/stage.hpp"
#include "base/budget.hpp"
#include "logic/finder/selective.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw::modeltest {

// One translation for all of its questions, with the parameters of predicates as relations: no body is
// repeated for every argument.
class DistinctionSolver {
 public:
  // The stage is that of the model without its facts; everything must outlive this. Distinctions that no
  // translation can answer are never decided. Errors: those of the facts.
  static Result<std::unique_ptr<DistinctionSolver>> make(const model::Model& model,
                                                         const Requirements& requirements, Stage& stage,
                                                         const std::vector<model::ExprPtr>& facts,
                                                         const std::vector<Distinction>& distinctions,
                                                         const Limits& limits);

  // An instance, and the arguments if it is about a predicate or function.
  struct Case {
    Instance instance;
    Arguments arguments;
  };

  // Would the label be another if the distinction were made otherwise?
  bool decides(std::size_t distinction, const Case& at);

  struct SearchResult {
    StopReason stop = StopReason::None;
    std::optional<Case> at;  // nothing is found, or nothing with so little effort
  };
  // One that decides all of them, and at least one of the others if there are others; they are of one
  // conjunct or paragraph.
  SearchResult find(const std::vector<std::size_t>& all, const std::vector<std::size_t>& any, int conflicts);

  // One that decides the same as the one given, and of which a person sees at a glance why: in general
  // position (no two relations overlap that need not; nothing is related to itself that need not be) and then
  // with as much of every sig and field as possible; or with as little of them as possible, and then in
  // general position.
  Case clearer(Case at, const std::vector<std::size_t>& decided, bool rich, int conflicts);

 private:
  struct Parameters {
    std::vector<Relation> relations;
    Formula within = constant(true);
    std::vector<std::size_t> apart;  // in soft_constraints_
  };
  struct CompiledFormula {
    std::optional<Formula> formula;  // nothing: no translation can answer it
    std::size_t position = 0;        // among the formulas
    std::unique_ptr<Evaluator> evaluator;
  };

  DistinctionSolver(const model::Model& model, Stage& stage, const Requirements& requirements,
                    const std::vector<Distinction>& distinctions, const Limits& limits)
      : model_(model),
        stage_(stage),
        requirements_(requirements),
        distinctions_(distinctions),
        budget_(limits) {}

  void ask(const Distinction& distinction, const std::vector<model::ExprPtr>& facts);
  void prefer_general_position();
  void prefer_sizes();
  std::size_t add_soft_constraint(const Formula& formula);
  Parameters& parameters_of(std::size_t function, lowering::ExprLowerer& lowerer);
  const Parameters* parameters_of(const Distinction& distinction) const;
  Status translate();
  SearchResult find_with(const std::vector<std::size_t>& all, const std::vector<std::size_t>& any,
                         std::span<const std::size_t> soft_constraints, int conflicts);
  bool holds(CompiledFormula& asked, const Case& at, std::size_t distinction, bool facts);
  Instance with_arguments(const Case& at, std::size_t distinction) const;

  const model::Model& model_;
  Stage& stage_;
  const Requirements& requirements_;
  const std::vector<Distinction>& distinctions_;
  Budget budget_;
  lowering::LoweringContext context_;
  std::vector<Formula> facts_;
  std::map<std::size_t, Parameters> parameters_;  // by function
  std::vector<CompiledFormula> questions_;        // by distinction
  std::vector<CompiledFormula> soft_constraints_;
  std::vector<std::size_t> apart_;                       // of them: relations that do not overlap
  std::vector<std::vector<std::size_t>> large_, small_;  // of each sig and field, the best first
  Problem problem_;
  std::size_t own_ = 0;
  std::optional<SelectiveFinder> finder_;
};

}  // namespace fretsaw::modeltest
