// SPDX-License-Identifier: MIT
// Every instance of a command, a harness run on it, and what that gave judged.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpp/harness/postcondition.hpp"
#include "cpp/harness/runner.hpp"
#include "fretsaw/check_model.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw::harness {

struct CheckProgress {
  std::uint64_t inputs = 0;  // that were run
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t resumed_count = 0;  // of the inputs, by an earlier run
  std::uint64_t valid = 0;          // if only one of them is run: how many there are up to that one
  bool complete = false;
  StopReason stop = StopReason::None;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places{};  // at the end; as Instances has them
};

// Where it is kept how far a check got, besides the stream of instances: the numbers, and what has been
// reported.
struct CheckRecord {
  std::string file;
  std::string identity;  // of everything that decides what is run
  // Nothing of it may get lost from now on. Nothing if some already did: the last checkpoint stays, so that
  // it comes again.
  std::function<std::optional<std::string>()> reported;
  std::function<bool(const std::string&)>
      was_reported;  // by an earlier run; false: that is not what reported() says
};

struct CheckListener {
  std::function<void(const ModelCounterexample&)> counterexample{};
  std::function<void(const CheckProgress&)> progress{};
  std::function<void(const Diagnostic&)> warning{};
  std::function<void(const std::string&)> note{};
};

// Stops at the first failure unless the options say otherwise. Errors: in the command, or in the harness; a
// limit is part of the answer. Of the counterexamples, those after the first `max_counterexamples` come without reasons
// for which a postcondition is false.
Result<CheckProgress> check(const Command& command, Postcondition& postcondition, Runner& runner,
                            const ModelCheckOptions& options, const CheckListener& listener,
                            const CheckRecord* record = nullptr);

// What became of an instance, other than results.
CheckFailure failure_of(const guest::TerminationRecord& end);

}  // namespace fretsaw::harness
