// SPDX-License-Identifier: MIT
#include "alloy/modeltest/valuer.hpp"

#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr std::size_t kMostBindings = 100'000;

// The expression in terms of the problem, its free variables as constants.
struct Lowering {
  Lowering(const Stage& stage, const Instance& base, const Environment& environment)
      : frame(stage.lowered().frame), lowerer(frame, "", no_limit), instance(base) {
    frame.problem.formulas.clear();
    for (const auto& [variable, value] : environment) {
      const Relation constant = frame.add_constant(variable->name, value);
      lowerer.bind(*variable, constant.pointer());
      instance.values().emplace_back(constant, value);
    }
  }

  lowering::Frame frame;
  Budget no_limit;
  lowering::ExprLowerer lowerer;
  Instance instance;
};

}  // namespace

std::optional<bool> Valuer::truth(const model::Expr& formula, const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const Formula lowered = lowering.lowerer.formula(formula);
  if (lowering.lowerer.error()) return std::nullopt;
  const auto value = evaluate(lowering.frame.problem, lowering.instance, lowered);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<TupleSet> Valuer::tuples(const model::Expr& relation, const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const fretsaw::Expr lowered = lowering.lowerer.relation(relation);
  if (lowering.lowerer.error()) return std::nullopt;
  auto value = evaluate(lowering.frame.problem, lowering.instance, lowered);
  return value ? std::optional(*std::move(value)) : std::nullopt;
}

std::optional<std::int64_t> Valuer::number(const model::Expr& integer, const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const IntExpr lowered = lowering.lowerer.integer(integer);
  if (lowering.lowerer.error()) return std::nullopt;
  const auto value = evaluate(lowering.frame.problem, lowering.instance, lowered);
  return value ? std::optional(value->value) : std::nullopt;
}

std::optional<std::vector<Environment>> Valuer::bindings(const std::vector<model::Decl>& decls,
                                                         const Environment& environment) const {
  std::vector<Environment> all{environment};
  for (const model::Decl& decl : decls) {
    if (decl.mult != model::Mult::One || decl.bound->arity() != 1) return std::nullopt;
    std::vector<Environment> longer;
    for (const Environment& before : all) {
      const auto domain = tuples(*decl.bound, before);
      if (!domain) return std::nullopt;
      std::vector<Environment> partial{before};
      for (std::size_t v = 0; v < decl.variables.size(); ++v) {
        std::vector<Environment> next;
        for (const Environment& chosen : partial) {
          for (const Atom atom : domain->atoms()) {
            const TupleSet value = TupleSet::unary({atom});
            const bool repeated =
                decl.disjoint &&
                std::any_of(decl.variables.begin(), decl.variables.begin() + static_cast<std::ptrdiff_t>(v),
                            [&](const auto& other) { return chosen.at(other.get()) == value; });
            if (repeated) continue;
            next.push_back(chosen);
            next.back().insert_or_assign(decl.variables[v].get(), value);
          }
        }
        partial = std::move(next);
        if (partial.size() > kMostBindings) return std::nullopt;
      }
      longer.insert(longer.end(), partial.begin(), partial.end());
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace fretsaw::modeltest
