// SPDX-License-Identifier: MIT
// All valid inputs of a method, one for each isomorphism class.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contract/object_space.hpp"
#include "contract/space.hpp"
#include "cxx/process.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "method/subjects.hpp"
#include "predicate/coordinator.hpp"

namespace fretsaw::method {

// Where they come from: a relational formula is solved; a C++ predicate is searched for, and relational
// clauses filter what it accepts. What says nothing at all is searched, too: everything is valid.
enum class InputWay : std::uint8_t { Solve, Search };
InputWay input_way(const Subjects& subjects, std::size_t method);

contract::Question question_of(const CheckedMethod& method);

// An error that marks the first of the clauses, and says where the others are that it contradicts. (None: the
// bounds are too small.)
Diagnostic contradiction(const std::string& message, const std::vector<const contract::Clause*>& clauses);

struct InputStream {
  bool complete = false;
  Stop stop = Stop::None;
};

// In an order that depends on nothing but the question. False from `take`: no more are wanted.
using TakeInput = std::function<bool(std::span<const std::uint32_t>)>;

// A contradiction is an error: it marks the clauses that no input satisfies. (A part may be empty.)
Result<InputStream> solve_inputs(const CheckedMethod& method, const contract::ObjectSpace& space,
                                 unsigned threads, const SearchPart& part, const Limits& limits,
                                 const TakeInput& take);
// `progress` is told how much of the search is done.
Result<InputStream> search_inputs(const std::vector<std::string>& command, unsigned workers,
                                  const SearchPart& part, const cxx::ProcessLimits& process_limits,
                                  const Limits& limits, const TakeInput& take,
                                  const std::function<void(double)>& progress);

}  // namespace fretsaw::method
