// SPDX-License-Identifier: MIT
// The progress of a check, in a file (work/checkpoint.hpp): the finished methods; of the current one, the counts,
// the block of inputs that are not all run, and the position in the stream of inputs. Counterexamples are stored,
// too, so that a resumed run reports everything that a single run would.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/check.hpp"
#include "cpp/inputs/inputs.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::call {

// One method, as the checkpoint has it.
struct MethodProgress {
  MethodReport report;
  std::vector<std::string> kept;  // counterexamples, the first of them, as counterexample_text() writes them
  bool is_done = false;

  // If it is not done:
  std::vector<std::uint32_t> block;  // the inputs of this block as they were found, one after the other
  std::uint64_t found = 0;           // how many these are
  std::uint64_t called = 0;          // of these, in the order in which they are called with
  std::uint64_t seen = 0;            // inputs that were found, in all
  std::optional<work::Position> position{};  // none: the beginning
};

// A counterexample with everything to show, in letters and digits.
std::string counterexample_text(const Counterexample& counterexample);
std::optional<Counterexample> counterexample_from(std::string_view text);

class CheckCheckpoint {
 public:
  // Without a file, nothing is kept.
  CheckCheckpoint(const CheckRequest& request, const std::string& fingerprint)
      : path_(request.checkpoint),
        fingerprint_(fingerprint),
        max_counterexamples_(request.max_counterexamples) {}

  bool is_kept() const { return path_.has_value(); }

  // Resumes from the file if it exists, else writes it, so that errors come early. Repeats the results of earlier
  // runs to the listener.
  Status open(const CheckListener& listener);

  std::size_t done() const { return methods_.size() - (is_under_way() ? 1 : 0); }  // methods
  bool is_under_way() const { return !methods_.empty() && !methods_.back().is_done; }
  MethodProgress& current() { return methods_.back(); }

  void begin();  // the next method, unless it is under way
  void keep(const Counterexample& found);
  bool is_due() const { return path_ && clock_.is_due(); }
  Status save(work::Position position);
  Status finish(const MethodReport& report);
  void give_up() { methods_.pop_back(); }  // the method that is under way

  Diagnostic damaged() const { return work::damaged_checkpoint(*path_); }

 private:
  Status write(std::vector<work::PlacedUnit> rest);

  std::optional<std::string> path_;
  std::string fingerprint_;
  std::uint64_t max_counterexamples_;
  std::vector<MethodProgress> methods_;
  work::CheckpointClock clock_;
};

}  // namespace fretsaw::call
