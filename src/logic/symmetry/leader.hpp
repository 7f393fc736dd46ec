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
#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// Not for use by several threads at once; copy it.
class LeaderTest {
 public:
  static constexpr std::size_t kBits = 64;  // of a word of a set

  // The classes within which atoms are renamed.
  LeaderTest(const Problem& problem, const std::vector<InputTuple>& inputs,
             const std::vector<std::vector<Atom>>& classes);

  // Nothing to compare; for pass().
  LeaderTest() = default;
  // As bytes and back (work/bytes.hpp).
  template <class Archive>
  void pass(Archive& archive);

  // The inputs that it examines.
  const std::vector<std::uint32_t>& inputs() const { return inputs_; }

  // Is the instance with these values, by input index, the leader of its class?
  bool is_leader(const std::vector<bool>& values, Budget& budget) {
    return is_leader(values, labels_.size(), budget);
  }

  // The atoms that may be renamed, in the order in which they are compared, and the inputs that become
  // comparable with each of them.
  std::size_t labels() const { return labels_.size(); }
  const std::vector<std::uint32_t>& inputs_of_label(std::size_t label) const { return label_inputs_[label]; }

  // Only the inputs of the first labels have values: is there no renaming of these labels that shows already
  // that no instance with these values is a leader?
  bool is_leader(const std::vector<bool>& values, std::size_t labels, Budget& budget);

  // After such an answer was "no": inputs that cannot all have the values they have in any leader.
  std::vector<std::uint32_t> reason() const;

 private:
  using Permutation = std::vector<Atom>;      // by atom
  using Labels = std::vector<std::uint64_t>;  // a set of labels, by rank

  // A tuple that is compared once the label of its rank has an image.
  struct Cell {
    std::uint32_t input;
    std::uint32_t columns;  // where they begin in columns_
    std::uint32_t arity;
    std::uint32_t map;     // of relations with very many tuples: in maps_; otherwise kNoMap
    std::uint64_t places;  // where those of the relation begin in input_at_
    std::uint64_t
        table;  // the sets of labels, in tables_, that can stand where this rank's label stands in it...
    std::uint32_t entries;  // ...and the sets that the tuple itself belongs to, in entries_
    std::uint32_t entry_count = 0;
    bool own = false;  // does the tuple belong to the instance
  };
  // A cell of a unary or binary relation, where the labels fit into one word: most are.
  struct SmallCell {
    std::uint64_t table;
    Atom other;  // in the other column; atoms_ if there is none
    bool own;
  };
  struct Entry {
    std::uint64_t word;  // of tables_
    std::uint64_t bit;
  };
  static constexpr std::uint32_t kNoMap = ~std::uint32_t{0};
  enum class ImageOrder { Nothing, Larger, Same };

  // What is known of the images of one label.
  struct Attempts {
    Labels equal;  // those with which the tuples of the rank are the instance's own
    std::vector<Atom> tried;
    std::vector<Atom> orbit;
  };

  ImageOrder explore(std::size_t rank);
  bool find_images(std::size_t rank);
  bool find_images_by_words(std::size_t rank);
  void make_small_cells();
  const std::uint64_t* fitting(const Cell& cell, Atom label, const Labels& among);
  // Makes a free label the image of the label of this rank.
  void use(std::size_t rank, Atom candidate) {
    image_[labels_[rank]] = candidate;
    free_[rank_[candidate] / kBits] &= ~(std::uint64_t{1} << rank_[candidate] % kBits);
  }
  void release(Atom candidate) {
    free_[rank_[candidate] / kBits] |= std::uint64_t{1} << rank_[candidate] % kBits;
  }
  std::uint32_t renamed_input(const Cell& cell) const;
  void note_automorphism();
  void find_orbits_that_keep_images(std::vector<Atom>& orbit) const;

  std::uint64_t atoms_ = 0;
  std::uint64_t words_ = 1;  // of a set of labels
  std::vector<std::uint32_t> inputs_;
  std::vector<Atom> labels_;              // the atoms that may be renamed, in the order they are compared
  std::vector<std::uint32_t> rank_;       // by atom: its position there
  std::vector<Labels> of_class_;          // by rank: the labels of its class
  std::vector<std::vector<Cell>> cells_;  // by rank
  std::vector<std::vector<SmallCell>> small_cells_;       // the same, if all of them are small
  std::vector<std::vector<std::uint32_t>> label_inputs_;  // of these
  std::vector<Atom> columns_;                             // of all cells
  std::vector<Entry> entries_;
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> maps_;  // tuple -> input
  std::vector<std::uint32_t> input_at_;                                 // by place

  // Of the instance that is being judged:
  const std::vector<bool>* values_ = nullptr;
  std::size_t known_ = 0;  // labels whose inputs have values
  Budget* budget_ = nullptr;
  Labels tables_;
  Labels free_;        // labels that are not images
  Permutation image_;  // of the labels up to some rank; and 0 of no atom
  Labels fitting_;     // for tuples in maps
  std::vector<Permutation> automorphisms_;
  std::vector<Attempts> attempts_;  // by rank
  std::vector<Atom> orbit_;         // by atom: a member of its orbit under the automorphisms
};

template <class Archive>
void LeaderTest::pass(Archive& archive) {
  archive(atoms_);
  archive(words_);
  archive(inputs_);
  archive(labels_);
  archive(rank_);
  archive(of_class_);
  archive(cells_);
  archive(label_inputs_);
  archive(columns_);
  archive(entries_);
  archive(maps_);
  archive(input_at_);
  archive(tables_);
  attempts_.resize(labels_.size());
  make_small_cells();
}

}  // namespace fretsaw
