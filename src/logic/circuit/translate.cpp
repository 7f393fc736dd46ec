// SPDX-License-Identifier: MIT
//
// Quantifiers are grounded: their body is translated once for each tuple that the domain may have. An
// existential quantifier in a positive place may instead become a constant (translate_quantifiers.cpp).
//
// The value of a subterm depends on its free variables only, so each is kept for the bindings it was
// translated under; a term that uses all variables in scope would never be found again, and is not kept
// unless it is shared. A term that makes constants is another matter: they are named by all that is bound
// around them, so it is kept for all of that, and always, for making one twice would leave two sets of inputs
// for the same tuples.
//
// Preventing overflow makes the value of an atomic formula depend on its place: under an odd number of
// negations or not, and how the integer variables around it are quantified. docs/integers.md has the rules;
// `negative_` and the bindings' flags carry them.
#include "logic/circuit/translate.hpp"

#include <fmt/format.h>

#include "logic/circuit/translator.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw {

Translator::Translator(const Problem& problem, const TranslateOptions& options, Budget& budget)
    : problem_(problem),
      options_(options),
      budget_(budget),
      prevent_(problem.integers.overflow == Overflow::Prevent),
      algebra_(circuit_.gates, problem.universe.size(), budget),
      arithmetic_(circuit_.gates, problem.integers.bitwidth, prevent_) {
  for (std::size_t i = 0; i < problem.bounds.size(); ++i)
    relations_[problem.bounds[i].relation.leaf()] = share_matrix(bounded_matrix(problem, i, circuit_));
}

Circuit Translator::run() {
  for (const Formula& formula : problem_.formulas) circuit_.outputs.push_back(formula_value(formula.node()));
  return std::move(circuit_);
}

// May translating the term here replace a quantifier by a constant?
bool Translator::makes_constants(const TermFacts& facts) const {
  return may_skolemize_ &&
         (facts.has_set_quantifier || (facts.has_quantifier && scope_.universals() <= options_.skolem_depth));
}

// The key under which the term's value is kept; empty if it is not worth keeping.
Key Translator::cache_key(const Node& node) const {
  const TermFacts& facts = facts_.of(node);
  const std::vector<Binding>& around = scope_.bindings();
  const bool names_constants = makes_constants(facts);
  const bool depends_on_place = prevent_ && facts.has_numbers;
  if (!names_constants && facts.free.size() >= around.size() && !around.empty() && !facts.shared) return {};
  Key key{reinterpret_cast<std::uintptr_t>(&node)};
  if (depends_on_place || facts.has_quantifier)
    key.push_back((depends_on_place && negative_ ? 1U : 0U) + (may_skolemize_ ? 2U : 0U) +
                  (names_constants ? 4U : 0U) + (refuted_ ? 8U : 0U));
  if (names_constants) {
    for (const Binding& binding : around) {
      key.push_back(reinterpret_cast<std::uintptr_t>(binding.decl));
      key.push_back(binding.identity);
    }
  }
  for (const Leaf* variable : facts.free) {
    const Binding& binding = scope_.lookup(variable);
    key.push_back(binding.identity);
    if (depends_on_place && binding.over_ints()) {
      const auto depth = static_cast<std::uint64_t>(&binding - around.data());
      key.push_back(depth * 2 + (binding.excuses_overflow ? 1U : 0U));
    }
  }
  return key;
}

Result<Circuit> translate(const Problem& problem, const TranslateOptions& options, Budget& budget) {
  if (const auto variable = higher_order_variable(problem)) {
    return input_error(
        fmt::format("higher-order variable '{}' cannot be replaced by a constant", variable->name()),
        "quantify over single tuples, or existentially outside of iff and of expressions");
  }
  if (problem.integers.overflow == Overflow::Exact) {
    return input_error("exact integers are supported only in evaluation, not in a search");
  }
  try {
    return Translator(problem, options, budget).run();
  } catch (const TooManyColumns& constant) {
    return input_error(
        fmt::format("higher-order variable '{}' depends on too many variables: {} columns over {} atoms "
                    "may have more than 2^62 tuples",
                    constant.variable.name(), constant.columns, problem.universe.size()),
        "nest fewer quantifiers around it, or quantify over atoms");
  }
}

}  // namespace fretsaw
