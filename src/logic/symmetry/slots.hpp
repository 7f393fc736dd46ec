// SPDX-License-Identifier: MIT
// Canonical numbering of atoms that are reached through pointers: one labeling of each structure, by a
// formula.
#pragma once

#include <cstdint>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/circuit/matrix.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// A place that holds at most one atom: the last column of a relation, for given atoms in the other columns.
struct Slot {
  std::uint32_t bound;  // in the problem's bounds
  Atom owner;           // the interchangeable atom among the other columns; kNoOwner if there is none
  Atom first;           // of the other columns; kNoOwner if there are none
  struct Entry {
    Atom target;
    Lit value;  // the slot holds the target
  };
  std::vector<Entry> entries{};
};

constexpr Atom kNoOwner = ~Atom{0};

// All slots of the relations that could be pointers: their last column holds interchangeable atoms, the
// others at most one. In the order of the bounds, and in each by tuple.
std::vector<Slot> possible_slots(const Problem& problem, const Circuit& circuit,
                                 const std::vector<std::vector<Atom>>& classes);

// A literal that holds when a slot of the bound holds several atoms.
Lit several_in_a_slot(std::uint32_t bound, const std::vector<Slot>& slots, Circuit& circuit, Budget& budget);

// In which order classes are numbered and slots looked at, so that atoms are found in the order of their
// numbers.
struct SlotOrder {
  // Classes that point to each other, directly or not, form a group and are numbered together; groups are in
  // an order in which pointers between them lead forwards.
  std::vector<std::vector<std::size_t>> groups;
  std::vector<Slot> slots;  // those without owner, then by group, class, owner and bound

  std::vector<std::size_t> classes() const;  // of all groups
};

// Requires slots that hold at most one atom. What cannot be reached from the slots without owner is left out.
SlotOrder order_slots(std::vector<Slot> slots, const std::vector<std::vector<Atom>>& classes,
                      std::size_t atoms);

// For each of the order's classes: a literal that holds when an atom of the class is used, that is, occurs in
// a tuple, without being reached through the slots. A set that always contains it, and so all atoms of its
// class, does not make it differ from them: all that occur nowhere else may change places, and nothing is
// another instance.
std::vector<Lit> unreached(const SlotOrder& order, const Problem& problem,
                           const std::vector<std::vector<Atom>>& classes, Circuit& circuit, Budget& budget);

// Holds when the atoms of the classes are found in the order of their numbers. If all used atoms of the
// classes are reached, exactly one renaming of them in each instance makes it true.
Lit numbered_in_order(const SlotOrder& order, const std::vector<std::vector<Atom>>& classes,
                      Circuit& circuit);

}  // namespace fretsaw
