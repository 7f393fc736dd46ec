// SPDX-License-Identifier: MIT
//
// In negation normal form a formula about the future is a promise for each binding of its variables: `always
// f` promises f now and the same for the next state, `eventually f` promises f now or the same for the next
// state, and so on. A relation contains the promises made so far. It may contain more than necessary, so one
// direction of its definition is sufficient, and no formula is needed in both polarities.
//
// `eventually f` could be postponed forever. All promises made in one state are therefore pending until they
// are kept; when none is pending any more, a round ends, and the promises of that state become pending. The
// traces are the sequences of steps with infinitely many rounds (the breakpoints of Miyano and Hayashi).
//
// Formulas that cannot be expressed this way are taken to be true. This only adds sequences.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "alloy/lowering/bindings.hpp"
#include "alloy/lowering/temporal.hpp"

namespace fretsaw::lowering {

namespace {

class FutureEncoder {
  using Op = fretsaw::Op;

 public:
  FutureEncoder(const TimedProblem& timed, Atom spare, TermTable& terms)
      : out_{timed, {}, Relation("start", 1), {}},
        t_(terms),
        bindings_(out_.timed, spare, terms),
        spare_(spare) {
    out_.timed.problem.formulas.clear();
    out_.timed.always.clear();
    t_(out_.start);
  }

  Steps run(const TimedProblem& timed, std::size_t rounds) {
    flag(out_.start);
    const Formula first = t_(some(t_(out_.start)));
    step(after(t_(!first)));
    for (std::size_t i = 0; i < timed.problem.formulas.size(); ++i) {
      const Formula now = positive(timed.problem.formulas[i].pointer());
      step(timed.always[i] ? now : implies(first, now));
    }
    const Formula kept = pending(first);
    Formula before = t_(constant(true));
    for (std::size_t i = 0; i < rounds; ++i) {
      const Relation round(fmt::format("round{}", i), 1);
      flag(round);
      out_.rounds.push_back(round);
      const Formula counted = t_(some(t_(round)));
      step(implies(first, t_(!counted)));
      step(t_(iff(after(counted), t_(counted || t_(before && kept)))));
      before = counted;
    }
    return std::move(out_);
  }

 private:
  struct Pending {
    Memory future_operator;
    Memory kept;
  };

  void flag(const Relation& relation) {
    t_(relation);
    out_.timed.problem.bounds.push_back({relation, TupleSet(1), TupleSet::unary({spare_})});
    out_.timed.varying.insert(relation.leaf());
  }
  void step(const Formula& formula) { out_.formulas.push_back(t_(formula)); }
  Formula after(const Formula& formula) { return t_(temporal(Tense::After, formula)); }

  Formula positive(const NodePtr& term) { return rewritten(term, {true, true}); }

  // What is asked of a term: that it holds, or that it does not; and whether it stands under an even number of
  // negations in the model, on which overflows depend. They differ on the left of an implication.
  struct RequestedOperator {
    bool truth;
    bool even;
    friend auto operator<=>(const RequestedOperator&, const RequestedOperator&) = default;
  };

  // A formula that the term, or its negation, implies, if promises are as they should be; and that implies it
  // where nothing had to be left out.
  Formula rewritten(const NodePtr& term, const RequestedOperator& asked) {
    const auto key = std::pair(term.get(), asked);
    if (const auto known = known_variables_.find(key); known != known_variables_.end()) return known->second;
    nodes_.push_back(term);
    const Formula result = t_(compute(term, asked));
    known_variables_.emplace(key, result);
    return result;
  }

  // The term or its negation, under as many negations as it stood before.
  Formula unchanged(const NodePtr& term, const RequestedOperator& asked) {
    const Formula formula(term);
    if (asked.truth == asked.even || !bindings_.may_overflow(*term)) return asked.truth ? formula : !formula;
    const Formula fails = implies(formula, t_(constant(false)));
    return asked.truth ? !t_(fails) : fails;
  }

  Formula compute(const NodePtr& term, const RequestedOperator& asked) {
    if (const auto ahead = lookahead(*term); ahead && *ahead <= 1) return unchanged(term, asked);
    const auto [truth, even] = asked;
    const auto part = [&](std::size_t i, bool as) { return rewritten(term->children[i], {as, asked.even}); };
    switch (term->op) {
      case Op::Not:
        return rewritten(term->children[0], {!truth, !even});
      case Op::And:
      case Op::Or: {
        std::vector<Formula> parts;
        for (std::size_t i = 0; i < term->children.size(); ++i) parts.push_back(part(i, truth));
        return (term->op == Op::And) == truth ? conjunction(parts) : disjunction(parts);
      }
      case Op::Implies:
        return truth ? part(0, false) || part(1, true) : part(0, true) && part(1, false);
      case Op::Iff:
        return t_(part(0, true) && part(1, truth)) || t_(part(0, false) && part(1, !truth));
      case Op::IfFormula:
        return t_(part(0, false) || part(1, truth)) && t_(part(0, true) || part(2, truth));
      case Op::All:
      case Op::Exists:
        return quantified(*term, asked);
      case Op::Temporal:
        return is_past(tense(*term)) ? constant(true) : operator_holds(term, asked);
      default:
        return constant(true);
    }
  }

  Formula quantified(const Node& term, const RequestedOperator& asked) {
    // An overflow is judged by the quantifiers around it: they cannot change.
    if (asked.truth != asked.even && bindings_.may_overflow(term)) return constant(true);
    for (const Decl& decl : term.decls) {
      const auto ahead = lookahead(decl.domain.node());
      bindings_.declare(decl);
      if (!ahead || *ahead > 1) return constant(true);
    }
    const Formula body = rewritten(term.children[0], asked);
    return (term.op == Op::All) == asked.truth ? all(term.decls, body) : exists(term.decls, body);
  }

  Formula operator_holds(const NodePtr& term, const RequestedOperator& asked) {
    const bool truth = asked.truth;
    // What an overflow means is decided by the quantifiers around it, and a promise has its own.
    if (bindings_.may_overflow(*term) && bindings_.depends_on_integers(*term)) return constant(true);
    const auto memory = bindings_.memory(fmt::format("promise{}", count_++), *term);
    if (!memory) return constant(true);
    const Formula& future_operator = memory->value;
    const Formula now = rewritten(term->children.back(), asked);
    const auto left = [&] { return rewritten(term->children[0], asked); };
    Formula later = after(future_operator);
    switch (tense(*term)) {
      case Tense::After:  // promised is what will be
        give(*memory, now);
        return later;
      case Tense::Always:
      case Tense::Eventually:
        truth == (tense(*term) == Tense::Always) ? give(*memory, now && later)
                                                 : give(*memory, keep(*memory, now) || later);
        return future_operator;
      default:  // until, releases
        if (truth == (tense(*term) == Tense::Releases))
          give(*memory, now && t_(left() || later));
        else
          give(*memory, keep(*memory, now) || t_(left() && later));
        return future_operator;
    }
  }

  void give(const Memory& memory, const Formula& what) {
    step(bindings_.for_all(memory, t_(implies(memory.value, t_(what)))));
  }

  // The promise is kept by what is now.
  Formula keep(const Memory& memory, const Formula& now) {
    Memory kept = like(memory, "kept");
    step(bindings_.for_all(kept, t_(implies(kept.value, now))));
    pending_.push_back({memory, kept});
    return kept.value;
  }

  Memory like(const Memory& memory, const char* what) {
    return bindings_.like(memory, fmt::format("{} {}", memory.relation.name(), what));
  }

  // Says what is pending, and returns that nothing is.
  Formula pending(const Formula& first) {
    std::vector<Memory> open;
    std::vector<Formula> none;
    for (const Pending& p : pending_) {
      open.push_back(like(p.future_operator, "pending"));
      none.push_back(t_(no(t_(open.back().relation))));
    }
    const Formula all_kept = t_(conjunction(none));
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Formula& here = open[i].value;
      const auto& [future_operator, kept] = pending_[i];
      step(bindings_.for_all(open[i], implies(first, t_(iff(here, future_operator.value)))));
      const Formula next = t_(if_else(all_kept, after(future_operator.value), t_(here && t_(!kept.value))));
      step(bindings_.for_all(open[i], t_(iff(after(here), next))));
    }
    return all_kept;
  }

  Steps out_;
  TermTable& t_;
  Bindings bindings_;
  Atom spare_;
  std::map<std::pair<const Node*, RequestedOperator>, Formula> known_variables_;
  std::vector<NodePtr> nodes_;  // what the keys point to
  std::vector<Pending> pending_;
  int count_ = 0;
};

}  // namespace

Steps with_future_operators(const TimedProblem& timed, Atom spare, std::size_t rounds, TermTable& terms) {
  return FutureEncoder(timed, spare, terms).run(timed, rounds);
}

}  // namespace fretsaw::lowering
