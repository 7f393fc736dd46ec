// SPDX-License-Identifier: MIT
// A model in one scope: lowered once, then asked many questions. A question is a conjunction of formulas over
// the model and over free variables that stand for atoms; it is compiled once for all questions of its shape.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/lower.hpp"
#include "alloy/model/model.hpp"
#include "alloy/modeltest/recognize.hpp"
#include "alloy/modeltest/valuation_placer.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "fretsaw/relational.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw::modeltest {

// Formulas compiled together; their free variables are relations after those of the problem.
class Question {
 public:
  Question(const Problem& problem, std::size_t parameters) : evaluator_(problem) {
    for (std::size_t i = problem.bounds.size() - parameters; i < problem.bounds.size(); ++i)
      parameters_.push_back(problem.bounds[i].relation);
  }

  // The placed instance with values for the free variables, for `ask`.
  Instance with_parameters(Instance instance, const std::vector<TupleSet>& values) const;
  Instance without_parameters(Instance instance) const;  // the way back
  Truth ask(const Instance& instance) { return evaluator_.holds(instance); }
  std::size_t first_failure() const { return evaluator_.first_failure(); }

 private:
  Evaluator evaluator_;
  std::vector<Relation> parameters_;
};

struct StageOptions {
  Overflow overflow = Overflow::Prevent;
  Limits limits{};
  // As in Alloy 4.2: integers are atoms only in a model with a field that may hold them. In others, a number
  // that is taken as a set is empty.
  bool atoms_only_for_integer_fields = false;
};

// What the last of these options means for a problem.
void limit_integer_atoms(const model::Model& model, const StageOptions& options, Problem& problem);

class Stage {
 public:
  // The model and the command must outlive it. Errors: those of lowering.
  static Result<std::unique_ptr<Stage>> make(const model::Model& model, const model::Command& command,
                                             const StageOptions& options);

  // What a structure must be, apart from facts: sizes of sigs, declarations of fields; then the facts; then
  // the formulas. Null if the formulas cannot be lowered.
  Question* with_facts(const std::vector<model::ExprPtr>& formulas,
                       std::vector<const model::Variable*>& parameters);
  // The formulas alone.
  Question* alone(const std::vector<model::ExprPtr>& formulas,
                  std::vector<const model::Variable*>& parameters);

  const lowering::LoweredCommand& lowered() const { return lowered_; }
  const model::Model& model() const { return *lowered_.context.model; }
  const ValuationPlacer& placer() const { return *placer_; }

 private:
  Stage() = default;
  Question* find(const std::vector<model::ExprPtr>& formulas, std::vector<const model::Variable*>& parameters,
                 bool facts);

  lowering::LoweredCommand lowered_;
  std::unique_ptr<ValuationPlacer> placer_;
  std::map<std::string, std::unique_ptr<Question>> questions_;
};

// Equal for formulas that differ only in what their variables are called. The free ones are added to
// `parameters` in the order in which they are met; `bound` are those bound so far.
std::string shape_of(const model::Expr& expr, std::vector<const model::Variable*>& parameters);

// Equal for commands that have the same scope.
std::string scope_key(const model::Scopes& scopes);

// Values of typed expressions in one instance, one after the other, with bindings for free variables. For
// looking closely at few instances; `Question` is for asking many the same.
using Environment = std::map<const model::Variable*, TupleSet>;

class ExpressionValues {
 public:
  ExpressionValues(const Stage& stage, const Instance& instance) : stage_(stage), instance_(instance) {}

  // Nothing if it cannot be evaluated.
  std::optional<bool> truth(const model::Expr& formula, const Environment& environment) const;
  std::optional<TupleSet> tuples(const model::Expr& relation, const Environment& environment) const;
  std::optional<std::int64_t> number(const model::Expr& integer, const Environment& environment) const;

  // All bindings of declarations of single atoms, in order; nothing if some declaration is of another kind.
  std::optional<std::vector<Environment>> bindings(const std::vector<model::Decl>& decls,
                                                   const Environment& environment) const;

 private:
  const Stage& stage_;
  const Instance& instance_;
};

// The arguments that a predicate or function can be called with in an instance.

// One value for each parameter, in their order.
using Arguments = std::vector<TupleSet>;

struct ArgumentList {
  std::vector<Arguments> all;  // in lexicographic order
  bool complete = true;        // false: there are more than `most`
};

// All values within the declared bounds: single atoms, or sets for parameters declared with a multiplicity.
// No parameters: one empty list.
ArgumentList arguments_of(const model::Function& function, const Stage& stage, const Instance& instance,
                          std::size_t most);

// Keeps the first of those that an automorphism of the instance maps onto each other.
std::vector<Arguments> without_isomorphic(std::vector<Arguments> arguments, const Stage& stage,
                                          const Instance& instance);

}  // namespace fretsaw::modeltest
