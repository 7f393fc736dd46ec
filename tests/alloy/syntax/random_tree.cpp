// SPDX-License-Identifier: MIT
#include "alloy/syntax/random_tree.hpp"

namespace fretsaw::alloy {

std::string RandomTree::identifier() {
  static const char* const kNames[] = {"a", "b", "A", "B", "next", "x1", "_u", "größe", "q\"", "integer"};
  return kNames[below(std::size(kNames))];
}

Name RandomTree::name() { return {.text = identifier(), .span = {}}; }

Name RandomTree::qualified() {
  static const char* const kNames[] = {"m/a", "m/n/B", "this/A", "seq/x", "A$"};
  return chance(4) ? Name{.text = kNames[below(4)], .span = {}} : name();
}

std::vector<Name> RandomTree::names() {
  std::vector<Name> result(static_cast<std::size_t>(1 + below(3)));
  for (Name& each : result) each = name();
  return result;
}

Keyword RandomTree::keyword(int one_in) { return chance(one_in) ? Keyword(Span{}) : std::nullopt; }

Mult RandomTree::multiplicity() {
  static constexpr Mult kMults[] = {Mult::Default, Mult::Some, Mult::Lone, Mult::One};
  return kMults[below(4)];
}

ExprPtr RandomTree::of(Op op, std::vector<ExprPtr> children) {
  Expr expr;
  expr.op = op;
  expr.children = std::move(children);
  return make_expr(std::move(expr));
}

ExprPtr RandomTree::leaf() {
  Expr expr;
  expr.op = static_cast<Op>(below(static_cast<int>(Op::IntNext) + 1));
  if (chance(2)) expr.op = Op::Name;
  if (expr.op == Op::Name) expr.name = qualified().text;
  if (expr.op == Op::AtName) expr.name = identifier();
  if (expr.op == Op::Text) expr.name = chance(2) ? "text" : "\"\\\n'";
  if (expr.op == Op::Number) expr.number = below(20) - 10;
  return make_expr(std::move(expr));
}

std::vector<ExprPtr> RandomTree::list(int at_least, int depth) {
  std::vector<ExprPtr> result(static_cast<std::size_t>(at_least + below(3)));
  for (ExprPtr& each : result) each = expression(depth);
  return result;
}

ExprPtr RandomTree::block(int depth) { return of(Op::Block, list(0, depth)); }

// Fields may be `var`, private and have a disjoint bound. A multiplicity is always split off its bound by the
// parser.
Decl RandomTree::decl(int depth, bool may_be_defined, bool is_field) {
  Decl decl;
  decl.names = names();
  decl.bound = expression(depth);
  if (may_be_defined && chance(5)) {
    decl.mult = Mult::Exactly;
    if (is_field) decl.private_field = keyword(4);
    return decl;
  }
  decl.disjoint = keyword(5);
  if (is_field) {
    decl.var = keyword(5);
    decl.private_field = keyword(5);
    decl.disjoint_bound = keyword(5);
  }
  decl.mult = chance(3) ? Mult::Set : multiplicity();
  const Op op = decl.bound->op;
  const bool would_be_split = op == Op::SetOf || op == Op::Some || op == Op::Lone || op == Op::One;
  if (would_be_split && decl.mult == Mult::Default) decl.mult = Mult::Set;
  return decl;
}

std::vector<Decl> RandomTree::decls(int depth, bool may_be_defined) {
  std::vector<Decl> result;
  result.push_back(decl(depth, false, false));
  while (chance(3)) result.push_back(decl(depth, may_be_defined, false));
  return result;
}

ExprPtr RandomTree::expression(int depth) {
  if (depth <= 0 || chance(6)) return leaf();
  const int first = static_cast<int>(Op::IntNext) + 1;
  Expr expr;
  expr.op = static_cast<Op>(first + below(kOpCount - first));
  switch (expr.op) {
    case Op::SomeOf:
    case Op::LoneOf:
    case Op::OneOf:
      return of(Op::In, {expression(depth - 1), of(expr.op, {expression(depth - 2)})});
    case Op::IntValue:
      return of(expr.op, {expression(depth - 1)});
    case Op::IfElse:
      return of(expr.op, {expression(depth - 1), expression(depth - 1), expression(depth - 1)});
    case Op::Box:
      return of(expr.op, list(1, depth - 1));
    case Op::Disjoint:
    case Op::TotalOrder:
    case Op::Block:
      return of(expr.op, list(0, depth - 1));
    case Op::Arrow:
      expr.left_mult = multiplicity();
      expr.right_mult = multiplicity();
      expr.children = {expression(depth - 1), expression(depth - 1)};
      return make_expr(std::move(expr));
    case Op::Let: {
      Decl definition;
      do {
        definition.names = {name()};
        definition.mult = Mult::Exactly;
        definition.bound = expression(depth - 1);
        expr.decls.push_back(definition);
      } while (chance(3));
      expr.children = {expression(depth - 1)};
      return make_expr(std::move(expr));
    }
    default:
      break;
  }
  if (is_binder(expr.op)) {
    expr.decls = decls(depth - 1, expr.op != Op::Comprehension);
    expr.children = {expression(depth - 1)};
    return make_expr(std::move(expr));
  }
  if (!is_binary(expr.op)) return of(expr.op, {expression(depth - 1)});
  ExprPtr left = expression(depth - 1);
  ExprPtr right = expression(depth - 1);
  const bool becomes_constraint = right->op == Op::Some || right->op == Op::Lone || right->op == Op::One;
  if ((expr.op == Op::In || expr.op == Op::NotIn) && becomes_constraint) right = leaf();
  return of(expr.op, {std::move(left), std::move(right)});
}

Sig RandomTree::sig() {
  Sig sig;
  sig.names = names();
  sig.abstract_sig = keyword(3);
  sig.private_sig = keyword(3);
  sig.var = keyword(4);
  switch (below(4)) {
    case 0:
      sig.one = Span{};
      break;
    case 1:
      sig.lone = Span{};
      break;
    case 2:
      sig.some = Span{};
      break;
    default:
      break;
  }
  sig.relation = static_cast<SigParent>(below(4));
  if (sig.relation != SigParent::None) sig.parents.push_back(qualified());
  if (sig.relation > SigParent::Extends && chance(2))
    sig.parents.push_back(Name{.text = "seq/Int", .span = {}});
  while (chance(2)) sig.fields.push_back(decl(2, true, true));
  if (chance(3)) sig.fact = block(3);
  return sig;
}

Function RandomTree::function() {
  Function function;
  function.is_predicate = chance(2);
  function.name = name();
  function.private_function = keyword(4);
  if (chance(4)) function.receiver = Name{.text = "Int", .span = {}};
  function.has_parameter_list = chance(2);
  if (function.has_parameter_list && chance(2)) function.parameters = decls(2, true);
  if (!function.is_predicate) {
    const Decl result = decl(2, false, false);
    function.result = result.bound;
    function.result_mult = result.mult;
  }
  function.body = block(3);
  return function;
}

Scope RandomTree::scope() {
  Scope scope;
  static const char* const kKinds[] = {"A", "int", "seq", "String", "steps"};
  scope.target = static_cast<ScopeTarget>(below(5));
  scope.sig.text = kKinds[static_cast<int>(scope.target)];
  scope.from = 1 + below(5);
  if (scope.target == ScopeTarget::Int || scope.target == ScopeTarget::Seq) return scope;
  scope.exactly = chance(3);
  if (scope.target == ScopeTarget::Steps) return scope;
  if (chance(3)) scope.to = scope.from + below(3);
  if (!scope.to && chance(3)) scope.unbounded = true;
  if (scope.to || scope.unbounded) scope.increment = 1 + below(3);
  return scope;
}

Command RandomTree::command() {
  Command command;
  command.is_check = chance(2);
  if (chance(2)) command.label = name();
  if (chance(2)) {
    command.target = Name{.text = "m/p", .span = {}};
  } else {
    command.body = block(3);
  }
  if (chance(2)) command.overall = below(10);
  while (chance(3)) {
    const Scope next = scope();
    bool repeated = false;
    for (const Scope& other : command.scopes) repeated |= other.target == next.target;
    if (!repeated) command.scopes.push_back(next);
  }
  if (chance(3)) command.expect = below(2);
  return command;
}

Paragraph RandomTree::paragraph() {
  switch (below(7)) {
    case 0:
      return sig();
    case 1:
      return Enum{.name = name(), .values = names(), .private_enum = keyword(3), .span = {}};
    case 2:
      return Fact{.name = chance(2) ? name() : Name{}, .quoted_name = false, .body = block(4), .span = {}};
    case 3:
      return Assert{
          .name = {.text = "two\n\"words\"", .span = {}}, .quoted_name = true, .body = block(4), .span = {}};
    case 4:
      return function();
    case 5: {
      Macro macro;
      macro.name = name();
      macro.has_parameter_list = chance(2);
      if (macro.has_parameter_list && chance(2)) macro.parameters = names();
      macro.private_macro = keyword(3);
      macro.body = expression(4);
      return macro;
    }
    default:
      return command();
  }
}

Module RandomTree::module() {
  Module module;
  if (chance(2)) module.header = ModuleHeader{.name = qualified(), .parameters = {}, .span = {}};
  if (module.header && module.header->name.text.ends_with('$')) module.header->name.text = "m";
  if (module.header && chance(2))
    module.header->parameters.push_back({.name = name(), .exactly = keyword(2)});
  while (chance(2)) {
    Open open;
    open.path = Name{.text = "util/ordering", .span = {}};
    open.has_brackets = chance(2);
    if (open.has_brackets) open.arguments = {qualified()};
    if (chance(2)) open.alias = name();
    open.private_open = keyword(3);
    module.opens.push_back(std::move(open));
  }
  for (int i = below(6); i >= 0; --i) module.paragraphs.push_back(paragraph());
  for (std::size_t i = 1; i < module.paragraphs.size(); ++i) {
    auto* later = std::get_if<Command>(&module.paragraphs[i]);
    if (later && std::holds_alternative<Command>(module.paragraphs[i - 1])) later->follows = chance(2);
  }
  return module;
}

}  // namespace fretsaw::alloy
