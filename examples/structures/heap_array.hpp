// SPDX-License-Identifier: MIT
// A binary max-heap of integers in an array with spare room.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

class HeapArray {
 public:
  // The value of an empty slot; not itself an element.
  static constexpr int kEmpty = -1;

  HeapArray() = default;
  explicit HeapArray(int capacity) : array_(capacity, kEmpty) {}

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int capacity() const { return static_cast<int>(array_.size()); }

  // The first size_ slots hold elements, none above its parent, and the other slots are empty.
  bool rep_ok() const {
    if (size_ < 0 || size_ > capacity()) return false;
    for (int i = 0; i < size_; ++i) {
      if (array_[i] == kEmpty) return false;
      if (i > 0 && array_[i] > array_[parent(i)]) return false;
    }
    for (int i = size_; i < capacity(); ++i) {
      if (array_[i] != kEmpty) return false;
    }
    return true;
  }

  // Throws if the element is kEmpty.
  /*@ normal_behavior
        requires element != kEmpty;
        ensures size() == \old(size()) + 1 && max() == (\old(empty()) ? element : std::max(element, \old(array_)[0]));
      also exceptional_behavior
        requires element == kEmpty;
        signals std::invalid_argument; */
  void insert(int element) {
    if (element == kEmpty) throw std::invalid_argument("the element is the mark of an empty slot");
    if (size_ == capacity()) array_.resize(2 * array_.size() + 1, kEmpty);
    int i = size_++;
    array_[i] = element;
    for (; i > 0 && array_[i] > array_[parent(i)]; i = parent(i)) std::swap(array_[i], array_[parent(i)]);
  }

  // The largest element. Throws if the heap is empty.
  /*@ normal_behavior
        requires !empty();
        ensures { @result = max[univ.(this.array_)] }
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int max() const {
    if (size_ == 0) throw std::out_of_range("the heap is empty");
    return array_[0];
  }

  // Removes and returns the largest element. Throws if the heap is empty.
  /*@ normal_behavior
        requires !empty();
        ensures \result == \old(max()) && size() == \old(size()) - 1 && capacity() == \old(capacity());
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int extract_max() {
    const int largest = max();
    --size_;
    array_[0] = array_[size_];
    array_[size_] = kEmpty;
    sift_down(0);
    return largest;
  }

 private:
  static int parent(int i) { return (i - 1) / 2; }

  void sift_down(int i) {
    for (;;) {
      int largest = i;
      for (int child = 2 * i + 1; child <= 2 * i + 2 && child < size_; ++child) {
        if (array_[child] > array_[largest]) largest = child;
      }
      if (largest == i) return;
      std::swap(array_[i], array_[largest]);
      i = largest;
    }
  }

  int size_ = 0;
  std::vector<int> array_;
};
