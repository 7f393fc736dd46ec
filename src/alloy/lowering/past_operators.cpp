// SPDX-License-Identifier: MIT
//
// `once f` has a value now that follows from that of a moment ago: it was true, or f is true now. So a
// relation that holds the bindings of its free variables for which it is true is determined by its first
// value and by one step; and where the formula stood, it is asked whether the binding is in there. The same
// goes for the other operators.
#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "alloy/lowering/bindings.hpp"
#include "alloy/lowering/temporal.hpp"

namespace fretsaw::lowering {

namespace {

class PastEncoder {
 public:
  PastEncoder(const TimedProblem& timed, Atom spare, TermTable& terms)
      : out_(timed), t_(terms), bindings_(out_, spare, terms) {}

  TimedProblem run() {
    const std::size_t given = out_.problem.formulas.size();
    for (std::size_t i = 0; i < given; ++i) {
      const Formula formula = out_.problem.formulas[i];  // definitions are added to the list meanwhile
      Formula without = Formula(rewritten(formula.pointer()));
      out_.problem.formulas[i] = std::move(without);
    }
    return std::move(out_);
  }

 private:
  NodePtr rewritten(const NodePtr& term) {
    if (const auto known = known_variables_.find(term.get()); known != known_variables_.end())
      return known->second;
    call_keys_.push_back(term);
    Node copy = *term;
    bool changed = false;
    for (fretsaw::Decl& decl : copy.decls) {
      bindings_.declare(decl);
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
    known_variables_.emplace(term.get(), result);
    return result;
  }

  NodePtr remembered(const NodePtr& term) {
    call_keys_.push_back(term);
    // A definition would ask for it in both polarities.
    if (bindings_.may_overflow(*term)) return term;
    const auto memory = bindings_.memory(fmt::format("history{}", count_++), *term);
    if (!memory) return term;
    define(*term, *memory);
    return memory->value.pointer();
  }

  void define(const Node& term, const Memory& memory) {
    const Formula& value = memory.value;
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
    require(t_(iff(value, first)), memory, false);
    require(t_(iff(t_(temporal(Tense::After, value)), later)), memory, true);
  }

  void require(const Formula& formula, const Memory& memory, bool always) {
    out_.problem.formulas.push_back(bindings_.for_all(memory, formula));
    out_.always.push_back(always);
  }

  TimedProblem out_;
  TermTable& t_;
  Bindings bindings_;
  std::unordered_map<const Node*, NodePtr> known_variables_;
  std::vector<NodePtr> call_keys_;  // what the keys point to
  int count_ = 0;
};

}  // namespace

TimedProblem with_past_operators(const TimedProblem& timed, Atom spare, TermTable& terms) {
  return PastEncoder(timed, spare, terms).run();
}

}  // namespace fretsaw::lowering
