// SPDX-License-Identifier: MIT
// Inputs that differ only in which object plays which part are the same input. Of those, one is enough.
#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "cpp/path/input_model.hpp"
#include "cpp/path/path_solver.hpp"

namespace fretsaw::path {

// Objects that differ only in their names; a list for each class.
std::vector<std::vector<std::size_t>> interchangeable_objects(const InputModel& model);

// Requires that such objects are numbered in the order in which they are met, beginning with the receiver and
// the arguments. Every input is still there, under one name at least.
void require_order(const InputModel& model, PathSolver& solver);

// Can names make a difference to a condition? They do if addresses are more than followed and compared for
// equality: sorted, hashed, subtracted.
class AddressUse {
 public:
  // All outlive it.
  AddressUse(const InputModel& model, const Terms& terms, PathSolver& solver);
  bool matters(TermId condition);

 private:
  bool is_address(TermId id);

  const Terms& terms_;
  PathSolver& solver_;
  std::unordered_set<std::uint64_t> addresses_;  // of objects that can be interchanged
  std::map<TermId, bool> known_;
};

}  // namespace fretsaw::path
