// SPDX-License-Identifier: MIT
// Puts valuations into the universe of a lowered command: which atom of the universe each atom is, and what
// the problem's relations are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/lower.hpp"
#include "alloy/lowering/lowering_context.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "fretsaw/relational.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw::modeltest {

// The matching of atoms: an atom of the universe for each atom of a valuation.
class AtomMatching {
 public:
  // The frame must outlive it.
  explicit AtomMatching(const lowering::LoweringContext& context);

  // A relation that the bounds fix, and what the valuation says that it is.
  struct Fixed {
    const TupleSet* tuples;
    std::vector<std::vector<AtomId>> rows;
  };

  struct Match {
    std::optional<std::vector<Atom>> atoms;  // by AtomId
    bool gave_up = false;  // after too many steps: then it is not known whether there are any
  };
  Match match_atoms(const Valuation& valuation, const std::vector<Fixed>& fixed) const;

  // Why there are no seats, in words.
  std::string obstacle(const Valuation& valuation) const;

 private:
  struct Search;

  const lowering::LoweringContext& context_;
  // Of the sigs that make a hierarchy, one bit each: those that must have an atom, and those that may, by
  // atom of the universe, so many words each.
  std::vector<model::SigId> sigs_;
  std::size_t words_;
  std::vector<std::uint64_t> must_, may_;
};

struct PlacedValuation {
  std::optional<Instance> instance;  // values of all bounded relations, in the order of the bounds
  std::vector<Atom> atoms;           // of the universe, by AtomId
  // Why there is no instance: the command's bounds leave no room for this valuation, whatever its atoms are
  // called; or, what must be solved for, because it is not known here.
  std::string obstacle, open;
};

class ValuationPlacer {
 public:
  // The lowered problem must outlive it.
  explicit ValuationPlacer(const lowering::LoweredCommand& lowered);

  // Is every relation of the problem one that a valuation gives a value to? If not, which?
  const std::optional<std::string>& unknown_relation() const { return unknown_; }

  // Requires that there is no unknown relation.
  PlacedValuation place(const Valuation& valuation) const;

  // The way back: the valuation that an instance of the problem is, atoms named after their sigs (Node0, …).
  // `cells`, if it is not null, gets what each atom of the universe is in it.
  Valuation valuation_of(const Instance& instance, std::vector<std::optional<Cell>>* cells = nullptr) const;

  const lowering::LoweredCommand& lowered() const { return lowered_; }

 private:
  struct Meaning {  // what a relation stands for; neither: a constant of the translation
    std::optional<model::SigId> sig;
    std::optional<model::FieldId> field;
    bool without_owner = false;  // of a field of a `one sig`
  };

  TupleSet value(const Meaning& meaning, const Bound& bound, const Valuation& valuation,
                 const std::vector<Atom>& atoms, std::string& open, bool& stray) const;
  bool is_owner(model::FieldId field, const Cell& cell, const Valuation& valuation) const;
  std::optional<Atom> cell(const Cell& cell, const std::vector<Atom>& atoms) const;
  std::string misfit(const Meaning& meaning, const TupleSet& value, const Bound& bound) const;

  std::string contradiction(const Valuation& valuation, const Instance& instance,
                            const std::vector<Atom>& atoms, std::string& open) const;
  void compare_derived();

  const lowering::LoweredCommand& lowered_;
  AtomMatching atom_matching_;
  std::vector<Meaning> meanings_;           // by bound
  std::vector<std::size_t> fixed_;          // the bounds of fields that have one value only
  std::vector<model::SigId> derived_sigs_;  // without a relation of their own
  std::vector<model::FieldId> derived_fields_;
  std::vector<Relation> given_;         // what the valuation says of these, sigs first
  std::unique_ptr<Evaluator> derived_;  // are they the same?
  std::optional<std::string> unknown_;
};

}  // namespace fretsaw::modeltest
