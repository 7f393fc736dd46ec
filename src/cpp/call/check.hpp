// SPDX-License-Identifier: MIT
// Black-box testing: calls a method with every valid input, and checks the effects against its contract.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/contract_checker.hpp"
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
  std::vector<std::string> methods;          // none: those of methods_of_header()
  bool takes_all = false;                    // without a contract as well, where others have one
  std::optional<std::string> only_method{};  // of these; the others are only in the same programs
  std::optional<std::string> predicate;      // replaces the invariant of its class

  Bounds bounds{.size = 3};
  std::optional<int> first_size{};               // the sizes from this one to bounds.size, until a failure
  std::optional<std::string> finitization;       // a file
  std::vector<std::string> extra_preconditions;  // "{ … }"
  std::vector<std::string>
      ignored;  // "Node::color": fields that keep their default values and are not compared

  bool describes_all = false;  // passing inputs are reported as well, as counterexamples without a failure

  bool keeps_going = false;
  bool may_have_none = false;                 // no valid input is not an error: larger bounds follow
  std::optional<std::uint64_t> input_number;  // run only this one (from 1)
  std::optional<std::uint64_t> count_limit;   // makes no calls: only counts the valid inputs, up to that + 1
  std::optional<std::uint64_t> sample;        // draw so many inputs at random
  std::uint64_t seed = 1;
  std::vector<std::string> known_inputs;  // inputs, as show_input() writes them: not run
  std::optional<TestKind> emits;          // write a test for each counterexample
  bool sanitizes_address = false;
  bool sanitizes_undefined = false;
  double input_timeout_seconds = 1;
  unsigned workers = 1;
  SearchPart part;                  // of the inputs
  std::size_t per_block = 1 << 16;  // inputs, as they are found, that are then called with smaller ones first
  bool use_cache = true;
  std::optional<std::string> checkpoint{};  // a file to resume from if it exists
  std::string identity{};  // of everything that affects the results; stored in the checkpoint
  std::uint64_t max_counterexamples = 10'000;  // counterexamples of each method that are stored there
  Limits limits;
  // The parsed code, and the program that calls, if they exist already (subjects_for, caller_for).
  std::shared_ptr<const MethodSubjects> subjects{};
  std::shared_ptr<const MethodProgram> caller{};
};

// Without any bound, sets the size to 3.
void set_default_size(CheckRequest& request);

// An input on which a method fails, with everything to show. Graphs begin with the frame: receiver and
// arguments.
struct Counterexample {
  std::uint64_t number = 0;  // among the inputs, from 1
  std::vector<Failure> failures;
  space::ObjectGraph before;
  std::optional<space::ObjectGraph> after;  // if the call returned
  std::optional<space::GraphValue> result;  // in `after`
  std::string thrown;
  std::vector<std::string> deleted;  // names of objects
  std::string output;                // the beginning of what the method printed
  std::string test;                  // C++ that fails the same way (emit.hpp), if requested
};

struct MethodReport {
  std::string method;        // "SearchTree::remove(int)"
  std::uint64_t inputs = 0;  // that were called with
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t excluded = 0;  // known failures, which were ignored
  std::uint64_t waiting = 0;   // while it runs: found, but not yet run
  std::uint64_t valid = 0;  // if none or only one of them is called with: how many there are (up to that one)
  std::optional<std::uint64_t> sampled_from{};
  std::optional<double> fraction{};  // of the search for inputs that is done, if that is known
  bool complete = false;
  StopReason stop = StopReason::None;
};

struct CheckListener {
  std::function<void(int size)> begins_size{};  // of several
  std::function<void(const std::string& method)> started;
  // For each method, before any is started: bounds of the request that concern other methods only.
  std::function<void(const std::string& method, const std::vector<std::string>& bounds)> add_unused_bounds{};
  // A method that was neither named nor has a contract, and cannot be called.
  std::function<void(const std::string& method, const Diagnostic& why)> skipped{};
  std::function<void(std::size_t count)> others{};  // so many functions without a contract are left out
  std::function<void(const std::string& sentence)> remark{};  // what was taken for granted
  std::function<void(const Counterexample&)> counterexample;
  std::function<void(const MethodReport&)> finished;
  // One of several methods cannot be checked; the others are. Without it, such an error ends the check.
  std::function<void(const std::string& method, const Diagnostic& why)> refused{};
  std::function<void(const MethodReport& report_so_far)> progress;
  std::function<void(const std::string& digest)> program;  // that calls
  std::function<void(const std::string& doubt)> doubt;     // which inputs may be missing, as a sentence
  std::function<void(const Diagnostic&)> warning{};        // a suspicious clause
  code::Note note;
  // The results of earlier runs have been repeated: so many inputs were run then.
  std::function<void(std::uint64_t inputs)> resumed{};
};

// An input as text that is the same for isomorphic inputs.
std::string show_input(const space::ObjectGraph& before);

// The code as check() reads it.
Result<std::shared_ptr<const MethodSubjects>> subjects_for(const CheckRequest& request,
                                                           const code::Note& note);
// The program that check() calls the methods in.
Result<std::shared_ptr<const MethodProgram>> caller_for(const CheckRequest& request, const code::Note& note);

// Checks one method after the other. Stops at the first failure of each, unless keeps_going.
Status check(const CheckRequest& request, const CheckListener& listener);

}  // namespace fretsaw::call
