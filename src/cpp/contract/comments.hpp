// SPDX-License-Identifier: MIT
// The parts of a C++ text that are contracts: comments that begin with /*@ or //@, where consecutive lines of
// the latter are one comment.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace fretsaw::contract {

// The source with everything except contracts replaced by blanks, byte by byte: clauses are parsed from it, so that
// locations are those of the source.
struct ContractText {
  SourcePtr source;
  std::string text;
  std::vector<Span> comments;  // in the order of the text, from the first sign of a comment to its last
};

// //@{ and //@} are not contracts: some documentation tools group members with them.
// Errors: an unterminated contract comment.
Result<ContractText> find_comments(SourcePtr header);

// A text that is all contract.
ContractText whole(SourcePtr spec);

// The characters of C++ text, as the readers of contracts see them.
inline bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

inline bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace fretsaw::contract
