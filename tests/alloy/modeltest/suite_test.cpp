// SPDX-License-Identifier: MIT
// Generated suites: what they contain, that every test in them passes when they are read again, and that they
// show faults.
#include "alloy/modeltest/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "alloy/modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::HasSubstr;

struct Subject {
  const char* name;
  const char* scope;
  std::size_t total;
  std::size_t infeasible;
  std::size_t most_tests;  // twice what the paper's Table IV prints; 0: the paper has no such subject
};

// The paper's subjects in our own words, so that the numbers of requirements are ours.
constexpr Subject kSubjects[] = {
    {"acyclic_list", "3", 61, 1, 20},     {"binary_tree", "3", 35, 0, 16},
    {"full_tree", "3", 59, 2, 30},        {"handshake", "4", 84, 26, 22},
    {"queens", "4", 84, 24, 26},          {"river_crossing", "4", 114, 25, 36},
    {"dijkstra_mutex", "3", 270, 31, 28}, {"faulty_list", "3", 35, 6, 20},
    {"loop_list", "3", 162, 8, 0},
};

SourcePtr example(const std::string& name) {
  return read_source(std::string(FRETSAW_SOURCE_DIR "/examples/models/") + name + ".als").value();
}

std::vector<WrittenTest> written(const Suite& suite) {
  std::vector<WrittenTest> tests;
  for (const SuiteTest& test : suite.tests) tests.push_back(test.test);
  return tests;
}

std::unique_ptr<Suite> suite_of(const model::Model& model, bool enumerate, const SuiteOptions& options) {
  const auto everything = [](const Span&) { return true; };
  auto suite = enumerate ? suite_by_enumeration(model, everything, options)
                         : suite_by_coverage(model, everything, options);
  if (suite) return *std::move(suite);
  ADD_FAILURE() << render(suite.error());
  return std::make_unique<Suite>();
}

// Reads the suite as a fragment, and gives the names of the tests that do not pass with the model.
std::vector<std::string> failing(const SourcePtr& model, const std::string& text) {
  const auto file = load_tests(model, source_of("suite.als", text), {});
  if (!file) {
    ADD_FAILURE() << render(file.error()) << text;
    return {"none was read"};
  }
  Executor executor((*file)->model, {});
  std::vector<std::string> names;
  for (const std::size_t index : (*file)->tests) {
    const Outcome outcome = executor.execute((*file)->model.commands[index]);
    EXPECT_FALSE(outcome.solved) << outcome.missing_value;
    if (!outcome.passed()) names.push_back(outcome.command->label);
  }
  return names;
}

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

class SubjectSuite : public testing::TestWithParam<Subject> {};

TEST_P(SubjectSuite, ByCoverageMeetsAllThatCanBeMetAndPassesAgain) {
  const Subject& subject = GetParam();
  const auto file = load_model_tests(example(subject.name), {});
  ASSERT_TRUE(file) << render(file.error());
  SuiteOptions options;
  options.scope = source_of("--scope", subject.scope);
  const auto suite = suite_of((*file)->model, false, options);
  EXPECT_EQ(suite->coverage.total(), subject.total);
  EXPECT_EQ(suite->coverage.count(CoverageState::Infeasible), subject.infeasible);
  EXPECT_EQ(suite->coverage.count(CoverageState::Yes), subject.total - subject.infeasible);
  if (subject.most_tests > 0) EXPECT_LE(suite->tests.size(), subject.most_tests);
  EXPECT_THAT(failing(example(subject.name), write_plain((*file)->model, written(*suite), {"A comment."})),
              testing::IsEmpty());
}

TEST_P(SubjectSuite, MinimizedMeetsTheSameWithFewerTests) {
  const Subject& subject = GetParam();
  const auto file = load_model_tests(example(subject.name), {});
  ASSERT_TRUE(file) << render(file.error());
  SuiteOptions options;
  options.scope = source_of("--scope", subject.scope);
  options.minimize = true;
  const auto suite = suite_of((*file)->model, false, options);
  EXPECT_THAT(suite->note, HasSubstr("minimized"));
  std::set<std::size_t> covered;
  for (const SuiteTest& test : suite->tests) covered.insert(test.covers.begin(), test.covers.end());
  EXPECT_EQ(covered.size(), subject.total - subject.infeasible);
}

INSTANTIATE_TEST_SUITE_P(All, SubjectSuite, testing::ValuesIn(kSubjects),
                         [](const auto& info) { return std::string(info.param.name); });

// The three valuations of the paper's Figure 1: no node; one node without a link; one node with a link to
// itself.
bool has_valuation(const Suite& suite, std::size_t nodes, std::size_t heads, std::size_t links) {
  for (const SuiteTest& test : suite.tests) {
    const Valuation& v = test.test.valuation;
    if (v.sigs.back().size() == nodes && v.fields[0].size() == heads && v.fields[1].size() == links)
      return true;
  }
  return false;
}

TEST(Suite, ByEnumerationOfThePapersExampleContainsItsThreeValuationsAndShowsTheFault) {
  const auto file = tests_of(kFaultyList);
  const auto suite = suite_of(file->model, true, {});
  EXPECT_TRUE(has_valuation(*suite, 0, 0, 0));
  EXPECT_TRUE(has_valuation(*suite, 1, 1, 0));
  EXPECT_TRUE(has_valuation(*suite, 1, 1, 1));
  const std::string text = write_plain(file->model, written(*suite), {});
  EXPECT_THAT(failing(source_of("model.als", kFaultyList), text), testing::IsEmpty());
  std::string correct = kFaultyList;
  correct.replace(correct.find("^link"), 5, "*link");
  EXPECT_FALSE(failing(source_of("model.als", correct), text).empty());
}

TEST(Suite, ByCoverageOfThePapersExamplePassesWhenItIsReadAgain) {
  const auto file = tests_of(kFaultyList);
  for (const Target target : {Target::All, Target::One}) {
    SuiteOptions options;
    options.target = target;
    const auto suite = suite_of(file->model, false, options);
    const std::string text = write_plain(file->model, written(*suite), {});
    EXPECT_THAT(failing(source_of("model.als", kFaultyList), text), testing::IsEmpty());
  }
}

TEST(Suite, ByCoverageShowsTheFaultOfThePapersExample) {
  const auto file = tests_of(kFaultyList);
  const auto suite = suite_of(file->model, false, {});
  EXPECT_TRUE(has_valuation(*suite, 0, 0, 0));
  EXPECT_TRUE(has_valuation(*suite, 1, 1, 0));
  EXPECT_TRUE(has_valuation(*suite, 1, 1, 1));
  std::string meant = kFaultyList;
  meant.replace(meant.find("^link"), 5, "*link");
  EXPECT_THAT(failing(source_of("model.als", meant), write_plain(file->model, written(*suite), {})),
              testing::Not(testing::IsEmpty()));
}

// What is left out is said; of a minimized suite nothing is said about what it was not made for.
TEST(Suite, ByCoverageReportsHowManyDistinctionsDecideItsOutcomes) {
  const auto file = tests_of(kFaultyList);
  SuiteOptions options;
  EXPECT_EQ(suite_of(file->model, false, options)->note, "");
  options.limit = 2;
  const auto some = suite_of(file->model, false, options);
  EXPECT_EQ(some->tests.size(), 2u);
  EXPECT_FALSE(some->complete);
  EXPECT_THAT(some->note, HasSubstr("the expected outcomes depend on"));
  EXPECT_LT(some->coverage.count(CoverageState::Yes), 29u);
  options.minimize = true;
  EXPECT_THAT(suite_of(file->model, false, options)->note, testing::Not(HasSubstr("the labels")));
}

// One test a predicate and instance; the number of instances is known from enumeration.
TEST(Suite, ByEnumerationHasNoTwoIsomorphicInstances) {
  const auto file = tests_of("sig A { f: lone A }\npred p { some f }\n");
  SuiteOptions options;
  options.scope = source_of("--scope", "2");
  const auto suite = suite_of(file->model, true, options);
  // 1 without atoms, 2 with one, 6 with two: none, a loop, an edge, two loops, a cycle, a loop and an edge to
  // it.
  EXPECT_EQ(suite->valuations, 1u + 2u + 6u);
  EXPECT_EQ(suite->tests.size(), suite->valuations);
}

TEST(Suite, CallsPredicatesWithAllArgumentsUpToIsomorphism) {
  const auto file = tests_of("sig A {}\none sig B { f: lone A }\npred p[x: A, n: set A] { x in B.f }\n");
  SuiteOptions options;
  options.scope = source_of("--scope", "exactly 2 A");
  const auto suite = suite_of(file->model, true, options);
  // f empty: the atoms are alike: x with none, itself, the other, both. f set: eight lists for two atoms.
  EXPECT_EQ(suite->valuations, 2u);
  EXPECT_EQ(suite->tests.size(), 4u + 8u);
}

TEST(Suite, ByEnumerationAddsInstancesThatBreakFacts) {
  const auto file = tests_of("sig A { f: set A }\nfact Small { lone f }\npred p { some f }\n");
  SuiteOptions options;
  options.scope = source_of("--scope", "2");
  const auto suite = suite_of(file->model, true, options);
  std::size_t negative = 0;
  for (const SuiteTest& test : suite->tests) {
    if (test.test.expect != 0) continue;
    ++negative;
    EXPECT_THAT(test.test.comments.front(), HasSubstr("Violates fact Small"));
  }
  EXPECT_EQ(negative, 1u) << "nothing breaks it with less than two atoms";
  EXPECT_THAT(
      failing(source_of("model.als", "sig A { f: set A }\nfact Small { lone f }\npred p { some f }\n"),
              write_plain(file->model, written(*suite), {})),
      testing::IsEmpty());
}

TEST(Suite, StopsAtItsLimit) {
  const auto file = tests_of(kFaultyList);
  SuiteOptions options;
  options.limit = 3;
  EXPECT_EQ(suite_of(file->model, true, options)->tests.size(), 3u);
  EXPECT_FALSE(suite_of(file->model, false, options)->complete);
}

TEST(Suite, TestsFunctionsByTheirValueAndAssertionsByTheirBody) {
  const char* const text = "sig A { f: lone A }\nfun next[a: A]: lone A { a.f }\nassert Flat { no f.f }\n";
  const auto file = tests_of(text);
  const auto suite = suite_of(file->model, false, {});
  const std::string tests = write_plain(file->model, written(*suite), {});
  EXPECT_THAT(tests, HasSubstr("next[A"));
  EXPECT_THAT(tests, HasSubstr("no f.f"));
  EXPECT_THAT(failing(source_of("model.als", text), tests), testing::IsEmpty());
}

// Against trying all subsets.
TEST(Cover, IsSmallest) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    const std::size_t rows = 1 + random() % 9, items = 1 + random() % 8;
    std::vector<std::vector<std::size_t>> matrix(rows);
    std::set<std::size_t> all;
    for (auto& row : matrix) {
      for (std::size_t item = 0; item < items; ++item) {
        if (random() % 3 != 0) continue;
        row.push_back(item);
        all.insert(item);
      }
    }
    std::size_t fewest = rows;
    for (unsigned subset = 0; subset >> rows == 0; ++subset) {
      std::set<std::size_t> has;
      for (std::size_t i = 0; i < rows; ++i)
        if ((subset >> i & 1) != 0) has.insert(matrix[i].begin(), matrix[i].end());
      if (has == all) fewest = std::min(fewest, static_cast<std::size_t>(__builtin_popcount(subset)));
    }
    const Cover cover = smallest_cover(matrix);
    std::set<std::size_t> has;
    for (const std::size_t row : cover.rows) has.insert(matrix[row].begin(), matrix[row].end());
    EXPECT_EQ(has, all);
    EXPECT_EQ(cover.rows.size(), fewest) << "round " << round;
    EXPECT_TRUE(cover.proved);
  }
}

}  // namespace
}  // namespace fretsaw::modeltest
