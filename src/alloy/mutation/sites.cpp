// SPDX-License-Identifier: MIT
//
// What was written and what it means are walked together: heads of sigs, fields and functions as syntax,
// because they are about words; expressions as typed trees, because operators ask for types. What nobody
// wrote there is passed over: casts, the `this` that fields in a sig's own fact stand for, and what a macro
// is made of.
#include "alloy/mutation/sites.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/model/expr.hpp"

namespace fretsaw::mutation {

namespace {

using model::Op;

class SiteCollector {
 public:
  SiteCollector(const alloy::Module& syntax, const model::Model& model, const SiteOptions& options)
      : syntax_(syntax), model_(model), options_(options), extents_(*syntax.source, model.primes) {}

  Sites run() {
    for (const alloy::Paragraph& paragraph : syntax_.paragraphs)
      std::visit([this](const auto& written) { poll(written); }, paragraph);
    return std::move(sites_);
  }

 private:
  void poll(const alloy::Enum&) {}
  void poll(const alloy::Macro&) {}
  void poll(const alloy::Command&) {}

  void begin(Unit unit) { sites_.units.push_back(std::move(unit)); }

  void add(const Operator* op, Changes changes, bool in_bound = false) {
    for (Change& change : changes)
      sites_.changes.push_back({op, sites_.units.size() - 1, in_bound, std::move(change)});
  }

  bool is_main(const Span& span) const { return span.source == syntax_.source.get(); }

  void poll(const alloy::Sig& sig) {
    const std::string title = "sig " + sig.names.front().text;
    for (std::size_t i = 0; i < sig.names.size(); ++i) {
      begin({UnitKind::Sig, "sig " + sig.names[i].text, sig.span});
      for (const model::Sig& candidate : model_.sigs) {
        if (!candidate.builtin && candidate.module == 0 && candidate.name == sig.names[i].text)
          sites_.units.back().members.push_back(index(candidate.id));
      }
      for (const Operator* op : options_.operators) {
        if (op->of_sig != nullptr) add(op, op->of_sig({extents_, sig, i}));
      }
    }
    for (const alloy::Decl& decl : sig.fields) declaration(decl, title);
    if (sig.fact && options_.sig_facts) {
      begin({UnitKind::Fact, title, sig.fact->span});
      for (std::size_t i = 0; i < model_.facts.size(); ++i) {
        const model::Fact& fact = model_.facts[i];
        if (fact.sig && is_main(fact.span) && fact.span.begin == sig.fact->span.begin)
          sites_.units.back().members.push_back(i);
      }
      facts();
    }
  }

  void declaration(const alloy::Decl& decl, const std::string& title) {
    begin({UnitKind::Declaration, title, decl.span});
    std::vector<std::size_t>& members = sites_.units.back().members;
    for (const model::Field& field : model_.fields) {
      const bool here = is_main(field.span) && std::ranges::any_of(decl.names, [&](const alloy::Name& name) {
                          return name.span.begin == field.span.begin;
                        });
      if (here) members.push_back(index(field.id));
    }
    if (members.empty()) return;
    const model::Field& first = model_.fields[members.front()];
    const bool unary = first.type.arity() == 2 && first.mult != model::Mult::Exactly;
    for (const Operator* op : options_.operators) {
      if (op->of_declaration != nullptr && unary)
        add(op, op->of_declaration({extents_, decl.mult, decl.mult_pos, extents_.enclosed(*first.bound)}));
    }
    bound(*first.bound);
  }

  // Arrows of a bound are its shape; the operands are expressions like others.
  void bound(const model::Expr& expr) {
    if (expr.op == Op::Arrow || (expr.op >= Op::SomeOf && expr.op <= Op::SeqOf)) {
      for (const model::ExprPtr& child : expr.children) bound(*child);
    } else {
      in_bound_ = true;
      walk(expr, nullptr);
      in_bound_ = false;
    }
  }

  void poll(const alloy::Fact& fact) {
    const auto line = syntax_.source->locate(fact.span.begin, fact.span.end).line;
    begin({UnitKind::Fact,
           fact.name.text.empty() ? fmt::format("fact at line {}", line) : "fact " + fact.name.text,
           fact.span});
    for (std::size_t i = 0; i < model_.facts.size(); ++i) {
      const model::Fact& candidate = model_.facts[i];
      if (!candidate.sig && is_main(candidate.span) && candidate.span.begin == fact.span.begin)
        sites_.units.back().members.push_back(i);
    }
    facts();
  }

  // Of sigs that are declared together, the facts are one text.
  void facts() {
    if (sites_.units.back().members.empty()) return;
    const model::Fact& fact = model_.facts[sites_.units.back().members.front()];
    const bool implicit = fact.sig && fact.formula->op == Op::All && fact.formula->decls.size() == 1 &&
                          fact.formula->decls[0].variables[0] == model_.sig(*fact.sig).this_variable;
    walk(implicit ? *fact.formula->body() : *fact.formula, nullptr);
  }

  void poll(const alloy::Assert& assertion) {
    if (!options_.assertions) return;
    begin({UnitKind::Assertion, "assert " + assertion.name.text, assertion.span});
    for (std::size_t i = 0; i < model_.assertions.size(); ++i) {
      const model::Assertion& candidate = model_.assertions[i];
      if (!is_main(candidate.span) || candidate.span.begin != assertion.span.begin) continue;
      sites_.units.back().members.push_back(i);
      walk(*candidate.formula, nullptr);
    }
  }

  void poll(const alloy::Function& function) {
    const bool predicate = function.is_predicate;
    begin({predicate ? UnitKind::Predicate : UnitKind::Function,
           (predicate ? "pred " : "fun ") + function.name.text, function.span});
    for (const model::Function& candidate : model_.functions) {
      if (!is_main(candidate.span) || candidate.span.begin != function.name.span.begin) continue;
      sites_.units.back().members.push_back(index(candidate.id));
      if (!predicate && candidate.result->arity() == 1) result(function, candidate);
      walk(*candidate.body, nullptr);
    }
  }

  void result(const alloy::Function& function, const model::Function& typed) {
    DeclarationSite site{extents_, function.result_mult, {}, extents_.enclosed(*typed.result)};
    for (const alloy::Tok word : {alloy::Tok::Set, alloy::Tok::Lone, alloy::Tok::One, alloy::Tok::Some}) {
      const Span keyword = extents_.last_before(word, site.bound.begin);
      const bool here = keyword.source != nullptr && keyword.begin > function.name.span.begin &&
                        blank_between(keyword.end, site.bound.begin);
      if (here) site.mult_pos = keyword;
    }
    for (const Operator* op : options_.operators) {
      if (op->of_declaration != nullptr) add(op, op->of_declaration(site));
    }
  }

  bool blank_between(std::uint32_t begin, std::uint32_t end) const {
    const std::string_view text = syntax_.source->text().substr(begin, end - begin);
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  void walk(const model::Expr& expr, const model::Expr* parent) {
    if (expr.op == Op::IntToSet || expr.op == Op::SetToInt) return walk(*expr.child(0), parent);
    if (model::is_meta_quantifier(expr)) return;
    const Span& paragraph = sites_.units.back().span;
    if (!is_main(expr.span) || expr.span.begin < paragraph.begin || expr.span.end > paragraph.end) return;
    for (const Operator* op : options_.operators) {
      if (op->of_expr != nullptr) add(op, op->of_expr({model_, extents_, expr, parent}), in_bound_);
    }
    for (const Operator* op : options_.operators) {
      if (options_.let_names && op->of_expr == uoi_of_expr)
        add(op, uoi_of_let_name({model_, extents_, expr, parent}), in_bound_);
    }
    const bool implicit_this = expr.op == Op::Join && expr.child(0)->span.begin == expr.child(1)->span.begin;
    if (implicit_this) return;
    for (const model::Decl& decl : expr.decls) walk_declared(*decl.bound, expr);
    for (const model::ExprPtr& child : expr.children) walk(*child, &expr);
  }

  // Of a let this is a value, of a quantifier a bound.
  void walk_declared(const model::Expr& bound, const model::Expr& binder) {
    if (binder.op != Op::Let && bound.op == Op::Arrow) {
      for (const model::ExprPtr& child : bound.children) walk_declared(*child, binder);
    } else {
      walk(bound, &binder);
    }
  }

  const alloy::Module& syntax_;
  const model::Model& model_;
  const SiteOptions& options_;
  Extents extents_;
  Sites sites_;
  bool in_bound_ = false;
};

}  // namespace

Sites collect_changes(const alloy::Module& syntax, const model::Model& model, const SiteOptions& options) {
  return SiteCollector(syntax, model, options).run();
}

}  // namespace fretsaw::mutation
