// SPDX-License-Identifier: MIT
//
// Orderly generation (Read 1978; Faradzev 1978): an instance is kept if no renaming of its atoms makes it
// larger. Renamings are tried label by label. Once the first labels have images, the tuples over them are
// known, and if these are smaller than the instance's own, no extension needs to be tried; if they are
// larger, the instance is no leader.
//
// A renaming that changes nothing is an automorphism. Two images of a label that automorphisms which keep the
// earlier images map to each other lead to the same, so one of them is enough. The search begins with the
// last label, the earlier ones keeping their names, so that the automorphisms found serve when the earlier
// labels' turn comes.
#include "symmetry/leader.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

constexpr std::uint64_t kFewTuples = std::uint64_t{1} << 20;

Atom root_of(std::vector<Atom>& parent, Atom atom) {
  while (parent[atom] != atom) atom = parent[atom] = parent[parent[atom]];
  return atom;
}

void unite(std::vector<Atom>& parent, const std::vector<Atom>& permutation, const std::vector<Atom>& atoms) {
  for (const Atom atom : atoms) parent[root_of(parent, atom)] = root_of(parent, permutation[atom]);
}

// The number of the tuple after renaming, counted from its relation's base.
template <class Cell>
std::uint64_t place(const Cell& cell, const std::vector<Atom>& columns, const std::vector<Atom>& image,
                    std::uint64_t atoms) {
  std::uint64_t tuple = 0;
  for (std::uint32_t column = 0; column < cell.arity; ++column)
    tuple = tuple * atoms + image[columns[cell.columns + column]];
  return cell.base + tuple;
}

// Is an image that has been tried in the same orbit?
bool is_alike(Atom candidate, const std::vector<Atom>& tried, std::vector<Atom>& orbit) {
  return std::ranges::any_of(tried,
                             [&](Atom other) { return root_of(orbit, other) == root_of(orbit, candidate); });
}

}  // namespace

LeaderTest::LeaderTest(const Problem& problem, const std::vector<InputTuple>& inputs,
                       const std::vector<std::vector<Atom>>& classes)
    : atoms_(problem.universe.size()),
      inputs_(comparison_order(problem, inputs, classes, CompareBy::Atoms)),
      class_of_(atoms_, 0),
      classes_(classes) {
  std::size_t longest = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    longest = std::max(longest, classes[c].size());
    for (const Atom atom : classes[c]) class_of_[atom] = c;
  }
  std::vector<std::size_t> rank(atoms_, 0);
  for (std::size_t i = 0; i < longest; ++i) {
    for (const auto& members : classes) {
      if (members.size() == 1 || i >= members.size()) continue;
      rank[members[i]] = labels_.size();
      labels_.push_back(members[i]);
    }
  }
  cells_.resize(labels_.size());
  attempts_.resize(labels_.size());

  std::vector<Cell> of_relation;  // what cells of a relation have in common
  for (const Bound& bound : problem.bounds) {
    const auto arity = static_cast<std::uint32_t>(bound.relation.arity());
    std::uint64_t tuples = 1;
    for (std::uint32_t column = 0; column < arity && tuples <= kFewTuples; ++column) tuples *= atoms_;
    const bool few = tuples <= kFewTuples && !bound.auxiliary;
    of_relation.push_back(
        {0, 0, arity, few ? kNoMap : static_cast<std::uint32_t>(maps_.size()), own_.size()});
    if (few) {
      own_.resize(own_.size() + tuples, 0);
    } else {
      maps_.emplace_back();
    }
  }
  for (const std::uint32_t input : inputs_) {
    const auto [relation, tuple] = inputs[input];
    Cell cell = of_relation[relation];
    cell.input = input;
    cell.columns = static_cast<std::uint32_t>(columns_.size());
    std::optional<std::size_t> last;
    columns_.resize(columns_.size() + cell.arity);
    std::uint64_t rest = tuple;
    for (std::uint32_t column = cell.arity; column-- > 0; rest /= atoms_) {
      const auto atom = static_cast<Atom>(rest % atoms_);
      columns_[cell.columns + column] = atom;
      if (classes[class_of_[atom]].size() > 1) last = std::max(last.value_or(0), rank[atom]);
    }
    if (!last) continue;
    cells_[*last].push_back(cell);
    if (cell.map != kNoMap) maps_[cell.map].emplace(tuple, input);
  }
}

bool LeaderTest::is_leader(const std::vector<bool>& values, Budget& budget) {
  values_ = &values;
  budget_ = &budget;
  automorphisms_.clear();
  image_.resize(atoms_);
  std::iota(image_.begin(), image_.end(), Atom{0});
  orbit_ = image_;
  for (const auto& cells : cells_) {
    for (const Cell& cell : cells) {
      if (cell.map == kNoMap) own_[place(cell, columns_, image_, atoms_)] = values[cell.input] ? 1 : 0;
    }
  }
  used_.assign(atoms_, 1);
  for (std::size_t rank = labels_.size(); rank-- > 0;) {
    const Atom label = labels_[rank];
    used_[label] = 0;
    auto& tried = attempts_[rank].tried;
    tried.assign(1, label);
    for (const Atom candidate : classes_[class_of_[label]]) {
      if (used_[candidate] != 0 || is_alike(candidate, tried, orbit_)) continue;
      tried.push_back(candidate);
      if (try_image(rank, candidate) == Found::Larger) return false;
    }
    image_[label] = label;
  }
  return true;
}

LeaderTest::Found LeaderTest::try_image(std::size_t rank, Atom candidate) {
  image_[labels_[rank]] = candidate;
  used_[candidate] = 1;
  const Found found = explore(rank);
  used_[candidate] = 0;
  return found;
}

// Given images of the labels up to this rank: is there an extension that makes the instance larger, or one
// that leaves it the same? The first that is found ends the search.
LeaderTest::Found LeaderTest::explore(std::size_t rank) {
  const int order = compare(rank);
  if (order != 0) return order > 0 ? Found::Larger : Found::Nothing;
  if (rank + 1 == labels_.size()) {
    note_automorphism();
    return Found::Same;
  }
  budget_->poll();
  auto& [tried, orbit] = attempts_[rank + 1];
  tried.clear();
  orbit.clear();
  for (const Atom candidate : classes_[class_of_[labels_[rank + 1]]]) {
    if (used_[candidate] != 0) continue;
    if (!tried.empty() && !automorphisms_.empty()) {  // mostly, the first candidate has decided
      if (orbit.empty()) find_orbits_that_keep_images(orbit);
      if (is_alike(candidate, tried, orbit)) continue;
    }
    tried.push_back(candidate);
    const Found found = try_image(rank + 1, candidate);
    if (found != Found::Nothing) return found;
  }
  return Found::Nothing;
}

void LeaderTest::find_orbits_that_keep_images(std::vector<Atom>& orbit) const {
  orbit.resize(atoms_);
  std::iota(orbit.begin(), orbit.end(), Atom{0});
  for (const Permutation& automorphism : automorphisms_) {
    const bool keeps_images = std::ranges::all_of(
        labels_, [&](Atom atom) { return used_[atom] == 0 || automorphism[atom] == atom; });
    if (keeps_images) unite(orbit, automorphism, labels_);
  }
}

// The renamed tuples of this rank against the instance's own: 1 if they are larger, -1 if smaller.
int LeaderTest::compare(std::size_t rank) const {
  for (const Cell& cell : cells_[rank]) {
    const bool own = (*values_)[cell.input];
    if (own != renamed(cell)) return own ? -1 : 1;
  }
  return 0;
}

bool LeaderTest::renamed(const Cell& cell) const {
  const std::uint64_t tuple = place(cell, columns_, image_, atoms_);
  return cell.map == kNoMap ? own_[tuple] != 0 : (*values_)[maps_[cell.map].at(tuple - cell.base)];
}

// The images of all labels leave the instance as it is.
void LeaderTest::note_automorphism() {
  automorphisms_.push_back(image_);
  unite(orbit_, image_, labels_);
}

}  // namespace fretsaw
