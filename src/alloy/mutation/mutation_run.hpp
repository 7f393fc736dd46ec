// SPDX-License-Identifier: MIT
// All of one invocation: the mutants of a model, which of them are equivalent, and which of the others tests
// kill.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alloy/mutation/equivalence.hpp"
#include "alloy/mutation/score.hpp"

namespace fretsaw::mutation {

struct MutationOptions {
  std::string operators = "all";  // as `choose_operators` reads them
  bool assertions = false;
  bool strict = false;
  SourcePtr scope;  // as after `for`; null: that of the model's first command, or 3
  modeltest::StageOptions stage{};
  model::LoadOptions load;
  std::size_t threads = 1;
  SearchPart part{};                      // mutants are dealt out in turn
  std::optional<std::string> checkpoint;  // a file; one that exists is continued from
  std::string identity;                   // of everything that the run depends on; kept in the checkpoint
  bool shares = false;                    // with processes elsewhere
  std::function<void(std::size_t mutants)> begins = [](std::size_t) {};  // when the mutants are known
  std::function<void()> progress = [] {};                                // one of them was judged, or scored
};

// How many mutants there are of each kind.
struct Tally {
  std::size_t mutants = 0;  // valid and different from each other
  std::size_t invalid = 0;
  std::size_t equivalent = 0;
  std::size_t different = 0;
  std::size_t undecided = 0;
  std::size_t killed = 0;

  // Of those that are not equivalent; 1 if there are none.
  double score() const {
    return different == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(different);
  }
};

struct MutationRun {
  std::unique_ptr<Mutants> mutants;
  alloy::Command scope;
  std::string scope_text;        // "3", "exactly 4 Queen"
  bool scope_was_chosen = true;  // by the user or a command; else it is the default
  EquivalenceResults results;
  std::optional<Score> score;

  std::vector<std::size_t> numbers;  // of the mutants among those of all parts, from 0
  std::size_t resumed_count = 0;     // mutants that an earlier run had judged already

  bool killed(std::size_t mutant) const { return score && !score->killers[mutant].empty(); }
  bool survived(std::size_t mutant) const;

  Tally total() const;
  std::vector<std::pair<std::string, Tally>> by_operator() const;   // those that were asked for
  std::vector<std::pair<std::string, Tally>> by_paragraph() const;  // in the order of the text
  // The first limit that was reached, and how many mutants were not judged or not scored because of it.
  StopReason stop() const;
  std::size_t not_reached() const;

  std::vector<const Operator*> operators;
};

// The set of 2018 is followed to the letter: scope 3 whatever the commands say, mutants that read the same
// are counted each, facts of sigs stay as they are, a predicate is compared where the model's own facts hold,
// and integers are atoms only if a field may hold them. No tests: no score.
Result<MutationRun> run_mutation(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                                 const MutationOptions& options);

// A test that kills the mutant, as text to paste, named after its number, that of an assertion in the short
// form; empty if there is none.
std::string killing_test(const MutationRun& run, std::size_t mutant);
std::string killing_test(const MutationRun& run, std::size_t mutant, const EquivalenceResult& equivalence);

// The first half of a run: mutants and scope, but nothing is judged. Throws LimitReached.
Result<MutationRun> prepare_mutation(const SourcePtr& model, const MutationOptions& options, Budget& budget);
// Of all that was read for it, and of what was made of that.
std::string fingerprint(const MutationRun& run);
EquivalenceOptions equivalence_options(const MutationRun& run, const MutationOptions& options);
ScoreOptions scoring_options(const MutationOptions& options);

}  // namespace fretsaw::mutation
