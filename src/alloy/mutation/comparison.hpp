// SPDX-License-Identifier: MIT
// One translation of a model in which what mutants change is not required but asked for: whatever is compared
// holds or does not hold, and a question is in which instance model and mutant differ.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/modeltest/stage.hpp"
#include "alloy/mutation/mutants.hpp"
#include "logic/finder/selective.hpp"

namespace fretsaw::mutation {

// Where model and mutant differ.
struct Difference {
  Instance instance;      // of the comparison's stage
  bool of_facts = false;  // the facts differ; else what the mutant changes, where the facts hold
  std::optional<modeltest::Arguments> arguments;  // of the predicate or function
  bool accepted = true;                           // is it an instance of the model?
};

class Comparison {
 public:
  // All mutants but those that change the multiplicity of a sig that has one; or, if `lifted` is such a sig,
  // those. Everything must outlive this. Errors: those of lowering.
  static Result<std::unique_ptr<Comparison>> make(const Mutants& mutants, std::vector<std::size_t> members,
                                                  std::optional<model::SigId> lifted,
                                                  const alloy::Command& scope, bool in_place,
                                                  const modeltest::StageOptions& options, Budget& budget);

  const std::vector<std::size_t>& members() const { return members_; }
  modeltest::Stage& stage() { return *stage_; }

  // In an instance that is known already.
  std::optional<Difference> known_difference(std::size_t member);

  struct Answer {
    Verdict verdict = Verdict::Limit;
    StopReason stop = StopReason::None;
    std::string why;  // of Limit, if it is not a limit of the budget
    std::optional<Difference> difference;
  };
  Result<Answer> solve(std::size_t member);

 private:
  struct ComparedFact {  // a fact, or a declaration of fields that is not required by the stage
    std::optional<std::size_t> unit;
    Formula formula;
    std::unique_ptr<Evaluator> evaluator;
  };
  struct Parameters {
    std::vector<Relation> relations;
    Formula within = constant(true);
    bool single = true;  // each is one atom
  };
  struct Question {
    std::optional<Formula> differs;  // nothing: too many sets
    bool asks_facts = false;
    std::optional<Formula> facts_differ;
    std::vector<Formula> nodes_differ;     // if one of them never holds, neither does the first
    std::unique_ptr<Evaluator> evaluator;  // of `differs`
    std::unique_ptr<Evaluator> facts_evaluator;
    std::size_t position = 0, facts_position = 0, nodes_position = 0;  // among the formulas
  };
  struct KnownInstance {
    Instance instance;
    std::vector<bool> kept;
    std::size_t unit;  // that it was found for: its parameters have values
  };

  Comparison(const Mutants& mutants, std::vector<std::size_t> members, Budget& budget)
      : mutants_(mutants), members_(std::move(members)), budget_(budget) {}

  Status lift(std::optional<model::SigId> lifted, const alloy::Command& scope,
              const modeltest::StageOptions& options);
  Status keep(std::optional<model::SigId> lifted);
  void compare(std::size_t member, bool in_place);
  void compare_nodes(const Mutant& mutant, Question& question, lowering::ExprLowerer& of_original,
                     lowering::ExprLowerer& of_mutant);
  bool nodes_agree(const Question& question, const std::vector<std::size_t>& kept);
  Formula meaning(const model::Model& model, const Unit& unit, lowering::ExprLowerer& lowerer);
  Formula declared(const model::Model& model, std::size_t field, lowering::ExprLowerer& lowerer);
  Formula with_arguments(const model::Model& original, const model::Model& mutant, const Unit& unit,
                         lowering::ExprLowerer& of_original, lowering::ExprLowerer& of_mutant);
  Formula facts_of(const model::Model& model, lowering::ExprLowerer& lowerer);
  Parameters& parameters_of(std::size_t function, lowering::ExprLowerer& lowerer);
  Status translate();
  std::unique_ptr<Evaluator> evaluator_of(const Formula& formula) const;
  std::optional<Difference> difference_in(std::size_t member, const KnownInstance& known);
  std::optional<Difference> difference_with_arguments(Question& question, const Unit& unit,
                                                      const KnownInstance& known, bool has_values);
  bool accepted(const KnownInstance& known);
  KnownInstance remember(Instance instance, std::size_t unit);
  Instance bare(const Instance& instance) const;

  const Mutants& mutants_;
  std::vector<std::size_t> members_;
  Budget& budget_;
  model::Model base_;
  std::optional<model::SigId> lifted_;
  std::optional<std::set<std::size_t>> called_from_facts_;
  model::Command command_;
  std::unique_ptr<modeltest::Stage> stage_;
  lowering::LoweringContext context_;
  std::vector<ComparedFact> compared_facts_;
  std::map<std::size_t, Parameters> parameters_;  // by function
  std::vector<Question> questions_;               // by member
  Problem problem_;
  std::size_t own_ = 0;  // formulas of the stage
  std::optional<SelectiveFinder> finder_;
  std::vector<KnownInstance> known_instances_;
};

}  // namespace fretsaw::mutation
