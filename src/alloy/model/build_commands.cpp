// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "alloy/model/build.hpp"
#include "alloy/model/calls.hpp"
#include "alloy/model/scopes.hpp"
#include "base/nearest_name.hpp"

namespace fretsaw::model {

namespace {

ExprPtr node(Op op, const Span& span, std::vector<ExprPtr> children) {
  Expr expr;
  expr.op = op;
  expr.type = Type::of_formula();
  expr.span = expr.pos = span;
  expr.children = std::move(children);
  return std::make_shared<const Expr>(std::move(expr));
}

// The value is in the declared bound of the function, and has so many elements.
ExprPtr in_result(const Function& function) {
  ExprPtr bound = function.result;
  if (function.result_mult != Mult::Set) {
    const Op of = function.result_mult == Mult::One    ? Op::OneOf
                  : function.result_mult == Mult::Lone ? Op::LoneOf
                                                       : Op::SomeOf;
    Expr wrapped;
    wrapped.op = of;
    wrapped.kind = Kind::Relation;
    wrapped.type = bound->type;
    wrapped.span = wrapped.pos = bound->span;
    wrapped.children = {bound};
    bound = std::make_shared<const Expr>(std::move(wrapped));
  }
  return node(Op::In, function.body->span, {function.body, std::move(bound)});
}

class CommandBuilder {
 public:
  explicit CommandBuilder(Build& build)
      : build_(build), model_(build.model), recursion_(build.model), temporal_(build.model) {
    for (const Fact& fact : model_.facts) {
      if (!facts_recurse_) facts_recurse_ = recursion_.reached_from(*fact.formula);
    }
    for (const Field& field : model_.fields) {
      if (!facts_recurse_) facts_recurse_ = recursion_.reached_from(*field.bound);
    }
  }

  Status run() {
    for (const alloy::Paragraph& paragraph : build_.names.modules[0].syntax->paragraphs) {
      if (const auto* command = std::get_if<alloy::Command>(&paragraph)) {
        if (auto added = add(*command); !added) return added;
      }
    }
    if (model_.commands.empty()) add_default();
    return Success{};
  }

 private:
  Status add(const alloy::Command& syntax) {
    Command command;
    command.index = model_.commands.size();
    command.is_check = syntax.is_check;
    command.expect = syntax.expect;
    command.pos = syntax.label ? merge(syntax.pos, syntax.label->span) : syntax.pos;
    command.span = syntax.span;
    command.syntax = syntax;
    const std::string number = fmt::format("{}${}", syntax.is_check ? "check" : "run", command.index + 1);
    command.label = syntax.label ? syntax.label->text : syntax.target ? syntax.target->text : number;
    if (syntax.follows) {  // joined commands are one, known by the last
      model_.commands.pop_back();
      --command.index;
    }
    if (auto found = set_goal(command, syntax); !found) return found;
    if (auto names = check_scope_names(model_, syntax); !names) return names;
    settle(command);
    if (syntax.follows) command.error = command.goal_error = joined(command);
    warn_of_growing(syntax);
    model_.commands.push_back(std::move(command));
    return Success{};
  }

  static Diagnostic joined(const Command& command) {
    return error_at(command.pos, ErrorClass::Syntax, "commands joined by '=>' are not supported",
                    "write separate commands");
  }

  void warn_of_growing(const alloy::Command& syntax) {
    if (syntax.is_check) return;
    for (const alloy::Scope& scope : syntax.scopes) {
      if (!grows(scope)) continue;
      build_.warnings.push_back(warning_at(
          scope.span,
          fmt::format("a run tries only the first size of a growing scope, here {} {} (as in Alloy)",
                      scope.from, scope.sig.text)));
    }
  }

  Status set_goal(Command& command, const alloy::Command& syntax) {
    if (!syntax.target) {
      const auto it = build_.command_goals.find(&syntax);
      if (it != build_.command_goals.end()) command.goal = it->second;
      return Success{};
    }
    const std::string& name = syntax.target->text;
    const std::string own_first = name.find('/') == std::string::npos ? "this/" + name : name;
    const auto found = build_.names.find(0, own_first, false, !syntax.is_check, syntax.is_check);
    if (found.empty()) {
      return unknown(command.pos, name, syntax.is_check);
    }
    if (found.size() > 1) {
      return build_.names.ambiguous(command.pos, ErrorClass::Syntax, name, found,
                                    "call one of them in a block, as in run { … }");
    }
    if (syntax.is_check) {
      command.goal = assertion(found.front());
    } else {
      command.target = build_.names.function_id(found.front());
      command.goal = goal_of(model_.function(*command.target));
    }
    return Success{};
  }

  ExprPtr assertion(const Symbol& symbol) const {
    std::size_t skipped = 0;
    for (const Assertion& a : model_.assertions) {
      if (a.module == symbol.module && skipped++ == symbol.index) return a.formula;
    }
    return nullptr;
  }

  ExprPtr goal_of(const Function& function) const {
    ExprPtr formula = function.is_predicate ? function.body : in_result(function);
    if (function.parameters.empty()) return formula;
    Expr some;
    some.op = Op::SomeQ;
    some.type = Type::of_formula();
    some.span = formula->span;
    some.pos = function.span;
    some.decls = function.parameters;
    some.children = {std::move(formula)};
    return std::make_shared<const Expr>(std::move(some));
  }

  Diagnostic unknown(const Span& pos, const std::string& name, bool assertions) const {
    const ModuleScope& scope = build_.names.modules[0];
    const std::string message =
        fmt::format("unknown {} '{}'", assertions ? "assertion" : "predicate or function", name);
    if (assertions && scope.functions_by_name.contains(name)) {
      return error_at(pos, ErrorClass::Syntax, message, fmt::format("write 'run {}' for a predicate", name));
    }
    if (!assertions && scope.assertion_by_name.contains(name)) {
      return error_at(pos, ErrorClass::Syntax, message,
                      fmt::format("write 'check {}' for an assertion", name));
    }
    std::vector<std::string> candidates;
    if (assertions) {
      for (const alloy::Assert* a : scope.assertions) candidates.push_back(a->name.text);
    } else {
      for (const alloy::Function* f : scope.functions) candidates.push_back(f->name.text);
    }
    return error_at(pos, ErrorClass::Syntax, message + suggestion(nearest_name(name, candidates)));
  }

  // What keeps the command from running.
  void settle(Command& command) {
    command.goal_error = facts_recurse_ ? facts_recurse_ : recursion_.reached_from(*command.goal);
    command.is_temporal = temporal_.reached_from(*command.goal);
    auto scopes = compute_scopes(model_, command.syntax, command.pos);
    if (!scopes) {
      command.error = scopes.error();
      return;
    }
    command.scopes = std::move(scopes).value();
    const Status steps = check_steps(command, command.pos);
    command.error = steps ? command.goal_error : steps.error();
  }

  // A model without commands has one: run {} for 4.
  void add_default() {
    Command command;
    command.label = "Default";
    command.goal = node(Op::Block, {}, {});
    command.syntax.overall = 4;
    alloy::Scope integers;
    integers.target = alloy::ScopeTarget::Int;
    integers.from = 4;
    alloy::Scope sequences = integers;
    sequences.target = alloy::ScopeTarget::Seq;
    command.syntax.scopes = {integers, sequences};
    settle(command);
    model_.commands.push_back(std::move(command));
  }

  Build& build_;
  Model& model_;
  Recursion recursion_;
  TemporalSearch temporal_;
  std::optional<Diagnostic> facts_recurse_;
};

}  // namespace

Status build_commands(Build& build) { return CommandBuilder(build).run(); }

}  // namespace fretsaw::model
