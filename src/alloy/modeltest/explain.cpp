// SPDX-License-Identifier: MIT
//
// The formula that should have another truth is followed inwards, as far as one part alone is responsible:
// into the first conjunct that is false, the disjunct that is true, the binding that refutes a universal or
// proves an existential quantifier, the body of a predicate that is called. Where several parts are
// responsible together the way ends, and their values are shown.
#include "alloy/modeltest/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/modeltest/stage.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::Kind;
using model::Op;

class FailureTracer {
 public:
  FailureTracer(const Outcome& outcome)
      : outcome_(outcome), model_(outcome.stage->model()), values_of_(*outcome.stage, *outcome.instance) {
    names_.resize(outcome.stage->lowered().problem().universe.size());
    for (std::size_t i = 0; i < names_.size(); ++i)
      names_[i] = outcome.stage->lowered().problem().universe.name(static_cast<Atom>(i));
    for (std::size_t i = 0; i < outcome.atoms.size(); ++i)
      names_[outcome.atoms[i]] = outcome.reading->valuation.atoms[i];
    if (outcome.reading) {
      for (const auto& [variable, atom] : outcome.reading->bindings)
        environment_.emplace(variable, TupleSet::unary({outcome.atoms[index(atom)]}));
    }
  }

  // Something should hold and does not.
  Explanation unsatisfied() {
    for (const ExprPtr& claim : outcome_.claims) {
      if (values_of_.truth(*claim, environment_) == false) return follow(claim, false, "the test");
    }
    for (const model::Fact& fact : model_.facts) {
      if (values_of_.truth(*fact.formula, {}) == false) {
        const bool named = fact.name.find('$') == std::string::npos;
        return follow(fact.formula, false, named ? "fact " + fact.name : "a fact");
      }
    }
    return declaration();
  }

  // Everything holds and should not.
  Explanation satisfied() {
    if (!outcome_.claims.empty()) {
      Explanation found = follow(outcome_.claims.back(), true, "the test");
      found.summary = fmt::format("all facts hold, and {}", found.summary);
      return found;
    }
    Explanation found;
    found.summary = model_.facts.empty() ? "the model has no facts" : "all facts hold";
    found.place = outcome_.command->pos;
    return found;
  }

 private:
  // Which declaration does not hold?
  Explanation declaration() {
    const lowering::LoweredCommand& lowered = outcome_.stage->lowered();
    std::vector<const model::Variable*> none;
    Question* const question = outcome_.stage->with_facts({}, none);
    if (question == nullptr || question->ask(*outcome_.instance) != Truth::False)
      return {"the test is not satisfied", {}, {}};
    const std::size_t failure = question->first_failure();
    if (failure >= lowered.context.origins.size()) return {"the test is not satisfied", {}, {}};
    const lowering::Origin& origin = lowered.context.origins[failure];
    Explanation found;
    found.place = origin.span;
    switch (origin.kind) {
      case lowering::OriginKind::Scope:
        found.summary = "the scope allows fewer atoms";
        return found;
      case lowering::OriginKind::Sig:
        found.summary = fmt::format("the declaration of sig '{}' is violated", origin.span.text());
        return found;
      case lowering::OriginKind::Field:
        found.summary = fmt::format("the declaration of '{}' is violated", one_line(origin.span.text()));
        break;
      default:
        found.summary = fmt::format("'{}' is false", one_line(origin.span.text()));
        return found;
    }
    for (const model::Field& field : model_.fields) {
      const bool here = field.span.source == origin.span.source && origin.span.begin <= field.span.begin &&
                        field.span.end <= origin.span.end;
      if (!here) continue;
      const auto value = evaluate(lowered.problem(), *outcome_.instance, lowered.context.field(field.id));
      if (value) found.values.emplace_back(field.name, show(*value));
    }
    return found;
  }

  Explanation follow(ExprPtr at, bool truth, std::string where) {
    std::vector<std::pair<std::string, std::string>> bound;
    for (int steps = 0; steps < 1000 && step(at, truth, where, bound); ++steps) {
    }
    Explanation found;
    found.place = whole(at->span);
    found.summary =
        fmt::format("'{}' {} in {}", one_line(whole(at->span).text()), truth ? "is true" : "is false", where);
    found.values = std::move(bound);
    parts(*at, found);
    return found;
  }

  std::optional<bool> truth_of(const Expr& expr) const { return values_of_.truth(expr, environment_); }

  bool into(ExprPtr& at, bool& truth, const ExprPtr& child, bool child_truth) {
    at = child;
    truth = child_truth;
    return true;
  }

  // One step inwards; false at the end of the way.
  bool step(ExprPtr& at, bool& truth, std::string& where,
            std::vector<std::pair<std::string, std::string>>& bound) {
    const ExprPtr expr = at;
    switch (expr->op) {
      case Op::Block:
      case Op::And:
      case Op::Or: {
        if (expr->children.size() == 1) return into(at, truth, expr->child(0), truth);
        if ((expr->op == Op::Or) != truth) return false;
        for (const ExprPtr& child : expr->children) {
          if (truth_of(*child) == truth) return into(at, truth, child, truth);
        }
        return false;
      }
      case Op::Not:
        return into(at, truth, expr->child(0), !truth);
      case Op::Implies:
        if (!truth) return into(at, truth, expr->child(1), false);
        if (truth_of(*expr->child(0)) == false) return into(at, truth, expr->child(0), false);
        return into(at, truth, expr->child(1), true);
      case Op::IfElse:
        if (expr->kind != Kind::Formula) return false;
        return into(at, truth, expr->child(truth_of(*expr->child(0)) == true ? 1 : 2), truth);
      case Op::Let: {
        const model::Decl& decl = expr->decls.front();
        if (decl.bound->kind != Kind::Relation) return false;
        const auto value = values_of_.tuples(*decl.bound, environment_);
        if (!value) return false;
        bind(decl.variables.front(), *value, bound);
        return into(at, truth, expr->body(), truth);
      }
      case Op::Call:
        return call(at, where, bound);
      case Op::All:
      case Op::SomeQ:
      case Op::NoQ:
        return quantifier(at, truth, bound);
      default:
        return false;
    }
  }

  void bind(const model::VariablePtr& variable, const TupleSet& value,
            std::vector<std::pair<std::string, std::string>>& bound) {
    environment_.insert_or_assign(variable.get(), value);
    bound.emplace_back(variable->name, show(value));
  }

  bool call(ExprPtr& at, std::string& where, std::vector<std::pair<std::string, std::string>>& bound) {
    const model::Function& function = model_.function(at->function);
    if (model_.modules[function.module].builtin) return false;
    std::vector<TupleSet> arguments;
    for (const ExprPtr& child : at->children) {
      auto value = values_of_.tuples(*child, environment_);
      if (!value) return false;
      arguments.push_back(*std::move(value));
    }
    std::size_t i = 0;
    bound.clear();
    for (const model::Decl& decl : function.parameters) {
      for (const model::VariablePtr& variable : decl.variables) bind(variable, arguments[i++], bound);
    }
    where = "pred " + function.name;
    at = function.body;
    return true;
  }

  bool quantifier(ExprPtr& at, bool& truth, std::vector<std::pair<std::string, std::string>>& bound) {
    const bool refuted = at->op != Op::SomeQ && !truth;
    const bool proved = at->op == Op::SomeQ && truth;
    if (!refuted && !proved) return false;
    const bool wanted = at->op != Op::All;  // the body's truth that decides
    const auto all = values_of_.bindings(at->decls, environment_);
    if (!all) return false;
    for (const Environment& binding : *all) {
      if (values_of_.truth(*at->body(), binding) != wanted) continue;
      for (const model::Decl& decl : at->decls) {
        for (const model::VariablePtr& variable : decl.variables)
          bind(variable, binding.at(variable.get()), bound);
      }
      return into(at, truth, at->body(), wanted);
    }
    return false;
  }

  // The values of what a formula is made of.
  void parts(const Expr& expr, Explanation& found) const {
    if (is_quantifier(expr.op)) {
      for (const model::Decl& decl : expr.decls) part(*decl.bound, found);
      return;
    }
    for (const ExprPtr& child : expr.children) part(*child, found);
  }

  void part(const Expr& expr, Explanation& found) const {
    const bool trivial =
        expr.op == Op::Number || (expr.op == Op::IntToSet && expr.child(0)->op == Op::Number);
    if (trivial) return;
    const Expr& shown = expr.op == Op::SetToInt || expr.op == Op::IntToSet ? *expr.child(0) : expr;
    const std::string text = one_line(whole(shown.span).text());
    for (const auto& [known, value] : found.values) {
      if (known == text) return;
    }
    if (shown.kind == Kind::Formula) {
      const auto truth = truth_of(shown);
      if (truth) found.values.emplace_back(text, *truth ? "true" : "false");
    } else if (shown.kind == Kind::Integer) {
      const auto number = values_of_.number(shown, environment_);
      if (number) found.values.emplace_back(text, std::to_string(*number));
    } else {
      const auto tuples = values_of_.tuples(shown, environment_);
      if (tuples) found.values.emplace_back(text, show(*tuples));
    }
  }

  std::string show(const TupleSet& tuples) const {
    std::vector<std::string> rows;
    for (std::size_t t = 0; t < tuples.size(); ++t) {
      std::vector<std::string> cells;
      for (const Atom atom : tuples.row(t)) cells.push_back(names_[atom]);
      rows.push_back(fmt::format("{}", fmt::join(cells, "->")));
    }
    if (rows.size() == 1 && tuples.arity() == 1) return rows.front();
    return fmt::format("{{{}}}", fmt::join(rows, ", "));
  }

  const Outcome& outcome_;
  const model::Model& model_;
  ExpressionValues values_of_;
  std::vector<std::string> names_;  // of the universe
  Environment environment_;
};

}  // namespace

Explanation explain(const Outcome& outcome) {
  const bool sat = outcome.verdict == Verdict::Sat;
  const std::string expected = outcome.command->is_check
                                   ? (sat ? "counterexample found" : "no counterexample found")
                                   : (sat ? "instance found" : "no instance found");
  if (outcome.error) return {outcome.error->message, {}, {}};
  if (outcome.verdict == Verdict::Limit) return {"unknown (limit reached)", {}, {}};
  if (!outcome.obstacle.empty()) return {outcome.obstacle, outcome.command->pos, {}};
  if (outcome.solved || !outcome.instance || !outcome.reading) return {expected, outcome.command->pos, {}};
  FailureTracer follower(outcome);
  return sat ? follower.satisfied() : follower.unsatisfied();
}

}  // namespace fretsaw::modeltest
