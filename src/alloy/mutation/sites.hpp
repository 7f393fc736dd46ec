// SPDX-License-Identifier: MIT
// The places of a model where operators may change something, and what each of them belongs to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/mutation/operators.hpp"
#include "alloy/syntax/ast.hpp"

namespace fretsaw::mutation {

enum class UnitKind : std::uint8_t { Sig, Declaration, Fact, Predicate, Function, Assertion };

// What is compared to decide whether a mutant is equivalent: the multiplicity of a sig, a declaration of
// fields, a fact (that of a sig included), a predicate, function or assertion. The indices are the same in
// model and mutant.
struct Unit {
  UnitKind kind = UnitKind::Sig;
  std::string title;                   // "pred Acyclic", "sig Node"; reports are per title
  Span span;                           // of all of its text
  std::vector<std::size_t> members{};  // sigs, fields, facts, functions or assertions of the model
};

struct PlacedChange {
  const Operator* op = nullptr;
  std::size_t unit = 0;
  bool in_bound = false;  // of a declaration: what the fields may hold is changed, not how many
  Change change;
};

struct Sites {
  std::vector<Unit> units;            // in the order of the text
  std::vector<PlacedChange> changes;  // likewise
};

struct SiteOptions {
  std::vector<const Operator*> operators;
  bool assertions = false;
  bool sig_facts = true;
  // As in 2018: UOI also examines the names that `let` declares. No valid mutant comes of that.
  bool let_names = false;
};

// Of the main module's own paragraphs. Requires that the model is that of the syntax.
Sites collect_changes(const alloy::Module& syntax, const model::Model& model, const SiteOptions& options);

}  // namespace fretsaw::mutation
