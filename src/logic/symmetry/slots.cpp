// SPDX-License-Identifier: MIT
//
// The pointers of a problem and the order in which a walk examines them; slot_numbering.cpp makes a formula
// of it.
#include "logic/symmetry/slots.hpp"

#include <algorithm>
#include <unordered_map>

namespace fretsaw {

namespace {

constexpr std::size_t kNoClass = ~std::size_t{0};

// The class of each atom; kNoClass for atoms that are alone in theirs.
std::vector<std::size_t> class_of_atoms(const std::vector<std::vector<Atom>>& classes, std::size_t atoms) {
  std::vector<std::size_t> result(atoms, kNoClass);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    for (const Atom atom : classes[c]) result[atom] = classes[c].size() > 1 ? c : kNoClass;
  }
  return result;
}

// The literal of each tuple of each relation: an input, or true.
class TupleLiterals {
 public:
  TupleLiterals(const Problem& problem, const Circuit& circuit)
      : problem_(problem), inputs_(problem.bounds.size()) {
    for (std::size_t i = 0; i < circuit.inputs.size(); ++i) {
      const InputTuple& input = circuit.inputs[i];
      if (input.owner < inputs_.size()) inputs_[input.owner].emplace(input.tuple, circuit.input_literals[i]);
    }
  }

  Lit of(std::uint32_t bound, std::span<const Atom> row) const {
    std::uint64_t index = 0;
    for (const Atom atom : row) index = index * problem_.universe.size() + atom;
    const auto found = inputs_[bound].find(index);
    return found == inputs_[bound].end() ? kTrue : found->second;
  }

 private:
  const Problem& problem_;
  std::vector<std::unordered_map<std::uint64_t, Lit>> inputs_;
};

}  // namespace

std::vector<Slot> possible_slots(const Problem& problem, const Circuit& circuit,
                                 const std::vector<std::vector<Atom>>& classes) {
  const auto class_of = class_of_atoms(classes, problem.universe.size());
  const TupleLiterals literals(problem, circuit);
  std::vector<Slot> slots;
  for (std::uint32_t b = 0; b < problem.bounds.size(); ++b) {
    const TupleSet& upper = problem.bounds[b].upper;
    if (problem.bounds[b].auxiliary) continue;
    const std::size_t before = slots.size();
    std::span<const Atom> prefix;
    for (std::size_t i = 0; i < upper.size(); ++i) {
      const auto row = upper.row(i);
      const auto others = row.first(row.size() - 1);
      if (i == 0 || !std::ranges::equal(prefix, others)) {
        prefix = others;
        slots.push_back({b, kNoOwner, others.empty() ? kNoOwner : others.front()});
        for (const Atom atom : others) {
          if (class_of[atom] != kNoClass) slots.back().owner = atom;
        }
      }
      const auto owners = std::ranges::count_if(others, [&](Atom a) { return class_of[a] != kNoClass; });
      if (owners > 1 || class_of[row.back()] == kNoClass) {
        slots.resize(before);
        break;
      }
      slots.back().entries.push_back({row.back(), literals.of(b, row)});
    }
  }
  return slots;
}

Lit several_in_a_slot(std::uint32_t bound, const std::vector<Slot>& slots, Circuit& circuit, Budget& budget) {
  Algebra algebra(circuit.gates, 1, budget);
  std::vector<Lit> parts;
  for (const Slot& slot : slots) {
    if (slot.bound != bound) continue;
    Matrix targets{.arity = 1};
    for (const Slot::Entry& entry : slot.entries) targets.entries.push_back({entry.target, entry.value});
    parts.push_back(negation(algebra.lone(targets)));
  }
  return circuit.gates.disjunction(parts);
}

std::vector<std::size_t> SlotOrder::classes() const {
  std::vector<std::size_t> result;
  for (const auto& group : groups) result.insert(result.end(), group.begin(), group.end());
  return result;
}

namespace {

// Which class points to which, and what can be reached.
class ClassGraph {
 public:
  ClassGraph(const std::vector<Slot>& slots, const std::vector<std::size_t>& class_of, std::size_t classes)
      : reaches_(classes, std::vector<bool>(classes, false)), start_(classes, false) {
    for (const Slot& slot : slots) {
      for (const Slot::Entry& entry : slot.entries) {
        const std::size_t to = class_of[entry.target];
        if (slot.owner == kNoOwner) {
          start_[to] = true;
        } else {
          reaches_[class_of[slot.owner]][to] = true;
        }
      }
    }
    for (std::size_t k = 0; k < classes; ++k) {
      for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t j = 0; j < classes; ++j) {
          if (reaches_[i][k] && reaches_[k][j]) reaches_[i][j] = true;
        }
      }
    }
  }

  bool is_reached(std::size_t c) const {
    for (std::size_t i = 0; i < start_.size(); ++i) {
      if (start_[i] && (i == c || reaches_[i][c])) return true;
    }
    return false;
  }

  // Groups of classes that reach each other, forwards.
  std::vector<std::vector<std::size_t>> groups() const {
    std::vector<std::vector<std::size_t>> result;
    std::vector<bool> done(start_.size(), false);
    for (std::size_t round = 0; round < start_.size(); ++round) {
      for (std::size_t c = 0; c < start_.size(); ++c) {
        if (done[c] || !is_reached(c) || !is_next(c, done)) continue;
        auto& group = result.emplace_back();
        for (std::size_t other = 0; other < start_.size(); ++other) {
          if (other != c && !(reaches_[c][other] && reaches_[other][c])) continue;
          group.push_back(other);
          done[other] = true;
        }
      }
    }
    return result;
  }

 private:
  // All that reaches c is done, or reached by c in turn.
  bool is_next(std::size_t c, const std::vector<bool>& done) const {
    for (std::size_t other = 0; other < start_.size(); ++other) {
      if (is_reached(other) && reaches_[other][c] && !reaches_[c][other] && !done[other]) return false;
    }
    return true;
  }

  std::vector<std::vector<bool>> reaches_;
  std::vector<bool> start_;
};

}  // namespace

SlotOrder order_slots(std::vector<Slot> slots, const std::vector<std::vector<Atom>>& classes,
                      std::size_t atoms) {
  const auto class_of = class_of_atoms(classes, atoms);
  SlotOrder order;
  order.groups = ClassGraph(slots, class_of, classes.size()).groups();
  std::vector<std::size_t> rank(classes.size(), kNoClass);
  const auto ordered = order.classes();
  for (std::size_t i = 0; i < ordered.size(); ++i) rank[ordered[i]] = i;
  const auto place = [&](const Slot& slot) {
    if (slot.owner == kNoOwner) return std::pair(std::size_t{0}, Atom{0});
    const std::size_t r = rank[class_of[slot.owner]];
    return std::pair(r == kNoClass ? kNoClass : r + 1, slot.owner);
  };
  std::erase_if(slots, [&](const Slot& slot) { return place(slot).first == kNoClass; });
  std::ranges::stable_sort(slots, [&](const Slot& a, const Slot& b) { return place(a) < place(b); });
  order.slots = std::move(slots);
  return order;
}

namespace {

// For each atom of the order's classes: a literal that holds when the walk meets it. Group by group, since
// pointers between groups lead forwards. Within a group, put together as `start.*step` is, which most
// problems state themselves: the gates are then the same.
std::vector<Lit> reached_atoms(const SlotOrder& order, const std::vector<std::vector<Atom>>& classes,
                               std::uint64_t atoms, Circuit& circuit, Budget& budget) {
  Algebra algebra(circuit.gates, atoms, budget);
  const auto class_of = class_of_atoms(classes, atoms);
  std::vector<Lit> reached(atoms, kFalse);
  for (const auto& group : order.groups) {
    const auto in_group = [&](Atom atom) { return std::ranges::find(group, class_of[atom]) != group.end(); };
    std::vector<Entry> starts, steps;
    for (const Slot& slot : order.slots) {
      const bool from_outside = slot.owner == kNoOwner || !in_group(slot.owner);
      for (const Slot::Entry& entry : slot.entries) {
        if (!in_group(entry.target)) continue;
        if (from_outside) {
          const Lit met = slot.owner == kNoOwner ? kTrue : reached[slot.owner];
          const Lit here = circuit.gates.both(met, entry.value);
          if (here != kFalse) starts.push_back({entry.target, here});
        } else {
          steps.push_back({slot.owner * atoms + entry.target, entry.value});
        }
      }
    }
    const Matrix start = algebra.gather(1, std::move(starts));
    Matrix identity{.arity = 2};
    for (Atom atom = 0; atom < atoms; ++atom) identity.entries.push_back({atom * atoms + atom, kTrue});
    const Matrix closure = algebra.closure(algebra.gather(2, std::move(steps)));
    for (const Entry& entry : algebra.join(start, algebra.unite(closure, identity)).entries)
      reached[entry.index] = entry.value;
  }
  return reached;
}

// The same, put together as `root.*links` is where fixed atoms are linked like the others, which is how the
// heap of a call is described. And one step more: of what is held by something that is there, a problem says
// no more than that.
class SlotReachability {
 public:
  SlotReachability(const SlotOrder& order, const Problem& problem,
                   const std::vector<std::vector<Atom>>& classes, Circuit& circuit, Budget& budget)
      : order_(order),
        problem_(problem),
        literals_(problem, circuit),
        algebra_(circuit.gates, problem.universe.size(), budget),
        class_of_(class_of_atoms(classes, problem.universe.size())),
        leads_on_(problem.universe.size(), false) {}

  std::vector<Lit> run() {
    const std::uint64_t atoms = problem_.universe.size();
    find_ways();
    const Matrix links = all_links();
    std::vector<Entry> starts = starts_;
    Matrix identity{.arity = 2};
    for (Atom atom = 0; atom < atoms; ++atom) {
      identity.entries.push_back({atom * atoms + atom, kTrue});
      if (leads_on_[atom]) starts.push_back({atom, kTrue});
    }
    const Matrix closure = algebra_.unite(algebra_.closure(links), identity);
    const Matrix met = algebra_.join(algebra_.gather(1, std::move(starts)), closure);
    std::vector<Lit> reached(atoms, kFalse);
    for (const Entry& entry : algebra_.unite(met, algebra_.join(met, links)).entries)
      reached[entry.index] = entry.value;
    return reached;
  }

 private:
  // A fixed atom leads on if it has a slot, or is linked to another fixed one that does. The walk starts at
  // all of them, whatever leads there.
  void find_ways() {
    for (const Slot& slot : order_.slots) {
      if (slot.owner == kNoOwner && slot.first != kNoOwner) leads_on_[slot.first] = true;
    }
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for_each_link_to_fixed([&](std::uint32_t, std::span<const Atom> row) {
        if (class_of_[row.front()] != kNoClass || leads_on_[row.front()]) return;
        leads_on_[row.front()] = is_changed = true;
      });
    }
  }

  template <class Visit>
  void for_each_link_to_fixed(Visit&& visit) const {
    for (std::uint32_t b = 0; b < problem_.bounds.size(); ++b) {
      const TupleSet& upper = problem_.bounds[b].upper;
      if (problem_.bounds[b].auxiliary || upper.arity() < 2) continue;
      for (std::size_t i = 0; i < upper.size(); ++i) {
        if (leads_on_[upper.row(i).back()]) visit(b, upper.row(i));
      }
    }
  }

  // Bound by bound, as the sum of all fields is put together.
  Matrix all_links() {
    const std::uint64_t atoms = problem_.universe.size();
    std::vector<std::vector<Entry>> entries(problem_.bounds.size());
    for_each_link_to_fixed([&](std::uint32_t b, std::span<const Atom> row) {
      entries[b].push_back({row.front() * atoms + row.back(), literals_.of(b, row)});
    });
    for (const Slot& slot : order_.slots) {
      const Atom from = slot.owner == kNoOwner ? slot.first : slot.owner;
      for (const Slot::Entry& entry : slot.entries) {
        if (from == kNoOwner)
          starts_.push_back({entry.target, entry.value});
        else
          entries[slot.bound].push_back({from * atoms + entry.target, entry.value});
      }
    }
    Matrix links{.arity = 2};
    for (auto& of_bound : entries) links = algebra_.unite(links, algebra_.gather(2, std::move(of_bound)));
    return links;
  }

  const SlotOrder& order_;
  const Problem& problem_;
  TupleLiterals literals_;
  Algebra algebra_;
  std::vector<std::size_t> class_of_;
  std::vector<bool> leads_on_;
  std::vector<Entry> starts_;  // what sets hold
};

}  // namespace

std::vector<Lit> unreached(const SlotOrder& order, const Problem& problem,
                           const std::vector<std::vector<Atom>>& classes, Circuit& circuit, Budget& budget) {
  GateGraph& gates = circuit.gates;
  const std::uint64_t atoms = problem.universe.size();
  const std::vector<Lit> reached = reached_atoms(order, classes, atoms, circuit, budget);
  const std::vector<Lit> at_once = SlotReachability(order, problem, classes, circuit, budget).run();

  const TupleLiterals literals(problem, circuit);
  std::vector<std::vector<Lit>> uses(atoms);
  for (std::uint32_t b = 0; b < problem.bounds.size(); ++b) {
    if (problem.bounds[b].auxiliary) continue;
    const TupleSet& upper = problem.bounds[b].upper;
    for (std::size_t i = 0; i < upper.size(); ++i) {
      const Lit value = literals.of(b, upper.row(i));
      if (upper.arity() == 1 && value == kTrue) continue;
      for (const Atom atom : upper.row(i)) uses[atom].push_back(value);
    }
  }
  std::vector<Lit> result;
  for (const std::size_t c : order.classes()) {
    std::vector<Lit> lost;
    for (const Atom atom : classes[c]) {
      lost.push_back(gates.both(gates.disjunction(uses[atom]),
                                gates.both(negation(reached[atom]), negation(at_once[atom]))));
    }
    result.push_back(gates.disjunction(lost));
  }
  return result;
}

}  // namespace fretsaw
