// SPDX-License-Identifier: MIT
// What the translation needs to know of a term before it translates it.
#pragma once

#include <unordered_map>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

struct TermFacts {
  std::vector<const Leaf*> free;        // variables that occur free, each once
  std::vector<const Leaf*> outside;     // those that occur outside of any # or sum of a set
  std::vector<const Leaf*> in_numbers;  // those of whose numbers an overflow may come; see docs/integers.md
  bool has_numbers = false;             // contains an integer expression
  bool has_quantifier = false;          // contains All or Exists
  bool has_set_quantifier = false;      // one whose variable stands for sets
  bool shared = false;                  // occurs in more than one place of the problem
};

class AllTermFacts {
 public:
  explicit AllTermFacts(const Problem& problem);

  // Requires a node of the problem's formulas.
  const TermFacts& of(const Node& node) const { return facts_.at(&node); }

 private:
  void visit(const Node& node);

  std::unordered_map<const Node*, TermFacts> facts_;
};

}  // namespace fretsaw
