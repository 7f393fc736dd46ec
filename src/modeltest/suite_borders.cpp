// SPDX-License-Identifier: MIT
//
// Requirements are those of the text as it is: a suite that covers a faulty text need not have the valuation
// on which it differs from what was meant. What is too strong mostly rejects something small, and what is too
// weak accepts, or fails to reject, something rich. So a suite by coverage also has, for each conjunct of the
// facts and each predicate, the smallest instance that it rejects, and the richest that it accepts and
// rejects: there a person sees where the line is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "modeltest/build_expr.hpp"
#include "modeltest/suite_maker.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr std::size_t kLargeSuite = 20;
constexpr std::size_t kMostBorders = 12;

}  // namespace

// The smallest that each conjunct of the facts and each predicate rejects; of predicates that no fact and no
// other predicate calls, also the richest that they accept and reject, and the richest that breaks a
// conjunct.
void SuiteMaker::find_borders() {
  const Requirements& requirements = suite_->requirements;
  std::set<std::size_t> called;
  for (const CallSite& call : requirements.calls) {
    if (requirements.paragraphs[call.paragraph].kind != ParagraphKind::Assertion)
      called.insert(index(call.callee));
  }
  std::vector<Border> rich;
  for (std::size_t i = 0; i < facts_.size(); ++i)
    borders_.push_back({i, {}, false, false, make_not(facts_[i])});
  for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
    const Paragraph& paragraph = requirements.paragraphs[p];
    if (paragraph.kind != ParagraphKind::Predicate) continue;
    const model::Function& function = model_.functions[paragraph.index];
    const auto of_some = [&](const model::ExprPtr& body) {
      return function.parameters.empty() ? body : make_binder(model::Op::SomeQ, function.parameters, body);
    };
    borders_.push_back({{}, p, false, false, of_some(make_not(function.body))});
    if (called.contains(paragraph.index)) continue;
    rich.push_back({{}, p, true, true, of_some(function.body)});
    rich.push_back({{}, p, false, true, of_some(make_not(function.body))});
  }
  for (std::size_t i = 0; i < facts_.size(); ++i) rich.push_back({i, {}, false, true, make_not(facts_[i])});
  borders_.insert(borders_.end(), rich.begin(), rich.end());
}

// An instance of the border with each sig and field as small, or as large, as those before it let it be.
Status SuiteMaker::extreme(std::size_t border, std::optional<Instance>& instance) {
  const Seeker::Facts facts{true, borders_[border].fact, border};
  const auto first = seeker_->find({}, {}, facts);
  if (!first) return first.error();
  instance = first->instance;
  if (!instance) return Done{};
  std::vector<std::size_t> sizes;
  const Requirements& requirements = suite_->requirements;
  for (std::size_t r = 0; r + 2 < requirements.all.size(); ++r) {
    const ElementKind kind = requirements.elements[requirements.all[r].element].kind;
    const bool begins =
        requirements.all[r].what == "size 0" && (kind == ElementKind::Sig || kind == ElementKind::Field);
    if (!begins) continue;
    for (const std::size_t wanted : borders_[border].rich ? std::array{r + 2, r + 1} : std::array{r, r + 1}) {
      sizes.push_back(wanted);
      auto found = seeker_->find(sizes, {}, facts, true);
      if (!found) return found.error();
      if (found->instance) {
        instance = std::move(found->instance);
        break;
      }
      sizes.pop_back();
    }
  }
  return Done{};
}

void SuiteMaker::add_border(const Border& border, const Instance& instance) {
  Caller caller(model_, *stage_, instance);
  const char* const extent = border.rich ? "much" : "little";
  if (border.fact) {
    add(caller, instance, "breaks_facts",
        {fmt::format("Breaks {}, with as {} as possible.", fmt::join(caller.broken_facts(), " and "),
                     extent)},
        {}, 0, {}, command_.syntax);
    return;
  }
  const Paragraph& called = suite_->requirements.paragraphs[*border.paragraph];
  const model::Function& function = model_.functions[called.index];
  const ArgumentList listed = arguments_of(function, *stage_, instance, kMostArguments);
  for (const Arguments& arguments : listed.all) {
    const auto made = caller.call(called, arguments);
    if (!made || made->holds != border.holds) continue;
    add(caller, instance, (made->holds ? "" : "not_") + plain_identifier(called.name),
        {fmt::format("{} {}, with as {} as possible.", made->text, made->holds ? "holds" : "does not hold",
                     extent)},
        {made->claim}, 1, {}, command_.syntax, &called, arguments);
    return;
  }
}

Status SuiteMaker::add_borders() {
  // A large suite grows by a third at most.
  const std::size_t covering = suite_->tests.size();
  const std::size_t most = covering + (covering < kLargeSuite ? kMostBorders : covering / 3);
  for (std::size_t b = 0; b < borders_.size() && !full() && suite_->tests.size() < most; ++b) {
    if (!seeker_->answerable_goal(b)) continue;
    std::optional<Instance> instance;
    if (auto done = extreme(b, instance); !done) return done;
    if (!instance) continue;
    const std::size_t before = suite_->tests.size();
    add_border(borders_[b], *instance);
    if (suite_->tests.size() == before) continue;
    const SuiteTest& added = suite_->tests.back();
    const auto same = [&](const SuiteTest& test) {
      return test.test.valuation == added.test.valuation && test.paragraph == added.paragraph &&
             test.arguments == added.arguments && test.test.expect == added.test.expect;
    };
    const bool known = std::any_of(suite_->tests.begin(), suite_->tests.end() - 1, same);
    if (known) {
      suite_->tests.pop_back();
    } else {
      ++suite_->valuations;
    }
  }
  return Done{};
}

}  // namespace fretsaw::modeltest
