// SPDX-License-Identifier: MIT
#include "alloy/modeltest/meta_values.hpp"

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

}  // namespace fretsaw::modeltest
