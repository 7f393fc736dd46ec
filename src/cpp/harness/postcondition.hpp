// SPDX-License-Identifier: MIT
// The predicate or assertion of a model that says whether what the code gave is right.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alloy/lowering/lower.hpp"
#include "base/budget.hpp"
#include "fretsaw/check_model.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/model.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw::harness {

struct PostconditionResult {
  bool holds = false;
  AlloyInstance instance;                // with the results
  std::vector<CheckFailure> failures{};  // the parts that do not hold
};

class Postcondition {
 public:
  // Errors: the model has no predicate or assertion of that name, or several predicates; the command cannot
  // run, or is about traces. Throws LimitReached.
  static Result<Postcondition> find(const Command& command, const std::string& name, Budget& budget);

  // Errors are about the harness: a result that is not a parameter, field or subset sig, or of another arity
  // or type; a parameter without result; an atom that the instance does not have. Says why only if that is
  // wanted. Throws LimitReached.
  Result<PostconditionResult> evaluate(const AlloyInstance& instance, const ModelResults& results,
                                       bool explains, Budget& budget);

  const std::string& name() const { return name_; }
  const Span& place() const { return place_; }

 private:
  struct Place {
    const model::Variable* parameter = nullptr;
    const model::Decl* decl = nullptr;
  };
  Postcondition(Command command, lowering::LoweredCommand lowered)
      : command_(std::move(command)), lowered_(std::move(lowered)) {}
  const model::Model& model() const;
  std::string listed_parameters() const;
  Status compile(Budget& budget);
  Status put(AlloyInstance& instance, const std::string& name, const std::vector<AlloyTuple>& tuples) const;

  Command command_;
  lowering::LoweredCommand lowered_;
  std::string name_;
  Span place_;
  std::vector<Place> parameters_;
  model::ExprPtr formula_;
  // The formula over relations that stand for the parameters, which is compiled once; null if it must be
  // taken as it is.
  std::vector<Relation> relations_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace fretsaw::harness
