// SPDX-License-Identifier: MIT
// The intentional names of the Intentional Naming System (Adjie-Winoto et al., SOSP 1999): a service is not
// called by its address but described by attributes and their values, each of which may be described further,
// as in [building = NE-43 [floor = 5]] [service = camera [resolution = *]]. The star stands for any value.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ins {

// Attributes and values are numbers that a table of strings, stored elsewhere, assigns to words.
using Word = int;

struct Step {
  Word attribute;
  std::optional<Word> value;  // absent: any value
};

using Path = std::vector<Step>;

// Pairs never change once they are made, so copies of a name share them.
class AttributeValueTree {
 public:
  int size() const { return size_; }
  bool empty() const { return pairs_.empty(); }

  // The pairs form a tree; siblings have ascending, so different, attributes; a star has no children;
  // size_ is the number of pairs.
  bool rep_ok() const {
    std::unordered_set<const Pair*> visited;
    return siblings_ok(pairs_, visited) && static_cast<int>(visited.size()) == size_;
  }

  // Adds the pairs along the path that are missing. False, and nothing is added, if that would assign an
  // attribute a second value or describe a star further.
  //@ ensures \result == contains(path) && (\result || size() == \old(size()));
  bool add(const Path& path) {
    int added = 0;
    std::optional<Pairs> pairs = with(pairs_, path, 0, added);
    if (!pairs) return false;
    pairs_ = std::move(*pairs);
    size_ += added;
    return true;
  }

  // Whether the name contains the path, word by word.
  bool contains(const Path& path) const {
    const Pairs* siblings = &pairs_;
    for (const Step& step : path) {
      const std::size_t place = lower_bound(*siblings, step.attribute);
      if (!is_at(*siblings, place, step.attribute) || (*siblings)[place]->value != step.value) return false;
      siblings = &(*siblings)[place]->children;
    }
    return true;
  }

  // Removes the last pair of the path with all that is below it; whether it was there. The empty path is the
  // name.
  //@ ensures \result == \old(contains(path)) && (!\result || !contains(path) || path.empty());
  bool remove(const Path& path) {
    if (!contains(path)) return false;
    pairs_ = without(pairs_, path, 0);
    size_ = count(pairs_);
    return true;
  }

  // Whether a service of this name matches the query: it has all attributes of the query, at the same
  // positions, with the same values, or any value where the query has a star.
  //@ ensures !query.empty() || \result;
  //@ ensures &query != this || \result;
  //@ ensures !\result || query.size() <= size();
  bool conforms_to(const AttributeValueTree& query) const { return conform(pairs_, query.pairs_); }

 private:
  struct Pair;
  using Pairs = std::vector<std::shared_ptr<const Pair>>;

  struct Pair {
    Word attribute = 0;
    std::optional<Word> value;
    Pairs children;
  };

  static bool siblings_ok(const Pairs& siblings, std::unordered_set<const Pair*>& visited) {
    const Pair* previous = nullptr;
    for (const std::shared_ptr<const Pair>& pair : siblings) {
      if (pair == nullptr || !visited.insert(pair.get()).second) return false;
      if (previous != nullptr && previous->attribute >= pair->attribute) return false;
      if (!pair->value.has_value() && !pair->children.empty()) return false;
      if (!siblings_ok(pair->children, visited)) return false;
      previous = pair.get();
    }
    return true;
  }

  // The position of the attribute among the siblings, or where it would be inserted.
  static std::size_t lower_bound(const Pairs& siblings, Word attribute) {
    std::size_t place = 0;
    while (place < siblings.size() && siblings[place]->attribute < attribute) ++place;
    return place;
  }

  static bool is_at(const Pairs& siblings, std::size_t place, Word attribute) {
    return place < siblings.size() && siblings[place]->attribute == attribute;
  }

  // The siblings with the path from that step on; nothing if it contradicts them.
  static std::optional<Pairs> with(Pairs siblings, const Path& path, std::size_t step, int& added) {
    if (step == path.size()) return siblings;
    const auto& [attribute, value] = path[step];
    if (!value.has_value() && step + 1 < path.size()) return std::nullopt;
    const std::size_t place = lower_bound(siblings, attribute);
    if (!is_at(siblings, place, attribute)) {
      siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(place),
                      std::make_shared<Pair>(Pair{attribute, value, {}}));
      ++added;
    }
    if (siblings[place]->value != value) return std::nullopt;
    std::optional<Pairs> children = with(siblings[place]->children, path, step + 1, added);
    if (!children) return std::nullopt;
    siblings[place] = std::make_shared<Pair>(Pair{attribute, value, std::move(*children)});
    return siblings;
  }

  // Requires that the path is there.
  static Pairs without(Pairs siblings, const Path& path, std::size_t step) {
    if (step == path.size()) return {};
    const std::size_t place = lower_bound(siblings, path[step].attribute);
    if (step + 1 == path.size()) {
      siblings.erase(siblings.begin() + static_cast<std::ptrdiff_t>(place));
      return siblings;
    }
    Pair changed = *siblings[place];
    changed.children = without(std::move(changed.children), path, step + 1);
    siblings[place] = std::make_shared<Pair>(std::move(changed));
    return siblings;
  }

  static int count(const Pairs& siblings) {
    int pairs = 0;
    for (const auto& pair : siblings) pairs += 1 + count(pair->children);
    return pairs;
  }

  static bool conform(const Pairs& service, const Pairs& query) {
    for (const auto& asked : query) {
      const std::size_t place = lower_bound(service, asked->attribute);
      if (!is_at(service, place, asked->attribute)) return false;
      const Pair& offered = *service[place];
      if (asked->value.has_value() && asked->value != offered.value) return false;
      if (!conform(offered.children, asked->children)) return false;
    }
    return true;
  }

  Pairs pairs_;
  int size_ = 0;
};

}  // namespace ins
