// SPDX-License-Identifier: MIT
#include "sat/dimacs.hpp"

namespace fretsaw {

std::string to_dimacs(const Cnf& cnf) {
  std::string text = "c primary 1.." + std::to_string(cnf.primary) + "\n";
  text += "c secondary " + std::to_string(cnf.primary + 1) + ".." +
          std::to_string(cnf.primary + cnf.secondary) + "\n";
  text += "p cnf " + std::to_string(cnf.variables) + " " + std::to_string(cnf.clauses) + "\n";
  cnf.each_clause([&](std::span<const int> clause) {
    for (const int literal : clause) text += std::to_string(literal) + " ";
    text += "0\n";
  });
  return text;
}

}  // namespace fretsaw
