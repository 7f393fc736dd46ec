// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "alloy/mutation/mutant_work.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::mutation {

namespace {

using Json = nlohmann::json;

void read_totals(const JsonCursor<Json>& totals, MutationRun& run, WorkState& state) {
  const auto mutant_in = [&](const JsonCursor<Json>& each) {
    const auto mutant = each[0].integer<std::size_t>();
    if (mutant >= run.results.all.size()) each[0].refuse("the number of a mutant");
    return mutant;
  };
  totals["judged"].each([&](const auto& each) {
    const std::size_t mutant = mutant_in(each);
    if (!each.good()) return;
    EquivalenceResult& equivalence = run.results.all[mutant];
    equivalence.state =
        static_cast<Equivalence>(each[1].template integer<int>(0, static_cast<int>(Equivalence::Undecided)));
    equivalence.why = each[2].text();
    equivalence.solved = each[3].boolean();
    equivalence.test_text = each[4].text();
    state.compared[mutant] = true;
  });
  totals["scored"].each([&](const auto& each) {
    const std::size_t mutant = mutant_in(each);
    if (!each.good()) return;
    if (!run.score || !state.compared[mutant]) return each.refuse("a mutant that is judged, and tests");
    auto& killers = run.score->killers[mutant];
    killers.clear();
    each[1].each([&](const auto& test) {
      killers.push_back(test.template integer<std::size_t>());
      if (killers.back() >= run.score->tests.size()) test.refuse("the number of a test");
    });
    run.score->reached[mutant] = true;
    state.scored[mutant] = true;
  });
}

}  // namespace

Result<std::optional<std::vector<work::PlacedUnit>>> read_work_state(const std::string& path,
                                                                     const std::string& identity,
                                                                     MutationRun& run, const MutantWork& work,
                                                                     WorkState& state) {
  auto read = work::read_checkpoint(path, identity);
  if (!read) return read.error();
  if (!*read) return std::optional<std::vector<work::PlacedUnit>>();
  JsonSchemaError schema_error;
  read_totals(JsonCursor((*read)->totals, schema_error), run, state);
  if (schema_error.message) return work::damaged_checkpoint(path);
  const auto fits = [&](const work::PlacedUnit& placed_unit) {
    if (!work.belongs_to(placed_unit.unit)) return false;
    const auto mutant = work.mutant_of(placed_unit.unit);
    return !mutant || (state.compared[*mutant] && !state.scored[*mutant]);
  };
  if (!std::ranges::all_of((*read)->rest, fits)) return work::damaged_checkpoint(path);
  return std::optional(std::move((*read)->rest));
}

Status write_work_state(const std::string& path, const std::string& identity, const MutationRun& run,
                        const WorkState& state, std::vector<work::PlacedUnit> rest) {
  Json compared = Json::array();
  Json scored = Json::array();
  for (std::size_t i = 0; i < state.compared.size(); ++i) {
    const EquivalenceResult& equivalence = run.results.all[i];
    if (state.compared[i])
      compared.push_back({i, static_cast<int>(equivalence.state), equivalence.why, equivalence.solved,
                          killing_test(run, i)});
    if (state.scored[i]) scored.push_back({i, run.score->killers[i]});
  }
  return work::write_checkpoint(
      path, {identity, {{"judged", std::move(compared)}, {"scored", std::move(scored)}}, std::move(rest)});
}

}  // namespace fretsaw::mutation
