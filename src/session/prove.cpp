// SPDX-License-Identifier: MIT
//
// Facts and goal are conjunctions, and most of them are of three kinds: what holds at the beginning (I), what
// holds in every state, steps included (T), and something that is to happen sometime (eventually f; in a
// check of `always p`, f is not p). There is no trace if f cannot be reached from I by steps T. That is shown
// as usual (Sheeran, Singh and Stålmarck): f is not reached from I in fewer than k steps; and either no path
// of k steps that visits no state twice, and f only at its end, exists at all, or none that begins with I.
// Such paths need not go on for ever, and further conjuncts are left out: both only make more paths, so a
// proof holds, but may be missed. The past is remembered in states (lowering/history).
#include "session/prove.hpp"

#include <algorithm>

#include "finder/within.hpp"

namespace fretsaw::session {

Induction::Induction(const lowering::Lowered& lowered)
    : terms_(lowered.frame.terms),
      timed_(lowering::with_history(lowered.timeline->timed, *lowered.frame.loop_atom, terms_)) {
  // A path may be made shorter where it comes back to a state only if nothing looks further than to the next
  // one.
  const auto add = [&](std::vector<Part>& parts, const Formula& formula) {
    const auto ahead = lowering::lookahead(formula.node());
    const std::size_t most = &parts == &first_ ? 0 : 1;
    if (ahead && *ahead <= most) parts.push_back({formula, *ahead});
  };
  for (std::size_t i = 0; i < timed_.problem.formulas.size(); ++i) {
    const Formula& formula = timed_.problem.formulas[i];
    if (timed_.always[i]) {
      add(always_, formula);
      continue;
    }
    const bool negated = formula.node().op == Op::Not && formula.node().children[0]->op == Op::Temporal;
    const Node& inner = negated ? *formula.node().children[0] : formula.node();
    if (inner.op != Op::Temporal) {
      add(first_, formula);
    } else if (tense(inner) == (negated ? Tense::Eventually : Tense::Always)) {
      add(always_, negated ? !Formula(inner.children[0]) : Formula(inner.children[0]));
    } else if (tense(inner) == (negated ? Tense::Always : Tense::Eventually)) {
      add(wanted_, negated ? !Formula(inner.children[0]) : Formula(inner.children[0]));
    } else {
      add(first_, formula);
    }
  }
}

std::vector<lowering::Placed> Induction::path(std::size_t steps, bool from_the_beginning) const {
  std::vector<lowering::Placed> placed;
  if (from_the_beginning) {
    for (const Part& part : first_) placed.push_back({part.formula, 0});
  }
  for (const Part& part : always_) {
    for (std::size_t s = 0; s + part.ahead <= steps; ++s) placed.push_back({part.formula, s});
  }
  return placed;
}

Proof Induction::solve(std::size_t states, const std::vector<lowering::Placed>& formulas,
                       std::size_t distinct, Budget& budget) {
  const Problem problem = lowering::paths(timed_, states, formulas, distinct, terms_, budget);
  const auto found = find(problem, FindOptions{}, budget);
  if (!found || found->verdict == Verdict::Limit) return Proof::Hopeless;
  return found->verdict == Verdict::Unsat ? Proof::Found : Proof::Unknown;
}

Proof Induction::attempt(std::size_t steps, Budget& budget) {
  if (wanted_.empty()) return Proof::Hopeless;
  const Part& wanted = wanted_.front();
  const std::size_t last = steps + wanted.ahead;  // the last state that is looked at
  std::vector<lowering::Placed> reaching = path(last, true);
  reaching.push_back({wanted.formula, steps});
  if (const Proof reached = solve(last + 1, reaching, 0, budget); reached != Proof::Found)
    return Proof::Hopeless;
  // It is not reached in this many steps or fewer. What about more?
  const auto avoiding = [&](std::vector<lowering::Placed> placed, std::size_t before) {
    for (std::size_t s = 0; s < before; ++s) placed.push_back({!wanted.formula, s});
    return placed;
  };
  const std::size_t end = steps + 1;
  std::vector<lowering::Placed> arriving = avoiding(path(end + wanted.ahead, false), end);
  arriving.push_back({wanted.formula, end});
  if (solve(end + wanted.ahead + 1, arriving, end + 1, budget) == Proof::Found) return Proof::Found;
  return solve(end + wanted.ahead + 1, avoiding(path(end + wanted.ahead, true), end), end + 1, budget);
}

}  // namespace fretsaw::session
