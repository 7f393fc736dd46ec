// SPDX-License-Identifier: MIT
//
// The typed model is walked paragraph by paragraph. What stands under quantifiers, lets and parameters is met
// by an instance if some binding meets it: a requirement is its condition under the same declarations, all
// read as `some`. A name by itself is not an expression, nor is ^r where something is made of it (x.^r): what
// is counted are the values that formulas refer to. What is written twice is one element with two places,
// unless variables make the two mean different things.
#include "alloy/modeltest/requirements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "alloy/model/expr.hpp"
#include "alloy/modeltest/build_expr.hpp"
#include "alloy/modeltest/recognize.hpp"
#include "alloy/modeltest/stage.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::Kind;
using model::Op;

// A name, as far as the reader can tell.
bool is_name(const Expr& expr) {
  switch (expr.op) {
    case Op::Sig:
    case Op::Field:
    case Op::Variable:
    case Op::Iden:
    case Op::IntNext:
    case Op::Text:
    case Op::IntToSet:
      return true;
    case Op::Call:
      return expr.children.empty();
    default:
      return false;
  }
}

class Collector {
 public:
  Collector(const model::Model& model, const std::function<bool(const Span&)>& under_test)
      : model_(model), under_test_(under_test) {}

  Requirements run() {
    for (const model::Sig& sig : model_.sigs) {
      if (!sig.builtin && !sig.is_meta && wanted(sig.module, sig.span)) sig_paragraph(sig);
    }
    for (std::size_t i = 0; i < model_.facts.size(); ++i) {
      const model::Fact& fact = model_.facts[i];
      if (wanted(fact.module, fact.span)) fact_paragraph(fact, i);
    }
    for (const model::Function& function : model_.functions) {
      if (wanted(function.module, function.span)) function_paragraph(function);
    }
    for (std::size_t i = 0; i < model_.assertions.size(); ++i) {
      const model::Assertion& assertion = model_.assertions[i];
      if (!wanted(assertion.module, assertion.span)) continue;
      begin({ParagraphKind::Assertion, assertion.name, "assert " + assertion.name, i, assertion.span});
      formula(assertion.formula);
    }
    return std::move(result_);
  }

 private:
  // One declaration list or let around what is examined.
  struct EnclosingDecls {
    Op op;
    std::vector<model::Decl> decls;
    bool parameters = false;
  };

  bool wanted(std::size_t module, const Span& span) const {
    return !model_.modules[module].builtin && under_test_(span);
  }

  void begin(Paragraph paragraph) {
    if (const auto cut = paragraph.title.find('$'); cut != std::string::npos && paragraph.span.source) {
      const Location at = paragraph.span.source->locate(paragraph.span.begin, paragraph.span.end);
      paragraph.title =
          fmt::format("{} at line {}", paragraph.title.substr(0, paragraph.title.find(' ')), at.line);
    }
    result_.paragraphs.push_back(std::move(paragraph));
    around_.clear();
  }

  void sig_paragraph(const model::Sig& sig) {
    begin({ParagraphKind::Sig, sig.name, "sig " + sig.name, index(sig.id), sig.span});
    sizes(add(ElementKind::Sig, sig.name, sig.span, nullptr), make_sig(sig));
    for (const model::FieldId id : sig.fields) {
      const model::Field& field = model_.field(id);
      sizes(add(ElementKind::Field, field.name, field.span, nullptr), make_field(field));
    }
    for (const model::FieldId id : sig.fields) {
      around_ = {{Op::SomeQ, {this_of(sig)}, false}};
      type(model_.field(id).bound);
      around_.clear();
    }
  }

  static model::Decl this_of(const model::Sig& sig) {
    return {{sig.this_variable}, model::Mult::One, make_sig(sig), false, sig.span};
  }

  // The quantifier of a sig's own fact is not in the text.
  void fact_paragraph(const model::Fact& fact, std::size_t i) {
    begin({ParagraphKind::Fact, fact.name, "fact " + fact.name, i, fact.span});
    const Expr& top = *fact.formula;
    const bool implicit = fact.sig && top.op == Op::All && top.decls.size() == 1 &&
                          top.decls[0].variables[0] == model_.sig(*fact.sig).this_variable;
    if (implicit) around_ = {{Op::SomeQ, top.decls, false}};
    formula(implicit ? top.body() : fact.formula);
    around_.clear();
  }

  void function_paragraph(const model::Function& function) {
    const auto kind = function.is_predicate ? ParagraphKind::Predicate : ParagraphKind::Function;
    begin({kind, function.name, (function.is_predicate ? "pred " : "fun ") + function.name,
           index(function.id), function.span});
    for (const model::Decl& decl : function.parameters) {
      type(decl.bound);
      around_.push_back({Op::SomeQ, {decl}, true});
    }
    any(function.body);
    around_.clear();
  }

  // Walking.
  void any(const ExprPtr& expr) {
    if (expr->kind == Kind::Formula) {
      formula(expr);
    } else {
      value(expr, false);
    }
  }

  void formula(const ExprPtr& expr) {
    switch (expr->op) {
      case Op::Block:
        for (const ExprPtr& child : expr->children) formula(child);
        return;
      case Op::Let:
        if (is_meta_quantifier(*expr)) break;
        let(expr);
        return;
      case Op::Variable:
        return;
      default:
        break;
    }
    if (expr->op == Op::Call) note_call(expr);
    const bool quantifier = is_quantifier(expr->op);
    truths(add(ElementKind::Formula, one_line(whole(expr->span).text()), whole(expr->span), expr), expr);
    if (quantifier)
      bindings(add(ElementKind::Quantifier, one_line(whole(expr->span).text()), whole(expr->span), expr),
               expr);
    if (is_meta_quantifier(*expr)) return;
    if (quantifier) {
      declared(expr);
      return;
    }
    for (std::size_t i = 0; i < expr->children.size(); ++i) {
      const ExprPtr& child = expr->children[i];
      const bool is_type = (expr->op == Op::In || expr->op == Op::NotIn) && i == 1 &&
                           (has_multiplicity(*child) || is_sized(child->op));
      if (is_type) {
        type(child);
      } else {
        any(child);
      }
    }
  }

  static bool is_sized(Op op) { return op >= Op::SomeOf && op <= Op::SeqOf; }

  // A relation or integer. `operand`: something is made of it.
  void value(const ExprPtr& expr, bool operand) {
    if (expr->op == Op::Let && !is_meta_quantifier(*expr)) return let(expr);
    if (expr->op == Op::Call) note_call(expr);
    const bool closure =
        expr->op == Op::Closure || expr->op == Op::ReflexiveClosure || expr->op == Op::Transpose;
    if (expr->kind == Kind::Relation && !is_name(*expr) && !(closure && operand))
      sizes(add(ElementKind::Expression, one_line(whole(expr->span).text()), whole(expr->span), expr), expr);
    if (is_meta_quantifier(*expr)) return;
    if (expr->op == Op::Comprehension || expr->op == Op::SumQ) return declared(expr);
    const bool makes = expr->kind == Kind::Relation && expr->op != Op::Call && expr->op != Op::IfElse;
    for (const ExprPtr& child : expr->children) {
      if (child->kind == Kind::Formula) {
        formula(child);
      } else {
        value(child, makes);
      }
    }
  }

  // A bound: its arrows are not values.
  void type(const ExprPtr& expr) {
    if (expr->op == Op::Arrow || is_sized(expr->op)) {
      for (const ExprPtr& child : expr->children) type(child);
    } else {
      value(expr, false);
    }
  }

  void declared(const ExprPtr& expr) {
    const std::size_t depth = around_.size();
    for (const model::Decl& decl : expr->decls) {
      type(decl.bound);
      around_.push_back({Op::SomeQ, {decl}, false});
    }
    any(expr->body());
    around_.resize(depth);
  }

  void let(const ExprPtr& expr) {
    any(expr->decls.front().bound);
    around_.push_back({Op::Let, expr->decls, false});
    any(expr->body());
    around_.pop_back();
  }

  void note_call(const ExprPtr& call) {
    const model::Function& callee = model_.function(call->function);
    if (!wanted(callee.module, callee.span)) return;
    std::vector<EnclosingDecls> around;
    for (const EnclosingDecls& context : around_) {
      if (!context.parameters) around.push_back(context);
    }
    const auto wrap = [around, call, &callee](ExprPtr formula) {
      std::size_t i = call->children.size();
      for (const auto& decl : std::views::reverse(callee.parameters)) {
        for (const auto& variable : std::views::reverse(decl.variables)) {
          const ExprPtr& argument = call->child(--i);
          formula = make_binder(
              Op::Let, {{{variable}, model::Mult::Exactly, argument, false, argument->span}}, formula);
        }
      }
      for (const auto& context : std::views::reverse(around))
        formula = make_binder(context.op, context.decls, formula);
      return formula;
    };
    result_.calls.push_back({result_.paragraphs.size() - 1, callee.id, wrap});
  }

  // Elements and their requirements. An element that is known gets one more place.
  std::optional<std::size_t> add(ElementKind kind, std::string text, const Span& span, const ExprPtr& expr) {
    if (expr) {
      std::string key = std::to_string(static_cast<int>(kind)) + shape_of(*expr, variables_);
      const auto [known, fresh] = known_.emplace(std::move(key), result_.elements.size());
      if (!fresh) {
        result_.elements[known->second].places.push_back(span);
        return std::nullopt;
      }
    }
    result_.elements.push_back({kind, std::move(text), {span}, result_.paragraphs.size() - 1, expr});
    return result_.elements.size() - 1;
  }

  void require(std::size_t element, std::string what, const ExprPtr& condition) {
    ExprPtr free = condition, closed;
    std::size_t i = around_.size();
    for (; i > 0 && !around_[i - 1].parameters; --i)
      free = make_binder(around_[i - 1].op, around_[i - 1].decls, free);
    closed = free;
    for (; i > 0; --i) closed = make_binder(around_[i - 1].op, around_[i - 1].decls, closed);
    result_.all.push_back({element, std::move(what), closed, free});
  }

  void sizes(std::optional<std::size_t> element, const ExprPtr& set) {
    if (!element) return;
    require(*element, "size 0", make_formula(Op::No, {set}));
    require(*element, "size 1", make_formula(Op::One, {set}));
    require(*element, "size 2 or more", make_not(make_formula(Op::Lone, {set})));
  }

  void truths(std::optional<std::size_t> element, const ExprPtr& formula) {
    if (!element) return;
    require(*element, "true", formula);
    require(*element, "false", make_not(formula));
  }

  void bindings(std::optional<std::size_t> element, const ExprPtr& quantifier) {
    if (!element) return;
    const auto with = [&](Op op, const ExprPtr& body) { return make_binder(op, quantifier->decls, body); };
    const ExprPtr& body = quantifier->body();
    const ExprPtr none = with(Op::NoQ, make_true());
    const ExprPtr one = with(Op::OneQ, make_true());
    const ExprPtr several = make_not(with(Op::LoneQ, make_true()));
    const ExprPtr always = with(Op::All, body), never = with(Op::NoQ, body);
    const ExprPtr mixed = make_formula(Op::And, {make_not(always), make_not(never)});
    const auto both = [](const ExprPtr& a, const ExprPtr& b) { return make_formula(Op::And, {a, b}); };
    require(*element, "no binding", none);
    require(*element, "one binding, body true", both(one, always));
    require(*element, "one binding, body false", both(one, never));
    require(*element, "several bindings, body true for all", both(several, always));
    require(*element, "several bindings, body true and false", both(several, mixed));
    require(*element, "several bindings, body false for all", both(several, never));
  }

  const model::Model& model_;
  const std::function<bool(const Span&)>& under_test_;
  Requirements result_;
  std::vector<EnclosingDecls> around_;
  std::vector<const model::Variable*> variables_;  // numbers them, for keys
  std::map<std::string, std::size_t> known_;
};

}  // namespace

const char* to_string(ElementKind kind) {
  switch (kind) {
    case ElementKind::Sig:
      return "sig";
    case ElementKind::Field:
      return "field";
    case ElementKind::Expression:
      return "expression";
    case ElementKind::Formula:
      return "formula";
    case ElementKind::Quantifier:
      break;
  }
  return "quantifier";
}

std::function<bool(const Span&)> under_test_in(const model::Model& model) {
  std::vector<Span> tests;
  for (const model::Function& function : model.functions) {
    if (function.is_predicate && defines_valuation(model, function.body)) tests.push_back(function.span);
  }
  return [tests = std::move(tests)](const Span& span) {
    return std::ranges::none_of(tests, [&](const Span& test) {
      return test.source == span.source && test.begin == span.begin && test.end == span.end;
    });
  };
}

model::ExprPtr Requirements::exercised_by(std::size_t paragraph, const Requirement& requirement) const {
  const std::size_t home = elements[requirement.element].paragraph;
  if (home == paragraph) return requirement.with_parameters_free;
  const ParagraphKind kind = paragraphs[home].kind;
  if (kind != ParagraphKind::Predicate && kind != ParagraphKind::Function) return nullptr;
  std::vector<ExprPtr> ways;
  for (const CallSite& call : calls) {
    if (call.paragraph == paragraph && index(call.callee) == paragraphs[home].index)
      ways.push_back(call.around(requirement.with_parameters_free));
  }
  if (ways.empty()) return nullptr;
  return ways.size() == 1 ? ways.front() : make_formula(Op::Or, ways);
}

Requirements collect_requirements(const model::Model& model,
                                  const std::function<bool(const Span&)>& under_test) {
  return Collector(model, under_test).run();
}

}  // namespace fretsaw::modeltest
