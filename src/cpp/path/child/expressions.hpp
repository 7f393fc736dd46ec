// SPDX-License-Identifier: MIT
// Expressions over the input, each once, in the record of the run. An Id is a position there; 0: a plain
// number.
#pragma once

#include <cstdint>

#include "cpp/path/child/record.hpp"

namespace fretsaw::path {

using Id = std::uint32_t;

inline std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Id constant(std::uint64_t value, unsigned width);
// An operand that may be a plain number.
inline Id operand(Id id, std::uint64_t value, unsigned width) {
  return id != 0 ? id : constant(value, width);
}
// `value` is what the run has.
Id make(Op op, unsigned width, Id a, Id b, std::uint64_t value);

// 0 unless the expression has that value here and now (something that was not seen has changed it), or is
// opaque.
Id checked(Id id, std::uint64_t value, unsigned width);

// LLVM's numbers of opcodes and predicates. 0 if it is none that is followed; the operands are lost then.
Id binary(unsigned opcode, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv);
Id compare(unsigned predicate, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv);
Id cast(unsigned opcode, unsigned from, unsigned to, Id a, std::uint64_t value);

Id extract(Id a, unsigned low, unsigned width);
Id concat(Id high, Id low);
Id equal(Id a, Id b);

}  // namespace fretsaw::path
