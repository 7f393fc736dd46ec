// SPDX-License-Identifier: MIT
//
// Exactly one instance of each isomorphism class, in one of two ways, or both together:
//
//   numbering   If all used atoms of a class are reachable through pointers from fixed atoms, a formula
//               admits one naming of each structure (finder/numbering, symmetry/slots).
//   leaders     For the other classes, lex-leader predicates exclude most duplicates; of the rest, only the
//               largest of each class is kept (symmetry/leader).
//
// Neither stores the instances found. Parts are therefore simply cubes over the first variables that are
// decided. Solutions are found in the lexicographic order of the decision order, so cubes in lexicographic
// order produce the same sequence as a search without them.
#include "logic/finder/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "logic/circuit/number.hpp"
#include "logic/finder/numbering.hpp"
#include "logic/finder/reachable.hpp"
#include "logic/finder/unit_runner.hpp"
#include "logic/sat/simplify.hpp"
#include "logic/sat/solver.hpp"
#include "logic/sat/split.hpp"
#include "logic/symmetry/lex_leader.hpp"
#include "logic/symmetry/slots.hpp"

namespace fretsaw {

namespace {

using Classes = std::vector<std::vector<Atom>>;

// How isomorphic instances are avoided.
struct SymmetryBreaking {
  Classes classes;                      // of interchangeable atoms
  std::vector<Lit> outputs;             // what has to hold besides the problem
  std::optional<LeaderTest> leaders{};  // what to ask of the solutions that are left
  SlotOrder order{};                    // which atoms are numbered, along which slots
  std::size_t movable = 0;              // classes of interchangeable atoms
  bool decides_as_compared =
      false;  // are the inputs of leaders decided in the order in which these are compared
};

// Leaders are compared atom by atom, across all relations. To decide in that order shows soonest what is no
// leader: for graphs, half of the work. But where several relations make up a structure, what constrains each
// of them is then decided last: the red-black trees of a contract take a hundred times as long.
bool are_compared_by_one_relation(const LeaderTest& leaders, const Problem& problem, const Circuit& circuit) {
  std::optional<std::uint32_t> only;
  for (const std::uint32_t input : leaders.inputs()) {
    const std::uint32_t relation = circuit.inputs[input].owner;
    if (problem.bounds[relation].relation.arity() == 1) continue;
    if (only.value_or(relation) != relation) return false;
    only = relation;
  }
  return true;
}

// Slots first, in the order in which they number; then the inputs of leaders, and the others.
std::vector<int> decisions(const SymmetryBreaking& symmetry_breaking, const Circuit& circuit,
                           const Encoding& encoding) {
  std::vector<int> result;
  std::vector<bool> taken(static_cast<std::size_t>(encoding.cnf.primary) + 1, false);
  const auto take = [&](int variable) {
    if (variable > encoding.cnf.primary || taken[static_cast<std::size_t>(variable)]) return;
    taken[static_cast<std::size_t>(variable)] = true;
    result.push_back(variable);
  };
  for (const Slot& slot : symmetry_breaking.order.slots) {
    for (const Slot::Entry& entry : slot.entries) {
      if (!is_constant(entry.value)) {
        take(encoding.variable_of_input[circuit.gates.input_index(gate_of(entry.value))]);
      }
    }
  }
  if (symmetry_breaking.decides_as_compared) {
    for (const std::uint32_t input : symmetry_breaking.leaders->inputs())
      take(encoding.variable_of_input[input]);
  }
  for (int variable = 1; variable <= encoding.cnf.primary; ++variable) take(variable);
  return result;
}

using Cubes = std::vector<std::vector<int>>;

struct PlacedCube {
  std::vector<int> literals;
  std::uint64_t place = 0;
};

// The parts are dealt out in turn, and do not depend on anything but their number.
std::vector<PlacedCube> cubes_of_part(const Cnf& cnf, const Plan& plan, const InstancesOptions& options) {
  constexpr std::size_t kCubesPerPart = 16;
  if (options.part.count <= 1) return {PlacedCube{}};
  const Cubes all =
      split(cnf, {}, plan.decision_order, plan.preferred_value, options.part.count * kCubesPerPart);
  std::vector<PlacedCube> mine;
  for (std::size_t i = options.part.number - 1; i < all.size(); i += options.part.count)
    mine.push_back({all[i], i});
  return mine;
}

// How large an instance is: the atoms in any of its sets, integers apart, and the tuples of all its
// relations, sets included. (An atom in two sets, or in one and in the field of a `one sig`, is one atom.)
struct Size {
  Number atoms;
  Number tuples;
};

Size size_of(const Problem& problem, Circuit& circuit) {
  constexpr int kWide = 30;
  Arithmetic arithmetic(circuit.gates, kWide, false);
  std::vector<bool> certain(problem.universe.size(), false);  // there in every instance, or an integer
  for (const auto& [value, atom] : problem.integers.atoms) certain[atom] = true;
  for (const Bound& bound : problem.bounds) {
    if (bound.auxiliary || bound.relation.arity() != 1) continue;
    for (const Atom atom : bound.lower.atoms()) certain[atom] = true;
  }
  std::map<std::uint64_t, std::vector<Lit>> memberships;  // by atom
  std::vector<Arithmetic::Term> atoms, tuples;
  for (std::size_t i = 0; i < circuit.inputs.size(); ++i) {
    const auto [owner, tuple] = circuit.inputs[i];
    if (owner >= problem.bounds.size() || problem.bounds[owner].auxiliary) continue;
    tuples.push_back({1, circuit.input_literals[i]});
    const bool counts = problem.bounds[owner].relation.arity() == 1 && !certain[tuple];
    if (counts) memberships[tuple].push_back(circuit.input_literals[i]);
  }
  for (auto& [atom, literals] : memberships) atoms.push_back({1, circuit.gates.disjunction(literals)});
  return {arithmetic.sum(atoms), arithmetic.sum(tuples)};
}

// The bits of the number that are not constant.
std::vector<Lit> open_bits(const Number& number) {
  std::vector<Lit> bits = number.bits;
  std::erase_if(bits, [](Lit bit) { return is_constant(bit); });
  return bits;
}

// The bits of an instance's size that are not constant: those of its atoms first.
struct SizeBits {
  std::vector<Lit> literals;
  std::size_t of_atoms = 0;
};

SizeBits size_bits(const Problem& problem, Circuit& circuit) {
  const Size size = size_of(problem, circuit);
  SizeBits bits{open_bits(size.atoms), 0};
  bits.of_atoms = bits.literals.size();
  const auto of_tuples = open_bits(size.tuples);
  bits.literals.insert(bits.literals.end(), of_tuples.begin(), of_tuples.end());
  return bits;
}

// For each pair of sizes that an instance has, smallest first: literals that say so.
Cubes cubes_by_size(const Encoding& encoding, std::size_t atom_bits, Budget& budget) {
  const std::span<const int> exported = encoding.exported;
  const auto solver = make_cadical_solver();
  add(*solver, encoding.cnf, budget);
  const auto equals = [&](std::vector<int> cube, std::span<const int> bits, std::uint64_t value) {
    for (std::size_t i = 0; i < bits.size(); ++i) cube.push_back((value >> i & 1) != 0 ? bits[i] : -bits[i]);
    return cube;
  };
  const auto possible = [&](const std::vector<int>& cube) {
    return solver->solve(cube, budget) == Answer::Sat;
  };
  const auto atoms = exported.first(atom_bits), tuples = exported.subspan(atom_bits);
  Cubes result;
  for (std::uint64_t a = 0; a < std::uint64_t{1} << atoms.size(); ++a) {
    const auto with_atoms = equals({}, atoms, a);
    if (!possible(with_atoms)) continue;
    for (std::uint64_t t = 0; t < std::uint64_t{1} << tuples.size(); ++t) {
      if (auto cube = equals(with_atoms, tuples, t); possible(cube)) result.push_back(std::move(cube));
    }
  }
  return result;
}

// Cubes of the one list within cubes of the other.
std::vector<PlacedCube> product(const Cubes& outer, const std::vector<PlacedCube>& inner,
                                std::uint64_t places) {
  std::vector<PlacedCube> result;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    for (const PlacedCube& second : inner) {
      result.push_back({outer[i], i * places + second.place});
      result.back().literals.insert(result.back().literals.end(), second.literals.begin(),
                                    second.literals.end());
    }
  }
  return result;
}

SymmetryBreaking break_symmetries(const Problem& problem, Symmetry symmetry, Circuit& circuit,
                                  Budget& budget) {
  SymmetryBreaking symmetry_breaking;
  if (symmetry == Symmetry::None) return symmetry_breaking;
  const bool exact = symmetry == Symmetry::Exact;
  symmetry_breaking.classes = interchangeable_atoms(problem);
  Classes classes = symmetry_breaking.classes;
  symmetry_breaking.movable = static_cast<std::size_t>(
      std::ranges::count_if(classes, [](const auto& members) { return members.size() > 1; }));
  if (exact && symmetry_breaking.movable > 0) {
    symmetry_breaking.order = find_numbering(problem, classes, circuit, budget);
    symmetry_breaking.outputs.push_back(numbered_in_order(symmetry_breaking.order, classes, circuit));
  }
  const auto numbered = symmetry_breaking.order.classes();
  for (const std::size_t c : numbered) classes[c].resize(1);
  symmetry_breaking.outputs.push_back(
      lex_leader(problem, circuit, classes, exact ? CompareBy::Atoms : CompareBy::Relations));
  if (exact && numbered.size() < symmetry_breaking.movable) {
    symmetry_breaking.leaders.emplace(problem, circuit.inputs, classes);
    symmetry_breaking.decides_as_compared =
        are_compared_by_one_relation(*symmetry_breaking.leaders, problem, circuit);
  }
  return symmetry_breaking;
}

// What the instances are to be compared by, or nothing if no two can be isomorphic.
std::optional<Shapes> shapes_of(const Problem& problem, const Clauses& clauses,
                                const SymmetryBreaking& symmetry_breaking, const InstancesOptions& options) {
  if (options.symmetry != Symmetry::Exact) return std::nullopt;
  Classes classes = symmetry_breaking.classes;
  if (options.auxiliary_bounds_are_alike) {
    Problem visible = problem;
    std::erase_if(visible.bounds, [](const Bound& bound) { return bound.auxiliary; });
    classes = interchangeable_atoms(visible);
  }
  if (std::ranges::all_of(classes, [](const auto& members) { return members.size() == 1; }))
    return std::nullopt;
  return Shapes(problem, clauses.inputs, clauses.encoding.variable_of_input, clauses.encoding.cnf.primary,
                classes);
}

std::string describe(const SymmetryBreaking& symmetry_breaking, Symmetry symmetry) {
  if (symmetry == Symmetry::None) return "all instances";
  if (symmetry == Symmetry::Lex) return "lex-leader predicates";
  if (symmetry_breaking.movable == 0) return "no two atoms are interchangeable";
  std::string text =
      fmt::format("{} of {} classes of interchangeable atoms numbered in the order of a walk along pointers",
                  symmetry_breaking.order.classes().size(), symmetry_breaking.movable);
  if (symmetry_breaking.leaders) {
    text +=
        "; of the others, lex-leader predicates cut most duplicates, and only the largest of each class is "
        "kept";
  }
  return text;
}

}  // namespace

Result<Plan> plan_enumeration(const Problem& problem, const InstancesOptions& options, Budget& budget) {
  const auto& [number, count] = options.part;
  if (number < 1 || number > count) {
    return input_error(fmt::format("no part {} of {}", number, count));
  }
  if (auto status = check(problem); !status) return status.error();
  Plan plan{.problem = problem};
  if (options.root) {
    auto visible = reachable_part(problem, *options.root);
    if (!visible) return visible.error();
    plan.problem = *std::move(visible);
  }
  auto circuit = circuit_of(plan.problem, {.skolem_depth = -1}, budget);
  if (!circuit) return circuit.error();
  SymmetryBreaking symmetry_breaking = break_symmetries(plan.problem, options.symmetry, *circuit, budget);
  std::vector<Lit> outputs = circuit->outputs;
  outputs.insert(outputs.end(), symmetry_breaking.outputs.begin(), symmetry_breaking.outputs.end());
  const bool by_size = options.order == Order::Smallest;
  const SizeBits size = by_size ? size_bits(plan.problem, *circuit) : SizeBits();
  plan.clauses = clauses_of(plan.problem, *circuit, outputs, {}, budget, size.literals);

  Encoding& encoding = plan.clauses.encoding;
  encoding.cnf = eliminate_gates(probe(encoding.cnf, budget), encoding.exported, budget);
  plan.clauses.statistics.clauses = encoding.cnf.clauses;
  plan.decision_order = decisions(symmetry_breaking, *circuit, encoding);
  // To point somewhere, and first to what has been met, leads to small structures, and to conflicts soon.
  plan.preferred_value = !symmetry_breaking.order.slots.empty();
  auto cubes = cubes_of_part(encoding.cnf, plan, options);
  if (by_size) {
    // More than any part has: places of different sizes do not mix.
    constexpr std::uint64_t kPlacesPerSize = std::uint64_t{1} << 40;
    cubes = product(cubes_by_size(encoding, size.of_atoms, budget), cubes, kPlacesPerSize);
  }
  for (const PlacedCube& cube : cubes)
    plan.placed_units.push_back({unit_of_cube(search_of(plan), cube.literals), cube.place});
  plan.method = describe(symmetry_breaking, options.symmetry);
  plan.shapes = shapes_of(plan.problem, plan.clauses, symmetry_breaking, options);
  plan.leaders = std::move(symmetry_breaking.leaders);
  return plan;
}

}  // namespace fretsaw
