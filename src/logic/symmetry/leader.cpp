// SPDX-License-Identifier: MIT
//
// Orderly generation (Read 1978; Faradzev 1978): an instance is kept if no renaming of its atoms makes it
// larger. Renamings are tried label by label. Once the first labels have images, the tuples over them are
// known, and if these are smaller than the instance's own, no extension needs to be tried; if they are
// larger, the instance is not a leader.
//
// A renaming that changes nothing is an automorphism. Two images of a label lead to the same result if an
// automorphism that fixes the earlier images maps one to the other, so one of them is sufficient. The search
// begins with the last label, with fixed names for the earlier ones, so that the automorphisms found can be
// used for the earlier labels.
//
// The tuples over the first labels are compared before all others. So renamings among the first labels can be
// tried as soon as these tuples are known, and other tuples cannot change a rejection.
//
// All images of a label are tested together. For each tuple that can be compared once the label has an image,
// there is a set of the labels with which, in its place, the tuple would belong to the instance. Those in the
// set fit a tuple that belongs to it; any one in the set of a tuple that does not belong to it, and that fits
// all tuples before, makes it larger.
#include "logic/symmetry/leader.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

constexpr std::uint64_t kMaxIndexedTuples = std::uint64_t{1} << 16;
constexpr std::uint32_t kMaxIndexedColumns = 6;

Atom root_of(std::vector<Atom>& parent, Atom atom) {
  while (parent[atom] != atom) atom = parent[atom] = parent[parent[atom]];
  return atom;
}

void unite(std::vector<Atom>& parent, const std::vector<Atom>& permutation, const std::vector<Atom>& atoms) {
  for (const Atom atom : atoms) parent[root_of(parent, atom)] = root_of(parent, permutation[atom]);
}

// Is an image that has been tried in the same orbit?
bool is_alike(Atom candidate, const std::vector<Atom>& tried, std::vector<Atom>& orbit) {
  return std::ranges::any_of(tried,
                             [&](Atom other) { return root_of(orbit, other) == root_of(orbit, candidate); });
}

// Calls visit(rank) for the members in ascending order until it is false.
template <class Visit>
void each_label(const std::vector<std::uint64_t>& set, Visit&& visit) {
  for (std::size_t word = 0; word < set.size(); ++word) {
    for (std::uint64_t rest = set[word]; rest != 0; rest &= rest - 1) {
      if (!visit(word * LeaderTest::kBits + static_cast<std::size_t>(std::countr_zero(rest)))) return;
    }
  }
}

// The tables of one relation: for each set of columns, given as bits, where its sets of labels begin. They
// are indexed by the atoms in the other columns.
std::vector<std::uint64_t> tables_of(std::uint32_t arity, std::uint64_t atoms, std::uint64_t words,
                                     std::uint64_t& end) {
  std::vector<std::uint64_t> tables(std::size_t{1} << arity, 0);
  for (std::uint32_t columns = 1; columns < tables.size(); ++columns) {
    tables[columns] = end;
    std::uint64_t sets = 1;
    for (std::uint32_t column = 0; column < arity; ++column) sets *= (columns >> column & 1) != 0 ? 1 : atoms;
    end += sets * words;
  }
  return tables;
}

std::uint32_t columns_with(std::span<const Atom> tuple, Atom atom) {
  std::uint32_t columns = 0;
  for (std::size_t column = 0; column < tuple.size(); ++column) {
    if (tuple[column] == atom) columns |= std::uint32_t{1} << column;
  }
  return columns;
}

std::uint64_t index_of_others(std::span<const Atom> tuple, std::uint32_t columns, std::uint64_t atoms) {
  std::uint64_t index = 0;
  for (std::size_t column = 0; column < tuple.size(); ++column) {
    if ((columns >> column & 1) == 0) index = index * atoms + tuple[column];
  }
  return index;
}

}  // namespace

LeaderTest::LeaderTest(const Problem& problem, const std::vector<InputTuple>& inputs,
                       const std::vector<std::vector<Atom>>& classes)
    : atoms_(problem.universe.size()), inputs_(comparison_order(problem, inputs, classes, CompareBy::Atoms)) {
  constexpr std::uint32_t kNoRank = ~std::uint32_t{0};
  std::size_t longest = 0;
  for (const auto& members : classes) longest = std::max(longest, members.size());
  rank_.assign(atoms_, kNoRank);
  for (std::size_t i = 0; i < longest; ++i) {
    for (const auto& members : classes) {
      if (members.size() == 1 || i >= members.size()) continue;
      rank_[members[i]] = static_cast<std::uint32_t>(labels_.size());
      labels_.push_back(members[i]);
    }
  }
  words_ = labels_.size() / kBits + 1;
  of_class_.resize(labels_.size());
  for (const auto& members : classes) {
    if (members.size() == 1) continue;
    Labels set(words_, 0);
    for (const Atom atom : members) set[rank_[atom] / kBits] |= std::uint64_t{1} << rank_[atom] % kBits;
    for (const Atom atom : members) of_class_[rank_[atom]] = set;
  }
  cells_.resize(labels_.size());
  label_inputs_.resize(labels_.size());
  attempts_.resize(labels_.size());

  std::uint64_t tables_end = 0, places_end = 0;
  std::vector<Cell> of_relation;  // what cells of a relation have in common
  std::vector<std::vector<std::uint64_t>> tables;
  for (const Bound& bound : problem.bounds) {
    const auto arity = static_cast<std::uint32_t>(bound.relation.arity());
    std::uint64_t tuples = 1;
    for (std::uint32_t column = 0; column < arity && tuples <= kMaxIndexedTuples; ++column) tuples *= atoms_;
    const bool few = tuples <= kMaxIndexedTuples && arity <= kMaxIndexedColumns && !bound.auxiliary;
    Cell& cell = of_relation.emplace_back();
    cell.arity = arity;
    cell.places = places_end;
    cell.map = few ? kNoMap : static_cast<std::uint32_t>(maps_.size());
    tables.push_back(few ? tables_of(arity, atoms_, words_, tables_end) : std::vector<std::uint64_t>());
    if (few) {
      places_end += tuples;
    } else {
      maps_.emplace_back();
    }
  }
  tables_.resize(tables_end, 0);
  input_at_.resize(places_end, 0);

  for (const std::uint32_t input : inputs_) {
    const auto [relation, number] = inputs[input];
    Cell cell = of_relation[relation];
    cell.input = input;
    cell.columns = static_cast<std::uint32_t>(columns_.size());
    std::optional<std::uint32_t> last;
    std::vector<Atom> tuple(cell.arity);
    std::uint64_t rest = number;
    for (std::uint32_t column = cell.arity; column-- > 0; rest /= atoms_) {
      tuple[column] = static_cast<Atom>(rest % atoms_);
      const std::uint32_t rank = rank_[tuple[column]];
      if (rank != kNoRank) last = std::max(last.value_or(0), rank);
    }
    if (!last) continue;
    columns_.insert(columns_.end(), tuple.begin(), tuple.end());
    label_inputs_[*last].push_back(input);
    if (cell.map != kNoMap) {
      maps_[cell.map].emplace(number, input);
      cells_[*last].push_back(cell);
      continue;
    }
    input_at_[cell.places + number] = input;
    cell.table = tables[relation][columns_with(tuple, labels_[*last])];
    cell.entries = static_cast<std::uint32_t>(entries_.size());
    for (std::uint32_t columns = 1; columns < tables[relation].size(); ++columns) {
      const Atom atom = tuple[static_cast<std::size_t>(std::countr_zero(columns))];
      if (rank_[atom] == kNoRank || (columns & ~columns_with(tuple, atom)) != 0) continue;
      const std::uint64_t set = tables[relation][columns] + index_of_others(tuple, columns, atoms_) * words_;
      entries_.push_back({set + rank_[atom] / kBits, std::uint64_t{1} << rank_[atom] % kBits});
    }
    cell.entry_count = static_cast<std::uint32_t>(entries_.size()) - cell.entries;
    cells_[*last].push_back(cell);
  }
  make_small_cells();
}

void LeaderTest::make_small_cells() {
  small_cells_.clear();
  if (words_ > 1) return;
  std::vector<std::vector<SmallCell>> all;
  for (std::size_t rank = 0; rank < cells_.size(); ++rank) {
    auto& small = all.emplace_back();
    for (const Cell& cell : cells_[rank]) {
      if (cell.map != kNoMap || cell.arity > 2) return;
      small.push_back({.table = cell.table, .other = static_cast<Atom>(atoms_), .own = cell.own});
      for (const Atom atom : std::span(columns_).subspan(cell.columns, cell.arity)) {
        if (atom != labels_[rank]) small.back().other = atom;
      }
    }
  }
  small_cells_ = std::move(all);
}

bool LeaderTest::is_leader(const std::vector<bool>& values, std::size_t labels, Budget& budget) {
  values_ = &values;
  known_ = labels;
  budget_ = &budget;
  automorphisms_.clear();
  image_.resize(atoms_ + 1);
  std::iota(image_.begin(), image_.end(), Atom{0});
  orbit_ = image_;
  image_.back() = 0;
  // Most tuples are as they were last time. Those of further labels are of no account: their labels are not
  // free.
  for (std::size_t rank = 0; rank < known_; ++rank) {
    for (std::size_t i = 0; i < cells_[rank].size(); ++i) {
      Cell& cell = cells_[rank][i];
      if (cell.own == values[cell.input]) continue;
      cell.own = !cell.own;
      if (!small_cells_.empty()) small_cells_[rank][i].own = cell.own;
      for (const Entry& entry : std::span(entries_).subspan(cell.entries, cell.entry_count))
        tables_[entry.word] ^= entry.bit;
    }
  }
  free_.assign(words_, 0);
  for (std::size_t rank = known_; rank-- > 0;) {
    const Atom label = labels_[rank];
    release(label);
    if (!find_images(rank)) return false;
    auto& tried = attempts_[rank].tried;
    tried.assign(1, label);
    bool is_largest = true;
    each_label(attempts_[rank].equal, [&](std::size_t other) {
      const Atom candidate = labels_[other];
      if (is_alike(candidate, tried, orbit_)) return true;
      tried.push_back(candidate);
      use(rank, candidate);
      is_largest = explore(rank + 1) != ImageOrder::Larger;
      release(candidate);
      return is_largest;
    });
    if (!is_largest) return false;
    image_[label] = label;
  }
  return true;
}

// Given images of the labels before this rank: is there an extension that makes the instance larger, or one
// that leaves it the same? The first that is found ends the search.
LeaderTest::ImageOrder LeaderTest::explore(std::size_t rank) {
  if (rank == known_) {
    note_automorphism();
    return ImageOrder::Same;
  }
  budget_->poll();
  if (!find_images(rank)) return ImageOrder::Larger;
  auto& [equal, tried, orbit] = attempts_[rank];
  tried.clear();
  orbit.clear();
  ImageOrder found = ImageOrder::Nothing;
  each_label(equal, [&](std::size_t other) {
    const Atom candidate = labels_[other];
    if (!tried.empty() && !automorphisms_.empty()) {  // mostly, the first candidate has decided
      if (orbit.empty()) find_orbits_that_keep_images(orbit);
      if (is_alike(candidate, tried, orbit)) return true;
    }
    tried.push_back(candidate);
    use(rank, candidate);
    found = explore(rank + 1);
    release(candidate);
    return found == ImageOrder::Nothing;
  });
  return found;
}

// The images with which the tuples of this rank stay as they are; false if there is one that makes them
// larger, which is then the label's image.
bool LeaderTest::find_images(std::size_t rank) {
  if (!small_cells_.empty()) return find_images_by_words(rank);
  const Atom label = labels_[rank];
  Labels& equal = attempts_[rank].equal;
  equal.resize(words_);
  for (std::size_t word = 0; word < words_; ++word) equal[word] = free_[word] & of_class_[rank][word];
  for (const Cell& cell : cells_[rank]) {
    const std::uint64_t* const fit = fitting(cell, label, equal);
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      if (cell.own) {
        any |= equal[word] &= fit[word];
      } else if (const std::uint64_t larger = equal[word] & fit[word]; larger != 0) {
        image_[label] = labels_[word * kBits + static_cast<std::size_t>(std::countr_zero(larger))];
        return false;
      }
    }
    if (cell.own && any == 0) return true;
  }
  return true;
}

bool LeaderTest::find_images_by_words(std::size_t rank) {
  std::uint64_t equal = free_.front() & of_class_[rank].front();
  attempts_[rank].equal.resize(1);
  for (const SmallCell& cell : small_cells_[rank]) {
    const std::uint64_t fit = equal & tables_[cell.table + image_[cell.other]];
    if (cell.own) {
      equal = fit;
      if (equal == 0) break;
    } else if (fit != 0) {
      image_[labels_[rank]] = labels_[static_cast<std::size_t>(std::countr_zero(fit))];
      return false;
    }
  }
  attempts_[rank].equal.front() = equal;
  return true;
}

// The labels with which, in the place of this one, the renamed tuple belongs to the instance.
const std::uint64_t* LeaderTest::fitting(const Cell& cell, Atom label, const Labels& among) {
  if (cell.map == kNoMap) {
    std::uint64_t index = 0;
    const Atom* const columns = columns_.data() + cell.columns;
    for (std::uint32_t column = 0; column < cell.arity; ++column) {
      if (columns[column] != label) index = index * atoms_ + image_[columns[column]];
    }
    return tables_.data() + cell.table + index * words_;
  }
  fitting_.assign(words_, 0);
  const Atom before = image_[label];
  each_label(among, [&](std::size_t rank) {
    image_[label] = labels_[rank];
    if ((*values_)[renamed_input(cell)]) fitting_[rank / kBits] |= std::uint64_t{1} << rank % kBits;
    return true;
  });
  image_[label] = before;
  return fitting_.data();
}

void LeaderTest::find_orbits_that_keep_images(std::vector<Atom>& orbit) const {
  orbit.resize(atoms_);
  std::iota(orbit.begin(), orbit.end(), Atom{0});
  const auto is_image = [&](Atom atom) {
    return (free_[rank_[atom] / kBits] >> rank_[atom] % kBits & 1) == 0;
  };
  for (const Permutation& automorphism : automorphisms_) {
    const bool keeps_images = std::ranges::all_of(
        labels_, [&](Atom atom) { return !is_image(atom) || automorphism[atom] == atom; });
    if (keeps_images) unite(orbit, automorphism, labels_);
  }
}

// Write x for an input and y for the one that it is renamed to. The renaming makes the instance larger as
// long as each x is at most its y up to where x is false and y true: where both are true it is enough that y
// is, where both are false that x is.
std::vector<std::uint32_t> LeaderTest::reason() const {
  std::vector<std::uint32_t> inputs;
  for (const auto& cells : std::span(cells_).first(known_)) {
    for (const Cell& cell : cells) {
      const std::uint32_t other = renamed_input(cell);
      if (other == cell.input) continue;
      const bool own = (*values_)[cell.input], image = (*values_)[other];
      if (!own) inputs.push_back(cell.input);
      if (image) inputs.push_back(other);
      if (own != image) {
        std::ranges::sort(inputs);
        const auto repeated = std::ranges::unique(inputs);
        inputs.erase(repeated.begin(), repeated.end());
        return inputs;
      }
    }
  }
  return inputs;
}

std::uint32_t LeaderTest::renamed_input(const Cell& cell) const {
  std::uint64_t tuple = 0;
  for (const Atom atom : std::span(columns_).subspan(cell.columns, cell.arity))
    tuple = tuple * atoms_ + image_[atom];
  return cell.map == kNoMap ? input_at_[cell.places + tuple] : maps_[cell.map].at(tuple);
}

// The images of all labels leave the instance as it is.
void LeaderTest::note_automorphism() {
  automorphisms_.push_back(image_);
  unite(orbit_, image_, labels_);
}

}  // namespace fretsaw
