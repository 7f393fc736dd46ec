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
    if (mutant >= run.judgements.all.size()) each[0].refuse("the number of a mutant");
    return mutant;
  };
  totals["judged"].each([&](const auto& each) {
    const std::size_t mutant = mutant_in(each);
    if (!each.good()) return;
    Judgement& judgement = run.judgements.all[mutant];
    judgement.state =
        static_cast<Equivalence>(each[1].template integer<int>(0, static_cast<int>(Equivalence::Undecided)));
    judgement.why = each[2].text();
    judgement.solved = each[3].boolean();
    judgement.test_text = each[4].text();
    state.judged[mutant] = true;
  });
  totals["scored"].each([&](const auto& each) {
    const std::size_t mutant = mutant_in(each);
    if (!each.good()) return;
    if (!run.score || !state.judged[mutant]) return each.refuse("a mutant that is judged, and tests");
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

Result<std::optional<std::vector<work::Piece>>> read_work_state(const std::string& path,
                                                                const std::string& identity, MutationRun& run,
                                                                const MutantWork& work, WorkState& state) {
  auto read = work::read_checkpoint(path, identity);
  if (!read) return read.error();
  if (!*read) return std::optional<std::vector<work::Piece>>();
  JsonComplaint complaint;
  read_totals(JsonCursor((*read)->totals, complaint), run, state);
  if (complaint.message) return work::damaged_checkpoint(path);
  const auto fits = [&](const work::Piece& piece) {
    if (!work.belongs_to(piece.unit)) return false;
    const auto mutant = work.mutant_of(piece.unit);
    return !mutant || (state.judged[*mutant] && !state.scored[*mutant]);
  };
  if (!std::ranges::all_of((*read)->rest, fits)) return work::damaged_checkpoint(path);
  return std::optional(std::move((*read)->rest));
}

Status write_work_state(const std::string& path, const std::string& identity, const MutationRun& run,
                        const WorkState& state, std::vector<work::Piece> rest) {
  Json judged = Json::array();
  Json scored = Json::array();
  for (std::size_t i = 0; i < state.judged.size(); ++i) {
    const Judgement& judgement = run.judgements.all[i];
    if (state.judged[i])
      judged.push_back(
          {i, static_cast<int>(judgement.state), judgement.why, judgement.solved, killing_test(run, i)});
    if (state.scored[i]) scored.push_back({i, run.score->killers[i]});
  }
  return work::write_checkpoint(
      path, {identity, {{"judged", std::move(judged)}, {"scored", std::move(scored)}}, std::move(rest)});
}

}  // namespace fretsaw::mutation
