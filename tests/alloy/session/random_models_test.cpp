// SPDX-License-Identifier: MIT
// As many instances as there are isomorphism classes, by trying everything, for random models.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "alloy/session/random_model.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw {
namespace {

// Models that are counted, of each kind.
std::uint64_t wanted(RandomKind kind) {
  if (std::getenv("FRETSAW_FULL_TESTS") == nullptr) return 500;
  return kind == RandomKind::Traces ? 4'000 : 8'000;
}

// Of all parts together; what went wrong instead, if something did.
std::string count_text(const Command& command, EnumerationOptions options) {
  std::uint64_t count = 0;
  for (; options.part.number <= options.part.count; ++options.part.number) {
    auto stream = command.instances(options);
    if (!stream) return stream.error().message;
    while (options.only_count ? stream->skip() : stream->next().has_value()) ++count;
    if (stream->failure()) return stream->failure()->message;
    if (!stream->complete()) return "not complete";
  }
  return std::to_string(count);
}

struct Outcome {
  bool is_counted = false;
  bool has_instances = false;
};

Outcome compare(std::uint64_t seed, RandomKind kind) {
  const RandomModel random(seed, kind);
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, random.text()));
  const auto model = load_text(random.text());
  // A scope may be contradictory.
  if (!model) {
    EXPECT_EQ(model.error().error_class, ErrorClass::Scope) << render(model.error());
    return {};
  }
  const Command command =
      model->commands()[0].with_overflow(kind == RandomKind::Scopes ? Overflow::Prevent : Overflow::Wrap);
  if (const auto stream = command.instances(); !stream) {
    EXPECT_EQ(stream.error().error_class, ErrorClass::Scope) << render(stream.error());
    return {};
  }
  const auto classes = random.classes(command);
  if (!classes) return {};
  EXPECT_EQ(count_text(command, {}), std::to_string(*classes));
  EXPECT_EQ(count_text(command, {.part = {.count = seed % 4 == 0 ? 3U : 1U}, .only_count = true}),
            std::to_string(*classes));
  const auto answer = command.answer();
  EXPECT_TRUE(answer) << render(answer.error());
  if (answer) {
    EXPECT_EQ(to_string(answer->verdict), std::string(*classes > 0 ? "sat" : "unsat"));
  }
  return {true, *classes > 0};
}

void expect_counts(RandomKind kind) {
  std::uint64_t counted = 0;
  std::uint64_t satisfiable = 0;
  for (std::uint64_t seed = 1; counted < wanted(kind) && !testing::Test::HasFailure(); ++seed) {
    const Outcome outcome = compare(seed, kind);
    counted += outcome.is_counted ? 1 : 0;
    satisfiable += outcome.has_instances ? 1 : 0;
    ASSERT_LT(seed, 10 * wanted(kind)) << "too few random models can be counted";
  }
  // Models that all have instances, or none, would test little.
  EXPECT_GT(satisfiable, counted / 5);
  EXPECT_LT(satisfiable, counted);
}

TEST(RandomModels, WithNarrowScopesHaveOneInstanceOfEachClass) { expect_counts(RandomKind::Scopes); }

TEST(RandomModels, WithIntegersHaveOneInstanceOfEachClass) { expect_counts(RandomKind::Integers); }

// Among them, `let` and arguments that name what varies, below temporal operators.
TEST(RandomModels, WithTracesHaveOneBehaviorOfEachClass) { expect_counts(RandomKind::Traces); }

// What bounds of sigs are counted by must not tell atoms apart that no instance tells apart.
TEST(Scopes, BeyondTheLargestIntegerDoNotTellAtomsApart) {
  const auto count = [](const std::string& text) {
    const auto model = load_text(text);
    return model ? count_text(model->commands()[0], {}) : render(model.error());
  };
  for (const std::string width : {"1 int", "2 int", "4 int"}) {
    EXPECT_EQ(count("sig B {} sig Y extends B {} run {} for 3 but 2 Y, " + width), "9");
    EXPECT_EQ(count("abstract sig B {} lone sig X extends B {} sig Y extends B {} run {} for exactly 3 B, " +
                    width),
              "1");
  }
}

// Values of quantified variables are fixed where they are bound; a `let` and an argument is evaluated where
// its name is used.
TEST(Traces, LetsAndArgumentsAreEvaluatedWhereTheyAreUsed) {
  const auto verdict = [](const std::string& goal) {
    const auto model = load_text(
        "one sig S { var v: set A } sig A {}\n"
        "pred q[p: set A] { eventually no p }\n"
        "fun f[p: set A]: set A { p' }\n"
        "run { " +
        goal + " } for 2");
    return model ? std::string(to_string(model->commands()[0].answer()->verdict)) : render(model.error());
  };
  EXPECT_EQ(verdict("some S.v and (let l = S.v | eventually no l)"), "sat");
  EXPECT_EQ(verdict("some S.v and q[S.v]"), "sat");
  EXPECT_EQ(verdict("some S.v and no f[S.v]"), "sat");
  EXPECT_EQ(verdict("some a: S.v | eventually no a"), "unsat");
  EXPECT_EQ(verdict("some a: S.v | eventually a not in S.v"), "sat");
  EXPECT_EQ(verdict("some a: S.v | q[a]"), "unsat");
}

}  // namespace
}  // namespace fretsaw
