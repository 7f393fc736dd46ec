// SPDX-License-Identifier: MIT
// A class template with a class in it. pile.spec refers to the template, and to the parts of its instances.
#pragma once

template <class T>
class Pile {
 public:
  struct Sheet {
    T value{};
    Sheet* below = nullptr;
  };

  void put(const T& value) { top_ = new Sheet{value, top_}; }
  const T& top() const { return top_->value; }
  int height() const {
    int count = 0;
    for (const Sheet* at = top_; at != nullptr; at = at->below) ++count;
    return count;
  }

 private:
  Sheet* top_ = nullptr;

  template <class U>
  friend bool ends(const Pile<U>& pile);
};

// Has it no cycle?
template <class T>
bool ends(const Pile<T>& pile) {
  const auto* slow = pile.top_;
  for (const auto* fast = pile.top_; fast != nullptr && fast->below != nullptr; slow = slow->below) {
    fast = fast->below->below;
    if (fast == slow->below) return fast == nullptr;
  }
  return true;
}
