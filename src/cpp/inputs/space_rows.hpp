// SPDX-License-Identifier: MIT
// The possible values of the fields of a space's objects, as rows of relations: each row with the choices of slots
// that it stands for. Which rows can be combined is not represented here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cpp/contract/shape.hpp"
#include "cpp/contract/theory.hpp"
#include "cpp/inputs/input_space.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::inputs {

// An element of a row before the integers have their atoms.
struct RowElement {
  bool is_integer = false;
  std::int64_t value = 0;  // an integer, or an atom

  friend auto operator<=>(const RowElement&, const RowElement&) = default;
};

// One relation: a field's value or the length of one of its dimensions.
struct SpaceRelation {
  int class_index;
  std::string field;
  int level;
  contract::Shape shape;
  std::vector<std::vector<RowElement>> rows{};
  std::vector<std::vector<InputSpace::Choice>> choices{};  // what each row means for the candidate
  std::set<std::int64_t> total{};                          // owners that must have a value
  std::set<std::int64_t> partial{};                        // owners that may have none
  std::optional<Relation> relation{};                      // once it is declared
  int counter = -1;                                        // the slot of a field that is the length
  bool owns = false;                                       // std::unique_ptr
  int arity() const { return 2 + (level >= 0 ? level : shape.dimensions); }
};

struct SpaceRows {
  std::vector<std::string> atoms;  // objects, what they hold by value, constants
  std::vector<int> class_of_atom;  // of objects, those held by value included
  std::size_t object_atoms = 0;
  std::map<std::string, std::int64_t> constants;  // "true", "Color=1": their atoms
  std::set<std::int64_t> integers;                // that occur
  std::string beyond;                             // one of 2^63 and more, if any occurs; not among the others
  std::int64_t longest = 0;                       // of all lengths
  std::vector<SpaceRelation> relations;
  std::map<std::tuple<int, std::string, int>, std::size_t> by_key;  // class, field, level
  std::set<std::pair<int, std::string>> left;                       // fields that keep their default values
  std::map<std::pair<int, std::string>, Diagnostic>
      unrelated;  // those among them that something else chooses
  bool leaves_fields_out = false;
  std::set<std::pair<std::int64_t, std::int64_t>> counted;  // what counting fields may be, and the lengths
  std::vector<std::uint32_t> initial;                       // by slot: what it holds if no row speaks of it

  // Null if there is none.
  const SpaceRelation* find(int class_index, const std::string& field, int level) const {
    const auto at = by_key.find({class_index, field, level});
    return at == by_key.end() ? nullptr : &relations[at->second];
  }
};

// Refuses fields that no formula can choose, unless formulas only filter: then they are left out.
Result<SpaceRows> space_rows(const contract::Theory& theory, const space::Space& space, bool only_filters);

}  // namespace fretsaw::inputs
