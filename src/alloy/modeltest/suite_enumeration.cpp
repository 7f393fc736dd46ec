// SPDX-License-Identifier: MIT
//
// Every instance up to isomorphism, with every predicate and assertion and all arguments up to isomorphism;
// and for each smaller scope one instance that breaks a fact.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "alloy/modeltest/build_expr.hpp"
#include "alloy/modeltest/suite_builder.hpp"

namespace fretsaw::modeltest {

Status SuiteBuilder::by_enumeration() {
  const Problem problem = solver_->with_facts();
  InstancesOptions options;
  options.limits = options_.stage.limits;
  auto stream = instances(problem, options);
  if (!stream) return stream.error();
  while (!full()) {
    const auto instance = stream->next();
    if (!instance) break;
    TestCallBuilder test_calls(model_, *stage_, *instance);
    call_with_all(test_calls, *instance);
    ++suite_->valuations;
  }
  if (stream->failure()) return *stream->failure();
  if (const Status unique = stream->compare(); !unique) return unique;
  if (!stream->complete()) stop(stream->stop());
  if (!facts_.empty() && !full()) {
    if (auto done = break_facts(); !done) return done;
  }
  RequirementMeter meter(suite_->requirements, *stage_);
  std::set<std::size_t> seen;
  for (const SuiteTest& test : suite_->tests) {
    if (!test.instance || !seen.insert(test.valuation).second) continue;
    for (const std::size_t r : meter.met(*test.instance, suite_->coverage.in_state(CoverageState::No)))
      suite_->coverage.set(r, CoverageState::Yes);
  }
  return find_infeasible(model_, command_, options_.stage, suite_->coverage);
}

void SuiteBuilder::call_with_all(TestCallBuilder& test_calls, const Instance& instance) {
  const std::string number = fmt::format("Instance {}", suite_->valuations + 1);
  bool called = false;
  for (const Paragraph& paragraph : suite_->requirements.paragraphs) {
    if (paragraph.kind != ParagraphKind::Predicate && paragraph.kind != ParagraphKind::Assertion) continue;
    std::vector<Arguments> lists{{}};
    if (const model::Function* function = function_of(paragraph)) {
      ArgumentList listed = arguments_of(*function, *stage_, instance, kMaxArguments);
      if (!listed.complete) {
        suite_->complete = false;
        suite_->note = fmt::format("{} has too many arguments to list all of them", paragraph.title);
      }
      lists = without_isomorphic(std::move(listed.all), *stage_, instance);
    }
    for (const Arguments& arguments : lists) {
      if (full()) return stop(StopReason::None);
      const auto made = test_calls.call(paragraph, arguments);
      if (!made) continue;
      called = true;
      const std::string name = (made->holds ? "" : "not_") + plain_identifier(paragraph.name);
      add(test_calls, instance, name,
          {fmt::format("{}: {} {}.", number, made->text, made->holds ? "is true" : "is false")},
          {made->claim}, 1, {}, command_.syntax, &paragraph, arguments);
    }
  }
  if (!called && full()) return stop(StopReason::None);
  if (!called)
    add(test_calls, instance, "facts", {number + ": satisfies the facts."}, {}, 1, {}, command_.syntax);
}

// For each scope up to the suite's, one instance that breaks a fact.
Status SuiteBuilder::break_facts() {
  const int most = command_.syntax.overall.value_or(3);
  for (int size = 0; size <= most && !full(); ++size) {
    model::Command command = command_;
    command.syntax.overall = size;
    auto scopes = model::compute_scopes(free_, command.syntax, {});
    if (!scopes) continue;
    command.scopes = *std::move(scopes);
    auto stage = Stage::make(free_, command, options_.stage);
    if (!stage) continue;
    auto solver = RequirementSolver::make({}, **stage, {make_not(make_formula(model::Op::Block, facts_))},
                                          options_.stage.limits);
    if (!solver) return solver.error();
    const auto found = (*solver)->find({}, {}, {});
    if (!found) return found.error();
    if (found->verdict == Verdict::Limit) {
      stop(found->stop);
      return Success{};
    }
    if (!found->instance) continue;
    TestCallBuilder test_calls(model_, **stage, *found->instance);
    const bool repeated = std::ranges::any_of(suite_->tests, [&](const SuiteTest& test) {
      return test.test.expect == 0 && test.test.valuation == test_calls.valuation();
    });
    if (repeated) continue;
    add(test_calls, *found->instance, "violates_facts",
        {fmt::format("Violates {}, in scope {}.", fmt::join(test_calls.violated_facts(), " and "), size)}, {},
        0, {}, command.syntax);
    // It is an instance of another stage: place it in this one, for coverage.
    suite_->tests.back().instance = stage_->placer().place(test_calls.valuation()).instance;
    ++suite_->valuations;
  }
  return Success{};
}

}  // namespace fretsaw::modeltest
