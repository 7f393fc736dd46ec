// SPDX-License-Identifier: MIT
//
// Spaces that can be listed are sampled from the list (a reservoir, so the list is never in memory). Beyond
// that, random parity constraints over the primary variables cut the space into cells of nearly equal size,
// as in Chakraborty, Meel and Vardi's UniGen: draw a cell at random by drawing its constraints, list the
// cell, and take one of its members. Each constraint halves a cell on average, and the parities of different
// solutions are pairwise independent, so that cells of a few dozen members are of similar size and every
// solution is nearly as likely as any other.
#include <algorithm>
#include <array>
#include <set>

#include "finder/decode.hpp"
#include "finder/plan.hpp"
#include "finder/unit_runner.hpp"
#include "finder/verify.hpp"
#include "finder/within.hpp"
#include "fretsaw/finder.hpp"
#include "sat/enumerator.hpp"

namespace fretsaw {

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {  // SplitMix64
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  // 0 .. bound-1, every number equally likely.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t excess = (~std::uint64_t{0} % bound + 1) % bound;
    std::uint64_t drawn = next();
    while (drawn > ~excess) drawn = next();
    return drawn % bound;
  }

 private:
  std::uint64_t state_;
};

// Adds clauses that say that an odd (or even) number of the variables holds, three at a time.
void add_parity(Cnf& cnf, const std::vector<int>& variables, bool odd) {
  int sum = 0;  // the parity so far; 0 before the first variable
  for (const int variable : variables) {
    if (sum == 0) {
      sum = variable;
      continue;
    }
    const int next = ++cnf.variables;
    for (const auto& clause : {std::array{-next, sum, variable}, std::array{-next, -sum, -variable},
                               std::array{next, sum, -variable}, std::array{next, -sum, variable}}) {
      cnf.add(clause);
    }
    sum = next;
  }
  if (sum != 0) {
    cnf.add(std::array{odd ? sum : -sum});
  } else if (odd) {
    cnf.add(std::span<const int>());
  }
}

using Values = std::vector<bool>;  // of the primary and secondary variables

class CellSampler {
 public:
  CellSampler(const Plan& plan, Random& random) : plan_(plan), random_(random), sieve_(search_of(plan)) {}

  // One member of a random cell; nothing if there are no instances.
  std::optional<Values> draw(Budget& budget) {
    for (;;) {
      std::vector<Values> cell = list_cell(budget);
      if (cell.empty() && parities_ == 0) return std::nullopt;
      if (cell.size() > kLargestCell) {
        ++parities_;
      } else if (cell.empty() && ++empty_ > kMostEmpty) {
        parities_ = std::max(parities_ - 1, 0);
        empty_ = 0;
      } else if (!cell.empty()) {
        empty_ = 0;
        return std::move(cell[random_.below(cell.size())]);
      }
    }
  }

 private:
  static constexpr std::size_t kLargestCell = 48;
  static constexpr int kMostEmpty = 4;  // empty cells in a row before cells are made larger

  // The members of a cell; one more than kLargestCell if there are more than that.
  std::vector<Values> list_cell(Budget& budget) {
    Cnf cnf = plan_.clauses.encoding.cnf;
    for (int i = 0; i < parities_; ++i) {
      std::vector<int> variables;
      for (int v = 1; v <= cnf.primary; ++v) {
        if (random_.next() >> 63 != 0) variables.push_back(v);
      }
      add_parity(cnf, variables, random_.next() >> 63 != 0);
    }
    EnumeratorOptions options;
    options.gates = Gates::Follow;
    Enumerator enumerator(cnf, options, budget);
    sieve_.spend(budget);
    std::vector<Values> cell;
    while (cell.size() <= kLargestCell && enumerator.next(budget)) {
      if (!sieve_.keeps(enumerator)) continue;
      Values values;
      for (int v = 1; v <= cnf.primary + cnf.secondary; ++v) values.push_back(enumerator.value(v));
      cell.push_back(std::move(values));
    }
    return cell;
  }

  const Plan& plan_;
  Random& random_;
  Sieve sieve_;
  int parities_ = 1;
  int empty_ = 0;
};

// Draws from all instances if there are at most options.exhaustive; otherwise says that there are more.
struct Listing {
  Sample sample;
  bool too_many = false;
};

Result<Listing> draw_from_list(const Problem& problem, const SampleOptions& options, Random& random,
                               const Budget& budget) {
  InstancesOptions all;
  all.symmetry = options.symmetry;
  all.root = options.root;
  auto stream = instances(problem, all, budget);
  if (!stream) return stream.error();
  Listing listing;
  auto& chosen = listing.sample.instances;
  while (auto instance = stream->next()) {
    if (stream->given() > options.exhaustive) {
      listing.too_many = true;
      return listing;
    }
    if (chosen.size() < options.count) {
      chosen.push_back(*std::move(instance));
    } else if (const std::uint64_t place = random.below(stream->given()); place < chosen.size()) {
      chosen[place] = *std::move(instance);
    }
  }
  if (stream->failure()) return *stream->failure();
  for (std::size_t i = chosen.size(); i > 1; --i) std::swap(chosen[i - 1], chosen[random.below(i)]);
  listing.sample.complete = stream->complete();
  listing.sample.stop = stream->stop();
  listing.sample.method = "drawn from the list of all instances";
  return listing;
}

// One of each cell, until there are enough.
Status draw_from_cells(const Problem& problem, const SampleOptions& options, Random& random, Budget& budget,
                       Sample& result) {
  InstancesOptions all;
  all.symmetry = options.symmetry;
  all.root = options.root;
  const auto plan = plan_enumeration(problem, all, budget);
  if (!plan) return plan.error();
  Verifier verifier(plan->problem, plan->clauses.skolems);
  CellSampler cells(*plan, random);
  std::set<Values> seen;
  while (result.instances.size() < options.count) {
    const auto values = cells.draw(budget);
    if (!values) return Done{};
    const Assignment value = [&](int variable) { return (*values)[static_cast<std::size_t>(variable) - 1]; };
    Instance instance = decode_instance(plan->problem, plan->clauses, value);
    const auto primary = static_cast<std::ptrdiff_t>(plan->clauses.encoding.cnf.primary);
    if (!seen.insert(Values(values->begin(), values->begin() + primary)).second) continue;
    const auto status =
        verifier.verify(instance, decode_witnesses(plan->problem, plan->clauses, value), budget);
    if (!status) return status.error();
    result.instances.push_back(std::move(instance));
  }
  result.complete = true;
  return Done{};
}

}  // namespace

Result<Sample> sample(const Problem& problem, const SampleOptions& options, Budget& budget) {
  Random random(options.seed);
  if (options.exhaustive > 0) {
    // Drawing almost all instances one by one would meet the same ones again and again.
    SampleOptions listed = options;
    listed.exhaustive = std::max(options.exhaustive, 2 * options.count);
    auto listing = draw_from_list(problem, listed, random, budget);
    if (!listing) return listing.error();
    if (!listing->too_many) return std::move(listing->sample);
  }
  Sample result;
  result.method = "one of each of the cells that random parity constraints cut the space into";
  const Status status =
      within_limits([&] { return draw_from_cells(problem, options, random, budget, result); },
                    [&](Stop reason) {
                      result.stop = reason;
                      return Status(Done{});
                    });
  if (!status) return status.error();
  return result;
}

Result<Sample> sample(const Problem& problem, const SampleOptions& options) {
  Budget budget(options.limits);
  return sample(problem, options, budget);
}

}  // namespace fretsaw
