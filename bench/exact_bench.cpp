// SPDX-License-Identifier: MIT
// One instance per isomorphism class of the structures of Khurshid's Table 7.1, in one run: with exact
// symmetry breaking, with manual ordering facts, and with lex-leader predicates only. Prints a table for
// docs/performance.md. Times are processor times, because other load on the machine affects them little.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "fretsaw/finder.hpp"
#include "structures.hpp"

namespace {

using namespace fretsaw;

struct Run {
  std::uint64_t instances = 0;
  double seconds = 0;
  bool complete = false;
};

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Run drain_once(const Problem& problem, Symmetry symmetry, double limit) {
  const double start = processor_seconds();
  InstancesOptions options;
  options.symmetry = symmetry;
  options.limits.seconds = limit;
  auto stream = instances(problem, options);
  while (stream->skip()) {
  }
  return {stream->yielded_count(), processor_seconds() - start, stream->complete()};
}

// The fastest of several runs, because short runs vary.
Run drain(const Problem& problem, Symmetry symmetry, double limit) {
  Run best = drain_once(problem, symmetry, limit);
  for (double spent = best.seconds; spent < 0.5;) {
    const Run run = drain_once(problem, symmetry, limit);
    spent += run.seconds;
    if (run.seconds < best.seconds) best = run;
  }
  return best;
}

std::string seconds(const Run& run) { return fmt::format("{}{:.3f}", run.complete ? "" : "> ", run.seconds); }

}  // namespace

// exact_bench [SECONDS [NAME]]: time limit for one enumeration (default 20); only structures whose name
// contains NAME.
int main(int argc, char** argv) {
  const double limit = argc > 1 ? std::atof(argv[1]) : 20;
  const std::string wanted = argc > 2 ? argv[2] : "";
  fmt::print(
      "| structure | classes | exact, s | by hand, s | exact / by hand | lex: instances | lex, s | lex / "
      "exact |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const StructureFamily& family : structure_families()) {
    if (std::string(family.name).find(wanted) == std::string::npos) continue;
    for (std::size_t i = 1; i < family.counts.size(); ++i) {
      const int size = family.first + static_cast<int>(i);
      const Run exact = drain(family.problem(size, OrderingFacts::None), Symmetry::Exact, limit);
      const Run by_hand = drain(family.problem(size, OrderingFacts::ByHand), Symmetry::None, limit);
      const Run lex = drain(family.problem(size, OrderingFacts::None), Symmetry::Lex, limit);
      fmt::print(
          "| {} {} | {} | {} | {} | {:.2f} | {} | {} | {}{:.1f}× |{}\n", family.name, size, exact.instances,
          seconds(exact), seconds(by_hand), exact.seconds / by_hand.seconds, lex.instances, seconds(lex),
          lex.complete ? "" : "> ", lex.seconds / exact.seconds,
          exact.instances == family.counts[i] && by_hand.instances == family.counts[i] ? "" : " WRONG COUNT");
      std::fflush(stdout);
    }
  }
}
