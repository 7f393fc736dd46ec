// SPDX-License-Identifier: MIT
#include "logic/relational/dense.hpp"

#include <algorithm>

namespace fretsaw::dense {

void override_with(const DenseShape& shape, const Word* a, const Word* b, int arity, Word* result) {
  if (arity == 1) {
    for (std::size_t i = 0; i < shape.row(); ++i) result[i] = a[i] | b[i];
    return;
  }
  const std::size_t block = shape.words(arity - 1);
  for (std::size_t atom = 0; atom < shape.atoms(); ++atom) {
    const std::size_t at = atom * block;
    const bool replaced = std::any_of(b + at, b + at + block, [](Word word) { return word != 0; });
    std::copy_n((replaced ? b : a) + at, block, result + at);
  }
}

void product(const DenseShape& shape, const Word* a, int arity_of_a, const Word* b, int arity_of_b,
             Word* result) {
  const std::size_t block = shape.words(arity_of_b);
  std::fill_n(result, shape.words(arity_of_a + arity_of_b), Word{0});
  for_each_tuple(shape, a, arity_of_a, [&](std::size_t tuple) {
    std::copy_n(b, block, result + tuple * block);
    return true;
  });
}

namespace {

// a.set: which rows of `a` meet the set?
void join_with_set(const DenseShape& shape, const Word* a, int arity_of_a, const Word* set, Word* result) {
  const std::size_t rows = shape.words(arity_of_a) / shape.row();
  std::fill_n(result, shape.words(arity_of_a - 1), Word{0});
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < shape.row(); ++i) {
      if ((a[r * shape.row() + i] & set[i]) != 0) {
        add_tuple(shape, result, r);
        break;
      }
    }
  }
}

}  // namespace

void join(const DenseShape& shape, const Word* a, int arity_of_a, const Word* b, int arity_of_b,
          Word* result) {
  if (arity_of_b == 1) return join_with_set(shape, a, arity_of_a, b, result);
  const std::size_t block = shape.words(arity_of_b - 1);
  const std::size_t rows = shape.words(arity_of_a) / shape.row();
  std::fill_n(result, rows * block, Word{0});
  for (std::size_t r = 0; r < rows; ++r) {
    for_each_tuple(shape, a + r * shape.row(), 1, [&](std::size_t atom) {
      for (std::size_t i = 0; i < block; ++i) result[r * block + i] |= b[atom * block + i];
      return true;
    });
  }
}

void domain_restriction(const DenseShape& shape, const Word* set, const Word* a, int arity, Word* result) {
  if (arity == 1) {
    for (std::size_t i = 0; i < shape.row(); ++i) result[i] = set[i] & a[i];
    return;
  }
  const std::size_t block = shape.words(arity - 1);
  for (std::size_t atom = 0; atom < shape.atoms(); ++atom) {
    if (has_atom(set, atom)) {
      std::copy_n(a + atom * block, block, result + atom * block);
    } else {
      std::fill_n(result + atom * block, block, Word{0});
    }
  }
}

void range_restriction(const DenseShape& shape, const Word* a, int arity, const Word* set, Word* result) {
  const std::size_t words = shape.words(arity);
  for (std::size_t begin = 0; begin < words; begin += shape.row()) {
    for (std::size_t i = 0; i < shape.row(); ++i) result[begin + i] = a[begin + i] & set[i];
  }
}

void transpose(const DenseShape& shape, const Word* a, Word* result) {
  std::fill_n(result, shape.words(2), Word{0});
  const std::size_t row = shape.row();
  for (std::size_t from = 0; from < shape.atoms(); ++from) {
    const Word bit = Word{1} << (from % kWordBits);
    for (std::size_t i = 0; i < row; ++i) {
      for (Word rest = a[from * row + i]; rest != 0; rest &= rest - 1) {
        const auto to = i * kWordBits + static_cast<std::size_t>(std::countr_zero(rest));
        result[to * row + from / kWordBits] |= bit;
      }
    }
  }
}

namespace {

// The same for rows of one word, without branches in the inner loop. Most atoms lead nowhere.
void close_words(Word* rows, std::size_t atoms) {
  for (std::size_t via = 0; via < atoms; ++via) {
    const Word onward = rows[via];
    if (onward == 0) continue;
    for (std::size_t from = 0; from < atoms; ++from)
      rows[from] |= onward & (Word{0} - (rows[from] >> via & 1));
  }
}

}  // namespace

// Warshall's algorithm, a row at a time: afterwards paths may lead through the atoms up to `via`.
void closure(const DenseShape& shape, const Word* a, Word* result) {
  const std::size_t row = shape.row();
  std::copy_n(a, shape.words(2), result);
  if (row == 1) return close_words(result, shape.atoms());
  for (std::size_t via = 0; via < shape.atoms(); ++via) {
    const Word* onward = result + via * row;
    for (std::size_t from = 0; from < shape.atoms(); ++from) {
      Word* reached = result + from * row;
      if (!has_atom(reached, via)) continue;
      for (std::size_t i = 0; i < row; ++i) reached[i] |= onward[i];
    }
  }
}

std::size_t count(const Word* a, std::size_t words) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words; ++i) total += static_cast<std::size_t>(std::popcount(a[i]));
  return total;
}

std::size_t count_to_two(const Word* a, std::size_t words) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < words && found < 2; ++i) {
    if (a[i] != 0) found += (a[i] & (a[i] - 1)) == 0 ? 1 : 2;
  }
  return std::min<std::size_t>(found, 2);
}

}  // namespace fretsaw::dense
