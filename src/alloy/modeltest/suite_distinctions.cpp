// SPDX-License-Identifier: MIT
//
// Requirements are those of the text as it is, and each may be covered where the outcome does not depend on
// it: a suite that covers a faulty text need not have a valuation that reveals the fault. So a suite by
// coverage begins with deciding tests: for every distinction of the text (distinctions.cpp), a valuation
// whose expected outcome changes if the distinction is changed. One test usually decides many distinctions,
// and is made to decide as many as possible.
//
// A formula that is too weak usually accepts a large valuation, one that is too strong rejects a small one;
// and coincidences mask both. So of the valuations that decide the same distinctions, the largest accepted
// and the smallest rejected ones are preferred, in general position.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/modeltest/suite_builder.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr int kThoroughDecisionConflicts = 300;  // conflicts
constexpr int kQuickDecisionConflicts = 50;

}  // namespace

Status SuiteBuilder::decide() {
  distinctions_ = collect_distinctions(model_, suite_->requirements, facts_);
  auto decider = DistinctionSolver::make(free_, suite_->requirements, *stage_, facts_, distinctions_,
                                         options_.stage.limits);
  if (!decider) return decider.error();
  distinction_solver_ = *std::move(decider);
  std::vector<bool> done(distinctions_.size(), false);
  for (std::size_t d = 0; d < distinctions_.size(); ++d) {
    if (done[d]) continue;
    DistinctionSolver::SearchResult found = distinction_solver_->find({d}, {}, kThoroughDecisionConflicts);
    if (found.stop != StopReason::None) {
      stop(found.stop);
      return Success{};
    }
    if (!found.at) continue;
    DistinctionSolver::Case at = *std::move(found.at);
    if (!distinction_solver_->decides(d, at))
      return input_error("internal error: the instance found does not decide its distinction",
                         "report this defect of Fretsaw with the model");
    if (distinctions_[d].changed == nullptr) {
      at = distinction_solver_->clearer(std::move(at), {d}, distinctions_[d].rich, kQuickDecisionConflicts);
    } else {
      decide_more(at, d, done);
      std::vector<std::size_t> decided;
      for (std::size_t other = d; other < distinctions_.size(); ++other) {
        if (!done[other] && same_paragraph(d, other) && distinction_solver_->decides(other, at))
          decided.push_back(other);
      }
      const auto accepts = accepted(d, at);
      at = distinction_solver_->clearer(std::move(at), decided, accepts, kQuickDecisionConflicts);
    }
    add_deciding(at, d);
    for (const SuiteTest& test : suite_->tests) {
      for (const std::size_t other : test.decides) done[other] = true;
    }
  }
  return Success{};
}

bool SuiteBuilder::same_paragraph(std::size_t a, std::size_t b) const {
  return distinctions_[a].fact == distinctions_[b].fact &&
         distinctions_[a].paragraph == distinctions_[b].paragraph;
}

// Looks for a case that decides all of what this one decides, and more.
void SuiteBuilder::decide_more(DistinctionSolver::Case& at, std::size_t first,
                               const std::vector<bool>& done) {
  while (true) {
    std::vector<std::size_t> decided, more;
    for (std::size_t other = first; other < distinctions_.size(); ++other) {
      if (!done[other] && same_paragraph(first, other))
        (distinction_solver_->decides(other, at) ? decided : more).push_back(other);
    }
    if (more.empty()) return;
    DistinctionSolver::SearchResult better =
        distinction_solver_->find(decided, more, kQuickDecisionConflicts);
    if (!better.at) return;
    at = *std::move(better.at);
  }
}

bool SuiteBuilder::accepted(std::size_t distinction, const DistinctionSolver::Case& at) {
  TestCallBuilder test_calls(model_, *stage_, at.instance);
  if (distinctions_[distinction].fact) return test_calls.facts_hold();
  const auto made =
      test_calls.call(suite_->requirements.paragraphs[*distinctions_[distinction].paragraph], at.arguments);
  return made && made->holds;
}

// What its label depends on, of what it calls and of the facts, which are part of every test.
std::vector<std::size_t> SuiteBuilder::decided_by(const SuiteTest& test) {
  std::vector<std::size_t> decided;
  if (!test.instance) return decided;
  const DistinctionSolver::Case at{*test.instance, test.arguments};
  for (std::size_t d = 0; d < distinctions_.size(); ++d) {
    if (distinctions_[d].changed == nullptr) continue;
    const bool part = distinctions_[d].fact || distinctions_[d].paragraph == test.paragraph;
    if (part && distinction_solver_->decides(d, at)) decided.push_back(d);
  }
  return decided;
}

void SuiteBuilder::add_deciding(const DistinctionSolver::Case& at, std::size_t distinction) {
  TestCallBuilder test_calls(model_, *stage_, at.instance);
  const Distinction& first = distinctions_[distinction];
  if (first.fact) {
    const bool holds = test_calls.facts_hold();
    add(test_calls, at.instance, holds ? "facts" : "violates_facts",
        {holds ? "Satisfies the facts."
               : fmt::format("Violates {}.", fmt::join(test_calls.violated_facts(), " and "))},
        {}, holds ? 1 : 0, {}, command_.syntax);
  } else {
    const Paragraph& called = suite_->requirements.paragraphs[*first.paragraph];
    const auto made = test_calls.call(called, at.arguments);
    if (!made) return;
    add_call(test_calls, at.instance, called, at.arguments, *made, {});
  }
  SuiteTest& made = suite_->tests.back();
  made.decides = decided_by(made);
  if (first.changed == nullptr) {
    made.extremes.push_back(distinction);
    const auto same = std::ranges::find_if(suite_->tests, [&](const SuiteTest& test) {
      return test.test.valuation == made.test.valuation && test.paragraph == made.paragraph &&
             test.arguments == made.arguments && test.test.expect == made.test.expect;
    });
    if (&*same != &made) {
      same->extremes.push_back(distinction);
      suite_->tests.pop_back();
      return;
    }
  }
  ++suite_->valuations;
}

}  // namespace fretsaw::modeltest
