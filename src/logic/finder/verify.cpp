// SPDX-License-Identifier: MIT
#include "logic/finder/verify.hpp"

#include <fmt/format.h>

#include <optional>

#include "logic/finder/witnessed.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw {

struct Verifier::State {
  State(const Problem& original, const std::vector<Skolem>& constants, std::size_t tried_sets)
      : problem(original), skolems(constants), evaluator(problem, {.set_variable = tried_sets}) {}

  Truth holds(const Instance& instance, Budget& budget) { return evaluator.holds(instance, budget); }

  Truth holds_by_witnesses(const Instance& instance, const std::vector<Witness>& witnesses, Budget& budget) {
    if (!witnessed) {
      witnessed = with_witnesses(problem, skolems);
      witnessed_evaluator.emplace(witnessed->problem, EvaluatorLimits{}, witnessed->choices);
    }
    Instance extended = instance;
    for (std::size_t i = 0; i < witnesses.size(); ++i) {
      extended.values().emplace_back(witnessed->constants[i], witnesses[i].value);
    }
    return witnessed_evaluator->holds(extended, budget);
  }

  Problem problem;
  std::vector<Skolem> skolems;
  Evaluator evaluator;
  std::optional<WitnessedProblem> witnessed;
  std::optional<Evaluator> witnessed_evaluator;
};

Verifier::Verifier(const Problem& problem, const std::vector<Skolem>& skolems, std::size_t tried_sets)
    : state_(std::make_unique<State>(problem, skolems, tried_sets)) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

Status Verifier::verify(const Instance& instance, const std::vector<Witness>& witnesses, Budget& budget) {
  const auto defect = [](const std::string& what) {
    return input_error(fmt::format("internal error: {}", what),
                       "this is a defect of Fretsaw; please report the model");
  };
  for (const Bound& bound : state_->problem.bounds) {
    const TupleSet& value = instance[bound.relation];
    if (!value.includes(bound.lower) || !bound.upper.includes(value)) {
      return defect(fmt::format("the value found for '{}' is outside its bounds", bound.relation.name()));
    }
  }
  const Truth direct = state_->holds(instance, budget);
  if (direct == Truth::False) return defect("the instance found does not satisfy the formulas");
  // What holds with its witnesses holds, so either answer suffices; but a wrong witness must not be shown.
  const Truth shown = witnesses.empty() ? direct : state_->holds_by_witnesses(instance, witnesses, budget);
  if (shown == Truth::False) return defect("a witness found for a quantifier is none");
  if (direct == Truth::TooLarge && shown == Truth::TooLarge)
    return input_error("an instance was found, but it is too large to be evaluated");
  return Done{};
}

}  // namespace fretsaw
