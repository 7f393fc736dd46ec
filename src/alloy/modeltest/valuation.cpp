// SPDX-License-Identifier: MIT
#include "alloy/modeltest/valuation.hpp"

#include <algorithm>

namespace fretsaw::modeltest {

namespace {

// What meta fields are made of (model/meta.hpp).
void add_values(const Valuation& valuation, const model::Expr& expr, std::vector<Row>& rows) {
  switch (expr.op) {
    case model::Op::Sig:
      for (const AtomId atom : valuation.sig(expr.sig)) rows.push_back({atom});
      return;
    case model::Op::Field:
      std::ranges::copy(valuation.field(expr.field), std::back_inserter(rows));
      return;
    default:
      for (const model::ExprPtr& child : expr.children) add_values(valuation, *child, rows);
  }
}

}  // namespace

std::vector<Row> meta_rows(const Valuation& valuation, const model::Field& field) {
  std::vector<Row> rows;
  add_values(valuation, *field.bound, rows);
  for (Row& row : rows) row.insert(row.begin(), Cell(valuation.sig(field.owner).front()));
  std::ranges::sort(rows);
  const auto repeated = std::ranges::unique(rows);
  rows.erase(repeated.begin(), repeated.end());
  return rows;
}

std::vector<Order> orders_of(const model::Model& model) {
  std::vector<Order> orders;
  for (const model::Sig& sig : model.sigs) {
    if (sig.builtin || sig.is_meta || model.modules[sig.module].name != "util/ordering" ||
        sig.fields.size() != 2)
      continue;
    const model::Field& first = model.field(sig.fields[0]);
    if (first.type.products.empty() || first.type.products[0].size() != 2) continue;
    orders.push_back(
        {first.type.products[0][1], sig.id, sig.fields[0], sig.fields[1], model.modules[sig.module].path});
  }
  return orders;
}

std::vector<Row> listed_first(const std::vector<AtomId>& atoms, AtomId owner) {
  if (atoms.empty()) return {};
  return {{owner, atoms.front()}};
}

std::vector<Row> listed_next(const std::vector<AtomId>& atoms, AtomId owner) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i + 1 < atoms.size(); ++i) rows.push_back({owner, atoms[i], atoms[i + 1]});
  std::ranges::sort(rows);
  return rows;
}

}  // namespace fretsaw::modeltest
