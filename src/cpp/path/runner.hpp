// SPDX-License-Identifier: MIT
// One running test process, and the messages with it (see child/wire.hpp).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "cpp/guest/guest.hpp"
#include "cpp/path/child/wire.hpp"
#include "cpp/path/input_model.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::path {

// What one run was; valid until the next one.
struct Trace {
  bool is_valid = false;  // else there was no call
  guest::Termination how = guest::Termination::Returned;
  std::span<const Node> nodes;
  std::span<const Event> valid_events;
  std::span<const Event> call_events;
  std::span<const std::uint8_t> outcomes;
  std::span<const std::uint8_t> functions;
  std::vector<std::string> names;  // of functions and variables that are not followed
  std::uint32_t losses[16] = {};   // by TrackingLoss
  std::uint32_t valid_losses = 0;
  std::uint32_t mismatches = 0;
  std::uint32_t overflows = 0;
  bool is_undecided = false;  // treated as invalid because the preconditions exceeded a limit
};

class Runner {
 public:
  // Starts the program and waits for its description, or for its error.
  static Result<Runner> start(const std::vector<std::string>& command, const work::ProcessLimits& process,
                              const Limits& limits);

  const std::string& space() const { return space_; }
  const std::string& cells() const { return cells_; }
  const std::string& branches() const { return branches_; }

  // Throws LimitReached.
  Result<Trace> run(const InputWords& input, Budget& budget);

 private:
  explicit Runner(guest::Guest guest) : guest_(std::move(guest)) {}

  guest::Guest guest_;
  std::string space_, cells_, branches_;
  std::string content_;
};

}  // namespace fretsaw::path
