// SPDX-License-Identifier: MIT
#pragma once

#include "alloy/model/model.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "alloy/syntax/expr.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::modeltest {

// The valuation that the equations of a block give, as the short form means them (short_form.hpp). Errors
// have their place in the text.
Result<Valuation> read_valuation(const model::Model& model, const alloy::Expr& block);

}  // namespace fretsaw::modeltest
