// SPDX-License-Identifier: MIT
// Instances as sets of tuples, and what isomorphic ones have in common: a number that is quickly computed and
// the same for all of a class, and a form that is the same for no others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// Not for use by several threads at once; copy it.
class Shapes {
 public:
  // The tuples that instances may have, as bits: bit v - 1 is that of the input with variable v, 1..primary.
  // Atoms are renamed within the classes.
  Shapes(const Problem& problem, const std::vector<InputTuple>& inputs,
         const std::vector<int>& variable_of_input, int primary,
         const std::vector<std::vector<Atom>>& classes);

  // Of no tuples; for pass().
  Shapes() = default;
  // As bytes and back (work/bytes.hpp).
  template <class Archive>
  void pass(Archive& archive);

  // Of an instance; bits beyond the last are 0.
  std::size_t bits() const { return cells_.size(); }
  std::size_t words() const { return (cells_.size() + kBits - 1) / kBits; }

  // Equal for isomorphic instances. It distinguishes instances by the tuples that each atom is in and those
  // that its neighbors are in, and by no more than that.
  std::uint64_t invariant(std::span<const std::uint64_t> bits);

  // Equal for two instances if and only if they are isomorphic. Nothing if it would take too long.
  std::optional<std::vector<std::uint32_t>> canonical_form(std::span<const std::uint64_t> bits) const;

 private:
  static constexpr std::size_t kBits = 64;  // of a word

  // A tuple.
  struct Cell {
    std::uint32_t relation = 0;
    std::uint32_t arity = 0;
    std::uint32_t columns = 0;  // where they begin in columns_
  };

  std::vector<Cell> cells_;               // by bit
  std::vector<Atom> columns_;             // of all cells
  std::vector<std::uint64_t> gives_;      // by column: what the tuple says of that atom
  std::vector<std::uint64_t> relations_;  // by relation: a random number
  std::vector<std::uint64_t> kinds_;      // by atom: a random number for its class
  std::vector<std::uint32_t> colors_;     // by atom: its class
  std::vector<std::uint64_t> seen_;       // by atom: what invariant() has added up
};

template <class Archive>
void Shapes::pass(Archive& archive) {
  archive(cells_);
  archive(columns_);
  archive(gives_);
  archive(relations_);
  archive(kinds_);
  archive(colors_);
}

}  // namespace fretsaw
