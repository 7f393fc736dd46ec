// SPDX-License-Identifier: MIT
// Searches for the objects of a C++ class that its C++ invariants, or a predicate, accept: from a header to a
// stream of candidates.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/inputs/search_program.hpp"
#include "cpp/search/coordinator.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::inputs {

struct GenerateRequest {
  code::CodeRequest code;
  std::string class_name;                // empty: the only one of the header
  std::optional<std::string> predicate;  // instead of the invariants

  Bounds bounds;
  std::optional<std::string> finitization;  // a file that defines finitize_CLASS

  // The search.
  bool resume = true;
  bool cross_check = false;
  std::int64_t step_limit = 200'000;  // maximum number of field reads per candidate
  unsigned workers = 1;
  SearchPart part;
  std::optional<std::string> checkpoint;
  std::optional<std::uint64_t> limit;
  bool wants_structures = true;
  bool use_cache = true;
  Limits limits;
};

using code::Note;

// The program, and the rest of the limits since the request began.
struct PreparedSearch {
  SearchProgram program;
  Limits limits;
  Stopwatch since;

  Limits limits_left() const { return fretsaw::limits_left(limits, since); }
};
Result<PreparedSearch> prepare_search(const GenerateRequest& request, const Note& note = {});
Result<search::SearchTotals> search(const GenerateRequest& request, const SearchProgram& program,
                                    const search::SearchListener& listener, const Limits& limits);
// Starts a program that describes its candidates, and searches on request.
std::vector<std::string> searcher_command(const GenerateRequest& request, const SearchProgram& program);

// What the search is about, with the flags found.
Result<SearchCode> search_code(const GenerateRequest& request);

}  // namespace fretsaw::inputs
