// SPDX-License-Identifier: MIT
// All instances of the structures of Khurshid's Table 7.1: the enumerating solver compared with CaDiCaL and a
// blocking clause per solution, on the same clauses in the same run. Prints a table for docs/performance.md.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "logic/finder/clauses.hpp"
#include "logic/sat/enumerator.hpp"
#include "structures.hpp"

namespace {

using namespace fretsaw;

struct Run {
  std::uint64_t solutions = 0;
  double seconds = 0;
  bool finished = false;
};

Run drain(SolutionStream& stream, double limit) {
  const auto start = std::chrono::steady_clock::now();
  Limits limits;
  limits.seconds = limit;
  Budget budget(limits);
  Run run;
  try {
    while (stream.next(budget)) ++run.solutions;
    run.finished = true;
  } catch (const LimitReached&) {
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

void compare(const StructureFamily& family, std::size_t i, double limit) {
  const int size = family.first + static_cast<int>(i);
  Budget unlimited;
  auto prepared = prepare(family.problem(size, OrderingFacts::ByHand),
                          {.symmetry = Symmetry::None, .skolem_depth = -1}, unlimited);
  const Cnf& cnf = prepared->encoding.cnf;

  EnumeratorOptions options;
  options.gates = Gates::Follow;
  options.order = DecisionOrder::Static;
  Enumerator enumerator(cnf, options);
  const Run ours = drain(enumerator, limit);
  BlockingEnumerator blocking(cnf);
  const Run theirs = drain(blocking, limit);
  const bool right = ours.finished && ours.solutions == family.counts[i] &&
                     (!theirs.finished || theirs.solutions == ours.solutions);
  fmt::print("| {} {} | {} | {:.3f} | {}{:.3f} | {}{:.1f}× |{}\n", family.name, size, ours.solutions,
             ours.seconds, theirs.finished ? "" : "> ", theirs.seconds, theirs.finished ? "" : "> ",
             theirs.seconds / ours.seconds, right ? "" : " WRONG COUNT");
  std::fflush(stdout);
}

}  // namespace

// enumeration_bench [SECONDS]: time limit for one enumeration (default 60).
int main(int argc, char** argv) {
  const double limit = argc > 1 ? std::atof(argv[1]) : 60;
  fmt::print(
      "| structure | instances | enumerating solver, s | CaDiCaL with blocking clauses, s | ratio |\n");
  fmt::print("| --- | --- | --- | --- | --- |\n");
  for (const StructureFamily& family : structure_families()) {
    for (std::size_t i = 1; i < family.counts.size(); ++i) compare(family, i, limit);
  }
}
