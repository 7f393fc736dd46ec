// SPDX-License-Identifier: MIT
// The problem under construction, and what stands for what: each sig and field of the model is a relation of
// the problem or an expression over its relations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "alloy/lowering/terms.hpp"
#include "alloy/model/model.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

// Why a formula of the problem is there.
enum class OriginKind : std::uint8_t { Sig, Scope, Field, Fact, Goal };

struct Origin {
  OriginKind kind = OriginKind::Fact;
  Span span;            // what the user wrote; without source for the sizes that only the scope demands
  bool always = false;  // holds in every state of a trace, not only in the first: what declarations say does
};

// Where a variable of the problem comes from.
struct VariableOrigin {
  Span span;  // its name, where it is declared
  model::Type type;
  std::string binder;  // "all", "some", …
};

struct LoweringContext {
  const model::Model* model = nullptr;
  model::Scopes scopes;
  Problem problem;
  std::vector<Origin> origins;  // one a formula of the problem

  // Bounds of every sig, by SigId, subset sigs and builtin ones (but univ) included; whether exact is lower
  // == upper.
  std::vector<TupleSet> sig_lower;
  std::vector<TupleSet> sig_upper;
  std::vector<Expr> sigs;  // by SigId
  std::vector<std::optional<TupleSet>>
      field_upper;           // by FieldId, with the owner's column; absent until it is bounded
  std::vector<Expr> fields;  // by FieldId, with the owner's column
  std::unordered_set<const Node*> singletons;  // what stands for `one` sigs
  bool univ_is_everything = false;             // every atom of the universe is in some sig in every instance
  bool integers_are_atoms = true;

  // Of commands about traces: the problem has tenses until it is unrolled (lower.hpp).
  bool is_temporal = false;
  std::unordered_set<const Leaf*> varying;  // the relations that may change from state to state
  std::optional<Atom> loop_atom;            // one that no symmetry moves

  std::map<std::string, Relation> strings;                // by their text, without quotes
  std::optional<Relation> int_next;                       // fun/next, once it is needed
  std::optional<Expr> int_zero;                           // likewise
  std::unordered_map<const Leaf*, std::size_t> bound_of;  // position in problem.bounds
  std::unordered_map<const Leaf*, VariableOrigin> variables;
  std::map<std::string, model::Type> variable_types;  // by name, of the first of that name
  TermTable terms;

  const Expr& sig(model::SigId id) const { return sigs[index(id)]; }
  const Expr& field(model::FieldId id) const { return fields[index(id)]; }
  const TupleSet& lower(model::SigId id) const { return sig_lower[index(id)]; }
  const TupleSet& upper(model::SigId id) const { return sig_upper[index(id)]; }
  bool is_fixed(model::SigId id) const { return lower(id) == upper(id); }

  Relation add_relation(const std::string& name, TupleSet lower, TupleSet upper, bool auxiliary = false);
  Relation add_relation_of(bool varies, const std::string& name, TupleSet lower, TupleSet upper);
  Relation add_constant(const std::string& name, const TupleSet& value);
  // What sigs, fields and scopes demand holds in every state of a trace, unless it is about the trace as a
  // whole.
  void require(const Formula& formula, OriginKind kind, const Span& span = {});
  void require_of_trace(const Formula& formula, OriginKind kind, const Span& span = {});

  // The bound of a relation of this problem.
  Bound& bound(const Node& relation) { return problem.bounds[bound_of.at(relation.leaf.get())]; }

  // Integer atoms: the successor relation, and {0}.
  Relation successor();
  Expr zero();
  // Alloy's iden: of the atoms that exist.
  Expr identity();
};

TupleSet unite(const TupleSet& a, const TupleSet& b);
TupleSet subtract(const TupleSet& a, const TupleSet& b);
TupleSet intersect(const TupleSet& a, const TupleSet& b);

}  // namespace fretsaw::lowering
