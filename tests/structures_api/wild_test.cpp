// SPDX-License-Identifier: MIT
// Real objects of classes with containers, statics and pointers into objects: what the search found, built
// anew, must satisfy the predicate as well, and be read back as what it was.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "cpp/search/classes/alternatives.hpp"
#include "cpp/search/classes/containers.hpp"
#include "cpp/search/classes/elements.hpp"
#include "cpp/search/classes/pointers.hpp"
#include "fretsaw/structures.hpp"

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

const std::vector<std::string> kElements = {"list", "slab", "recent", "cursor", "fixed", "web", "nested"};

std::size_t elements(const std::string& member, const fretsaw::Bounds& bounds) {
  return count_valid<wild::Elements>(only("Elements", kElements, member, bounds));
}

TEST(RealObjects, HavePointersToElements) {
  const fretsaw::Bounds three = {.objects = {{"PooledList::Node", 0}},
                                 .values = {{"PooledList::pool.length", "0..3"}}};
  EXPECT_EQ(elements("list", three), 1U + 1 + 2 + 6);
  EXPECT_EQ(elements("recent", {.size = 2, .objects = {{"Entry", 0}}}), 1U + 3 + 6);
  EXPECT_EQ(elements("fixed", {.objects = {{"Fixed::Node", 0}}}), 1U + 3 + 6 + 6);
  EXPECT_EQ(elements("cursor", {.objects = {{"Item", 0}, {"Shelf", 2}},
                                .values = {{"Shelf::items.length", "0..3"}, {"Item::unused", "a"}}}),
            1U + 1 + 2 + 3);
  EXPECT_EQ(elements("nested", {.objects = {{"Leaf", 0}},
                                .values = {{"Nested::rows.length", "0..2"},
                                           {"Row::leaves.length", "0..1"},
                                           {"Leaf::unused", "a"}}}),
            4U + 32);
  bool shown = false;
  for (wild::Elements& object : fretsaw::all<wild::Elements>(only("Elements", kElements, "list", three)))
    shown = shown || fretsaw::describe(object).find("head = &Elements$0.list.pool[2]") != std::string::npos;
  EXPECT_TRUE(shown);
}

const std::vector<std::string> kAlternatives = {"setting", "arithmetic", "tagged",
                                                "reg",     "free_list",  "document"};

std::size_t alternatives(const std::string& member, const fretsaw::Bounds& bounds) {
  return count_valid<wild::Alternatives>(only("Alternatives", kAlternatives, member, bounds));
}

TEST(RealObjects, AreVariantsAndUnions) {
  EXPECT_EQ(alternatives("setting", {.size = 2, .values = {{"Setting::value.2.length", "0"}}}),
            2U + 1 + 1 + 4 + 3);
  EXPECT_EQ(alternatives("arithmetic", {.objects = {{"Arithmetic::Node", 3}},
                                        .values = {{"Operation::sign", "'+','-'"},
                                                   {"Arithmetic::Node::content.0", "1..2"}}}),
            2U + 2 * 4);
  EXPECT_EQ(alternatives("document", {.size = 2}), 1U + 3 + (1 + 3 + 6) + (1 + 3 + 3));
  EXPECT_EQ(
      alternatives("free_list", {.objects = {{"Slot", 0}},
                                 .values = {{"FreeList::slots.length", "0..2"}, {"Slot::content.1", "0"}}}),
      1U + 2 + 5);
  std::size_t tagged = 0;
  for (wild::Alternatives& object :
       fretsaw::all<wild::Alternatives>(only("Alternatives", kAlternatives, "tagged",
                                             {.objects = {{"Tagged", 2}},
                                              .values = {{"Tagged::union.member", "kind"},
                                                         {"Tagged::number", "0..2"},
                                                         {"Tagged::letters", "a..b"}}}))) {
    ++tagged;
    EXPECT_TRUE(object.rep_ok());
  }
  EXPECT_EQ(tagged, (2U + 3) * 3);
}

}  // namespace
