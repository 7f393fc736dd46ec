// SPDX-License-Identifier: MIT
//
// Both kinds of suite start from the model without its facts, so that the facts are formulas like others: an
// instance satisfies or violates them, and evaluation determines the expected outcome of a test.
//
// By coverage: first tests that decide the distinctions of the text (suite_distinctions.cpp). For the
// remaining requirements, an instance that satisfies the facts and covers one of them; if there is none, one
// that violates the facts; if there is none either, the remaining requirements are infeasible in the scope.
// An instance that satisfies the facts becomes a test of each predicate, function and assertion of which it
// covers a new requirement, with as few argument lists as cover all of them; if it covers new requirements
// only of sigs and facts, it becomes a test of the facts. One that violates the facts becomes one test, with
// `expect 0`. A part of these tests is selected (suite_choice.cpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "alloy/modeltest/build_expr.hpp"
#include "alloy/modeltest/suite_builder.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr int kMaxGrowthConflicts = 1000;

using UnderTest = std::function<bool(const Span&)>;

}  // namespace

Status SuiteBuilder::by_coverage() {
  Coverage& coverage = suite_->coverage;
  RequirementMeter meter(suite_->requirements, *stage_);
  if (auto decided = decide(); !decided) return decided;
  for (const SuiteTest& test : suite_->tests) {
    for (const std::size_t r : covers_of(test, meter)) coverage.set(r, CoverageState::Yes);
  }
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < suite_->requirements.all.size(); ++i) {
    if (coverage.state(i) == CoverageState::Yes) continue;
    if (solver_->answerable(i)) {
      left.push_back(i);
    } else {
      coverage.set(i, CoverageState::Undecided);
    }
  }
  bool facts_exhausted = false;
  while (!left.empty()) {
    const std::vector<std::size_t> target = options_.target == Target::All ? left : std::vector{left.front()};
    Result<RequirementSolver::SearchResult> found =
        RequirementSolver::SearchResult{Verdict::Unsat, StopReason::None, {}};
    if (!facts_exhausted) found = solver_->find({}, target, {});
    const bool broken = found && found->verdict == Verdict::Unsat && !facts_.empty();
    if (broken) {
      facts_exhausted = options_.target == Target::All;
      found = break_one_fact(target);
    }
    if (!found) return found.error();
    if (found->verdict == Verdict::Limit) {
      for (const std::size_t r : left) coverage.set(r, CoverageState::Undecided);
      stop(found->stop);
      break;
    }
    if (found->verdict == Verdict::Unsat) {
      for (const std::size_t r : target) coverage.set(r, CoverageState::Infeasible);
      std::erase_if(left, [&](std::size_t r) { return coverage.state(r) == CoverageState::Infeasible; });
      continue;
    }
    Instance instance = *std::move(found->instance);
    std::vector<std::size_t> fresh = meter.met(instance, left);
    if (fresh.empty())
      return input_error("internal error: the instance found does not cover its requirement",
                         "report this defect of Fretsaw with the model");
    if (options_.target == Target::All && !broken) {
      if (auto grown = grow(instance, fresh, left, meter); !grown) return grown;
    }
    for (const std::size_t r : fresh) coverage.set(r, CoverageState::Yes);
    std::erase_if(left, [&](std::size_t r) { return coverage.state(r) == CoverageState::Yes; });
    cover(instance, fresh);
    ++suite_->valuations;
  }
  choose();
  return Success{};
}

// An instance that breaks as little as can be found without much ado: a person sees what is wrong with it, and
// what should not be wrong is not hidden behind something else.
Result<RequirementSolver::SearchResult> SuiteBuilder::break_one_fact(const std::vector<std::size_t>& target) {
  auto any = solver_->find({}, target, {.kept = false});
  if (!any || any->verdict != Verdict::Sat) return any;
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    auto found = solver_->find({}, target, {.kept = true, .but = i}, true);
    if (!found || found->instance) return found;
  }
  return any;
}

// Looks for instances that meet all of what this one meets, and more.
Status SuiteBuilder::grow(Instance& instance, std::vector<std::size_t>& fresh,
                          const std::vector<std::size_t>& left, RequirementMeter& meter) {
  for (int step = 0; step < kMaxGrowthConflicts; ++step) {
    std::vector<std::size_t> more;
    std::ranges::set_difference(left, fresh, std::back_inserter(more));
    if (more.empty()) return Success{};
    auto found = solver_->find(fresh, more, {}, true);
    if (!found) return found.error();
    if (!found->instance) return Success{};
    instance = *std::move(found->instance);
    fresh = meter.met(instance, left);
  }
  return Success{};
}

void SuiteBuilder::cover(const Instance& instance, const std::vector<std::size_t>& fresh) {
  TestCallBuilder test_calls(model_, *stage_, instance);
  if (!test_calls.facts_hold()) {
    add(test_calls, instance, "violates_facts",
        {fmt::format("Violates {}.", fmt::join(test_calls.violated_facts(), " and "))}, {}, 0, fresh,
        command_.syntax);
    return;
  }
  std::map<std::size_t, std::vector<std::size_t>> by_paragraph;
  std::vector<std::size_t> others;
  for (const std::size_t r : fresh) {
    const std::size_t p = suite_->requirements.elements[suite_->requirements.all[r].element].paragraph;
    const ParagraphKind kind = suite_->requirements.paragraphs[p].kind;
    if (kind == ParagraphKind::Sig || kind == ParagraphKind::Fact) {
      others.push_back(r);
    } else {
      by_paragraph[p].push_back(r);
    }
  }
  const std::size_t before = suite_->tests.size();
  std::set<std::size_t> left;
  for (const auto& [paragraph, covered] : by_paragraph) left.insert(covered.begin(), covered.end());
  for (const std::size_t paragraph : callers_first()) {
    if (by_paragraph.contains(paragraph)) call(test_calls, instance, paragraph, left);
  }
  if (suite_->tests.size() > before) {
    std::vector<std::size_t>& covers = suite_->tests[before].covers;
    covers.insert(covers.end(), others.begin(), others.end());
    return;
  }
  add(test_calls, instance, "facts", {"Satisfies the facts."}, {}, 1, fresh, command_.syntax);
}

// Predicates and functions that call others before those: a call exercises what it calls, too. Assertions
// last.
std::vector<std::size_t> SuiteBuilder::callers_first() const {
  const Requirements& requirements = suite_->requirements;
  std::vector<std::size_t> order, done(requirements.paragraphs.size(), 0);
  const std::function<void(std::size_t)> visit = [&](std::size_t paragraph) {
    if (done[paragraph]++ > 0) return;
    for (const CallSite& site : requirements.calls) {
      if (site.paragraph != paragraph) continue;
      for (std::size_t callee = 0; callee < requirements.paragraphs.size(); ++callee) {
        const Paragraph& other = requirements.paragraphs[callee];
        if (function_of(other) != nullptr && other.index == index(site.callee)) visit(callee);
      }
    }
    order.push_back(paragraph);
  };
  for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
    if (requirements.paragraphs[i].kind != ParagraphKind::Assertion) visit(i);
  }
  std::ranges::reverse(order);
  for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
    if (requirements.paragraphs[i].kind == ParagraphKind::Assertion) order.push_back(i);
  }
  return order;
}

// Takes what the call exercises off `left`. As few argument lists as meet everything of the paragraph that is
// left: always the one that adds most.
void SuiteBuilder::call(TestCallBuilder& test_calls, const Instance& instance, std::size_t paragraph,
                        std::set<std::size_t>& left) {
  const Requirements& requirements = suite_->requirements;
  const Paragraph& called = requirements.paragraphs[paragraph];
  const model::Function* const function = function_of(called);
  const auto own_left = [&] {
    std::vector<std::size_t> own;
    for (const std::size_t r : left) {
      if (requirements.elements[requirements.all[r].element].paragraph == paragraph) own.push_back(r);
    }
    return own;
  };
  std::vector<std::size_t> own = own_left();
  if (own.empty()) return;
  std::vector<Arguments> lists{{}};
  if (function != nullptr) {
    ArgumentList listed = arguments_of(*function, *stage_, instance, kMaxArguments);
    if (!listed.complete)
      suite_->note = fmt::format("{} has too many arguments to list all of them", called.title);
    lists = without_isomorphic(std::move(listed.all), *stage_, instance);
  }
  std::vector<std::set<std::size_t>> met(lists.size());
  for (const std::size_t r : own) {
    const model::ExprPtr formula = requirements.exercised_by(paragraph, requirements.all[r]);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (test_calls.meets(formula, function, lists[i])) met[i].insert(r);
    }
  }
  for (; !own.empty(); own = own_left()) {
    std::size_t best = 0;
    std::ptrdiff_t most = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto adds = std::ranges::count_if(met[i], [&](std::size_t r) { return left.contains(r); });
      if (adds > most) {
        most = adds;
        best = i;
      }
    }
    if (most == 0) break;
    std::vector<std::size_t> covers;
    for (const std::size_t r : left) {
      const bool is_own = met[best].contains(r);
      if (is_own) covers.push_back(r);
      if (is_own || std::ranges::find(own, r) != own.end()) continue;
      const model::ExprPtr formula = requirements.exercised_by(paragraph, requirements.all[r]);
      if (formula && test_calls.meets(formula, function, lists[best])) covers.push_back(r);
    }
    for (const std::size_t r : covers) left.erase(r);
    const auto made = test_calls.call(called, lists[best]);
    if (!made) continue;
    add_call(test_calls, instance, called, lists[best], *made, std::move(covers));
  }
}

void SuiteBuilder::add_call(const TestCallBuilder& test_calls, const Instance& instance,
                            const Paragraph& called, const Arguments& arguments,
                            const TestCallBuilder::Call& made, std::vector<std::size_t> covers) {
  const std::string outcome = called.kind == ParagraphKind::Function
                                  ? fmt::format("The value of {}.", made.text)
                                  : fmt::format("{} {}.", made.text, made.holds ? "is true" : "is false");
  add(test_calls, instance, (made.holds ? "" : "not_") + plain_identifier(called.name), {outcome},
      {made.claim}, 1, std::move(covers), command_.syntax, &called, arguments);
}

// Everything of the called paragraph that the test meets, whether others do or not, and of sigs and facts.
std::vector<std::size_t> SuiteBuilder::covers_of(const SuiteTest& test, RequirementMeter& meter) {
  std::vector<std::size_t> covers;
  if (!test.instance) return covers;
  TestCallBuilder test_calls(model_, *stage_, *test.instance);
  for (std::size_t r = 0; r < suite_->requirements.all.size(); ++r) {
    const Requirement& requirement = suite_->requirements.all[r];
    const std::size_t home = suite_->requirements.elements[requirement.element].paragraph;
    const Paragraph& paragraph = suite_->requirements.paragraphs[home];
    bool meets = false;
    if (suite_->coverage.state(r) == CoverageState::Infeasible) continue;
    if (paragraph.kind == ParagraphKind::Sig || paragraph.kind == ParagraphKind::Fact) {
      meets = meter.meets(r, *test.instance);
    } else if (test.paragraph) {
      const model::ExprPtr formula = suite_->requirements.exercised_by(*test.paragraph, requirement);
      const model::Function* const function = function_of(suite_->requirements.paragraphs[*test.paragraph]);
      meets = formula && test_calls.meets(formula, function, test.arguments);
    }
    if (meets) covers.push_back(r);
  }
  return covers;
}

// What no test exercises by what it calls is met by valuations alone, mostly by those that break the facts.
void SuiteBuilder::find_covers() {
  RequirementMeter meter(suite_->requirements, *stage_);
  std::vector<bool> exercised(suite_->requirements.all.size(), false);
  for (SuiteTest& test : suite_->tests) {
    test.covers = covers_of(test, meter);
    for (const std::size_t r : test.covers) exercised[r] = true;
  }
  for (const std::size_t r : suite_->coverage.in_state(CoverageState::Yes)) {
    if (exercised[r]) continue;
    for (SuiteTest& test : suite_->tests) {
      if (test.instance && meter.meets(r, *test.instance)) test.covers.push_back(r);
    }
  }
}

void SuiteBuilder::number_valuations() {
  std::map<std::size_t, std::size_t> numbers;
  for (SuiteTest& test : suite_->tests)
    test.valuation = numbers.emplace(test.valuation, numbers.size()).first->second;
  suite_->valuations = numbers.size();
}

Status SuiteBuilder::minimize() {
  std::vector<std::vector<std::size_t>> rows;
  find_covers();
  for (const SuiteTest& test : suite_->tests) rows.push_back(test.covers);
  const std::size_t before = suite_->tests.size();
  const Cover cover = smallest_cover(rows);
  std::vector<SuiteTest> kept;
  for (const std::size_t row : cover.rows) kept.push_back(std::move(suite_->tests[row]));
  suite_->tests = std::move(kept);
  number_valuations();
  suite_->note += fmt::format("{}minimized from {} to {} tests ({})", suite_->note.empty() ? "" : "; ",
                              before, suite_->tests.size(), cover.proved ? "minimum" : "minimum not proved");
  return Success{};
}

namespace {

Result<std::unique_ptr<Suite>> make(const model::Model& model, const UnderTest& under_test,
                                    const SuiteOptions& options, Status (SuiteBuilder::*way)()) {
  SuiteBuilder builder(model, under_test, options);
  if (auto begun = builder.begin(); !begun) return begun.error();
  if (auto done = (builder.*way)(); !done) return done.error();
  if (options.minimize) {
    if (auto done = builder.minimize(); !done) return done.error();
  }
  return builder.take();
}

}  // namespace

Result<std::unique_ptr<Suite>> suite_by_coverage(const model::Model& model, const UnderTest& under_test,
                                                 const SuiteOptions& options) {
  return make(model, under_test, options, &SuiteBuilder::by_coverage);
}

Result<std::unique_ptr<Suite>> suite_by_enumeration(const model::Model& model, const UnderTest& under_test,
                                                    const SuiteOptions& options) {
  return make(model, under_test, options, &SuiteBuilder::by_enumeration);
}

}  // namespace fretsaw::modeltest
