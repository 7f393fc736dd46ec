// SPDX-License-Identifier: MIT
// Why a formula is false. Each step goes to a smaller formula that is false, too, in an instance where a few
// more variables have values: those that a quantifier, a let or a call binds. The last formula reached is the
// explanation.
#include "cpp/harness/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/model/clause_conjuncts.hpp"

namespace fretsaw::harness {

namespace {

using lowering::AtomNames;
using lowering::InstanceEvaluator;
using model::Op;

constexpr std::size_t kMaxParts = 5;

std::string text_of_tuples(const std::vector<AlloyTuple>& tuples) {
  std::string out;
  for (const AlloyTuple& tuple : tuples) out += (out.empty() ? "" : ", ") + to_string(tuple);
  return tuples.size() == 1 ? out : fmt::format("{{{}}}", out);
}

std::string text_of_value(const lowering::AlloyValue& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return text_of_tuples(std::get<std::vector<AlloyTuple>>(value));
}

// Parentheses around the first or the last operand belong to the text, though not to the operand.
Span with_parentheses(Span span) {
  if (span.source == nullptr) return span;
  const std::string_view all = span.source->text();
  int open = 0;     // at the end
  int missing = 0;  // that were closed before they were opened
  for (const char c : span.text()) {
    if (c == '(' || c == '{' || c == '[') ++open;
    if (c != ')' && c != '}' && c != ']') continue;
    if (open > 0)
      --open;
    else
      ++missing;
  }
  std::size_t end = span.end;
  for (; open > 0 && end < all.size(); ++end) {
    if (all[end] == ')' || all[end] == '}' || all[end] == ']')
      --open;
    else if (all[end] != ' ' && all[end] != '\n')
      return span;
  }
  std::size_t begin = span.begin;
  for (; missing > 0 && begin > 0; --begin) {
    const char before = all[begin - 1];
    if (before == '(' || before == '{' || before == '[')
      --missing;
    else if (before != ' ' && before != '\n')
      return span;
  }
  return {span.source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

class Explanation {
 public:
  Explanation(const model::Model& model, InstanceEvaluator& evaluator, const AtomNames& atoms, Budget& budget)
      : model_(model), evaluator_(evaluator), atoms_(atoms), budget_(budget) {}

  void explain(const model::Expr& formula) {
    if (parts_.size() >= kMaxParts) return;
    switch (formula.op) {
      case Op::Block:
      case Op::And:
        for (const model::ExprPtr& child : formula.children) {
          if (is_false(*child)) explain(*child);
        }
        return;
      case Op::Implies:  // false only if the left is true
        return explain(*formula.child(1));
      case Op::Let:
        if (explain_let(formula)) return;
        break;
      case Op::Call:
        if (explain_call(formula)) return;
        break;
      case Op::All:
        if (explain_universal(formula, 0)) return;
        break;
      default:
        break;
    }
    add(formula);
  }

  std::vector<CheckFailure> take() { return std::move(parts_); }

 private:
  std::optional<lowering::AlloyValue> value_of(const model::Expr& expr) const {
    auto value = evaluator_.evaluate(expr, budget_);
    if (!value) return std::nullopt;
    return *std::move(value);
  }

  bool is_false(const model::Expr& formula) const {
    const auto value = value_of(formula);
    const bool* const truth = value ? std::get_if<bool>(&*value) : nullptr;
    return truth != nullptr && !*truth;
  }

  std::optional<std::vector<AlloyTuple>> tuples_of(const model::Expr& expr) const {
    auto value = expr.kind == model::Kind::Relation ? value_of(expr) : std::nullopt;
    if (!value) return std::nullopt;
    return std::get<std::vector<AlloyTuple>>(*std::move(value));
  }

  std::optional<TupleSet> set_of(const std::vector<AlloyTuple>& tuples, int arity) const {
    std::vector<Atom> rows;
    for (const AlloyTuple& tuple : tuples) {
      for (const AlloyAtom& atom : tuple) {
        const auto found = atoms_.find(atom);
        if (found == atoms_.end()) return std::nullopt;
        rows.push_back(found->second);
      }
    }
    return TupleSet::from_rows(arity, std::move(rows));
  }

  // Gives the variable that value while `then` runs. False if that cannot be done. What a quantifier chose is
  // worth telling; what a name stands for is seen in the values.
  template <class Then>
  bool with(const model::Variable& variable, const std::vector<AlloyTuple>& tuples, bool is_chosen,
            const Then& then) {
    auto set = set_of(tuples, variable.type.arity() > 0 ? variable.type.arity() : 1);
    if (!set) return false;
    evaluator_.bind(variable, *std::move(set));
    if (is_chosen) bound_.emplace_back(variable.name, text_of_tuples(tuples));
    const bool done = then();
    if (is_chosen) bound_.pop_back();
    evaluator_.unbind(variable);
    return done;
  }

  bool explain_let(const model::Expr& let) {
    const model::Decl& decl = let.decls.front();
    const auto value = tuples_of(*decl.bound);
    if (!value) return false;
    return with(*decl.variables.front(), *value, false, [&] { return explain_inside(*let.body()); });
  }

  bool explain_inside(const model::Expr& formula) {
    explain(formula);
    return true;
  }

  bool explain_call(const model::Expr& call) {
    const model::Function& function = model_.function(call.function);
    if (!function.body || calls_ > 20) return false;
    std::vector<const model::Variable*> parameters;
    for (const model::Decl& decl : function.parameters) {
      for (const model::VariablePtr& variable : decl.variables) parameters.push_back(variable.get());
    }
    std::vector<std::vector<AlloyTuple>> arguments;
    for (const model::ExprPtr& child : call.children) {
      auto value = tuples_of(*child);
      if (!value) return false;
      arguments.push_back(*std::move(value));
    }
    ++calls_;
    const bool done =
        parameters.size() == arguments.size() && explain_body(function, parameters, arguments, 0);
    --calls_;
    return done;
  }

  bool explain_body(const model::Function& function, const std::vector<const model::Variable*>& parameters,
                    const std::vector<std::vector<AlloyTuple>>& arguments, std::size_t next) {
    if (next == parameters.size()) return explain_inside(*function.body);
    return with(*parameters[next], arguments[next], false,
                [&] { return explain_body(function, parameters, arguments, next + 1); });
  }

  // Chooses values for the variables from that one on, counted over all declarations, such that the body is
  // false.
  bool explain_universal(const model::Expr& all, std::size_t next) {
    const model::Decl* decl = nullptr;
    std::size_t at = next;
    for (const model::Decl& each : all.decls) {
      if (at < each.variables.size()) {
        decl = &each;
        break;
      }
      at -= each.variables.size();
    }
    if (decl == nullptr) return is_false(*all.body()) && explain_inside(*all.body());
    if (decl->mult != model::Mult::One) return false;
    const auto range = tuples_of(*decl->bound);
    if (!range) return false;
    for (const AlloyTuple& tuple : *range) {
      const std::string text = to_string(tuple);
      const bool is_taken =
          decl->disjoint && std::ranges::any_of(bound_.end() - static_cast<std::ptrdiff_t>(at), bound_.end(),
                                                [&](const auto& other) { return other.second == text; });
      if (is_taken) continue;
      if (with(*decl->variables[at], {tuple}, true, [&] { return explain_universal(all, next + 1); }))
        return true;
    }
    return false;
  }

  void add(const model::Expr& formula) {
    CheckFailure part{.reason = "postcondition", .message = "this formula is false"};
    std::string where;
    for (const auto& [name, value] : bound_)
      where += fmt::format("{}{} = {}", where.empty() ? "" : ", ", name, value);
    if (!where.empty()) part.message += " for " + where;
    const Span span = with_parentheses(formula.span);
    if (span.source != nullptr) part.location = span.source->locate(span.begin, span.end);
    part.formula = std::string(span.text());
    for (const contract::Conjunct& conjunct : contract::conjuncts_of(formula)) {
      for (const model::Expr* const expr : conjunct.values) {
        const bool is_known = std::ranges::any_of(
            bound_, [&](const auto& variable) { return variable.first == expr->span.text(); });
        const auto value = is_known ? std::nullopt : value_of(*expr);
        if (value) part.values.emplace_back(std::string(expr->span.text()), text_of_value(*value));
      }
    }
    parts_.push_back(std::move(part));
  }

  const model::Model& model_;
  InstanceEvaluator& evaluator_;
  const AtomNames& atoms_;
  Budget& budget_;
  std::vector<std::pair<std::string, std::string>> bound_;
  std::vector<CheckFailure> parts_;
  int calls_ = 0;
};

}  // namespace

std::vector<CheckFailure> failed_parts(const model::Model& model, const model::Expr& formula,
                                       InstanceEvaluator& evaluator, const AtomNames& atoms, Budget& budget) {
  Explanation explanation(model, evaluator, atoms, budget);
  explanation.explain(formula);
  return explanation.take();
}

}  // namespace fretsaw::harness
