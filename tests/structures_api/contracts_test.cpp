// SPDX-License-Identifier: MIT
// fretsaw::all<T> finds the objects that `generate` and `check` find (tests/cli/validity_test.cpp).
#include <gtest/gtest.h>

#include "fretsaw/structures.hpp"
#include "valid.hpp"

namespace {

template <class T>
int count() {
  int found = 0;
  for (T& object : fretsaw::all<T>({.size = 3})) {
    (void)object;
    ++found;
  }
  return found;
}

TEST(ContractsInTests, DefineTheValidObjects) {
  EXPECT_EQ(count<valid::Two>(), 2) << "two invariants";
  EXPECT_EQ(count<valid::Derived>(), 3) << "of the base class";
  EXPECT_EQ(count<valid::Holder>(), 3) << "of what it points to";
  EXPECT_EQ(count<valid::Specified>(), 2) << "in the .spec file";
  EXPECT_EQ(count<valid::Remembered>(), 2) << "in comments that are none";
  EXPECT_EQ(count<valid::Knot>(), 34) << "of all that can be reached";
}

}  // namespace
