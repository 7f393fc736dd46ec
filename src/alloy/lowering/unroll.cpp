// SPDX-License-Identifier: MIT
//
// The first states of a trace get a copy of every variable relation, and one more relation for each state:
// the trace continues after the last state with the one whose relation is not empty. A term is instantiated
// once for each state in which its value is needed; constant terms are the same node in all of them.
//
// The successor of the last state is any of the states, depending on the loop. For terms about one state
// only, it is cheapest to choose the relations and not the term: `mirror` is a state whose relations are
// those of the state that the loop leads to. Terms about several states are instantiated in each state and
// then chosen.
//
// Operators about the past make the loop's states differ from one passage to the next, but not for long: an
// operator nested d deep has settled after d passages ("virtual unrolling", Benedetti and Cimatti; Latvala et
// al.). A moment is therefore a state and the number of the passage, counted up to the past depth of the term
// that is needed. Operators about the future look through the remaining passages, and then once more round
// the loop.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>

#include "alloy/lowering/temporal.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw::lowering {

namespace {

struct Traits {
  bool varies = false;    // its value may differ from state to state
  bool temporal = false;  // has an operator about other states inside
  std::size_t past = 0;   // how deep operators about the past are nested
};

struct Moment {
  std::size_t state = 0;
  std::size_t passage = 0;
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

class Unroller {
  using Op = fretsaw::Op;

 public:
  Unroller(const TimedProblem& timed, Atom loop_atom, const UnrollOptions& options, TermTable& terms,
           Budget& budget)
      : timed_(timed),
        steps_(options.steps),
        last_(options.steps - 1),
        mirror_(options.steps),
        t_(terms),
        budget_(budget) {
    copy_relations();
    if (steps_ > 1 && options.loops) add_loops(loop_atom);
  }

  UnrolledProblem run(bool each_once) {
    for (std::size_t i = 0; i < timed_.problem.formulas.size(); ++i) {
      NodePtr formula = timed_.problem.formulas[i].pointer();
      const bool everywhere = timed_.always[i] && traits(*formula).varies;
      if (everywhere &&
          traits(*formula).past > 0) {  // then it is more than what the states say, each by itself
        formula = t_(temporal(Tense::Always, Formula(formula))).pointer();
        require(Formula(at(formula, {0, 0})), i);
        continue;
      }
      for (std::size_t s = 0; s < (everywhere ? steps_ : 1); ++s) require(Formula(at(formula, {s, 0})), i);
    }
    if (each_once) {
      for (std::size_t period = 2; period <= steps_; ++period) forbid_repetition(period);
    }
    return std::move(out_);
  }

  UnrolledProblem run(const std::vector<PlacedFormula>& formulas) {
    for (const PlacedFormula& placed : formulas)
      require(formula(placed.formula.pointer(), {placed.state, 0}), UnrolledProblem::kNone);
    return std::move(out_);
  }

 private:
  using Key = std::pair<const Node*, Moment>;

  void require(const Formula& formula, std::size_t origin) {
    out_.problem.formulas.push_back(formula);
    out_.origin.push_back(origin);
  }

  void copy_relations() {
    const Problem& problem = timed_.problem;
    out_.problem.universe = problem.universe;
    out_.problem.integers = problem.integers;
    for (const Bound& bound : problem.bounds) {
      if (!timed_.varying.contains(bound.relation.leaf())) out_.problem.bounds.push_back(bound);
    }
    for (std::size_t s = 0; s < steps_; ++s) {
      for (const Bound& bound : problem.bounds) {
        if (!timed_.varying.contains(bound.relation.leaf())) continue;
        const Relation copy(fmt::format("{}@{}", bound.relation.name(), s), bound.relation.arity());
        t_(copy);
        out_.copies[bound.relation.leaf()].push_back(copy);
        out_.problem.bounds.push_back({copy, bound.lower, bound.upper, bound.auxiliary});
      }
    }
  }

  // Exactly one of them is not empty.
  void add_loops(Atom atom) {
    const TupleSet one_atom = TupleSet::unary({atom});
    std::vector<Formula> any;
    for (std::size_t s = 0; s < steps_; ++s) {
      const Relation loop(fmt::format("loop@{}", s), 1);
      out_.loops.push_back(loop);
      out_.problem.bounds.push_back({loop, TupleSet(1), one_atom});
      loops_.push_back(t_(some(t_(loop))));
      any.push_back(loops_.back());
    }
    require(t_(disjunction(any)), UnrolledProblem::kNone);
    for (std::size_t a = 0; a < steps_; ++a) {
      for (std::size_t b = a + 1; b < steps_; ++b)
        require(t_(!t_(t_(conjunction({loops_[a], loops_[b]})))), UnrolledProblem::kNone);
    }
    Formula loops_up_to_here = loops_[0];
    for (std::size_t s = 0; s < steps_; ++s) {
      if (s > 0)
        loops_up_to_here = t_(disjunction({any.begin(), any.begin() + static_cast<std::ptrdiff_t>(s) + 1}));
      in_loop_.push_back(s == last_ ? t_(constant(true)) : loops_up_to_here);
    }
  }

  const Traits& traits(const Node& node) {
    if (const auto known = traits_.find(&node); known != traits_.end()) return known->second;
    Traits own;
    own.temporal = node.op == Op::Temporal || node.op == Op::Prime;
    own.varies = own.temporal || (node.op == Op::Relation && timed_.varying.contains(node.leaf.get()));
    for (std::size_t i = 0; i < operand_count(node); ++i) {
      const Traits part = traits(*operand(node, i));
      own.varies = own.varies || part.varies;
      own.temporal = own.temporal || part.temporal;
      own.past = std::max(own.past, part.past);
    }
    if (node.op == Op::Temporal && is_past(tense(node))) ++own.past;
    return traits_.emplace(&node, own).first->second;
  }

  NodePtr at(const NodePtr& term, Moment moment) {
    const Traits& own = traits(*term);
    if (!own.varies) return term;
    moment.passage = std::min(moment.passage, own.past);
    const Key key{term.get(), moment};
    if (const auto known = known_variables_.find(key); known != known_variables_.end()) return known->second;
    budget_.poll();
    NodePtr result = instantiate(term, moment);
    known_variables_.emplace(key, result);
    return result;
  }

  Formula formula(const NodePtr& term, const Moment& moment) { return Formula(at(term, moment)); }

  NodePtr instantiate(const NodePtr& term, const Moment& moment) {
    const Node& node = *term;
    switch (node.op) {
      case Op::Relation:
        return moment.state == mirror_ ? mirrored(node)
                                       : out_.copies.at(node.leaf.get())[moment.state].pointer();
      case Op::Prime:
        return after(node.children[0], moment);
      case Op::Temporal:
        return t_(temporal_formula(term, moment)).pointer();
      default:
        break;
    }
    Node copy = node;
    for (NodePtr& child : copy.children) child = at(child, moment);
    for (Decl& decl : copy.decls) decl.domain = Expr(at(decl.domain.pointer(), moment));
    return t_.unique(make_node(std::move(copy)));
  }

  // The relation in the state that the loop leads to.
  NodePtr mirrored(const Node& node) {
    const std::vector<Relation>& copies = out_.copies.at(node.leaf.get());
    Expr result = t_(copies[last_]);
    for (std::size_t s = last_; s-- > 0;) result = t_(if_else(loops_[s], t_(copies[s]), result));
    return result.pointer();
  }

  // The term's value one state later; in the last state, where the loop leads to.
  NodePtr after(const NodePtr& term, const Moment& moment) {
    if (moment.state < last_) return at(term, {moment.state + 1, moment.passage});
    const Moment next{0, moment.passage + 1};
    if (steps_ == 1 || !traits(*term).varies) return at(term, next);
    if (!traits(*term).temporal) return at(term, {mirror_, 0});
    if (term->arity == 0)
      return where_loop_leads([&](std::size_t s) { return formula(term, {s, next.passage}); });
    Expr result(at(term, {last_, next.passage}));
    for (std::size_t s = last_; s-- > 0;)
      result = t_(if_else(loops_[s], Expr(at(term, {s, next.passage})), result));
    return result.pointer();
  }

  template <class Value>
  NodePtr where_loop_leads(const Value& value) {
    if (steps_ == 1) return value(0).pointer();
    std::vector<Formula> choices;
    for (std::size_t s = 0; s < steps_; ++s) choices.push_back(t_(conjunction({loops_[s], value(s)})));
    return t_(disjunction(choices)).pointer();
  }

  Formula temporal_formula(const NodePtr& term, const Moment& moment) {
    const Node& node = *term;
    const NodePtr& operand = node.children.back();
    switch (tense(node)) {
      case Tense::After:
        return Formula(after(operand, moment));
      case Tense::Before:
        return before(moment, constant(false), [&](const Moment& m) { return formula(operand, m); });
      case Tense::Always:
      case Tense::Eventually:
      case Tense::Until:
      case Tense::Releases:
        return future(node, moment, false);
      default:
        return past(term, moment);
    }
  }

  // A value one state earlier. Before the first state there is none.
  template <class Value>
  Formula before(const Moment& moment, const Formula& at_the_beginning, const Value& value) {
    const auto [state, passage] = moment;
    if (passage == 0) return state == 0 ? t_(at_the_beginning) : value(Moment{state - 1, 0});
    Formula round = value(Moment{last_, passage - 1});
    if (state == 0 || steps_ == 1) return round;
    return t_(if_else(loops_[state], round, value(Moment{state - 1, passage})));
  }

  // By what they are now and were one state ago.
  Formula past(const NodePtr& term, const Moment& moment) {
    const Node& node = *term;
    const bool everywhere = tense(node) == Tense::Historically || tense(node) == Tense::Triggered;
    Formula earlier = before(moment, constant(everywhere), [&](const Moment& m) { return formula(term, m); });
    const Formula now = formula(node.children.back(), moment);
    if (node.children.size() == 2) {
      const Formula left = formula(node.children[0], moment);
      earlier = t_(everywhere ? disjunction({left, earlier}) : conjunction({left, earlier}));
    }
    return everywhere ? conjunction({now, earlier}) : disjunction({now, earlier});
  }

  // By what they are now and will be one state later, until the loop has been passed once more after all that
  // lies in the past has settled. `again`: this is that passage.
  Formula future(const Node& node, const Moment& moment, bool again) {
    const bool everywhere = tense(node) == Tense::Always || tense(node) == Tense::Releases;
    const bool settled = moment.passage == traits(node).past;
    if (settled && !again && node.children.size() == 1) return throughout(node, moment, everywhere);
    const auto key = std::tuple(&node, moment, again);
    if (const auto known = futures_.find(key); known != futures_.end()) return known->second;
    const Formula now = formula(node.children.back(), moment);
    Formula later = constant(everywhere);
    if (moment.state < last_) {
      later = future(node, {moment.state + 1, moment.passage}, again);
    } else if (!again) {
      const std::size_t next = settled ? moment.passage : moment.passage + 1;
      later = Formula(where_loop_leads([&](std::size_t s) { return future(node, {s, next}, settled); }));
    }
    if (node.children.size() == 2) {
      const Formula left = formula(node.children[0], moment);
      later = t_(everywhere ? disjunction({left, later}) : conjunction({left, later}));
    }
    const Formula result = t_(everywhere ? conjunction({now, later}) : disjunction({now, later}));
    futures_.emplace(key, result);
    return result;
  }

  // always and eventually: from here to the end, and in what else the loop holds.
  Formula throughout(const Node& node, const Moment& moment, bool everywhere) {
    std::vector<Formula> parts;
    for (std::size_t s = 0; s < steps_; ++s) {
      Formula here = formula(node.children[0], {s, moment.passage});
      if (s < moment.state)
        here = t_(everywhere ? implies(in_loop_[s], here) : conjunction({in_loop_[s], here}));
      parts.push_back(here);
    }
    return everywhere ? conjunction(parts) : disjunction(parts);
  }

  // A loop that does the same several times is forbidden: the shorter one stands for it.
  void forbid_repetition(std::size_t period) {
    const std::size_t begin = steps_ - period;
    for (std::size_t times = 2; times <= period; ++times) {
      const bool prime = std::ranges::none_of(std::views::iota(std::size_t{2}, times),
                                              [&](std::size_t d) { return times % d == 0; });
      if (!prime || period % times != 0) continue;
      const std::size_t distance = period / times;
      std::vector<Formula> same;
      for (std::size_t s = begin; s + distance < steps_; ++s) same.push_back(same_state(s, s + distance));
      require(t_(implies(loops_[begin], t_(!t_(conjunction(same))))), UnrolledProblem::kNone);
    }
  }

  Formula same_state(std::size_t a, std::size_t b) {
    std::vector<Formula> parts;
    for (const Bound& bound : timed_.problem.bounds) {
      if (bound.auxiliary || !timed_.varying.contains(bound.relation.leaf())) continue;
      const auto& copies = out_.copies.at(bound.relation.leaf());
      parts.push_back(t_(equal(t_(copies[a]), t_(copies[b]))));
    }
    return t_(conjunction(parts));
  }

  const TimedProblem& timed_;
  std::size_t steps_;
  std::size_t last_;
  std::size_t mirror_;
  TermTable& t_;
  Budget& budget_;
  UnrolledProblem out_;
  std::vector<Formula> loops_;    // the trace continues here after the last state
  std::vector<Formula> in_loop_;  // the state is part of the loop
  std::unordered_map<const Node*, Traits> traits_;
  std::map<Key, NodePtr> known_variables_;
  std::map<std::tuple<const Node*, Moment, bool>, Formula> futures_;
};

}  // namespace

UnrolledProblem unroll(const TimedProblem& timed, Atom loop_atom, const UnrollOptions& options,
                       TermTable& terms, Budget& budget) {
  return Unroller(timed, loop_atom, options, terms, budget).run(options.each_once);
}

UnrolledProblem path(const TimedProblem& timed, std::size_t states,
                     const std::vector<PlacedFormula>& formulas, TermTable& terms, Budget& budget) {
  return Unroller(timed, 0, {.steps = states, .loops = false}, terms, budget).run(formulas);
}

std::optional<std::size_t> lookahead(const Node& term) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < operand_count(term); ++i) {
    const auto part = lookahead(*operand(term, i));
    if (!part) return std::nullopt;
    most = std::max(most, *part);
  }
  const bool temporal = term.op == fretsaw::Op::Temporal;
  const bool next = term.op == fretsaw::Op::Prime || (temporal && tense(term) == Tense::After);
  if (temporal && !next) return std::nullopt;
  return next ? most + 1 : most;
}

Trace UnrolledProblem::trace(const TimedProblem& timed, const Instance& instance) const {
  Trace result;
  const std::size_t steps = copies.empty() ? 1 : copies.begin()->second.size();
  for (std::size_t s = 0; s < loops.size(); ++s) {
    if (!instance[loops[s]].empty()) result.loop = s;
  }
  for (std::size_t s = 0; s < steps; ++s) {
    Instance state;
    for (const Bound& bound : timed.problem.bounds) {
      const auto varying = copies.find(bound.relation.leaf());
      const Relation& relation = varying == copies.end() ? bound.relation : varying->second[s];
      state.values().emplace_back(bound.relation, instance[relation]);
    }
    result.states.push_back(std::move(state));
  }
  return shortest(result);
}

}  // namespace fretsaw::lowering
