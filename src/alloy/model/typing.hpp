// SPDX-License-Identifier: MIT
// Building terms bottom-up: each function makes one node, finds its type from those of its operands, and
// finds what is wrong with them. Nothing here looks up names.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/model/term.hpp"

namespace fretsaw::model {

class Typing {
 public:
  // The model's sigs, fields and the signatures of its functions are read as they become known.
  explicit Typing(const Model& model) : model_(&model), algebra_(model.hierarchy) {}

  const TypeAlgebra& algebra() const { return algebra_; }
  const Model& model() const { return *model_; }

  // Leaves.
  TermPtr sig(SigId sig, const Span& span) const;
  TermPtr field(FieldId field, const Span& span, std::int64_t weight) const;
  TermPtr variable(const VariablePtr& variable, const Span& span) const;
  TermPtr leaf(Op op, Type type, const Span& span) const;
  TermPtr number(std::int64_t number, const Span& span) const;
  TermPtr text(std::string text, const Span& span) const;

  // The same term seen elsewhere: where a macro or a local name is used, and around a block.
  TermPtr moved(const TermPtr& term, const Span& span) const;

  TermPtr unary(Op op, const Span& pos, TermPtr operand, Mult exactly = Mult::Set) const;
  TermPtr binary(Op op, const Span& pos, TermPtr left, TermPtr right) const;
  TermPtr arrow(const Span& pos, TermPtr left, Mult left_mult, Mult right_mult, TermPtr right) const;
  TermPtr sequence_of(const Span& pos, TermPtr element) const;
  TermPtr list(Op op, const Span& pos, std::vector<TermPtr> operands) const;  // And, Or, Disjoint, TotalOrder
  TermPtr block(const Span& span, std::vector<TermPtr> formulas) const;
  TermPtr if_else(const Span& pos, TermPtr condition, TermPtr then, TermPtr otherwise) const;
  TermPtr let(const Span& pos, VariablePtr variable, TermPtr value, TermPtr body) const;
  TermPtr quantified(Op op, const Span& pos, const Span& closing, std::vector<TermDecl> decls,
                     TermPtr body) const;

  // Calls. `applicable` asks whether the arguments could be those of the function's first parameters, all of
  // them.
  TermPtr call(FunctionId function, const Span& pos, std::vector<TermPtr> arguments,
               std::int64_t extra_weight) const;
  TermPtr bad_call(FunctionId function, const Span& pos, std::vector<TermPtr> arguments,
                   std::int64_t extra_weight) const;
  bool applicable(FunctionId function, const std::vector<TermPtr>& arguments) const;

  TermPtr choice(const Span& pos, std::vector<TermPtr> choices, std::vector<std::string> reasons) const;
  TermPtr bad(const Span& pos, Diagnostic error) const;
  TermPtr with_error(const TermPtr& term, Diagnostic error) const;

  // The term as a formula, integer or relation, with a cast or an error if it is not one.
  TermPtr as_formula(const TermPtr& term) const;
  TermPtr as_integer(const TermPtr& term) const;
  TermPtr as_relation(const TermPtr& term) const;

  // Requires a bad term.
  Diagnostic error_of(const Term& term) const;
  // Where the sig, field or function that a meaning of a name stands for is declared; may be empty.
  Span declared_at(const Term& meaning) const;

  std::string show(const Type& type) const { return to_string(type, *model_); }
  // The parameters of a function, one by one.
  static std::vector<VariablePtr> parameters(const Function& function);
  Type result_type(const Function& function) const;

 private:
  Type type_of_call(const Function& function, const std::vector<TermPtr>& arguments) const;
  std::pair<Type, std::string> type_of_unary(Op op, const Term& operand, Mult exactly) const;
  std::pair<Type, Diagnostic> type_of_binary(Op op, const Span& pos, const Term& left,
                                             const Term& right) const;

  const Model* model_;
  TypeAlgebra algebra_;
};

// The type of an expression when some of its variables are known to be of narrower types: what a function
// gives for given arguments.
Type narrowed_type(const Expr& expr, const std::vector<std::pair<VariablePtr, Type>>& known,
                   const TypeAlgebra& algebra);

// What the files that make terms share: how errors are noted while a node is made.
inline Diagnostic type_error(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Type, std::move(message), std::move(hint));
}

inline Diagnostic misplaced_multiplicity(const Span& span) {
  return with_note(error_at(span, ErrorClass::Syntax, "a multiplicity is not allowed here"),
                   "multiplicities are allowed in declarations, and on the right of 'in'");
}

inline TermPtr make_term(Term term) { return std::make_shared<const Term>(std::move(term)); }

// The first error of a node or of its operands; it makes the node bad.
struct FirstError {
  const Typing& typing;
  std::shared_ptr<const Diagnostic> error;

  void note(const Term& term) {
    if (error || !term.bad()) return;
    error = term.error ? term.error : std::make_shared<Diagnostic>(typing.error_of(term));
  }
  void note(Diagnostic diagnostic) {
    if (!error) error = std::make_shared<Diagnostic>(std::move(diagnostic));
  }
  void note_multiplicity(const Term& term) {
    if (term.mult != 0) note(misplaced_multiplicity(term.span));
  }
  TermPtr finish(Term term) const {
    if (error) {
      term.type = {};
      term.error = error;
    }
    return make_term(std::move(term));
  }
};

}  // namespace fretsaw::model
