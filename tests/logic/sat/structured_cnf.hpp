// SPDX-License-Identifier: MIT
// Formulas with structure, most with a number of solutions known from mathematics.
#pragma once

#include <utility>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/random_cnf.hpp"

namespace fretsaw::sat_test {

// Grows a formula: primary variables first, then secondary ones, then gates.
class CnfBuilder {
 public:
  explicit CnfBuilder(int primary, int secondary = 0);

  void add(std::vector<int> clause) { cnf_.add(clause); }
  void at_most_one(const std::vector<int>& literals);
  void exactly_one(const std::vector<int>& literals);

  // Gates, as Tseitin translates them. Of no inputs: true and false.
  int and_gate(const std::vector<int>& inputs);
  int or_gate(const std::vector<int>& inputs);
  // Only the clauses that a positive use needs (Plaisted and Greenbaum): inputs may leave the gate open.
  int one_sided_and_gate(const std::vector<int>& inputs);
  int one_sided_or_gate(const std::vector<int>& inputs);

  Cnf take() { return std::move(cnf_); }

 private:
  int new_gate() { return ++cnf_.variables; }

  Cnf cnf_;
};

Cnf queens(int n);              // 2, 10, 4, 40, 92, 352, 724 for n = 4..10
Cnf latin_squares(int n);       // 2, 12, 576, 161280 for n = 2..5
Cnf pigeons(int n, int holes);  // n <= holes: n pigeons in different holes; else unsatisfiable
Cnf colorings(int nodes, int colors, const std::vector<std::pair<int, int>>& edges);
Cnf cycle_colorings(int nodes, int colors);  // (k-1)^n + (-1)^n (k-1)

// Directed graphs without cycles on n nodes, by a transitive closure of gates: 1, 3, 25, 543, 29281 for n
// = 1..5.
Cnf acyclic_graphs(int n);
// The same with gates that inputs do not always determine.
Cnf acyclic_graphs_one_sided(int n);
// The same with a ranking of the nodes as secondary variables in place of the closure: each graph has many.
Cnf acyclic_graphs_by_ranking(int n);

// Arrays of up to n numbers 0..values-1 in heap order, one variable per place and number.
Cnf heaps(int n, int values);

// Graphs on n nodes (one variable an edge) with a path between any two nodes: 1, 1, 4, 38, 728, 26704 for n
// = 1..6.
Cnf connected_graphs(int n);

// A random tree of and and or gates over literals of the inputs, asserted: inputs determine all gates, or
// with one-sided gates not all.
Cnf random_circuit(Random& random, int primary, int secondary, int gates, bool one_sided);

}  // namespace fretsaw::sat_test
