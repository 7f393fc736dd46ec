// SPDX-License-Identifier: MIT
#include "mutation/work_state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "work/checkpoint.hpp"

namespace fretsaw::mutation {

namespace {

using Json = nlohmann::json;

// Throws what nlohmann throws, or std::out_of_range.
void read_totals(const Json& totals, MutationRun& run, WorkState& state) {
  for (const Json& each : totals.at("judged")) {
    const std::size_t mutant = each.at(0);
    Judgement& judgement = run.judgements.all.at(mutant);
    const int number = each.at(1);
    if (number < 0 || number > static_cast<int>(Equivalence::Undecided)) throw std::out_of_range("state");
    judgement.state = static_cast<Equivalence>(number);
    judgement.why = each.at(2);
    judgement.solved = each.at(3);
    judgement.test_text = each.at(4);
    state.judged[mutant] = true;
  }
  for (const Json& each : totals.at("scored")) {
    const std::size_t mutant = each.at(0);
    if (!run.score || !state.judged.at(mutant)) throw std::out_of_range("scored");
    run.score->killers[mutant] = each.at(1).get<std::vector<std::size_t>>();
    for (const std::size_t test : run.score->killers[mutant]) static_cast<void>(run.score->tests.at(test));
    run.score->reached[mutant] = true;
    state.scored[mutant] = true;
  }
}

}  // namespace

Result<std::optional<std::vector<work::Piece>>> read_work_state(const std::string& path,
                                                                const std::string& identity, MutationRun& run,
                                                                const MutantWork& work, WorkState& state) {
  auto read = work::read_checkpoint(path, identity);
  if (!read) return read.error();
  if (!*read) return std::optional<std::vector<work::Piece>>();
  try {
    read_totals((*read)->totals, run, state);
  } catch (const std::exception&) {
    return work::damaged_checkpoint(path);
  }
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
