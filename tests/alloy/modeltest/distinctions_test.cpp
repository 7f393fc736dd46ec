// SPDX-License-Identifier: MIT
// What a text distinguishes, and the valuations that decide it: compared with all valuations in a small
// scope.
#include "alloy/modeltest/distinctions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "alloy/modeltest/distinction_solver.hpp"
#include "alloy/modeltest/loading.hpp"
#include "alloy/modeltest/requirement_solver.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::Contains;

// A model without facts but those of its distinctions, in a scope.
class Deciding {
 public:
  Deciding(const std::string& text, const std::string& scope)
      : file_(tests_of(text)),
        free_(without_facts(file_->model)),
        requirements_(collect_requirements(file_->model, [](const Span&) { return true; })),
        command_(empty_command(free_, source_of("--scope", scope)).value()),
        stage_(Stage::make(free_, command_, {}).value()) {
    for (const model::Fact& fact : file_->model.facts) facts_.push_back(fact.formula);
    all = collect_distinctions(file_->model, requirements_, facts_);
    decider = DistinctionSolver::make(free_, requirements_, *stage_, facts_, all, {}).value();
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const Distinction& distinction : all) result.push_back(distinction.what);
    return result;
  }

  // By trying every valuation with all arguments.
  bool can_be_decided(std::size_t distinction) {
    InstancesOptions options;
    auto stream = instances(stage_->lowered().problem(), options);
    while (const auto instance = stream->next()) {
      std::vector<Arguments> lists{{}};
      if (const auto paragraph = all[distinction].paragraph) {
        const model::Function& function = file_->model.functions[requirements_.paragraphs[*paragraph].index];
        lists = arguments_of(function, *stage_, *instance, 10'000).all;
      }
      for (const Arguments& arguments : lists) {
        if (decider->decides(distinction, {*instance, arguments})) return true;
      }
    }
    return false;
  }

 private:
  std::unique_ptr<TestFile> file_;
  model::Model free_;
  Requirements requirements_;
  model::Command command_;
  std::unique_ptr<Stage> stage_;
  std::vector<model::ExprPtr> facts_;

 public:
  std::vector<Distinction> all;
  std::unique_ptr<DistinctionSolver> decider;
};

constexpr int kMany = 1'000'000;

TEST(Distinctions, OfConnectivesSizesComparisonsQuantifiersAndSteps) {
  const Deciding model(R"(sig A { f: set A, g: lone A }
fact { some f => no g }
pred p[x: A] { all y: x.f | y in x.^g   x.f = x.g }
fun h[x: A]: set A { x.f - x.g }
)",
                       "2");
  const auto texts = model.texts();
  EXPECT_THAT(texts, Contains("some f => no g: false, true"));
  EXPECT_THAT(texts, Contains("no g: size 1"));
  EXPECT_THAT(texts, Contains("pred p: largest accepted"));
  EXPECT_THAT(texts, Contains("pred p: smallest rejected"));
  EXPECT_THAT(texts, Contains("all y: x.f | y in x.^g: true for some"));
  EXPECT_THAT(texts, Contains("x.f = x.g: proper subset"));
  EXPECT_THAT(texts, Contains("^g: no step"));
  EXPECT_THAT(texts, Contains("f: several steps"));
  EXPECT_THAT(texts, Contains("x.f - x.g: without x.g"));
}

class DecidedInScope : public testing::TestWithParam<const char*> {};

TEST_P(DecidedInScope, IsWhateverSomeValuationDecides) {
  Deciding model(GetParam(), "2");
  int found = 0;
  for (std::size_t d = 0; d < model.all.size(); ++d) {
    SCOPED_TRACE(model.all[d].what);
    const DistinctionSolver::SearchResult answer = model.decider->find({d}, {}, kMany);
    EXPECT_EQ(answer.at.has_value(), model.can_be_decided(d));
    if (!answer.at) continue;
    ++found;
    EXPECT_TRUE(model.decider->decides(d, *answer.at));
    for (const bool rich : {false, true})
      EXPECT_TRUE(model.decider->decides(d, model.decider->clearer(*answer.at, {d}, rich, kMany)));
  }
  EXPECT_GT(found, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, DecidedInScope,
                         testing::Values(R"(sig List { header: set Node }
sig Node { link: set Node }
fact { all l: List | lone l.header }
pred Acyclic[l: List] { no l.header or some n: l.header.*link | no n.link }
)",
                                         R"(sig A { f: lone A }
fact { all a: A | a not in a.f }
pred p[x, y: A] { x.f = y iff some y.f }
fun reach[x: A]: set A { x.^f + x }
)",
                                         R"(sig A { f: set A }
pred never[x: A] { some x.f and no x.f }
pred part[s: set A] { s.f in s and lone s - s.f }
)",
                                         R"(sig A { f: set A }
pred mine[x: A] { (x in x.f => x.f else none) = x.^f }
fun next[x: A]: set A { some x.f => x.f else x }
fun count[x: A]: Int { some x.f => #x.f else 2 }
fun never[x: A]: set A { some x.f => none else x.f }
)"));

// The same value in both branches is no reason to have no test of either.
TEST(Distinctions, OfIfElseAreTheValuesOfBothBranches) {
  for (const std::string body : {"A { some x.f => x.f else x.f }", "Int { some x.f => #x.f else #x.f }",
                                 "A { some x.f => none else x }", "Int { some x.f => 1 else 2 }"}) {
    Deciding model("sig A { f: set A }\nfun h[x: A]: set " + body + "\n", "2");
    SCOPED_TRACE(body);
    for (const std::string row : {"true", "false"}) {
      const auto texts = model.texts();
      const auto at = std::ranges::find_if(
          texts, [&](const std::string& text) { return text.ends_with(": condition " + row); });
      ASSERT_NE(at, texts.end());
      const bool is_empty = body == "A { some x.f => x.f else x.f }" && row == "false";
      const DistinctionSolver::SearchResult found =
          model.decider->find({static_cast<std::size_t>(at - texts.begin())}, {}, kMany);
      EXPECT_NE(found.at.has_value(), is_empty) << row;
    }
  }
}

// With room for it, nothing is related to itself, and the two relations do not overlap.
TEST(Distinctions, AreShownInGeneralPosition) {
  Deciding model("sig A { f, g: set A }\nfact { no f }\n", "2");
  const auto texts = model.texts();
  const auto d = static_cast<std::size_t>(std::ranges::find(texts, "no f: size 1") - texts.begin());
  ASSERT_LT(d, texts.size());
  const DistinctionSolver::SearchResult answer = model.decider->find({d}, {}, kMany);
  ASSERT_TRUE(answer.at);
  const DistinctionSolver::Case clear = model.decider->clearer(*answer.at, {d}, true, kMany);
  std::set<std::pair<Atom, Atom>> rows;
  for (const auto& [relation, value] : clear.instance.values()) {
    for (std::size_t i = 0; value.arity() == 2 && i < value.size(); ++i) {
      EXPECT_NE(value.row(i)[0], value.row(i)[1]);
      EXPECT_TRUE(rows.emplace(value.row(i)[0], value.row(i)[1]).second);
    }
  }
  EXPECT_EQ(rows.size(), 2u);
}

}  // namespace
}  // namespace fretsaw::modeltest
