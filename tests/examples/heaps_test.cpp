// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "binomial_heap.hpp"
#include "examples/random_operations.hpp"
#include "fibonacci_heap.hpp"
#include "heap_array.hpp"

namespace examples {
namespace {

TEST(HeapArray, GivesTheLargestFirst) {
  for_each_seed([](Dice& dice) {
    HeapArray heap(dice.roll(0, 4));
    std::multiset<int> multiset;
    for (int i = 0; i < 300; ++i) {
      if (multiset.empty() || dice.one_in(2)) {
        const int element = dice.roll(0, 20);
        heap.insert(element);
        multiset.insert(element);
      } else {
        ASSERT_EQ(heap.extract_max(), *multiset.rbegin());
        multiset.erase(std::prev(multiset.end()));
      }
      ASSERT_TRUE(heap.rep_ok());
      ASSERT_EQ(heap.size(), static_cast<int>(multiset.size()));
      ASSERT_LE(heap.size(), heap.capacity());
      if (!multiset.empty()) {
        ASSERT_EQ(heap.max(), *multiset.rbegin());
      }
    }
  });
}

TEST(HeapArray, RefusesTheMarkOfAnEmptySlot) {
  HeapArray heap;
  EXPECT_THROW(heap.insert(HeapArray::kEmpty), std::invalid_argument);
  EXPECT_THROW(heap.max(), std::out_of_range);
  EXPECT_THROW(heap.extract_max(), std::out_of_range);
  EXPECT_TRUE(heap.rep_ok());
}

TEST(BinomialHeap, GivesTheSmallestFirst) {
  for_each_seed([](Dice& dice) {
    BinomialHeap heap;
    std::multiset<int> multiset;
    for (int i = 0; i < 200; ++i) {
      if (dice.one_in(20)) {
        BinomialHeap other;
        for (int n = dice.roll(0, 9); n > 0; --n) {
          other.insert(n);
          multiset.insert(n);
        }
        heap.merge(other);
        ASSERT_TRUE(other.rep_ok() && other.empty());
      } else if (multiset.empty() || dice.one_in(2)) {
        const int key = dice.roll(-5, 20);
        heap.insert(key);
        multiset.insert(key);
      } else {
        ASSERT_EQ(heap.extract_min(), *multiset.begin());
        multiset.erase(multiset.begin());
      }
      ASSERT_TRUE(heap.rep_ok());
      ASSERT_EQ(heap.size(), static_cast<int>(multiset.size()));
      if (!multiset.empty()) {
        ASSERT_EQ(heap.min(), *multiset.begin());
      }
    }
  });
}

TEST(BinomialHeap, RefusesMoreThanItHasTreesFor) {
  BinomialHeap heap;
  EXPECT_THROW(heap.min(), std::out_of_range);
  EXPECT_THROW(heap.extract_min(), std::out_of_range);
  for (int i = 0; i < BinomialHeap::kMaxSize; ++i) heap.insert(i % 7);
  EXPECT_THROW(heap.insert(1), std::length_error);
  BinomialHeap other;
  other.insert(1);
  EXPECT_THROW(heap.merge(other), std::length_error);
  EXPECT_TRUE(heap.rep_ok());
  EXPECT_EQ(other.size(), 1);
}

// The oracle knows the key of each handle; of equal keys any may be extracted, so handles are recognized by a
// second number that makes keys unique.
TEST(FibonacciHeap, GivesTheSmallestFirstAlsoAfterDecreases) {
  for_each_seed([](Dice& dice) {
    constexpr int kSpread = 1000;
    FibonacciHeap heap;
    std::map<int, FibonacciHeap::Node*> by_key;
    for (int i = 0; i < kSpread; ++i) {
      const int unique = dice.roll(0, 50) * kSpread + i;
      if (dice.one_in(50)) {
        FibonacciHeap other;
        by_key[unique] = other.insert(unique);
        heap.merge(other);
        ASSERT_TRUE(other.rep_ok() && other.empty());
      } else if (by_key.empty() || dice.one_in(3)) {
        by_key[unique] = heap.insert(unique);
      } else if (dice.one_in(3)) {
        ASSERT_EQ(heap.extract_min(), by_key.begin()->first);
        by_key.erase(by_key.begin());
      } else {
        const auto chosen = std::next(by_key.begin(), dice.roll(0, static_cast<int>(by_key.size()) - 1));
        const auto [old_key, node] = *chosen;
        if (unique >= old_key) {
          ASSERT_THROW(heap.decrease_key(node, old_key + 1), std::invalid_argument);
          continue;
        }
        heap.decrease_key(node, unique);
        by_key.erase(chosen);
        by_key[unique] = node;
      }
      ASSERT_TRUE(heap.rep_ok());
      ASSERT_EQ(heap.size(), static_cast<int>(by_key.size()));
      if (!by_key.empty()) {
        ASSERT_EQ(heap.min(), by_key.begin()->first);
      }
    }
  });
}

TEST(FibonacciHeap, RefusesToExtractFromNothing) {
  FibonacciHeap heap;
  EXPECT_TRUE(heap.rep_ok());
  EXPECT_THROW(heap.min(), std::out_of_range);
  EXPECT_THROW(heap.extract_min(), std::out_of_range);
  heap.merge(heap);
  EXPECT_TRUE(heap.rep_ok());
}

}  // namespace
}  // namespace examples
