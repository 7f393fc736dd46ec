// SPDX-License-Identifier: MIT
// All objects of a C++ class that satisfy its predicate: from a header to a stream of object graphs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cxx/class_model.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "predicate/coordinator.hpp"

namespace fretsaw {

struct GenerateRequest {
  // The user's code.
  std::string header;
  std::string class_name;
  std::optional<std::string> predicate;
  std::vector<std::string> sources;
  std::optional<std::string> cxxflags;      // as on a command line
  std::optional<std::string> build_folder;  // with compile_commands.json

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
  Limits limits;
};

// What was decided and found on the way, for --verbose.
using Note = std::function<void(const std::string&)>;

Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note = {});

// The class and what its objects refer to; with needs_predicate, its predicate.
Result<cxx::ClassModel> reflect_class(const GenerateRequest& request, bool needs_predicate);

// Words of the compile command: --cxxflags, or those of the compilation database, or C++20.
Result<std::vector<std::string>> user_flags(const GenerateRequest& request);

}  // namespace fretsaw
