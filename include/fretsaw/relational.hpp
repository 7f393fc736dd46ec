// SPDX-License-Identifier: MIT
//
// Bounded relational problems as values: a universe of atoms, relations with lower and upper bounds, formulas over
// them. fretsaw/finder.hpp solves them.
//
// Example: the acyclic next-pointers of three nodes.
//
//     using namespace fretsaw;
//     Relation next("next", 2);
//     Variable n("n");
//     Problem problem;
//     problem.universe = Universe({"N0", "N1", "N2"});
//     problem.bounds = {{next, TupleSet(2), TupleSet::all(2, 3)}};
//     problem.formulas = {all({{n, univ()}}, lone(join(n, next)) && !in(n, join(n, closure(next))))};
//     if (auto status = check(problem); !status) std::cout << render(status.error());
//     std::cout << to_string(problem.formulas[0]) << "\n";   // all n: univ | lone n.next && n !in n.^next
//
// Building an expression never fails: arities, variables and bounds are validated by check() and by the functions that
// solve the problem, whose errors name the offending expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// An atom is its position in the universe.
using Atom = std::uint32_t;

class Universe {
 public:
  Universe() = default;
  explicit Universe(std::vector<std::string> names) : names_(std::move(names)) {}

  Atom size() const { return static_cast<Atom>(names_.size()); }
  const std::string& name(Atom atom) const { return names_[atom]; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

// A finite relation: rows of `arity` atoms, kept in lexicographic order without repetition.
class TupleSet {
 public:
  explicit TupleSet(int arity = 1) : arity_(arity) {}
  TupleSet(int arity, std::initializer_list<std::initializer_list<Atom>> rows);
  // The rows stand one after the other in `atoms`, in any order. Requires atoms.size() % arity == 0.
  static TupleSet from_rows(int arity, std::vector<Atom> atoms);
  // All rows over the atoms 0..atoms-1.
  static TupleSet all(int arity, Atom atoms);
  static TupleSet unary(std::vector<Atom> atoms) { return from_rows(1, std::move(atoms)); }
  static TupleSet product(const TupleSet& left, const TupleSet& right);

  int arity() const { return arity_; }
  std::size_t size() const { return atoms_.size() / static_cast<std::size_t>(arity_); }
  bool empty() const { return atoms_.empty(); }
  std::span<const Atom> row(std::size_t index) const {
    return std::span(atoms_).subspan(index * static_cast<std::size_t>(arity_), static_cast<std::size_t>(arity_));
  }
  // All rows one after the other.
  std::span<const Atom> atoms() const { return atoms_; }

  void insert(std::span<const Atom> row);
  bool contains(std::span<const Atom> row) const;
  bool includes(const TupleSet& other) const;

  friend bool operator==(const TupleSet&, const TupleSet&) = default;
  friend auto operator<=>(const TupleSet&, const TupleSet&) = default;

 private:
  int arity_;
  std::vector<Atom> atoms_;
};

enum class Op : std::uint8_t {
  // clang-format off: in groups
  // Expressions: their value is a set of tuples.
  Relation, Variable, None, Univ, Iden, Ints,
  Union, Intersection, Difference, Override, Product, Join, DomainRestriction, RangeRestriction,
  Transpose, Closure, ReflexiveClosure,
  Comprehension, IfExpr, Prime, IntToExpr,
  // Formulas: true or false.
  True, False,
  In, Equal, Some, One, Lone, No,
  All, Exists,
  And, Or, Not, Implies, Iff, IfFormula, Temporal,
  IntEqual, IntLess, IntLessEqual,
  // Integers: two's complement numbers of the problem's bit width.
  Constant, Count, Sum, SumOver,
  Plus, Minus, Times, Divide, Remainder, ShiftLeft, ShiftRight, ShiftRightZero, Negate,
  IfInt,
  // clang-format on
};

// Prime and Temporal refer to other states: they occur in problems about traces (src/logic/relational/timed.hpp); check()
// rejects them elsewhere.

enum class Multiplicity : std::uint8_t { One, Lone, Some, Set };

// Limits of check() on the arity of expressions (over two atoms, one could have more than 2^62 tuples) and on the nesting
// of terms, so that code that walks over a checked problem can be recursive.
inline constexpr int kMaxArity = 62;
extern const int kMaxTermDepth;  // 2000; less where the library is built with sanitizers, or without optimization

struct Node;
using NodePtr = std::shared_ptr<const Node>;

// The three kinds of terms. They are cheap handles to immutable nodes, and may be shared between problems.
class Expr {
 public:
  explicit Expr(NodePtr node) : node_(std::move(node)) {}
  const Node& node() const { return *node_; }
  const NodePtr& pointer() const { return node_; }
  // 0 if the arities inside do not match.
  int arity() const;

 private:
  NodePtr node_;
};

class Formula {
 public:
  explicit Formula(NodePtr node) : node_(std::move(node)) {}
  const Node& node() const { return *node_; }
  const NodePtr& pointer() const { return node_; }

 private:
  NodePtr node_;
};

class IntExpr {
 public:
  IntExpr(std::int64_t constant);
  explicit IntExpr(NodePtr node) : node_(std::move(node)) {}
  const Node& node() const { return *node_; }
  const NodePtr& pointer() const { return node_; }

 private:
  NodePtr node_;
};

// What relations and variables are: a name and an arity. Two leaves are the same only if they are copies.
struct Leaf {
  std::string name;
  int arity;
};
using LeafPtr = std::shared_ptr<const Leaf>;

class Relation : public Expr {
 public:
  Relation(std::string name, int arity);
  const std::string& name() const;
  const Leaf* leaf() const;
  friend bool operator==(const Relation& a, const Relation& b) { return a.leaf() == b.leaf(); }
};

class Variable : public Expr {
 public:
  explicit Variable(std::string name, int arity = 1);
  const std::string& name() const;
  const Leaf* leaf() const;
  friend bool operator==(const Variable& a, const Variable& b) { return a.leaf() == b.leaf(); }
};

// variable: multiplicity domain. With One the variable ranges over the single tuples of the domain; with the others
// over subsets of it with as many tuples as the multiplicity allows, which the finder supports only where it can
// replace the variable by a constant (see skolem_depth in fretsaw/finder.hpp).
struct Decl {
  Variable variable;
  Expr domain;
  Multiplicity multiplicity = Multiplicity::One;
};
using Decls = std::vector<Decl>;

struct Node {
  Op op;
  int arity = 0;                    // of expressions; 0 for formulas, integers and ill-formed expressions
  std::vector<NodePtr> children{};  // operands in order; of a binder: its body; of an if: condition, then, else
  Decls decls{};                    // of binders: All, Exists, Comprehension, SumOver
  LeafPtr leaf{};                   // of Relation and Variable
  std::int64_t constant = 0;        // of Constant; of Temporal: which operator
};

// Creates every node, so that releasing a deep term needs no deep recursion.
NodePtr make_node(Node node);

// Expressions.
Expr none(int arity = 1);
Expr univ();
Expr iden();
Expr ints();  // the atoms that stand for integers
Expr operator+(const Expr& a, const Expr& b);
Expr operator&(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr override_with(const Expr& a, const Expr& b);         // a ++ b
Expr product(const Expr& a, const Expr& b);               // a -> b
Expr join(const Expr& a, const Expr& b);                  // a.b
Expr domain_restriction(const Expr& set, const Expr& a);  // set <: a
Expr range_restriction(const Expr& a, const Expr& set);   // a :> set
Expr transpose(const Expr& a);
Expr closure(const Expr& a);            // ^a
Expr reflexive_closure(const Expr& a);  // *a: includes the identity on the whole universe
Expr comprehension(Decls decls, const Formula& body);
Expr if_else(const Formula& condition, const Expr& then, const Expr& otherwise);
// The set of the atom that stands for the number; empty if none does.
Expr to_expr(const IntExpr& number);

// Formulas.
Formula constant(bool value);
Formula in(const Expr& a, const Expr& b);
Formula equal(const Expr& a, const Expr& b);
Formula some(const Expr& a);
Formula one(const Expr& a);
Formula lone(const Expr& a);
Formula no(const Expr& a);
Formula all(Decls decls, const Formula& body);
Formula exists(Decls decls, const Formula& body);
Formula operator&&(const Formula& a, const Formula& b);
Formula operator||(const Formula& a, const Formula& b);
Formula conjunction(const std::vector<Formula>& formulas);  // true if empty
Formula disjunction(const std::vector<Formula>& formulas);  // false if empty
Formula operator!(const Formula& a);
Formula implies(const Formula& a, const Formula& b);
Formula iff(const Formula& a, const Formula& b);
Formula if_else(const Formula& condition, const Formula& then, const Formula& otherwise);

// Integers.
IntExpr count(const Expr& a);  // #a
IntExpr sum(const Expr& a);    // the sum of the integers that the atoms of the set stand for
IntExpr sum(Decls decls, const IntExpr& body);
IntExpr operator+(const IntExpr& a, const IntExpr& b);
IntExpr operator-(const IntExpr& a, const IntExpr& b);
IntExpr operator*(const IntExpr& a, const IntExpr& b);
IntExpr operator/(const IntExpr& a, const IntExpr& b);  // rounds towards zero
IntExpr operator%(const IntExpr& a, const IntExpr& b);  // has the sign of a
IntExpr operator-(const IntExpr& a);
IntExpr shift_left(const IntExpr& a, const IntExpr& b);
IntExpr shift_right(const IntExpr& a, const IntExpr& b);       // keeps the sign
IntExpr shift_right_zero(const IntExpr& a, const IntExpr& b);  // fills with zeros
IntExpr if_else(const Formula& condition, const IntExpr& then, const IntExpr& otherwise);
Formula equal(const IntExpr& a, const IntExpr& b);
Formula less(const IntExpr& a, const IntExpr& b);
Formula less_equal(const IntExpr& a, const IntExpr& b);

// A term as text, in Alloy's notation; long ones are cut to about `max_length` characters.
std::string to_string(const Node& node, std::size_t max_length = 200);
inline std::string to_string(const Expr& e) { return to_string(e.node()); }
inline std::string to_string(const Formula& f) { return to_string(f.node()); }
inline std::string to_string(const IntExpr& i) { return to_string(i.node()); }

// The treatment of numbers that the bit width cannot represent. Wrap: they are taken modulo 2^width. Prevent: the
// comparison that contains one is neither a witness nor a violation (defined in docs/integers.md). Exact: without a
// bit width, and numbers are unbounded; this is for evaluating given instances, and find() does not support it.
enum class Overflow : std::uint8_t { Prevent, Wrap, Exact };

struct Integers {
  int bitwidth = 4;  // 0..30; at width 0 the only number is 0
  Overflow overflow = Overflow::Prevent;
  std::vector<std::pair<std::int64_t, Atom>> atoms;  // which atoms stand for which numbers; each at most once

  std::int64_t min() const { return bitwidth == 0 ? 0 : -(std::int64_t{1} << (bitwidth - 1)); }
  std::int64_t max() const { return bitwidth == 0 ? 0 : (std::int64_t{1} << (bitwidth - 1)) - 1; }
};

struct Bound {
  Relation relation;
  TupleSet lower;  // tuples that are in the relation in every instance
  TupleSet upper;  // tuples that may be
  // A constant of the solution process, not part of an instance's identity: two solutions that differ only in
  // auxiliary relations are the same instance.
  bool auxiliary = false;
};

struct Problem {
  Universe universe;
  Integers integers;
  std::vector<Bound> bounds;
  std::vector<Formula> formulas;  // all must hold
};

// Validates the problem. The error names the offending relation, variable or expression.
Status check(const Problem& problem);

// A value for every bounded relation of a problem.
class Instance {
 public:
  Instance() = default;
  explicit Instance(std::vector<std::pair<Relation, TupleSet>> values) : values_(std::move(values)) {}

  // Requires that the relation is bounded in the instance's problem.
  const TupleSet& operator[](const Relation& relation) const;
  const TupleSet* find(const Relation& relation) const;
  const std::vector<std::pair<Relation, TupleSet>>& values() const { return values_; }
  std::vector<std::pair<Relation, TupleSet>>& values() { return values_; }

 private:
  std::vector<std::pair<Relation, TupleSet>> values_;
};

// A value found for an existentially quantified variable: relation `name`, whose first columns are the variables that
// surround the quantifier (none if it is not nested).
struct Witness {
  std::string name;
  TupleSet value;
};

// name = {N0->N1, N1->N2}, one line a relation.
std::string to_string(const Instance& instance, const Universe& universe);

}  // namespace fretsaw
