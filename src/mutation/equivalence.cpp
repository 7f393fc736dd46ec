// SPDX-License-Identifier: MIT
#include "mutation/equivalence.hpp"

#include <fmt/format.h>

#include <map>

#include "modeltest/caller.hpp"
#include "mutation/comparison.hpp"

namespace fretsaw::mutation {

namespace {

modeltest::WrittenTest test_of(const Mutants& mutants, const Mutant& mutant, const Difference& difference,
                               modeltest::Stage& stage, const alloy::Command& scope) {
  const Unit& unit = mutants.units[mutant.unit];
  modeltest::Caller caller(mutants.model, stage, difference.instance);
  modeltest::WrittenTest test;
  test.valuation = caller.valuation();
  test.scope = scope;
  test.expect = difference.accepted ? 1 : 0;
  modeltest::Paragraph paragraph;
  paragraph.index = unit.members.front();
  if (unit.kind == UnitKind::Assertion) {
    paragraph.kind = modeltest::ParagraphKind::Assertion;
    const auto call = caller.call(paragraph, {});
    if (!call) return test;
    // By its name, not by what it says in the model: that is what the mutant changes.
    const alloy::ExprPtr name = alloy::make_name(mutants.model.assertions[paragraph.index].name);
    test.claims.push_back(call->holds ? name : alloy::make_unary(alloy::Op::Not, name));
  } else if (difference.arguments) {
    const bool is_predicate = mutants.model.functions[paragraph.index].is_predicate;
    paragraph.kind = is_predicate ? modeltest::ParagraphKind::Predicate : modeltest::ParagraphKind::Function;
    if (const auto call = caller.call(paragraph, *difference.arguments)) test.claims.push_back(call->claim);
  }
  return test;
}

// Nobody can speak of an assertion without a name.
bool is_testable(const Mutants& mutants, const Mutant& mutant) {
  const Unit& unit = mutants.units[mutant.unit];
  return unit.kind != UnitKind::Assertion ||
         mutants.model.assertions[unit.members.front()].name.find('$') == std::string::npos;
}

void judge_one(const Mutants& mutants, Comparison& comparison, std::size_t member,
               const alloy::Command& scope, Judgement& judgement, std::optional<Diagnostic>& error) {
  const Mutant& mutant = mutants.all[comparison.members()[member]];
  auto difference = comparison.known_difference(member);
  if (!difference) {
    judgement.solved = true;
    auto answer = comparison.solve(member);
    if (!answer) {
      error = answer.error();
      return;
    }
    if (answer->verdict == Verdict::Unsat) judgement.state = Equivalence::Equivalent;
    if (answer->stop != Stop::None) throw LimitReached{answer->stop};
    judgement.why = answer->why;
    difference = std::move(answer->difference);
  }
  if (!difference) return;
  judgement.state = Equivalence::Different;
  if (is_testable(mutants, mutant))
    judgement.test = test_of(mutants, mutant, *difference, comparison.stage(), scope);
}

// Sigs that have a multiplicity are compared apart.
std::map<std::optional<model::SigId>, std::vector<std::size_t>> grouped(const Mutants& mutants) {
  std::map<std::optional<model::SigId>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < mutants.all.size(); ++i) {
    const Unit& unit = mutants.units[mutants.all[i].unit];
    std::optional<model::SigId> lifted;
    if (unit.kind == UnitKind::Sig) {
      const model::Sig& sig = mutants.model.sigs[unit.members.front()];
      if (sig.mult != model::SigMult::Any) lifted = sig.id;
    }
    groups[lifted].push_back(i);
  }
  return groups;
}

}  // namespace

bool needs_short_form(const Mutants& mutants, std::size_t mutant) {
  return mutants.units[mutants.all[mutant].unit].kind == UnitKind::Assertion;
}

Result<Judgements> judge(const Mutants& mutants, const EquivalenceOptions& options) {
  Judgements result;
  result.all.resize(mutants.all.size());
  Budget budget(options.stage.limits);
  std::optional<Diagnostic> error;
  try {
    for (auto& [lifted, members] : grouped(mutants)) {
      auto comparison =
          Comparison::make(mutants, members, lifted, options.scope, options.in_place, options.stage, budget);
      if (!comparison) return comparison.error();
      for (std::size_t i = 0; i < members.size(); ++i) {
        judge_one(mutants, **comparison, i, options.scope, result.all[members[i]], error);
        if (error) return *error;
        options.progress();
      }
    }
  } catch (const LimitReached& limit) {
    result.stop = limit.reason;
  }
  return result;
}

}  // namespace fretsaw::mutation
