// SPDX-License-Identifier: MIT
// Unrolling and the evaluator of traces, held against all lassos of a small universe and a third way to say
// what a formula means: its truth at all positions at once, operators about the future as fixed points.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "alloy/lowering/temporal.hpp"
#include "fretsaw/finder.hpp"
#include "support/random.hpp"

namespace fretsaw::lowering {
namespace {

using support::Random;
using Term = fretsaw::Op;

// P and Q change, S does not; the last atom is there for the loop only.
struct Small {
  Relation p{"P", 1}, q{"Q", 1}, s{"S", 1};
  Atom atoms;
  TimedProblem timed;

  explicit Small(Atom count) : atoms(count) {
    std::vector<std::string> names;
    for (Atom a = 0; a < count; ++a) names.push_back("a" + std::to_string(a));
    names.emplace_back("<loop>");
    timed.problem.universe = Universe(names);
    const TupleSet all_atoms = TupleSet::all(1, count);
    timed.problem.bounds.push_back({p, TupleSet(1), all_atoms});
    if (count == 1) timed.problem.bounds.push_back({q, TupleSet(1), all_atoms});
    timed.problem.bounds.push_back({s, TupleSet(1), all_atoms});
    timed.varying = {p.leaf()};
    if (count == 1) timed.varying.insert(q.leaf());
  }

  const Relation& second() const { return atoms == 1 ? q : s; }
};

class FormulaMaker {
 public:
  FormulaMaker(const Small& small, Random& random) : small_(small), random_(random) {}

  Formula formula(int depth) {
    if (depth == 0) return atomic();
    switch (random_.below(9)) {
      case 0:
        return !formula(depth - 1);
      case 1:
        return formula(depth - 1) && formula(depth - 1);
      case 2:
        return implies(formula(depth - 1), formula(depth - 1));
      case 3:
        return quantified(depth);
      case 4:
      case 5:
      case 6:
        return temporal(static_cast<Tense>(random_.below(6)), formula(depth - 1));
      default: {
        const Formula left = formula(depth - 1);
        return temporal(static_cast<Tense>(6 + random_.below(4)), left, formula(depth - 1));
      }
    }
  }

 private:
  Formula quantified(int depth) {
    const Variable v("v" + std::to_string(depth));
    const Expr domain = set();
    variables_.push_back(v);
    const Formula body = formula(depth - 1);
    variables_.pop_back();
    return random_.percent(50) ? all({{v, domain}}, body) : exists({{v, domain}}, body);
  }

  Formula atomic() {
    switch (random_.below(4)) {
      case 0:
        return some(set());
      case 1:
        return no(set());
      case 2:
        return in(set(), set());
      default:
        return equal(set(), set());
    }
  }

  Expr set() {
    const Expr leaf = leaf_set();
    return random_.percent(25) ? prime(random_.percent(20) ? prime(leaf) : leaf_set() & leaf) : leaf;
  }

  Expr leaf_set() {
    if (!variables_.empty() && random_.percent(40)) return variables_[random_.below(variables_.size())];
    switch (random_.below(3)) {
      case 0:
        return small_.second();
      case 1:
        return small_.s;
      default:
        return small_.p;
    }
  }

  const Small& small_;
  Random& random_;
  std::vector<Variable> variables_;
};

// The oracle.
class Naive {
 public:
  Naive(const Trace& trace, std::size_t past_operators)
      : trace_(trace), positions_(trace.loop + trace.period() * (past_operators + 1)) {}

  bool holds(const Formula& formula) { return truth(formula.node())[0]; }

 private:
  using Truths = std::vector<bool>;

  std::size_t after(std::size_t t) const { return t + 1 < positions_ ? t + 1 : positions_ - trace_.period(); }

  Truths truth(const Node& node) {
    Truths result(positions_);
    const auto part = [&](std::size_t i) { return truth(*node.children[i]); };
    switch (node.op) {
      case Term::Some:
        return each([&](std::size_t t) { return !value(*node.children[0], t).empty(); });
      case Term::No:
        return each([&](std::size_t t) { return value(*node.children[0], t).empty(); });
      case Term::In:
        return each(
            [&](std::size_t t) { return value(*node.children[1], t).includes(value(*node.children[0], t)); });
      case Term::Equal:
        return each(
            [&](std::size_t t) { return value(*node.children[1], t) == value(*node.children[0], t); });
      case Term::Not: {
        const Truths a = part(0);
        return each([&](std::size_t t) { return !a[t]; });
      }
      case Term::And: {
        result.assign(positions_, true);
        for (std::size_t i = 0; i < node.children.size(); ++i) {
          const Truths a = part(i);
          for (std::size_t t = 0; t < positions_; ++t) result[t] = result[t] && a[t];
        }
        return result;
      }
      case Term::Implies: {
        const Truths a = part(0), b = part(1);
        return each([&](std::size_t t) { return !a[t] || b[t]; });
      }
      case Term::All:
      case Term::Exists:
        return quantified(node);
      default:
        return temporal_truth(node);
    }
  }

  template <class Value>
  Truths each(const Value& value) {
    Truths result(positions_);
    for (std::size_t t = 0; t < positions_; ++t) result[t] = value(t);
    return result;
  }

  // The variable keeps its value while time passes; its domain is that of the position where the quantifier
  // stands.
  Truths quantified(const Node& node) {
    const bool everywhere = node.op == Term::All;
    Truths result(positions_, everywhere);
    const Decl& decl = node.decls.front();
    const Atom atoms = 2;
    for (Atom atom = 0; atom < atoms; ++atom) {
      bindings_[decl.variable.leaf()] = TupleSet::unary({atom});
      const Truths body = truth(*node.children[0]);
      for (std::size_t t = 0; t < positions_; ++t) {
        if (!value(decl.domain.node(), t).contains(std::array{atom})) continue;
        result[t] = everywhere ? result[t] && body[t] : result[t] || body[t];
      }
    }
    bindings_.erase(decl.variable.leaf());
    return result;
  }

  TupleSet value(const Node& node, std::size_t t) {
    switch (node.op) {
      case Term::Variable:
        return bindings_.at(node.leaf.get());
      case Term::Prime:
        return value(*node.children[0], after(t));
      case Term::Intersection: {
        TupleSet both(1);
        const TupleSet a = value(*node.children[0], t), b = value(*node.children[1], t);
        for (std::size_t i = 0; i < a.size(); ++i) {
          if (b.contains(a.row(i))) both.insert(a.row(i));
        }
        return both;
      }
      default:
        break;
    }
    const std::size_t state =
        t < trace_.states.size() ? t : trace_.loop + (t - trace_.loop) % trace_.period();
    for (const auto& [relation, tuples] : trace_.states[state].values()) {
      if (relation.leaf() == node.leaf.get()) return tuples;
    }
    ADD_FAILURE() << "a term that the oracle does not know";
    return TupleSet(1);
  }

  Truths temporal_truth(const Node& node) {
    const Truths b = truth(*node.children.back());
    const Truths a = node.children.size() == 2 ? truth(*node.children[0]) : Truths(positions_, true);
    Truths result(positions_);
    switch (tense(node)) {
      case Tense::After:
        return each([&](std::size_t t) { return b[after(t)]; });
      case Tense::Before:
        return each([&](std::size_t t) { return t > 0 && b[t - 1]; });
      case Tense::Once:
        for (std::size_t t = 0; t < positions_; ++t) result[t] = b[t] || (t > 0 && result[t - 1]);
        return result;
      case Tense::Historically:
        for (std::size_t t = 0; t < positions_; ++t) result[t] = b[t] && (t == 0 || result[t - 1]);
        return result;
      case Tense::Since:
        for (std::size_t t = 0; t < positions_; ++t) result[t] = b[t] || (a[t] && t > 0 && result[t - 1]);
        return result;
      case Tense::Triggered:
        for (std::size_t t = 0; t < positions_; ++t) result[t] = b[t] && (a[t] || t == 0 || result[t - 1]);
        return result;
      case Tense::Eventually:
      case Tense::Until:
        return fixed_point(false, [&](std::size_t t, bool next) { return b[t] || (a[t] && next); });
      case Tense::Always:
        return fixed_point(true, [&](std::size_t t, bool next) { return b[t] && next; });
      case Tense::Releases:
        return fixed_point(true, [&](std::size_t t, bool next) { return b[t] && (a[t] || next); });
    }
    return result;
  }

  template <class Step>
  Truths fixed_point(bool start, const Step& step) {
    Truths now(positions_, start);
    for (;;) {
      Truths next(positions_);
      for (std::size_t t = 0; t < positions_; ++t) next[t] = step(t, now[after(t)]);
      if (next == now) return now;
      now = std::move(next);
    }
  }

  const Trace& trace_;
  std::size_t positions_;
  std::map<const Leaf*, TupleSet> bindings_;
};

// Every lasso of at most `most` states, whether or not it could be shorter.
std::vector<Trace> lassos(const Small& small, std::size_t most) {
  std::vector<Trace> result;
  const Atom bits_of_state = small.atoms == 1 ? 2 : small.atoms;
  const auto subset = [](std::uint64_t bits, Atom first, Atom count) {
    std::vector<Atom> atoms;
    for (Atom a = 0; a < count; ++a) {
      if ((bits >> (first + a) & 1) != 0) atoms.push_back(a);
    }
    return TupleSet::unary(atoms);
  };
  for (std::size_t states = 1; states <= most; ++states) {
    const std::uint64_t count = std::uint64_t{1} << (bits_of_state * states + small.atoms);
    for (std::uint64_t bits = 0; bits < count; ++bits) {
      for (std::size_t loop = 0; loop < states; ++loop) {
        Trace trace;
        trace.loop = loop;
        for (std::size_t s = 0; s < states; ++s) {
          const std::uint64_t own = bits >> (small.atoms + s * bits_of_state);
          Instance state;
          state.values().emplace_back(small.p, subset(own, 0, small.atoms));
          if (small.atoms == 1) state.values().emplace_back(small.q, subset(own, 1, 1));
          state.values().emplace_back(small.s, subset(bits, 0, small.atoms));
          trace.states.push_back(std::move(state));
        }
        result.push_back(std::move(trace));
      }
    }
  }
  return result;
}

std::size_t past_operators(const Node& node) {
  std::size_t count = node.op == Term::Temporal && is_past(tense(node)) ? 1 : 0;
  for (const NodePtr& child : node.children) count += past_operators(*child);
  return count;
}

std::uint64_t count_instances(const Problem& problem, Symmetry symmetry) {
  auto stream = instances(problem, {.symmetry = symmetry});
  if (!stream) {
    ADD_FAILURE() << render(stream.error());
    return 0;
  }
  std::uint64_t count = 0;
  while (stream->skip()) ++count;
  EXPECT_FALSE(stream->failure()) << render(*stream->failure());
  return count;
}

// What a trace is, as numbers, with its atoms renamed.
std::vector<std::vector<Atom>> code(const Trace& trace, bool swapped) {
  std::vector<std::vector<Atom>> result{{static_cast<Atom>(trace.loop)}};
  for (const Instance& state : trace.states) {
    for (const auto& [relation, tuples] : state.values()) {
      std::vector<Atom> atoms(tuples.atoms().begin(), tuples.atoms().end());
      for (Atom& atom : atoms) atom = swapped ? 1 - atom : atom;
      std::ranges::sort(atoms);
      result.push_back(std::move(atoms));
    }
  }
  return result;
}

void compare_with_all_lassos(Atom atoms, std::uint64_t seed, std::size_t most) {
  SCOPED_TRACE("atoms " + std::to_string(atoms) + ", seed " + std::to_string(seed));
  Random random(seed);
  Small small(atoms);
  const Formula formula = FormulaMaker(small, random).formula(random.between(1, 4));
  const bool always = random.percent(20);
  small.timed.problem.formulas = {formula};
  small.timed.always = {always};
  SCOPED_TRACE(to_string(formula) + (always ? " (always)" : ""));
  const Formula whole = always ? temporal(Tense::Always, formula) : formula;

  std::uint64_t expected = 0;
  std::set<std::vector<std::vector<Atom>>> classes;
  std::vector<bool> satisfiable(most + 1, false);
  for (const Trace& trace : lassos(small, most)) {
    const bool truth = Naive(trace, past_operators(whole.node())).holds(whole);
    if (random.percent(3)) {
      const auto evaluated = holds(small.timed, trace);
      ASSERT_TRUE(evaluated) << render(evaluated.error());
      ASSERT_EQ(*evaluated, truth) << "on a trace of " << trace.states.size() << " states that loops to "
                                   << trace.loop;
    }
    if (!truth) continue;
    satisfiable[trace.states.size()] = true;
    const Trace minimal = shortest(trace);
    if (minimal.states.size() != trace.states.size() || minimal.loop != trace.loop) continue;
    ++expected;
    classes.insert(atoms == 1 ? code(trace, false) : std::min(code(trace, false), code(trace, true)));
  }
  for (std::size_t steps = 1; steps <= most; ++steps) {
    TermTable terms;
    const UnrolledProblem unrolled = unroll(small.timed, atoms, {.steps = steps}, terms);
    const auto found = find(unrolled.problem);
    ASSERT_TRUE(found) << render(found.error());
    EXPECT_EQ(found->verdict == Verdict::Sat, satisfiable[steps]) << steps << " steps";
    if (!found->instance) continue;
    const auto right = holds(small.timed, unrolled.trace(small.timed, *found->instance));
    EXPECT_TRUE(right && *right);
  }
  TermTable terms;
  const UnrolledProblem unrolled = unroll(small.timed, atoms, {.steps = most, .each_once = true}, terms);
  EXPECT_EQ(count_instances(unrolled.problem, Symmetry::None), expected);
  EXPECT_EQ(count_instances(unrolled.problem, Symmetry::Exact), classes.size());
}

TEST(Unroll, AgreesWithAllLassosOverOneAtom) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    compare_with_all_lassos(1, seed, 3);
    if (HasFailure()) return;
  }
}

TEST(Unroll, AgreesWithAllLassosOverTwoAtoms) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    compare_with_all_lassos(2, seed, 3);
    if (HasFailure()) return;
  }
}

// With relations that remember, formulas do not speak of the past any more, and mean the same.
TEST(PastOperators, KeepTheMeaning) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Small small(1);
    const Formula formula = FormulaMaker(small, random).formula(random.between(1, 4));
    SCOPED_TRACE(to_string(formula));
    small.timed.problem.formulas = {formula};
    small.timed.always = {false};
    TermTable terms;
    const TimedProblem remembering = with_past_operators(small.timed, 1, terms);
    for (const Formula& each : remembering.problem.formulas) ASSERT_EQ(past_operators(each.node()), 0U);
    const std::size_t states = 3 * (past_operators(formula.node()) + 1);
    const UnrolledProblem original = unroll(small.timed, 1, {.steps = 3}, terms);
    const UnrolledProblem longer = unroll(remembering, 1, {.steps = states}, terms);
    const auto expected = find(original.problem);
    const auto found = find(longer.problem);
    ASSERT_TRUE(found) << render(found.error());
    if (expected->verdict == Verdict::Sat) ASSERT_EQ(found->verdict, Verdict::Sat);
    if (!found->instance) continue;
    const auto right = holds(small.timed, longer.trace(remembering, *found->instance));
    ASSERT_TRUE(right && *right);
  }
}

TEST(Unroll, SharesWhatDoesNotChange) {
  Small small(1);
  TermTable terms;
  const Formula fixed = terms(some(terms(small.s)));
  small.timed.problem.formulas = {fixed};
  small.timed.always = {true};
  const UnrolledProblem unrolled = unroll(small.timed, 1, {.steps = 5}, terms);
  std::size_t same = 0;
  for (const Formula& formula : unrolled.problem.formulas)
    same += formula.pointer() == fixed.pointer() ? 1 : 0;
  EXPECT_EQ(same, 1U);
}

TEST(Traces, AreShownWithAsFewStatesAsPossible) {
  const Relation p("P", 1);
  const auto state = [&](std::vector<Atom> atoms) {
    return Instance({{p, TupleSet::unary(std::move(atoms))}});
  };
  // in, out, in, out, in | again from 1: in, out for ever
  const Trace trace{{state({0}), state({}), state({0}), state({}), state({0})}, 1};
  const Trace shorter = shortest(trace);
  EXPECT_EQ(shorter.states.size(), 2U);
  EXPECT_EQ(shorter.loop, 0U);
  const Trace longer = at_least(shorter, 3);
  EXPECT_EQ(longer.states.size(), 3U);
  EXPECT_EQ(longer.loop, 1U);
}

}  // namespace
}  // namespace fretsaw::lowering
