// SPDX-License-Identifier: MIT
// A set that depends on the input is a list of guarded rows: the row is in the set if its guard is true. Rows
// of atoms only are in the list once. Rows with integers may be equal or not, which depends on the input;
// wherever that matters (counting, sums) a row counts if none before it is the same.
#pragma once

#include <string>
#include <vector>

#include "cpp/path/gates.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::path {

struct Column {
  bool is_number = false;
  Atom atom = 0;
  Bits bits{};
};

struct Row {
  std::vector<Column> columns;
  Literal guard;
};
using Rows = std::vector<Row>;

struct UnsupportedFormula {
  std::string why;
};

class RowAlgebra {
 public:
  explicit RowAlgebra(Gates& gates) : gates_(gates) {}

  Literal same(const Column& a, const Column& b);
  Literal same(const Row& a, const Row& b);
  Literal contains(const Rows& rows, const Row& row);
  static bool has_numbers(const Row& row);
  // Rows of atoms only, once each; the others as they are.
  Rows merged(Rows rows);
  // Each row counts if none before it is the same.
  Rows distinct(const Rows& rows);
  Rows join(const Rows& a, const Rows& b);
  static Rows united(Rows a, const Rows& b);
  // Throws UnsupportedFormula if there are integers in it.
  Rows closure(const Rows& rows);

 private:
  Gates& gates_;
};

}  // namespace fretsaw::path
