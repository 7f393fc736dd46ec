// SPDX-License-Identifier: MIT
// A value for every sig and every field of a model, over atoms that have names of their own: what a unit test
// fixes. It knows nothing of scopes; `ValuationPlacer` (valuation_placer.hpp) puts it into the universe of a command.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/syntax/expr.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::modeltest {

// An atom is its position in Valuation::atoms.
enum class AtomId : std::uint32_t {};
constexpr std::size_t index(AtomId id) { return static_cast<std::size_t>(id); }

// An atom, an integer, or the text of a string literal.
using Cell = std::variant<AtomId, std::int64_t, std::string>;
using Row = std::vector<Cell>;

struct Valuation {
  std::vector<std::string> atoms;         // their names, all different
  std::vector<std::vector<AtomId>> sigs;  // by SigId, ascending; empty for the builtin ones
  std::vector<std::vector<Row>> fields;  // by FieldId, with the owner's column; ascending, without repetition

  const std::vector<AtomId>& sig(model::SigId id) const { return sigs[model::index(id)]; }
  const std::vector<Row>& field(model::FieldId id) const { return fields[model::index(id)]; }

  friend bool operator==(const Valuation&, const Valuation&) = default;
};

// "2 atoms of Node", for messages.
inline std::string atoms_of(std::size_t n, const std::string& sig) {
  return std::to_string(n) + (n == 1 ? " atom of " : " atoms of ") + sig;
}

// The name without the path of its module: "Ord" for "ord/Ord".
inline std::string plain_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }

// The valuation that the equations of a block give, as the short form means them (test_file.hpp). Errors
// have their place in the text.
Result<Valuation> read_valuation(const model::Model& model, const alloy::Expr& block);

// Meta sigs in valuations. Tests do not list them: each has one atom, and their fields have the values that
// the model gives them.

// The rows of a field of a meta sig. Requires that the sigs and all other fields have their values.
std::vector<Row> meta_rows(const Valuation& valuation, const model::Field& field);

// The orders that a model opens (util/ordering), and orders given by a list.

// An order: its elements, and the fields that hold it.
struct Order {
  model::SigId elements{};
  model::SigId owner{};
  model::FieldId first{};
  model::FieldId next{};
  std::string path;
};

std::vector<Order> orders_of(const model::Model& model);

// What the fields of an order hold whose elements are these, in this sequence.
std::vector<Row> listed_first(const std::vector<AtomId>& atoms, AtomId owner);
std::vector<Row> listed_next(const std::vector<AtomId>& atoms, AtomId owner);

}  // namespace fretsaw::modeltest
