// SPDX-License-Identifier: MIT
// No two std::unique_ptr own the same object, whether inputs are searched or solved for.
#pragma once
#include <memory>
#include <vector>

struct Bead {
  std::unique_ptr<Bead> next;
};

struct Chain {
  std::unique_ptr<Bead> first;
  std::vector<std::unique_ptr<Bead>> spare;

  //@ requires first != nullptr;
  void searched(std::unique_ptr<Bead> more) { spare.push_back(std::move(more)); }
  /*@ requires { some this.first } */
  void solved(std::unique_ptr<Bead> more) { spare.push_back(std::move(more)); }
};
