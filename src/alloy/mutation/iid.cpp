// SPDX-License-Identifier: MIT
// IID: an integer constant becomes one more and one less.
#include <fmt/format.h>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes iid_of_expr(const Site& site) {
  Changes changes;
  if (site.expr.op != model::Op::Number) return changes;
  for (const int step : {1, -1}) {
    const std::string text = std::to_string(std::int64_t{site.expr.number} + step);
    ChangeBuilder change_builder(site.extents);
    change_builder.replace(site.expr.span, text);
    changes.push_back(change_builder.finish(site.expr.span, fmt::format("{} -> {}", site.expr.number, text)));
  }
  return changes;
}

}  // namespace fretsaw::mutation
