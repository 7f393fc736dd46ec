// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "examples/random_operations.hpp"
#include "linked_list.hpp"
#include "singly_linked_list.hpp"
#include "sorted_list.hpp"

namespace examples {
namespace {

template <class Object>
bool erase_first(std::vector<const Object*>& sequence, const Object& object) {
  const auto place = std::find(sequence.begin(), sequence.end(), &object);
  if (place == sequence.end()) return false;
  sequence.erase(place);
  return true;
}

TEST(SinglyLinkedList, BehavesLikeASequence) {
  for_each_seed([](Dice& dice) {
    const std::vector<SinglyLinkedList::Object> objects(5);
    SinglyLinkedList list;
    std::vector<const SinglyLinkedList::Object*> sequence;
    for (int i = 0; i < 200; ++i) {
      const SinglyLinkedList::Object& object = objects[dice.roll(0, 4)];
      switch (dice.roll(0, 4)) {
        case 0:
          list.push_front(object);
          sequence.insert(sequence.begin(), &object);
          break;
        case 1:
          list.push_back(object);
          sequence.push_back(&object);
          break;
        case 2:
          ASSERT_EQ(list.remove(object), erase_first(sequence, object));
          break;
        case 3:
          list.reverse();
          std::reverse(sequence.begin(), sequence.end());
          break;
        default:
          if (sequence.empty()) {
            ASSERT_THROW(list.pop_front(), std::out_of_range);
            break;
          }
          ASSERT_EQ(&list.pop_front(), sequence.front());
          sequence.erase(sequence.begin());
      }
      ASSERT_TRUE(list.rep_ok());
      ASSERT_EQ(list.elements(), sequence);
      ASSERT_EQ(list.size(), static_cast<int>(sequence.size()));
      ASSERT_EQ(list.contains(object), std::count(sequence.begin(), sequence.end(), &object) > 0);
    }
  });
}

TEST(LinkedList, BehavesLikeASequence) {
  for_each_seed([](Dice& dice) {
    const std::vector<LinkedList::Object> objects(5);
    LinkedList list;
    std::vector<const LinkedList::Object*> sequence;
    for (int i = 0; i < 200; ++i) {
      const LinkedList::Object& object = objects[dice.roll(0, 4)];
      const int index = dice.roll(0, list.size());
      switch (dice.roll(0, 6)) {
        case 0:
          list.push_front(object);
          sequence.insert(sequence.begin(), &object);
          break;
        case 1:
          list.push_back(object);
          sequence.push_back(&object);
          break;
        case 2:
          list.insert(index, object);
          sequence.insert(sequence.begin() + index, &object);
          break;
        case 3:
          ASSERT_EQ(list.remove(object), erase_first(sequence, object));
          break;
        case 4:
          list.reverse();
          std::reverse(sequence.begin(), sequence.end());
          break;
        case 5:
          if (!dice.one_in(10)) break;
          list.clear();
          sequence.clear();
          break;
        default:
          if (index == list.size()) {
            ASSERT_THROW(list.remove_at(index), std::out_of_range);
            break;
          }
          ASSERT_EQ(&list.at(index), sequence[index]);
          list.remove_at(index);
          sequence.erase(sequence.begin() + index);
      }
      ASSERT_TRUE(list.rep_ok());
      ASSERT_EQ(list.elements(), sequence);
      ASSERT_EQ(list.size(), static_cast<int>(sequence.size()));
      ASSERT_EQ(list.contains(object), std::count(sequence.begin(), sequence.end(), &object) > 0);
    }
  });
}

TEST(LinkedList, RefusesPlacesThatDoNotExist) {
  const LinkedList::Object object;
  LinkedList list;
  EXPECT_THROW(list.insert(1, object), std::out_of_range);
  EXPECT_THROW(list.insert(-1, object), std::out_of_range);
  EXPECT_THROW(list.at(0), std::out_of_range);
  EXPECT_TRUE(list.rep_ok());
}

TEST(SortedList, BehavesLikeAMultiset) {
  for_each_seed([](Dice& dice) {
    SortedList list;
    std::multiset<int> multiset;
    for (int i = 0; i < 200; ++i) {
      const int element = dice.roll(1, 12);
      if (dice.one_in(20)) {
        SortedList other;
        for (int n = dice.roll(0, 5); n > 0; --n) {
          other.insert(n + element);
          multiset.insert(n + element);
        }
        list.merge(other);
        ASSERT_TRUE(other.rep_ok() && other.empty());
      } else if (dice.one_in(2)) {
        list.insert(element);
        multiset.insert(element);
      } else {
        const auto place = multiset.find(element);
        ASSERT_EQ(list.remove(element), place != multiset.end());
        if (place != multiset.end()) multiset.erase(place);
      }
      ASSERT_TRUE(list.rep_ok());
      ASSERT_EQ(list.elements(), std::vector<int>(multiset.begin(), multiset.end()));
      ASSERT_EQ(list.size(), static_cast<int>(multiset.size()));
      ASSERT_EQ(list.contains(element), multiset.count(element) > 0);
      if (multiset.empty()) continue;
      ASSERT_EQ(list.min(), *multiset.begin());
      ASSERT_EQ(list.max(), *multiset.rbegin());
    }
  });
}

TEST(SortedList, RefusesWhatItCannotHold) {
  SortedList list;
  EXPECT_THROW(list.insert(0), std::invalid_argument);
  EXPECT_THROW(list.min(), std::out_of_range);
  EXPECT_THROW(list.max(), std::out_of_range);
  list.merge(list);
  EXPECT_TRUE(list.rep_ok());
}

}  // namespace
}  // namespace examples
