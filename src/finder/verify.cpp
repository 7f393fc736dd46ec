// SPDX-License-Identifier: MIT
#include "finder/verify.hpp"

#include <fmt/format.h>

#include "finder/witnessed.hpp"
#include "relational/evaluator.hpp"

namespace fretsaw {

struct Verifier::State {
  State(const Problem& original, const std::vector<Skolem>& skolems)
      : bounds(original.bounds), witnessed(with_witnesses(original, skolems)), evaluator(witnessed.problem) {}

  std::vector<Bound> bounds;
  WitnessedProblem witnessed;
  Evaluator evaluator;
};

Verifier::Verifier(const Problem& problem, const std::vector<Skolem>& skolems)
    : state_(std::make_unique<State>(problem, skolems)) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

Status Verifier::verify(const Instance& instance, const std::vector<Witness>& witnesses) {
  const auto defect = [](const std::string& what) {
    return input_error(fmt::format("internal error: {}", what), "this is a defect of Fretsaw; please report the model");
  };
  for (const Bound& bound : state_->bounds) {
    const TupleSet& value = instance[bound.relation];
    if (!value.includes(bound.lower) || !bound.upper.includes(value)) {
      return defect(fmt::format("the value found for '{}' is outside its bounds", bound.relation.name()));
    }
  }
  const auto holds = [&] {
    if (witnesses.empty()) return state_->evaluator.holds(instance);
    Instance extended = instance;
    for (std::size_t i = 0; i < witnesses.size(); ++i) {
      extended.values().emplace_back(state_->witnessed.constants[i], witnesses[i].value);
    }
    return state_->evaluator.holds(extended);
  }();
  if (holds == Truth::TooLarge) return defect("an instance is too large to evaluate");
  if (holds == Truth::False) {
    const auto& formula = state_->witnessed.problem.formulas[state_->evaluator.first_failure()];
    return defect(fmt::format("the instance found does not satisfy '{}'", to_string(formula)));
  }
  return Done{};
}

}  // namespace fretsaw
