// SPDX-License-Identifier: MIT
// What a C++ clause says in parts: the operands of && and, of each that is a comparison, the two sides. Where
// the text might be read in another way, there are none.
#pragma once

#include <vector>

#include "base/source.hpp"

namespace fretsaw::contract {

struct CxxPart {
  Span span;
  bool is_conjunct = false;  // else a side of a comparison in the conjunct before it
};

// Of an expression, in the order of the text, conjuncts before their sides. Literals are no parts: everybody
// sees their value.
std::vector<CxxPart> parts_of(const Span& expression);

}  // namespace fretsaw::contract
