// SPDX-License-Identifier: MIT
#include "logic/sat/structured_cnf.hpp"

#include <algorithm>

namespace fretsaw::sat_test {
namespace {

using Matrix = std::vector<std::vector<int>>;  // literals; 0 stands for false

std::vector<int> negated(std::vector<int> literals) {
  for (int& literal : literals) literal = -literal;
  return literals;
}

// Variables first, first + 1... for the places of an n by m matrix.
Matrix variables(int n, int m, int first = 1) {
  Matrix matrix(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(m)));
  for (auto& row : matrix) {
    for (int& place : row) place = first++;
  }
  return matrix;
}

// The transitive closure by repeated squaring; gates come from the two functions.
template <class And, class Or>
Matrix closure(Matrix edges, And&& make_and, Or&& make_or) {
  const std::size_t n = edges.size();
  for (std::size_t length = 1; length < n; length *= 2) {
    Matrix longer = edges;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        std::vector<int> ways;
        if (edges[i][j] != 0) ways.push_back(edges[i][j]);
        for (std::size_t k = 0; k < n; ++k) {
          if (edges[i][k] != 0 && edges[k][j] != 0) ways.push_back(make_and({edges[i][k], edges[k][j]}));
        }
        longer[i][j] = make_or(ways);
      }
    }
    edges = longer;
  }
  return edges;
}

}  // namespace

CnfBuilder::CnfBuilder(int primary, int secondary) {
  cnf_.primary = primary;
  cnf_.secondary = secondary;
  cnf_.variables = primary + secondary;
}

void CnfBuilder::at_most_one(const std::vector<int>& literals) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    for (std::size_t j = i + 1; j < literals.size(); ++j) add({-literals[i], -literals[j]});
  }
}

void CnfBuilder::exactly_one(const std::vector<int>& literals) {
  add(literals);
  at_most_one(literals);
}

int CnfBuilder::and_gate(const std::vector<int>& inputs) {
  const int gate = one_sided_and_gate(inputs);
  std::vector<int> clause = negated(inputs);
  clause.push_back(gate);
  add(clause);
  return gate;
}

int CnfBuilder::or_gate(const std::vector<int>& inputs) { return -and_gate(negated(inputs)); }

int CnfBuilder::one_sided_and_gate(const std::vector<int>& inputs) {
  const int gate = new_gate();
  for (const int input : inputs) add({-gate, input});
  return gate;
}

int CnfBuilder::one_sided_or_gate(const std::vector<int>& inputs) {
  const int gate = new_gate();
  std::vector<int> clause = inputs;
  clause.push_back(-gate);
  add(clause);
  return gate;
}

Cnf queens(int n) {
  CnfBuilder cnf(n * n);
  const Matrix board = variables(n, n);
  const auto at = [&](int i, int j) {
    return board[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  for (int i = 0; i < n; ++i) {
    std::vector<int> row;
    std::vector<int> column;
    for (int j = 0; j < n; ++j) {
      row.push_back(at(i, j));
      column.push_back(at(j, i));
    }
    cnf.exactly_one(row);
    cnf.exactly_one(column);
  }
  for (int sum = 0; sum <= 2 * (n - 1); ++sum) {
    std::vector<int> rising;
    std::vector<int> falling;
    for (int i = 0; i < n; ++i) {
      const int j = sum - i;
      if (j < 0 || j >= n) continue;
      rising.push_back(at(i, j));
      falling.push_back(at(i, n - 1 - j));
    }
    cnf.at_most_one(rising);
    cnf.at_most_one(falling);
  }
  return cnf.take();
}

Cnf latin_squares(int n) {
  CnfBuilder cnf(n * n * n);
  const auto at = [&](int row, int column, int symbol) { return (row * n + column) * n + symbol + 1; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      std::vector<int> cell;
      std::vector<int> in_row;
      std::vector<int> in_column;
      for (int k = 0; k < n; ++k) {
        cell.push_back(at(i, j, k));
        in_row.push_back(at(i, k, j));
        in_column.push_back(at(k, i, j));
      }
      cnf.exactly_one(cell);
      cnf.exactly_one(in_row);
      cnf.exactly_one(in_column);
    }
  }
  return cnf.take();
}

Cnf pigeons(int n, int holes) {
  CnfBuilder cnf(n * holes);
  const Matrix sits = variables(n, holes);
  for (const auto& pigeon : sits) cnf.exactly_one(pigeon);
  for (std::size_t hole = 0; hole < static_cast<std::size_t>(holes); ++hole) {
    std::vector<int> guests;
    for (const auto& pigeon : sits) guests.push_back(pigeon[hole]);
    cnf.at_most_one(guests);
  }
  return cnf.take();
}

Cnf colorings(int nodes, int colors, const std::vector<std::pair<int, int>>& edges) {
  CnfBuilder cnf(nodes * colors);
  const Matrix color = variables(nodes, colors);
  for (const auto& node : color) cnf.exactly_one(node);
  for (const auto& [from, to] : edges) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(colors); ++c) {
      cnf.add({-color[static_cast<std::size_t>(from)][c], -color[static_cast<std::size_t>(to)][c]});
    }
  }
  return cnf.take();
}

Cnf cycle_colorings(int nodes, int colors) {
  std::vector<std::pair<int, int>> edges;
  for (int node = 0; node < nodes; ++node) edges.emplace_back(node, (node + 1) % nodes);
  return colorings(nodes, colors, edges);
}

Cnf acyclic_graphs(int n) {
  CnfBuilder cnf(n * n);
  const Matrix paths = closure(
      variables(n, n), [&](const std::vector<int>& inputs) { return cnf.and_gate(inputs); },
      [&](const std::vector<int>& inputs) { return cnf.or_gate(inputs); });
  for (std::size_t i = 0; i < paths.size(); ++i) cnf.add({-paths[i][i]});
  return cnf.take();
}

// "No path from i to i" is a negative use of the gates, so they are built of negations: no path at all is all
// of (no edge, and no path on or no path from there).
Cnf acyclic_graphs_one_sided(int n) {
  CnfBuilder cnf(n * n);
  Matrix absent = variables(n, n);
  for (auto& row : absent) row = negated(row);
  const Matrix no_path = closure(
      absent, [&](const std::vector<int>& inputs) { return cnf.one_sided_or_gate(inputs); },
      [&](const std::vector<int>& inputs) { return cnf.one_sided_and_gate(inputs); });
  for (std::size_t i = 0; i < no_path.size(); ++i) cnf.add({no_path[i][i]});
  return cnf.take();
}

Cnf acyclic_graphs_by_ranking(int n) {
  CnfBuilder cnf(n * n, n * n);
  const Matrix edge = variables(n, n);
  const Matrix rank = variables(n, n, n * n + 1);
  for (const auto& node : rank) cnf.exactly_one(node);
  for (std::size_t i = 0; i < edge.size(); ++i) {
    for (std::size_t j = 0; j < edge.size(); ++j) {
      for (std::size_t high = 0; high < edge.size(); ++high) {
        for (std::size_t low = 0; low <= high; ++low) cnf.add({-edge[i][j], -rank[i][high], -rank[j][low]});
      }
    }
  }
  return cnf.take();
}

Cnf heaps(int n, int values) {
  // Number `values` at a place means that the array ends before it.
  CnfBuilder cnf(n * (values + 1));
  const Matrix holds = variables(n, values + 1);
  for (const auto& place : holds) cnf.exactly_one(place);
  const auto end = static_cast<std::size_t>(values);
  for (std::size_t place = 1; place < holds.size(); ++place) {
    cnf.add({-holds[place - 1][end], holds[place][end]});
    const auto& parent = holds[(place - 1) / 2];
    for (std::size_t child = 0; child < end; ++child) {
      for (std::size_t less = 0; less < child; ++less) cnf.add({-holds[place][child], -parent[less]});
    }
  }
  return cnf.take();
}

Cnf connected_graphs(int n) {
  CnfBuilder cnf(n * (n - 1) / 2);
  Matrix edges(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n)));
  int next = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) edges[i][j] = edges[j][i] = ++next;
  }
  const Matrix paths = closure(
      edges, [&](const std::vector<int>& inputs) { return cnf.and_gate(inputs); },
      [&](const std::vector<int>& inputs) { return cnf.or_gate(inputs); });
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = i + 1; j < paths.size(); ++j) cnf.add({paths[i][j]});
  }
  return cnf.take();
}

Cnf random_circuit(Random& random, int primary, int secondary, int gates, bool one_sided) {
  CnfBuilder cnf(primary, secondary);
  std::vector<int> nodes;
  for (int input = 1; input <= primary + secondary; ++input) {
    nodes.push_back(input);
    nodes.push_back(-input);
  }
  for (int i = 0; i < gates; ++i) {
    std::vector<int> inputs;
    for (int k = random_between(random, 2, 4); k > 0; --k) {
      // Half of the inputs from the latest gates, so that circuits get deep.
      const int last = static_cast<int>(nodes.size()) - 1;
      const int first = random_between(random, 0, 1) == 0 ? 0 : std::max(0, last - 5);
      inputs.push_back(nodes[static_cast<std::size_t>(random_between(random, first, last))]);
    }
    const bool is_and = random_between(random, 0, 1) == 0;
    nodes.push_back(one_sided ? (is_and ? cnf.one_sided_and_gate(inputs) : cnf.one_sided_or_gate(inputs))
                              : (is_and ? cnf.and_gate(inputs) : cnf.or_gate(inputs)));
  }
  cnf.add({nodes.back()});
  return cnf.take();
}

}  // namespace fretsaw::sat_test
