// SPDX-License-Identifier: MIT
// What the translation needs to know of a term before it translates it.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
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

// Which relations are partial functions in every instance, as far as the problem says so in so many words.
class Functions {
 public:
  // What the top-level formulas state:
  //   one r, lone r                                            r holds at most one tuple
  //   all x: D | one x.r (or lone), and r in D -> e            r holds at most one tuple for each first atom
  // The latter also without the inclusion, if D certainly has all first atoms that r may have.
  // Those at the positions `without` are not examined.
  Functions(const Problem& problem, const std::vector<std::size_t>& without);

  bool is_single(const Node& relation) const { return single_.contains(relation.leaf.get()); }
  bool is_function(const Node& relation) const { return functions_.contains(relation.leaf.get()); }

 private:
  std::unordered_set<const Leaf*> single_;
  std::unordered_set<const Leaf*> functions_;
};

}  // namespace fretsaw
