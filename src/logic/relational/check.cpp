// SPDX-License-Identifier: MIT
#include "logic/relational/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace fretsaw {

namespace {

const Status kOk = Success{};

Status check_universe(const Universe& universe) {
  if (universe.names().empty()) return input_error("the universe has no atoms");
  std::set<std::string_view> names;
  for (const std::string& name : universe.names()) {
    if (!names.insert(name).second) return input_error(fmt::format("duplicate atom '{}'", name));
  }
  return kOk;
}

Status check_integers(const Integers& integers, const Universe& universe) {
  if (integers.bitwidth < 0 || integers.bitwidth > 30) {
    return input_error(fmt::format("the bit width is {}, outside 0..30", integers.bitwidth));
  }
  std::set<std::int64_t> numbers;
  std::map<Atom, std::int64_t> number_of;
  for (const auto& [number, atom] : integers.atoms) {
    if (number < integers.min() || number > integers.max()) {
      return input_error(
          fmt::format("an atom stands for {}, which is outside {}..{}, the numbers of bit width {}", number,
                      integers.min(), integers.max(), integers.bitwidth));
    }
    if (atom >= universe.size()) {
      return input_error(fmt::format("the number {} has atom {}, but the universe has only {} atoms", number,
                                     atom, universe.size()));
    }
    if (!numbers.insert(number).second)
      return input_error(fmt::format("two atoms stand for the number {}", number));
    if (const auto [other, fresh] = number_of.emplace(atom, number); !fresh) {
      return input_error(fmt::format("atom '{}' stands for two numbers, {} and {}", universe.name(atom),
                                     other->second, number));
    }
  }
  return kOk;
}

std::string tuple_text(std::span<const Atom> row, const Universe& universe) {
  std::string text;
  for (const Atom atom : row) text += (text.empty() ? "" : "->") + universe.name(atom);
  return text;
}

Status check_tuples(const TupleSet& tuples, const char* which, const Relation& relation,
                    const Universe& universe) {
  const int arity = relation.leaf()->arity;
  if (tuples.arity() != arity) {
    return input_error(
        fmt::format("the {} bound of relation '{}' has arity {}, but the relation has arity {}", which,
                    relation.name(), tuples.arity(), arity));
  }
  if (tuples.atoms().size() % static_cast<std::size_t>(arity) != 0) {
    return input_error(
        fmt::format("the {} bound of relation '{}' ends with an incomplete tuple", which, relation.name()));
  }
  const auto stranger =
      std::ranges::find_if(tuples.atoms(), [&](Atom atom) { return atom >= universe.size(); });
  if (stranger != tuples.atoms().end()) {
    return input_error(
        fmt::format("the {} bound of relation '{}' has atom {}, but the universe has only {} atoms", which,
                    relation.name(), *stranger, universe.size()));
  }
  return kOk;
}

Status check_bound(const Bound& bound, const Universe& universe) {
  const Relation& relation = bound.relation;
  if (relation.pointer() == nullptr) return input_error("the relation of a bound was moved from");
  const int arity = relation.leaf()->arity;
  if (arity < 1) {
    return input_error(
        fmt::format("relation '{}' has arity {}; an arity is at least 1", relation.name(), arity));
  }
  if (arity > kMaxArity || !tuples_can_be_numbered(universe.size(), arity)) {
    return input_error(
        fmt::format("relation '{}' has arity {}: over {} atoms it may have more than 2^62 tuples",
                    relation.name(), arity, universe.size()));
  }
  if (auto status = check_tuples(bound.lower, "lower", relation, universe); !status) return status;
  if (auto status = check_tuples(bound.upper, "upper", relation, universe); !status) return status;
  if (bound.upper.includes(bound.lower)) return kOk;
  std::size_t missing = 0;
  while (bound.upper.contains(bound.lower.row(missing))) ++missing;
  return input_error(
      fmt::format("tuple {} is in the lower bound of relation '{}', but not in its upper bound",
                  tuple_text(bound.lower.row(missing), universe), relation.name()));
}

// A handle says what its node is, but nothing keeps a caller from putting another node into it.
Status check_formulas(const std::vector<Formula>& formulas) {
  for (const Formula& formula : formulas) {
    if (formula.node().op < Op::True || formula.node().op > Op::IntLessEqual) {
      return input_error(fmt::format("'{}' is not a formula", to_string(formula)));
    }
  }
  return kOk;
}

}  // namespace

bool tuples_can_be_numbered(std::uint64_t atoms, int arity) {
  constexpr std::uint64_t kMaxTuples = std::uint64_t{1} << 62;
  std::uint64_t tuples = 1;
  for (int i = 0; i < arity; ++i) {
    if (tuples > kMaxTuples / atoms) return false;
    tuples *= atoms;
  }
  return true;
}

Status check(const Problem& problem) {
  if (auto status = check_universe(problem.universe); !status) return status;
  if (auto status = check_integers(problem.integers, problem.universe); !status) return status;
  std::unordered_set<const Leaf*> bounded;
  for (const Bound& bound : problem.bounds) {
    if (auto status = check_bound(bound, problem.universe); !status) return status;
    if (!bounded.insert(bound.relation.leaf()).second) {
      return input_error(fmt::format("relation '{}' is bounded twice", bound.relation.name()));
    }
  }
  std::vector<NodePtr> terms;
  for (const Formula& formula : problem.formulas) terms.push_back(formula.pointer());
  if (auto status = check_terms(problem, terms); !status) return status;
  return check_formulas(problem.formulas);
}

}  // namespace fretsaw
