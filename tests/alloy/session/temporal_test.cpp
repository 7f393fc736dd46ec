// SPDX-License-Identifier: MIT
// Commands about traces, from text to answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "alloy/session/internals.hpp"
#include "alloy/session/prove.hpp"
#include "fretsaw/model.hpp"
#include "support/random.hpp"
#include "support/table.hpp"

namespace fretsaw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model model_of(const std::string& text) {
  auto model = load_text(text);
  if (!model) ADD_FAILURE() << render(model.error());
  return *model;
}

Verdict verdict(const Command& command) {
  const auto answer = command.answer();
  if (!answer) ADD_FAILURE() << render(answer.error());
  return answer ? answer->verdict : Verdict::Limit;
}

std::uint64_t count_of(const Command& command, Symmetry symmetry) {
  auto traces = command.instances({.symmetry = symmetry});
  if (!traces) {
    ADD_FAILURE() << render(traces.error());
    return 0;
  }
  std::uint64_t count = 0;
  while (traces->next()) ++count;
  EXPECT_FALSE(traces->failure()) << render(*traces->failure());
  return count;
}

// Of the first command.
Verdict verdict(const std::string& text) { return verdict(model_of(text).commands()[0]); }
std::uint64_t count_of(const std::string& text, Symmetry symmetry = Symmetry::None) {
  return count_of(model_of(text).commands()[0], symmetry);
}

TEST(GoldenTraces, HaveTheVerdictsOfAlloy) {
  for (const test::Row& row : test::golden_rows("alloy/temporal/verdicts.tsv")) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const auto model = load(test::golden("alloy/temporal/" + row[0]));
    ASSERT_TRUE(model) << render(model.error());
    EXPECT_EQ(to_string(verdict(model->command(row[1])->with_overflow(Overflow::Wrap))),
              row[3] == "SAT" ? std::string("sat") : std::string("unsat"));
  }
}

TEST(GoldenTraces, AreAsManyAsInAlloy) {
  for (const test::Row& row : test::golden_rows("alloy/temporal/counts.tsv")) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const auto model = load(test::golden("alloy/temporal/" + row[0]));
    ASSERT_TRUE(model) << render(model.error());
    EXPECT_EQ(count_of(model->command(row[1])->with_overflow(Overflow::Wrap), Symmetry::None),
              std::stoull(row[3]));
  }
}

TEST(TraceModels, AnswerAsTheyExpect) {
  for (const char* name : {"election_over_time", "cache", "fair_lock"}) {
    const auto model = load(std::string(FRETSAW_SOURCE_DIR "/models/") + name + ".als");
    ASSERT_TRUE(model) << render(model.error());
    EXPECT_TRUE(model->warnings().empty()) << render(model->warnings().front());
    for (const Command& command : model->commands()) {
      SCOPED_TRACE(std::string(name) + " " + command.name());
      ASSERT_TRUE(command.expect());
      EXPECT_EQ(verdict(command), *command.expect() == 1 ? Verdict::Sat : Verdict::Unsat);
    }
  }
}

TEST(Traces, TheShortestIsFound) {
  const auto model = model_of("var sig A {}\nrun { some A ; no A ; no A ; some A } for 1");
  const auto answer = model.commands()[0].answer();
  ASSERT_TRUE(answer->instance);
  EXPECT_TRUE(answer->instance->is_trace);
  EXPECT_EQ(answer->instance->states.size(), 3U);
  EXPECT_EQ(answer->instance->loop, 0U);
  const auto longer =
      model_of("var sig A {}\nrun { some A } for 1 but exactly 4 steps").commands()[0].answer();
  EXPECT_EQ(longer->instance->states.size(), 4U);
}

TEST(Traces, NamesAndArgumentsStandForExpressionsNotForTheirValues) {
  // As in Alloy: what a let or a parameter stands for changes with the state that it is used in.
  EXPECT_EQ(verdict("var sig A {}\nrun { let x = A | some x and eventually no x } for 1"), Verdict::Sat);
  EXPECT_EQ(verdict("var sig A {}\npred p[x: set univ] { some x and eventually no x }\nrun { p[A] } for 1"),
            Verdict::Sat);
  // A quantified variable keeps its value.
  EXPECT_EQ(verdict("var sig A {}\nrun { some x: A | eventually no x } for 1"), Verdict::Unsat);
  EXPECT_EQ(verdict("var sig A {}\nrun { some x: A | eventually x not in A } for 1"), Verdict::Sat);
}

TEST(Traces, FactsHoldInTheFirstStateAndDeclarationsInAll) {
  EXPECT_EQ(verdict("var sig A {}\nfact { some A }\nrun { eventually no A } for 1"), Verdict::Sat);
  EXPECT_EQ(verdict("var sig A {}\nsig B {} { some A }\nrun { some B and eventually no A } for 1"),
            Verdict::Unsat);
  EXPECT_EQ(verdict("pred p { some A }\nvar sig A {}\nsig B {} { p }\nfact { p }\nrun { some B and "
                    "eventually no A } for 1"),
            Verdict::Unsat);
  EXPECT_EQ(verdict("one sig S { var f: one S }\nrun { eventually no S.f } for 1"), Verdict::Unsat);
  EXPECT_EQ(verdict("var some sig A {}\nrun { eventually no A } for 2"), Verdict::Unsat);
  EXPECT_EQ(verdict("var one sig A {}\nrun { eventually A\' != A } for 2"), Verdict::Sat);
  EXPECT_EQ(verdict("one sig A {}\nrun { eventually A\' != A } for 2"), Verdict::Unsat);
}

TEST(Traces, AnAtomKeepsItsKind) {
  const std::string sigs = "var sig A {}\nvar sig B, C extends A {}\n";
  EXPECT_EQ(verdict(sigs + "run { some x: B | eventually x in C } for 2"), Verdict::Unsat);
  EXPECT_EQ(verdict(sigs + "run { some x: B | eventually x in A - B } for 2"), Verdict::Unsat);
  EXPECT_EQ(verdict(sigs + "run { some x: B | eventually x not in A } for 2"), Verdict::Sat);
  EXPECT_EQ(verdict("sig A {}\nvar sig B extends A {}\nrun { eventually B\' != B } for 2"), Verdict::Unsat);
  EXPECT_EQ(verdict("sig A {}\nvar sig B in A {}\nrun { eventually B\' != B } for 2"), Verdict::Sat);
  EXPECT_EQ(verdict("abstract sig A {}\nvar sig B, C extends A {}\nrun { eventually A\' != A } for 2"),
            Verdict::Unsat);
}

TEST(Traces, AreGivenOncePerClass) {
  // One atom or the other, or both, or none, for ever: four behaviors, three up to renaming.
  const std::string still =
      "sig A {}\nvar sig B in A {}\nfact { always B\' = B }\nrun {} for exactly 2 A, 3 steps";
  EXPECT_EQ(count_of(still, Symmetry::None), 4U);
  EXPECT_EQ(count_of(still, Symmetry::Exact), 3U);
  EXPECT_EQ(
      count_of("sig A {}\nvar sig B in A {}\nfact { always B\' = A - B }\nrun {} for exactly 2 A, 4 steps",
               Symmetry::Exact),
      3U);
}

TEST(Traces, OfStaticModelsHaveOneState) {
  const auto answer = model_of("sig A {}\nrun { always some A } for 2").commands()[0].answer();
  ASSERT_TRUE(answer->instance);
  EXPECT_TRUE(answer->instance->is_trace);
  EXPECT_EQ(answer->instance->states.size(), 1U);
  EXPECT_EQ(verdict("sig A { f: set A }\nrun { some f and eventually no f } for 2"), Verdict::Unsat);
}

TEST(Traces, ExpressionsAreEvaluatedInAnyState) {
  const auto model = model_of(
      "one sig C { var n: Int }\nfact { C.n = 0 always C.n\' = (C.n < 3 implies plus[C.n, 1] else 1) }\nrun "
      "{}");
  const Command command = model.commands()[0];
  const auto answer = command.answer();
  ASSERT_TRUE(answer->instance);
  const auto evaluator = command.evaluator(*answer->instance);
  ASSERT_TRUE(evaluator) << render(evaluator.error());
  const auto text = [&](const std::string& expression, std::size_t state) -> std::string {
    const auto value = evaluator->evaluate(expression, {}, state);
    if (!value) return value.error().message;
    if (const auto* truth = std::get_if<bool>(&value->value)) return *truth ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value->value)) return std::to_string(*number);
    std::string out;
    for (const AlloyTuple& tuple : std::get<2>(value->value)) out += to_string(tuple) + " ";
    return out;
  };
  EXPECT_EQ(text("C.n", 0), "0 ");
  EXPECT_EQ(text("C.n", 3), "3 ");
  EXPECT_EQ(text("C.n\'", 3), "1 ");
  EXPECT_EQ(text("C.n", 5), "2 ");
  EXPECT_EQ(text("before C.n = 0", 1), "true");
  EXPECT_EQ(text("before C.n = 0", 4), "false");
  EXPECT_EQ(text("once C.n = 3", 2), "false");
  EXPECT_EQ(text("once C.n = 3", 4), "true");
  EXPECT_EQ(text("always C.n < 4", 0), "true");
}

TEST(Traces, ThatAreImpossibleForEverAreProvedToBe) {
  const std::string counter =
      "one sig C { var n: Int }\nfact { C.n = 0 always C.n\' = (C.n < 3 implies plus[C.n, 1] else 0) }\n";
  const auto proved = model_of(counter + "check { always C.n < 4 } for 1.. steps").commands()[0].answer();
  ASSERT_TRUE(proved) << render(proved.error());
  EXPECT_EQ(proved->verdict, Verdict::Unsat);
  EXPECT_TRUE(proved->proved);
  const auto refuted = model_of(counter + "check { always C.n < 3 } for 1.. steps").commands()[0].answer();
  EXPECT_EQ(refuted->verdict, Verdict::Sat);
  const auto bounded = model_of(counter + "check { always C.n < 4 } for 3 steps").commands()[0];
  EXPECT_TRUE(bounded.answer({.prove = true})->proved);
  const auto possible = model_of(counter + "check { always C.n < 3 } for 3 steps").commands()[0];
  EXPECT_EQ(possible.answer({.prove = true})->verdict, Verdict::Unsat);
  EXPECT_FALSE(possible.answer({.prove = true})->proved);
  const std::string bin =
      "sig F {}\nvar sig In in F {}\nfact { no In always (In\' = In or some f: F | In\' = In + f or In\' = "
      "In - f) }\n";
  const auto past = model_of(bin + "check { always all f: In | once f not in In } for 1 but 1.. steps")
                        .commands()[0]
                        .answer();
  EXPECT_EQ(past->verdict, Verdict::Unsat);
  EXPECT_TRUE(past->proved);
  const std::string trash =
      "var sig File {}\nvar sig Trash in File {}\nfact { no Trash always { File' = File and (some f: File - "
      "Trash | Trash' = Trash + f) or File' = File and Trash' = Trash or no Trash' and File' = File - Trash "
      "} }\n";
  const auto until = model_of(trash +
                              "check { always all f: File - Trash | f in Trash' implies after (no Trash' "
                              "releases f in Trash) } for 3 but 1.. steps")
                         .commands()[0]
                         .answer();
  EXPECT_EQ(until->verdict, Verdict::Unsat);
  EXPECT_TRUE(until->proved);
  // What must happen sometime, and does because something else happens again and again.
  const auto live =
      model_of(
          "var sig A {}\nrun { always eventually some A and eventually always no A } for 1 but 1.. steps")
          .commands()[0]
          .answer();
  EXPECT_EQ(live->verdict, Verdict::Unsat);
  EXPECT_TRUE(live->proved);
  // A past that counts is not remembered: that is a limit, not an answer.
  const auto open =
      model_of(
          "var sig A {}\nrun { always no A' and eventually once once #A > 2 and no A } for 3 but 1.. steps")
          .commands()[0]
          .answer();
  EXPECT_EQ(open->verdict, Verdict::Limit);
}

// A small model of random steps, and something that is to happen.
std::string random_steps(support::Random& random) {
  const auto set = [&] {
    static constexpr const char* kSets[] = {"P", "Q", "A", "none", "P + Q", "P & Q", "P - Q", "A - P"};
    return std::string(kSets[random.below(8)]);
  };
  const auto state = [&] {
    const std::string left = set(), right = set();
    switch (random.below(4)) {
      case 0:
        return "(some " + left + ")";
      case 1:
        return "(" + left + " in " + right + ")";
      case 2:
        return "(once some " + left + ")";
      default:
        return "(" + left + " = " + right + ")";
    }
  };
  const auto step = [&] {
    const std::string now = set(), next = set();
    const std::string guard = state();
    return "(" + guard + " implies (" + next + ")' = " + now + ")";
  };
  const std::function<std::string(int)> formula = [&](int depth) -> std::string {
    static constexpr const char* kUnary[] = {"not",  "after",        "always", "eventually",
                                             "once", "historically", "before"};
    static constexpr const char* kBinary[] = {"and",   "or",       "implies", "iff",
                                              "until", "releases", "since",   "triggered"};
    if (depth == 0) return state();
    if (random.percent(15)) {
      const std::string variable = "x" + std::to_string(depth), body = formula(depth - 1);
      const std::string quantifier = random.percent(50) ? "all " : "some ";
      return "(" + quantifier + variable + ": " + set() + " | " + variable + " in " + set() + " or " + body +
             ")";
    }
    if (random.percent(60))
      return "(" + std::string(kUnary[random.below(7)]) + " " + formula(depth - 1) + ")";
    const std::string left = formula(depth - 1), right = formula(depth - 1);
    return "(" + left + " " + kBinary[random.below(8)] + " " + right + ")";
  };
  const std::string goal = random.percent(30) ? "eventually not " + state() : formula(3);
  return "sig A {}\nvar sig P, Q in A {}\nfact { " + state() + " always " + step() + " always " + step() +
         " " + formula(2) + " }\nrun { " + goal + " } for exactly 1 A, 8 steps";
}

TEST(Traces, AreProvedToBeImpossibleWhereNoneIsFound) {
  int proved = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    support::Random random(seed);
    const std::string text = random_steps(random);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const Model model = model_of(text);
    const Command command = model.commands()[0];
    Budget budget{Limits{}};
    const auto lowered = session::lower(internals(command), budget, {.steps = 1});
    ASSERT_TRUE(lowered) << render(lowered.error());
    const Verdict found = verdict(command);
    const bool impossible =
        session::no_trace_of_any_length(*lowered, {.rounds = 4, .max_queries = 100'000}, budget);
    if (impossible) ASSERT_EQ(found, Verdict::Unsat);
    if (found == Verdict::Unsat) ++(impossible ? proved : missed);
  }
  EXPECT_GT(proved, 100);
  EXPECT_LT(missed, proved / 20);
}

TEST(Traces, ForkIntoAnotherFuture) {
  const auto model = model_of("var lone sig A {}\nrun { some A } for 1");
  const Command command = model.commands()[0];
  const auto first = command.answer();
  const auto other = command.answer({.fork = 0});
  ASSERT_TRUE(other) << render(other.error());
  ASSERT_TRUE(other->instance);
  EXPECT_EQ(other->instance->first().atoms("A").size(), 1U);
  const auto next = [](const AlloyInstance& trace) {
    return trace.states[trace.states.size() > 1 ? 1 : trace.loop].atoms("A").size();
  };
  EXPECT_NE(next(*first->instance), next(*other->instance));
  const auto only =
      model_of("var lone sig A {}\nrun { always some A } for 1").commands()[0].answer({.fork = 0});
  EXPECT_EQ(only->verdict, Verdict::Unsat);
}

TEST(Traces, HaveCores) {
  const auto answer = model_of("var sig A {}\nfact { always some A }\nrun { eventually no A } for 1")
                          .commands()[0]
                          .answer({.core = true});
  EXPECT_EQ(answer->verdict, Verdict::Unsat);
  ASSERT_TRUE(answer->core);
  std::vector<std::string> texts;
  for (const CoreFormula& formula : *answer->core) texts.push_back(formula.text);
  EXPECT_THAT(texts, testing::UnorderedElementsAre("always some A", "eventually no A"));
}

TEST(Traces, AreWrittenAndReadAgain) {
  const auto model =
      model_of("sig B {}\nvar sig A in B {}\nrun { some A ; no A ; some A } for 2 but 3 steps");
  const auto answer = model.commands()[0].answer();
  ASSERT_TRUE(answer->instance);
  const auto text = model.render(*answer->instance);
  EXPECT_THAT(*text, HasSubstr("state 1"));
  EXPECT_THAT(*text, testing::ContainsRegex("\nthen state [0-2] again\n"));
  for (const Format format : {Format::Json, Format::Xml}) {
    const std::string path = testing::TempDir() + (format == Format::Json ? "trace.json" : "trace.xml");
    const auto written = model.render(*answer->instance, format);
    ASSERT_TRUE(written);
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fputs(written->c_str(), file);
    std::fclose(file);
    const auto read = model.read_instance(path);
    ASSERT_TRUE(read) << render(read.error());
    EXPECT_TRUE(read->is_trace);
    EXPECT_EQ(read->loop, answer->instance->loop);
    EXPECT_EQ(*model.render(*read), *text);
  }
}

TEST(Traces, FromFilesMustLoop) {
  const auto model = model_of("var sig A {}\nrun {} for 1");
  const auto error_of = [&](const std::string& json) {
    const std::string path = testing::TempDir() + "broken.json";
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fputs(json.c_str(), file);
    std::fclose(file);
    const auto read = model.read_instance(path);
    return read ? std::string("fine") : read.error().message;
  };
  const std::string state = R"({"sigs":{"A":[]},"fields":{}})";
  EXPECT_EQ(error_of(R"({"loop":0,"states":[)" + state + "]}"), "fine");
  EXPECT_EQ(error_of(R"({"states":[)" + state + "]}"), "missing \"loop\" in the trace");
  EXPECT_EQ(error_of(R"({"loop":1,"states":[)" + state + "]}"), "invalid \"loop\": expected 0..0, found 1");
  EXPECT_EQ(error_of(R"({"loop":0,"states":[]})"), "expected at least one state in 'states', found none");
  EXPECT_EQ(error_of(R"({"loop":0,"states":1})"), "expected an array of states in 'states', found a number");
}

TEST(Traces, OfXmlHaveAllTheirStates) {
  const auto model = model_of("var sig A {}\nrun {} for 1");
  const auto command = model.commands()[0];
  const auto answer = command.answer();
  ASSERT_TRUE(answer && answer->instance);
  const std::string path = testing::TempDir() + "broken.xml";
  const auto write = [&](const std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fputs(text.c_str(), file);
    std::fclose(file);
  };
  const std::string head = "<alloy><instance bitwidth=\"4\" maxseq=\"4\" mintrace=\"1\" maxtrace=\"10\" ";
  const std::string sigs =
      "><sig label=\"univ\" ID=\"2\" builtin=\"yes\"></sig><sig label=\"this/A\" ID=\"4\" "
      "parentID=\"2\"></sig></instance>";
  write(head + "tracelength=\"3\" looplength=\"1\"" + sigs + "</alloy>");
  const auto short_of_two = model.read_instance(path);
  ASSERT_FALSE(short_of_two);
  EXPECT_EQ(short_of_two.error().message, "expected 3 states in the trace, found 1");
  write(head + sigs + "</alloy>");
  const auto without = model.read_instance(path);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().message, "a trace requires the attributes 'tracelength' and 'looplength'");
}

TEST(Traces, OfEnumsSequencesStringsAndMacros) {
  const std::string text = R"(
enum Color { Red, Green, Blue }
one sig Light { var color: Color, var name: String, var hist: seq Color }
let turns[a, b] = (Light.color = a implies Light.color' = b)
fact {
  Light.color = Red and no Light.hist
  always {
    turns[Red, Green] turns[Green, Blue] turns[Blue, Red]
    Light.hist' = (#Light.hist < 3 implies Light.hist.add[Light.color] else Light.hist)
    Light.name = (Light.color = Red implies "stop" else "go")
  }
}
)";
  const auto of = [&](const std::string& command) { return verdict(text + command); };
  EXPECT_EQ(of("check { always eventually Light.color = Red }"), Verdict::Unsat);
  EXPECT_EQ(of("check { always (Light.name = \"stop\" iff Light.color = Red) }"), Verdict::Unsat);
  EXPECT_EQ(of("check { eventually always #Light.hist = 3 }"), Verdict::Unsat);
  EXPECT_EQ(of("check { always lt[Light.color, Light.color'] }"), Verdict::Sat);
  EXPECT_EQ(of("run { eventually #Light.hist = 3 }"), Verdict::Sat);
  EXPECT_EQ(of("run { eventually #Light.hist = 3 } for 5 steps"), Verdict::Unsat)
      << "three to fill it, three to loop";
  EXPECT_EQ(of("run { after after after Light.hist = (0 -> Red + 1 -> Green + 2 -> Blue) } for 6 steps"),
            Verdict::Sat);
}

TEST(Traces, OfTooManyStepsAreALimit) {
  const auto answer =
      model_of("var sig A {}\nrun { some A and always no A } for 1 but 10000 steps").commands()[0].answer();
  EXPECT_NE(answer->verdict, Verdict::Sat);
}

}  // namespace
}  // namespace fretsaw
