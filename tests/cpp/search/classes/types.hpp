// SPDX-License-Identifier: MIT
// One class per group of field types.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace zoo {

enum class Color : unsigned char { Red, Green = 4, Blue };

struct Inner {
  bool flag;
  signed char level;
};

// Nothing is read: every combination is a structure.
class Values {
  int number_;
  char letter_;
  double real_;
  float small_;
  Color color_;
  Inner inner_;
  unsigned low_ : 2;
  signed high_ : 3;
  const int constant_ = 7;
  static int shared_;

 public:
  bool rep_ok() const { return true; }
  // Two bit-fields lie in one byte.
  bool low_is_two() const { return low_ == 2; }
  // Reads all of inner_ at once.
  bool inner_copied() const {
    const Inner copy = inner_;
    return copy.flag && copy.level == 1;
  }
};

struct Item {
  int weight = 1;
};

class Owners {
  std::unique_ptr<Item> first_, second_;
  std::shared_ptr<Item> third_, fourth_;

 public:
  bool rep_ok() const { return true; }
};

class Sequences {
  std::vector<int> numbers_;
  std::array<short, 2> pair_;
  int raw_[2];
  std::optional<int> maybe_;
  std::vector<std::vector<char>> table_;
  std::vector<Inner> records_;

 public:
  bool rep_ok() const { return true; }
  bool ascending() const { return std::is_sorted(numbers_.begin(), numbers_.end()); }
  // Without a look at the length first.
  bool first_is_one() const { return numbers_.at(0) == 1; }
  bool unchecked() const { return numbers_[1] == 1; }
  bool unwraps() const { return *maybe_ == 1; }
};

// No field at all.
struct Nothing {
  bool rep_ok() const { return true; }
};

class Siblings {
  const void* unused_ = nullptr;
  struct Any {
    virtual ~Any() = default;
  };
  struct First : Any {};
  struct Second : Any {};
  Any* p_;
  Any* q_;

 public:
  bool rep_ok() const { return true; }
};

class Shape {
 public:
  virtual ~Shape() = default;
  virtual bool valid() const = 0;

 protected:
  int id_ = 0;
};
class Extra {
 public:
  virtual ~Extra() = default;
  long extra_ = 5;
};
class Circle : public Shape {
  int radius_ = 0;

 public:
  bool valid() const override { return id_ == 1 && radius_ > 0; }
};
// Shape is not at the beginning of a Square.
class Square : public Extra, public Shape {
  int side_ = 0;

 public:
  bool valid() const override { return id_ == 2 && side_ > 1 && extra_ == 5; }
};
class Drawing {
  Shape* shape_ = nullptr;

 public:
  bool rep_ok() const { return shape_ != nullptr && shape_->valid(); }
};

// The root class is a node class, too.
class Ring {
  Ring* next_ = this;
  std::unique_ptr<Ring> owned_;

 public:
  bool rep_ok() const {
    const Ring* node = next_;
    for (int i = 0; i < 4 && node != nullptr && node != this; ++i) node = node->next_;
    return node == this;
  }
};

class Referring {
  Item& item_;
  Item& other_;

 public:
  explicit Referring(Item& item) : item_(item), other_(item) {}
  bool rep_ok() const { return &item_ != &other_; }
};

template <class T>
class Stack {
  struct Node {
    T value;
    Node* below;
  };
  Node* top_ = nullptr;

 public:
  bool rep_ok() const {
    std::set<const Node*> seen;
    for (const Node* node = top_; node != nullptr; node = node->below) {
      if (!seen.insert(node).second) return false;
    }
    return true;
  }
};

class Unsupported {
  std::map<const char*, int> table_;
  int number_ = 0;

 public:
  bool rep_ok() const { return table_.empty() && number_ == 1; }
};

// What the C library's functions read, they read unseen.
class Bytes {
  int function_ = 0;
  char a_[3];
  char b_[3];

 public:
  bool rep_ok() const {
    char copy[3] = {};
    switch (function_) {
      case 0:
        return std::memcmp(a_, b_, 3) == 0;
      case 1:
        std::memcpy(copy, a_, 3);
        return copy[0] == 1 && copy[2] == 1;
      case 2:
        return std::strcmp(a_, b_) == 0;
      case 3:
        return std::strlen(a_) == 1;
      case 4:
        return std::equal(a_, a_ + 3, b_);
      case 5:
        return std::memchr(a_, 1, 3) != nullptr;
      case 6:
        std::memmove(copy, a_, 3);
        return copy[1] == 1;
      case 7:
        return std::strncmp(a_, b_, 2) == 0;
      case 8:
        std::copy(a_, a_ + 3, copy);
        return copy[2] == 1;
      default:
        return false;
    }
  }
};

inline bool heavier(const Item& a, const Item* b, int by) {
  return b != nullptr && a.weight == b->weight + by;
}
inline bool weightless(const Item& item) { return item.weight == 0; }

}  // namespace zoo
