// SPDX-License-Identifier: MIT
// The public API of Alloy models, from text to answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fretsaw/model.hpp"

namespace fretsaw {
namespace {

using testing::HasSubstr;

constexpr const char* kGraphs =
    "sig Node { edges: set Node }\n"
    "one sig Start { at: lone Node }\n"
    "run show { some edges } for exactly 2 Node\n"
    "check { no edges } for 2\n"
    "run nothing { some edges && no edges } for 2\n";

Model graphs() {
  auto model = load_text(kGraphs);
  if (!model) ADD_FAILURE() << render(model.error());
  return *model;
}

TEST(Session, FindsCommandsByNameAndByIndex) {
  const Model model = graphs();
  EXPECT_EQ(model.commands().size(), 3U);
  EXPECT_EQ(model.command("show")->index(), 0U);
  EXPECT_TRUE(model.command("1")->is_check());
  const auto missing = model.command("shwo");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "unknown command 'shwo'; did you mean 'show'?");
  ASSERT_EQ(missing.error().notes.size(), 1U);
  EXPECT_THAT(missing.error().notes[0].message, HasSubstr("the model's commands are: 0 show"));
}

TEST(Session, RefusesANameOfSeveralCommands) {
  const auto model = load_text("sig A {}\npred p {}\nrun p for 1\nrun p for 2\n");
  const auto several = model->command("p");
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().hint, "select one by its index: 0, 1");
}

TEST(Session, RefusesTextThatIsNoModelWithItsPlace) {
  const auto model = load_text("sig A {\n", "broken.als");
  ASSERT_FALSE(model);
  EXPECT_THAT(render(model.error()), testing::StartsWith("broken.als:2:1: error:"));
}

TEST(Session, AnswersWithAnInstanceACounterexampleOrACore) {
  const Model model = graphs();
  const auto show = model.command("show")->answer();
  EXPECT_EQ(show->verdict, Verdict::Sat);
  EXPECT_EQ(show->instance->states.size(), 1U);
  EXPECT_FALSE(show->instance->first().tuples("Node.edges").empty());
  EXPECT_EQ(model.command("1")->answer()->verdict, Verdict::Sat);
  const auto none = model.command("nothing")->answer({.core = true});
  EXPECT_EQ(none->verdict, Verdict::Unsat);
  ASSERT_TRUE(none->core);
  EXPECT_EQ(none->core->size(), 2U);
  EXPECT_EQ(none->core->front().kind, "goal");
  EXPECT_EQ(none->core->front().location->line, 5U);
}

TEST(Session, ReportsThatACheckHoldsVacuously) {
  const auto model = load_text("sig A {}\nfact { some A && no A }\ncheck { some A }\n");
  EXPECT_TRUE(model->commands()[0].answer()->vacuous);
}

TEST(Session, EnumeratesByItsOptions) {
  const Command show = *graphs().command("show");  // the command keeps the model
  const auto count = [&](const EnumerationOptions& options) {
    auto stream = show.instances(options);
    std::uint64_t instances = 0;
    while (stream->skip()) ++instances;
    EXPECT_TRUE(stream->complete());
    return instances;
  };
  EXPECT_EQ(count({.symmetry = Symmetry::None}), 45U);  // 15 graphs, 3 places to start
  const std::uint64_t exact = count({});
  EXPECT_EQ(exact, count({.threads = 2}));
  EXPECT_EQ(exact, count({.part = {1, 2}}) + count({.part = {2, 2}}));
  EXPECT_LT(count({.root = "Start"}), exact);
  const auto wrong = show.instances({.root = "Node"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "invalid value 'Node' for '--root': expected a 'one sig'");
}

TEST(Session, SamplesDifferentInstances) {
  const auto sample = graphs().command("show")->sample({.count = 5, .seed = 3});
  EXPECT_EQ(sample->instances.size(), 5U);
  EXPECT_TRUE(sample->complete);
}

TEST(Session, EvaluatesInAnInstance) {
  const Model model = graphs();
  const Command show = *model.command("show");
  const auto instance = *show.answer()->instance;
  EXPECT_TRUE(std::get<bool>(show.evaluate("some edges", instance)->value));
  const auto nodes = show.evaluate("Node", instance);
  EXPECT_EQ(nodes->type, "Node");
  EXPECT_EQ(std::get<std::vector<AlloyTuple>>(nodes->value).size(), 2U);
  EXPECT_EQ(std::get<std::int64_t>(show.evaluate("#Node", instance)->value), 2);
  const auto wrong = show.evaluate("Nod", instance);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(render(wrong.error()), testing::StartsWith("expression:1:1: error:"));
}

TEST(Session, ReplacesTheScope) {
  const Command show = *graphs().command("show");
  const auto larger = show.with_scope("exactly 3 Node");
  ASSERT_TRUE(larger) << render(larger.error());
  EXPECT_EQ(larger->answer()->instance->first().atoms("Node").size(), 3U);
  EXPECT_FALSE(show.with_scope("3 but"));
}

TEST(Session, ALimitIsNotAResult) {
  const Limits expired{.seconds = 1e-9};
  const Command show = *graphs().command("show");
  const auto answer = show.answer({.limits = expired});
  EXPECT_EQ(answer->verdict, Verdict::Limit);
  EXPECT_EQ(answer->stop, StopReason::Time);
  const auto value = show.evaluate("Node", *show.answer()->instance, {});
  EXPECT_TRUE(value);
  std::string large = "sig A {}\n";
  for (int i = 0; i < 20'000; ++i) large += "pred p" + std::to_string(i) + " { some A }\n";
  const auto model = load_text(large, "large.als", {.limits = expired});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().stop, StopReason::Time);
  EXPECT_EQ(model.error().message, "time limit reached while reading the model");
}

TEST(Session, RendersInstances) {
  const Model model = graphs();
  const auto instance = *model.command("show")->answer()->instance;
  EXPECT_THAT(*model.render(instance), HasSubstr("Node "));
  EXPECT_THAT(*model.render(instance, Format::Json), HasSubstr("\"sigs\""));
}

}  // namespace
}  // namespace fretsaw
