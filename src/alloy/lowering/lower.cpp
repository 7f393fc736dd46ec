// SPDX-License-Identifier: MIT
#include "alloy/lowering/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "alloy/lowering/bounds.hpp"
#include "alloy/lowering/conjuncts.hpp"
#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/lowering/reachable.hpp"
#include "alloy/model/calls.hpp"
#include "base/text.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::lowering {

namespace {

// Up to this bit width the integers are always atoms; up to the other one they can be, if a formula needs
// them to be.
constexpr int kMaxDenseBitwidth = 8;
constexpr int kMaxBitwidthWithAtoms = 12;

// Does a term refer to integer atoms?
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
      fmt::format("the model uses integers as atoms, and {}-bit integers are too many: {}", bitwidth,
                  std::int64_t{1} << bitwidth),
      fmt::format("use at most {} bits, or avoid Int, univ and iden, and compare numbers with < and = only",
                  kMaxBitwidthWithAtoms));
}

// Bounds of sigs are lists of atoms, and a formula over so many has no chance anyway.
constexpr std::int64_t kMaxAtoms = 1'000'000;

std::optional<Diagnostic> too_many_atoms(const model::Model& model, const model::Command& command) {
  std::int64_t atoms = 0;
  for (const model::Sig& sig : model.sigs) {
    if (!sig.builtin && !sig.is_subset()) atoms += command.scopes.of(sig.id).own;
  }
  if (atoms <= kMaxAtoms) return std::nullopt;
  return error_at(command.pos, ErrorClass::Scope,
                  fmt::format("the scope has {} atoms: the maximum is {}",
                              grouped(static_cast<std::uint64_t>(atoms)), grouped(kMaxAtoms)),
                  "use a smaller scope");
}

// For callers that cannot take traces. Their commands may be made up.
std::optional<Diagnostic> about_traces(const model::Model& model, const model::Command& command) {
  if (!command.is_temporal && !model::TemporalSearch(model).reached_from(*command.goal)) return std::nullopt;
  Span where = command.pos;
  for (const model::Sig& sig : model.sigs) {
    if (where.source == nullptr && sig.is_variable) where = sig.span;
  }
  for (const model::Field& field : model.fields) {
    if (where.source == nullptr && field.is_variable) where = field.span;
  }
  for (const model::Fact& fact : model.facts) {
    if (where.source == nullptr) where = fact.span;
  }
  return error_at(where, ErrorClass::Usage, "temporal models are not supported here",
                  "use run, enumerate or eval, or remove 'var' and the temporal operators");
}

Diagnostic higher_order(const LoweringContext& context, const Variable& variable) {
  const VariableOrigin& origin = context.variables.at(variable.leaf());
  const std::string name(origin.span.text());
  return error_at(
      origin.span, ErrorClass::Type,
      fmt::format("higher-order quantifier '{} {}' cannot be replaced by a constant", origin.binder, name),
      "quantify over atoms, or use 'some' over sets (in a check: 'all') outside of negations, 'iff', "
      "conditions "
      "and comprehensions");
}

Diagnostic too_wide(const LoweringContext& context, const WideConstant& constant) {
  const VariableOrigin& origin = context.variables.at(constant.variable.leaf());
  return error_at(
      origin.span, ErrorClass::Scope,
      fmt::format(
          "higher-order variable '{}' depends on too many variables: {} columns over {} atoms may have "
          "more than 2^62 tuples",
          origin.span.text(), constant.columns, context.problem.universe.size()),
      "nest fewer quantifiers around it, quantify over atoms, or use a smaller scope");
}

// Symmetry breaking compares instances relation by relation, in the order of the bounds, and is the better
// the sooner a comparison ends: sets come before relations. (Fields with integers before others would leave
// fewer isomorphic instances still, but makes them harder to find: three to ten times on trees with keys.)
void order_bounds(LoweringContext& context) {
  std::ranges::stable_sort(context.problem.bounds, {},
                           [](const Bound& bound) { return bound.upper.arity(); });
  for (std::size_t i = 0; i < context.problem.bounds.size(); ++i) {
    context.bound_of[context.problem.bounds[i].relation.leaf()] = i;
  }
}

// The names of the variables that are bound inside of tenses.
std::set<std::string> local_variables(const Problem& problem) {
  std::set<std::string> names;
  std::unordered_set<const Node*> seen[2];
  std::vector<std::pair<const Node*, bool>> pending;
  for (const Formula& formula : problem.formulas) pending.emplace_back(&formula.node(), false);
  while (!pending.empty()) {
    auto [node, inside] = pending.back();
    pending.pop_back();
    if (!seen[inside ? 1 : 0].insert(node).second) continue;
    inside = inside || node->op == Op::Temporal || node->op == Op::Prime;
    for (const Decl& decl : node->decls) {
      if (inside) names.insert(decl.variable.name());
      pending.emplace_back(&decl.domain.node(), inside);
    }
    for (const NodePtr& child : node->children) pending.emplace_back(child.get(), inside);
  }
  return names;
}

// What was lowered so far has tenses.
void make_timeline(LoweredCommand& lowered) {
  LoweringContext& context = lowered.context;
  auto timeline = std::make_shared<Timeline>();
  timeline->timed = {std::move(context.problem), context.varying, {}};
  for (const Origin& origin : context.origins) timeline->timed.always.push_back(origin.always);
  timeline->origins = std::move(context.origins);
  timeline->local = local_variables(timeline->timed.problem);
  lowered.timeline = std::move(timeline);
}

Result<LoweredCommand> lower_with(const model::Model& model, const model::Command& command,
                                  const LowerOptions& options, const Reachable& reach,
                                  bool integers_are_atoms, Budget& budget) {
  LoweredCommand result;
  LoweringContext& context = result.context;
  context.model = &model;
  context.scopes = command.scopes;
  context.integers_are_atoms = integers_are_atoms;
  context.is_temporal = command.is_temporal;
  context.problem.integers.overflow = options.overflow;
  lay_out_universe(context, reach.strings);
  bound_sigs(context);
  if (auto status = bound_fields(context, budget); !status) return status.error();

  ExprLowerer lowerer(context, command.label, budget);
  Conjuncts conjuncts(context, lowerer, options.split_existentials);
  constrain_fields(context, lowerer);
  // As in Alloy, facts hold in the first state, but those that are appended to a sig in all.
  for (const model::Fact& fact : model.facts)
    conjuncts.require(*fact.formula, false, OriginKind::Fact, fact.sig.has_value());
  if (options.goal) conjuncts.require(*command.goal, command.is_check, OriginKind::Goal);
  if (lowerer.error()) return *lowerer.error();
  result.warnings = lowerer.warnings();
  if (command.is_temporal) {
    const auto steps = static_cast<std::size_t>(command.scopes.max_steps.value_or(1));
    make_timeline(result);
    result =
        grow(result, options.steps.value_or(std::min(steps, kMaxSteps)), options.each_trace_once, budget);
  } else {
    order_bounds(context);
  }
  if (const auto variable = higher_order_variable(context.problem)) return higher_order(context, *variable);
  if (const auto constant = too_wide_constant(context.problem)) return too_wide(context, *constant);
  return result;
}

}  // namespace

LoweredCommand grow(const LoweredCommand& lowered, std::size_t steps, bool each_trace_once, Budget& budget) {
  LoweredCommand result = lowered;
  auto timeline = std::make_shared<Timeline>(*lowered.timeline);
  LoweringContext& context = result.context;
  if (timeline->timed.varying.empty()) steps = 1;
  timeline->unrolled =
      unroll(timeline->timed, *context.loop_atom, {steps, each_trace_once}, context.terms, budget);
  context.problem = std::move(timeline->unrolled.problem);
  context.origins.clear();
  for (const std::size_t origin : timeline->unrolled.origin) {
    const bool own = origin == UnrolledProblem::kNone;
    context.origins.push_back(own ? Origin{OriginKind::Scope, {}, false} : timeline->origins[origin]);
  }
  result.timeline = std::move(timeline);
  order_bounds(context);
  return result;
}

Result<LoweredCommand> lower(const model::Model& model, const model::Command& command,
                             const LowerOptions& options, Budget& budget) {
  if (command.error) return *command.error;
  if (!options.traces) {
    if (auto error = about_traces(model, command)) return *std::move(error);
  }
  if (auto error = too_many_atoms(model, command)) return *std::move(error);
  const Reachable reach = reachable(model, command);
  const int bitwidth = command.scopes.bitwidth;
  const bool possible = bitwidth <= kMaxBitwidthWithAtoms;
  if (bitwidth <= kMaxDenseBitwidth) return lower_with(model, command, options, reach, true, budget);
  if (!reach.integers) {
    auto result = lower_with(model, command, options, reach, false, budget);
    if (!result || !needs_integer_atoms(result->problem())) return result;
  }
  if (!possible) return too_many_integers(command, bitwidth);
  return lower_with(model, command, options, reach, true, budget);
}

}  // namespace fretsaw::lowering
