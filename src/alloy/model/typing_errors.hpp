// SPDX-License-Identifier: MIT
// What the files that make terms share: how errors are noted while a node is made.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "alloy/model/typing.hpp"

namespace fretsaw::model {

inline Diagnostic type_error(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Type, std::move(message), std::move(hint));
}

inline Diagnostic misplaced_multiplicity(const Span& span) {
  return error_at(span, ErrorClass::Syntax, "a multiplicity is not allowed here",
                  "it is in declarations, and on the right of 'in'");
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
