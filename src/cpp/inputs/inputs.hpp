// SPDX-License-Identifier: MIT
// All valid inputs of a method, or objects of a class: one for each isomorphism class.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpp/contract/subjects.hpp"
#include "cpp/inputs/input_space.hpp"
#include "cpp/search/coordinator.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "work/process.hpp"
#include "work/unit.hpp"

namespace fretsaw::inputs {

// The strategy: relational formulas are solved; for C++ predicates, objects are searched, and relational clauses
// filter them. Without any clause, objects are searched, too: all are valid.
enum class InputStrategy : std::uint8_t { Solve, Search };

// The relational clauses that say which inputs are valid.
Question question_of(const contract::CheckedMethod& method);

// Whether a search is certain before the space is known.
bool is_always_searched(const contract::Subjects& subjects, std::size_t method);

struct InputPlan {
  InputStrategy strategy = InputStrategy::Search;
  bool filters = false;  // of what the search finds, relational clauses choose
};
// The only place where the strategy is decided, for objects of a class and for inputs of a call: Search with C++
// invariants, or where formulas leave out fields. Errors: clauses about values that are not enumerated.
Result<InputPlan> plan_inputs(const contract::Subjects& subjects, std::size_t method,
                              const space::Space& space);

// An error at the first of the clauses, with notes at the others. (Without clauses, the bounds are too small.)
Diagnostic contradiction(const std::string& message, const std::vector<const contract::Clause*>& clauses);

// Where a stream of inputs is: behind all that were taken. To be asked during a call only.
using PositionFunction = std::function<work::Position()>;

struct InputRequest {
  unsigned workers = 1;
  SearchPart part{};
  Limits limits{};
  // Begins there; inputs that are known already come again.
  std::optional<work::Position> from{};
  bool any_before = false;     // there were inputs before that
  bool may_have_none = false;  // see CheckRequest
  // In an order that depends on nothing but the question. False: no more are wanted.
  std::function<bool(std::span<const std::uint32_t> candidate, const PositionFunction& where)> take;
  // How much of the search is done, if that is known.
  std::function<void(double fraction, const PositionFunction& where)> progress =
      [](double, const PositionFunction&) {};
};

struct InputStream {
  bool complete = false;
  StopReason stop = StopReason::None;
  std::optional<work::Position> left{};  // none: a limit came before the beginning
};

// Errors: a contradiction, located at the clauses that no input satisfies. (A part may be empty.)
Result<InputStream> solve_inputs(const contract::CheckedMethod& method, const space::Space& space,
                                 const InputRequest& request);
// The command starts a searcher that was built with these classes.
Result<InputStream> search_inputs(const std::vector<std::string>& command, const code::Classes& classes,
                                  const work::ProcessLimits& process_limits, const InputRequest& request);

}  // namespace fretsaw::inputs
