// SPDX-License-Identifier: MIT
#include "logic/sat/reach.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random.hpp"

namespace fretsaw {
namespace {

// States are numbers; bit 0 says that everything may begin here, bit 1 that it is bad.
struct Table {
  unsigned bits = 0;
  unsigned fixed = 0;  // so many of the highest bits never change
  std::vector<std::vector<bool>> step;

  std::size_t states() const { return std::size_t{1} << bits; }
};

Table random_table(support::Random& random) {
  Table table;
  table.bits = static_cast<unsigned>(random.between(3, 5));
  table.fixed = static_cast<unsigned>(random.below(2));
  const int density = random.between(2, 14);
  const std::size_t moving = (std::size_t{1} << (table.bits - table.fixed)) - 1;
  table.step.assign(table.states(), std::vector<bool>(table.states()));
  for (std::size_t a = 0; a < table.states(); ++a) {
    for (std::size_t b = 0; b < table.states(); ++b)
      table.step[a][b] = (b & 1) == 0 && (a & ~moving) == (b & ~moving) && random.percent(density);
  }
  return table;
}

StepSystem system_of(const Table& table) {
  StepSystem system;
  const int bits = static_cast<int>(table.bits);
  for (int bit = 0; bit < bits; ++bit) {
    const bool fixed = bit >= bits - static_cast<int>(table.fixed);
    system.state.push_back({bit + 1, fixed ? bit + 1 : bits + bit + 1});
  }
  system.step = 2 * bits + 1;
  system.start = 1;
  system.bad = 2;
  system.clauses.variables = system.clauses.primary = system.step;
  for (std::size_t a = 0; a < table.states(); ++a) {
    for (std::size_t b = 0; b < table.states(); ++b) {
      std::vector<int> clause{table.step[a][b] ? system.step : -system.step};
      for (int bit = 0; bit < bits; ++bit) {
        const auto& [now, next] = system.state[static_cast<std::size_t>(bit)];
        clause.push_back((a >> bit & 1) != 0 ? -now : now);
        clause.push_back((b >> bit & 1) != 0 ? -next : next);
      }
      system.clauses.add(clause);
    }
  }
  return system;
}

bool reached(const Table& table) {
  std::vector<bool> seen(table.states());
  std::vector<std::size_t> open;
  for (std::size_t a = 1; a < table.states(); a += 2) {
    seen[a] = true;
    open.push_back(a);
  }
  while (!open.empty()) {
    const std::size_t a = open.back();
    open.pop_back();
    for (std::size_t b = 0; b < table.states(); ++b) {
      if (!table.step[a][b]) continue;
      if ((a & 2) != 0) return true;
      if (!seen[b]) open.push_back(b);
      seen[b] = true;
    }
  }
  return false;
}

TEST(Reach, AgreesWithWalkingThroughAllStates) {
  int never = 0;
  constexpr int kRounds = 600;
  for (std::uint64_t seed = 1; seed <= kRounds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    support::Random random(seed);
    Table table = random_table(random);
    // In half of the cases nothing bad is where it begins.
    if (random.percent(50)) {
      for (std::size_t a = 3; a < table.states(); a += 4) table.step[a].assign(table.states(), false);
    }
    Budget budget{Limits{}};
    const bool expected = reached(table);
    ASSERT_EQ(reach(system_of(table), 100'000, budget), expected ? Reach::Sometime : Reach::Never);
    never += expected ? 0 : 1;
  }
  EXPECT_GT(never, kRounds / 10);
  EXPECT_LT(never, kRounds * 9 / 10);
}

TEST(Reach, OfACounterIsTheNumberThatItStopsAt) {
  // Six bits count up to 40 and stay; bits 0 and 1 are the beginning and the bad.
  for (const std::size_t wanted : {40U, 41U}) {
    Table table;
    table.bits = 8;
    table.step.assign(table.states(), std::vector<bool>(table.states()));
    const auto state = [&](std::size_t number, bool first) {
      return number << 2 | (number == wanted ? 2U : 0U) | (first ? 1U : 0U);
    };
    table.step[state(0, true)][state(1, false)] = true;
    for (std::size_t n = 1; n <= 40; ++n)
      table.step[state(n, false)][state(std::min<std::size_t>(n + 1, 40), false)] = true;
    table.step[state(41, false)][state(41, false)] = true;
    // Nothing begins anywhere else.
    Budget budget{Limits{}};
    EXPECT_EQ(reach(system_of(table), 100'000, budget), wanted == 40 ? Reach::Sometime : Reach::Never);
  }
}

TEST(Reach, AsksNoMoreQuestionsThanItMay) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    support::Random random(seed);
    Budget budget{Limits{}};
    EXPECT_EQ(reach(system_of(random_table(random)), 0, budget), Reach::Unknown);
  }
}

TEST(Reach, StopsAtALimit) {
  support::Random random(1);
  Budget budget{Limits{.seconds = 1e-9}};
  EXPECT_THROW(static_cast<void>(reach(system_of(random_table(random)), 100, budget)), LimitReached);
}

}  // namespace
}  // namespace fretsaw
