// SPDX-License-Identifier: MIT
// The text of a .spec file: contracts below the declarations they belong to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/contract/clause.hpp"

namespace fretsaw::contract {

struct SpecParameter {
  std::string text;  // as written: "const Node& other"
  std::string type;  // without the name
  std::string name;  // empty if it has none
};

// class C { invariant … } or [method] RESULT name(PARAMETERS) { clauses }
struct SpecEntry {
  bool is_function = false;
  std::string scope;  // the class, with those around it; empty for free functions
  std::string name;
  Span name_span;
  std::vector<Clause> invariants;  // of a class
  std::vector<SpecParameter> parameters;
  bool is_const = false;
  std::vector<Item> items;
};

// What a declaration declares: "bool remove(int key) const".
struct Signature {
  std::string name;  // empty: there is none
  std::size_t name_begin = 0;
  std::size_t name_end = 0;
  std::vector<SpecParameter> parameters;
  bool is_const = false;
};
Signature read_signature(std::string_view text);

struct SpecFile {
  std::vector<SpecEntry> entries;
  std::vector<alloy::Function> helpers;
};

Result<SpecFile> parse_spec(const ContractText& text);

// Where the .spec of a header is, if there is one.
std::optional<std::string> spec_beside(const std::string& header);

// For digests: what programs that are made of the header depend on and no compiler reads. Another text for
// every content, and if there is none.
std::string spec_text(const std::string& header);

// The instances of class templates in it: "Queue<int>". None if it cannot be read: reading the contracts reports the
// error.
std::vector<std::string> instances_in_spec(const std::string& header);

}  // namespace fretsaw::contract
