// SPDX-License-Identifier: MIT
// Speed-up of an MPI job on more machines than available: a simulation of rank 0 and its workers
// (work/queue.hpp, logic/finder/parallel_source.cpp) with the measured durations of real work units.
//
// An enumeration is divided into some thousand cubes, and each is measured. In the simulation, a work unit is
// a sequence of cubes. A worker processes them until its time slice ends. The remaining cubes are divided
// into halves if fewer units wait than there are workers: by number, because the real search does not know
// durations either. A message takes 50 µs each way, and rank 0 processes answers sequentially, each in a fixed
// time. Longer searches are repetitions of the measured one.
//
//     cluster_bench [FILE.svg]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "logic/finder/plan.hpp"
#include "logic/finder/unit_runner.hpp"
#include "logic/sat/split.hpp"
#include "structures.hpp"
#include "work/worker_utilization.hpp"

namespace {

using namespace fretsaw;

constexpr double kLatencySeconds = 50e-6;
// Time of rank 0 for an answer and the next unit; measured: below 20 µs.
constexpr double kAnswer = 20e-6;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<double> measured(const Problem& problem, std::size_t cubes) {
  Budget budget;
  const auto plan = plan_enumeration(problem, {}, budget);
  if (!plan) return {};
  const SearchPlan search = search_of(*plan);
  std::vector<double> durations;
  UnitRunner runner(search);
  for (const auto& cube : split(search.cnf, {}, search.decision_order, search.preferred_value, cubes)) {
    runner.begin(unit_of_cube(search, cube), budget);
    const double begin = now();
    while (runner.next(budget, budget)) {
    }
    durations.push_back(now() - begin);
  }
  return durations;
}

struct WorkInterval {
  std::size_t begin, end;
  bool operator<(const WorkInterval& other) const { return begin < other.begin; }
};

// Duration of a job with this number of workers.
double simulated(const std::vector<double>& durations, std::size_t repeats, std::size_t workers) {
  const std::size_t all = durations.size() * repeats;
  std::set<WorkInterval> waiting = {{0, all}};
  struct Answer {
    double time;
    std::size_t worker;
    WorkInterval rest;
    bool operator>(const Answer& other) const { return time > other.time; }
  };
  std::priority_queue<Answer, std::vector<Answer>, std::greater<>> answers;
  std::vector<std::size_t> idle;
  for (std::size_t w = workers; w-- > 0;) idle.push_back(w);
  double clock = 0;  // of rank 0
  const auto hand_out = [&](std::size_t worker, WorkInterval unit) {
    const bool is_short = waiting.size() < workers;
    const double slice = work::slice_seconds(is_short, workers, clock);
    double worked = 0;
    while (unit.begin < unit.end && worked < slice) worked += durations[unit.begin++ % durations.size()];
    answers.push({clock + 2 * kLatencySeconds + worked, worker, unit});
  };
  for (;;) {
    while (!idle.empty() && !waiting.empty()) {
      const WorkInterval unit = *waiting.begin();
      waiting.erase(waiting.begin());
      const std::size_t worker = idle.back();
      idle.pop_back();
      clock += kAnswer;
      hand_out(worker, unit);
    }
    if (answers.empty()) return clock;
    const Answer answer = answers.top();
    answers.pop();
    clock = std::max(clock, answer.time) + kAnswer;
    WorkInterval rest = answer.rest;
    if (rest.end - rest.begin > 1 && waiting.size() < workers) {
      const std::size_t middle = rest.begin + (rest.end - rest.begin) / 2;
      waiting.insert({middle, rest.end});
      rest.end = middle;
    }
    if (rest.begin < rest.end)
      hand_out(answer.worker, rest);
    else
      idle.push_back(answer.worker);
  }
}

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ranks, speed-up
};

std::string drawn(const std::vector<Curve>& curves) {
  constexpr double kLeft = 60, kTop = 20, kSize = 360, kOctave = kSize / 12;
  const auto x = [&](double ranks) { return kLeft + std::log2(ranks) * kOctave; };
  const auto y = [&](double gain) { return kTop + kSize - std::log2(std::max(gain, 1.0)) * kOctave; };
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 430' font-family='sans-serif' "
      "font-size='12'>\n"
      "<rect width='640' height='430' fill='white'/>\n");
  for (int i = 0; i <= 12; i += 2) {
    const double n = 1 << i;
    svg += fmt::format("<path d='M{:.0f} {} V{} M{} {:.0f} H{}' stroke='#ddd'/>", x(n), kTop, kTop + kSize,
                       kLeft, y(n), kLeft + kSize);
    svg += fmt::format(
        "<text x='{:.0f}' y='{}' text-anchor='middle'>{}</text><text x='{}' y='{:.0f}' "
        "text-anchor='end'>{}</text>\n",
        x(n), kTop + kSize + 16, n, kLeft - 6, y(n) + 4, n);
  }
  svg += fmt::format(
      "<text x='{}' y='{}' text-anchor='middle'>ranks</text><text x='{}' y='14'>speed-up</text>\n",
      kLeft + kSize / 2, kTop + kSize + 34, 4);
  svg += fmt::format("<path d='M{:.0f} {:.0f} L{:.0f} {:.0f}' stroke='#999' stroke-dasharray='4'/>\n", x(1),
                     y(1), x(4096), y(4096));
  const char* const colors[] = {"#1b6ca8", "#c1440e", "#2e7d32", "#6a1b9a", "#00695c", "#ad1457"};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    svg += fmt::format("<polyline fill='none' stroke-width='2' stroke='{}' points='", colors[c % 6]);
    for (const auto& [ranks, gain] : curves[c].points)
      svg += fmt::format("{:.1f},{:.1f} ", x(ranks), y(gain));
    svg += fmt::format("'/>\n<text x='{}' y='{}' fill='{}'>{}</text>\n", kLeft + kSize + 14,
                       kTop + 20 + 18 * static_cast<double>(c), colors[c % 6], curves[c].name);
  }
  return svg + "</svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
  struct Subject {
    const char* name;
    std::vector<double> durations;
  };
  constexpr std::size_t kCubes = 4096;
  std::vector<Subject> subjects;
  subjects.push_back({"search trees 9", measured(binary_search_tree(9, OrderingFacts::None), kCubes)});
  subjects.push_back({"red-black trees 10", measured(red_black_tree(10, OrderingFacts::None), kCubes)});
  std::vector<Curve> curves;
  for (const Subject& subject : subjects) {
    double total = 0, longest = 0;
    for (const double duration : subject.durations) {
      total += duration;
      longest = std::max(longest, duration);
    }
    fmt::print("\n{}: {} units of {:.3f} ms on average, {:.1f} ms at most\n", subject.name,
               subject.durations.size(), 1000 * total / static_cast<double>(subject.durations.size()),
               1000 * longest);
    fmt::print("| ranks | {:.1f} s | 100 times longer | 10,000 times longer |\n| --- | --- | --- | --- |\n",
               total);
    const std::size_t repeats[] = {1, 100, 10'000};
    Curve of_this[3];
    for (std::size_t r = 0; r < 3; ++r)
      of_this[r].name = fmt::format("{}, {:.3g} s", subject.name, total * static_cast<double>(repeats[r]));
    for (std::size_t ranks = 8; ranks <= 4096; ranks *= 2) {
      fmt::print("| {} |", ranks);
      for (std::size_t r = 0; r < 3; ++r) {
        const double gain =
            total * static_cast<double>(repeats[r]) / simulated(subject.durations, repeats[r], ranks);
        of_this[r].points.emplace_back(ranks, gain);
        fmt::print(" {:.1f} |", gain);
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
    for (Curve& curve : of_this) curves.push_back(std::move(curve));
  }
  if (argc > 1) std::ofstream(argv[1]) << drawn(curves);
  return 0;
}
