// SPDX-License-Identifier: MIT
// Expressions and formulas in the terms of the model, evaluated in one instance of a command.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/lower.hpp"
#include "alloy/model/expr.hpp"
#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

// A formula's truth, a number, or tuples.
using AlloyValue = std::variant<bool, std::int64_t, std::vector<AlloyTuple>>;

class InstanceEvaluator {
 public:
  // The lowered problem must outlive the evaluator.
  InstanceEvaluator(const LoweredCommand& lowered, Instance instance,
                    const std::vector<Witness>& witnesses = {});
  InstanceEvaluator(const LoweredCommand& lowered, Trace trace, const std::vector<Witness>& witnesses = {});

  // What names other than those of the model mean: atoms (Node$0) and skolem constants ($show_x). For
  // model::check_expression.
  const std::map<std::string, model::ExprPtr>& names() const { return names_; }

  // What a variable of the model (a parameter, or one that is quantified) is in all that is evaluated from
  // now on; and without a value again.
  void bind(const model::Variable& variable, TupleSet value) {
    values_.insert_or_assign(&variable, std::move(value));
  }
  void unbind(const model::Variable& variable) { values_.erase(&variable); }

  // Numbers wrap. Errors: a string that does not exist, a recursive function, a value that is too large to
  // compute.
  // In a trace: at which of its positions. Those after the last state are as the loop has it.
  Result<AlloyValue> evaluate(const model::Expr& expr, Budget& budget = no_limits(),
                              std::size_t position = 0) const;

 private:
  void name_things(const AlloyInstance& decoded, const std::vector<Witness>& witnesses);
  void name(const std::string& name, const model::Type& type, TupleSet value);

  const LoweredCommand& lowered_;
  Instance instance_;                  // of a problem without time
  std::optional<Trace> trace_;         // of one with time
  std::vector<AlloyAtom> atom_names_;  // in this instance
  std::map<std::string, model::ExprPtr> names_;
  std::map<const model::Variable*, TupleSet> values_;
};

}  // namespace fretsaw::lowering
