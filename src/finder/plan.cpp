// SPDX-License-Identifier: MIT
//
// Exactly one instance of each isomorphism class, in one of two ways, or both together:
//
//   numbering   Where all used atoms of a class are reached through pointers from fixed atoms, a formula (symmetry/slots)
//               leaves one naming of each structure. Whether a field is a pointer (holds at most one atom) and whether all
//               atoms are reached is not read off the text: the solver is asked for an instance in which it is not so.
//   forms       For the other classes, lex-leader predicates cut some duplicates, and canonical forms recognise the rest.
//
// Parts are cubes over the first variables that are decided. Models come in the lexicographic order of the decision order, so
// cubes in lexicographic order give the same sequence as no cubes. Canonical forms need to have seen all instances, so a
// part is then the classes whose form's hash says so.
#include "finder/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "finder/reachable.hpp"
#include "sat/solver.hpp"
#include "symmetry/interchangeable.hpp"
#include "symmetry/lex_leader.hpp"
#include "symmetry/slots.hpp"

namespace fretsaw {

namespace {

using Classes = std::vector<std::vector<Atom>>;

// Asks the solver about properties of all instances. A question that is too hard is answered "not known".
class Inquiry {
 public:
  Inquiry(const Problem& problem, Circuit& circuit, Lit symmetry, Budget& budget)
      : problem_(problem), circuit_(circuit), symmetry_(symmetry), budget_(budget) {}

  // For each literal: does it hold in no instance?
  std::vector<bool> never(const std::vector<Lit>& literals) {
    std::vector<Lit> outputs = circuit_.outputs;
    outputs.push_back(symmetry_);
    outputs.insert(outputs.end(), literals.begin(), literals.end());
    const auto encoding = encode(circuit_.gates, outputs, secondary_inputs(problem_, circuit_.inputs),
                                 {.selectors = true}, budget_);
    std::vector<bool> result(literals.size(), false);
    if (!encoding) return result;
    const auto solver = make_cadical_solver();
    add(*solver, encoding->cnf);
    const std::size_t facts = circuit_.outputs.size() + 1;
    for (std::size_t i = 0; i < facts; ++i) solver->add(std::array{encoding->selectors[i]});
    for (std::size_t i = 0; i < literals.size(); ++i) {
      solver->limit_conflicts(kHardest);
      result[i] = solver->solve(std::array{encoding->selectors[facts + i]}, budget_) == Answer::Unsat;
    }
    return result;
  }

 private:
  static constexpr int kHardest = 20'000;  // conflicts: about a second

  const Problem& problem_;
  Circuit& circuit_;
  Lit symmetry_;
  Budget& budget_;
};

std::vector<Slot> of_pointers(const std::vector<Slot>& slots, const Problem& problem, Circuit& circuit, Inquiry& inquiry,
                              Budget& budget) {
  std::vector<std::uint32_t> bounds;
  for (const Slot& slot : slots) {
    if (bounds.empty() || bounds.back() != slot.bound) bounds.push_back(slot.bound);
  }
  std::vector<Lit> several;
  for (const std::uint32_t bound : bounds) several.push_back(several_in_a_slot(bound, slots, circuit, budget));
  const std::vector<bool> pointer = inquiry.never(several);
  std::vector<bool> keep(problem.bounds.size(), false);
  for (std::size_t i = 0; i < bounds.size(); ++i) keep[bounds[i]] = pointer[i];
  std::vector<Slot> result = slots;
  std::erase_if(result, [&](const Slot& slot) { return !keep[slot.bound]; });
  return result;
}

// The order of the slots that number as many classes as possible.
SlotOrder find_numbering(const Problem& problem, const Classes& classes, Circuit& circuit, Inquiry& inquiry,
                         Budget& budget) {
  std::vector<Slot> slots =
      of_pointers(possible_slots(problem, circuit, classes), problem, circuit, inquiry, budget);
  Classes numbered = classes;
  for (;;) {
    SlotOrder order = order_slots(slots, numbered, problem.universe.size());
    const std::vector<std::size_t> reachable = order.classes();
    if (reachable.empty()) return order;
    const auto reached = inquiry.never(unreached(order, problem, numbered, circuit, budget));
    if (std::ranges::find(reached, false) == reached.end()) return order;
    // Without the classes that are not reached, what they point to may not be reached either: look again.
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i]) continue;
      const auto& lost = numbered[reachable[i]];
      const auto is_lost = [&](Atom atom) { return std::ranges::find(lost, atom) != lost.end(); };
      std::erase_if(slots, [&](const Slot& slot) {
        return is_lost(slot.owner) ||
               std::ranges::any_of(slot.entries, [&](const Slot::Entry& e) { return is_lost(e.target); });
      });
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (!reached[i]) numbered[reachable[i]].resize(1);
    }
  }
}

// Slots first, in the order in which they number; then the other inputs.
std::vector<int> decisions(const SlotOrder& order, const Circuit& circuit, const Encoding& encoding) {
  std::vector<int> result;
  std::vector<bool> taken(static_cast<std::size_t>(encoding.cnf.primary) + 1, false);
  const auto take = [&](int variable) {
    if (variable > encoding.cnf.primary || taken[static_cast<std::size_t>(variable)]) return;
    taken[static_cast<std::size_t>(variable)] = true;
    result.push_back(variable);
  };
  for (const Slot& slot : order.slots) {
    for (const Slot::Entry& entry : slot.entries) {
      if (!is_constant(entry.value)) {
        take(encoding.variable_of_input[circuit.gates.input_index(gate_of(entry.value))]);
      }
    }
  }
  for (int variable = 1; variable <= encoding.cnf.primary; ++variable) take(variable);
  return result;
}

// All valuations of the first variables of the decision order, in lexicographic order, dealt to the parts in turn.
std::vector<std::vector<int>> cubes_of_part(const std::vector<int>& order, std::uint32_t part, std::uint32_t parts) {
  if (parts == 1) return {{}};
  constexpr unsigned kCubesPerPart = 8;
  const auto wanted = static_cast<std::size_t>(std::bit_width((parts - 1) * kCubesPerPart));
  const std::size_t depth = std::min(order.size(), wanted);
  std::vector<std::vector<int>> cubes;
  for (std::uint64_t bits = part - 1; bits < std::uint64_t{1} << depth; bits += parts) {
    std::vector<int> cube;
    for (std::size_t i = 0; i < depth; ++i) {
      cube.push_back((bits >> (depth - 1 - i) & 1) != 0 ? order[i] : -order[i]);
    }
    cubes.push_back(std::move(cube));
  }
  return cubes;
}

std::string describe(const Plan& plan, Symmetry symmetry, std::size_t movable, std::size_t numbered) {
  if (symmetry == Symmetry::None) return "all instances";
  if (symmetry == Symmetry::Lex) return "lex-leader predicates";
  if (movable == 0) return "no two atoms are interchangeable";
  std::string text = fmt::format("{} of {} classes of interchangeable atoms numbered in the order of a walk along pointers",
                                 numbered, movable);
  if (plan.by_canonical_form) {
    text += "; lex-leader predicates and canonical forms for the others (memory grows with the number of classes of instances)";
  }
  return text;
}

}  // namespace

Result<std::optional<Plan>> plan_enumeration(const Problem& problem, const InstancesOptions& options, Budget& budget) {
  if (auto status = check(problem); !status) return status.error();
  if (options.parts == 0 || options.part == 0 || options.part > options.parts) {
    return input_error(fmt::format("there is no part {} of {}", options.part, options.parts));
  }
  Plan plan;
  if (options.root) {
    auto visible = reachable_part(problem, *options.root);
    if (!visible) return visible.error();
    plan.problem = *std::move(visible);
  } else {
    plan.problem = problem;
  }
  auto translation = translate(plan.problem, {.skolem_depth = -1}, budget);
  if (!translation) return translation.error();
  if (!translation->circuit) return std::optional<Plan>();
  Circuit circuit = *std::move(translation->circuit);

  const Classes classes = options.symmetry == Symmetry::None ? Classes() : interchangeable_atoms(plan.problem);
  const auto movable = static_cast<std::size_t>(
      std::ranges::count_if(classes, [](const auto& members) { return members.size() > 1; }));
  std::vector<Lit> outputs = circuit.outputs;
  SlotOrder order;
  try {
    if (options.symmetry == Symmetry::Exact && movable > 0) {
      Inquiry inquiry(plan.problem, circuit, lex_leader(plan.problem, circuit, classes), budget);
      order = find_numbering(plan.problem, classes, circuit, inquiry, budget);
      outputs.push_back(numbered_in_order(order, classes, circuit));
    }
    Classes rest = classes;
    for (const std::size_t c : order.classes()) rest[c].resize(1);
    outputs.push_back(lex_leader(plan.problem, circuit, rest));
  } catch (const OutOfBudget&) {
    return std::optional<Plan>();
  }
  if (budget.exhausted()) return std::optional<Plan>();
  plan.by_canonical_form = options.symmetry == Symmetry::Exact && order.classes().size() < movable;
  if (plan.by_canonical_form) plan.classes = classes;

  auto encoding = encode(circuit.gates, outputs, secondary_inputs(plan.problem, circuit.inputs), {}, budget);
  if (!encoding) return std::optional<Plan>();
  plan.decision_order = decisions(order, circuit, *encoding);
  plan.clauses = clauses_of(*std::move(encoding), std::move(circuit));
  if (plan.by_canonical_form) {
    plan.part = options.part;
    plan.parts = options.parts;
    plan.cubes = {{}};
  } else {
    plan.cubes = cubes_of_part(plan.decision_order, options.part, options.parts);
  }
  plan.method = describe(plan, options.symmetry, movable, order.classes().size());
  return std::optional<Plan>(std::move(plan));
}

}  // namespace fretsaw
