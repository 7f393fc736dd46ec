// SPDX-License-Identifier: MIT
// The net behind exact enumeration, and a problem that falls into it.
#include "logic/finder/duplicates.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fretsaw/finder.hpp"
#include "support/folder.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw {
namespace {

constexpr const char* kDefect = "internal error: instances";

// Relations over some atoms; the bound of an auxiliary relation tells the first two from the others, so that
// symmetries are not broken as they should be.
Problem sabotaged(Atom atoms, const Formula& formula, const Relation& r) {
  std::vector<std::string> names;
  for (Atom a = 0; a < atoms; ++a) names.push_back(fmt::format("a{}", a));
  Problem problem;
  problem.universe = Universe(names);
  const TupleSet first(1, {{0}, {1}});
  problem.bounds = {{r, TupleSet(2), TupleSet::all(2, atoms)},
                    {Relation("hidden", 1), TupleSet(1), first, true}};
  problem.formulas = {formula};
  return problem;
}

Problem sabotaged_functions(Atom atoms) {
  const Relation r("r", 2);
  const Variable x("x");
  return sabotaged(atoms, all({{x, univ()}}, one(join(x, r))), r);
}

InstancesOptions watched() {
  InstancesOptions options;
  options.auxiliary_bounds_are_alike = true;
  return options;
}

std::string failure_of(const Problem& problem, const InstancesOptions& options) {
  auto stream = instances(problem, options);
  if (!stream) return stream.error().message;
  while (options.only_count ? stream->skip() : stream->next().has_value()) {
  }
  if (!stream->failure()) return "";
  EXPECT_FALSE(stream->complete());
  return stream->failure()->message;
}

TEST(Duplicates, AreAnErrorAndNeverAnAnswer) {
  const Problem problem = sabotaged_functions(4);
  for (const bool only_count : {false, true}) {
    for (const unsigned threads : {1U, 3U}) {
      SCOPED_TRACE(fmt::format("{} threads, only count: {}", threads, only_count));
      InstancesOptions options = watched();
      options.only_count = only_count;
      options.threads = threads;
      EXPECT_EQ(failure_of(problem, options).substr(0, std::string(kDefect).size()), kDefect);
      // What the bounds tell apart is another matter if nobody says that they should not.
      options.auxiliary_bounds_are_alike = false;
      EXPECT_EQ(failure_of(problem, options), "");
    }
  }
}

// More instances than the sample holds: it keeps whole classes of them or none.
TEST(Duplicates, AreSeenAmongManyInstances) {
  const Relation r("r", 2);
  const Problem problem = sabotaged(4, constant(true), r);
  auto stream = instances(problem, watched());
  while (stream->skip()) {
  }
  EXPECT_GT(stream->yielded_count(), 4'000U);
  ASSERT_TRUE(stream->failure());
  EXPECT_EQ(stream->failure()->hint, "report this defect of Fretsaw with the model and the command line");
}

TEST(Duplicates, AreSeenIfTheSearchStopsEarly) {
  const Problem problem = sabotaged_functions(4);
  auto stream = instances(problem, watched());
  std::uint64_t taken = 0;
  while (stream->compare() && stream->next()) ++taken;
  EXPECT_FALSE(stream->compare());
  EXPECT_GT(taken, 1U);
}

TEST(Duplicates, AreSeenAcrossACheckpoint) {
  const Problem problem = sabotaged_functions(4);
  for (std::uint64_t stop = 1; stop < 12; ++stop) {
    const test::Folder folder;
    InstancesOptions options = watched();
    options.checkpoint = folder / "checkpoint";
    {
      auto stream = instances(problem, options);
      ASSERT_TRUE(stream) << stream.error().message;
      for (std::uint64_t i = 0; i < stop; ++i) ASSERT_TRUE(stream->next());
      ASSERT_TRUE(stream->save());
    }
    EXPECT_EQ(failure_of(problem, options).substr(0, std::string(kDefect).size()), kDefect) << stop;
  }
}

TEST(Duplicates, AreSeenAcrossParts) {
  const Problem problem = sabotaged_functions(4);
  std::vector<std::string> texts;
  bool alone = false;
  for (std::uint32_t part = 1; part <= 8; ++part) {
    InstancesOptions options = watched();
    options.part = {part, 8};
    auto stream = instances(problem, options);
    while (stream->next()) {
    }
    alone = alone || stream->failure();
    texts.push_back(stream->classes());
  }
  EXPECT_TRUE(compare_classes(texts).duplicate);
  EXPECT_FALSE(compare_classes({texts[0]}).malformed);
  EXPECT_EQ(compare_classes({texts[0], "3 1:2:3"}).malformed, 1U);  // no power of two
  EXPECT_EQ(compare_classes({"1 x:2:3"}).malformed, 0U);
  EXPECT_EQ(compare_classes({"1 1:2"}).malformed, 0U);
}

TEST(Duplicates, AreComparedAtTheLargerModulus) {
  // Hash 2 is in the sample of modulus 2, and not in that of modulus 4.
  EXPECT_FALSE(compare_classes({"2 1:2:aa", "4 7:4:aa2"}).duplicate);
  const auto found = compare_classes({"2 1:4:aa 2:2:bb", "4 7:4:aa"}).duplicate;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first.number, 1U);
  EXPECT_EQ(found->second.part, 1U);
  EXPECT_EQ(found->second.number, 7U);
}

TEST(Duplicates, AreKeptInBoundedMemory) {
  Duplicates sample;
  for (std::uint64_t i = 1; i <= 100'000; ++i) sample.add({i, i * 0x9E3779B97F4A7C15U, {i}});
  EXPECT_LE(sample.members().size(), Duplicates::kMaxSampleSize);
  EXPECT_GE(sample.members().size(), Duplicates::kMaxSampleSize / 4);
  for (std::uint64_t i = 0; i < 1'000; ++i) sample.add({i, 0, {i}});
  EXPECT_LE(sample.members().size(), Duplicates::kMaxSampleSize);
}

TEST(Duplicates, AreNotSeenWhereNoneAre) {
  const Relation r("r", 2);
  Problem problem = sabotaged(4, constant(true), r);
  problem.bounds.pop_back();
  EXPECT_EQ(failure_of(problem, watched()), "");
}

}  // namespace
}  // namespace fretsaw
