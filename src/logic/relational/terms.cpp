// SPDX-License-Identifier: MIT
// Builders of terms. They compute arities bottom up; 0 marks an expression whose arities do not match.
#include "fretsaw/relational.hpp"

namespace fretsaw {

namespace {

// The nodes that the release under way on this thread has still to delete.
thread_local std::vector<const Node*>* doomed = nullptr;

// Deleting a node releases its children, which may come back here: they are put on a list, not deleted at
// once.
void release(const Node* node) {
  if (doomed != nullptr) {
    doomed->push_back(node);
    return;
  }
  std::vector<const Node*> list;
  doomed = &list;
  delete node;
  while (!list.empty()) {
    const Node* next = list.back();
    list.pop_back();
    delete next;
  }
  doomed = nullptr;
}

NodePtr make(Op op, int arity, std::vector<NodePtr> children) {
  return make_node(Node{.op = op, .arity = arity, .children = std::move(children)});
}

// The arity of a product or a join; 0 if it is none that check() would accept.
int sum_of_arities(std::int64_t a, std::int64_t b, int joined) {
  const bool sound = a > 0 && b > 0 && a + b - joined > 0 && a + b - joined <= kMaxArity;
  return sound ? static_cast<int>(a + b - joined) : 0;
}

NodePtr make_leaf(Op op, std::string name, int arity) {
  auto leaf = std::make_shared<const Leaf>(Leaf{std::move(name), arity});
  return make_node(Node{.op = op, .arity = arity < 0 ? 0 : arity, .leaf = std::move(leaf)});
}

NodePtr make_binder(Op op, int arity, Decls decls, const NodePtr& body) {
  return make_node(Node{.op = op, .arity = arity, .children = {body}, .decls = std::move(decls)});
}

Expr same_arity(Op op, const Expr& a, const Expr& b) {
  return Expr(make(op, a.arity() == b.arity() ? a.arity() : 0, {a.pointer(), b.pointer()}));
}

Expr homogeneous(Op op, const Expr& a) { return Expr(make(op, a.arity() == 2 ? 2 : 0, {a.pointer()})); }

Formula formula(Op op, std::vector<NodePtr> children) { return Formula(make(op, 0, std::move(children))); }

IntExpr number(Op op, std::vector<NodePtr> children) { return IntExpr(make(op, 0, std::move(children))); }

// And and Or take any number of operands: a chain becomes one flat node, so that terms stay shallow.
Formula flat(Op op, const std::vector<Formula>& formulas) {
  std::vector<NodePtr> children;
  for (const Formula& f : formulas) {
    if (f.node().op == op) {
      children.insert(children.end(), f.node().children.begin(), f.node().children.end());
    } else {
      children.push_back(f.pointer());
    }
  }
  return formula(op, std::move(children));
}

}  // namespace

NodePtr make_node(Node node) { return NodePtr(new Node(std::move(node)), release); }

int Expr::arity() const { return node_->arity; }

IntExpr::IntExpr(std::int64_t constant) : node_(make_node(Node{.op = Op::Constant, .constant = constant})) {}

Relation::Relation(std::string name, int arity) : Expr(make_leaf(Op::Relation, std::move(name), arity)) {}
const std::string& Relation::name() const { return node().leaf->name; }
const Leaf* Relation::leaf() const { return node().leaf.get(); }

Variable::Variable(std::string name, int arity) : Expr(make_leaf(Op::Variable, std::move(name), arity)) {}
const std::string& Variable::name() const { return node().leaf->name; }
const Leaf* Variable::leaf() const { return node().leaf.get(); }

Expr none(int arity) { return Expr(make(Op::None, arity < 0 ? 0 : arity, {})); }
Expr univ() { return Expr(make(Op::Univ, 1, {})); }
Expr iden() { return Expr(make(Op::Iden, 2, {})); }
Expr ints() { return Expr(make(Op::Ints, 1, {})); }

Expr operator+(const Expr& a, const Expr& b) { return same_arity(Op::Union, a, b); }
Expr operator&(const Expr& a, const Expr& b) { return same_arity(Op::Intersection, a, b); }
Expr operator-(const Expr& a, const Expr& b) { return same_arity(Op::Difference, a, b); }
Expr override_with(const Expr& a, const Expr& b) { return same_arity(Op::Override, a, b); }

Expr product(const Expr& a, const Expr& b) {
  return Expr(make(Op::Product, sum_of_arities(a.arity(), b.arity(), 0), {a.pointer(), b.pointer()}));
}

Expr join(const Expr& a, const Expr& b) {
  return Expr(make(Op::Join, sum_of_arities(a.arity(), b.arity(), 2), {a.pointer(), b.pointer()}));
}

Expr domain_restriction(const Expr& set, const Expr& a) {
  return Expr(make(Op::DomainRestriction, set.arity() == 1 ? a.arity() : 0, {set.pointer(), a.pointer()}));
}

Expr range_restriction(const Expr& a, const Expr& set) {
  return Expr(make(Op::RangeRestriction, set.arity() == 1 ? a.arity() : 0, {a.pointer(), set.pointer()}));
}

Expr transpose(const Expr& a) { return homogeneous(Op::Transpose, a); }
Expr closure(const Expr& a) { return homogeneous(Op::Closure, a); }
Expr reflexive_closure(const Expr& a) { return homogeneous(Op::ReflexiveClosure, a); }

Expr comprehension(Decls decls, const Formula& body) {
  int arity = decls.empty() ? 0 : decls.front().variable.arity();
  for (std::size_t i = 1; i < decls.size(); ++i) arity = sum_of_arities(arity, decls[i].variable.arity(), 0);
  return Expr(make_binder(Op::Comprehension, arity, std::move(decls), body.pointer()));
}

Expr if_else(const Formula& condition, const Expr& then, const Expr& otherwise) {
  const int arity = then.arity() == otherwise.arity() ? then.arity() : 0;
  return Expr(make(Op::IfExpr, arity, {condition.pointer(), then.pointer(), otherwise.pointer()}));
}

Expr to_expr(const IntExpr& number) { return Expr(make(Op::IntToExpr, 1, {number.pointer()})); }

Formula constant(bool value) { return formula(value ? Op::True : Op::False, {}); }
Formula in(const Expr& a, const Expr& b) { return formula(Op::In, {a.pointer(), b.pointer()}); }
Formula equal(const Expr& a, const Expr& b) { return formula(Op::Equal, {a.pointer(), b.pointer()}); }
Formula some(const Expr& a) { return formula(Op::Some, {a.pointer()}); }
Formula one(const Expr& a) { return formula(Op::One, {a.pointer()}); }
Formula lone(const Expr& a) { return formula(Op::Lone, {a.pointer()}); }
Formula no(const Expr& a) { return formula(Op::No, {a.pointer()}); }

Formula all(Decls decls, const Formula& body) {
  return Formula(make_binder(Op::All, 0, std::move(decls), body.pointer()));
}

Formula exists(Decls decls, const Formula& body) {
  return Formula(make_binder(Op::Exists, 0, std::move(decls), body.pointer()));
}

Formula operator&&(const Formula& a, const Formula& b) { return flat(Op::And, {a, b}); }
Formula operator||(const Formula& a, const Formula& b) { return flat(Op::Or, {a, b}); }

Formula conjunction(const std::vector<Formula>& formulas) {
  if (formulas.empty()) return constant(true);
  return formulas.size() == 1 ? formulas.front() : flat(Op::And, formulas);
}

Formula disjunction(const std::vector<Formula>& formulas) {
  if (formulas.empty()) return constant(false);
  return formulas.size() == 1 ? formulas.front() : flat(Op::Or, formulas);
}

Formula operator!(const Formula& a) { return formula(Op::Not, {a.pointer()}); }
Formula implies(const Formula& a, const Formula& b) {
  return formula(Op::Implies, {a.pointer(), b.pointer()});
}
Formula iff(const Formula& a, const Formula& b) { return formula(Op::Iff, {a.pointer(), b.pointer()}); }

Formula if_else(const Formula& condition, const Formula& then, const Formula& otherwise) {
  return formula(Op::IfFormula, {condition.pointer(), then.pointer(), otherwise.pointer()});
}

IntExpr count(const Expr& a) { return number(Op::Count, {a.pointer()}); }
IntExpr sum(const Expr& a) { return number(Op::Sum, {a.pointer()}); }

IntExpr sum(Decls decls, const IntExpr& body) {
  return IntExpr(make_binder(Op::SumOver, 0, std::move(decls), body.pointer()));
}

IntExpr operator+(const IntExpr& a, const IntExpr& b) { return number(Op::Plus, {a.pointer(), b.pointer()}); }
IntExpr operator-(const IntExpr& a, const IntExpr& b) {
  return number(Op::Minus, {a.pointer(), b.pointer()});
}
IntExpr operator*(const IntExpr& a, const IntExpr& b) {
  return number(Op::Times, {a.pointer(), b.pointer()});
}
IntExpr operator/(const IntExpr& a, const IntExpr& b) {
  return number(Op::Divide, {a.pointer(), b.pointer()});
}
IntExpr operator%(const IntExpr& a, const IntExpr& b) {
  return number(Op::Remainder, {a.pointer(), b.pointer()});
}
IntExpr operator-(const IntExpr& a) { return number(Op::Negate, {a.pointer()}); }
IntExpr shift_left(const IntExpr& a, const IntExpr& b) {
  return number(Op::ShiftLeft, {a.pointer(), b.pointer()});
}
IntExpr shift_right(const IntExpr& a, const IntExpr& b) {
  return number(Op::ShiftRight, {a.pointer(), b.pointer()});
}

IntExpr shift_right_zero(const IntExpr& a, const IntExpr& b) {
  return number(Op::ShiftRightZero, {a.pointer(), b.pointer()});
}

IntExpr if_else(const Formula& condition, const IntExpr& then, const IntExpr& otherwise) {
  return number(Op::IfInt, {condition.pointer(), then.pointer(), otherwise.pointer()});
}

Formula equal(const IntExpr& a, const IntExpr& b) {
  return formula(Op::IntEqual, {a.pointer(), b.pointer()});
}
Formula less(const IntExpr& a, const IntExpr& b) { return formula(Op::IntLess, {a.pointer(), b.pointer()}); }

Formula less_equal(const IntExpr& a, const IntExpr& b) {
  return formula(Op::IntLessEqual, {a.pointer(), b.pointer()});
}

}  // namespace fretsaw
