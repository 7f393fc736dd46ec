// SPDX-License-Identifier: MIT
#include "alloy/modeltest/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "alloy/lowering/expr_lowerer.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;

// Numbers of as many bytes each, so that the text can be read in one way only.
class Shape {
 public:
  Shape(std::string& out, std::vector<const model::Variable*>& parameters)
      : out_(out), parameters_(parameters) {}

  void write(const Expr& expr) {
    byte(static_cast<std::size_t>(expr.op));
    switch (expr.op) {
      case model::Op::Sig:
        number(index(expr.sig));
        break;
      case model::Op::Field:
        number(index(expr.field));
        break;
      case model::Op::Call:
        number(index(expr.function));
        break;
      case model::Op::Number:
        number(static_cast<std::uint32_t>(expr.number));
        number(static_cast<std::uint32_t>(expr.number >> 32));
        break;
      case model::Op::Text:
        number(expr.text.size());
        out_ += expr.text.get();
        break;
      case model::Op::Arrow:
        byte(static_cast<std::size_t>(expr.left_mult) * 8 + static_cast<std::size_t>(expr.right_mult));
        break;
      case model::Op::Variable:
        variable(expr.variable.get());
        break;
      default:
        break;
    }
    const std::size_t bound = bound_.size();
    number(expr.decls.size());
    for (const model::Decl& decl : expr.decls) {
      number(decl.variables.size());
      byte(static_cast<std::size_t>(decl.mult) * 2 + (decl.disjoint ? 1 : 0));
      write(*decl.bound);
      for (const model::VariablePtr& variable : decl.variables) bound_.push_back(variable.get());
    }
    number(expr.children.size());
    for (const model::ExprPtr& child : expr.children) write(*child);
    bound_.resize(bound);
  }

 private:
  void byte(std::size_t n) { out_ += static_cast<char>(n); }
  void number(std::size_t n) {
    const auto written = static_cast<std::uint32_t>(n);
    out_.append(reinterpret_cast<const char*>(&written), sizeof written);
  }

  void variable(const model::Variable* variable) {
    const auto local = std::find(bound_.rbegin(), bound_.rend(), variable);
    byte(local != bound_.rend() ? 'b' : 'p');
    if (local != bound_.rend()) return number(static_cast<std::size_t>(bound_.rend() - local));
    auto found = std::ranges::find(parameters_, variable);
    number(static_cast<std::size_t>(found - parameters_.begin()));
    if (found == parameters_.end()) parameters_.push_back(variable);
  }

  std::string& out_;
  std::vector<const model::Variable*>& parameters_;
  std::vector<const model::Variable*> bound_;
};

}  // namespace

std::string shape_of(const Expr& expr, std::vector<const model::Variable*>& parameters) {
  std::string out;
  Shape(out, parameters).write(expr);
  return out;
}

std::string scope_key(const model::Scopes& scopes) {
  std::string key;
  const auto number = [&](int n) { key.append(reinterpret_cast<const char*>(&n), sizeof n); };
  key.reserve((3 + 4 * scopes.sigs.size()) * sizeof(int));
  number(scopes.bitwidth);
  number(scopes.max_seq);
  number(scopes.strings.value_or(-1));
  for (const model::SigScope& sig : scopes.sigs) {
    number(sig.size);
    number(sig.exact ? 1 : 0);
    number(sig.lower);
    number(sig.own);
  }
  return key;
}

Instance Question::with_parameters(Instance instance, const std::vector<TupleSet>& values) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    instance.values().emplace_back(parameters_[i], values[i]);
  return instance;
}

Instance Question::without_parameters(Instance instance) const {
  auto& values = instance.values();
  values.erase(values.end() - static_cast<std::ptrdiff_t>(parameters_.size()), values.end());
  return instance;
}

void limit_integer_atoms(const model::Model& model, const StageOptions& options, Problem& problem) {
  const bool held = std::ranges::any_of(model.fields, [](const model::Field& field) {
    return std::ranges::any_of(field.type.products, [](const model::Product& product) {
      return std::ranges::find_first_of(product, std::array{model::kInt, model::kSeqInt}) != product.end();
    });
  });
  if (options.atoms_only_for_integer_fields && !held) problem.integers.atoms.clear();
}

Result<std::unique_ptr<Stage>> Stage::make(const model::Model& model, const model::Command& command,
                                           const StageOptions& options) {
  Budget budget(options.limits);
  lowering::LowerOptions lower;
  lower.overflow = options.overflow;
  lower.goal = false;
  auto lowered = lowering::lower(model, command, lower, budget);
  if (!lowered) return lowered.error();
  if (auto good = check(lowered->problem()); !good) return good.error();
  limit_integer_atoms(model, options, lowered->context.problem);
  std::unique_ptr<Stage> stage(new Stage);
  stage->lowered_ = *std::move(lowered);
  stage->placer_ = std::make_unique<ValuationPlacer>(stage->lowered_);
  return stage;
}

Question* Stage::with_facts(const std::vector<model::ExprPtr>& formulas,
                            std::vector<const model::Variable*>& parameters) {
  return find(formulas, parameters, true);
}

Question* Stage::alone(const std::vector<model::ExprPtr>& formulas,
                       std::vector<const model::Variable*>& parameters) {
  return find(formulas, parameters, false);
}

Question* Stage::find(const std::vector<model::ExprPtr>& formulas,
                      std::vector<const model::Variable*>& parameters, bool facts) {
  std::string key = facts ? "+" : "-";
  for (const model::ExprPtr& formula : formulas) key += shape_of(*formula, parameters);
  const auto [entry, fresh] = questions_.emplace(std::move(key), nullptr);
  if (!fresh) return entry->second.get();

  lowering::LoweringContext context = lowered_.context;
  if (!facts) context.problem.formulas.clear();
  Budget no_limit;
  lowering::ExprLowerer lowerer(context, "", no_limit);
  for (const model::Variable* variable : parameters) {
    const int arity = variable->type.arity();
    const TupleSet anything = TupleSet::all(arity, context.problem.universe.size());
    const Relation relation = context.add_relation(variable->name, TupleSet(arity), anything);
    lowerer.bind(*variable, relation.pointer());
  }
  // Constants that the formulas need may come after the parameters: move these to the end again.
  for (const model::ExprPtr& formula : formulas)
    context.problem.formulas.push_back(lowerer.formula(*formula));
  if (lowerer.error() || !check(context.problem)) return nullptr;
  std::vector<Bound>& bounds = context.problem.bounds;
  const auto first = bounds.begin() + static_cast<std::ptrdiff_t>(lowered_.problem().bounds.size());
  std::rotate(first, first + static_cast<std::ptrdiff_t>(parameters.size()), bounds.end());
  entry->second = std::make_unique<Question>(context.problem, parameters.size());
  return entry->second.get();
}

namespace {

constexpr std::size_t kMaxBindings = 100'000;

// The expression in terms of the problem, its free variables as constants.
struct Lowering {
  Lowering(const Stage& stage, const Instance& base, const Environment& environment)
      : context(stage.lowered().context), lowerer(context, "", no_limit), instance(base) {
    context.problem.formulas.clear();
    for (const auto& [variable, value] : environment) {
      const Relation constant = context.add_constant(variable->name, value);
      lowerer.bind(*variable, constant.pointer());
      instance.values().emplace_back(constant, value);
    }
  }

  lowering::LoweringContext context;
  Budget no_limit;
  lowering::ExprLowerer lowerer;
  Instance instance;
};

}  // namespace

std::optional<bool> ExpressionValues::truth(const model::Expr& formula,
                                            const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const Formula lowered = lowering.lowerer.formula(formula);
  if (lowering.lowerer.error()) return std::nullopt;
  const auto value = evaluate(lowering.context.problem, lowering.instance, lowered);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<TupleSet> ExpressionValues::tuples(const model::Expr& relation,
                                                 const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const fretsaw::Expr lowered = lowering.lowerer.relation(relation);
  if (lowering.lowerer.error()) return std::nullopt;
  auto value = evaluate(lowering.context.problem, lowering.instance, lowered);
  return value ? std::optional(*std::move(value)) : std::nullopt;
}

std::optional<std::int64_t> ExpressionValues::number(const model::Expr& integer,
                                                     const Environment& environment) const {
  Lowering lowering(stage_, instance_, environment);
  const IntExpr lowered = lowering.lowerer.integer(integer);
  if (lowering.lowerer.error()) return std::nullopt;
  const auto value = evaluate(lowering.context.problem, lowering.instance, lowered);
  return value ? std::optional(value->value) : std::nullopt;
}

std::optional<std::vector<Environment>> ExpressionValues::bindings(const std::vector<model::Decl>& decls,
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
        if (partial.size() > kMaxBindings) return std::nullopt;
      }
      longer.insert(longer.end(), partial.begin(), partial.end());
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace fretsaw::modeltest
