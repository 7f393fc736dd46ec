// SPDX-License-Identifier: MIT
// All objects of a C++ class that satisfy its predicate: from a header to a stream of object graphs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cxx/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "predicate/coordinator.hpp"
#include "predicate/program.hpp"

namespace fretsaw {

struct GenerateRequest {
  cxx::CodeRequest code;
  std::string class_name;
  std::optional<std::string> predicate;

  // Bounds.
  std::optional<int> size;
  std::vector<std::string> objects;  // "Node=3"
  std::vector<std::string> values;   // "Node::key=1..3"
  std::optional<std::string> finitization;

  // The search.
  bool resume = true;
  bool cross_check = false;
  std::int64_t step_limit = 200'000;  // reads of fields per candidate
  unsigned workers = 1;
  SearchPart part;
  std::optional<std::string> checkpoint;
  std::optional<std::uint64_t> limit;
  bool wants_structures = true;
  bool use_cache = true;
  Limits limits;
};

using cxx::Note;

Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note = {});

// What the search is about, with the flags found.
Result<SearchCode> search_code(const GenerateRequest& request);

}  // namespace fretsaw
