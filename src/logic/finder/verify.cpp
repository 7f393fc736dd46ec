// SPDX-License-Identifier: MIT
#include "logic/finder/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "logic/relational/evaluator.hpp"

namespace fretsaw {

struct Verifier::State {
  State(const Problem& original, const std::vector<Skolem>& constants, std::size_t tried_sets)
      : problem(original), skolems(constants), evaluator(problem, {.set_variable = tried_sets}) {}

  Truth holds(const Instance& instance, Budget& budget) { return evaluator.holds(instance, budget); }

  Truth holds_by_witnesses(const Instance& instance, const std::vector<Witness>& witnesses, Budget& budget) {
    if (!witnessed) {
      witnessed = with_witnesses(problem, skolems);
      witnessed_evaluator.emplace(witnessed->problem, EvaluatorLimits{}, witnessed->choices);
    }
    Instance extended = instance;
    for (std::size_t i = 0; i < witnesses.size(); ++i) {
      extended.values().emplace_back(witnessed->constants[i], witnesses[i].value);
    }
    return witnessed_evaluator->holds(extended, budget);
  }

  Problem problem;
  std::vector<Skolem> skolems;
  Evaluator evaluator;
  std::optional<WitnessedProblem> witnessed;
  std::optional<Evaluator> witnessed_evaluator;
};

Verifier::Verifier(const Problem& problem, const std::vector<Skolem>& skolems, std::size_t tried_sets)
    : state_(std::make_unique<State>(problem, skolems, tried_sets)) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

Status Verifier::verify(const Instance& instance, const std::vector<Witness>& witnesses, Budget& budget) {
  const auto defect = [](const std::string& what) {
    return input_error(fmt::format("internal error: {}", what),
                       "report this defect of Fretsaw with the model");
  };
  for (const Bound& bound : state_->problem.bounds) {
    const TupleSet& value = instance[bound.relation];
    if (!value.includes(bound.lower) || !bound.upper.includes(value)) {
      return defect(fmt::format("the value found for '{}' is outside its bounds", bound.relation.name()));
    }
  }
  const Truth direct = state_->holds(instance, budget);
  if (direct == Truth::False) return defect("the instance found does not satisfy the formulas");
  // What holds with its witnesses holds, so either answer suffices; but a wrong witness must not be shown.
  const Truth shown = witnesses.empty() ? direct : state_->holds_by_witnesses(instance, witnesses, budget);
  if (shown == Truth::False) return defect("the value found for a quantified variable is not a witness");
  if (direct == Truth::TooLarge && shown == Truth::TooLarge)
    return input_error("an instance was found, but it is too large to be evaluated");
  return Success{};
}

//
// Where the translation made a constant of some x: D | F, the quantifier is told to try a single value for x:
// the constant's rows that begin with the grounded variables around it. That is at least as strong, in its
// place, as the quantifier, whatever the value is: a wrong constant cannot make a wrong instance pass.
//
// The same node may stand in several places, with a constant of its own in each or with none. So the nodes on
// the way to a constant are copied, and the choices belong to the copies.

namespace {

class Rewriter {
 public:
  Rewriter(const std::vector<Skolem>& skolems, WitnessedProblem& result) : choices_(result.choices) {
    for (std::size_t i = 0; i < skolems.size(); ++i) {
      constants_.emplace(std::pair(skolems[i].decl, skolems[i].path), result.constants[i]);
      declared_.insert(skolems[i].decl);
    }
  }

  Formula formula(const Formula& original) { return Formula(rewrite(original.pointer(), false, true)); }

 private:
  // `replaceable`: a quantifier that is existential here may have become a constant.
  NodePtr rewrite(const NodePtr& original, bool negative, bool replaceable) {
    const Node& node = *original;
    if (node.op == Op::Variable) {
      const auto found = renamed_.find(node.leaf.get());
      return found == renamed_.end() ? original : found->second.pointer();
    }
    if (renamed_.empty() && !concerned(node)) return original;

    const bool existential = (node.op == Op::Exists && !negative) || (node.op == Op::All && negative);
    const bool constants = existential && replaceable && became_constants(node);
    Node copy = node;
    const std::size_t outer = around_.size();
    const auto renamed = renamed_;
    std::vector<std::pair<std::size_t, Expr>> chosen;
    for (std::size_t i = 0; i < copy.decls.size(); ++i) {
      Decl& decl = copy.decls[i];
      decl.domain = Expr(rewrite(decl.domain.pointer(), negative, false));
      if (constants) chosen.emplace_back(i, choice(constants_.at({&node.decls[i], path()})));
      bind(node.decls[i], decl.variable, !constants);
    }
    for (std::size_t i = 0; i < copy.children.size(); ++i) {
      copy.children[i] = rewrite_child(node, i, negative, replaceable);
    }
    around_.erase(around_.begin() + static_cast<std::ptrdiff_t>(outer), around_.end());
    renamed_ = renamed;
    NodePtr made = make_node(std::move(copy));
    for (auto& [i, value] : chosen) choices_.emplace(&made->decls[i], std::move(value));
    return made;
  }

  NodePtr rewrite_child(const Node& node, std::size_t i, bool negative, bool replaceable) {
    const NodePtr& child = node.children[i];
    switch (node.op) {
      case Op::Not:
        return rewrite(child, !negative, replaceable);
      case Op::Implies:
        return rewrite(child, i == 0 ? !negative : negative, replaceable);
      case Op::And:
      case Op::Or:
      case Op::All:
      case Op::Exists:
        return rewrite(child, negative, replaceable);
      case Op::IfFormula:
        return rewrite(child, negative, replaceable && i > 0);
      default:
        return rewrite(child, negative, false);
    }
  }

  // Does the term contain a declaration that became a constant somewhere?
  bool concerned(const Node& node) {
    if (const auto known = concerned_.find(&node); known != concerned_.end()) return known->second;
    const bool found =
        std::ranges::any_of(
            node.decls,
            [&](const Decl& d) { return declared_.contains(&d) || concerned(d.domain.node()); }) ||
        std::ranges::any_of(node.children, [&](const NodePtr& child) { return concerned(*child); });
    return concerned_.emplace(&node, found).first->second;
  }

  // A node that occurs in several places may be a constant in some and grounded in others; the path tells.
  bool became_constants(const Node& node) const {
    std::vector<SkolemStep> steps = path();
    return std::ranges::all_of(node.decls, [&](const Decl& decl) {
      const bool found = constants_.contains({&decl, steps});
      steps.push_back({&decl, false});
      return found;
    });
  }

  struct Around {
    SkolemStep step;
    Variable variable;
  };

  std::vector<SkolemStep> path() const {
    std::vector<SkolemStep> steps;
    for (const Around& around : around_) steps.push_back(around.step);
    return steps;
  }

  // Choices mention the variables around them, so none of these may hide another.
  void bind(const Decl& original, Variable& variable, bool grounded) {
    const bool hides =
        std::ranges::any_of(around_, [&](const Around& around) { return around.variable == variable; });
    renamed_.erase(original.variable.leaf());
    if (hides) {
      variable = Variable(variable.name(), variable.arity());
      renamed_.insert_or_assign(original.variable.leaf(), variable);
    }
    around_.push_back({{&original, grounded}, variable});
  }

  Expr choice(const Relation& constant) const {
    Expr value = constant;
    for (const Around& around : around_) {
      if (around.step.grounded) value = image(around.variable, value);
    }
    return value;
  }

  // The rows of the relation that begin with the variable's one tuple, without it.
  static Expr image(const Variable& variable, Expr relation) {
    for (int column = 0; column < variable.arity(); ++column) {
      Expr atom = variable;
      for (int i = 0; i < column; ++i) atom = join(univ(), atom);
      while (atom.arity() > 1) atom = join(atom, univ());
      relation = join(atom, relation);
    }
    return relation;
  }

  std::map<std::pair<const Decl*, std::vector<SkolemStep>>, Relation> constants_;
  std::unordered_set<const Decl*> declared_;
  Choices& choices_;
  std::unordered_map<const Node*, bool> concerned_;
  std::unordered_map<const Leaf*, Variable> renamed_;
  std::vector<Around> around_;  // what is bound here, outermost first
};

}  // namespace

WitnessedProblem with_witnesses(const Problem& problem, const std::vector<Skolem>& skolems) {
  WitnessedProblem result{problem, {}, {}};
  for (const Skolem& skolem : skolems) {
    result.constants.emplace_back(skolem.decl->variable.name(), skolem.arity);
    result.problem.bounds.push_back(
        {result.constants.back(), TupleSet(skolem.arity), TupleSet(skolem.arity), true});
  }
  Rewriter rewriter(skolems, result);
  for (Formula& formula : result.problem.formulas) formula = rewriter.formula(formula);
  return result;
}

}  // namespace fretsaw
