// SPDX-License-Identifier: MIT
// The published counts of Khurshid's Table 7.1, from problems with ordering facts written by hand and without
// any.
#include "structures.hpp"

#include <gtest/gtest.h>

#include "fretsaw/finder.hpp"

namespace fretsaw::structures_test {
namespace {

class Structures : public testing::TestWithParam<StructureFamily> {};

std::uint64_t count(const Problem& problem, Symmetry symmetry) {
  InstancesOptions options;
  options.symmetry = symmetry;
  auto stream = instances(problem, options);
  EXPECT_TRUE(stream) << stream.error().message;
  while (stream->skip()) {
  }
  EXPECT_FALSE(stream->failure()) << stream->failure()->message;
  EXPECT_TRUE(stream->complete());
  return stream->yielded_count();
}

TEST_P(Structures, OrderedByHandHaveAsManyInstancesAsPublished) {
  const StructureFamily& family = GetParam();
  for (std::size_t i = 0; i < 2; ++i) {
    const int n = family.first + static_cast<int>(i);
    EXPECT_EQ(count(family.problem(n, OrderingFacts::ByHand), Symmetry::None), family.counts[i])
        << "size " << n;
  }
}

TEST_P(Structures, HaveAsManyInstancesAsPublishedUpToIsomorphism) {
  const StructureFamily& family = GetParam();
  for (std::size_t i = 0; i < 2; ++i) {
    const int n = family.first + static_cast<int>(i);
    EXPECT_EQ(count(family.problem(n, OrderingFacts::None), Symmetry::Exact), family.counts[i])
        << "size " << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Table71, Structures, testing::ValuesIn(structure_families()), [](const auto& info) {
  std::string name = info.param.name;
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
});

}  // namespace
}  // namespace fretsaw::structures_test
