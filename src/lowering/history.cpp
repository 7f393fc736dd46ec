// SPDX-License-Identifier: MIT
//
// `once f` has a value now that follows from that of a moment ago: it was true, or f is true now. So a
// relation that holds the bindings of its free variables for which it is true is determined by its first
// value and by one step; and where the formula stood, it is asked whether the binding is in there. The same
// goes for the other operators.
#include "lowering/history.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "relational/free_variables.hpp"

namespace fretsaw::lowering {

namespace {

constexpr std::uint64_t kMostBindings = 10'000;

class Historian {
 public:
  Historian(const TimedProblem& timed, Atom spare, TermTable& terms)
      : out_(timed), spare_(spare), t_(terms) {}

  TimedProblem run() {
    const std::size_t given = out_.problem.formulas.size();
    for (std::size_t i = 0; i < given; ++i)
      out_.problem.formulas[i] = Formula(rewritten(out_.problem.formulas[i].pointer()));
    return std::move(out_);
  }

 private:
  NodePtr rewritten(const NodePtr& term) {
    if (const auto known = known_.find(term.get()); known != known_.end()) return known->second;
    kept_.push_back(term);
    Node copy = *term;
    bool changed = false;
    for (fretsaw::Decl& decl : copy.decls) {
      variables_.emplace(decl.variable.leaf(), decl.variable);
      NodePtr inner = rewritten(decl.domain.pointer());
      changed = changed || inner != decl.domain.pointer();
      decl.domain = Expr(std::move(inner));
    }
    for (NodePtr& child : copy.children) {
      NodePtr inner = rewritten(child);
      changed = changed || inner != child;
      child = std::move(inner);
    }
    NodePtr result = changed ? t_.unique(make_node(std::move(copy))) : term;
    if (result->op == fretsaw::Op::Temporal && is_past(tense(*result))) result = remembered(result);
    known_.emplace(term.get(), result);
    return result;
  }

  NodePtr remembered(const NodePtr& term) {
    kept_.push_back(term);
    const LeafSet free = free_.of(*term);
    std::uint64_t bindings = 1;
    std::vector<Variable> variables;
    for (const Leaf* leaf : free) {
      bindings *= out_.problem.universe.size();
      if (leaf->arity != 1 || bindings > kMostBindings) return term;
      variables.push_back(variables_.at(leaf));
    }
    std::ranges::sort(variables, {}, [](const Variable& v) { return v.name(); });
    const int arity = std::max(1, static_cast<int>(variables.size()));
    const Relation memory(fmt::format("history{}", count_++), arity);
    t_(memory);
    const TupleSet upper =
        variables.empty() ? TupleSet::unary({spare_}) : TupleSet::all(arity, out_.problem.universe.size());
    out_.problem.bounds.push_back({memory, TupleSet(arity), upper});
    out_.varying.insert(memory.leaf());
    const Formula value = remembers(memory, variables);
    define(*term, value, variables);
    return value.pointer();
  }

  Formula remembers(const Relation& memory, const std::vector<Variable>& variables) {
    if (variables.empty()) return t_(some(t_(memory)));
    Expr binding = t_(variables[0]);
    for (std::size_t i = 1; i < variables.size(); ++i) binding = t_(product(binding, t_(variables[i])));
    return t_(in(binding, t_(memory)));
  }

  void define(const Node& term, const Formula& value, const std::vector<Variable>& variables) {
    const Formula now(term.children.back());
    const Formula next = t_(temporal(Tense::After, now));
    const auto left = [&] { return t_(temporal(Tense::After, Formula(term.children[0]))); };
    Formula first = now, later = next;
    switch (tense(term)) {
      case Tense::Before:
        first = t_(constant(false));
        later = now;
        break;
      case Tense::Once:
        later = t_(next || value);
        break;
      case Tense::Historically:
        later = t_(next && value);
        break;
      case Tense::Since:
        later = t_(next || t_(left() && value));
        break;
      default:  // triggered
        later = t_(next && t_(left() || value));
        break;
    }
    require(t_(iff(value, first)), variables, false);
    require(t_(iff(t_(temporal(Tense::After, value)), later)), variables, true);
  }

  void require(const Formula& formula, const std::vector<Variable>& variables, bool always) {
    Decls decls;
    for (const Variable& variable : variables) decls.push_back({variable, t_(univ())});
    out_.problem.formulas.push_back(decls.empty() ? formula : all(std::move(decls), formula));
    out_.always.push_back(always);
  }

  TimedProblem out_;
  Atom spare_;
  TermTable& t_;
  FreeVariables free_;
  std::unordered_map<const Leaf*, Variable> variables_;  // those that a declaration was seen of
  std::unordered_map<const Node*, NodePtr> known_;
  std::vector<NodePtr> kept_;  // what the keys point to
  int count_ = 0;
};

}  // namespace

TimedProblem with_history(const TimedProblem& timed, Atom spare, TermTable& terms) {
  return Historian(timed, spare, terms).run();
}

}  // namespace fretsaw::lowering
