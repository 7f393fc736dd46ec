// SPDX-License-Identifier: MIT
#include "sat/models.hpp"

namespace fretsaw::sat_test {

Model model_of(const ModelStream& stream, const Cnf& cnf) {
  Model model;
  model.reserve(static_cast<std::size_t>(cnf.primary));
  for (int variable = 1; variable <= cnf.primary; ++variable) model.push_back(stream.value(variable));
  return model;
}

std::vector<Model> all_models(ModelStream& stream, const Cnf& cnf) {
  Budget budget;
  std::vector<Model> models;
  while (stream.next(budget) == Step::Model) models.push_back(model_of(stream, cnf));
  return models;
}

std::uint64_t count_models(ModelStream& stream) {
  Budget budget;
  std::uint64_t models = 0;
  while (stream.next(budget) == Step::Model) ++models;
  return models;
}

// A budget looks at the clock only every so many polls, as many as an expired one takes to notice.
Budget budget_of_polls(int polls) {
  const Limits expired{.seconds = 1e-9};
  static const int polls_per_look = [&] {
    Budget budget(expired);
    int count = 1;
    while (!budget.exhausted()) ++count;
    return count;
  }();
  Budget budget(expired);
  for (int used = polls + 1; used < polls_per_look; ++used) budget.exhausted();
  return budget;
}

}  // namespace fretsaw::sat_test
