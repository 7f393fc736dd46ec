// SPDX-License-Identifier: MIT
//
// All valid objects of a class in a header, as values: what `fretsaw generate` does. (For real objects of a class that the
// program itself includes, see fretsaw/structures.hpp.)
//
// Example:
//
//     TEST(SearchTree, HasFiveShapesOfThreeNodes) {
//       std::size_t printed = 0;
//       const auto found = fretsaw::generate("search_tree.hpp", "SearchTree", [&](const fretsaw::Structure& tree) {
//         for (const fretsaw::ObjectState& object : tree.objects) printed += to_string(object).size();
//         return true;
//       }, {.bounds = {.objects = {{"SearchTree::Node", 3}},
//                      .values = {{"SearchTree::size", "3"}, {"SearchTree::Node::key", "1..3"}}}});
//       ASSERT_TRUE(found) << fretsaw::render(found.error());
//       EXPECT_EQ(found->structures, 5U);
//       EXPECT_TRUE(found->complete);
//       EXPECT_GT(printed, 0U);
//     }
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// The options of the command line, with the same names.
struct GenerateOptions {
  Bounds bounds{};                  // Bounds::finitization is not supported here (only by fretsaw::all)
  std::string finitization_file{};  // in C++ (fretsaw/finitization.hpp); empty: none
  CodeOptions code{};
  std::string predicate{};            // that valid objects satisfy; empty: the invariants
  std::int64_t step_limit = 200'000;  // maximum number of field reads per candidate
  SearchPart part{};
  std::optional<std::uint64_t> limit{};  // maximum number of structures
  unsigned threads = 1;                  // does not affect the structures or their order
  Limits limits{};
};

// One valid object graph.
struct Structure {
  std::uint64_t number = 0;            // from 1
  std::vector<ObjectState> objects{};  // the root object first
};

struct GenerateTotals {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;        // on which the predicate was evaluated
  std::uint64_t aborted = 0;           // candidates on which it crashed or reached a limit
  bool complete = false;               // the search is complete
  StopReason stop = StopReason::None;  // the limit that was reached, if any
};

// Calls `take` with one structure per isomorphism class, in a fixed order, until it returns false.
// `class_name` may be empty if the header has only one class.
Result<GenerateTotals> generate(const std::string& header, const std::string& class_name,
                                const std::function<bool(const Structure&)>& take, const GenerateOptions& options = {});

}  // namespace fretsaw
