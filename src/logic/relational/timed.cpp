// SPDX-License-Identifier: MIT
//
// On a lasso of `states` states that loops to `loop`, position t of the infinite trace is a state. What is
// true at a position of the loop may still depend on how often the loop has been passed, because of operators
// about the past; but no longer than these are nested: an operator of past depth d has at t the value that it
// has at t + period, for every t >= loop + d * period. So each term has finitely many positions that matter,
// and each operator is spelled out over them as it is defined.
#include "logic/relational/timed.hpp"

#include <algorithm>

#include "logic/relational/evaluator.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw {

const char* to_string(Tense tense) {
  static constexpr const char* kNames[] = {"after", "before", "always",   "eventually", "historically",
                                           "once",  "until",  "releases", "since",      "triggered"};
  return kNames[static_cast<std::size_t>(tense)];
}

Formula temporal(Tense tense, const Formula& operand) {
  return Formula(make_node(Node{
      .op = Op::Temporal, .children = {operand.pointer()}, .constant = static_cast<std::int64_t>(tense)}));
}

Formula temporal(Tense tense, const Formula& left, const Formula& right) {
  return Formula(make_node(Node{.op = Op::Temporal,
                                .children = {left.pointer(), right.pointer()},
                                .constant = static_cast<std::int64_t>(tense)}));
}

Expr prime(const Expr& a) {
  return Expr(make_node(Node{.op = Op::Prime, .arity = a.arity(), .children = {a.pointer()}}));
}

namespace {

bool same_state(const Instance& a, const Instance& b) {
  return std::ranges::equal(
      a.values(), b.values(), {}, [](const auto& value) -> const TupleSet& { return value.second; },
      [](const auto& value) -> const TupleSet& { return value.second; });
}

}  // namespace

Trace shortest(const Trace& trace) {
  Trace result = trace;
  const std::size_t period = trace.period();
  for (std::size_t shorter = 1; shorter < period; ++shorter) {
    if (period % shorter != 0) continue;
    bool repeats = true;
    for (std::size_t i = trace.loop; repeats && i + shorter < trace.states.size(); ++i)
      repeats = same_state(trace.states[i], trace.states[i + shorter]);
    if (!repeats) continue;
    result.states.resize(trace.loop + shorter);
    break;
  }
  while (result.loop > 0 && same_state(result.states[result.loop - 1], result.states.back())) {
    result.states.pop_back();
    --result.loop;
  }
  return result;
}

Trace at_least(Trace trace, std::size_t states) {
  while (trace.states.size() < states) {
    Instance next = trace.states[trace.loop++];
    trace.states.push_back(std::move(next));
  }
  return trace;
}

TraceViews::TraceViews(const TimedProblem& problem, const Trace& trace)
    : states_(trace.states.size()), loop_(trace.loop) {
  problem_.universe = problem.problem.universe;
  problem_.integers = problem.problem.integers;
  for (const Bound& bound : problem.problem.bounds) {
    const bool varies = problem.varying.contains(bound.relation.leaf());
    if (varies) {
      auto& copies = copies_[bound.relation.leaf()];
      for (std::size_t s = 0; s < states_; ++s) {
        copies.emplace_back(bound.relation.name(), bound.upper.arity());
        problem_.bounds.push_back({copies.back(), bound.lower, bound.upper, bound.auxiliary});
        const TupleSet* value = trace.states[s].find(bound.relation);
        instance_.values().emplace_back(copies.back(), value != nullptr ? *value : bound.lower);
      }
    } else {
      problem_.bounds.push_back(bound);
      const TupleSet* value = trace.states[0].find(bound.relation);
      instance_.values().emplace_back(bound.relation, value != nullptr ? *value : bound.lower);
    }
  }
}

const TraceViews::Traits& TraceViews::traits(const Node& node) {
  if (const auto known = traits_.find(&node); known != traits_.end()) return known->second;
  Traits own;
  own.varies = node.op == Op::Temporal || node.op == Op::Prime ||
               (node.op == Op::Relation && copies_.contains(node.leaf.get()));
  for (std::size_t i = 0; i < operand_count(node); ++i) {
    const Traits& part = traits(*operand(node, i));
    own.varies = own.varies || part.varies;
    own.past = std::max(own.past, part.past);
  }
  if (node.op == Op::Temporal && is_past(tense(node))) ++own.past;
  return traits_.emplace(&node, own).first->second;
}

NodePtr TraceViews::at(const NodePtr& term, std::size_t position) {
  const Traits own = traits(*term);
  if (!own.varies) return term;
  const std::size_t period = states_ - loop_;
  const std::size_t settled = loop_ + own.past * period;
  if (position >= settled + period) position = settled + (position - settled) % period;
  const std::pair key(term.get(), position);
  if (const auto known = cached_.find(key); known != cached_.end()) return known->second;
  cached_keys_.push_back(term);
  NodePtr result = spelled_out(*term, position);
  cached_.emplace(key, result);
  return result;
}

NodePtr TraceViews::spelled_out(const Node& node, std::size_t position) {
  switch (node.op) {
    case Op::Relation:
      return copies_.at(node.leaf.get())[state(position)].pointer();
    case Op::Prime:
      return at(node.children[0], position + 1);
    case Op::Temporal:
      return is_past(tense(node)) ? past(node, position) : future(node, position);
    default:
      break;
  }
  Node copy = node;
  for (NodePtr& child : copy.children) child = at(child, position);
  for (Decl& decl : copy.decls) decl.domain = Expr(at(decl.domain.pointer(), position));
  return make_node(std::move(copy));
}

NodePtr TraceViews::future(const Node& node, std::size_t position) {
  const auto part = [&](std::size_t child, std::size_t t) { return Formula(at(node.children[child], t)); };
  if (tense(node) == Tense::After) return at(node.children[0], position + 1);
  const std::size_t settled = loop_ + traits(node).past * (states_ - loop_);
  const std::size_t end =
      std::max(position, settled) + (states_ - loop_);  // all later positions are like earlier ones
  std::vector<Formula> parts, before;
  const bool everywhere = tense(node) == Tense::Always || tense(node) == Tense::Releases;
  for (std::size_t t = position; t < end; ++t) {
    const Formula here = part(node.children.size() - 1, t);
    if (tense(node) == Tense::Until) {
      parts.push_back(here && conjunction(before));
    } else if (tense(node) == Tense::Releases) {
      parts.push_back(here || disjunction(before));
    } else {
      parts.push_back(here);
    }
    if (node.children.size() == 2) before.push_back(part(0, t));
  }
  return (everywhere ? conjunction(parts) : disjunction(parts)).pointer();
}

NodePtr TraceViews::past(const Node& node, std::size_t position) {
  const auto part = [&](std::size_t child, std::size_t t) { return Formula(at(node.children[child], t)); };
  if (tense(node) == Tense::Before)
    return position == 0 ? constant(false).pointer() : at(node.children[0], position - 1);
  std::vector<Formula> parts, since;
  const bool everywhere = tense(node) == Tense::Historically || tense(node) == Tense::Triggered;
  for (std::size_t t = position + 1; t-- > 0;) {
    const Formula here = part(node.children.size() - 1, t);
    if (tense(node) == Tense::Since) {
      parts.push_back(here && conjunction(since));
    } else if (tense(node) == Tense::Triggered) {
      parts.push_back(here || disjunction(since));
    } else {
      parts.push_back(here);
    }
    if (node.children.size() == 2) since.push_back(part(0, t));
  }
  return (everywhere ? conjunction(parts) : disjunction(parts)).pointer();
}

Result<bool> TraceViews::truth(const Formula& formula, std::size_t position, Budget& budget) {
  return evaluate(problem_, instance_, Formula(at(formula.pointer(), position)), budget);
}

Result<bool> holds(const TimedProblem& problem, const Trace& trace, Budget& budget) {
  TraceViews views(problem, trace);
  for (std::size_t i = 0; i < problem.problem.formulas.size(); ++i) {
    const Formula& formula = problem.problem.formulas[i];
    auto truth = views.truth(problem.always[i] ? temporal(Tense::Always, formula) : formula, 0, budget);
    if (!truth || !*truth) return truth;
  }
  return true;
}

}  // namespace fretsaw
