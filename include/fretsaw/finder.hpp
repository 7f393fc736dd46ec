// SPDX-License-Identifier: MIT
//
// Solves bounded relational problems: finds an instance, enumerates all of them, or returns an unsatisfiable core.
//
// Example: color three mutually adjacent regions with three colors.
//
//     using namespace fretsaw;
//     Relation region("Region", 1), color("Color", 1), paint("paint", 2);
//     Variable a("a"), b("b");
//     Problem problem;
//     problem.universe = Universe({"R0", "R1", "R2", "Red", "Green", "Blue"});
//     const TupleSet regions(1, {{0}, {1}, {2}}), colors(1, {{3}, {4}, {5}});
//     problem.bounds = {{region, regions, regions}, {color, colors, colors},
//                       {paint, TupleSet(2), TupleSet::product(regions, colors)}};
//     problem.formulas = {all({{a, region}}, one(join(a, paint))),
//                         all({{a, region}, {b, region}}, equal(a, b) || no(join(a, paint) & join(b, paint)))};
//     auto found = find(problem);
//     if (found && found->verdict == Verdict::Sat) std::cout << to_string(*found->instance, problem.universe);
//     auto stream = instances(problem, {.symmetry = Symmetry::None});
//     std::size_t count = 0;
//     while (stream->next()) ++count;   // 6
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/detail/stream_iterator.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

enum class Symmetry : std::uint8_t {
  None,   // every instance
  Lex,    // partial: at least one instance per isomorphism class; lex-leader predicates over interchangeable atoms
  Exact,  // complete: exactly one instance per isomorphism class (find() treats it as Lex)
};

enum class Verdict : std::uint8_t { Sat, Unsat, Limit };

const char* to_string(Symmetry symmetry);  // "none", "lex", "exact"
const char* to_string(Verdict verdict);    // "sat", "unsat", "limit"

struct FindOptions {
  Symmetry symmetry = Symmetry::Lex;
  // An existential quantifier over single tuples becomes a skolem constant if at most this many universally
  // quantified variables surround it; -1: never. One over sets always does.
  int skolem_depth = 0;
  Limits limits{};
};

struct Statistics {
  std::uint64_t variables = 0;  // of the clauses, inputs and gates
  std::uint64_t clauses = 0;
  std::uint64_t primary = 0;  // variables that stand for tuples of relations
  double translate_ms = 0;
  double solve_ms = 0;
};

struct FindResult {
  Verdict verdict = Verdict::Limit;
  StopReason stop = StopReason::None;  // why, if the verdict is Limit
  std::optional<Instance> instance;
  std::vector<Witness> witnesses;
  Statistics statistics;
};

// Finds one instance or proves that none exists. Errors: check() fails, or a quantifier over sets is not supported.
Result<FindResult> find(const Problem& problem, const FindOptions& options = {});

// Enumerates all instances, each once, on demand; memory does not grow with their number. Each instance is verified by
// an evaluator that shares no code with the translation.
class Instances {
 public:
  class Stream;
  explicit Instances(std::unique_ptr<Stream> stream);
  ~Instances();
  Instances(Instances&&) noexcept;
  Instances& operator=(Instances&&) noexcept;

  // The next instance; nothing after the last one or when a limit is reached (then complete() is false).
  std::optional<Instance> next();
  // Skips an instance without building it, for counting; of these, only the first thousand and then every
  // thousandth are verified. False where next() would return nothing.
  bool skip();

  bool complete() const;    // the search is complete
  StopReason stop() const;  // the limit that was reached, if any
  // Set if an instance failed its verification, or if two of them are isomorphic, which is a defect of Fretsaw: the
  // stream then ended early, or is not complete.
  const std::optional<Diagnostic>& failure() const;
  std::uint64_t yielded_count() const;
  double progress_fraction() const;  // estimated progress, from 0 to 1
  const Statistics& statistics() const;
  // A description of the symmetry breaking and of the order of the search.
  const std::string& method() const;
  // With Symmetry::Exact: compares a sample of the yielded instances. An error, which is a defect of Fretsaw, if two of
  // them are isomorphic. next() and skip() do this at the end (see failure()); call it if you stop earlier.
  Status compare() const;
  // The isomorphism classes of that sample, in a form that can be compared with those of other parts
  // (finder/duplicates.hpp); empty without anything to compare.
  std::string classes() const;
  // Pairs of a position in the whole search and the number of instances there, in ascending order: the instances of all
  // parts, sorted by position, are in the order of the whole search.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& places() const;

  // Writes InstancesOptions::checkpoint, if set, so that a resumed search does not repeat the instances yielded so far.
  // The caller can store a string with it.
  Status save(const std::string& caller_data = {});
  std::uint64_t resumed_count() const;     // how many of the instances were yielded by an earlier run...
  const std::string& caller_data() const;  // ...and the string that it stored

  // For range-based for.
  using Iterator = detail::StreamIterator<Instances>;
  Iterator begin() { return Iterator(*this); }
  Iterator end() { return {}; }

 private:
  std::unique_ptr<Stream> stream_;
};

enum class Order : std::uint8_t {
  Search,    // in search order
  Smallest,  // smallest first: fewer atoms in sets (unary relations), then fewer tuples
};

// Compares instances only on what is reachable from one atom; a tuple leads from its first atom to all others. Each
// reachable part is yielded once, with one completion of the rest.
struct Root {
  Relation atom;  // bounded to exactly one atom
  // The sets and relations to compare, as expressions; if empty, the relations of the problem.
  struct Part {
    std::string name;
    Expr value;
    TupleSet upper;  // a bound of its value
  };
  std::vector<Part> parts{};
};

struct InstancesOptions {
  Symmetry symmetry = Symmetry::Exact;
  std::optional<Root> root{};
  SearchPart part{};
  Order order = Order::Search;
  unsigned threads = 1;     // does not affect the instances or their order
  bool only_count = false;  // only skip() will be called: threads then do not keep instances
  // Promises that bounds of auxiliary relations do not distinguish more atoms than the other bounds. A violation is
  // detected, since instances that differ only in this are isomorphic (see Instances::compare).
  bool auxiliary_bounds_are_alike = false;
  // A file that save() writes, and to resume from if it exists; and what identifies it besides the problem and these
  // options.
  std::optional<std::string> checkpoint{};
  std::string identity{};
  Limits limits{};
};

Result<Instances> instances(const Problem& problem, const InstancesOptions& options = {});

struct SampleOptions {
  std::uint64_t count = 1;
  std::uint64_t seed = 1;  // the same seed yields the same sample
  Symmetry symmetry = Symmetry::Exact;
  std::optional<Root> root{};
  // Up to this many instances, the sample is drawn uniformly from the list of all.
  std::uint64_t max_listed_instances = 20'000;
  Limits limits{};
};

struct Sample {
  std::vector<Instance> instances;  // distinct; fewer than requested if no more exist or a limit is reached
  bool complete = false;            // as many as requested, or all
  StopReason stop = StopReason::None;
  std::string method;  // a description of how it was drawn
};

// Draws instances at random, as uniformly as possible (see docs/enumeration.md).
Result<Sample> sample(const Problem& problem, const SampleOptions& options = {});

struct Core {
  Verdict verdict = Verdict::Limit;  // Sat: the problem has an instance and no core
  StopReason stop = StopReason::None;
  std::vector<std::size_t> formulas;  // positions in problem.formulas, ascending
};

// A minimal unsatisfiable core: removing any of its formulas makes it satisfiable within the bounds. If a limit is reached
// after a first core was found, that core is returned, with verdict Unsat and the limit in `stop`.
Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options = {});

// The problem's clauses in DIMACS format. Nothing if a limit was reached.
Result<std::optional<std::string>> to_dimacs(const Problem& problem, const FindOptions& options = {});

// Writes a DRAT proof that the problem's clauses (those of to_dimacs) are unsatisfiable. The file exists only if the
// verdict is Unsat.
Result<Verdict> prove_unsatisfiable(const Problem& problem, const std::string& path, const FindOptions& options = {});

}  // namespace fretsaw
