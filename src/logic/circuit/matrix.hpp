// SPDX-License-Identifier: MIT
// A relation whose tuples may depend on the inputs: a sparse matrix of literals. Tuples are numbered as in
// base |universe|; entries are sorted by number, and a tuple without an entry is certainly absent.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "logic/circuit/gate_graph.hpp"

namespace fretsaw {

struct Entry {
  std::uint64_t index;
  Lit value;  // never kFalse
};

struct Matrix {
  int arity = 1;
  std::vector<Entry> entries{};
  Lit overflow =
      kFalse;  // a number inside the expression overflows (only followed when overflow is prevented)

  Lit at(std::uint64_t index) const;
};
using MatrixPtr = std::shared_ptr<const Matrix>;

inline MatrixPtr share_matrix(Matrix matrix) { return std::make_shared<const Matrix>(std::move(matrix)); }

// The operations of relational algebra on matrices over one universe.
class Algebra {
 public:
  Algebra(GateGraph& gates, std::uint64_t atoms, Budget& budget)
      : gates_(gates), atoms_(atoms), budget_(budget) {}

  std::uint64_t power(int arity) const;  // atoms^arity

  // The entries in any order; those with the same index are united.
  Matrix gather(int arity, std::vector<Entry> entries);
  Matrix unite(const Matrix& a, const Matrix& b);
  Matrix intersect(const Matrix& a, const Matrix& b);
  Matrix subtract(const Matrix& a, const Matrix& b);
  Matrix override_with(const Matrix& a, const Matrix& b);
  Matrix product(const Matrix& a, const Matrix& b);
  Matrix join(const Matrix& a, const Matrix& b);
  Matrix restrict_domain(const Matrix& set, const Matrix& a);
  Matrix restrict_range(const Matrix& a, const Matrix& set);
  Matrix transpose(const Matrix& a);
  Matrix closure(const Matrix& a);
  Matrix choose(Lit condition, const Matrix& then, const Matrix& otherwise);

  Lit in(const Matrix& a, const Matrix& b);
  Lit equal(const Matrix& a, const Matrix& b);
  Lit some(const Matrix& a);
  Lit no(const Matrix& a) { return negation(some(a)); }
  Lit lone(const Matrix& a);
  Lit one(const Matrix& a) { return gates_.both(some(a), lone(a)); }

 private:
  Lit merge_overflow(const Matrix& a, const Matrix& b) { return gates_.either(a.overflow, b.overflow); }

  // Called once a row of a large result.
  void poll() const { budget_.poll(); }

  GateGraph& gates_;
  std::uint64_t atoms_;
  Budget& budget_;
};

}  // namespace fretsaw
