// SPDX-License-Identifier: MIT
// Tests in a form that is shorter to write and easier to read than plain Alloy, and means the same:
//
//     valuation one_node for 3 {
//       List = List0
//       Node = Node0
//       head = List0->Node0
//     }
//     satisfies Acyclic
//     violates Sorted[List0]
//     facts hold
//
// What is not listed is empty; a sig with subsigs has their atoms; a `one sig` in no list has one atom; an
// order that is not given is that of the list. Each claim is a test: `satisfies F` is F with `expect 1`,
// `violates F` is its negation, `facts hold` and `facts fail` have no claim and `expect 1` or `expect 0`.
// `expect N` after a claim gives another label, `unlabelled` none, and `name:` before it a name; F may also
// be the name of an assertion.
#pragma once

#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "alloy/syntax/ast.hpp"

namespace fretsaw::modeltest {

// Does the text begin with a valuation?
bool is_short_form(const Source& source);

// Errors have their place in the text. Whether names in claims mean something is not asked.
Result<std::vector<WrittenTest>> read_short_form(const SourcePtr& source, const model::Model& model);

// The tests as paragraphs of plain Alloy whose spans are in the text.
Result<alloy::Module> parse_short_form(const SourcePtr& source, const model::Model& model);

std::string write_short_form(const model::Model& model, const std::vector<WrittenTest>& tests,
                             const std::vector<std::string>& heading);

}  // namespace fretsaw::modeltest
