// SPDX-License-Identifier: MIT
// Visits every expression of a syntax tree, parents before children.
#pragma once

#include <functional>

#include "alloy/syntax/ast.hpp"

namespace fretsaw::model {

using ExprVisitor = std::function<void(const alloy::Expr&)>;

void for_each_expr(const alloy::ExprPtr& expr, const ExprVisitor& visit);
void for_each_expr(const alloy::Paragraph& paragraph, const ExprVisitor& visit);
void for_each_expr(const alloy::Module& module, const ExprVisitor& visit);

}  // namespace fretsaw::model
