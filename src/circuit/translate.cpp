// SPDX-License-Identifier: MIT
//
// Quantifiers are grounded: their body is translated once for each tuple that the domain may have. An
// existential quantifier in a positive place may instead become a constant (a skolem relation): its tuples
// are new inputs, made for each choice of the surrounding universal variables as they are met, so that the
// domain's matrix itself bounds them.
//
// The value of a subterm depends on its free variables only, so each is kept for the bindings it was
// translated under (Memory); a term that uses all variables in scope would never be found again, and is not
// kept unless it is shared.
//
// Preventing overflow makes the value of an atomic formula depend on its place: under an odd number of
// negations or not, and how the integer variables around it are quantified. docs/integers.md has the rules;
// `negative_` and the bindings' flags carry them.
#include "circuit/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <unordered_map>

#include "circuit/functions.hpp"
#include "circuit/leaves.hpp"
#include "circuit/matrix.hpp"
#include "circuit/number.hpp"
#include "circuit/scope.hpp"
#include "circuit/term_facts.hpp"

namespace fretsaw {

namespace {

class Translator {
 public:
  Translator(const Problem& problem, const TranslateOptions& options, Budget& budget)
      : problem_(problem),
        options_(options),
        budget_(budget),
        prevent_(problem.integers.overflow == Overflow::Prevent),
        algebra_(circuit_.gates, problem.universe.size(), budget),
        arithmetic_(circuit_.gates, problem.integers.bitwidth, prevent_) {
    for (std::size_t i = 0; i < problem.bounds.size(); ++i)
      relations_[problem.bounds[i].relation.leaf()] = kept(bounded_matrix(problem, i, circuit_));
  }

  Circuit run() {
    for (const Formula& formula : problem_.formulas)
      circuit_.outputs.push_back(formula_value(formula.node()));
    return std::move(circuit_);
  }

 private:
  // ---- leaves ----

  Lit new_input(std::size_t owner, std::uint64_t tuple) { return add_input(circuit_, owner, tuple); }

  const Binding& lookup(const Leaf* variable) const {
    return *std::find_if(scope_.rbegin(), scope_.rend(),
                         [&](const Binding& b) { return b.variable == variable; });
  }

  // ---- what was translated before ----

  // The key under which the term's value is kept; empty if it is not worth keeping.
  Key memory_key(const Node& node) {
    const TermFacts& facts = facts_.of(node);
    const bool depends_on_place = prevent_ && facts.has_numbers;
    if (facts.free.size() >= scope_.size() && !scope_.empty() && !facts.shared) return {};
    Key key{reinterpret_cast<std::uintptr_t>(&node)};
    if (depends_on_place || facts.has_quantifier)
      key.push_back((negative_ ? 1U : 0U) + (may_skolemize_ ? 2U : 0U));
    for (const Leaf* variable : facts.free) {
      const Binding& binding = lookup(variable);
      key.push_back(binding.identity);
      if (depends_on_place && binding.over_ints) {
        const auto depth = static_cast<std::uint64_t>(&binding - scope_.data());
        key.push_back(depth * 4 + (binding.universal ? 2U : 0U) + (binding.quantified ? 1U : 0U));
      }
    }
    return key;
  }

  template <class Value, class Compute>
  Value remembered(std::unordered_map<Key, Value, KeyHash>& memory, const Node& node, Compute&& compute) {
    if (budget_.exhausted()) throw OutOfBudget{};
    const Key key = memory_key(node);
    if (key.empty()) return compute();
    if (const auto found = memory.find(key); found != memory.end()) return found->second;
    Value value = compute();
    memory.emplace(key, value);
    return value;
  }

  // ---- expressions ----

  MatrixPtr matrix(const Node& node) {
    switch (node.op) {
      case Op::Relation:
        return relations_.at(node.leaf.get());
      case Op::Variable:
        return lookup(node.leaf.get()).value;
      default:
        return remembered(matrices_, node, [&] { return compute_matrix(node); });
    }
  }

  MatrixPtr compute_matrix(const Node& node) {
    switch (node.op) {
      case Op::Union:
        return binary(node, &Algebra::unite);
      case Op::Intersection:
        return binary(node, &Algebra::intersect);
      case Op::Difference:
        return binary(node, &Algebra::subtract);
      case Op::Override:
        return binary(node, &Algebra::override_with);
      case Op::Product:
        return binary(node, &Algebra::product);
      case Op::Join:
        return binary(node, &Algebra::join);
      case Op::DomainRestriction:
        return binary(node, &Algebra::restrict_domain);
      case Op::RangeRestriction:
        return binary(node, &Algebra::restrict_range);
      case Op::Transpose:
        return kept(algebra_.transpose(*matrix(*node.children[0])));
      case Op::Closure:
        return kept(algebra_.closure(*matrix(*node.children[0])));
      case Op::ReflexiveClosure: {
        const Matrix closure = algebra_.closure(*matrix(*node.children[0]));
        return kept(algebra_.unite(closure, constant_matrix(problem_, iden().node())));
      }
      case Op::Comprehension:
        return kept(comprehension(node));
      case Op::IfExpr:
        return kept(if_matrix(node));
      case Op::IntToExpr:
        return kept(atom_of(number(*node.children[0])));
      default:
        return kept(constant_matrix(problem_, node));
    }
  }

  static MatrixPtr kept(Matrix matrix) { return std::make_shared<const Matrix>(std::move(matrix)); }

  MatrixPtr binary(const Node& node, Matrix (Algebra::*operation)(const Matrix&, const Matrix&)) {
    const MatrixPtr left = matrix(*node.children[0]);
    const MatrixPtr right = matrix(*node.children[1]);
    return kept((algebra_.*operation)(*left, *right));
  }

  Matrix if_matrix(const Node& node) {
    const Lit condition = condition_value(*node.children[0]);
    const MatrixPtr then = matrix(*node.children[1]);
    const MatrixPtr otherwise = matrix(*node.children[2]);
    return algebra_.choose(condition, *then, *otherwise);
  }

  // The condition of an if-else expression: a formula whose truth is needed both ways.
  Lit condition_value(const Node& node) {
    const Saved saved(may_skolemize_, false);
    return formula_value(node);
  }

  Matrix comprehension(const Node& node) {
    Matrix result{.arity = node.arity};
    const Saved place(negative_, false);
    const Saved skolem(may_skolemize_, false);
    each_binding(node.decls, Quantifier{}, [&](Lit guard, std::uint64_t tuple) {
      const Lit value = circuit_.gates.both(guard, formula_value(*node.children[0]));
      if (value != kFalse) result.entries.push_back({tuple, value});
      return true;
    });
    return result;
  }

  Matrix atom_of(const Number& number) {
    Matrix result{.arity = 1, .overflow = number.overflow};
    for (const auto& [value, atom] : problem_.integers.atoms) {
      if (const Lit same = arithmetic_.equal(number, value); same != kFalse)
        result.entries.push_back({atom, same});
    }
    std::ranges::sort(result.entries, {}, &Entry::index);
    return result;
  }

  // ---- binders ----

  struct Quantifier {
    bool quantified = false;
    bool universal = false;
  };

  // Calls visit(guard, tuple) with the declared variables bound to each combination of tuples that may be in
  // their domains, in lexicographic order; guard says that they are, tuple is their concatenation. Stops when
  // visit returns false.
  template <class Visit>
  void each_binding(const Decls& decls, Quantifier kind, Visit&& visit) {
    bind_from(decls, 0, kTrue, 0, kind, visit);
  }

  template <class Visit>
  bool bind_from(const Decls& decls, std::size_t at, Lit guard, std::uint64_t tuple, Quantifier kind,
                 Visit& visit) {
    if (at == decls.size()) return visit(guard, tuple);
    const Decl& decl = decls[at];
    const MatrixPtr domain = matrix(decl.domain.node());
    const std::uint64_t width = algebra_.power(decl.variable.arity());
    for (const Entry& entry : domain->entries) {
      const Lit inner = circuit_.gates.both(guard, entry.value);
      if (inner == kFalse) continue;
      scope_.push_back({decl.variable.leaf(),
                        kept({.arity = domain->arity, .entries = {{entry.index, kTrue}}}), entry.index,
                        decl.domain.node().op == Op::Ints, kind.universal, kind.quantified});
      const bool more = bind_from(decls, at + 1, inner, tuple * width + entry.index, kind, visit);
      scope_.pop_back();
      if (!more) return false;
    }
    return true;
  }

  // ---- formulas ----

  Lit formula_value(const Node& node) {
    switch (node.op) {
      case Op::True:
        return kTrue;
      case Op::False:
        return kFalse;
      case Op::Not: {
        const Saved place(negative_, !negative_);
        return negation(formula_value(*node.children[0]));
      }
      default:
        return remembered(formulas_, node, [&] { return compute_formula(node); });
    }
  }

  Lit compute_formula(const Node& node) {
    GateGraph& gates = circuit_.gates;
    switch (node.op) {
      case Op::And:
        return junction(node, true);
      case Op::Or:
        return junction(node, false);
      case Op::Implies:
        return gates.either(negation(at_place(*node.children[0], true)), formula_value(*node.children[1]));
      case Op::Iff:
        return equivalence(node);
      case Op::IfFormula:
        return if_formula(node);
      case Op::All:
        return quantified(node, true);
      case Op::Exists:
        return quantified(node, false);
      default:
        return atomic(node);
    }
  }

  // The value of a subformula that stands in the opposite place of the current one, or in the same.
  Lit at_place(const Node& node, bool opposite) {
    const Saved place(negative_, opposite ? !negative_ : negative_);
    return formula_value(node);
  }

  Lit junction(const Node& node, bool conjunctive) {
    std::vector<Lit> values;
    for (const NodePtr& child : node.children) {
      const Lit value = formula_value(*child);
      if (value == (conjunctive ? kFalse : kTrue)) return value;
      values.push_back(value);
    }
    return conjunctive ? circuit_.gates.conjunction(values) : circuit_.gates.disjunction(values);
  }

  // In a positive place (a and b) or (not a and not b), in a negative one not ((a and not b) or (not a and
  // b)); the same thing unless places matter, and then a single gate.
  Lit equivalence(const Node& node) {
    GateGraph& gates = circuit_.gates;
    const Saved skolem(may_skolemize_, false);
    const Node& a = *node.children[0];
    const Node& b = *node.children[1];
    if (!prevent_ || !facts_.of(node).has_numbers) return gates.same(formula_value(a), formula_value(b));
    const auto value = [&](const Node& n, bool negative) {
      const Saved place(negative_, negative);
      return formula_value(n);
    };
    const Lit a_true = value(a, false), a_false = negation(value(a, true));
    const Lit b_true = value(b, false), b_false = negation(value(b, true));
    if (!negative_) return gates.either(gates.both(a_true, b_true), gates.both(a_false, b_false));
    return negation(gates.either(gates.both(a_true, b_false), gates.both(a_false, b_true)));
  }

  // (c implies t) and (not c implies e).
  Lit if_formula(const Node& node) {
    GateGraph& gates = circuit_.gates;
    const Lit then = formula_value(*node.children[1]);
    const Lit otherwise = formula_value(*node.children[2]);
    const Saved skolem(may_skolemize_, false);
    const Lit condition = at_place(*node.children[0], false);
    const Lit opposite = at_place(*node.children[0], true);
    if (condition == opposite) return gates.choose(condition, then, otherwise);
    return gates.both(gates.either(negation(opposite), then), gates.either(condition, otherwise));
  }

  Lit quantified(const Node& node, bool is_all) {
    const bool universal = is_all != negative_;
    if (!universal && may_skolemize_ && wants_skolem(node.decls)) return skolemized(node, is_all, 0);
    std::vector<Lit> values;
    bool decided = false;
    each_binding(node.decls, {.quantified = true, .universal = universal}, [&](Lit guard, std::uint64_t) {
      const Lit body = formula_value(*node.children[0]);
      const Lit value =
          is_all ? circuit_.gates.either(negation(guard), body) : circuit_.gates.both(guard, body);
      decided = value == (is_all ? kFalse : kTrue);
      values.push_back(value);
      return !decided;
    });
    if (decided) return is_all ? kFalse : kTrue;
    return is_all ? circuit_.gates.conjunction(values) : circuit_.gates.disjunction(values);
  }

  bool wants_skolem(const Decls& decls) const {
    const auto universals = std::ranges::count_if(scope_, [](const Binding& b) { return b.universal; });
    const bool shallow = universals <= options_.skolem_depth;
    return shallow ||
           std::ranges::any_of(decls, [](const Decl& d) { return d.multiplicity != Multiplicity::One; });
  }

  // Existential in the end: binds the declared variables to constants, and says that these are witnesses.
  // Under a negation (`not all`) the whole is read as not (constants are witnesses and not body).
  Lit skolemized(const Node& node, bool is_all, std::size_t at) {
    GateGraph& gates = circuit_.gates;
    if (at == node.decls.size()) return formula_value(*node.children[0]);
    const Decl& decl = node.decls[at];
    const MatrixPtr domain = matrix(decl.domain.node());
    const std::size_t owner = skolem_owner(decl);
    std::uint64_t prefix = 0;
    for (const Binding& binding : scope_) {
      if (is_ground(binding)) prefix = prefix * algebra_.power(binding.value->arity) + binding.identity;
    }
    Matrix value{.arity = domain->arity};
    std::vector<Lit> parts;
    for (const Entry& entry : domain->entries) {
      const Lit input = new_input(owner, prefix * algebra_.power(domain->arity) + entry.index);
      value.entries.push_back({entry.index, input});
      parts.push_back(gates.either(negation(input), entry.value));
    }
    switch (decl.multiplicity) {
      case Multiplicity::One:
        parts.push_back(algebra_.one(value));
        break;
      case Multiplicity::Lone:
        parts.push_back(algebra_.lone(value));
        break;
      case Multiplicity::Some:
        parts.push_back(algebra_.some(value));
        break;
      case Multiplicity::Set:
        break;
    }
    scope_.push_back({decl.variable.leaf(), kept(std::move(value)), kConstants + ++constants_,
                      decl.domain.node().op == Op::Ints, false, true});
    const Lit body = skolemized(node, is_all, at + 1);
    scope_.pop_back();
    parts.push_back(is_all ? negation(body) : body);
    const Lit witnessed = gates.conjunction(parts);
    // Inner levels return the value of the quantified formula itself, so that each level negates once.
    return is_all ? negation(witnessed) : witnessed;
  }

  // The constant that a declaration has become; its first columns are the variables around it that were
  // grounded. A term that occurs in several places may be under different numbers of them: these are
  // different constants.
  std::size_t skolem_owner(const Decl& decl) {
    Skolem skolem{&decl, 0, decl.variable.arity()};
    for (const Binding& binding : scope_) {
      if (!is_ground(binding)) continue;
      ++skolem.grounded;
      skolem.arity += binding.value->arity;
    }
    const auto [place, is_new] = skolem_of_.try_emplace({&decl, skolem.arity}, circuit_.skolems.size());
    if (is_new) circuit_.skolems.push_back(skolem);
    return problem_.bounds.size() + place->second;
  }

  // ---- atomic formulas ----

  Lit atomic(const Node& node) {
    const Node& first = *node.children[0];
    switch (node.op) {
      case Op::IntEqual:
      case Op::IntLess:
      case Op::IntLessEqual: {
        const Number a = number(first);
        const Number b = number(*node.children[1]);
        const Lit value = node.op == Op::IntEqual  ? arithmetic_.equal(a, b)
                          : node.op == Op::IntLess ? arithmetic_.less(a, b)
                                                   : arithmetic_.less_equal(a, b);
        return guarded(value, {{&first, a.overflow}, {node.children[1].get(), b.overflow}});
      }
      case Op::In:
      case Op::Equal: {
        const MatrixPtr a = matrix(first);
        const MatrixPtr b = matrix(*node.children[1]);
        const Lit value = node.op == Op::In ? algebra_.in(*a, *b) : algebra_.equal(*a, *b);
        return guarded(value, {{&first, a->overflow}, {node.children[1].get(), b->overflow}});
      }
      default: {
        const MatrixPtr a = matrix(first);
        const Lit value = node.op == Op::Some  ? algebra_.some(*a)
                          : node.op == Op::No  ? algebra_.no(*a)
                          : node.op == Op::One ? algebra_.one(*a)
                                               : algebra_.lone(*a);
        return guarded(value, {{&first, a->overflow}});
      }
    }
  }

  struct Side {
    const Node* term;
    Lit overflow;
  };

  // The rule of docs/integers.md: an overflow is neither a witness nor a violation.
  Lit guarded(Lit value, std::initializer_list<Side> sides) {
    GateGraph& gates = circuit_.gates;
    Lit universal = kFalse;
    Lit existential = kFalse;
    for (const Side& side : sides) {
      if (side.overflow == kFalse) continue;
      Lit& kind = read_universally(*side.term) ? universal : existential;
      kind = gates.either(kind, side.overflow);
    }
    const Lit excused = negative_ ? existential : universal;
    const Lit refused = negative_ ? universal : existential;
    return gates.both(gates.either(value, excused), negation(refused));
  }

  bool read_universally(const Node& term) {
    const auto& variables = facts_.of(term).in_numbers;
    for (auto binding = scope_.rbegin(); binding != scope_.rend(); ++binding) {
      const bool occurs = std::ranges::find(variables, binding->variable) != variables.end();
      // A variable that is bound again further in is not the one that occurs.
      if (binding->over_ints && occurs && &lookup(binding->variable) == &*binding) {
        return binding->quantified && binding->universal;
      }
    }
    return false;
  }

  // ---- integers ----

  Number number(const Node& node) {
    return remembered(numbers_, node, [&] { return compute_number(node); });
  }

  Number compute_number(const Node& node) {
    const auto child = [&](std::size_t i) { return number(*node.children[i]); };
    switch (node.op) {
      case Op::Constant:
        return arithmetic_.constant(node.constant);
      case Op::Count:
      case Op::Sum:
        return total(node);
      case Op::SumOver:
        return sum_over(node);
      case Op::Plus:
        return arithmetic_.plus(child(0), child(1));
      case Op::Minus:
        return arithmetic_.minus(child(0), child(1));
      case Op::Times:
        return arithmetic_.times(child(0), child(1));
      case Op::Divide:
        return arithmetic_.divide(child(0), child(1));
      case Op::Remainder:
        return arithmetic_.remainder(child(0), child(1));
      case Op::ShiftLeft:
        return arithmetic_.shift_left(child(0), child(1));
      case Op::ShiftRight:
        return arithmetic_.shift_right(child(0), child(1), true);
      case Op::ShiftRightZero:
        return arithmetic_.shift_right(child(0), child(1), false);
      case Op::Negate:
        return arithmetic_.negate(child(0));
      default: {
        const Lit condition = condition_value(*node.children[0]);
        return arithmetic_.choose(condition, child(1), child(2));
      }
    }
  }

  // Has the expression at most one tuple, given that the problem's formulas hold?
  bool is_single(const Node& node) {
    switch (node.op) {
      case Op::Relation:
        return options_.all_hold && functions_.is_single(node);
      case Op::Variable:
        return is_ground(lookup(node.leaf.get()));
      case Op::IntToExpr:
        return true;
      case Op::Intersection:
        return is_single(*node.children[0]) || is_single(*node.children[1]);
      case Op::Difference:
        return is_single(*node.children[0]);
      case Op::Join: {
        const Node& relation = *node.children[1];
        return options_.all_hold && relation.op == Op::Relation && functions_.is_function(relation) &&
               is_single(*node.children[0]);
      }
      default:
        return false;
    }
  }

  Number total(const Node& node) {
    const MatrixPtr set = matrix(*node.children[0]);
    std::vector<Arithmetic::Term> terms;
    if (node.op == Op::Count) {
      for (const Entry& entry : set->entries) terms.push_back({1, entry.value});
    } else {
      for (const auto& [value, atom] : problem_.integers.atoms) {
        if (const Lit present = set->at(atom); present != kFalse && value != 0)
          terms.push_back({value, present});
      }
    }
    Number result = is_single(*node.children[0]) ? arithmetic_.pick(terms) : arithmetic_.sum(terms);
    result.overflow = circuit_.gates.either(result.overflow, set->overflow);
    return result;
  }

  Number sum_over(const Node& node) {
    std::vector<Number> numbers;
    std::vector<Lit> guards;
    const Saved place(negative_, false);
    const Saved skolem(may_skolemize_, false);
    each_binding(node.decls, Quantifier{}, [&](Lit guard, std::uint64_t) {
      numbers.push_back(number(*node.children[0]));
      guards.push_back(guard);
      return true;
    });
    return arithmetic_.sum(std::move(numbers), guards);
  }

  const Problem& problem_;
  const TranslateOptions& options_;
  Budget& budget_;
  const bool prevent_;
  Circuit circuit_;
  Algebra algebra_;
  Arithmetic arithmetic_;
  AllTermFacts facts_{problem_};
  Functions functions_{problem_};
  std::unordered_map<const Leaf*, MatrixPtr> relations_;
  std::vector<Binding> scope_;
  std::map<std::pair<const Decl*, int>, std::size_t> skolem_of_;  // by declaration and arity
  std::uint64_t constants_ = 0;
  bool negative_ = false;
  bool may_skolemize_ = true;
  std::unordered_map<Key, MatrixPtr, KeyHash> matrices_;
  std::unordered_map<Key, Lit, KeyHash> formulas_;
  std::unordered_map<Key, Number, KeyHash> numbers_;
};

}  // namespace

Result<Translation> translate(const Problem& problem, const TranslateOptions& options, Budget& budget) {
  if (const auto variable = higher_order_variable(problem)) {
    return input_error(
        fmt::format("the variable '{}' ranges over sets where no constant can replace it", variable->name()),
        "quantify over single tuples, or existentially and not under iff or in an expression");
  }
  try {
    return Translation{Translator(problem, options, budget).run()};
  } catch (const OutOfBudget&) {
    return Translation{std::nullopt, budget.reason()};
  } catch (const std::bad_alloc&) {
    return Translation{std::nullopt, Stop::Memory};
  }
}

}  // namespace fretsaw
