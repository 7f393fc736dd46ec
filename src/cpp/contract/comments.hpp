// SPDX-License-Identifier: MIT
// The parts of a C++ text that are contracts: comments that begin with /*@ or //@, where consecutive lines of
// the latter are one comment.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace fretsaw::contract {

// The source with all that is no contract made blank, byte by byte: what a clause is parsed from, so that
// everything in it is at the place where the source has it.
struct ContractText {
  SourcePtr source;
  std::string text;
  std::vector<Span> comments;  // in the order of the text, from the first sign of a comment to its last
};

// //@{ and //@} are no contracts: they are how some documentation tools group members.
// Refused: a contract comment that is never closed.
Result<ContractText> find_comments(SourcePtr header);

// A text that is all contract.
ContractText whole(SourcePtr spec);

// The characters of C++ text, as the readers of contracts see them.
inline bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

inline bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace fretsaw::contract
