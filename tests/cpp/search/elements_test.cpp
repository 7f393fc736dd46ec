// SPDX-License-Identifier: MIT
// Pointers to elements of vectors and the like: elements are ordered, so no two of them are interchangeable.
#include "cpp/search/collection.hpp"

namespace fretsaw::testing {
namespace {

const Collection& elements() {
  static const Collection kAll("elements.hpp", "Elements",
                               {"list", "slab", "recent", "cursor", "fixed", "web", "nested"});
  return kAll;
}

TEST(PointersToElements, AListInAVectorTakesEveryOrder) {
  std::uint64_t expected = 0;
  for (int n = 0; n <= 4; ++n) {
    expected += falling(n, n);
    EXPECT_EQ(elements().count("list", {"objects", "PooledList::Node=0", "values",
                                        "PooledList::pool.length=0.." + std::to_string(n)}),
              expected);
  }
  // Objects outside of the vector are no good to this predicate, and do not keep it from finding all.
  const Found found = elements().search("list", size(3));
  EXPECT_EQ(found.totals.structures, 1U + 1 + 2 + 6);
  EXPECT_NE(found.structures[1].find("pool = [{next = null}], head = &Elements$0.list.pool[0]"),
            std::string::npos)
      << found.structures[1];
}

TEST(PointersToElements, AnArrayBehindAPointerHasAListOfFreeSlots) {
  EXPECT_EQ(elements().count("slab", {"objects", "Slot=0", "values", "Slab::capacity=0..3", "values",
                                      "Slab::slots.length=capacity"}),
            1U + 2 + 4 + 8);
}

TEST(PointersToElements, AMapPointsIntoAList) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 2; ++k) expected += falling(3, k);
  EXPECT_EQ(elements().count("recent", {"size", "2", "objects", "Entry=0"}), expected);
}

TEST(PointersToElements, ALengthThatIsReadLaterMakesRoomForThem) {
  // Nothing at all; or the i-th of k items on the only shelf.
  EXPECT_EQ(elements().count("cursor", {"objects", "Item=0", "objects", "Shelf=2", "values",
                                        "Shelf::items.length=0..3", "values", "Item::unused=a"}),
            1U + 1 + 2 + 3);
}

TEST(PointersToElements, ArraysHaveThemToo) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 3; ++k) expected += falling(3, k);
  EXPECT_EQ(elements().count("fixed", {"objects", "Fixed::Node=0"}), expected);
}

TEST(PointersToElements, OrderOfReadsDoesNotMatter) {
  // Two pointers and `length` nodes, with `free` nodes outside, each of which exists if something leads
  // there.
  const auto all = [](int free) {
    std::uint64_t sum = 0;
    for (int length = 0; length <= 2; ++length) {
      const auto k = static_cast<std::uint64_t>(length);
      const std::uint64_t inside = (k + 1) * (k + 1) * power(2 * (k + 1), length);
      const std::uint64_t any = (k + 2) * (k + 2) * power(2 * (k + 2), length);
      sum += free == 0 ? inside : inside + (any - inside) * 2 * (k + 2);
    }
    return sum;
  };
  for (int free = 0; free <= 1; ++free) {
    for (int order = 0; order <= 3; ++order) {
      const std::vector<std::string> words = {"objects", "Web::Node=" + std::to_string(free),
                                              "values",  "Web::nodes.length=0..2",
                                              "values",  "Web::order=" + std::to_string(order)};
      EXPECT_EQ(elements().count("web", words), all(free)) << "order " << order << ", free " << free;
      std::uint64_t parts = 0;
      for (std::uint64_t part = 1; part <= 5; ++part) {
        search::SearchRequest request = counting();
        request.part = {part, 5};
        parts += elements().program().search(elements().only("web", words), request).totals.structures;
      }
      EXPECT_EQ(parts, all(free)) << "order " << order << ", in parts";
    }
  }
}

TEST(PointersToElements, ElementsOfElements) {
  // Rows of at most one leaf and perhaps an extra one: the leaf chosen is one of those that there are.
  std::uint64_t expected = 0;
  for (int rows = 0; rows <= 2; ++rows) {
    for (int code = 0; code < 1 << (2 * rows); ++code)
      expected += static_cast<std::uint64_t>(__builtin_popcount(static_cast<unsigned>(code)));
  }
  EXPECT_EQ(elements().count("nested", {"objects", "Leaf=0", "values", "Nested::rows.length=0..2", "values",
                                        "Row::leaves.length=0..1", "values", "Leaf::unused=a"}),
            expected);
}

TEST(PointersToElements, UnreadObjectsExistIfAPointerRefersToThem) {
  // Without reading the vector: the first length that makes room.
  const Found found =
      elements().search("nested", {"objects", "Leaf=0", "values", "Nested::rows.length=0..2", "values",
                                   "Row::leaves.length=0..1", "values", "Row::extra.length=0", "values",
                                   "Leaf::unused=a", "unread", "default"});
  EXPECT_EQ(found.totals.structures, 2U);
  EXPECT_NE(found.structures[1].find("rows = [{leaves = (default value), extra = (default value)}, {leaves "
                                     "= [{unused = (default value)}], extra = (default value)}], chosen = "
                                     "&Elements$0.nested.rows[1].leaves[0]"),
            std::string::npos)
      << found.structures[1];
}

}  // namespace
}  // namespace fretsaw::testing
