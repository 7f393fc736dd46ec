// SPDX-License-Identifier: MIT
// Turns an instance into tests: the valuation, and calls of the model's paragraphs labeled by evaluation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/requirements.hpp"
#include "alloy/modeltest/stage.hpp"
#include "alloy/modeltest/written_test.hpp"

namespace fretsaw::modeltest {

class TestCallBuilder {
 public:
  // The stage is that of the model without its facts.
  TestCallBuilder(const model::Model& model, Stage& stage, const Instance& instance);

  const Valuation& valuation() const { return valuation_; }
  bool facts_hold() const { return violated_facts_.empty(); }
  // The facts that do not hold, as a comment names them.
  const std::vector<std::string>& violated_facts() const { return violated_facts_; }

  struct Call {
    alloy::ExprPtr claim;
    std::string text;   // "Acyclic[List0]", for comments
    bool holds = true;  // the claim is the paragraph itself, not its negation; always true for functions
  };
  // Requires a predicate, function or assertion. Nothing if it cannot be evaluated.
  std::optional<Call> call(const Paragraph& paragraph, const Arguments& arguments);

  // Is a formula over the parameters of the function true with these arguments? Null: a paragraph without
  // any.
  bool meets(const model::ExprPtr& formula, const model::Function* function, const Arguments& arguments) {
    return truth(formula, function, arguments) == true;
  }

 private:
  alloy::ExprPtr syntax_of(const TupleSet& tuples) const;
  std::optional<bool> truth(const model::ExprPtr& formula, const model::Function* function,
                            const Arguments& arguments);
  std::optional<TupleSet> value(const model::Function& function, const Arguments& arguments);

  const model::Model& model_;
  Stage& stage_;
  const Instance& instance_;
  std::vector<std::optional<Cell>> cells_;  // by atom of the universe
  Valuation valuation_;
  std::vector<std::string> violated_facts_;
};

}  // namespace fretsaw::modeltest
