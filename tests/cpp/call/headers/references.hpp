// SPDX-License-Identifier: MIT
// Results that are references: the object they refer to matters as much as its value.
#pragma once
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class Shelf {
  std::vector<int> items_;
  int spare_ = 0;
  Shelf* next_ = nullptr;

 public:
  /*@ requires !items_.empty();
      ensures &\result == &items_[0] && \result == \old(items_[0]);
      ensures { @result = this.items_[0] } */
  int& first() { return items_[0]; }

  /*@ requires !items_.empty();
      ensures &\result == &items_[0]; */
  const int& peek() const { return items_[0]; }

  // The value is right, the object is not.
  /*@ requires !items_.empty();
      ensures \result == items_[0];
      ensures &\result == &items_[0]; */
  int& copy_of_first() {
    spare_ = items_[0];
    return spare_;
  }

  /*@ ensures &\result == &items_; */
  const std::vector<int>& items() const { return items_; }

  /*@ ensures &\result == &next_; ensures { @result = this.next_ } */
  Shelf*& next() { return next_; }

  /*@ ensures &\result == this; ensures { @result = this } */
  Shelf& self() { return *this; }

  /*@ ensures &\result == &name_of_all() && \result == "shelf"; */
  const std::string& name() const { return name_of_all(); }
  static const std::string& name_of_all() {
    static const std::string kName = "shelf";
    return kName;
  }

  /*@ ensures &\result == &items_; */
  std::vector<int>&& give() { return std::move(items_); }

  /*@ ensures (&\result == &a || &\result == &b) && \result >= a && \result >= b; */
  static const int& larger(const int& a, const int& b) { return a < b ? b : a; }

  /*@ ensures \result == 7; */
  static int& counter() {
    static int value = 7;
    return value;
  }

  // There are no copies of a stream.
  /*@ ensures &\result == &std::cerr; */
  std::ostream& print() const { return std::cerr << items_.size(); }

  // Nothing is there any more.
  /*@ ensures \result == value; */
  static const int& gone(int value) {
    int copy = value;
    int* volatile address = &copy;
    return *address;
  }

  /*@ ensures \result == 1; */
  static int& deleted() {
    int* const block = new int(1);
    delete block;
    int* volatile address = block;
    return *address;
  }

  /*@ requires !items_.empty();
      ensures \result == items_.data(); */
  int* data() { return items_.data(); }

  // What \old stands for is where it was.
  /*@ requires !items_.empty();
      ensures \old(items_.data()) == items_.data() && \old(&value) == &value && value == \old(items_.front()); */
  void read_first(int& value) const { value = items_.front(); }
};

struct Card {
  int number = 0;
};

// Non-copyable arguments passed by value are moved.
class Deck {
  std::unique_ptr<Card> top_;

 public:
  /*@ ensures { this.top_ = @card } ensures card == nullptr; */
  void put(std::unique_ptr<Card> card) { top_ = std::move(card); }

  /*@ ensures { this.top_ = @other.top_` } */
  void take(Deck other) { top_ = std::move(other.top_); }

  /*@ ensures { @cards.length > 0 => this.top_ = @cards[0] } ensures cards.empty(); */
  void put_all(std::vector<std::unique_ptr<Card>> cards) {
    if (!cards.empty()) top_ = std::move(cards.front());
  }
};
