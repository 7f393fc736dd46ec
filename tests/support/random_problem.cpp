// SPDX-License-Identifier: MIT
//
// Terms are grown from the top, with a depth that shrinks and a list of the variables in scope. Terms made
// before are taken again now and then, as long as their variables are in scope, so that problems are DAGs and
// not trees.
//
// Most random formulas are true or false whatever the relations are. So a top-level formula is usually made
// anew until it divides a sample of the valuations that satisfy those before it; now and then any formula
// will do, because constant ones have to be right too. RandomProblems.AreNeitherMostlyUnsatisfiableNorTrivial
// prints the distribution.
#include "support/random_problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "logic/relational/evaluator.hpp"
#include "support/random.hpp"

namespace fretsaw::support {

namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomProblemOptions& options) : random_(seed), options_(options) {}

  Problem problem() {
    universe();
    relations();
    const int formulas = random_.between(1, 3);
    sample();
    for (int i = 0; i < formulas; ++i) add_formula();
    return std::move(problem_);
  }

 private:
  static constexpr int kSampleSize = 24;
  static constexpr int kAttempts = 8;

  void sample() {
    for (int i = 0; i < kSampleSize; ++i) sample_.push_back(random_.next());
  }

  void add_formula() {
    const bool any = random_.percent(12);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const Formula made = formula(random_.between(1, options_.max_depth), {true, true});
      Problem alone = problem_;
      alone.formulas = {made};
      Evaluator evaluator(alone);
      std::vector<std::uint64_t> satisfying;
      for (const std::uint64_t bits : sample_) {
        if (evaluator.holds(std::span(&bits, 1)) == Truth::True) satisfying.push_back(bits);
      }
      const bool divides = !satisfying.empty() && satisfying.size() < sample_.size();
      const bool out_of_patience =
          attempt + 1 == kAttempts && (!satisfying.empty() || problem_.formulas.empty());
      if (!divides && !any && !out_of_patience) continue;
      problem_.formulas.push_back(made);
      sample_ = std::move(satisfying);
      return;
    }
  }

  // What a formula's place allows.
  struct Place {
    bool positive;
    bool skolemizable;  // only existential quantifiers and connectives of known polarity around

    Place flipped() const { return {!positive, skolemizable}; }
    Place closed() const { return {positive, false}; }
  };
  static constexpr Place kInside{true, false};

  // The universe and the bounds.

  void universe() {
    const int atoms = random_.between(1, options_.max_atoms);
    Integers& integers = problem_.integers;
    integers.bitwidth = random_.between(0, 5);
    integers.overflow = random_.percent(50) ? Overflow::Prevent : Overflow::Wrap;
    const bool numbered = options_.integers && random_.percent(65);
    std::vector<std::string> names;
    for (Atom atom = 0; atom < static_cast<Atom>(atoms); ++atom) {
      names.push_back(fmt::format("A{}", atom));
      if (!numbered || random_.percent(25)) continue;
      // Numbers near zero are more interesting: sums of them hit each other and the bounds.
      const auto number = std::clamp<std::int64_t>(random_.between(-3, 4), integers.min(), integers.max());
      const bool taken =
          std::ranges::any_of(integers.atoms, [&](auto& entry) { return entry.first == number; });
      if (!taken) {
        integers.atoms.emplace_back(number, atom);
        names.back() = fmt::format("{}", number);
      }
    }
    problem_.universe = Universe(std::move(names));
  }

  void relations() {
    int budget = random_.between(2, options_.max_free_tuples);
    const int count = random_.between(1, 4);
    for (int i = 0; i < count; ++i) {
      const int arity = random_.percent(40) ? 1 : random_.percent(75) ? 2 : 3;
      Relation relation(fmt::format("r{}", i), arity);
      const TupleSet all = TupleSet::all(arity, problem_.universe.size());
      TupleSet lower(arity), upper(arity);
      const int density = random_.percent(50) ? 100 : random_.between(20, 80);
      for (std::size_t t = 0; t < all.size(); ++t) {
        if (!random_.percent(density)) continue;
        const bool fixed = random_.percent(10);
        if (!fixed && budget == 0) continue;
        upper.insert(all.row(t));
        if (fixed) {
          lower.insert(all.row(t));
        } else {
          --budget;
        }
      }
      problem_.bounds.push_back({relation, lower, upper, i > 0 && random_.percent(10)});
    }
  }

  // Declarations. The variables stay in scope until the caller ends it.

  struct Mark {
    std::size_t variables, expressions, formulas, positive, negative;
  };
  Mark mark() const {
    return {variables_.size(), expressions_.size(), formulas_.size(), placed_[1].size(), placed_[0].size()};
  }
  void end_scope(const Mark& mark) {
    variables_.resize(mark.variables, variables_.empty() ? Variable("") : variables_.front());
    expressions_.resize(mark.expressions, none());
    formulas_.resize(mark.formulas, constant(true));
    placed_[1].resize(mark.positive, constant(true));
    placed_[0].resize(mark.negative, constant(true));
  }

  Decls decls(int depth, bool sets_allowed, Place place, int arity_left = 3) {
    Decls result;
    const int count = random_.percent(70) ? 1 : 2;
    for (int i = 0; i < count && arity_left > 0; ++i) {
      const int arity = arity_left > 1 && random_.percent(12) ? 2 : 1;
      arity_left -= arity;
      Decl decl{variable(result, arity), domain(depth, arity, place), Multiplicity::One};
      // Subsets of a binary domain are few enough only over two atoms.
      if (sets_allowed && random_.percent(40) && (arity == 1 || problem_.universe.size() <= 2)) {
        decl.multiplicity = random_.percent(60)   ? Multiplicity::Set
                            : random_.percent(50) ? Multiplicity::Some
                                                  : Multiplicity::Lone;
      }
      result.push_back(decl);
      variables_.push_back(decl.variable);
    }
    return result;
  }

  // Now and then a variable that is in scope already, which the new declaration hides.
  Variable variable(const Decls& declared, int arity) {
    if (!variables_.empty() && random_.percent(8)) {
      const Variable old = variables_[random_.below(variables_.size())];
      const bool twice = std::ranges::any_of(declared, [&](const Decl& d) { return d.variable == old; });
      if (!twice && old.arity() == arity) return old;
    }
    return Variable(fmt::format("x{}", next_variable_++), arity);
  }

  Expr domain(int depth, int arity, Place place) {
    if (arity == 1 && options_.integers && random_.percent(40)) return ints();
    if (arity == 1 && random_.percent(40)) return univ();
    return expression(std::min(depth, 2), arity, place.closed());
  }

  // Formulas.

  Formula formula(int depth, Place place) {
    if (!formulas_.empty() && random_.percent(6)) return formulas_[random_.below(formulas_.size())];
    auto& placed = placed_[place.positive ? 1 : 0];
    const bool dependent = place.skolemizable && options_.set_variables == SetVariables::Dependent;
    if (dependent && !placed.empty() && random_.percent(15)) return placed[random_.below(placed.size())];
    Formula made = depth <= 0 || random_.percent(15) ? atomic(depth, place) : compound(depth - 1, place);
    // Quantified sets are usable again only where they may stand, so formulas with a free choice of place are
    // kept.
    if (!place.skolemizable) formulas_.push_back(made);
    if (dependent) placed.push_back(made);
    return made;
  }

  Formula compound(int depth, Place place) {
    switch (random_.below(12)) {
      case 0:
        return formula(depth, place) && formula(depth, place);
      case 1:
        return formula(depth, place) || formula(depth, place);
      case 2:
        return !formula(depth, place.flipped());
      case 3: {
        const Formula left = formula(depth, place.flipped());
        return implies(left, formula(depth, place));
      }
      case 4: {
        const Formula left = formula(depth, place.closed());
        return iff(left, formula(depth, place.closed()));
      }
      case 5: {
        const Formula condition = formula(depth, place.closed());
        const Formula then = formula(depth, place.closed());
        return if_else(condition, then, formula(depth, place.closed()));
      }
      case 6:
      case 7:
      case 8:
        return quantified(depth, place, true);
      case 9:
      case 10:
        return quantified(depth, place, false);
      default:
        return atomic(depth, place);
    }
  }

  Formula quantified(int depth, Place place, bool universal) {
    const Mark before = mark();
    const bool existential = universal != place.positive;
    const bool dependent = options_.set_variables == SetVariables::Dependent;
    const bool sets = options_.set_variables == SetVariables::Anywhere ||
                      (options_.set_variables != SetVariables::Nowhere && place.skolemizable && existential);
    const Decls declared = decls(depth, sets, place);
    const Formula body = formula(depth, {place.positive, place.skolemizable && (existential || dependent)});
    end_scope(before);
    return universal ? all(declared, body) : exists(declared, body);
  }

  Formula atomic(int depth, Place place) {
    const Place inner = place.closed();
    if (random_.percent(2)) return constant(random_.percent(50));
    if (options_.integers && random_.percent(35)) return comparison(depth, inner);
    const int arity = any_arity();
    const Expr a = expression(depth, arity, inner);
    switch (random_.below(7)) {
      case 0:
        return some(a);
      case 1:
        return one(a);
      case 2:
        return lone(a);
      case 3:
        return no(a);
      case 4:
        return equal(a, expression(depth, arity, inner));
      default:
        return in(a, expression(depth, arity, inner));
    }
  }

  Formula comparison(int depth, Place place) {
    const IntExpr a = integer(depth, place);
    const IntExpr b = integer(random_.percent(50) ? 0 : depth, place);
    switch (random_.below(3)) {
      case 0:
        return equal(a, b);
      case 1:
        return less(a, b);
      default:
        return less_equal(a, b);
    }
  }

  int any_arity() { return random_.percent(55) ? 1 : random_.percent(80) ? 2 : 3; }

  // Expressions.

  Expr expression(int depth, int arity, Place place) {
    if (random_.percent(8)) {
      for (int attempts = 0; attempts < 4 && !expressions_.empty(); ++attempts) {
        const Expr& old = expressions_[random_.below(expressions_.size())];
        if (old.arity() == arity) return old;
      }
    }
    if (depth <= 0 || random_.percent(30)) return leaf(arity);
    Expr made = operation(depth - 1, arity, place);
    expressions_.push_back(made);
    return made;
  }

  Expr leaf(int arity) {
    std::vector<Expr> choices;
    for (const Bound& bound : problem_.bounds) {
      if (bound.relation.arity() == arity) choices.push_back(bound.relation);
    }
    for (const Variable& v : variables_) {
      // Variables are what makes a quantifier worth its while.
      if (v.arity() == arity) choices.insert(choices.end(), 3, v);
    }
    if (choices.empty() || random_.percent(12)) {
      if (arity == 1) return random_.percent(15) ? none() : random_.percent(50) ? univ() : ints();
      if (arity == 2) return random_.percent(15) ? none(2) : iden();
      if (random_.percent(15)) return none(arity);
      const Expr first = leaf(1);
      return product(first, leaf(arity - 1));
    }
    return choices[random_.below(choices.size())];
  }

  Expr operation(int depth, int arity, Place place) {
    const auto again = [&] { return expression(depth, arity, place); };
    switch (random_.below(arity == 2 ? 15 : 12)) {
      case 0: {
        const Expr a = again();
        return a + again();
      }
      case 1: {
        const Expr a = again();
        return a & again();
      }
      case 2: {
        const Expr a = again();
        return a - again();
      }
      case 3: {
        const Expr a = again();
        return override_with(a, again());
      }
      case 4:
      case 5:
      case 6: {
        const int left = random_.between(1, arity + 1);
        const Expr a = expression(depth, left, place);
        return join(a, expression(depth, arity + 2 - left, place));
      }
      case 7: {
        const Expr set = expression(depth, 1, place);
        return domain_restriction(set, again());
      }
      case 8: {
        const Expr a = again();
        return range_restriction(a, expression(depth, 1, place));
      }
      case 9: {
        if (arity == 1) return options_.integers ? to_expr(integer(depth, place)) : leaf(1);
        const int left = random_.between(1, arity - 1);
        const Expr a = expression(depth, left, place);
        return product(a, expression(depth, arity - left, place));
      }
      case 10:
        return comprehended(depth, arity);
      case 11: {
        const Formula condition = formula(depth - 1, place.closed());
        const Expr then = again();
        return if_else(condition, then, again());
      }
      case 12:
        return transpose(again());
      case 13:
        return closure(again());
      default:
        return reflexive_closure(again());
    }
  }

  Expr comprehended(int depth, int arity) {
    const Mark before = mark();
    Decls declared;
    int left = arity;
    while (left > 0) {
      const int width = left > 1 && random_.percent(20) ? 2 : 1;
      const Variable v = variable(declared, width);
      declared.push_back({v, domain(depth, width, kInside), Multiplicity::One});
      variables_.push_back(v);
      left -= width;
    }
    const Formula body = formula(depth - 1, kInside);
    end_scope(before);
    return comprehension(declared, body);
  }

  // Integers.

  // A sum of two variables: how its overflow is read depends on which of them is bound further in.
  IntExpr sum_of_variables() {
    const Variable a = variables_[random_.below(variables_.size())];
    const Variable b = variables_[random_.below(variables_.size())];
    return sum(a.arity() == 1 ? Expr(a) : leaf(1)) + sum(b.arity() == 1 ? Expr(b) : leaf(1));
  }

  IntExpr integer(int depth, Place place) {
    if (variables_.size() >= 2 && random_.percent(25)) return sum_of_variables();
    if (depth <= 0 || random_.percent(25)) {
      if (random_.percent(50)) return count(leaf(any_arity()));
      if (random_.percent(60)) return sum(leaf(1));
      return IntExpr(random_.percent(5) ? random_.between(-100, 100) : random_.between(-4, 4));
    }
    const auto again = [&] { return integer(depth - 1, place); };
    switch (random_.below(14)) {
      case 0:
      case 1: {
        const IntExpr a = again();
        return a + again();
      }
      case 2: {
        const IntExpr a = again();
        return a - again();
      }
      case 3: {
        const IntExpr a = again();
        return a * again();
      }
      case 4: {
        const IntExpr a = again();
        return a / again();
      }
      case 5: {
        const IntExpr a = again();
        return a % again();
      }
      case 6: {
        const IntExpr a = again();
        return shift_left(a, again());
      }
      case 7: {
        const IntExpr a = again();
        return shift_right(a, again());
      }
      case 8: {
        const IntExpr a = again();
        return shift_right_zero(a, again());
      }
      case 9:
        return -again();
      case 10:
        return count(expression(depth - 1, any_arity(), place));
      case 11:
        return sum(expression(depth - 1, 1, place));
      case 12: {
        const Formula condition = formula(depth - 2, place.closed());
        const IntExpr then = again();
        return if_else(condition, then, again());
      }
      default: {
        const Mark before = mark();
        const Decls declared = decls(depth - 1, false, kInside);
        const IntExpr body = integer(depth - 1, kInside);
        end_scope(before);
        return sum(declared, body);
      }
    }
  }

  Random random_;
  RandomProblemOptions options_;
  Problem problem_;
  std::vector<std::uint64_t>
      sample_;  // valuations that satisfy the formulas so far (see Evaluator::free_tuples)
  std::vector<Variable> variables_;  // in scope
  std::vector<Expr> expressions_;    // made before, with no other variables than those in scope
  std::vector<Formula> formulas_;    // likewise
  std::vector<Formula> placed_[2];   // likewise, with constants in them: for negative and for positive places
  int next_variable_ = 0;
};

std::string to_text(const TupleSet& tuples, const Universe& universe) {
  std::string text;
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    text += i > 0 ? ", " : "";
    for (std::size_t c = 0; c < tuples.row(i).size(); ++c) {
      text += (c > 0 ? "->" : "") + universe.name(tuples.row(i)[c]);
    }
  }
  return "{" + text + "}";
}

}  // namespace

Problem random_problem(std::uint64_t seed, const RandomProblemOptions& options) {
  return Generator(seed, options).problem();
}

std::string to_text(const Problem& problem) {
  std::string text = "universe:";
  for (const std::string& name : problem.universe.names()) text += " " + name;
  text += fmt::format("\nbit width {}, overflow {}, integers:", problem.integers.bitwidth,
                      problem.integers.overflow == Overflow::Wrap ? "wraps" : "prevented");
  for (const auto& [number, atom] : problem.integers.atoms) {
    text += fmt::format(" {}={}", problem.universe.name(atom), number);
  }
  text += "\n";
  for (const Bound& bound : problem.bounds) {
    text += fmt::format("{}{}: from {} to {}\n", bound.auxiliary ? "auxiliary " : "", bound.relation.name(),
                        to_text(bound.lower, problem.universe), to_text(bound.upper, problem.universe));
  }
  for (const Formula& formula : problem.formulas) text += to_string(formula.node(), 5000) + "\n";
  return text;
}

}  // namespace fretsaw::support
