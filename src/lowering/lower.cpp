// SPDX-License-Identifier: MIT
#include "lowering/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "lowering/conjuncts.hpp"
#include "lowering/expr_lowerer.hpp"
#include "lowering/field_bounds.hpp"
#include "lowering/reachable.hpp"
#include "lowering/sig_bounds.hpp"
#include "lowering/universe.hpp"
#include "relational/higher_order.hpp"

namespace fretsaw::lowering {

namespace {

// Up to this bit width the integers are always atoms; up to the other one they can be, if a formula needs
// them to be.
constexpr int kSmallBitwidth = 8;
constexpr int kLargestBitwidthWithAtoms = 12;

// Does a term speak of integer atoms?
bool needs_integer_atoms(const Problem& problem) {
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> pending;
  for (const Formula& formula : problem.formulas) pending.push_back(&formula.node());
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    if (!seen.insert(node).second) continue;
    if (node->op == Op::IntToExpr || node->op == Op::Ints) return true;
    for (const NodePtr& child : node->children) pending.push_back(child.get());
    for (const Decl& decl : node->decls) pending.push_back(&decl.domain.node());
  }
  return false;
}

Diagnostic too_many_integers(const model::Command& command, int bitwidth) {
  return error_at(
      command.pos, ErrorClass::Scope,
      fmt::format("with {} bits there are {} integers, too many to be atoms, and the model needs them to be",
                  bitwidth, std::int64_t{1} << bitwidth),
      fmt::format("use at most {} bits, or avoid Int, univ and iden and compare numbers with < and = only",
                  kLargestBitwidthWithAtoms));
}

// Bounds of sigs are lists of atoms, and a formula over so many has no chance anyway.
constexpr std::int64_t kMostAtoms = 1'000'000;

std::optional<Diagnostic> too_many_atoms(const model::Model& model, const model::Command& command) {
  std::int64_t atoms = 0;
  for (const model::Sig& sig : model.sigs) {
    if (!sig.builtin && !sig.is_subset()) atoms += command.scopes.of(sig.id).own;
  }
  if (atoms <= kMostAtoms) return std::nullopt;
  return error_at(command.pos, ErrorClass::Scope,
                  fmt::format("this scope has room for {} atoms, more than {}", atoms, kMostAtoms),
                  "make it smaller: what can go wrong mostly does so with a handful of atoms");
}

Diagnostic higher_order(const Frame& frame, const Variable& variable) {
  const VariableOrigin& origin = frame.variables.at(variable.leaf());
  const std::string name(origin.span.text());
  return error_at(
      origin.span, ErrorClass::Type,
      fmt::format("`{} {}` quantifies over sets where no single set can be chosen: it is not, in the end, a "
                  "`some` on its own",
                  origin.binder, name),
      "quantify over atoms instead; `some` over sets is possible where nothing negates it and no `iff`, "
      "condition or comprehension surrounds it (in a check: `all`)");
}

// Symmetry breaking compares instances relation by relation, in the order of the bounds, and is the better
// the sooner a comparison ends: sets come before relations. (Fields with integers before others would leave
// fewer isomorphic instances still, but makes them harder to find: three to ten times on trees with keys.)
void order_bounds(Frame& frame) {
  std::ranges::stable_sort(frame.problem.bounds, {}, [](const Bound& bound) { return bound.upper.arity(); });
  for (std::size_t i = 0; i < frame.problem.bounds.size(); ++i) {
    frame.bound_of[frame.problem.bounds[i].relation.leaf()] = i;
  }
}

Result<Lowered> lower_with(const model::Model& model, const model::Command& command,
                           const LowerOptions& options, const Reachable& reach, bool integers_are_atoms,
                           Budget& budget) {
  Lowered result;
  Frame& frame = result.frame;
  frame.model = &model;
  frame.scopes = command.scopes;
  frame.integers_are_atoms = integers_are_atoms;
  frame.problem.integers.overflow = options.overflow;
  lay_out_universe(frame, reach.strings);
  bound_sigs(frame);
  if (auto status = bound_fields(frame, budget); !status) return status.error();

  ExprLowerer lowerer(frame, command.label, budget);
  Conjuncts conjuncts(frame, lowerer, options.split_existentials);
  constrain_fields(frame, lowerer);
  for (const model::Fact& fact : model.facts) conjuncts.require(*fact.formula, false, OriginKind::Fact);
  if (options.goal) conjuncts.require(*command.goal, command.is_check, OriginKind::Goal);
  if (lowerer.error()) return *lowerer.error();
  order_bounds(frame);
  result.warnings = lowerer.warnings();
  if (const auto variable = higher_order_variable(frame.problem)) return higher_order(frame, *variable);
  return result;
}

}  // namespace

Result<Lowered> lower(const model::Model& model, const model::Command& command, const LowerOptions& options,
                      Budget& budget) {
  if (command.error) return *command.error;
  if (auto error = too_many_atoms(model, command)) return *std::move(error);
  const Reachable reach = reachable(model, command);
  const int bitwidth = command.scopes.bitwidth;
  const bool possible = bitwidth <= kLargestBitwidthWithAtoms;
  if (bitwidth <= kSmallBitwidth) return lower_with(model, command, options, reach, true, budget);
  if (!reach.integers) {
    auto result = lower_with(model, command, options, reach, false, budget);
    if (!result || !needs_integer_atoms(result->problem())) return result;
  }
  if (!possible) return too_many_integers(command, bitwidth);
  return lower_with(model, command, options, reach, true, budget);
}

}  // namespace fretsaw::lowering
