// SPDX-License-Identifier: MIT
// What a suite of tests should exercise of a model: the requirements of model coverage, each with its place
// in the source.
//
//   sig, field, expression   size 0, size 1, size 2 or more
//   formula                  true, false
//   quantified formula       no binding; one, for which the body is true, false; several, for which it is
//   true for
//                            all, true and false, false for all
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::modeltest {

enum class ElementKind : std::uint8_t { Sig, Field, Expression, Formula, Quantifier };

const char* to_string(ElementKind kind);  // "sig", "field", "expression", "formula", "quantifier"

enum class ParagraphKind : std::uint8_t { Sig, Fact, Predicate, Function, Assertion };

struct Paragraph {
  ParagraphKind kind = ParagraphKind::Sig;
  std::string name;       // "Acyclic"
  std::string title;      // "pred Acyclic", "fact at line 3"
  std::size_t index = 0;  // of the sig, fact, function or assertion in the model
  Span span;
};

struct Element {
  ElementKind kind = ElementKind::Sig;
  std::string text;           // as written, on one line
  std::vector<Span> places;   // all of them: an expression that occurs twice is one element
  std::size_t paragraph = 0;  // of the first place
  model::ExprPtr expr;        // null for sigs and fields
};

struct Requirement {
  std::size_t element = 0;
  std::string what;        // "size 0", "true", "one binding, body false"
  model::ExprPtr formula;  // closed: true in exactly the instances that meet the requirement
  // The same without the parameters of its predicate or function bound; equal to formula if there are none.
  model::ExprPtr with_parameters_free;
};

// Where a predicate or function calls another one.
struct CallSite {
  std::size_t paragraph = 0;  // of the caller
  model::FunctionId callee{};
  // The formula, over what the callee's parameters stand for, under the declarations around the call; the
  // parameters of the caller stay free.
  std::function<model::ExprPtr(const model::ExprPtr&)> around;
};

struct Requirements {
  std::vector<CallSite> calls;
  std::vector<Paragraph> paragraphs;
  std::vector<Element> elements;
  std::vector<Requirement> all;  // in the order of the text, those of an element together

  const Paragraph& paragraph_of(const Requirement& requirement) const {
    return paragraphs[elements[requirement.element].paragraph];
  }

  // When a call of the paragraph exercises the requirement: the requirement itself if it is one of the
  // paragraph's, or the same of a predicate or function that it calls with such arguments. The parameters of
  // the paragraph are free. Null: never.
  model::ExprPtr exercised_by(std::size_t paragraph, const Requirement& requirement) const;
};

// Accepts every place but the predicates that only give a valuation: these are tests.
std::function<bool(const Span&)> under_test_in(const model::Model& model);

// Of everything at places that `under_test` accepts; modules that come with Fretsaw are never looked into.
Requirements collect_requirements(const model::Model& model,
                                  const std::function<bool(const Span&)>& under_test);

}  // namespace fretsaw::modeltest
