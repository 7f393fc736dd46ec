// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "alloy/model/names.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Sig;

// The claims of a test as the short form says them.
std::string claim_text(const model::Model& model, const WrittenTest& test) {
  std::string text;
  int label = 1;
  if (test.claims.empty()) {
    label = test.expect == 0 ? 0 : 1;
    text = label == 0 ? "facts fail" : "facts hold";
  } else {
    alloy::ExprPtr formula = test.claims.front();
    const bool negated = test.claims.size() == 1 && formula->op == alloy::Op::Not;
    if (negated) formula = formula->child(0);
    std::string name;
    for (const alloy::Assert* assertion : model.names->modules.front().assertions) {
      if (test.claims.size() == 1 && alloy::same_tree(assertion->body, formula)) name = assertion->name.text;
    }
    if (name.empty() && (test.claims.size() > 1 || (!negated && formula->op == alloy::Op::Block))) {
      alloy::Expr block;
      block.op = alloy::Op::Block;
      block.children = test.claims;
      formula = alloy::make_expr(std::move(block));
    }
    text = fmt::format("{} {}", negated ? "violates" : "satisfies",
                       name.empty() ? alloy::print(*formula) : name);
  }
  if (!test.expect) return text + " unlabelled";
  return *test.expect == label ? text : fmt::format("{} expect {}", text, *test.expect);
}

std::string row_text(const Row& row, const Valuation& valuation) {
  std::string text;
  for (const Cell& cell : row) {
    if (!text.empty()) text += "->";
    if (const auto* atom = std::get_if<AtomId>(&cell)) {
      text += valuation.atoms[index(*atom)];
    } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
      text += std::to_string(*number);
    } else {
      text += fmt::format("\"{}\"", std::get<std::string>(cell));
    }
  }
  return text;
}

std::string valuation_text(const model::Model& model, const Valuation& valuation) {
  std::set<std::string> implied;  // orders that the lists give already
  for (const Order& order : orders_of(model)) {
    const auto& owner = valuation.sig(order.owner);
    if (owner.size() != 1) continue;
    const auto& atoms = valuation.sig(order.elements);
    if (valuation.field(order.first) == listed_first(atoms, owner[0])) implied.insert(order.path + "/first");
    if (valuation.field(order.next) == listed_next(atoms, owner[0])) implied.insert(order.path + "/next");
  }
  std::string text;
  for (const ValuationLine& line : lines_of(model, valuation)) {
    if (implied.contains(line.name)) continue;
    // Nothing listed is nothing there, but for sigs that would have the atoms of others.
    const auto sig = std::ranges::find(model.sigs, line.name, &Sig::name);
    const bool derived =
        sig != model.sigs.end() && (!sig->children.empty() || sig->mult == model::SigMult::One);
    const bool order = line.name.find('/') != std::string::npos;
    if (line.rows.empty() && !derived && !order) continue;
    if (line.rows.empty()) {
      text += fmt::format("  no {}\n", line.name);
      continue;
    }
    std::string rows;
    for (const Row& row : line.rows) rows += (rows.empty() ? "" : " + ") + row_text(row, valuation);
    text += fmt::format("  {} = {}\n", line.name, rows);
  }
  return text;
}

}  // namespace

std::string write_short_form(const model::Model& model, const std::vector<WrittenTest>& tests,
                             const std::vector<std::string>& heading) {
  std::string text;
  for (std::size_t i = 0; i < tests.size();) {
    std::size_t end = i + 1;
    const std::string scope = scope_text(tests[i].scope);
    while (end < tests.size() && tests[end].valuation == tests[i].valuation &&
           scope_text(tests[end].scope) == scope)
      ++end;
    text += "\n";
    text += fmt::format("valuation {}{}{} {{\n{}}}\n", tests[i].name, scope.empty() ? "" : " ", scope,
                        valuation_text(model, tests[i].valuation));
    for (std::size_t t = i; t < end; ++t) {
      for (const std::string& line : tests[t].comments) text += fmt::format("-- {}\n", line);
      const std::string label = end - i > 1 ? tests[t].name + ": " : "";
      text += fmt::format("{}{}\n", label, claim_text(model, tests[t]));
    }
    i = end;
  }
  // A file in the short form begins with a valuation; comments may stand before it.
  std::string top;
  for (const std::string& line : heading) top += fmt::format("-- {}\n", line);
  return top + text;
}

}  // namespace fretsaw::modeltest
