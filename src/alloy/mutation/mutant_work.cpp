// SPDX-License-Identifier: MIT
#include "alloy/mutation/mutant_work.hpp"

#include <algorithm>

#include "alloy/mutation/remote_mutants.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::uint32_t kWhichBlock = 0;
constexpr std::uint32_t kWhichMember = 1;

// Takes results in their order.
class Ledger {
 public:
  Ledger(MutationRun& run, const MutantWork& work, const MutationOptions& options)
      : run_(run), work_(work), options_(options) {
    run.judgements.all.resize(run.mutants->all.size());
    state_.judged.resize(run.mutants->all.size());
    state_.scored.resize(run.mutants->all.size());
    if (work.scorer() == nullptr) return;
    run.score.emplace();
    run.score->tests = work.scorer()->names();
    run.score->killers.resize(run.mutants->all.size());
    run.score->reached.resize(run.mutants->all.size());
  }

  const std::optional<Diagnostic>& error() const { return error_; }

  // What is left to do.
  Result<std::vector<work::Piece>> begin() {
    if (!options_.checkpoint) return work_.pieces();
    auto earlier = read_work_state(*options_.checkpoint, options_.identity, run_, work_, state_);
    if (!earlier) return earlier.error();
    if (!*earlier) return work_.pieces();
    for (std::size_t i = 0; i < state_.judged.size(); ++i) run_.continued += state_.judged[i] ? 1 : 0;
    for (std::size_t i = 0; i < run_.continued; ++i) options_.progress();
    return **std::move(earlier);
  }

  // False if that was the end.
  bool take(const MutantQueue::Stretch& front) {
    const MutantResult& result = front.result;
    error_ = result.error;
    if (error_) return false;
    const auto mutant = work_.mutant_of(front.piece.unit);
    const bool is_whole = result.stop == Stop::None;
    if (!is_whole) stop_at(result.stop);
    if (mutant && is_whole) {
      run_.score->killers[*mutant] = result.killers;
      run_.score->reached[*mutant] = true;
      state_.scored[*mutant] = true;
    } else if (!mutant) {
      const Block& block = work_.block_of(front.piece.unit);
      for (std::size_t i = 0; i < result.judged.size(); ++i) {
        run_.judgements.all[block.members[i]] = result.judged[i];
        state_.judged[block.members[i]] = is_whole;
      }
    }
    return is_whole;
  }

  void stop_at(Stop reason) {
    run_.judgements.stop = reason;
    if (run_.score) run_.score->stop = reason;
  }

  Status save(std::vector<work::Piece> rest) {
    if (!options_.checkpoint) return Done{};
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

std::vector<work::Piece> MutantWork::pieces() const {
  std::vector<work::Piece> pieces;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block)
    pieces.push_back({work::Unit{{{kWhichBlock, block}}, 1, -1}, block});
  return pieces;
}

bool MutantWork::belongs_to(const work::Unit& unit) const {
  if (unit.path.empty() || unit.path.size() > 2 || unit.floor != unit.path.size()) return false;
  if (unit.path[0].variable != kWhichBlock || unit.path[0].index >= blocks_.size()) return false;
  if (unit.path.size() == 1) return true;
  return scorer_ != nullptr && unit.path[1].variable == kWhichMember &&
         unit.path[1].index < block_of(unit).members.size();
}

std::optional<std::size_t> MutantWork::mutant_of(const work::Unit& unit) const {
  if (unit.path.size() < 2) return std::nullopt;
  return block_of(unit).members[unit.path[1].index];
}

MutantCrew::Answer MutantWork::answer(const work::Unit& unit, const Budget& budget) const {
  MutantResult result;
  if (const auto mutant = mutant_of(unit)) {
    Budget own = budget;
    try {
      result.killers = scorer_->killers(run_.mutants->all[*mutant].source, own);
      judging_.progress();
    } catch (const LimitReached& limit) {
      result.stop = limit.reason;
    }
    return {std::move(result), {}};
  }
  JudgedBlock judged = judge_block(*run_.mutants, block_of(unit), judging_, budget);
  result.judged = std::move(judged.all);
  result.stop = judged.stop;
  result.error = std::move(judged.error);
  return followed_up(unit, std::move(result));
}

MutantCrew::Answer MutantWork::followed_up(const work::Unit& unit, MutantResult result) const {
  MutantCrew::Answer answer{std::move(result), {}};
  if (scorer_ == nullptr || mutant_of(unit)) return answer;
  for (std::uint32_t i = 0; i < answer.result.judged.size(); ++i) {
    if (answer.result.judged[i].state == Equivalence::Different)
      answer.rest.push_back({{unit.path[0], {kWhichMember, i}}, 2, -1});
    else
      judging_.progress();  // there is nothing to be held against the tests
  }
  return answer;
}

Status do_all(MutationRun& run, const MutantWork& work, const MutationOptions& options, const Budget& budget,
              const std::vector<std::unique_ptr<RemoteMutants>>& remotes) {
  Ledger ledger(run, work, options);
  auto pieces = ledger.begin();
  if (!pieces) return pieces.error();
  MutantQueue queue;
  queue.fill(*std::move(pieces));
  // Whether it can be written is better known now than later.
  if (auto saved = ledger.save(queue.rest()); !saved) return saved;
  MutantCrew crew(queue);
  for (std::size_t i = 0; i < std::max<std::size_t>(1, options.threads); ++i)
    crew.add([&](const work::Unit& unit) { return std::optional(work.answer(unit, budget)); });
  for (std::size_t i = 0; i < remotes.size(); ++i)
    crew.add([&, i](const work::Unit& unit) { return remotes[i]->answer(work, unit, options.progress); },
             1 + i / std::max<std::size_t>(1, options.threads));
  Budget own = budget;
  const auto look = [&] {
    own.look();
    if (!ledger.is_due()) return;
    if (auto saved = ledger.save(crew.rest()); !saved) throw saved.error();
  };
  try {
    crew.run([&](const MutantQueue::Stretch& front) { return ledger.take(front); }, look,
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
