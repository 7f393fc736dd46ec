// SPDX-License-Identifier: MIT
// Methods explored as the program explores them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "cpp/path/explore.hpp"
#include "support/compiled.hpp"

namespace fretsaw::path {

inline Result<ExploreReport> explored(const std::string& header, const std::string& method, int size,
                                      ExploreLimits limits = {}) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/" + header;
  request.check.methods = {method};
  request.check.bounds.size = size;
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
  EXPECT_EQ(report->exploration.untrue, 0U);
  for (const std::string& remark : report->remarks)
    EXPECT_EQ(remark.rfind("signed overflow", 0), 0U) << remark;
  return *std::move(report);
}

}  // namespace fretsaw::path
