// SPDX-License-Identifier: MIT
//
// Canonical forms by refinement and branching (McKay, "Practical graph isomorphism", 1981), for structures of
// a few dozen tuples.
//
// Atoms have colors, at first those of their classes. A color is split where its atoms differ in the colors
// of the tuples that they are in, until no color is. If each atom then has a color of its own, the colors are
// labels, and the tuples, relabeled and sorted, are a form of the instance. If not, each atom of a color in
// turn is individualized, and the smallest of the resulting forms is the canonical one: isomorphic instances
// have the same set of forms.
//
// Two labelings with the same form define an automorphism. Atoms that are mapped to each other by
// automorphisms that fix the atoms individualized so far lead to the same forms, so that one of them is
// sufficient; the same holds for atoms whose exchange changes nothing. If the number of branches is still too
// large, the search is abandoned.
#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "logic/symmetry/mixing.hpp"
#include "logic/symmetry/shapes.hpp"

namespace fretsaw {

namespace {

using Form = std::vector<std::uint32_t>;
using Colors = std::vector<std::uint32_t>;  // by atom: how many atoms have lower ones
using Row = std::vector<std::uint32_t>;     // a relation and atoms

class Canonicalizer {
 public:
  Canonicalizer(std::vector<Row> tuples, std::size_t atoms)
      : tuples_(std::move(tuples)), used_(atoms, false) {
    for (const Row& row : tuples_) {
      for (std::size_t c = 1; c < row.size(); ++c) used_[row[c]] = true;
    }
    for (std::uint32_t atom = 0; atom < atoms; ++atom) {
      if (used_[atom]) atoms_.push_back(atom);
    }
    hashes_.resize(atoms);
    std::ranges::sort(tuples_);
  }

  std::optional<Form> run(const Colors& classes) {
    classes_ = &classes;
    explore(classes);
    return is_given_up_ ? std::nullopt : std::optional(std::move(best_));
  }

 private:
  static constexpr int kMaxNodes = 2'000;

  // Renumbers colors by (color, hash); how many there are.
  std::size_t renumber(Colors& colors) {
    std::ranges::sort(atoms_, {}, [&](std::uint32_t a) { return std::pair(colors[a], hashes_[a]); });
    std::size_t count = 0;
    std::uint32_t next = 0;
    std::pair<std::uint32_t, std::uint64_t> last{};
    for (std::uint32_t i = 0; i < atoms_.size(); ++i) {
      const std::uint32_t atom = atoms_[i];
      const std::pair key(colors[atom], hashes_[atom]);
      if (i == 0 || key != last) {
        next = i;
        ++count;
      }
      last = key;
      colors[atom] = next;
    }
    return count;
  }

  // Splits colors until none can be; how many there are then.
  std::size_t refine(Colors& colors) {
    std::ranges::fill(hashes_, 0);
    std::size_t count = renumber(colors);
    while (count < atoms_.size()) {
      std::ranges::fill(hashes_, 0);
      for (const Row& row : tuples_) {
        std::uint64_t tuple = mixed(row[0]);
        for (std::size_t c = 1; c < row.size(); ++c) tuple = std::rotl(tuple, 23) + mixed(colors[row[c]] + 1);
        for (std::size_t c = 1; c < row.size(); ++c) hashes_[row[c]] += mixed(tuple + c * kMixMultiplier);
      }
      const std::size_t more = renumber(colors);
      if (more == count) break;
      count = more;
    }
    return count;
  }

  void explore(Colors colors) {
    if (++nodes_ > kMaxNodes) is_given_up_ = true;
    if (is_given_up_) return;
    if (refine(colors) == atoms_.size()) return take(colors);
    const std::vector<std::uint32_t> cell = smallest_cell(colors);
    std::vector<std::uint32_t> tried;
    for (const std::uint32_t atom : cell) {
      if (is_like_one_of(tried, atom)) continue;
      tried.push_back(atom);
      Colors told_apart = colors;
      for (std::uint32_t& color : told_apart) color *= 2;
      for (const std::uint32_t other : cell) told_apart[other] += other == atom ? 0 : 1;
      path_.push_back(atom);
      explore(std::move(told_apart));
      path_.pop_back();
    }
  }

  // Of the colors with several atoms, the first of those with the fewest.
  std::vector<std::uint32_t> smallest_cell(const Colors& colors) const {
    std::span<const std::uint32_t> best;
    for (std::size_t i = 0; i < atoms_.size();) {
      std::size_t end = i + 1;
      while (end < atoms_.size() && colors[atoms_[end]] == colors[atoms_[i]]) ++end;
      if (end - i > 1 && (best.empty() || end - i < best.size()))
        best = std::span(atoms_).subspan(i, end - i);
      i = end;
    }
    return {best.begin(), best.end()};
  }

  bool is_like_one_of(const std::vector<std::uint32_t>& tried, std::uint32_t atom) const {
    if (tried.empty()) return false;
    std::vector<std::uint32_t> orbit(used_.size());
    std::iota(orbit.begin(), orbit.end(), 0);
    const auto root = [&](std::uint32_t a) {
      while (orbit[a] != a) a = orbit[a] = orbit[orbit[a]];
      return a;
    };
    for (const Colors& image : automorphisms_) {
      if (std::ranges::any_of(path_, [&](std::uint32_t a) { return image[a] != a; })) continue;
      for (const std::uint32_t a : atoms_) orbit[root(a)] = root(image[a]);
    }
    return std::ranges::any_of(tried, [&](std::uint32_t other) {
      return root(other) == root(atom) || can_be_exchanged(other, atom);
    });
  }

  bool can_be_exchanged(std::uint32_t a, std::uint32_t b) const {
    Row exchanged;
    return std::ranges::all_of(tuples_, [&](const Row& row) {
      exchanged = row;
      bool is_same = true;
      for (std::size_t c = 1; c < row.size(); ++c) {
        if (row[c] != a && row[c] != b) continue;
        exchanged[c] = row[c] == a ? b : a;
        is_same = false;
      }
      return is_same || std::ranges::binary_search(tuples_, exchanged);
    });
  }

  void take(const Colors& labels) {
    std::vector<Row> rows = tuples_;
    for (Row& row : rows) {
      for (std::size_t c = 1; c < row.size(); ++c) row[c] = labels[row[c]];
    }
    std::ranges::sort(rows);
    // Labels may be of different classes in different instances.
    Form form(atoms_.size() + 1);
    form[0] = static_cast<std::uint32_t>(atoms_.size());
    for (const std::uint32_t atom : atoms_) form[labels[atom] + 1] = (*classes_)[atom];
    for (const Row& row : rows) form.insert(form.end(), row.begin(), row.end());
    if (best_labels_.empty() || form < best_) {
      best_ = std::move(form);
      best_labels_ = labels;
    } else if (form == best_) {
      Colors atom_of(atoms_.size()), image(used_.size());
      for (const std::uint32_t atom : atoms_) atom_of[best_labels_[atom]] = atom;
      for (const std::uint32_t atom : atoms_) image[atom] = atom_of[labels[atom]];
      automorphisms_.push_back(std::move(image));
    }
  }

  const Colors* classes_ = nullptr;
  std::vector<Row> tuples_;           // ascending
  std::vector<bool> used_;            // by atom: it is in a tuple
  std::vector<std::uint32_t> atoms_;  // those that are, by color
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> path_;  // atoms distinguished
  Form best_;
  Colors best_labels_;
  std::vector<Colors> automorphisms_;
  int nodes_ = 0;
  bool is_given_up_ = false;
};

}  // namespace

std::optional<Form> Shapes::canonical_form(std::span<const std::uint64_t> bits) const {
  std::vector<Row> tuples;
  for (std::size_t word = 0; word < bits.size(); ++word) {
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
      const Cell& cell = cells_[word * kBits + static_cast<std::size_t>(std::countr_zero(rest))];
      Row& row = tuples.emplace_back(Row{cell.relation});
      row.insert(row.end(), columns_.begin() + cell.columns, columns_.begin() + cell.columns + cell.arity);
    }
  }
  return Canonicalizer(std::move(tuples), colors_.size()).run(colors_);
}

}  // namespace fretsaw
