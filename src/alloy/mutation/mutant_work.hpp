// SPDX-License-Identifier: MIT
// What is to be done for the mutants of a run, as units of work (work/unit.hpp). The first choice is a block,
// which is judged; the second is one of its mutants, which is held against the tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/mutation/mutation_run.hpp"
#include "work/worker_pool.hpp"

namespace fretsaw::mutation {

struct MutantResult {
  std::vector<EquivalenceResult> compared;  // of a block, by member; fewer if a limit was reached
  std::vector<std::size_t> killers;         // of a mutant
  StopReason stop = StopReason::None;
  std::optional<Diagnostic> error;
};

using MutantQueue = work::Queue<MutantResult>;
using MutantPool = work::WorkerPool<MutantResult>;

// The same of a run in every process. Everything outlives it; for several threads.
class MutantWork {
 public:
  // Without a scorer mutants are only judged.
  MutantWork(const MutationRun& run, const EquivalenceOptions& comparison_options, const Scorer* scorer)
      : run_(run),
        equivalence_options_(comparison_options),
        scorer_(scorer),
        blocks_(blocks_of(*run.mutants)) {}

  const std::vector<Block>& blocks() const { return blocks_; }
  const Scorer* scorer() const { return scorer_; }
  std::vector<work::PlacedUnit> placed_units() const;
  bool belongs_to(const work::Unit& unit) const;

  // Nothing: the unit is a block, to be judged.
  std::optional<std::size_t> mutant_of(const work::Unit& unit) const;
  const Block& block_of(const work::Unit& unit) const { return blocks_[unit.path.front().index]; }

  MutantPool::Answer answer(const work::Unit& unit, const Budget& budget) const;
  // With the units that follow from a result.
  MutantPool::Answer follow_up(const work::Unit& unit, MutantResult result) const;

 private:
  const MutationRun& run_;
  const EquivalenceOptions& equivalence_options_;
  const Scorer* scorer_;
  std::vector<Block> blocks_;
};

// Does all of it, on threads here and in processes elsewhere, and puts the results into the run; continues
// from the checkpoint of the options and keeps one.
class RemoteMutants;
Status run_all_units(MutationRun& run, const MutantWork& work, const MutationOptions& options,
                     const Budget& budget, const std::vector<std::unique_ptr<RemoteMutants>>& remotes);

// How far the mutants of a run are judged and scored, in a file (work/checkpoint.hpp).

// By mutant: is what the run says of it final?
struct WorkState {
  std::vector<bool> compared;
  std::vector<bool> scored;
};

// What is left to do, and the results so far in the run; nothing if there is no such file yet. Refuses one
// that is damaged or belongs to another run.
Result<std::optional<std::vector<work::PlacedUnit>>> read_work_state(const std::string& path,
                                                                     const std::string& identity,
                                                                     MutationRun& run, const MutantWork& work,
                                                                     WorkState& state);
Status write_work_state(const std::string& path, const std::string& identity, const MutationRun& run,
                        const WorkState& state, std::vector<work::PlacedUnit> rest);

}  // namespace fretsaw::mutation
