// SPDX-License-Identifier: MIT
#include "finder/verify.hpp"

#include <fmt/format.h>

#include <optional>

#include "finder/witnessed.hpp"
#include "relational/evaluator.hpp"

namespace fretsaw {

namespace {

// Beyond this many tuples in the domain of a variable that stands for sets, its witness is looked at instead
// of all sets.
constexpr std::size_t kTriedSets = 8;

}  // namespace

struct Verifier::State {
  State(const Problem& original, const std::vector<Skolem>& constants)
      : problem(original), skolems(constants), evaluator(problem, {.set_variable = kTriedSets}) {}

  Truth holds(const Instance& instance, const std::vector<Witness>& witnesses) {
    const Truth direct = evaluator.holds(instance);
    return direct == Truth::TooLarge && !witnesses.empty() ? holds_by_witnesses(instance, witnesses) : direct;
  }

  Truth holds_by_witnesses(const Instance& instance, const std::vector<Witness>& witnesses) {
    if (!witnessed) {
      witnessed = with_witnesses(problem, skolems);
      witnessed_evaluator.emplace(witnessed->problem);
    }
    Instance extended = instance;
    for (std::size_t i = 0; i < witnesses.size(); ++i) {
      extended.values().emplace_back(witnessed->constants[i], witnesses[i].value);
    }
    return witnessed_evaluator->holds(extended);
  }

  Problem problem;
  std::vector<Skolem> skolems;
  Evaluator evaluator;
  std::optional<WitnessedProblem> witnessed;
  std::optional<Evaluator> witnessed_evaluator;
};

Verifier::Verifier(const Problem& problem, const std::vector<Skolem>& skolems)
    : state_(std::make_unique<State>(problem, skolems)) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

Status Verifier::verify(const Instance& instance, const std::vector<Witness>& witnesses) {
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
  switch (state_->holds(instance, witnesses)) {
    case Truth::True:
      return Done{};
    case Truth::TooLarge:
      return input_error("an instance was found, but it is too large to be evaluated");
    case Truth::False:
      return defect("the instance found does not satisfy the formulas");
  }
  return Done{};
}

}  // namespace fretsaw
