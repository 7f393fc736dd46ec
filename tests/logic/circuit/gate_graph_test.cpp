// SPDX-License-Identifier: MIT
#include "logic/circuit/gate_graph.hpp"

#include <gtest/gtest.h>

#include "support/random_circuit.hpp"

namespace fretsaw {
namespace {

TEST(GateGraph, ComputesTheFunctionsItIsAskedFor) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    GateGraph graph;
    support::Random random(seed);
    for (const auto& [literal, table] : support::random_circuit(graph, random, 6, 25)) {
      for (std::uint64_t row = 0; row < 64; ++row) {
        ASSERT_EQ(support::value_of(graph, literal, row), (table >> row & 1) != 0) << "seed " << seed;
      }
    }
  }
}

TEST(GateGraph, SharesEqualGates) {
  GateGraph graph;
  const Lit a = graph.input(), b = graph.input(), c = graph.input();
  std::vector<Lit> forwards{a, b, c}, backwards{c, b, a, b};
  EXPECT_EQ(graph.conjunction(forwards), graph.conjunction(backwards));
  EXPECT_EQ(graph.different(a, b), negation(graph.different(b, negation(a))));
  EXPECT_EQ(graph.choose(a, b, c), graph.choose(negation(a), c, b));
  EXPECT_EQ(graph.choose(a, negation(b), negation(c)), negation(graph.choose(a, b, c)));
}

TEST(GateGraph, FoldsConstantsAndAbsorbs) {
  GateGraph graph;
  const Lit a = graph.input(), b = graph.input();
  EXPECT_EQ(graph.both(a, negation(a)), kFalse);
  EXPECT_EQ(graph.either(a, kFalse), a);
  EXPECT_EQ(graph.both(a, graph.both(a, b)), graph.both(a, b));
  EXPECT_EQ(graph.both(a, graph.both(negation(a), b)), kFalse);
  EXPECT_EQ(graph.both(a, graph.either(a, b)), a);
  EXPECT_EQ(graph.both(a, graph.either(negation(a), b)), graph.both(a, b));
  EXPECT_EQ(graph.different(a, a), kFalse);
  EXPECT_EQ(graph.choose(a, kTrue, b), graph.either(a, b));
}

}  // namespace
}  // namespace fretsaw
