// SPDX-License-Identifier: MIT
// Real objects of classes with containers, statics and pointers into objects: what the search found, built
// anew, must satisfy the predicate as well, and be read back as what it was.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "fretsaw/structures.hpp"
#include "predicate/classes/containers.hpp"
#include "predicate/classes/pointers.hpp"

namespace {

// Leaves all members alone but one.
fretsaw::Bounds only(const std::string& class_name, const std::vector<std::string>& members,
                     const std::string& member, fretsaw::Bounds bounds) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i] == member)
      bounds.values.emplace_back(class_name + "::which", std::to_string(i));
    else
      bounds.values.emplace_back(class_name + "::" + members[i], "default");
  }
  return bounds;
}

template <class T>
std::size_t count_valid(const fretsaw::Bounds& bounds) {
  std::set<std::string> texts;
  std::size_t count = 0;
  for (T& object : fretsaw::all<T>(bounds)) {
    ++count;
    EXPECT_TRUE(object.rep_ok()) << fretsaw::describe(object);
    EXPECT_TRUE(texts.insert(fretsaw::describe(object)).second) << fretsaw::describe(object);
  }
  return count;
}

const std::vector<std::string> kContainers = {"palindrome", "trie",  "cache", "btree", "skip_list", "graph",
                                              "table",      "rope",  "bimap", "index", "ordered",   "window",
                                              "polynomial", "board", "kids",  "values"};
const std::vector<std::string> kPointers = {"ring", "queue",     "sentinels", "skip_list",
                                            "sets", "heap",      "quadtree",  "intervals",
                                            "tree", "intrusive", "ended",     "measured"};

std::size_t containers(const std::string& member, const fretsaw::Bounds& bounds) {
  return count_valid<wild::Containers>(only("Containers", kContainers, member, bounds));
}
std::size_t pointers(const std::string& member, const fretsaw::Bounds& bounds) {
  return count_valid<wild::Pointers>(only("Pointers", kPointers, member, bounds));
}

TEST(RealObjects, HaveContainers) {
  EXPECT_EQ(containers("palindrome", {.size = 2}), 1U + 2 + 2);
  EXPECT_EQ(containers("trie", {.size = 2}), 6U);
  EXPECT_EQ(containers("cache", {.size = 2}), 1U + 3 + 6);
  EXPECT_EQ(containers("graph", {.size = 1}), 1U + 2);
  EXPECT_EQ(containers("index", {.size = 1}), 1U + 2);
  EXPECT_EQ(containers("bimap", {.size = 1}), 1U + 4);
  EXPECT_EQ(containers("window", {.size = 1}), 1U + 2);
  EXPECT_EQ(containers("kids", {.size = 3}), 9U);
}

TEST(RealObjects, HavePointersIntoEachOther) {
  EXPECT_EQ(pointers("ring", {.size = 2}), 3U);
  EXPECT_EQ(pointers("queue", {.size = 2}), 3U);
  EXPECT_EQ(pointers("ended", {.size = 2}), 3U);
  EXPECT_EQ(pointers("measured", {.size = 2}), 3U);
}

}  // namespace
