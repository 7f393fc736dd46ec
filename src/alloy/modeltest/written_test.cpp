// SPDX-License-Identifier: MIT
#include "alloy/modeltest/written_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "alloy/modeltest/recognize.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Sig;
using model::SigId;

alloy::ExprPtr cell_expr(const Cell& cell, const Valuation& valuation) {
  if (const auto* atom = std::get_if<AtomId>(&cell)) return alloy::make_name(valuation.atoms[index(*atom)]);
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return alloy::make_number(*number);
  alloy::Expr text;
  text.op = alloy::Op::Text;
  text.name = std::get<std::string>(cell);
  return alloy::make_expr(std::move(text));
}

alloy::ExprPtr row_expr(const Row& row, const Valuation& valuation) {
  alloy::ExprPtr result = cell_expr(row.front(), valuation);
  for (std::size_t i = 1; i < row.size(); ++i)
    result = alloy::make_binary(alloy::Op::Arrow, result, cell_expr(row[i], valuation));
  return result;
}

// "Node <: link" is an expression, everything else a name.
alloy::ExprPtr target_expr(const std::string& name) {
  const std::size_t arrow = name.find(" <: ");
  if (arrow == std::string::npos) return alloy::make_name(name);
  return alloy::make_binary(alloy::Op::DomainRestriction, alloy::make_name(name.substr(0, arrow)),
                            alloy::make_name(name.substr(arrow + 4)));
}

alloy::ExprPtr line_expr(const ValuationLine& line, const Valuation& valuation) {
  const alloy::ExprPtr target = target_expr(line.name);
  if (line.rows.empty()) return alloy::make_unary(alloy::Op::No, target);
  alloy::ExprPtr value = row_expr(line.rows.front(), valuation);
  for (std::size_t i = 1; i < line.rows.size(); ++i)
    value = alloy::make_binary(alloy::Op::Union, value, row_expr(line.rows[i], valuation));
  return alloy::make_binary(alloy::Op::Equal, target, value);
}

bool is_builtin_module(const model::Model& model, std::size_t module) {
  return model.modules[module].builtin;
}

std::string field_name(const model::Model& model, const model::Field& field) {
  const auto same = std::ranges::count_if(model.fields, [&](const model::Field& other) {
    return other.name == field.name && !is_builtin_module(model, model.sig(other.owner).module);
  });
  return same > 1 ? fmt::format("{} <: {}", model.sig(field.owner).name, field.name) : field.name;
}

std::vector<Row> unary_rows(const std::vector<AtomId>& atoms) {
  std::vector<Row> rows;
  for (const AtomId atom : atoms) rows.push_back({atom});
  return rows;
}

// The syntax of an expression by its place, which is where Alloy would report an error about it.
alloy::ExprPtr find_syntax(const alloy::ExprPtr& expr, const Span& span) {
  if (!expr) return nullptr;
  const auto is_here = [&](const Span& place) {
    return place.source == span.source && place.begin == span.begin && place.end == span.end;
  };
  if (is_here(expr->span) || is_here(alloy::reported_span(*expr))) return expr;
  for (const alloy::ExprPtr& child : expr->children) {
    if (auto found = find_syntax(child, span)) return found;
  }
  return nullptr;
}

}  // namespace

std::vector<ValuationLine> lines_of(const model::Model& model, const Valuation& valuation) {
  std::vector<ValuationLine> lines;
  for (const Sig& sig : model.sigs) {
    if (sig.builtin || sig.is_meta || is_builtin_module(model, sig.module) || sig.equals_parents) continue;
    lines.push_back({sig.name, unary_rows(valuation.sig(sig.id))});
    for (const model::FieldId id : sig.fields)
      lines.push_back({field_name(model, model.field(id)), valuation.field(id)});
  }
  for (const model::Field& field : model.fields) {
    const Sig& owner = model.sig(field.owner);
    const model::ModuleInfo& module = model.modules[owner.module];
    if (!module.builtin || module.name != "util/ordering") continue;
    if (field.name != "First" && field.name != "Next") continue;
    ValuationLine line{fmt::format("{}/{}", module.path, field.name == "First" ? "first" : "next"), {}};
    for (const Row& row : valuation.field(field.id)) line.rows.emplace_back(row.begin() + 1, row.end());
    lines.push_back(std::move(line));
  }
  return lines;
}

alloy::Function to_predicate(const model::Model& model, const WrittenTest& test) {
  alloy::Expr block;
  block.op = alloy::Op::Block;
  block.span = test.span;
  for (const ValuationLine& line : lines_of(model, test.valuation))
    block.children.push_back(line_expr(line, test.valuation));
  block.children.insert(block.children.end(), test.claims.begin(), test.claims.end());
  alloy::ExprPtr body = alloy::make_expr(std::move(block));
  // One quantifier a top-level sig, the last one outermost.
  std::vector<const Sig*> tops;
  for (const Sig& sig : model.sigs) {
    const bool named =
        !sig.builtin && !sig.is_meta && sig.is_top_level() && !is_builtin_module(model, sig.module);
    if (named && !test.valuation.sig(sig.id).empty()) tops.push_back(&sig);
  }
  for (const auto* const sig : std::views::reverse(tops)) {
    alloy::Decl decl;
    for (const AtomId atom : test.valuation.sig(sig->id))
      decl.names.push_back({test.valuation.atoms[index(atom)], test.span});
    decl.bound = alloy::make_name(sig->name, test.span);
    decl.disjoint = test.span;
    decl.span = test.span;
    alloy::Expr binder;
    binder.op = alloy::Op::SomeQ;
    binder.decls = {std::move(decl)};
    binder.children = {body};
    binder.span = test.span;
    body = alloy::make_expr(std::move(binder));
  }
  if (body->op != alloy::Op::Block) {
    alloy::Expr outer;
    outer.op = alloy::Op::Block;
    outer.span = test.span;
    outer.children = {body};
    body = alloy::make_expr(std::move(outer));
  }
  alloy::Function function;
  function.name = {test.name, test.span};
  function.body = body;
  function.span = test.span;
  return function;
}

alloy::Command to_command(const WrittenTest& test) {
  alloy::Command command;
  command.target = alloy::Name{test.name, test.span};
  command.overall = test.scope.overall;
  command.scopes = test.scope.scopes;
  command.expect = test.expect;
  command.pos = command.span = test.span;
  return command;
}

std::string scope_text(const alloy::Command& scope) {
  alloy::Command command;
  command.target = alloy::Name{"p", {}};
  command.overall = scope.overall;
  command.scopes = scope.scopes;
  std::string text = alloy::print(alloy::Paragraph(command));
  return text.size() > 6 ? text.substr(6) : "";
}

std::string write_plain(const model::Model& model, const std::vector<WrittenTest>& tests,
                        const std::vector<std::string>& heading) {
  std::string text;
  for (const std::string& line : heading) text += fmt::format("-- {}\n", line);
  for (const WrittenTest& test : tests) {
    text += "\n";
    for (const std::string& line : test.comments) text += fmt::format("-- {}\n", line);
    text += alloy::print(alloy::Paragraph(to_predicate(model, test))) + "\n";
    text += alloy::print(alloy::Paragraph(to_command(test))) + "\n";
  }
  return text;
}

namespace {

// The same with its atoms numbered in the order in which the lines of sigs list them: then two tests that are
// written alike are equal.
Valuation renumbered(const model::Model& model, const Valuation& valuation) {
  std::vector<AtomId> order, position(valuation.atoms.size());
  const auto list = [&](AtomId atom) {
    if (std::ranges::find(order, atom) == order.end()) order.push_back(atom);
  };
  for (const Sig& sig : model.sigs) {
    if (sig.builtin || sig.is_meta || is_builtin_module(model, sig.module)) continue;
    for (const AtomId atom : valuation.sig(sig.id)) list(atom);
  }
  for (std::size_t i = 0; i < valuation.atoms.size(); ++i) list(static_cast<AtomId>(i));
  Valuation result = valuation;
  for (std::size_t i = 0; i < order.size(); ++i) {
    position[index(order[i])] = static_cast<AtomId>(i);
    result.atoms[i] = valuation.atoms[index(order[i])];
  }
  for (auto& atoms : result.sigs) {
    for (AtomId& atom : atoms) atom = position[index(atom)];
    std::ranges::sort(atoms);
  }
  for (auto& rows : result.fields) {
    for (Row& row : rows) {
      for (Cell& cell : row) {
        if (auto* atom = std::get_if<AtomId>(&cell)) *atom = position[index(*atom)];
      }
    }
    std::ranges::sort(rows);
  }
  return result;
}

}  // namespace

std::optional<WrittenTest> written_test(const model::Model& model, const model::Command& command,
                                        const alloy::Module& syntax) {
  const RecognizedTest recognized = recognize(model, command);
  const auto* fixed = std::get_if<FixedTest>(&recognized);
  if (!fixed || fixed->readings.size() != 1) return std::nullopt;
  WrittenTest test;
  test.name = command.label;
  test.valuation = renumbered(model, fixed->readings.front().valuation);
  test.expect = command.expect;
  test.scope.overall = command.syntax.overall;
  test.scope.scopes = command.syntax.scopes;
  test.span = command.span;
  for (const model::ExprPtr& claim : fixed->claims) {
    alloy::ExprPtr found;
    for (const alloy::Paragraph& paragraph : syntax.paragraphs) {
      const auto* function = std::get_if<alloy::Function>(&paragraph);
      const auto* other = std::get_if<alloy::Command>(&paragraph);
      if (!found && function) found = find_syntax(function->body, claim->span);
      if (!found && other) found = find_syntax(other->body, claim->span);
    }
    if (!found) return std::nullopt;
    test.claims.push_back(found);
  }
  return test;
}

}  // namespace fretsaw::modeltest
