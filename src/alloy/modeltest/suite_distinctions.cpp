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

#include "alloy/modeltest/suite_maker.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr int kMuchEffort = 300;  // conflicts
constexpr int kLittleEffort = 50;

}  // namespace

Status SuiteMaker::decide() {
  distinctions_ = collect_distinctions(model_, suite_->requirements, facts_);
  auto decider =
      Decider::make(free_, suite_->requirements, *stage_, facts_, distinctions_, options_.stage.limits);
  if (!decider) return decider.error();
  decider_ = *std::move(decider);
  std::vector<bool> done(distinctions_.size(), false);
  for (std::size_t d = 0; d < distinctions_.size(); ++d) {
    if (done[d]) continue;
    Decider::Found found = decider_->find({d}, {}, kMuchEffort);
    if (found.stop != Stop::None) {
      stop(found.stop);
      return Done{};
    }
    if (!found.at) continue;
    Decider::Case at = *std::move(found.at);
    if (!decider_->decides(d, at))
      return input_error("internal error: the instance found does not decide its distinction",
                         "report this defect of Fretsaw with the model");
    if (distinctions_[d].changed == nullptr) {
      at = decider_->clearer(std::move(at), {d}, distinctions_[d].rich, kLittleEffort);
    } else {
      decide_more(at, d, done);
      std::vector<std::size_t> decided;
      for (std::size_t other = d; other < distinctions_.size(); ++other) {
        if (!done[other] && same_home(d, other) && decider_->decides(other, at)) decided.push_back(other);
      }
      at = decider_->clearer(std::move(at), decided, accepted(d, at), kLittleEffort);
    }
    add_deciding(at, d);
    for (const SuiteTest& test : suite_->tests) {
      for (const std::size_t other : test.decides) done[other] = true;
    }
  }
  return Done{};
}

bool SuiteMaker::same_home(std::size_t a, std::size_t b) const {
  return distinctions_[a].fact == distinctions_[b].fact &&
         distinctions_[a].paragraph == distinctions_[b].paragraph;
}

// Looks for a case that decides all of what this one decides, and more.
void SuiteMaker::decide_more(Decider::Case& at, std::size_t first, const std::vector<bool>& done) {
  while (true) {
    std::vector<std::size_t> decided, more;
    for (std::size_t other = first; other < distinctions_.size(); ++other) {
      if (!done[other] && same_home(first, other))
        (decider_->decides(other, at) ? decided : more).push_back(other);
    }
    if (more.empty()) return;
    Decider::Found better = decider_->find(decided, more, kLittleEffort);
    if (!better.at) return;
    at = *std::move(better.at);
  }
}

bool SuiteMaker::accepted(std::size_t distinction, const Decider::Case& at) {
  Caller caller(model_, *stage_, at.instance);
  if (distinctions_[distinction].fact) return caller.facts_hold();
  const auto made =
      caller.call(suite_->requirements.paragraphs[*distinctions_[distinction].paragraph], at.arguments);
  return made && made->holds;
}

// What its label depends on, of what it calls and of the facts, which are part of every test.
std::vector<std::size_t> SuiteMaker::decided_by(const SuiteTest& test) {
  std::vector<std::size_t> decided;
  if (!test.instance) return decided;
  const Decider::Case at{*test.instance, test.arguments};
  for (std::size_t d = 0; d < distinctions_.size(); ++d) {
    if (distinctions_[d].changed == nullptr) continue;
    const bool part = distinctions_[d].fact || distinctions_[d].paragraph == test.paragraph;
    if (part && decider_->decides(d, at)) decided.push_back(d);
  }
  return decided;
}

void SuiteMaker::add_deciding(const Decider::Case& at, std::size_t distinction) {
  Caller caller(model_, *stage_, at.instance);
  const Distinction& first = distinctions_[distinction];
  if (first.fact) {
    const bool holds = caller.facts_hold();
    add(caller, at.instance, holds ? "facts" : "violates_facts",
        {holds ? "Satisfies the facts."
               : fmt::format("Violates {}.", fmt::join(caller.broken_facts(), " and "))},
        {}, holds ? 1 : 0, {}, command_.syntax);
  } else {
    const Paragraph& called = suite_->requirements.paragraphs[*first.paragraph];
    const auto made = caller.call(called, at.arguments);
    if (!made) return;
    add_call(caller, at.instance, called, at.arguments, *made, {});
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
