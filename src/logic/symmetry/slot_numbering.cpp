// SPDX-License-Identifier: MIT
//
// Walk through a structure from its fixed atoms, along pointers, in a fixed order: the walk meets the atoms
// of a class in an order that does not depend on their names. Requiring that this be the order of their
// numbers admits exactly one naming of each structure (Khurshid 2003, §6.4, writes such facts by hand for
// each data structure).
//
// A queue makes the walk of one class a static list of slots: atoms are met in the order of their numbers, so
// their own slots come in that order too,
//
//     slots without an owner, (N0, f), (N0, g), (N1, f), (N1, g), …
//
// and "the walk has met atom j before slot s" is a disjunction of entries of earlier slots. For each slot
// that holds j, j-1 must have been met before it: O(slots · atoms) gates. A class that an earlier one points
// to starts with those slots.
//
// Classes that point to each other share one queue, and whether A1 or B0 comes first in it depends on the
// structure: taking all of A's slots before B's would lose structures. There, the queue itself is part of the
// formula: `at[i][a]` says that atom a is the i-th to be met, and the slots of the i-th are those of whatever
// atom that is. O(fields · atoms^3).
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "logic/symmetry/slots.hpp"

namespace fretsaw {

namespace {

class Numbering {
 public:
  Numbering(const SlotOrder& order, const std::vector<std::vector<Atom>>& classes, Circuit& circuit)
      : order_(order), classes_(classes), gates_(circuit.gates) {}

  Lit run() {
    for (const auto& group : order_.groups) {
      members_.clear();
      predecessor_.clear();
      met_.clear();
      for (const std::size_t c : group) {
        for (std::size_t i = 0; i < classes_[c].size(); ++i) {
          members_.push_back(classes_[c][i]);
          predecessor_[classes_[c][i]] = i == 0 ? std::nullopt : std::optional(classes_[c][i - 1]);
        }
      }
      if (group.size() == 1) {
        for (const Slot& slot : order_.slots) inspect(entries_in_group(slot));
      } else {
        share_a_queue();
      }
    }
    return gates_.conjunction(parts_);
  }

 private:
  using Entries = std::vector<Slot::Entry>;

  bool in_group(Atom atom) const { return predecessor_.contains(atom); }

  Entries entries_in_group(const Slot& slot) const {
    Entries result = slot.entries;
    std::erase_if(result, [&](const Slot::Entry& entry) { return !in_group(entry.target); });
    return result;
  }

  Lit is_met(Atom atom) const {
    const auto found = met_.find(atom);
    return found == met_.end() ? kFalse : found->second;
  }

  // The walk examines a slot: what it holds is met now, if it was not before, and then its predecessor was.
  void inspect(const Entries& entries) {
    for (const Slot::Entry& entry : entries) {
      const auto& before = predecessor_.at(entry.target);
      if (before) parts_.push_back(gates_.either(negation(entry.value), is_met(*before)));
    }
    for (const Slot::Entry& entry : entries) {
      met_[entry.target] = gates_.either(is_met(entry.target), entry.value);
    }
  }

  void share_a_queue() {
    const std::size_t n = members_.size();
    at_.assign(n, std::vector<Lit>(n, kFalse));
    length_.assign(n + 1, kFalse);
    length_[0] = kTrue;
    for (const Slot& slot : order_.slots) {
      if (slot.owner == kNoOwner || !in_group(slot.owner)) enqueue(entries_in_group(slot));
    }
    const auto fields = fields_of_group();
    for (std::size_t position = 0; position < n; ++position) {
      for (const std::uint32_t field : fields) enqueue(held_at(position, field));
    }
  }

  std::vector<std::uint32_t> fields_of_group() const {
    std::vector<std::uint32_t> fields;
    for (const Slot& slot : order_.slots) {
      if (slot.owner != kNoOwner && in_group(slot.owner)) fields.push_back(slot.bound);
    }
    std::ranges::sort(fields);
    fields.erase(std::ranges::unique(fields).begin(), fields.end());
    return fields;
  }

  // What the field of the atom at a position of the queue holds.
  Entries held_at(std::size_t position, std::uint32_t field) {
    std::vector<std::vector<Lit>> values(members_.size());
    for (const Slot& slot : order_.slots) {
      if (slot.bound != field || slot.owner == kNoOwner || !in_group(slot.owner)) continue;
      const Lit here = at_[position][index_of(slot.owner)];
      for (const Slot::Entry& entry : slot.entries) {
        if (in_group(entry.target)) values[index_of(entry.target)].push_back(gates_.both(here, entry.value));
      }
    }
    Entries entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (const Lit value = gates_.disjunction(values[i]); value != kFalse)
        entries.push_back({members_[i], value});
    }
    return entries;
  }

  std::size_t index_of(Atom atom) const {
    return static_cast<std::size_t>(std::ranges::find(members_, atom) - members_.begin());
  }

  // As inspect; what is met now gets the next place in the queue. `length_[k]`: k atoms were met before.
  void enqueue(const Entries& entries) {
    std::vector<Lit> news;
    for (const Slot::Entry& entry : entries) {
      const Lit is_new = gates_.both(entry.value, negation(is_met(entry.target)));
      for (std::size_t k = 0; k < at_.size(); ++k) {
        Lit& at = at_[k][index_of(entry.target)];
        at = gates_.either(at, gates_.both(is_new, length_[k]));
      }
      news.push_back(is_new);
    }
    inspect(entries);
    const Lit longer = gates_.disjunction(news);
    for (std::size_t k = length_.size(); k-- > 0;) {
      length_[k] = gates_.choose(longer, k == 0 ? kFalse : length_[k - 1], length_[k]);
    }
  }

  const SlotOrder& order_;
  const std::vector<std::vector<Atom>>& classes_;
  GateGraph& gates_;
  std::vector<Lit> parts_;

  // Of the group that is being numbered:
  std::vector<Atom> members_;
  std::unordered_map<Atom, std::optional<Atom>> predecessor_;  // in its class; none for the first
  std::unordered_map<Atom, Lit> met_;                          // before the slot that is examined
  std::vector<std::vector<Lit>> at_;
  std::vector<Lit> length_;
};

}  // namespace

Lit numbered_in_order(const SlotOrder& order, const std::vector<std::vector<Atom>>& classes,
                      Circuit& circuit) {
  return Numbering(order, classes, circuit).run();
}

}  // namespace fretsaw
