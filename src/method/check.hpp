// SPDX-License-Identifier: MIT
// Black-box testing: every valid input of a method, the method called with it, and its contract held against
// what that did.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cxx/program_cache.hpp"
#include "cxx/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "method/judge.hpp"
#include "predicate/object_graph.hpp"

namespace fretsaw::method {

struct CheckRequest {
  cxx::CodeRequest code;
  std::vector<std::string> methods;  // none: all that have a contract

  // Bounds.
  int size = 3;
  std::vector<std::string> objects;  // "Node=3"
  std::vector<std::string> values;   // "Node::key=1..3", "remove::key=1..3"
  std::optional<std::string> finitization;
  std::vector<std::string> purposes;  // "{ … }"

  bool keeps_going = false;
  std::optional<std::uint64_t> only_input;  // from 1
  std::optional<std::uint64_t> sample;      // that many inputs, drawn at random from all
  std::uint64_t seed = 1;
  std::vector<std::string> known;  // inputs, as show_input() writes them: not run
  bool sanitizes_addresses = false;
  bool sanitizes_undefined = false;
  double seconds_per_input = 1;
  unsigned workers = 1;
  bool use_cache = true;
  Limits limits;
};

// An input on which a method fails, with all that there is to see. Graphs begin with the frame: receiver and
// arguments.
struct Counterexample {
  std::uint64_t number = 0;  // among the inputs, from 1
  std::vector<Failure> failures;
  ObjectGraph before;
  std::optional<ObjectGraph> after;  // if it came back
  std::optional<GraphValue> result;  // in `after`
  std::string thrown;
  std::vector<std::string> deleted;  // names of objects
};

struct MethodReport {
  std::string method;  // "SearchTree::remove(int)"
  std::uint64_t inputs = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t excluded = 0;  // failed, and were known to
  std::optional<std::uint64_t> sampled_from{};
  bool complete = false;
  Stop stop = Stop::None;
};

struct CheckListener {
  std::function<void(const std::string& method)> started;
  std::function<void(const Counterexample&)> counterexample;
  std::function<void(const MethodReport&)> finished;
  std::function<void(const MethodReport& so_far)> progress;
  cxx::Note note;
};

// An input as text that is the same for isomorphic inputs.
std::string show_input(const ObjectGraph& before);

// One method after the other. Stops at the first failure of each, unless it keeps going.
Status check(const CheckRequest& request, const CheckListener& listener);

}  // namespace fretsaw::method
