// SPDX-License-Identifier: MIT
#include "alloy/modeltest/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw::modeltest {

const char* to_string(CoverageState covered) {
  switch (covered) {
    case CoverageState::No:
      return "missed";
    case CoverageState::Yes:
      return "covered";
    case CoverageState::Infeasible:
      return "infeasible";
    case CoverageState::Undecided:
      break;
  }
  return "undecided";
}

std::size_t Coverage::count(CoverageState state) const {
  return static_cast<std::size_t>(std::ranges::count(states_, state));
}

std::vector<std::size_t> Coverage::in_state(CoverageState state) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i] == state) result.push_back(i);
  }
  return result;
}

CoverageState Coverage::element(std::size_t element) const {
  CoverageState worst = CoverageState::Infeasible;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (requirements_->all[i].element != element) continue;
    if (states_[i] == CoverageState::No || states_[i] == CoverageState::Undecided) return states_[i];
    if (states_[i] == CoverageState::Yes) worst = CoverageState::Yes;
  }
  return worst;
}

RequirementMeter::RequirementMeter(const Requirements& requirements, Stage& stage) {
  for (const Requirement& requirement : requirements.all) {
    std::vector<const model::Variable*> none;
    questions_.push_back(stage.alone({requirement.formula}, none));
  }
}

bool RequirementMeter::meets(std::size_t requirement, const Instance& instance) {
  Question* const question = questions_[requirement];
  return question != nullptr && question->ask(instance) == Truth::True;
}

std::vector<std::size_t> RequirementMeter::met(const Instance& instance,
                                               const std::vector<std::size_t>& asked) {
  std::vector<std::size_t> result;
  for (const std::size_t requirement : asked) {
    if (meets(requirement, instance)) result.push_back(requirement);
  }
  return result;
}

std::vector<std::size_t> match(const Requirements& from, const Requirements& to) {
  const auto key = [](const Requirements& list, const Requirement& requirement) {
    const Element& element = list.elements[requirement.element];
    const Span& place = element.places.front();
    return fmt::format("{}:{}-{} {} {}", place.source ? place.source->name() : "", place.begin, place.end,
                       static_cast<int>(element.kind), requirement.what);
  };
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < to.all.size(); ++i) places.emplace(key(to, to.all[i]), i);
  std::vector<std::size_t> result;
  for (const Requirement& requirement : from.all) {
    const auto found = places.find(key(from, requirement));
    result.push_back(found == places.end() ? kNone : found->second);
  }
  return result;
}

}  // namespace fretsaw::modeltest
