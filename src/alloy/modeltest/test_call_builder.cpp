// SPDX-License-Identifier: MIT
#include "alloy/modeltest/test_call_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/model/names.hpp"
#include "alloy/modeltest/build_expr.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::modeltest {

namespace {

std::string fact_title(const model::Fact& fact) {
  if (fact.name.find('$') == std::string::npos) return fmt::format("fact {}", fact.name);
  if (!fact.span.source) return "a fact";
  return fmt::format("the fact at line {}", fact.span.source->locate(fact.span.begin, fact.span.end).line);
}

// The body of an assertion as it was written.
alloy::ExprPtr assertion_syntax(const model::Model& model, const model::Assertion& assertion) {
  for (const model::ModuleScope& scope : model.names->modules) {
    for (const alloy::Assert* syntax : scope.assertions) {
      const Span& place = syntax->span;
      const bool here = place.source == assertion.span.source && place.begin <= assertion.span.begin &&
                        assertion.span.end <= place.end;
      if (here) return syntax->body;
    }
  }
  return nullptr;
}

}  // namespace

TestCallBuilder::TestCallBuilder(const model::Model& model, Stage& stage, const Instance& instance)
    : model_(model),
      stage_(stage),
      instance_(instance),
      valuation_(stage.placer().valuation_of(instance, &cells_)) {
  for (const model::Fact& fact : model.facts) {
    if (model.modules[fact.module].builtin) continue;
    if (truth(fact.formula, nullptr, {}) != true) violated_facts_.push_back(fact_title(fact));
  }
}

std::optional<bool> TestCallBuilder::truth(const model::ExprPtr& formula, const model::Function* function,
                                           const Arguments& arguments) {
  std::vector<const model::Variable*> parameters;
  Question* const question = stage_.alone({formula}, parameters);
  if (question == nullptr) return std::nullopt;
  std::vector<TupleSet> values;
  for (const model::Variable* parameter : parameters) {
    std::size_t i = 0;
    for (const model::Decl& decl : function->parameters) {
      for (const model::VariablePtr& variable : decl.variables) {
        if (variable.get() == parameter) values.push_back(arguments[i]);
        ++i;
      }
    }
  }
  const Truth truth = question->ask(question->with_parameters(instance_, values));
  if (truth == Truth::TooLarge) return std::nullopt;
  return truth == Truth::True;
}

std::optional<TupleSet> TestCallBuilder::value(const model::Function& function, const Arguments& arguments) {
  lowering::LoweringContext context = stage_.lowered().context;
  context.problem.formulas.clear();
  Budget no_limit;
  lowering::ExprLowerer lowerer(context, "", no_limit);
  Instance instance = instance_;
  std::size_t i = 0;
  for (const model::Decl& decl : function.parameters) {
    for (const model::VariablePtr& variable : decl.variables) {
      const Relation constant = context.add_constant(variable->name, arguments[i]);
      lowerer.bind(*variable, constant.pointer());
      instance.values().emplace_back(constant, arguments[i]);
      ++i;
    }
  }
  const Expr body = lowerer.relation(*function.body);
  if (lowerer.error()) return std::nullopt;
  auto value = evaluate(context.problem, instance, body);
  if (!value) return std::nullopt;
  return *std::move(value);
}

alloy::ExprPtr TestCallBuilder::syntax_of(const TupleSet& tuples) const {
  alloy::ExprPtr sum;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    alloy::ExprPtr row;
    for (const Atom atom : tuples.row(t)) {
      alloy::ExprPtr leaf;
      const Cell& cell = *cells_[atom];
      if (const auto* id = std::get_if<AtomId>(&cell)) {
        leaf = alloy::make_name(valuation_.atoms[index(*id)]);
      } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
        leaf = alloy::make_number(*number);
      } else {
        alloy::Expr text;
        text.op = alloy::Op::Text;
        text.name = std::get<std::string>(cell);
        leaf = alloy::make_expr(std::move(text));
      }
      row = row ? alloy::make_binary(alloy::Op::Arrow, row, leaf) : leaf;
    }
    sum = sum ? alloy::make_binary(alloy::Op::Union, sum, row) : row;
  }
  if (sum) return sum;
  alloy::Expr none;
  none.op = alloy::Op::None;
  alloy::ExprPtr result = alloy::make_expr(std::move(none));
  for (int column = 1; column < tuples.arity(); ++column) {
    alloy::Expr more;
    more.op = alloy::Op::None;
    result = alloy::make_binary(alloy::Op::Arrow, result, alloy::make_expr(std::move(more)));
  }
  return result;
}

std::optional<TestCallBuilder::Call> TestCallBuilder::call(const Paragraph& paragraph,
                                                           const Arguments& arguments) {
  if (paragraph.kind == ParagraphKind::Assertion) {
    const model::Assertion& assertion = model_.assertions[paragraph.index];
    const auto holds = truth(assertion.formula, nullptr, {});
    const alloy::ExprPtr body = assertion_syntax(model_, assertion);
    if (!holds || !body) return std::nullopt;
    return Call{*holds ? body : alloy::make_unary(alloy::Op::Not, body), assertion.name, *holds};
  }
  const model::Function& function = model_.functions[paragraph.index];
  alloy::ExprPtr callee = alloy::make_name(function.name);
  if (!arguments.empty()) {
    alloy::Expr box;
    box.op = alloy::Op::Box;
    box.children.push_back(callee);
    for (const TupleSet& argument : arguments) box.children.push_back(syntax_of(argument));
    callee = alloy::make_expr(std::move(box));
  }
  if (function.is_predicate) {
    const auto holds = truth(function.body, &function, arguments);
    if (!holds) return std::nullopt;
    return Call{*holds ? callee : alloy::make_unary(alloy::Op::Not, callee), alloy::print(*callee), *holds};
  }
  const auto result = value(function, arguments);
  if (!result) return std::nullopt;
  const alloy::ExprPtr claim = result->empty()
                                   ? alloy::make_unary(alloy::Op::No, callee)
                                   : alloy::make_binary(alloy::Op::Equal, callee, syntax_of(*result));
  return Call{claim, alloy::print(*callee), true};
}

}  // namespace fretsaw::modeltest
