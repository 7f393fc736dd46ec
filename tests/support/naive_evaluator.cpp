// SPDX-License-Identifier: MIT
#include "support/naive_evaluator.hpp"

#include <algorithm>

namespace fretsaw::support {

namespace {

Tuple concat(const Tuple& a, const Tuple& b) {
  Tuple both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

Tuples join(const Tuples& a, const Tuples& b) {
  Tuples result;
  for (const Tuple& x : a) {
    for (const Tuple& y : b) {
      if (x.back() == y.front())
        result.insert(concat(Tuple(x.begin(), x.end() - 1), Tuple(y.begin() + 1, y.end())));
    }
  }
  return result;
}

Tuples unite(Tuples a, const Tuples& b) {
  a.insert(b.begin(), b.end());
  return a;
}

Tuples closure(const Tuples& a) {
  Tuples result = a;
  for (;;) {
    const Tuples longer = unite(result, join(result, a));
    if (longer == result) return result;
    result = longer;
  }
}

bool included(const Tuples& a, const Tuples& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

template <class Keep>
Tuples filter(const Tuples& a, Keep keep) {
  Tuples result;
  std::copy_if(a.begin(), a.end(), std::inserter(result, result.end()), keep);
  return result;
}

// Collects the free variables in what the side's counts and sums are of, but not in what is counted or summed
// inside of that.
void collect(const Node& node, bool counted, std::set<const Leaf*> bound, std::set<const Leaf*>& found) {
  if (node.op == Op::Comprehension && !counted) return;
  if (node.op == Op::Count || node.op == Op::Sum) {
    if (!counted) collect(*node.children[0], true, bound, found);
    return;
  }
  if (node.op == Op::Variable && counted && !bound.contains(node.leaf.get())) found.insert(node.leaf.get());
  for (const Decl& decl : node.decls) {
    if (counted) collect(decl.domain.node(), counted, bound, found);
    bound.insert(decl.variable.leaf());
  }
  const bool conditional = node.op == Op::IfExpr || node.op == Op::IfInt;
  for (std::size_t i = conditional && !counted ? 1 : 0; i < node.children.size(); ++i) {
    collect(*node.children[i], counted, bound, found);
  }
}

std::vector<Tuples> subsets(const Tuples& domain) {
  std::vector<Tuples> result = {{}};
  for (const Tuple& tuple : domain) {
    for (std::size_t i = result.size(); i-- > 0;) result.push_back(unite(result[i], {tuple}));
  }
  return result;
}

// All values that a variable can take.
std::vector<Tuples> choices(const Tuples& domain, Multiplicity multiplicity) {
  std::vector<Tuples> result;
  if (multiplicity == Multiplicity::Set || multiplicity == Multiplicity::Some) {
    result = subsets(domain);
    if (multiplicity == Multiplicity::Some) result.erase(result.begin());  // the empty one
    return result;
  }
  if (multiplicity == Multiplicity::Lone) result.push_back({});
  for (const Tuple& tuple : domain) result.push_back({tuple});
  return result;
}

}  // namespace

Tuples tuples_of(const TupleSet& set) {
  Tuples result;
  for (std::size_t i = 0; i < set.size(); ++i) result.emplace(set.row(i).begin(), set.row(i).end());
  return result;
}

bool NaiveEvaluator::holds() {
  return std::ranges::all_of(problem_.formulas, [&](const Formula& f) { return truth(f.node()); });
}

template <class Body>
void NaiveEvaluator::for_each_binding(const Node& binder, std::size_t d, bool place, bool universal,
                                      const Body& body) {
  if (d == binder.decls.size()) return body();
  const Decl& decl = binder.decls[d];
  for (const Tuples& value : choices(set(decl.domain.node(), place).tuples, decl.multiplicity)) {
    environment_.push_back({decl.variable.leaf(), value, decl.domain.node().op == Op::Ints, universal});
    const bool quantifier = binder.op == Op::All || binder.op == Op::Exists;
    for_each_binding(binder, d + 1, place || !quantifier, universal, body);
    environment_.pop_back();
  }
}

bool NaiveEvaluator::truth(const Node& f, bool p) {
  const auto child = [&](std::size_t i, bool place) { return truth(*f.children[i], place); };
  switch (f.op) {
    case Op::True:
      return true;
    case Op::False:
      return false;
    case Op::And:
      return std::ranges::all_of(f.children, [&](const NodePtr& c) { return truth(*c, p); });
    case Op::Or:
      return std::ranges::any_of(f.children, [&](const NodePtr& c) { return truth(*c, p); });
    case Op::Not:
      return !child(0, !p);
    case Op::Implies:
      return !child(0, p) || child(1, p);
    case Op::IfFormula:
      return child(child(0, p) ? 1 : 2, p);
    case Op::Iff:
      return child(0, p) == child(1, p);
    case Op::All:
    case Op::Exists: {
      bool all = true, some = false;
      for_each_binding(f, 0, p, (f.op == Op::All) == p, [&] {
        const bool value = child(0, p);
        all = all && value;
        some = some || value;
      });
      return f.op == Op::All ? all : some;
    }
    default:
      return atomic(f, p);
  }
}

bool NaiveEvaluator::atomic(const Node& f, bool positive) {
  bool value = false;
  std::vector<bool> overflows;
  if (f.op == Op::IntEqual || f.op == Op::IntLess || f.op == Op::IntLessEqual) {
    const Int a = integer(*f.children[0], positive);
    const Int b = integer(*f.children[1], positive);
    value = f.op == Op::IntEqual  ? a.value == b.value
            : f.op == Op::IntLess ? a.value < b.value
                                  : a.value <= b.value;
    overflows = {a.overflow, b.overflow};
  } else {
    const Set a = set(*f.children[0], positive);
    const Set b = f.children.size() > 1 ? set(*f.children[1], positive) : Set{};
    overflows = {a.overflow, b.overflow};
    switch (f.op) {
      case Op::In:
        value = included(a.tuples, b.tuples);
        break;
      case Op::Equal:
        value = a.tuples == b.tuples;
        break;
      case Op::Some:
        value = !a.tuples.empty();
        break;
      case Op::One:
        value = a.tuples.size() == 1;
        break;
      case Op::Lone:
        value = a.tuples.size() <= 1;
        break;
      default:
        value = a.tuples.empty();
        break;
    }
  }
  if (problem_.integers.overflow == Overflow::Wrap) return value;

  bool universal = false, existential = false;
  for (std::size_t i = 0; i < f.children.size(); ++i) {
    if (!overflows[i]) continue;
    (reads_universally(*f.children[i]) ? universal : existential) = true;
  }
  return positive ? (value || universal) && !existential : (value || existential) && !universal;
}

bool NaiveEvaluator::reads_universally(const Node& side) const {
  std::set<const Leaf*> variables;
  collect(side, false, {}, variables);
  std::set<const Leaf*> hidden;  // bound again further in
  for (auto binding = environment_.rbegin(); binding != environment_.rend(); ++binding) {
    if (!hidden.insert(binding->variable).second) continue;
    if (binding->over_ints && variables.contains(binding->variable)) return binding->universal;
  }
  return false;
}

Tuples NaiveEvaluator::all_atoms() const {
  Tuples result;
  for (Atom a = 0; a < problem_.universe.size(); ++a) result.insert({a});
  return result;
}

Tuples NaiveEvaluator::integer_atoms() const {
  Tuples result;
  for (const auto& [number, atom] : problem_.integers.atoms) result.insert({atom});
  return result;
}

NaiveEvaluator::Set NaiveEvaluator::set(const Node& e, bool positive) {
  switch (e.op) {
    case Op::Relation:
      for (const auto& [relation, value] : instance_.values()) {
        if (relation.leaf() == e.leaf.get()) return {tuples_of(value)};
      }
      return {};
    case Op::Variable: {
      const auto binding = std::find_if(environment_.rbegin(), environment_.rend(),
                                        [&](const Binding& b) { return b.variable == e.leaf.get(); });
      return {binding->value};
    }
    case Op::None:
      return {};
    case Op::Univ:
      return {all_atoms()};
    case Op::Ints:
      return {integer_atoms()};
    case Op::Iden: {
      Set result;
      for (const Tuple& a : all_atoms()) result.tuples.insert(concat(a, a));
      return result;
    }
    case Op::Comprehension: {
      Set result;
      const std::size_t outside = environment_.size();
      for_each_binding(e, 0, positive, false, [&] {
        if (!truth(*e.children[0], true)) return;
        Tuple tuple;
        for (std::size_t i = outside; i < environment_.size(); ++i) {
          tuple = concat(tuple, *environment_[i].value.begin());
        }
        result.tuples.insert(tuple);
      });
      return result;
    }
    case Op::IfExpr:
      return set(truth(*e.children[0], positive) ? *e.children[1] : *e.children[2], positive);
    case Op::IntToExpr: {
      const Int number = integer(*e.children[0], positive);
      Set result{{}, number.overflow};
      const bool none = number.overflow && problem_.integers.overflow == Overflow::Prevent;
      for (const auto& [value, atom] : problem_.integers.atoms) {
        if (value == number.value && !none) result.tuples.insert({atom});
      }
      return result;
    }
    default:
      break;
  }

  const Set left = set(*e.children[0], positive);
  const Set right = e.children.size() > 1 ? set(*e.children[1], positive) : Set{};
  const Tuples& a = left.tuples;
  const Tuples& b = right.tuples;
  Set result{{}, left.overflow || right.overflow};
  switch (e.op) {
    case Op::Union:
      result.tuples = unite(a, b);
      break;
    case Op::Intersection:
      result.tuples = filter(a, [&](const Tuple& t) { return b.contains(t); });
      break;
    case Op::Difference:
      result.tuples = filter(a, [&](const Tuple& t) { return !b.contains(t); });
      break;
    case Op::Override: {
      std::set<Atom> replaced;
      for (const Tuple& t : b) replaced.insert(t.front());
      result.tuples = unite(filter(a, [&](const Tuple& t) { return !replaced.contains(t.front()); }), b);
      break;
    }
    case Op::Product:
      for (const Tuple& x : a) {
        for (const Tuple& y : b) result.tuples.insert(concat(x, y));
      }
      break;
    case Op::Join:
      result.tuples = join(a, b);
      break;
    case Op::DomainRestriction:
      result.tuples = filter(b, [&](const Tuple& t) { return a.contains({t.front()}); });
      break;
    case Op::RangeRestriction:
      result.tuples = filter(a, [&](const Tuple& t) { return b.contains({t.back()}); });
      break;
    case Op::Transpose:
      for (const Tuple& t : a) result.tuples.insert({t[1], t[0]});
      break;
    case Op::Closure:
      result.tuples = closure(a);
      break;
    default:  // ReflexiveClosure
      result.tuples = closure(a);
      for (const Tuple& t : all_atoms()) result.tuples.insert(concat(t, t));
  }
  return result;
}

NaiveEvaluator::Int NaiveEvaluator::represent(std::int64_t value) const {
  const std::int64_t low = problem_.integers.min(), high = problem_.integers.max();
  if (value >= low && value <= high) return {value, false};
  const std::int64_t modulus = high - low + 1;
  return {((value - low) % modulus + modulus) % modulus + low, true};
}

NaiveEvaluator::Int NaiveEvaluator::shift(Op op, std::int64_t a, std::int64_t b) const {
  const int width = problem_.integers.bitwidth;
  const std::int64_t modulus = std::int64_t{1} << width;
  const std::int64_t amount = (b + modulus) % modulus;
  std::int64_t places_modulus = 1;
  while (places_modulus < width) places_modulus *= 2;

  Int result{a, false};
  if (op == Op::ShiftRightZero) result.value = (a + modulus) % modulus;
  for (std::int64_t place = 0; place < amount % places_modulus; ++place) {
    if (op == Op::ShiftLeft) {
      result.value = represent(result.value * 2).value;
    } else {
      result.value = (result.value - (result.value % 2 != 0 ? 1 : 0)) / 2;  // rounds down
    }
  }
  result.value = represent(result.value).value;
  if (op == Op::ShiftLeft && a != 0) {
    std::int64_t exact = a;
    for (std::int64_t i = 0; i < amount && !result.overflow; ++i) {
      exact *= 2;
      result.overflow = represent(exact).overflow;
    }
  }
  return result;
}

NaiveEvaluator::Int NaiveEvaluator::sum_over(const Node& e, bool positive) {
  std::int64_t total = 0;
  bool overflow = false;
  for_each_binding(e, 0, positive, false, [&] {
    const Int term = integer(*e.children[0], true);
    total += term.value;
    overflow = overflow || term.overflow;
  });
  const Int result = represent(total);
  return {result.value, result.overflow || overflow};
}

NaiveEvaluator::Int NaiveEvaluator::integer(const Node& e, bool positive) {
  const auto with = [](Int result, bool overflow) { return Int{result.value, result.overflow || overflow}; };
  switch (e.op) {
    case Op::Constant:
      return represent(e.constant);
    case Op::IfInt:
      return integer(truth(*e.children[0], positive) ? *e.children[1] : *e.children[2], positive);
    case Op::SumOver:
      return sum_over(e, positive);
    case Op::Count: {
      const Set counted = set(*e.children[0], positive);
      return with(represent(static_cast<std::int64_t>(counted.tuples.size())), counted.overflow);
    }
    case Op::Sum: {
      const Set summed = set(*e.children[0], positive);
      std::int64_t negative = 0, other = 0;
      for (const auto& [number, atom] : problem_.integers.atoms)
        (number < 0 ? negative : other) += summed.tuples.contains({atom}) ? number : 0;
      return with(represent(negative + other), represent(negative).overflow || represent(other).overflow);
    }
    default:
      break;
  }
  const Int left = integer(*e.children[0], positive);
  const Int right = e.children.size() > 1 ? integer(*e.children[1], positive) : Int{};
  const std::int64_t a = left.value, b = right.value;
  const bool inherited = left.overflow || right.overflow;
  switch (e.op) {
    case Op::Plus:
      return with(represent(a + b), inherited);
    case Op::Minus:
      return with(represent(a - b), inherited);
    case Op::Times:
      return with(represent(a * b), inherited);
    case Op::Divide:
      if (b == 0) return {represent(a < 0 ? 1 : a > 0 ? -1 : 0).value, true};
      return with(represent(a / b), inherited);
    case Op::Remainder:
      return b == 0 ? Int{a, true} : Int{a % b, inherited};
    case Op::Negate:
      return with(represent(-a), inherited);
    default:
      return with(shift(e.op, a, b), inherited);
  }
}

}  // namespace fretsaw::support
