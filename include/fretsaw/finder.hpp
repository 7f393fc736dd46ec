// SPDX-License-Identifier: MIT
//
// Answers bounded relational problems: is there an instance, which are there, why is there none.
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
  Lex,    // at least one of each isomorphism class, often few: lex-leader predicates over interchangeable atoms
  Exact,  // exactly one of each isomorphism class (find() takes it for Lex)
};

enum class Verdict : std::uint8_t { Sat, Unsat, Limit };

const char* to_string(Symmetry symmetry);  // "none", "lex", "exact"
const char* to_string(Verdict verdict);    // "sat", "unsat", "limit"

struct FindOptions {
  Symmetry symmetry = Symmetry::Lex;
  // An existential quantifier over single tuples becomes a constant of the answer if at most this many universally
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

struct Finding {
  Verdict verdict = Verdict::Limit;
  Stop stop = Stop::None;  // why, if the verdict is Limit
  std::optional<Instance> instance;
  std::vector<Witness> witnesses;
  Statistics statistics;
};

// One instance, or the fact that there is none. Errors: check() fails, or a quantifier over sets cannot be answered.
Result<Finding> find(const Problem& problem, const FindOptions& options = {});

// All instances, one after the other, each once; computed as they are asked for, in memory that does not grow with
// their number. Each has been evaluated by code that shares nothing with the translation.
class Instances {
 public:
  class Stream;
  explicit Instances(std::unique_ptr<Stream> stream);
  ~Instances();
  Instances(Instances&&) noexcept;
  Instances& operator=(Instances&&) noexcept;

  // The next instance; nothing when there are no more, or when a limit was reached (then complete() is false).
  std::optional<Instance> next();
  // Moves on without building the instance, for counting; of these, only the first thousand and then every
  // thousandth are evaluated. False as next() gives nothing.
  bool skip();

  bool complete() const;  // all instances have been given out
  Stop stop() const;      // why not, if a limit was reached
  // Set if an instance did not pass its evaluation, or if two of them are isomorphic, which is a defect of Fretsaw: the
  // stream has then ended early, or is not complete.
  const std::optional<Diagnostic>& failure() const;
  std::uint64_t given() const;
  double explored() const;  // how much of the search is done, from 0 to 1: an estimate
  const Statistics& statistics() const;
  // How duplicates are avoided and in which order the search goes, in words.
  const std::string& method() const;
  // With Symmetry::Exact: compares a sample of the instances that were given. An error, which is a defect of Fretsaw, if two
  // of them are isomorphic. next() and skip() do this at the end (see failure()); for those who stop before it.
  Status compare() const;
  // The isomorphism classes of that sample, in a form that can be compared with those of other parts
  // (finder/duplicates.hpp); empty if there is nothing to compare.
  std::string classes() const;
  // How many instances there were at each place of the whole search, in ascending order: those of all parts, sorted by
  // place, are in the order of the whole. Pairs of place and number.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& places() const;

  // Writes InstancesOptions::checkpoint, if there is one, such that the instances given so far will not come again.
  // What the caller has to say of them is kept there, too.
  Status save(const std::string& remark = {});
  std::uint64_t continued() const;    // how many of those given were given by an earlier run...
  const std::string& remark() const;  // ...and what that said of them

  // For range-based for.
  using Iterator = detail::StreamIterator<Instances>;
  Iterator begin() { return Iterator(*this); }
  Iterator end() { return {}; }

 private:
  std::unique_ptr<Stream> stream_;
};

enum class Order : std::uint8_t {
  Search,    // as the search meets them
  Smallest,  // those with fewer atoms in sets (relations of one column) first, then with fewer tuples
};

// Instances are compared on what is reachable from one atom, where a tuple leads from its first atom to all others. Each
// reachable part is given once, with one completion of the rest.
struct Root {
  Relation atom;  // bounded to exactly one atom
  // The sets and relations to compare, by what they are in the problem; if there are none, its relations themselves.
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
  unsigned threads = 1;     // neither the instances nor their order depend on it
  bool only_count = false;  // skip() will be used and next() will not: threads then need not keep instances
  // No bound of an auxiliary relation tells atoms apart that all other bounds do not. What makes it so all the same is then
  // noticed, since instances that differ only by it are isomorphic (see Instances::compare).
  bool auxiliary_bounds_are_alike = false;
  // A file that save() writes, and that is gone on from if it exists; and what it belongs to besides the problem and these
  // options.
  std::optional<std::string> checkpoint{};
  std::string identity{};
  Limits limits{};
};

Result<Instances> instances(const Problem& problem, const InstancesOptions& options = {});

struct SampleOptions {
  std::uint64_t count = 1;
  std::uint64_t seed = 1;  // the same seed gives the same sample
  Symmetry symmetry = Symmetry::Exact;
  std::optional<Root> root{};
  // Up to this many instances the sample is drawn from the list of all of them, exactly evenly.
  std::uint64_t exhaustive = 20'000;
  Limits limits{};
};

struct Sample {
  std::vector<Instance> instances;  // all different; fewer than asked for if there are no more, or at a limit
  bool complete = false;            // as many as asked for, or all there are
  Stop stop = Stop::None;
  std::string method;  // how it was drawn, in words
};

// Instances drawn at random, spread over the space of all of them as evenly as possible (docs/enumeration.md says how).
Result<Sample> sample(const Problem& problem, const SampleOptions& options = {});

struct Core {
  Verdict verdict = Verdict::Limit;  // Sat: there is an instance, so there is no core
  Stop stop = Stop::None;
  std::vector<std::size_t> formulas;  // positions in problem.formulas, ascending
};

// A minimal set of the problem's formulas that has no instance: without any one of them there would be one (within the
// bounds). If a limit is reached after a first set was found, that set is given, with verdict Unsat and the stop's reason.
Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options = {});

// The problem's clauses in DIMACS format. Nothing if a limit was reached.
Result<std::optional<std::string>> to_dimacs(const Problem& problem, const FindOptions& options = {});

// Writes a DRAT proof that the problem's clauses (those of to_dimacs) cannot be satisfied. The verdict is Unsat if there is
// one; the file exists only then.
Result<Verdict> prove_unsatisfiable(const Problem& problem, const std::string& path, const FindOptions& options = {});

}  // namespace fretsaw
