// SPDX-License-Identifier: MIT
// Canonical forms and invariants of random structures, against trying all renamings.
#include "logic/symmetry/shapes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "support/random.hpp"

namespace fretsaw {
namespace {

using support::Random;
using Classes = std::vector<std::vector<Atom>>;
using Bits = std::vector<std::uint64_t>;

// All tuples of a few relations over a few atoms.
struct Space {
  Problem problem;
  std::vector<InputTuple> inputs;
  std::vector<int> variables;  // by input
  Classes classes;

  explicit Space(Random& random) {
    const auto atoms = static_cast<Atom>(random.between(2, 6));
    std::vector<std::string> names;
    for (Atom a = 0; a < atoms; ++a) {
      names.push_back(fmt::format("a{}", a));
      if (classes.empty() || random.percent(25)) classes.emplace_back();
      classes.back().push_back(a);
    }
    problem.universe = Universe(names);
    const int relations = random.between(1, 3);
    for (int r = 0; r < relations; ++r) {
      const int arity = random.percent(30) ? 1 : random.percent(80) || atoms > 4 ? 2 : 3;
      const TupleSet all = TupleSet::all(arity, atoms);
      problem.bounds.push_back({Relation(fmt::format("r{}", r), arity), TupleSet(arity), all});
      for (std::uint64_t tuple = 0; tuple < all.size(); ++tuple)
        inputs.push_back({static_cast<std::uint32_t>(r), tuple});
    }
    // Variables in another order than inputs.
    variables.resize(inputs.size());
    std::iota(variables.begin(), variables.end(), 1);
    for (std::size_t i = variables.size(); i > 1; --i)
      std::swap(variables[i - 1], variables[random.below(i)]);
  }

  Shapes shapes() const {
    return Shapes(problem, inputs, variables, static_cast<int>(inputs.size()), classes);
  }

  Bits random_bits(Random& random, const Shapes& shapes) const {
    Bits bits(shapes.words(), 0);
    const int density = random.between(5, 95);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (random.percent(density)) bits[i / 64] |= std::uint64_t{1} << i % 64;
    }
    return bits;
  }

  Bits renamed(const Bits& bits, const std::vector<Atom>& image) const {
    Bits result(bits.size(), 0);
    const std::uint64_t atoms = problem.universe.size();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto bit = static_cast<std::size_t>(variables[i]) - 1;
      if ((bits[bit / 64] >> bit % 64 & 1) == 0) continue;
      std::uint64_t tuple = 0, scale = 1;
      std::uint64_t rest = inputs[i].tuple;
      for (int c = 0; c < problem.bounds[inputs[i].owner].relation.arity();
           ++c, rest /= atoms, scale *= atoms)
        tuple += image[rest % atoms] * scale;
      const auto first = std::ranges::find(inputs, inputs[i].owner, &InputTuple::owner);
      const auto target =
          static_cast<std::size_t>(variables[static_cast<std::size_t>(first - inputs.begin()) + tuple] - 1);
      result[target / 64] |= std::uint64_t{1} << target % 64;
    }
    return result;
  }

  std::vector<std::vector<Atom>> renamings() const {
    std::vector<Atom> identity(problem.universe.size());
    std::iota(identity.begin(), identity.end(), 0);
    std::vector<std::vector<Atom>> result{identity};
    for (const auto& members : classes) {
      std::vector<std::vector<Atom>> more;
      std::vector<Atom> images = members;
      do {
        for (std::vector<Atom> renaming : result) {
          for (std::size_t i = 0; i < members.size(); ++i) renaming[members[i]] = images[i];
          more.push_back(std::move(renaming));
        }
      } while (std::ranges::next_permutation(images).found);
      result = std::move(more);
    }
    return result;
  }
};

TEST(Shapes, IdentifyExactlyIsomorphicInstances) {
  std::uint64_t same = 0, different = 0, collisions = 0;
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const Space space(random);
    Shapes shapes = space.shapes();
    const auto renamings = space.renamings();
    std::map<Bits, std::vector<std::uint32_t>> forms;  // by the smallest member of the class
    std::map<std::vector<std::uint32_t>, Bits> members;
    std::map<Bits, std::uint64_t> invariants;
    for (int i = 0; i < 8; ++i) {
      Bits bits = space.random_bits(random, shapes);
      for (int copy = 0; copy < 2; ++copy) {
        Bits smallest = bits;
        for (const auto& renaming : renamings) smallest = std::min(smallest, space.renamed(bits, renaming));
        const auto form = shapes.canonical_form(bits);
        ASSERT_TRUE(form);
        const auto [known, is_new] = forms.emplace(smallest, *form);
        ASSERT_EQ(known->second, *form) << "isomorphic, and of different forms";
        ASSERT_EQ(members.emplace(*form, smallest).first->second, smallest)
            << "of one form, and not isomorphic";
        const std::uint64_t invariant = shapes.invariant(bits);
        ASSERT_EQ(invariants.emplace(smallest, invariant).first->second, invariant);
        ++(is_new ? different : same);
        bits = space.renamed(bits, renamings[random.below(renamings.size())]);
      }
    }
    std::set<std::uint64_t> values;
    for (const auto& [smallest, invariant] : invariants) values.insert(invariant);
    collisions += invariants.size() - values.size();
  }
  EXPECT_GT(same, 15'000U);
  EXPECT_GT(different, 10'000U);
  EXPECT_LT(collisions, different / 10);
}

// Structures that refinement alone cannot tell apart, or whose atoms it cannot.
TEST(Shapes, DistinguishRegularStructures) {
  constexpr Atom kAtoms = 8;
  std::vector<std::string> names;
  std::vector<Atom> all;
  for (Atom a = 0; a < kAtoms; ++a) {
    names.push_back(fmt::format("a{}", a));
    all.push_back(a);
  }
  Problem problem;
  problem.universe = Universe(names);
  problem.bounds = {{Relation("r", 2), TupleSet(2), TupleSet::all(2, kAtoms)}};
  std::vector<InputTuple> inputs;
  std::vector<int> variables;
  for (std::uint64_t t = 0; t < kAtoms * kAtoms; ++t) {
    inputs.push_back({0, t});
    variables.push_back(static_cast<int>(t) + 1);
  }
  const Shapes shapes(problem, inputs, variables, kAtoms * kAtoms, {all});
  Random random(1);
  const auto form = [&](const std::vector<std::pair<Atom, Atom>>& edges) {
    std::vector<Atom> image = all;
    for (std::size_t i = image.size(); i > 1; --i) std::swap(image[i - 1], image[random.below(i)]);
    Bits bits{0};
    for (const auto& [a, b] : edges) {
      bits[0] |= std::uint64_t{1} << (image[a] * kAtoms + image[b]);
      bits[0] |= std::uint64_t{1} << (image[b] * kAtoms + image[a]);
    }
    return shapes.canonical_form(bits);
  };
  std::vector<std::pair<Atom, Atom>> ring, squares, cube;
  for (Atom a = 0; a < kAtoms; ++a) {
    ring.emplace_back(a, (a + 1) % kAtoms);
    squares.emplace_back(a, a / 4 * 4 + (a + 1) % 4);
    for (const Atom bit : {1U, 2U, 4U}) cube.emplace_back(a, a ^ bit);
  }
  const auto of_ring = form(ring), of_squares = form(squares), of_cube = form(cube);
  EXPECT_NE(of_ring, of_squares);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(form(ring), of_ring);
    EXPECT_EQ(form(squares), of_squares);
    EXPECT_EQ(form(cube), of_cube);
  }
  EXPECT_TRUE(form({}));
}

}  // namespace
}  // namespace fretsaw
