// SPDX-License-Identifier: MIT
//
// A field is a relation with the owner's column first; that of a `one sig` S is S -> r, so that S.f is r
// itself. Its upper bound is what its type allows and also its declared bound, taken for each owner alone:
// `g: this.f` can only hold what f may hold for the same atom.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/lowering/bounds.hpp"

namespace fretsaw::lowering {

namespace {

using model::Field;
using model::Mult;
using model::Sig;
using model::SigMult;
using ModelOp = model::Op;

// Always the same one.
bool is_one_atom(const Sig& sig) { return sig.mult == SigMult::One && !sig.is_variable; }

TupleSet without_first_column(const TupleSet& set) {
  std::vector<Atom> rows;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto row = set.row(i).subspan(1);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return TupleSet::from_rows(set.arity() - 1, std::move(rows));
}

// By the declared bound, with the owner's column; nothing if the bound cannot be looked into.
std::optional<TupleSet> declared_bound(const LoweringContext& context, const Field& field) {
  const Sig& owner = context.model->sig(field.owner);
  const TupleSet& owners = context.upper(field.owner);
  UpperBound upper(context);
  if (!mentions(*field.bound, *owner.this_variable)) {
    const auto values = upper.of(*field.bound);
    if (!values || (!owners.empty() && values->size() > kMaxBoundTuples / owners.size())) return std::nullopt;
    return TupleSet::product(owners, *values);
  }
  std::vector<Atom> rows;
  for (const Atom atom : owners.atoms()) {
    upper.bind(*owner.this_variable, TupleSet::unary({atom}));
    const auto values = upper.of(*field.bound);
    if (!values) return std::nullopt;
    for (std::size_t i = 0; i < values->size(); ++i) {
      rows.push_back(atom);
      rows.insert(rows.end(), values->row(i).begin(), values->row(i).end());
    }
  }
  return TupleSet::from_rows(field.type.arity(), std::move(rows));
}

// f = e for a `one sig`, where e is made of sigs and fields only: no relation is needed for what is known.
bool is_plain(const model::Expr& expr) {
  switch (expr.op) {
    case ModelOp::Sig:
    case ModelOp::Field:
      return true;
    case ModelOp::Arrow:
    case ModelOp::Union:
    case ModelOp::Join:
      return is_plain(*expr.child(0)) && is_plain(*expr.child(1));
    default:
      return false;
  }
}

Status bound_field(LoweringContext& context, const Field& field, Budget& budget) {
  const Sig& owner = context.model->sig(field.owner);
  const auto by_type = UpperBound(context).of(field.type);
  auto upper = declared_bound(context, field);
  if (upper && by_type) upper = intersect(*upper, *by_type);
  if (!upper) upper = by_type;
  if (!upper) {
    return error_at(
        field.span, ErrorClass::Scope,
        fmt::format("field '{}' may have more than {} tuples in this scope", field.name, kMaxBoundTuples),
        "use a smaller scope, or a field with fewer columns");
  }
  context.field_upper[index(field.id)] = *upper;
  const std::string name = fmt::format("{}.{}", owner.name, field.name);
  const bool owner_is_known = is_one_atom(owner);
  if (owner_is_known && field.mult == Mult::Exactly && is_plain(*field.bound)) {
    ExprLowerer lowerer(context, "", budget);
    context.fields[index(field.id)] =
        context.terms(product(context.sig(owner.id), lowerer.relation(*field.bound)));
  } else if (owner_is_known) {
    const TupleSet rest = without_first_column(*upper);
    const Relation relation = context.add_relation_of(field.is_variable, name, TupleSet(rest.arity()), rest);
    context.fields[index(field.id)] = context.terms(product(context.sig(owner.id), relation));
  } else {
    context.fields[index(field.id)] =
        context.add_relation_of(field.is_variable, name, TupleSet(upper->arity()), *upper);
  }
  return Success{};
}

class FieldConstraints {
 public:
  FieldConstraints(LoweringContext& context, ExprLowerer& lowerer)
      : context_(context), lowerer_(lowerer), t_(context.terms) {}

  void add(const Field& field, const Sig& owner) {
    const Formula formula = is_one_atom(owner) ? of_one(field, owner) : of_each(field, owner);
    if (formula.node().op != Op::True) context_.require(formula, OriginKind::Field, field.span);
    if (field.disjoint_bound && !is_one_atom(owner)) keep_owners_apart(field, owner);
  }

  // disj f, g: e
  void keep_apart(const std::vector<const Field*>& fields) {
    std::vector<Expr> relations;
    for (const Field* field : fields) relations.push_back(context_.field(field->id));
    require(lowerer_.disjoint(relations), *fields.front());
  }

 private:
  // What `disj` says holds in all states only if the field may change, as in Alloy.
  void require(const Formula& formula, const Field& field) {
    field.is_variable ? context_.require(formula, OriginKind::Field, field.span)
                      : context_.require_of_trace(formula, OriginKind::Field, field.span);
  }

  Formula of_one(const Field& field, const Sig& owner) {
    const Expr value(context_.field(field.id).node().children[1]);
    if (value.node().op != Op::Relation) return t_(constant(true));
    lowerer_.bind(*owner.this_variable, context_.sig(owner.id).pointer());
    return lowerer_.within(value, field.mult, *field.bound);
  }

  Formula of_each(const Field& field, const Sig& owner) {
    const Expr& all_owners = context_.sig(owner.id);
    const Expr& relation = context_.field(field.id);
    const Variable self("this");
    lowerer_.bind(*owner.this_variable, t_(self).pointer());
    const Expr value = t_(join(t_(self), relation));
    const bool uniform = field.mult != Mult::Exactly && !model::has_multiplicity(*field.bound) &&
                         !mentions(*field.bound, *owner.this_variable);
    if (uniform) {
      Formula inside = t_(in(relation, t_(product(all_owners, lowerer_.relation(*field.bound)))));
      if (field.mult == Mult::Set) return inside;
      return inside && all({{self, all_owners}}, sized(value, field.mult));
    }
    Formula each = all({{self, all_owners}}, lowerer_.within(value, field.mult, *field.bound));
    if (context_.is_fixed(owner.id)) return each;
    return each && t_(in(relation, padded(t_, all_owners, relation.arity())));
  }

  Formula sized(const Expr& value, Mult mult) {
    return t_(mult == Mult::One ? one(value) : mult == Mult::Lone ? lone(value) : some(value));
  }

  // f: disj e
  void keep_owners_apart(const Field& field, const Sig& owner) {
    const Expr& all_owners = context_.sig(owner.id);
    const Expr& relation = context_.field(field.id);
    const Variable self("this"), that("that");
    const Expr shared = t_(t_(join(t_(self), relation)) & t_(join(t_(that), relation)));
    require(
        all({{self, all_owners}, {that, all_owners}}, t_(t_(equal(t_(self), t_(that))) || t_(no(shared)))),
        field);
  }

  LoweringContext& context_;
  ExprLowerer& lowerer_;
  TermTable& t_;
};

}  // namespace

Status bound_fields(LoweringContext& context, Budget& budget) {
  context.field_upper.resize(context.model->fields.size());
  context.fields.assign(context.model->fields.size(), context.terms(none()));
  for (const Sig& sig : context.model->sigs) {
    if (is_one_atom(sig)) context.singletons.insert(context.sig(sig.id).pointer().get());
  }
  for (const Field& field : context.model->fields) {
    if (auto status = bound_field(context, field, budget); !status) return status;
  }
  return Success{};
}

void constrain_fields(LoweringContext& context, ExprLowerer& lowerer) {
  FieldConstraints constraints(context, lowerer);
  for (const Sig& sig : context.model->sigs) {
    std::vector<const Field*> declaration;  // those of one declaration that are disjoint
    for (std::size_t i = 0; i < sig.fields.size(); ++i) {
      const Field& field = context.model->field(sig.fields[i]);
      constraints.add(field, sig);
      if (field.disjoint) declaration.push_back(&field);
      const bool last = i + 1 == sig.fields.size() ||
                        context.model->field(sig.fields[i + 1]).declaration != field.declaration;
      if (last && declaration.size() > 1) constraints.keep_apart(declaration);
      if (last) declaration.clear();
    }
  }
}

}  // namespace fretsaw::lowering
