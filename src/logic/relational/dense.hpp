// SPDX-License-Identifier: MIT
// Relations as bit matrices: a bit per possible tuple, a row per tuple without its last atom.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace fretsaw {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

// Where the bits are. A row has a bit for every atom and begins on a word, so that a set over at most 64
// atoms is one word, and what follows a given first atom is a contiguous block.
class DenseShape {
 public:
  explicit DenseShape(std::size_t atoms) : atoms_(atoms), row_((atoms + kWordBits - 1) / kWordBits) {}

  std::size_t atoms() const { return atoms_; }
  std::size_t row() const { return row_; }  // words in a row

  // Words of a relation; of arity 0 this would be less than a word and has no meaning.
  std::size_t words(int arity) const {
    std::size_t size = row_;
    for (int i = 1; i < arity; ++i) size *= atoms_;
    return size;
  }

  std::size_t word_of(std::uint64_t tuple) const {
    return row_ == 1 ? tuple / atoms_ : tuple / atoms_ * row_ + tuple % atoms_ / kWordBits;
  }
  Word bit_of(std::uint64_t tuple) const { return Word{1} << (tuple % atoms_ % kWordBits); }

 private:
  std::size_t atoms_;
  std::size_t row_;
};

// Sets of atoms need no division.
inline bool has_atom(const Word* set, std::size_t atom) {
  return (set[atom / kWordBits] >> (atom % kWordBits) & 1) != 0;
}

inline void add_tuple(const DenseShape& shape, Word* a, std::uint64_t tuple) {
  a[shape.word_of(tuple)] |= shape.bit_of(tuple);
}

// Calls visit(tuple number) in order until it returns false, which it then returns.
template <class Visit>
bool for_each_tuple(const DenseShape& shape, const Word* a, int arity, Visit&& visit) {
  const std::size_t words = shape.words(arity);
  for (std::size_t begin = 0, first = 0; begin < words; begin += shape.row(), first += shape.atoms()) {
    for (std::size_t i = 0; i < shape.row(); ++i) {
      for (Word rest = a[begin + i]; rest != 0; rest &= rest - 1) {
        if (!visit(first + i * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)))) return false;
      }
    }
  }
  return true;
}

// The operators. The result's space does not overlap the operands'; all of it is written.
namespace dense {

void override_with(const DenseShape& shape, const Word* a, const Word* b, int arity, Word* result);
void product(const DenseShape& shape, const Word* a, int arity_of_a, const Word* b, int arity_of_b,
             Word* result);
void join(const DenseShape& shape, const Word* a, int arity_of_a, const Word* b, int arity_of_b,
          Word* result);
void domain_restriction(const DenseShape& shape, const Word* set, const Word* a, int arity, Word* result);
void range_restriction(const DenseShape& shape, const Word* a, int arity, const Word* set, Word* result);
void transpose(const DenseShape& shape, const Word* a, Word* result);
void closure(const DenseShape& shape, const Word* a, Word* result);
std::size_t count(const Word* a, std::size_t words);
// 0, 1, or 2 for two or more.
std::size_t count_to_two(const Word* a, std::size_t words);

}  // namespace dense

}  // namespace fretsaw
