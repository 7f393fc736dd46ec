// SPDX-License-Identifier: MIT
// An enumeration that is stopped at random moments, written down, divided and gone on with, by the same
// search or by another, gives the same sequence as one that is left alone.
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <numeric>

#include "logic/sat/enumerator.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/solutions.hpp"

namespace fretsaw {
namespace {

using sat_test::Random;
using sat_test::random_between;
using sat_test::Solution;

constexpr unsigned kScheduleSeed = 19;
int schedules() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 40'000 : 3'000; }

// Literals that are given, and decisions to begin with.
struct Work {
  std::vector<int> cube;
  std::vector<int> begin;
  bool after_solution = false;
};

class Schedule {
 public:
  Schedule(const Cnf& cnf, const EnumeratorOptions& options, Random& random)
      : cnf_(cnf), options_(options), random_(random) {}

  std::vector<Solution> run() {
    std::vector<Solution> found;
    std::deque<Work> left = {{options_.cube, {}, false}};
    while (!left.empty()) {
      const Work work = left.front();
      left.pop_front();
      EnumeratorOptions options = options_;
      options.cube = work.cube;
      options.begin = work.begin;
      options.begins_after_solution = work.after_solution;
      Enumerator enumerator(cnf_, options);
      std::vector<Work> rest = work_on(enumerator, work.cube, found);
      left.insert(left.begin(), rest.begin(), rest.end());
    }
    return found;
  }

  int divisions = 0;

 private:
  // For some turns, each as long as chance wants.
  std::vector<Work> work_on(Enumerator& enumerator, std::vector<int> cube, std::vector<Solution>& found) {
    std::vector<Work> others;  // in reverse
    const std::size_t given = cube.size();
    std::size_t closed = 0;
    for (;;) {
      bool at_solution = false;
      try {
        Budget budget = sat_test::budget_of_polls(random_between(random_, 0, 30));
        for (int solutions = random_between(random_, 0, 6); solutions > 0; --solutions) {
          if (!enumerator.next(budget)) return {others.rbegin(), others.rend()};
          at_solution = true;
          found.push_back(sat_test::solution_of(enumerator, cnf_));
        }
      } catch (const LimitReached&) {
        at_solution = false;
      }
      if (at_solution && random_between(random_, 0, 3) == 0) {
        Work after{cube, {}, true};
        for (const int variable : options_.static_order)
          after.begin.push_back(enumerator.value(variable) ? variable : -variable);
        others.push_back(after);
        return {others.rbegin(), others.rend()};
      }
      const auto position = enumerator.position();
      if (!position) return {others.rbegin(), others.rend()};
      std::size_t open = closed;
      while (open < position->size() && ((*position)[open] > 0) != options_.preferred_phase) ++open;
      if (random_between(random_, 0, 2) == 0 && open < position->size()) {
        ++divisions;
        Work other{{cube.begin(), cube.begin() + static_cast<long>(given)}, {}, false};
        other.cube.insert(other.cube.end(), position->begin(),
                          position->begin() + static_cast<long>(open) + 1);
        other.cube.back() = -other.cube.back();
        others.push_back(other);
        closed = open + 1;
        enumerator.close(closed);
        cube.resize(given);
        cube.insert(cube.end(), position->begin(), position->begin() + static_cast<long>(closed));
      } else if (const int divider = enumerator.divider();
                 divider != 0 && random_between(random_, 0, 2) == 0) {
        // All of the decisions are given, and their other sides are left as they are.
        Work first{{cube.begin(), cube.begin() + static_cast<long>(given)}, {}, false};
        first.cube.insert(first.cube.end(), position->begin(), position->end());
        if (open < position->size()) continue;
        Work second = first;
        first.cube.push_back(divider);
        second.cube.push_back(-divider);
        others.push_back(second);
        others.push_back(first);
        return {others.rbegin(), others.rend()};
      }
      if (random_between(random_, 0, 3) == 0) {
        others.push_back({cube, {position->begin() + static_cast<long>(closed), position->end()}, false});
        return {others.rbegin(), others.rend()};
      }
    }
  }

  const Cnf& cnf_;
  const EnumeratorOptions& options_;
  Random& random_;
};

TEST(EnumeratorUnits, AnyScheduleGivesTheSameSequence) {
  Random random(kScheduleSeed);
  int divisions = 0;
  for (int round = 0; round < schedules(); ++round) {
    const Cnf cnf = sat_test::random_cnf(random, round % 5 == 0 ? 18 : 12);
    EnumeratorOptions options;
    options.order = DecisionOrder::Static;
    options.static_order.resize(static_cast<std::size_t>(cnf.primary));
    std::iota(options.static_order.begin(), options.static_order.end(), 1);
    std::ranges::shuffle(options.static_order, random);
    options.preferred_phase = random_between(random, 0, 1) == 1;
    options.restart_interval = static_cast<std::uint32_t>(random_between(random, 0, 3));
    options.learnt_limit = 10;
    Enumerator alone(cnf, options);
    const auto expected = sat_test::all_solutions(alone, cnf);
    Schedule schedule(cnf, options, random);
    ASSERT_EQ(schedule.run(), expected) << "seed " << kScheduleSeed << ", round " << round;
    divisions += schedule.divisions;
  }
  EXPECT_GT(divisions, schedules() / 10);
}

}  // namespace
}  // namespace fretsaw
