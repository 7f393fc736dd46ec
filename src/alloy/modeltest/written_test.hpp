// SPDX-License-Identifier: MIT
// A test as it is written down: by name, with the syntax of its claims. It becomes the paragraphs of a plain
// Alloy test; the short form (test_file.hpp) is another way to write the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "alloy/syntax/ast.hpp"

namespace fretsaw::modeltest {

struct WrittenTest {
  std::string name;
  std::vector<std::string> comments;  // a line each
  Valuation valuation;
  std::vector<alloy::ExprPtr> claims;
  std::optional<int> expect;
  alloy::Command scope;  // only `overall` and `scopes`
  Span span;             // where it stands; empty if it was made by program
};

// One line of a valuation: `name = rows`, or `no name`.
struct ValuationLine {
  std::string name;  // "Node", "link", "Node <: link" where another field has the same name, "ord/next"
  std::vector<Row> rows;
};

// What fixes the valuation: sigs and fields in the order of declaration, then orders. Sigs and fields of
// built-in modules are left out, except for orders: they follow.
std::vector<ValuationLine> lines_of(const model::Model& model, const Valuation& valuation);

alloy::Function to_predicate(const model::Model& model, const WrittenTest& test);
alloy::Command to_command(const WrittenTest& test);

// A file of plain tests, with a comment on top.
std::string write_plain(const model::Model& model, const std::vector<WrittenTest>& tests,
                        const std::vector<std::string>& heading);

std::string scope_text(const alloy::Command& scope);  // "for 3 but 1 List", or nothing

// The test that a command of a model is, if it is one that fixes everything. Requires that the syntax is that
// of the module which has the command.
std::optional<WrittenTest> written_test(const model::Model& model, const model::Command& command,
                                        const alloy::Module& syntax);

}  // namespace fretsaw::modeltest
