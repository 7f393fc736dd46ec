// SPDX-License-Identifier: MIT
// Which relations are partial functions in every instance, as far as the problem says so in so many words.
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

class Functions {
 public:
  // What the top-level formulas state:
  //   one r, lone r                                            r holds at most one tuple
  //   all x: D | one x.r (or lone), and r in D -> e            r holds at most one tuple for each first atom
  // The latter also without the inclusion, if D certainly has all first atoms that r may have.
  // Those at the positions `without` are not looked at.
  Functions(const Problem& problem, const std::vector<std::size_t>& without);

  bool is_single(const Node& relation) const { return single_.contains(relation.leaf.get()); }
  bool is_function(const Node& relation) const { return functions_.contains(relation.leaf.get()); }

 private:
  std::unordered_set<const Leaf*> single_;
  std::unordered_set<const Leaf*> functions_;
};

}  // namespace fretsaw
