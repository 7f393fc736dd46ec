// SPDX-License-Identifier: MIT
//
// Classes are taken group by group, in the order of the pointers between them. For each, fields are added in
// order until all its atoms are reachable; unnecessary fields are then removed. Fewer slots make a smaller
// formula, proofs resemble the problem's own statements, and decisions follow the structure (a tree's
// children, not its parent pointers).
#include "logic/finder/numbering.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "logic/finder/clauses.hpp"
#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

using Classes = std::vector<std::vector<Atom>>;
using Bounds = std::vector<std::uint32_t>;

template <class Range, class Value>
bool contains(const Range& range, const Value& value) {
  return std::ranges::find(range, value) != std::ranges::end(range);
}

class NumberingSearch {
 public:
  NumberingSearch(const Problem& problem, const Classes& classes, Circuit& circuit, Budget& budget)
      : problem_(problem),
        classes_(classes),
        circuit_(circuit),
        budget_(budget),
        queries_(problem, classes, circuit, budget),
        slots_(possible_slots(problem, circuit, classes)) {}

  SlotOrder run() {
    for (;;) {
      const SlotOrder all = order_slots(slots_, classes_, problem_.universe.size());
      Bounds used;
      const bool all_reached =
          std::ranges::all_of(all.groups, [&](const auto& group) { return reach(group, used); });
      if (all_reached) return order_by(used);
      // Without the classes that are not reached, what they point to may not be reached either: look again.
    }
  }

 private:
  // With no more effort than that, can the field be shown to hold at most one atom in each slot?
  bool is_pointer(std::uint32_t bound, Effort effort) {
    KnownBound& known = known_[bound];
    if (known.several == Occurrence::Unknown && (!known.effort || *known.effort < effort)) {
      known = {queries_.ask({several_in_a_slot(bound, slots_, circuit_, budget_)}, effort)[0], effort};
    }
    return known.several == Occurrence::Never;
  }

  SlotOrder order_by(const Bounds& used) const {
    std::vector<Slot> some = slots_;
    std::erase_if(some, [&](const Slot& slot) { return !contains(used, slot.bound); });
    return order_slots(std::move(some), classes_, problem_.universe.size());
  }

  // Fields that hold atoms of the group.
  Bounds into(const std::vector<std::size_t>& group) const {
    Bounds result;
    for (const Slot& slot : slots_) {
      const bool leads_here = std::ranges::any_of(slot.entries, [&](const Slot::Entry& entry) {
        return std::ranges::any_of(group, [&](std::size_t c) { return contains(classes_[c], entry.target); });
      });
      if (leads_here && !contains(result, slot.bound)) result.push_back(slot.bound);
    }
    return result;
  }

  // For each class of the group: a literal that holds when one of its atoms is used and not reached by these
  // fields.
  std::vector<Lit> missed(const std::vector<std::size_t>& group, const Bounds& used) {
    const SlotOrder order = order_by(used);
    const auto classes = order.classes();
    const auto literals = unreached(order, problem_, classes_, circuit_, budget_);
    std::vector<Lit> result;
    for (const std::size_t c : group) {
      const auto place = std::ranges::find(classes, c);
      result.push_back(place == classes.end() ? kTrue
                                              : literals[static_cast<std::size_t>(place - classes.begin())]);
    }
    return result;
  }

  bool suffice(const std::vector<std::size_t>& group, const Bounds& used) {
    const auto answers = queries_.ask(missed(group, used), Effort::Quick);
    return std::ranges::all_of(answers, [](Occurrence answer) { return answer == Occurrence::Never; });
  }

  // Adds fields that reach the group. If there are none, gives up the classes that are not reached.
  bool reach(const std::vector<std::size_t>& group, Bounds& used) {
    const std::size_t before = used.size();
    for (const Effort effort : {Effort::Quick, Effort::Thorough}) {
      for (const std::uint32_t bound : into(group)) {
        if (contains(used, bound) || !is_pointer(bound, effort)) continue;
        used.push_back(bound);
        if (!suffice(group, used)) continue;
        drop_unneeded(group, before, used);
        return true;
      }
    }
    const auto answers = queries_.ask(missed(group, used), Effort::Thorough);
    bool all_reached = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (answers[i] == Occurrence::Never) continue;
      all_reached = false;
      give_up(group[i]);
    }
    return all_reached;
  }

  // Of the fields from `first` on, which suffice together; the last one is needed.
  void drop_unneeded(const std::vector<std::size_t>& group, std::size_t first, Bounds& used) {
    for (std::size_t i = used.size() - 1; i-- > first;) {
      Bounds fewer = used;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (suffice(group, fewer)) used = std::move(fewer);
    }
  }

  void give_up(std::size_t lost) {
    const auto is_lost = [&](Atom atom) { return contains(classes_[lost], atom); };
    std::erase_if(slots_, [&](const Slot& slot) {
      return is_lost(slot.owner) || std::ranges::any_of(slot.entries, [&](const Slot::Entry& entry) {
               return is_lost(entry.target);
             });
    });
  }

  const Problem& problem_;
  const Classes& classes_;
  Circuit& circuit_;
  Budget& budget_;
  InstanceQueries queries_;
  std::vector<Slot> slots_;  // of fields that may be pointers and lead from and to classes not given up
  struct KnownBound {
    Occurrence several = Occurrence::Unknown;
    std::optional<Effort> effort{};  // spent so far
  };
  std::unordered_map<std::uint32_t, KnownBound> known_;  // by bound
};

}  // namespace

SlotOrder find_numbering(const Problem& problem, const Classes& classes, Circuit& circuit, Budget& budget) {
  return NumberingSearch(problem, classes, circuit, budget).run();
}

namespace {

constexpr int kQuickConflicts = 10;
constexpr int kThoroughConflicts = 20'000;

}  // namespace

InstanceQueries::InstanceQueries(const Problem& problem, const std::vector<std::vector<Atom>>& classes,
                                 Circuit& circuit, Budget& budget)
    : problem_(problem),
      classes_(classes),
      circuit_(circuit),
      budget_(budget),
      encoder_(circuit.gates, secondary_inputs(problem, circuit.inputs), Polarity::Needed),
      solver_(make_cadical_solver()) {
  for (const Lit output : circuit.outputs) encoder_.hold(output);
}

std::vector<Occurrence> InstanceQueries::ask(const std::vector<Lit>& literals, Effort effort) {
  std::vector<Occurrence> result(literals.size(), Occurrence::Unknown);
  for (const auto& inputs : instances_) {
    const std::vector<bool> values = gate_values(circuit_.gates, inputs);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (values[gate_of(literals[i])] != is_negated(literals[i])) result[i] = Occurrence::Sometimes;
    }
  }
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (result[i] == Occurrence::Unknown) result[i] = solve(literals[i], effort);
  }
  return result;
}

Occurrence InstanceQueries::solve(Lit literal, Effort effort) {
  if (literal == kFalse) return Occurrence::Never;
  if (literal == kTrue)
    return Occurrence::Sometimes;  // if there are instances at all; if not, it does not matter
  if (effort == Effort::Thorough && !symmetries_broken_) {
    encoder_.hold(lex_leader(problem_, circuit_, classes_));
    symmetries_broken_ = true;
  }
  const int assumption = encoder_.literal(literal);
  add_pending_clauses();
  solver_->limit_conflicts(effort == Effort::Quick ? kQuickConflicts : kThoroughConflicts);
  switch (solver_->solve(std::array{assumption}, budget_)) {
    case Answer::Unsat:
      encoder_.hold(negation(literal));  // a lemma for the questions to come
      return Occurrence::Never;
    case Answer::Unknown:
      return Occurrence::Unknown;
    case Answer::Sat:
      break;
  }
  auto& inputs = instances_.emplace_back();
  for (const int variable : encoder_.variable_of_input()) inputs.push_back(solver_->value(variable));
  return Occurrence::Sometimes;
}

// Gives the solver the clauses that it does not have yet.
void InstanceQueries::add_pending_clauses() {
  encoder_.define_all(budget_);
  add(*solver_, encoder_.take_clauses(), budget_);
}

}  // namespace fretsaw
