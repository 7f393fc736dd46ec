// SPDX-License-Identifier: MIT
// Relations too large for a bit per possible tuple: sorted lists of tuple numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fretsaw {

// Tuples as numbers in base `atoms`, first atom first, so that the order of the numbers is that of the
// tuples.
using TupleNumber = std::uint64_t;
using TupleNumbers = std::vector<TupleNumber>;  // sorted, without repetition

// atoms^arity
inline TupleNumber tuple_space(std::uint64_t atoms, int arity) {
  TupleNumber size = 1;
  for (int i = 0; i < arity; ++i) size *= atoms;
  return size;
}

// The operators of relational logic on sorted lists. A result with more than `limit` tuples is not computed:
// it comes out empty, and exceeded() is true from then on.
class Sparse {
 public:
  Sparse(std::uint64_t atoms, std::size_t limit) : atoms_(atoms), limit_(limit) {}

  bool exceeded() const { return exceeded_; }
  void clear_exceeded() { exceeded_ = false; }

  TupleNumbers override_with(const TupleNumbers& a, const TupleNumbers& b, int arity) const;
  TupleNumbers product(const TupleNumbers& a, const TupleNumbers& b, int arity_of_b);
  TupleNumbers join(const TupleNumbers& a, const TupleNumbers& b, int arity_of_b);
  TupleNumbers domain_restriction(const TupleNumbers& set, const TupleNumbers& a, int arity) const;
  TupleNumbers range_restriction(const TupleNumbers& a, const TupleNumbers& set) const;
  TupleNumbers transpose(const TupleNumbers& a) const;
  TupleNumbers closure(const TupleNumbers& a);
  TupleNumbers identity() const;

 private:
  bool fits(std::size_t size);

  std::uint64_t atoms_;
  std::size_t limit_;
  bool exceeded_ = false;
};

}  // namespace fretsaw
