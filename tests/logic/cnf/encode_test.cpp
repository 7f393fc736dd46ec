// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "logic/cnf/encoder.hpp"
#include "support/random_circuit.hpp"

namespace fretsaw {
namespace {

// Unit propagation from an assignment of the inputs: does it end without a falsified clause?
bool propagates(const Encoding& encoding, std::uint64_t inputs, std::span<const int> assumed = {}) {
  std::vector<int> value(static_cast<std::size_t>(encoding.cnf.variables) + 1, 0);
  const auto set = [&](int literal) {
    value[static_cast<std::size_t>(std::abs(literal))] = literal > 0 ? 1 : -1;
  };
  for (std::size_t i = 0; i < encoding.variable_of_input.size(); ++i) {
    set((inputs >> i & 1) != 0 ? encoding.variable_of_input[i] : -encoding.variable_of_input[i]);
  }
  for (const int literal : assumed) {
    if (value[static_cast<std::size_t>(std::abs(literal))] * literal < 0) return false;
    set(literal);
  }
  for (bool changed = true; changed;) {
    changed = false;
    bool conflict = false;
    encoding.cnf.each_clause([&](std::span<const int> clause) {
      int open = 0, open_literal = 0;
      for (const int literal : clause) {
        const int v = value[static_cast<std::size_t>(std::abs(literal))] * (literal > 0 ? 1 : -1);
        if (v > 0) return;
        if (v == 0) ++open, open_literal = literal;
      }
      if (open == 0) conflict = true;
      if (open == 1) set(open_literal), changed = true;
    });
    if (conflict) return false;
  }
  return true;
}

TEST(Encode, IsDecidedByUnitPropagationFromTheInputs) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    GateGraph graph;
    support::Random random(seed);
    const auto pool = support::random_circuit(graph, random, 5, 20);
    const auto& first = pool[pool.size() - 1];
    const auto& second = pool[pool.size() - 2];
    const std::array outputs{first.literal, negation(second.literal)};
    for (const Polarity polarity : {Polarity::Needed, Polarity::Both}) {
      Budget budget;
      const auto encoding =
          encode(graph, outputs, std::vector<bool>(5, false), {.polarity = polarity}, budget);
      EXPECT_EQ(encoding.cnf.primary, 5);
      for (std::uint64_t row = 0; row < 32; ++row) {
        const bool expected = (first.table >> row & 1) != 0 && (second.table >> row & 1) == 0;
        ASSERT_EQ(propagates(encoding, row), expected) << "seed " << seed << " row " << row;
      }
    }
  }
}

TEST(Encode, ExportsLiteralsThatCanBeAssumedEitherWay) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    GateGraph graph;
    support::Random random(seed);
    const auto pool = support::random_circuit(graph, random, 5, 20);
    const auto& exported = pool.back();
    if (is_constant(exported.literal)) continue;
    Budget budget;
    const auto encoding =
        encode(graph, {}, std::vector<bool>(5, false), {}, budget, std::array{exported.literal});
    for (std::uint64_t row = 0; row < 32; ++row) {
      const bool truth = (exported.table >> row & 1) != 0;
      ASSERT_EQ(propagates(encoding, row, std::array{encoding.exported[0]}), truth) << "seed " << seed;
      ASSERT_EQ(propagates(encoding, row, std::array{-encoding.exported[0]}), !truth) << "seed " << seed;
    }
  }
}

TEST(Encoder, TakesUpGatesThatComeLater) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    GateGraph graph;
    support::Random random(seed);
    const auto pool = support::random_circuit(graph, random, 5, 20);
    const auto& fact = pool[pool.size() - 1];
    const auto& lemma = pool[pool.size() - 2];
    const auto& question = pool[pool.size() - 3];
    Encoder encoder(graph, std::vector<bool>(5, false), Polarity::Needed);
    Budget budget;
    Encoding whole;
    whole.variable_of_input = encoder.variable_of_input();
    const auto pass_on = [&] {
      encoder.define_all(budget);
      const Cnf news = encoder.take_clauses();
      whole.cnf.variables = news.variables;
      news.each_clause([&](std::span<const int> clause) { whole.cnf.add(clause); });
    };
    encoder.hold(fact.literal);
    pass_on();
    const Lit asked = graph.both(question.literal, negation(lemma.literal));
    const std::uint64_t asked_table = question.table & ~lemma.table;
    if (is_constant(asked)) continue;
    const int assumption = encoder.literal(asked);
    pass_on();
    for (std::uint64_t row = 0; row < 32; ++row) {
      const bool expected = (fact.table & asked_table) >> row & 1;
      ASSERT_EQ(propagates(whole, row, std::array{assumption}), expected)
          << "seed " << seed << " row " << row;
    }
    encoder.hold(lemma.literal);
    pass_on();
    for (std::uint64_t row = 0; row < 32; ++row) {
      const bool expected = (fact.table & lemma.table) >> row & 1;
      ASSERT_EQ(propagates(whole, row), expected) << "seed " << seed << " row " << row;
      ASSERT_FALSE(propagates(whole, row, std::array{assumption})) << "seed " << seed << " row " << row;
    }
  }
}

TEST(Encode, NumbersSecondaryInputsAfterThePrimaryOnes) {
  GateGraph graph;
  const Lit a = graph.input(), b = graph.input(), c = graph.input();
  Budget budget;
  std::vector<Lit> all{a, b, c};
  const auto encoding = encode(graph, std::array{graph.disjunction(all)}, {true, false, true}, {}, budget);
  EXPECT_EQ(encoding.variable_of_input, (std::vector<int>{2, 1, 3}));
  EXPECT_EQ(encoding.cnf.primary, 1);
  EXPECT_EQ(encoding.cnf.secondary, 2);
  EXPECT_EQ(encoding.cnf.clauses, 1U) << "a disjunction that must hold is one clause";
}

}  // namespace
}  // namespace fretsaw
