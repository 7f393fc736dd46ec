// SPDX-License-Identifier: MIT
// Which member of an isomorphism class is the one to keep? Its leader: the largest when instances are written
// as the sequence of their tuples, by atom (lex_leader.hpp). An instance is judged by itself, without a
// memory of others.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "circuit/translate.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

// Not for use by several threads at once; copy it.
class LeaderTest {
 public:
  // The classes within which atoms are renamed.
  LeaderTest(const Problem& problem, const std::vector<InputTuple>& inputs,
             const std::vector<std::vector<Atom>>& classes);

  // Nothing to compare; for pass().
  LeaderTest() = default;
  // As bytes and back (work/bytes.hpp).
  template <class Archive>
  void pass(Archive& archive);

  // The inputs that it looks at.
  const std::vector<std::uint32_t>& inputs() const { return inputs_; }

  // Is the instance with these values, by input index, the leader of its class?
  bool is_leader(const std::vector<bool>& values, Budget& budget);

 private:
  using Permutation = std::vector<Atom>;  // by atom

  // A tuple that is compared. Relations with few possible tuples have a place for each in own_, others a map.
  struct Cell {
    std::uint32_t input;
    std::uint32_t columns;  // where they begin in columns_
    std::uint32_t arity;
    std::uint32_t map;   // in maps_, or kNoMap
    std::uint64_t base;  // of the relation's places in own_
  };
  static constexpr std::uint32_t kNoMap = ~std::uint32_t{0};
  enum class Found { Nothing, Larger, Same };

  // What is known of the images of one label.
  struct Attempts {
    std::vector<Atom> tried;
    std::vector<Atom> orbit;
  };

  Found try_image(std::size_t rank, Atom candidate);
  Found explore(std::size_t rank);
  int compare(std::size_t rank) const;
  bool renamed(const Cell& cell) const;
  void note_automorphism();
  void find_orbits_that_keep_images(std::vector<Atom>& orbit) const;

  std::uint64_t atoms_ = 0;
  std::vector<std::uint32_t> inputs_;
  std::vector<Atom> labels_;           // the atoms that may be renamed, in the order they are compared
  std::vector<std::size_t> class_of_;  // by atom
  std::vector<std::vector<Atom>> classes_;
  std::vector<std::vector<Cell>> cells_;  // by rank: what can be compared once that label has an image
  std::vector<Atom> columns_;             // of all cells
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> maps_;  // tuple -> input

  // Of the instance that is being judged:
  const std::vector<bool>* values_ = nullptr;
  Budget* budget_ = nullptr;
  std::vector<std::uint8_t> own_;   // by place: does the tuple belong to it
  Permutation image_;               // of the labels up to some rank
  std::vector<std::uint8_t> used_;  // by atom: is an image
  std::vector<Permutation> automorphisms_;
  std::vector<Attempts> attempts_;  // by rank
  std::vector<Atom> orbit_;         // by atom: a member of its orbit under the automorphisms
};

template <class Archive>
void LeaderTest::pass(Archive& archive) {
  archive(atoms_);
  archive(inputs_);
  archive(labels_);
  archive(class_of_);
  archive(classes_);
  archive(cells_);
  archive(columns_);
  archive(maps_);
  archive(own_);
  attempts_.resize(labels_.size());
}

}  // namespace fretsaw
