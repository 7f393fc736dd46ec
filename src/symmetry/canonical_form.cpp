// SPDX-License-Identifier: MIT
//
// An instance becomes a coloured directed graph whose automorphism-invariant form nauty (McKay & Piperno)
// computes. Only atoms that can be permuted are vertices. What a tuple says depends on how many of its places
// such atoms take:
//
//   none   a constant: part of the form as it is
//   one    a property of that atom: it goes into the atom's colour
//   two    an edge, labelled with the relation, the places, and the other atoms of the tuple
//   more   a vertex of its own, with an edge to each atom, labelled with the relation and the place
//
// nauty knows no edge labels, so there is one layer of vertices for each label that occurs: layer l has a
// copy of every vertex, copies of neighbouring layers are joined, and edges with label l run in layer l. (A
// vertex for every tuple instead would be far slower.)
#include "symmetry/canonical_form.hpp"

#include <algorithm>
#include <map>
#include <string>

#define MAXN 0
#include <nauty/nautinv.h>

namespace fretsaw {

namespace {

constexpr std::uint32_t kNotPermuted = ~std::uint32_t{0};

// Words that identify something independently of the names of permuted atoms.
using Words = std::vector<std::uint32_t>;

class Hasher {
 public:
  void add(std::uint64_t word) {
    for (std::size_t i = 0; i < 2; ++i) {
      std::uint64_t z = state_[i] + word * kOdd[i] + 0x9E3779B97F4A7C15U;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
      state_[i] = z ^ (z >> 31);
    }
  }
  void add(const Words& words) {
    add(words.size());
    for (const std::uint32_t word : words) add(word);
  }
  FormHash hash() const { return state_; }

 private:
  static constexpr std::array<std::uint64_t, 2> kOdd{0xD6E8FEB86659FD93U, 0xA0761D6478BD642FU};
  FormHash state_{0x243F6A8885A308D3U, 0x13198A2E03707344U};
};

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

}  // namespace

class CanonicalForms::Labeler {
 public:
  Labeler(const Problem& problem, const std::vector<std::vector<Atom>>& classes)
      : vertex_of_(problem.universe.size(), kNotPermuted) {
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
      if (classes[c].size() < 2) continue;
      for (const Atom atom : classes[c]) {
        vertex_of_[atom] = static_cast<std::uint32_t>(class_of_vertex_.size());
        class_of_vertex_.push_back(c);
      }
    }
    for (const Bound& bound : problem.bounds) {
      if (!bound.auxiliary) relations_.push_back(bound.relation);
    }
  }

  // nauty keeps its work space for each thread; a worker must not leave it behind.
  ~Labeler() {
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
    nautinv_freedyn();
  }
  Labeler(const Labeler&) = delete;
  Labeler& operator=(const Labeler&) = delete;

  FormHash of(const Instance& instance) {
    start();
    for (std::uint32_t r = 0; r < relations_.size(); ++r) {
      const TupleSet& value = instance[relations_[r]];
      for (std::size_t i = 0; i < value.size(); ++i) add_tuple(r, value.row(i));
    }
    return finish();
  }

 private:
  void start() {
    constants_.clear();
    edges_.clear();
    colors_.assign(class_of_vertex_.size(), {});
    for (std::size_t v = 0; v < class_of_vertex_.size(); ++v) colors_[v] = {0, class_of_vertex_[v]};
  }

  void add_tuple(std::uint32_t relation, std::span<const Atom> row) {
    label_.assign({relation});
    places_.clear();
    for (std::uint32_t place = 0; place < row.size(); ++place) {
      if (vertex_of_[row[place]] == kNotPermuted) {
        label_.push_back(row[place] + 1);
      } else {
        label_.push_back(0);
        places_.push_back(place);
      }
    }
    if (places_.empty()) {
      constants_.insert(constants_.end(), label_.begin(), label_.end());
    } else if (places_.size() == 1) {
      Words& color = colors_[vertex_of_[row[places_[0]]]];
      color.insert(color.end(), label_.begin(), label_.end());
    } else if (places_.size() == 2) {
      edges_[label_].push_back({vertex_of_[row[places_[0]]], vertex_of_[row[places_[1]]]});
    } else {
      const auto tuple = static_cast<std::uint32_t>(colors_.size());
      Words color{1};
      color.insert(color.end(), label_.begin(), label_.end());
      colors_.push_back(std::move(color));
      for (const std::uint32_t place : places_) {
        edges_[{kNotPermuted, place}].push_back({tuple, vertex_of_[row[place]]});
      }
    }
  }

  FormHash finish() {
    Hasher hasher;
    hasher.add(constants_);
    if (!colors_.empty()) label_canonically(hasher);
    return hasher.hash();
  }

  void label_canonically(Hasher& hasher) {
    const std::size_t vertices = colors_.size();
    const std::size_t layers = std::max<std::size_t>(1, edges_.size());
    const std::size_t n = vertices * layers;
    const auto words = static_cast<std::size_t>(SETWORDSNEEDED(n));

    // Vertices sorted by layer and colour; equal colours form a cell.
    order_.resize(vertices);
    for (std::size_t v = 0; v < vertices; ++v) order_[v] = v;
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) { return colors_[a] < colors_[b]; });
    lab_.resize(n);
    ptn_.resize(n);
    orbits_.resize(n);
    for (std::size_t layer = 0; layer < layers; ++layer) {
      for (std::size_t i = 0; i < vertices; ++i) {
        const bool same_cell = i + 1 < vertices && colors_[order_[i]] == colors_[order_[i + 1]];
        lab_[layer * vertices + i] = static_cast<int>(layer * vertices + order_[i]);
        ptn_[layer * vertices + i] = same_cell ? 1 : 0;
      }
    }
    for (const std::size_t v : order_) hasher.add(colors_[v]);

    graph_.assign(n * words, 0);
    canonical_.assign(n * words, 0);
    const auto arc = [&](std::size_t from, std::size_t to) {
      ADDONEARC(graph_.data(), static_cast<int>(from), static_cast<int>(to), static_cast<int>(words));
    };
    for (std::size_t layer = 1; layer < layers; ++layer) {
      for (std::size_t v = 0; v < vertices; ++v) {
        arc((layer - 1) * vertices + v, layer * vertices + v);
        arc(layer * vertices + v, (layer - 1) * vertices + v);
      }
    }
    std::size_t layer = 0;
    for (const auto& [label, edges] : edges_) {
      hasher.add(label);
      for (const Edge& edge : edges) arc(layer * vertices + edge.from, layer * vertices + edge.to);
      ++layer;
    }
    DEFAULTOPTIONS_DIGRAPH(options);
    options.getcanon = TRUE;
    options.defaultptn = FALSE;
    statsblk statistics;
    densenauty(graph_.data(), lab_.data(), ptn_.data(), orbits_.data(), &options, &statistics,
               static_cast<int>(words), static_cast<int>(n), canonical_.data());
    for (const setword word : canonical_) hasher.add(word);
  }

  std::vector<Relation> relations_;
  std::vector<std::uint32_t> vertex_of_;        // by atom
  std::vector<std::uint32_t> class_of_vertex_;  // of the vertices that are atoms

  Words constants_;
  std::vector<Words> colors_;  // of vertices: atoms first, then tuples
  std::map<Words, std::vector<Edge>> edges_;
  Words label_;
  std::vector<std::uint32_t> places_;
  std::vector<std::size_t> order_;
  std::vector<int> lab_, ptn_, orbits_;
  std::vector<graph> graph_, canonical_;
};

CanonicalForms::CanonicalForms(const Problem& problem, const std::vector<std::vector<Atom>>& classes)
    : labeler_(std::make_unique<Labeler>(problem, classes)) {}
CanonicalForms::~CanonicalForms() = default;
CanonicalForms::CanonicalForms(CanonicalForms&&) noexcept = default;
CanonicalForms& CanonicalForms::operator=(CanonicalForms&&) noexcept = default;

FormHash CanonicalForms::of(const Instance& instance) { return labeler_->of(instance); }

}  // namespace fretsaw
