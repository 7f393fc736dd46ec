// SPDX-License-Identifier: MIT
// Black-box testing: every valid input of a method, the method called with it, and its contract held against
// what that did.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/judge.hpp"
#include "cpp/code/program_cache.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/search/coordinator.hpp"
#include "cpp/space/child/space.hpp"
#include "cpp/space/object_graph.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"
#include "fretsaw/limits.hpp"
#include "fretsaw/methods.hpp"

namespace fretsaw::call {

struct MethodProgram;
struct MethodSubjects;

struct CheckRequest {
  code::CodeRequest code;
  std::vector<std::string> methods;      // none: all that have a contract
  std::optional<std::string> only{};     // of these; the others are only in the same programs
  std::optional<std::string> predicate;  // takes the place of the invariant of its class

  Bounds bounds{.size = 3};
  std::optional<int>
      first_size{};  // that one comes first, then the next, up to bounds.size, until something fails
  std::optional<std::string> finitization;  // a file
  std::vector<std::string> purposes;        // "{ … }"
  std::vector<std::string> ignored;  // "Node::color": fields that are as constructed, and never looked at

  bool describes_all = false;  // inputs that pass are told of as well, as counterexamples without a failure

  bool keeps_going = false;
  bool may_have_none = false;               // no valid input is no contradiction: larger bounds come next
  std::optional<std::uint64_t> only_input;  // from 1: the others are not called with
  std::optional<std::uint64_t> counts;  // nothing is called: how many valid inputs are there, up to that + 1
  std::optional<std::uint64_t> sample;  // that many inputs, drawn at random from all
  std::uint64_t seed = 1;
  std::vector<std::string> known;  // inputs, as show_input() writes them: not run
  std::optional<TestKind> emits;   // counterexamples have a test
  bool sanitizes_addresses = false;
  bool sanitizes_undefined = false;
  double seconds_per_input = 1;
  unsigned workers = 1;
  SearchPart part;                  // of the inputs
  std::size_t per_block = 1 << 16;  // inputs, as they are found, that are then called with smaller ones first
  bool use_cache = true;
  std::optional<std::string> checkpoint{};  // a file; one that exists is gone on from
  std::string identity{};                   // of all that decides; kept in the checkpoint
  std::uint64_t most_kept = 10'000;         // counterexamples of each method that are kept there
  Limits limits;
  // What is read of the code, and the program that calls, if somebody has them (subjects_for, caller_for).
  std::shared_ptr<const MethodSubjects> subjects{};
  std::shared_ptr<const MethodProgram> caller{};
};

// Without any bound, the size is 3.
void set_default_size(CheckRequest& request);

// An input on which a method fails, with all that there is to see. Graphs begin with the frame: receiver and
// arguments.
struct Counterexample {
  std::uint64_t number = 0;  // among the inputs, from 1
  std::vector<Failure> failures;
  space::ObjectGraph before;
  std::optional<space::ObjectGraph> after;  // if it came back
  std::optional<space::GraphValue> result;  // in `after`
  std::string thrown;
  std::vector<std::string> deleted;  // names of objects
  std::string output;                // what it has printed, the beginning of it
  std::string test;                  // C++ that fails the same way (emit.hpp); if that is wanted
};

struct MethodReport {
  std::string method;        // "SearchTree::remove(int)"
  std::uint64_t inputs = 0;  // that were called with
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t excluded = 0;  // failed, and were known to
  std::uint64_t waiting = 0;   // while it runs: were found, and have not been called with
  std::uint64_t valid = 0;  // if none or only one of them is called with: how many there are (up to that one)
  std::optional<std::uint64_t> sampled_from{};
  std::optional<double> fraction{};  // of the search for inputs that is done, if that is known
  bool complete = false;
  Stop stop = Stop::None;
};

struct CheckListener {
  std::function<void(int size)> begins_size{};  // of several
  std::function<void(const std::string& method)> started;
  // For each method, before any is started: bounds of the request that concern other methods only.
  std::function<void(const std::string& method, const std::vector<std::string>& bounds)> set_aside{};
  std::function<void(const Counterexample&)> counterexample;
  std::function<void(const MethodReport&)> finished;
  // One of several methods cannot be checked; the others are. Without this, such an error ends the check.
  std::function<void(const std::string& method, const Diagnostic& why)> refused{};
  std::function<void(const MethodReport& so_far)> progress;
  std::function<void(const std::string& digest)> program;  // that calls
  std::function<void(const std::string& doubt)> doubt;     // what inputs may lack, as a sentence
  std::function<void(const Diagnostic&)> warning{};        // what is odd about a clause
  code::Note note;
  // Everything has been told that earlier runs had told: so many inputs were called with then.
  std::function<void(std::uint64_t inputs)> continued{};
};

// An input as text that is the same for isomorphic inputs.
std::string show_input(const space::ObjectGraph& before);

// What check() reads of the code.
Result<std::shared_ptr<const MethodSubjects>> subjects_for(const CheckRequest& request,
                                                           const code::Note& note);
// The program that check() calls the methods in.
Result<std::shared_ptr<const MethodProgram>> caller_for(const CheckRequest& request, const code::Note& note);

// One method after the other. Stops at the first failure of each, unless it keeps going.
Status check(const CheckRequest& request, const CheckListener& listener);

}  // namespace fretsaw::call
