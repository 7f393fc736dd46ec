// SPDX-License-Identifier: MIT
// Methods explored as the program explores them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cpp/path/explore.hpp"
#include "support/compiled.hpp"

namespace fretsaw::path {

// The methods of a header that the tests explore: they share their programs, and whatever is doubtful about
// their classes. So those are left out that are about such doubts.
inline std::vector<std::string> explored_together(const std::string& header) {
  static const std::map<std::string, std::vector<std::string>> kMethods = {
      {"tests/cpp/path/headers/claims.hpp",
       {"bits", "characters", "constants", "count_down", "halve", "large_cases", "positive", "ranges",
        "all_ranges", "shift_far", "switches", "wholes", "reserve", "reserve_all"}},
      {"tests/cpp/path/headers/collections.hpp",
       {"BinarySearchTree::firstEntry", "BinarySearchTree::lastEntry", "BinarySearchTree::successor",
        "LinkedList::contains", "LinkedList::indexOf", "LinkedList::lastIndexOf", "LinkedList::remove",
        "TreeMap::firstEntry", "TreeMap::lastEntry", "TreeMap::put", "TreeMap::successor"}},
      {"tests/cpp/path/headers/divisions.hpp", {"asked_late", "opposite", "ratio"}},
      {"tests/cpp/path/headers/frames.hpp",
       {"Chain::is_heavy", "Chain::visits", "Chain::ends", "Chain::compare", "Answer::look", "weight_of"}},
      {"tests/cpp/path/headers/places.hpp",
       {"Packet::classify", "Row::has_debt", "Shelf::look", "count_of", "Value::look", "Tagged::look"}},
      {"tests/cpp/path/headers/unfollowed.hpp",
       {"calls_before", "newer", "Gauge::read", "late", "variadic", "Lace::is_heavy", "plain", "remembers",
        "tallies", "copies", "sums_up", "noise", "rand_as_number"}},
      {"tests/cpp/path/headers/kinds.hpp",
       {"aliases",
        "allocates",
        "arithmetic",
        "choice",
        "counted_bits",
        "huge",
        "impossible",
        "is_deep",
        "logic",
        "long_precondition",
        "longer_precondition",
        "marks",
        "measure",
        "never",
        "overflowing",
        "padded",
        "rare",
        "sum_of",
        "unlink_first",
        "which_is_lower"}},
  };
  const auto found = kMethods.find(header);
  return found == kMethods.end() ? std::vector<std::string>() : found->second;
}

inline ExploreRequest explore_request(const std::string& header, const std::string& method, int size) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/" + header;
  request.check.methods = {method};
  const std::vector<std::string> together = explored_together(header);
  if (std::ranges::find(together, method) != together.end()) {
    request.check.methods = together;
    request.check.only_method = method;
  }
  request.check.bounds.size = size;
  return request;
}

inline Result<ExploreReport> explored(const std::string& header, const std::string& method, int size,
                                      ExploreLimits limits = {}) {
  ExploreRequest request = explore_request(header, method, size);
  request.limits = limits;
  return explore(request, {});
}

// A function of tests/cpp/path/headers/kinds.hpp. What is explored is always what was asked for, and true.
inline ExploreReport explored_kind(const std::string& function, int size = 2) {
  auto report = explored("tests/cpp/path/headers/kinds.hpp", function, size);
  if (!report) {
    ADD_FAILURE() << render(report.error());
    return {};
  }
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  for (const std::string& remark : report->remarks)
    EXPECT_EQ(remark.rfind("signed overflow", 0), 0U) << remark;
  return *std::move(report);
}

}  // namespace fretsaw::path
