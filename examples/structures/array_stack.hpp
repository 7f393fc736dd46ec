// SPDX-License-Identifier: MIT
// A stack of integers in a raw array that grows.
#pragma once

#include <stdexcept>

class ArrayStack {
 public:
  ArrayStack() = default;
  ArrayStack(const ArrayStack&) = delete;
  ArrayStack& operator=(const ArrayStack&) = delete;
  ~ArrayStack() { delete[] elements_; }

  int size() const { return size_; }
  int capacity() const { return capacity_; }

  // The first size_ slots hold elements, the others are zero.
  bool rep_ok() const {
    if (size_ < 0 || size_ > capacity_) return false;
    for (int i = size_; i < capacity_; ++i) {
      if (elements_[i] != 0) return false;
    }
    return true;
  }

  //@ ensures size() == \old(size()) + 1 && elements_[size_ - 1] == element;
  void push(int element) {
    if (size_ == capacity_) grow();
    elements_[size_++] = element;
  }

  // Removes and returns the element pushed last. Throws if the stack is empty.
  /*@ normal_behavior
        requires size() > 0;
        ensures \result == \old(elements_[size_ - 1]) && size() == \old(size()) - 1;
      also exceptional_behavior
        requires size() == 0;
        signals std::out_of_range; */
  int pop() {
    if (size_ == 0) throw std::out_of_range("the stack is empty");
    const int element = elements_[--size_];
    elements_[size_] = 0;
    return element;
  }

 private:
  void grow() {
    const int capacity = 2 * capacity_ + 1;
    int* const elements = new int[capacity]();
    for (int i = 0; i < size_; ++i) elements[i] = elements_[i];
    delete[] elements_;
    elements_ = elements;
    capacity_ = capacity;
  }

  int* elements_ = nullptr;
  int capacity_ = 0;
  int size_ = 0;
};
