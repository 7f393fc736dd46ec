// SPDX-License-Identifier: MIT
// The whole pipeline against brute force: for random problems, verdict and exact set of instances must be
// those that evaluating every valuation gives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <set>

#include "fretsaw/finder.hpp"
#include "support/brute_force.hpp"
#include "support/random_problem.hpp"
#include "support/shrink.hpp"

namespace fretsaw {
namespace {

using support::Valuation;

std::uint64_t cases() { return std::getenv("FRETSAW_FULL_TESTS") ? 60'000 : 5'000; }

// Every tenth problem is as large as brute force bears; the others are small, so that there can be many.
Problem problem_of(std::uint64_t seed) {
  return support::random_problem(seed, {.max_free_tuples = seed % 10 == 0 ? 16 : 9});
}

// What is wrong with the finder's answers for the problem; empty if nothing is.
std::string schema_error(const Problem& problem) {
  const auto expected = support::brute_force(problem);
  if (expected.too_large) return {};

  const auto finding = find(problem, {.symmetry = Symmetry::Lex});
  if (!finding) return "find: " + finding.error().message;
  if ((finding->verdict == Verdict::Sat) == expected.instances.empty()) {
    return fmt::format("find says {}, brute force has {} instances", to_string(finding->verdict),
                       expected.instances.size());
  }
  for (const Symmetry symmetry : {Symmetry::None, Symmetry::Lex}) {
    auto stream = instances(problem, {.symmetry = symmetry});
    if (!stream) return "instances: " + stream.error().message;
    std::set<Valuation> found;
    while (auto instance = stream->next()) {
      if (!found.insert(support::valuation_of(problem, *instance)).second) return "an instance came twice";
    }
    if (stream->failure()) return stream->failure()->message;
    if (!stream->complete()) return "the stream did not say that it is complete";
    if (symmetry == Symmetry::None && found != expected.instances) {
      return fmt::format("{} instances instead of {}", found.size(), expected.instances.size());
    }
    if (!std::includes(expected.instances.begin(), expected.instances.end(), found.begin(), found.end())) {
      return "symmetry breaking invented an instance";
    }
  }
  return {};
}

TEST(RandomProblems, HaveTheInstancesThatBruteForceFinds) {
  std::uint64_t satisfiable = 0;
  for (std::uint64_t seed = 1; seed <= cases(); ++seed) {
    const Problem problem = problem_of(seed);
    const std::string wrong = schema_error(problem);
    if (!wrong.empty()) {
      const Problem small =
          support::shrink(problem, [](const Problem& p) { return !schema_error(p).empty(); });
      FAIL() << "seed " << seed << ": " << wrong << "\nshrunk (" << schema_error(small) << "):\n"
             << support::to_text(small);
    }
    const auto finding = find(problem);
    satisfiable += finding->verdict == Verdict::Sat ? 1 : 0;
  }
  // Problems that are all satisfiable, or all not, would test little.
  EXPECT_GT(satisfiable, cases() / 10);
  EXPECT_LT(satisfiable, cases() * 9 / 10);
}

TEST(RandomProblems, HaveMinimalCores) {
  std::uint64_t cores = 0;
  for (std::uint64_t seed = 1; seed <= cases() / 5; ++seed) {
    const Problem problem = problem_of(seed);
    const auto core = unsatisfiable_core(problem);
    ASSERT_TRUE(core) << "seed " << seed << ": " << core.error().message;
    if (core->verdict == Verdict::Sat) continue;
    ++cores;
    const auto with = [&](std::optional<std::size_t> left_out) {
      Problem part = problem;
      part.formulas.clear();
      for (const std::size_t i : core->formulas) {
        if (i != left_out) part.formulas.push_back(problem.formulas[i]);
      }
      return find(part)->verdict;
    };
    EXPECT_EQ(with(std::nullopt), Verdict::Unsat) << "seed " << seed;
    for (const std::size_t i : core->formulas)
      EXPECT_EQ(with(i), Verdict::Sat) << "seed " << seed << " formula " << i;
  }
  EXPECT_GT(cores, 0U);
}

}  // namespace
}  // namespace fretsaw
