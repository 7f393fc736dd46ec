// SPDX-License-Identifier: MIT
// util/integer is always open; its names must not stand in the way of the model's own.
#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

TEST(Names, OfTheImplicitIntegerModuleGiveWayToTheModelsOwn) {
  const std::string list = "sig Node { next: lone Node } one sig List { head: lone Node }";
  EXPECT_EQ(goal(list, "some List.head.*next"), "(some (. (. List List.head) (* Node.next)))");
  EXPECT_EQ(goal(list, "some n: List.head.*next | no n.next"),
            "(some [n: one (. (. List List.head) (* Node.next))] (no (. n Node.next)))");
}

TEST(Names, OfTheImplicitIntegerModuleAreStillFound) {
  const std::string list = "sig Node { next: lone Node, val: one Int }";
  EXPECT_EQ(error_of(list + "\nrun { some n: Node | n.val.next = n.val }"), "fine");
}

}  // namespace
}  // namespace fretsaw::model
