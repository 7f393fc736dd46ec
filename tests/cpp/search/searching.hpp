// SPDX-License-Identifier: MIT
// Programs under search for tests: each is compiled once, also by tests that run one by one, and run with
// different bounds.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cpp/inputs/search_program.hpp"
#include "cpp/search/coordinator.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::testing {

inline std::string example(const std::string& header) {
  return std::string(FRETSAW_SOURCE_DIR) + "/examples/structures/" + header;
}
inline std::string test_class(const std::string& header) {
  return std::string(FRETSAW_SOURCE_DIR) + "/tests/cpp/search/classes/" + header;
}

struct Found {
  search::SearchTotals totals;
  std::size_t vector_length = 0;
  std::vector<std::string> structures;     // as text, if asked for
  std::vector<space::ObjectGraph> graphs;  // likewise
  std::optional<space::CandidateReader> reader;
};

class Program {
 public:
  Program(const std::string& header, const std::string& class_name, std::optional<std::string> predicate = {},
          const std::string& cxxflags = "") {
    auto code = code::user_code({.header = header, .cxxflags = cxxflags});
    if (!code) {
      ADD_FAILURE() << render(code.error());
      return;
    }
    const code::ProgramCache cache({std::string(FRETSAW_BINARY_DIR) + "/tests_cache/fretsaw"});
    const inputs::SearchCode searched{*code, class_name, std::move(predicate)};
    auto read = inputs::read_class(searched, {}, cache);
    auto built = read ? inputs::SearchProgram::make(searched, *std::move(read), {}, cache)
                      : Result<inputs::SearchProgram>(read.error());
    if (built)
      program_.emplace(std::move(*built));
    else
      ADD_FAILURE() << render(built.error());
  }

  // Words are pairs, as the program takes them: "size", "3", "values", "Node::key=1..3".
  Result<Found> run(const std::vector<std::string>& words, search::SearchRequest request = {}) const {
    if (!program_) return input_error("not built");
    Found found;
    request.command = {program_->path()};
    request.classes = &program_->classes();
    request.command.insert(request.command.end(), words.begin(), words.end());
    search::SearchListener listener;
    listener.started = [&](const space::CandidateReader& reader) {
      found.reader = reader;
      found.vector_length = reader.variables();
      return Status(Success{});
    };
    listener.structure = [&](std::uint64_t, std::span<const std::uint32_t> candidate) {
      found.graphs.push_back(found.reader->graph(candidate));
      found.structures.push_back(space::render_text(found.graphs.back()));
      return true;
    };
    auto totals = search::run_search(request, listener);
    if (!totals) return totals.error();
    found.totals = *totals;
    return found;
  }

  // Fails the test if the search is refused.
  Found search(const std::vector<std::string>& words, const search::SearchRequest& request = {}) const {
    auto found = run(words, request);
    if (found) return std::move(*found);
    ADD_FAILURE() << render(found.error());
    return {};
  }

 private:
  std::optional<inputs::SearchProgram> program_;
};

// The structures alone are not wanted.
inline search::SearchRequest counting() {
  search::SearchRequest request;
  request.wants_structures = false;
  return request;
}

}  // namespace fretsaw::testing
