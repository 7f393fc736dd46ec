// SPDX-License-Identifier: MIT
#include "alloy/mutation/mutant_work.hpp"

#include <algorithm>

#include "alloy/mutation/remote_mutants.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::uint32_t kBlockVariable = 0;
constexpr std::uint32_t kMemberVariable = 1;

// Takes results in their order.
class MutationLedger {
 public:
  MutationLedger(MutationRun& run, const MutantWork& work, const MutationOptions& options)
      : run_(run), work_(work), options_(options) {
    run.results.all.resize(run.mutants->all.size());
    state_.compared.resize(run.mutants->all.size());
    state_.scored.resize(run.mutants->all.size());
    if (work.scorer() == nullptr) return;
    run.score.emplace();
    run.score->tests = work.scorer()->names();
    run.score->killers.resize(run.mutants->all.size());
    run.score->reached.resize(run.mutants->all.size());
  }

  const std::optional<Diagnostic>& error() const { return error_; }

  // What is left to do.
  Result<std::vector<work::PlacedUnit>> begin() {
    if (!options_.checkpoint) return work_.placed_units();
    auto earlier = read_work_state(*options_.checkpoint, options_.identity, run_, work_, state_);
    if (!earlier) return earlier.error();
    if (!*earlier) return work_.placed_units();
    for (const auto& compared : state_.compared) run_.resumed_count += compared ? 1 : 0;
    for (std::size_t i = 0; i < run_.resumed_count; ++i) options_.progress();
    return **std::move(earlier);
  }

  // False if that was the end.
  bool take(const MutantQueue::QueueEntry& front) {
    const MutantResult& result = front.result;
    error_ = result.error;
    if (error_) return false;
    const auto mutant = work_.mutant_of(front.placed_unit.unit);
    const bool is_whole = result.stop == StopReason::None;
    if (!is_whole) stop_at(result.stop);
    if (mutant && is_whole) {
      run_.score->killers[*mutant] = result.killers;
      run_.score->reached[*mutant] = true;
      state_.scored[*mutant] = true;
    } else if (!mutant) {
      const Block& block = work_.block_of(front.placed_unit.unit);
      for (std::size_t i = 0; i < result.compared.size(); ++i) {
        run_.results.all[block.members[i]] = result.compared[i];
        state_.compared[block.members[i]] = is_whole;
      }
    }
    return is_whole;
  }

  void stop_at(StopReason reason) {
    run_.results.stop = reason;
    if (run_.score) run_.score->stop = reason;
  }

  Status save(std::vector<work::PlacedUnit> rest) {
    if (!options_.checkpoint) return Success{};
    return clock_.time([&] {
      return write_work_state(*options_.checkpoint, options_.identity, run_, state_, std::move(rest));
    });
  }
  bool is_due() const { return options_.checkpoint && clock_.is_due(); }

 private:
  MutationRun& run_;
  const MutantWork& work_;
  const MutationOptions& options_;
  WorkState state_;
  std::optional<Diagnostic> error_;
  work::CheckpointClock clock_;
};

}  // namespace

std::vector<work::PlacedUnit> MutantWork::placed_units() const {
  std::vector<work::PlacedUnit> placed_units;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block)
    placed_units.push_back({work::Unit{{{kBlockVariable, block}}, 1, -1}, block});
  return placed_units;
}

bool MutantWork::belongs_to(const work::Unit& unit) const {
  if (unit.path.empty() || unit.path.size() > 2 || unit.floor != unit.path.size()) return false;
  if (unit.path[0].variable != kBlockVariable || unit.path[0].index >= blocks_.size()) return false;
  if (unit.path.size() == 1) return true;
  return scorer_ != nullptr && unit.path[1].variable == kMemberVariable &&
         unit.path[1].index < block_of(unit).members.size();
}

std::optional<std::size_t> MutantWork::mutant_of(const work::Unit& unit) const {
  if (unit.path.size() < 2) return std::nullopt;
  return block_of(unit).members[unit.path[1].index];
}

MutantPool::Answer MutantWork::answer(const work::Unit& unit, const Budget& budget) const {
  MutantResult result;
  if (const auto mutant = mutant_of(unit)) {
    Budget own = budget;
    try {
      result.killers = scorer_->killers(run_.mutants->all[*mutant].source, own);
      equivalence_options_.progress();
    } catch (const LimitReached& limit) {
      result.stop = limit.reason;
    }
    return {std::move(result), {}};
  }
  BlockResult compared = compare_block(*run_.mutants, block_of(unit), equivalence_options_, budget);
  result.compared = std::move(compared.all);
  result.stop = compared.stop;
  result.error = std::move(compared.error);
  return follow_up(unit, std::move(result));
}

MutantPool::Answer MutantWork::follow_up(const work::Unit& unit, MutantResult result) const {
  MutantPool::Answer answer{std::move(result), {}};
  if (scorer_ == nullptr || mutant_of(unit)) return answer;
  for (std::uint32_t i = 0; i < answer.result.compared.size(); ++i) {
    if (answer.result.compared[i].state == Equivalence::Different)
      answer.rest.push_back({{unit.path[0], {kMemberVariable, i}}, 2, -1});
    else
      equivalence_options_.progress();  // there is nothing to be held against the tests
  }
  return answer;
}

Status run_all_units(MutationRun& run, const MutantWork& work, const MutationOptions& options,
                     const Budget& budget, const std::vector<std::unique_ptr<RemoteMutants>>& remotes) {
  MutationLedger ledger(run, work, options);
  auto placed_units = ledger.begin();
  if (!placed_units) return placed_units.error();
  MutantQueue queue;
  queue.fill(*std::move(placed_units));
  // Whether it can be written is better known now than later.
  if (auto saved = ledger.save(queue.rest()); !saved) return saved;
  MutantPool pool(queue);
  for (std::size_t i = 0; i < std::max<std::size_t>(1, options.threads); ++i)
    pool.add([&](const work::Unit& unit) { return std::optional(work.answer(unit, budget)); });
  for (std::size_t i = 0; i < remotes.size(); ++i)
    pool.add([&, i](const work::Unit& unit) { return remotes[i]->answer(work, unit, options.progress); },
             1 + i / std::max<std::size_t>(1, options.threads));
  Budget own = budget;
  const auto poll = [&] {
    own.poll();
    if (!ledger.is_due()) return;
    if (auto saved = ledger.save(pool.rest()); !saved) throw saved.error();
  };
  try {
    pool.run([&](const MutantQueue::QueueEntry& front) { return ledger.take(front); }, poll,
             [&] {
               for (const auto& remote : remotes) remote->hang_up();
             });
  } catch (const LimitReached& limit) {
    ledger.stop_at(limit.reason);
  } catch (const Diagnostic& unsaved) {
    return unsaved;
  }
  if (ledger.error()) return *ledger.error();
  return ledger.save(queue.rest());
}

}  // namespace fretsaw::mutation
