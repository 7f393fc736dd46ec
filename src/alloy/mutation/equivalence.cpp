// SPDX-License-Identifier: MIT
#include "alloy/mutation/equivalence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "alloy/modeltest/test_call_builder.hpp"
#include "alloy/mutation/comparison.hpp"

namespace fretsaw::mutation {

namespace {

modeltest::WrittenTest test_of(const Mutants& mutants, const Mutant& mutant, const Difference& difference,
                               modeltest::Stage& stage, const alloy::Command& scope) {
  const Unit& unit = mutants.units[mutant.unit];
  modeltest::TestCallBuilder caller(mutants.model, stage, difference.instance);
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

// Nobody can refer to an assertion without a name.
bool is_testable(const Mutants& mutants, const Mutant& mutant) {
  const Unit& unit = mutants.units[mutant.unit];
  return unit.kind != UnitKind::Assertion ||
         mutants.model.assertions[unit.members.front()].name.find('$') == std::string::npos;
}

void compare_one(const Mutants& mutants, Comparison& comparison, std::size_t member,
                 const alloy::Command& scope, EquivalenceResult& equivalence,
                 std::optional<Diagnostic>& error) {
  const Mutant& mutant = mutants.all[comparison.members()[member]];
  auto difference = comparison.known_difference(member);
  if (!difference) {
    equivalence.solved = true;
    auto answer = comparison.solve(member);
    if (!answer) {
      error = answer.error();
      return;
    }
    if (answer->verdict == Verdict::Unsat) equivalence.state = Equivalence::Equivalent;
    if (answer->stop != StopReason::None) throw LimitReached{answer->stop};
    equivalence.why = answer->why;
    difference = std::move(answer->difference);
  }
  if (!difference) return;
  equivalence.state = Equivalence::Different;
  if (is_testable(mutants, mutant))
    equivalence.test = test_of(mutants, mutant, *difference, comparison.stage(), scope);
}

}  // namespace

bool needs_short_form(const Mutants& mutants, std::size_t mutant) {
  return mutants.units[mutants.all[mutant].unit].kind == UnitKind::Assertion;
}

std::vector<Block> blocks_of(const Mutants& mutants) {
  constexpr std::size_t kMaxBlockMembers = 64;
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
  std::vector<Block> blocks;
  for (const auto& [lifted, members] : groups) {
    for (std::size_t at = 0; at < members.size(); at += kMaxBlockMembers) {
      const auto begin = members.begin() + static_cast<long>(at);
      const auto size = static_cast<long>(std::min(kMaxBlockMembers, members.size() - at));
      blocks.push_back({lifted, {begin, begin + size}});
    }
  }
  return blocks;
}

BlockResult compare_block(const Mutants& mutants, const Block& block, const EquivalenceOptions& options,
                          const Budget& budget) {
  BlockResult result;
  Budget own = budget;
  try {
    auto comparison = Comparison::make(mutants, block.members, block.lifted, options.scope, options.in_place,
                                       options.stage, own);
    if (!comparison) {
      result.error = comparison.error();
      return result;
    }
    for (std::size_t i = 0; i < block.members.size() && !result.error; ++i) {
      EquivalenceResult equivalence;
      compare_one(mutants, **comparison, i, options.scope, equivalence, result.error);
      result.all.push_back(std::move(equivalence));
      options.progress();
    }
  } catch (const LimitReached& limit) {
    result.stop = limit.reason;
  }
  return result;
}

}  // namespace fretsaw::mutation
