// SPDX-License-Identifier: MIT
//
// Requirements demand that a formula is true once and false once, without regard to the predicate that
// contains it: a fault in the formula may be masked by other formulas that are false. Here every case that an
// operator distinguishes is a distinction, and it is tested where the case decides the expected outcome:
//
//   connective             each row of its truth table: the outcome is negated in that row
//   list of conjuncts      each by itself is false; all are true. Of disjuncts, the other way round
//   no, lone, one, some e  e has size 0, 1, 2 or more
//   a = b, a in b          they are equal, the first is inside of the second or around it, neither
//   a < b                  one less, equal, one more
//   quantifier             no binding; the body is true for all, for some, for none; lone and one: for one
//   a + b, a & b, a - b    an operand is left out
//   c => a else b          a formula: a, b is true, is false; a value: a where c is true, b where it is not
//   ^r, *r, and r in x.r   no step at all; several steps
//
// This is the analogue of MC/DC for formulas.
#include "alloy/modeltest/distinctions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/modeltest/build_expr.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::Op;

// Connectives, quantifiers, operands and steps are where texts go wrong. The cases of sizes and comparisons
// are many, and most are decided by the way.
constexpr double kExtremeWeight = 0.1;
constexpr double kFineWeight = 0.02;

std::string shown(const Expr& expr) { return one_line(whole(expr.span).text()); }

ExprPtr make_false() { return make_not(make_true()); }

ExprPtr binary_relation(Op op, const ExprPtr& a, const ExprPtr& b, const ExprPtr& like) {
  auto expr = std::make_shared<Expr>(*like);
  expr->op = op;
  expr->children = {a, b};
  return expr;
}

ExprPtr integer(Op op, std::vector<ExprPtr> children, const model::Type& type) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->kind = model::Kind::Integer;
  expr->type = type;
  expr->children = std::move(children);
  return expr;
}

ExprPtr number(std::int64_t value, const model::Type& type) {
  auto expr = std::make_shared<Expr>(*integer(Op::Number, {}, type));
  expr->number = value;
  return expr;
}

class DistinctionCollector {
 public:
  DistinctionCollector(const model::Model& model, std::vector<Distinction>& all) : model_(model), all_(all) {}

  void of(const ExprPtr& root, Distinction home) {
    root_ = root;
    paragraph_of_ = std::move(home);
    walk(root);
  }

 private:
  void add(const ExprPtr& node, const std::string& row, const ExprPtr& instead, double weight = 1) {
    Distinction distinction = paragraph_of_;
    distinction.weight = weight;
    distinction.what = fmt::format("{}: {}", shown(*node), row);
    distinction.changed = with_replaced(root_, node.get(), instead);
    if (distinction.changed != root_) all_.push_back(std::move(distinction));
  }

  // The outcome of the formula is turned round where the condition holds.
  void reverse_order(const ExprPtr& node, const std::string& row, const ExprPtr& where, double weight = 1) {
    add(node, row, make_formula(Op::Iff, {node, make_not(where)}), weight);
  }

  void walk(const ExprPtr& expr) {
    if (expr->span.source != nullptr) inspect(expr);
    for (const model::Decl& decl : expr->decls) walk(decl.bound);
    for (const ExprPtr& child : expr->children) walk(child);
  }

  void inspect(const ExprPtr& expr) {
    switch (expr->op) {
      case Op::Block:
      case Op::And:
      case Op::Or:
        return list(expr);
      case Op::Implies:
      case Op::Iff:
        return table(expr);
      case Op::IfElse:
        return branches(expr);
      case Op::No:
      case Op::Lone:
      case Op::One:
      case Op::Some:
        reverse_order(expr, "size 0", make_formula(Op::No, expr->children), kFineWeight);
        reverse_order(expr, "size 1", make_formula(Op::One, expr->children), kFineWeight);
        return reverse_order(expr, "size 2 or more", make_not(make_formula(Op::Lone, expr->children)),
                             kFineWeight);
      case Op::In:
      case Op::NotIn:
      case Op::Equal:
      case Op::NotEqual:
        return comparison(expr);
      case Op::Union:
      case Op::Intersection:
      case Op::Difference:
        add(expr, "without " + shown(*expr->child(1)), expr->child(0));
        if (expr->op != Op::Difference) add(expr, "without " + shown(*expr->child(0)), expr->child(1));
        return;
      case Op::Closure:
      case Op::ReflexiveClosure:
        return steps(expr);
      case Op::Join:
        return one_step(expr->child(1));
      default:
        if (expr->op >= Op::Less && expr->op <= Op::NotAtLeast) return order(expr);
        if (model::is_quantifier(expr->op)) return bindings(expr);
    }
  }

  void list(const ExprPtr& expr) {
    const bool all = expr->op != Op::Or;
    if (expr->children.size() < 2) return;
    for (const ExprPtr& child : expr->children) {
      if (child->span.source != nullptr) add(child, all ? "false" : "true", all ? make_true() : make_false());
    }
    add(expr, all ? "true" : "false", all ? make_false() : make_true());
  }

  void table(const ExprPtr& expr) {
    const ExprPtr &a = expr->child(0), &b = expr->child(1);
    reverse_order(expr, "true, true", make_formula(Op::And, {a, b}));
    reverse_order(expr, "true, false", make_formula(Op::And, {a, make_not(b)}));
    reverse_order(expr, "false, true", make_formula(Op::And, {make_not(a), b}));
    reverse_order(expr, "false, false", make_formula(Op::And, {make_not(a), make_not(b)}));
  }

  void branches(const ExprPtr& expr) {
    if (expr->kind != model::Kind::Formula) {
      other_value(expr, "condition true", 1);
      other_value(expr, "condition false", 2);
      return;
    }
    for (const std::size_t branch : {1U, 2U}) {
      add(expr->child(branch), "true", make_false());
      add(expr->child(branch), "false", make_true());
    }
  }

  // A branch that has the value of the other one by mistake decides nothing against that one. So its value
  // becomes one that is different wherever the two are not both empty.
  void other_value(const ExprPtr& expr, const std::string& row, std::size_t branch) {
    const ExprPtr &value = expr->child(branch), &other = expr->child(3 - branch);
    auto changed = std::make_shared<Expr>(*expr);
    changed->children[branch] = value->kind == model::Kind::Integer
                                    ? integer(Op::IntAdd, {value, number(1, value->type)}, value->type)
                                    : binary_relation(Op::Difference, other, value, expr);
    add(expr, row, changed);
  }

  void comparison(const ExprPtr& expr) {
    const ExprPtr &a = expr->child(0), &b = expr->child(1);
    if (model::has_multiplicity(*b) || (b->op >= Op::SomeOf && b->op <= Op::SeqOf)) return;
    const ExprPtr equal = make_formula(Op::Equal, {a, b});
    const ExprPtr inside = make_formula(Op::In, {a, b}), around = make_formula(Op::In, {b, a});
    reverse_order(expr, "equal", equal, kFineWeight);
    reverse_order(expr, "proper subset", make_formula(Op::And, {inside, make_not(around)}), kFineWeight);
    reverse_order(expr, "proper superset", make_formula(Op::And, {around, make_not(inside)}), kFineWeight);
    reverse_order(expr, "incomparable", make_formula(Op::And, {make_not(inside), make_not(around)}),
                  kFineWeight);
  }

  void order(const ExprPtr& expr) {
    const ExprPtr &a = expr->child(0), &b = expr->child(1);
    const auto next_to = [](const ExprPtr& less, const ExprPtr& more) {
      const ExprPtr one = number(1, less->type);
      const ExprPtr difference = integer(Op::IntSub, {more, less}, less->type);
      return make_formula(Op::And, {make_formula(Op::NotLess, {difference, one}),
                                    make_formula(Op::NotGreater, {difference, one})});
    };
    reverse_order(
        expr, "equal",
        make_formula(Op::And, {make_formula(Op::NotLess, {a, b}), make_formula(Op::NotGreater, {a, b})}),
        kFineWeight);
    reverse_order(expr, "one less", next_to(a, b), kFineWeight);
    reverse_order(expr, "one more", next_to(b, a), kFineWeight);
  }

  void bindings(const ExprPtr& expr) {
    const ExprPtr& body = expr->body();
    const auto made = [&](Op op, const ExprPtr& inside) { return make_binder(op, expr->decls, inside); };
    if (expr->op == Op::LoneQ || expr->op == Op::OneQ) {
      reverse_order(expr, "true for none", made(Op::NoQ, body));
      reverse_order(expr, "true for one", made(Op::OneQ, body));
      reverse_order(expr, "true for several", make_not(made(Op::LoneQ, body)));
      return;
    }
    const ExprPtr some = made(Op::SomeQ, body), not_all = made(Op::SomeQ, make_not(body));
    reverse_order(expr, "no binding", made(Op::NoQ, make_true()));
    reverse_order(expr, "true for all", make_formula(Op::And, {some, make_not(not_all)}));
    reverse_order(expr, "true for some", make_formula(Op::And, {some, not_all}));
    reverse_order(expr, "true for none", make_formula(Op::And, {not_all, make_not(some)}));
  }

  // Does it lead from one kind of atoms to the same?
  bool can_be_repeated(const Expr& expr) const {
    if (expr.type->arity() != 2 || expr.type->products.empty()) return false;
    const auto root = [&](model::SigId sig) {
      while (sig != model::kUniv && model_.sig(sig).parent != model::kUniv) sig = model_.sig(sig).parent;
      return sig;
    };
    const model::SigId first = root(expr.type->products.front().front());
    return std::ranges::all_of(expr.type->products, [&](const model::Product& product) {
      return root(product.front()) == first && root(product.back()) == first;
    });
  }

  void one_step(const ExprPtr& step) {
    if (step->op == Op::Closure || step->op == Op::ReflexiveClosure || !can_be_repeated(*step)) return;
    auto closure = std::make_shared<Expr>(*make_leaf(Op::Closure, step->type));
    closure->children = {step};
    add(step, "several steps", closure);
  }

  void steps(const ExprPtr& expr) {
    const ExprPtr& step = expr->child(0);
    const auto closure = [&](Op op) {
      auto copy = std::make_shared<Expr>(*expr);
      copy->op = op;
      return copy;
    };
    const bool reflexive = expr->op == Op::ReflexiveClosure;
    add(expr, "no step", closure(reflexive ? Op::Closure : Op::ReflexiveClosure));
    add(expr, "several steps",
        reflexive ? binary_relation(Op::Union, step, make_leaf(Op::Iden, step->type), expr) : step);
  }

  const model::Model& model_;
  std::vector<Distinction>& all_;
  ExprPtr root_;
  Distinction paragraph_of_;
};

}  // namespace

std::vector<Distinction> collect_distinctions(const model::Model& model, const Requirements& requirements,
                                              const std::vector<model::ExprPtr>& facts) {
  std::vector<Distinction> all;
  const auto extremes = [&](std::optional<std::size_t> fact, std::optional<std::size_t> paragraph,
                            const std::string& name, bool accepting) {
    if (accepting)
      all.push_back({fact, paragraph, name + ": largest accepted", nullptr, true, true, kExtremeWeight});
    all.push_back({fact, paragraph, name + ": smallest rejected", nullptr, false, false, kExtremeWeight});
    all.push_back({fact, paragraph, name + ": largest rejected", nullptr, false, true, kExtremeWeight});
  };
  for (std::size_t i = 0; i < facts.size(); ++i) extremes(i, {}, shown(*facts[i]), i == 0);
  for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
    if (requirements.paragraphs[p].kind == ParagraphKind::Predicate)
      extremes({}, p, requirements.paragraphs[p].title, true);
  }
  DistinctionCollector distinguishing(model, all);
  for (std::size_t i = 0; i < facts.size(); ++i) distinguishing.of(facts[i], {i, {}, {}, {}});
  for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
    const Paragraph& paragraph = requirements.paragraphs[p];
    if (paragraph.kind == ParagraphKind::Predicate || paragraph.kind == ParagraphKind::Function)
      distinguishing.of(model.functions[paragraph.index].body, {{}, p, {}, {}});
  }
  return all;
}

}  // namespace fretsaw::modeltest
