// SPDX-License-Identifier: MIT
// How far the mutants of a run are judged and scored, in a file (work/checkpoint.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/mutation/mutant_work.hpp"

namespace fretsaw::mutation {

// By mutant: is what the run says of it final?
struct WorkState {
  std::vector<bool> judged;
  std::vector<bool> scored;
};

// What is left to do, and the results so far in the run; nothing if there is no such file yet. Refuses one
// that is damaged or belongs to another run.
Result<std::optional<std::vector<work::Piece>>> read_work_state(const std::string& path,
                                                                const std::string& identity, MutationRun& run,
                                                                const MutantWork& work, WorkState& state);
Status write_work_state(const std::string& path, const std::string& identity, const MutationRun& run,
                        const WorkState& state, std::vector<work::Piece> rest);

}  // namespace fretsaw::mutation
