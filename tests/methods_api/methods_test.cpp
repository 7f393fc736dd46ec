// SPDX-License-Identifier: MIT
// The results of check_method(), explore() and generate(); the tests run in examples/structures.
#include "fretsaw/methods.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fretsaw/explore.hpp"
#include "fretsaw/generate.hpp"

namespace fretsaw {
namespace {

using testing::HasSubstr;

// A header of its own, removed afterwards.
class Counter {
 public:
  explicit Counter(const char* step)
      : path_((std::filesystem::temp_directory_path() /
               ("fretsaw-counter-" + std::to_string(getpid()) + "-" +
                std::to_string(std::hash<std::string>()(step)) + ".hpp"))
                  .string()) {
    std::ofstream(path_) << "struct Counter {\n  int count = 0;\n"
                            "  /*@ ensures { this.count = plus[this.count`, 1] } */\n  void step() { "
                         << step << " }\n};\n";
  }
  ~Counter() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(CheckMethod, CountsAndShows) {
  const Counter good("++count;");
  const MethodCheckResult passed = check_method(good.path(), "Counter::step", {.bounds = {.size = 4}});
  EXPECT_TRUE(passed) << passed.text;
  EXPECT_EQ(passed.inputs, 5U);
  EXPECT_EQ(passed.text, "");

  const Counter bad("count += count == 2 ? 2 : 1;");
  const MethodCheckResult failed = check_method(bad.path(), "", {.bounds = {.size = 4}, .keep_going = true});
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.failed, 1U);
  EXPECT_EQ(failed.passed, 4U);
  EXPECT_THAT(failed.text, HasSubstr("Counter::step() failed on input 3:\n"));
  EXPECT_THAT(failed.text, HasSubstr("count = 4 (was 2)"));
  EXPECT_NONFATAL_FAILURE(FRETSAW_EXPECT_CONTRACT(bad.path(), "Counter::step", {.bounds = {.size = 4}}),
                          "note: postcondition violated");
}

TEST(CheckMethod, ErrorsAreNotPasses) {
  const Counter good("++count;");
  const MethodCheckResult verdict = check_method(good.path(), "Counter::jump", {.bounds = {.size = 1}});
  EXPECT_FALSE(verdict);
  ASSERT_TRUE(verdict.error);
  EXPECT_EQ(verdict.error->error_class, ErrorClass::Input);
  EXPECT_THAT(verdict.text, HasSubstr("error: no function 'Counter::jump' in '" + good.path() + "'\n"));
}

TEST(CheckMethod, CounterexamplesAreValues) {
  const Counter bad("count += count == 2 ? 2 : 1;");
  const MethodCheckResult result = check_method(bad.path(), "Counter::step", {.bounds = {.size = 4}});
  ASSERT_EQ(result.counterexamples.size(), 1U);
  const MethodCounterexample& found = result.counterexamples.front();
  EXPECT_EQ(found.method, "Counter::step()");
  EXPECT_EQ(found.number, 3U);
  EXPECT_EQ(found.call, "Counter$0.step()");
  ASSERT_EQ(found.before.size(), 1U);
  EXPECT_EQ(to_string(found.before.front()), "Counter$0 = Counter {count = 2}");
  ASSERT_TRUE(found.after);
  EXPECT_EQ(to_string(found.after->front()), "Counter$0 = Counter {count = 4}");
  ASSERT_EQ(found.failures.size(), 1U);
  EXPECT_EQ(found.failures.front().reason, "postcondition");
  EXPECT_EQ(found.failures.front().location->line, 3U);
  EXPECT_EQ(found.test, "");
}

TEST(CheckMethod, OptionsAreThoseOfTheCommandLine) {
  const Counter bad("count += count >= 2 ? 2 : 1;");
  const auto check = [&](MethodOptions options) {
    options.bounds.size = 4;
    options.keep_going = true;
    return check_method(bad.path(), "Counter::step", options);
  };
  EXPECT_EQ(check({}).failed, 3U);
  EXPECT_EQ(check({.requires_clauses = {"{ this.count > 2 }"}}).inputs, 2U);
  EXPECT_EQ(check({.max_counterexamples = 1}).counterexamples.size(), 1U);
  EXPECT_EQ(check({.input_number = 1}).passed, 1U);
  EXPECT_EQ(check({.input_number = 4}).failed, 1U);
  EXPECT_EQ(check({.part = {1, 2}}).inputs + check({.part = {2, 2}}).inputs, 5U);
  EXPECT_EQ(check({.sample = 2}).inputs, 2U);
  EXPECT_EQ(check({.code = {.cxxflags = "-DNDEBUG", .use_cache = false}, .threads = 2}).failed, 3U);
  const MethodCheckResult first = check({.first_size = 0});
  EXPECT_EQ(first.inputs, 3U) << "those within size 2, the first that has one that fails";
  EXPECT_EQ(first.failed, 1U);
  const MethodCheckResult emitted = check({.emit = TestKind::GoogleTest});
  ASSERT_FALSE(emitted.counterexamples.empty());
  EXPECT_THAT(emitted.counterexamples.front().test, HasSubstr("#include <gtest/gtest.h>"));
  EXPECT_THAT(emitted.counterexamples.front().test, HasSubstr("TEST("));
}

TEST(CheckMethod, InvalidOptionsAreErrors) {
  const Counter good("++count;");
  const auto error = [&](const MethodOptions& options) {
    const MethodCheckResult result = check_method(good.path(), "Counter::step", options);
    EXPECT_FALSE(result);
    EXPECT_EQ(result.text, result.error ? render(*result.error) : "");
    return result.error ? result.error->message : "";
  };
  EXPECT_EQ(error({.input_number = 0}), "invalid value 0 for '.input_number': expected 1 or more");
  EXPECT_EQ(error({.sample = 0}), "invalid value 0 for '.sample': expected 1 or more");
  EXPECT_EQ(error({.part = {3, 2}}), "invalid value 3/2 for '.part': expected K/N with K from 1 to N");
  EXPECT_EQ(error({.sample = 1, .checkpoint = "c"}),
            "'.checkpoint' cannot be combined with '.sample' or '.input_number'");
  EXPECT_EQ(error({.first_size = 0, .part = {1, 2}}),
            "'.first_size' cannot be combined with '.sample', '.part' or '.checkpoint'");
  EXPECT_EQ(error({.bounds = {.finitization = [](Finitization&, int) {}}}),
            "'.bounds.finitization' is only supported by fretsaw::all");
  EXPECT_EQ(error({.bounds = {.unread_fields_default = true}}),
            "'.bounds.unread_fields_default' is not supported for the inputs of methods");
  EXPECT_THAT(error({.exclude_known = {"/nowhere.json"}}), HasSubstr("no such file"));
}

TEST(CheckMethod, ResumesFromItsCheckpoint) {
  const Counter bad("count += count == 2 ? 2 : 1;");
  const std::string file = bad.path() + ".checkpoint";
  const auto check = [&](bool keep_going) {
    return check_method(bad.path(), "Counter::step",
                        {.bounds = {.size = 4}, .keep_going = keep_going, .checkpoint = file});
  };
  EXPECT_EQ(check(true).failed, 1U);
  const MethodCheckResult again = check(true);
  EXPECT_EQ(again.inputs, 5U);
  ASSERT_EQ(again.counterexamples.size(), 1U);
  EXPECT_EQ(again.counterexamples.front().number, 3U);
  EXPECT_TRUE(check(false).error) << "other options, another check";
  std::filesystem::remove(file);
}

TEST(Explore, FindsTestsBranchesAndFailures) {
  const Counter odd("if (count == 3) count += 2; else if (count < 0) count = 7; else ++count;");
  const ExploreResult result =
      explore(odd.path(), "Counter::step",
              {.bounds = {.values = {{"Counter::count", "0..4"}}}, .emit = TestKind::Catch2});
  EXPECT_FALSE(result);
  EXPECT_FALSE(result.error) << result.text;
  EXPECT_EQ(result.tests.size(), 2U);
  EXPECT_EQ(result.inputs, 2U);
  EXPECT_EQ(result.failed, 1U);
  ASSERT_EQ(result.counterexamples.size(), 1U);
  EXPECT_EQ(to_string(result.counterexamples.front().before.front()), "Counter$0 = Counter {count = 3}");
  EXPECT_THAT(result.text, HasSubstr("note: postcondition violated"));
  EXPECT_EQ(result.branches.size(), 4U);
  EXPECT_EQ(result.count(BranchStatus::Covered), 3U);
  EXPECT_EQ(result.count(BranchStatus::Infeasible), 1U);
  EXPECT_TRUE(result.complete);
  EXPECT_THAT(result.test_file, HasSubstr("TEST_CASE("));

  const ExploreResult one = explore(odd.path(), "Counter::step",
                                    {.bounds = {.values = {{"Counter::count", "0..4"}}}, .max_tests = 1});
  EXPECT_EQ(one.tests.size(), 1U);
  EXPECT_GT(one.count(BranchStatus::Unknown), 0U);
  EXPECT_FALSE(one.complete);
  EXPECT_THAT(one.text, HasSubstr(" is not covered\n"));

  const ExploreResult none = explore(odd.path(), "");
  EXPECT_FALSE(none);
  EXPECT_EQ(none.error->message, "no method to explore");
}

TEST(Generate, YieldsStructuresUntilStopped) {
  const Counter counter("++count; } bool rep_ok() const { return count < 4;");
  std::vector<std::string> found;
  const auto take = [&](const Structure& structure) {
    EXPECT_EQ(structure.number, found.size() + 1);
    found.push_back(to_string(structure.objects.front()));
    return found.size() % 2 != 0;
  };
  const auto some = generate(counter.path(), "Counter", take, {.bounds = {.size = 3}});
  ASSERT_TRUE(some) << render(some.error());
  EXPECT_FALSE(some->complete);
  EXPECT_THAT(found,
              testing::ElementsAre("Counter$0 = Counter {count = 0}", "Counter$0 = Counter {count = 1}"));
  const auto all =
      generate(counter.path(), "", [](const Structure&) { return true; }, {.bounds = {.size = 3}});
  ASSERT_TRUE(all) << render(all.error());
  EXPECT_TRUE(all->complete);
  EXPECT_EQ(all->structures, 4U);
  const auto none = generate(counter.path(), "Kounter", take, {});
  ASSERT_FALSE(none);
}

}  // namespace
}  // namespace fretsaw
