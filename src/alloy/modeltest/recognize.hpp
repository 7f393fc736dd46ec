// SPDX-License-Identifier: MIT
// Reads the valuation out of a test in plain Alloy: a command whose goal names atoms by nested `some` and
// then says what every sig and every field is.
//
//     pred test1 { some disj N0: Node { Node = N0  no link  Acyclic } }
//     run test1 for 3
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/valuation.hpp"

namespace fretsaw::modeltest {

// What the variables of the test stand for.
using Bindings = std::vector<std::pair<const model::Variable*, AtomId>>;

// One choice of atoms for the variables, and the valuation that follows.
struct Reading {
  Valuation valuation;
  Bindings bindings;
};

// The goal is equivalent to: one of the readings, up to the names of atoms, and in it all of the claims.
struct FixedTest {
  std::vector<Reading> readings;       // mostly one; none if the test contradicts itself
  std::string contradiction;           // then why, in words
  std::vector<model::ExprPtr> claims;  // formulas over the model and the variables
};

// What a test does not say, or why it is not a valuation.
struct MissingValue {
  std::string what;  // "the field link", "the sig Node", "…"
};

using RecognizedTest = std::variant<FixedTest, MissingValue>;

// Requires a command without error.
RecognizedTest recognize(const model::Model& model, const model::Command& command);

// Is the body of a predicate that of a test, and not part of the model? It names atoms and says of which of
// them a sig consists, or it fixes everything. One that merely equates a sig with something is part of the
// model.
bool defines_valuation(const model::Model& model, const model::ExprPtr& body);

// Formulas that say what a sig or field is: `S = a + b`, `no S`, `f = a->b`, `x.f = b`.

// What a definition is about: a sig, a field, or a field of one owner.
struct AssignmentTarget {
  std::optional<model::SigId> sig;
  std::optional<model::FieldId> field;
  model::ExprPtr owner;  // of x.f
};

struct Definition {
  AssignmentTarget target;
  model::ExprPtr value;  // null: it is empty
  model::ExprPtr formula;
};

bool is_user_sig(const model::Model& model, const model::Expr& expr);

// Nothing if the formula is not a definition.
std::optional<Definition> definition_of(const model::Model& model, const model::ExprPtr& formula);

// Is it a quantifier that only names atoms?
bool names_atoms(const model::Model& model, const model::Expr& expr);

// Is there a definition in it: as a conjunct, under quantifiers that name atoms, or in a predicate that is
// called?
bool contains_definition(const model::Model& model, const model::Expr& formula, int depth = 0);

}  // namespace fretsaw::modeltest
