// SPDX-License-Identifier: MIT
// Places inside of objects to which pointers may lead: objects that others hold by value, elements of vectors
// and other containers, and fields that are pointers themselves.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cpp/space/child/bounds_table.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

class InteriorTargets {
 public:
  // Both outlive it.
  InteriorTargets(const detail::ClassTable& classes, const BoundsTable& bounds);

  // Remembers a place of this type, if pointers may point there; `inside` is its position.
  void note(int type, InteriorTarget inside);
  // The same for what keeps its constructed value, and all that it consists of.
  void note_all(int type, const InteriorTarget& inside, const std::vector<PartName>& names);

  // In the order in which they were noted.
  std::vector<InteriorTarget> take() { return std::move(found_); }

 private:
  bool is_target(int class_index) const;

  const detail::ClassTable& classes_;
  const BoundsTable& bounds_;
  std::set<int> targets_;  // classes that pointers point to
  std::set<int> places_;   // types that pointers to pointers point to
  std::vector<InteriorTarget> found_;
};

}  // namespace fretsaw::space
