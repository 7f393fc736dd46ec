// SPDX-License-Identifier: MIT
// Formulas that say what a sig or field is: `S = a + b`, `no S`, `f = a->b`, `x.f = b`.
#pragma once

#include <optional>

#include "alloy/model/model.hpp"

namespace fretsaw::modeltest {

// What a definition is about: a sig, a field, or a field of one owner.
struct Assigned {
  std::optional<model::SigId> sig;
  std::optional<model::FieldId> field;
  model::ExprPtr owner;  // of x.f
};

struct Definition {
  Assigned target;
  model::ExprPtr value;  // null: it is empty
  model::ExprPtr formula;
};

bool is_user_sig(const model::Model& model, const model::Expr& expr);

// Nothing if the formula is no definition.
std::optional<Definition> definition_of(const model::Model& model, const model::ExprPtr& formula);

// Is it a quantifier that only names atoms?
bool names_atoms(const model::Model& model, const model::Expr& expr);

// Is there a definition in it: as a conjunct, under quantifiers that name atoms, or in a predicate that is
// called?
bool contains_definition(const model::Model& model, const model::Expr& formula, int depth = 0);

}  // namespace fretsaw::modeltest
