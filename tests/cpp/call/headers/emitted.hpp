// SPDX-License-Identifier: MIT
// One fault in each method, and none of them with FIXED.
#pragma once
#include <list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef FIXED
#define FAULTY(wrong, right) right
#else
#define FAULTY(wrong, right) wrong
#endif

namespace shop {

enum class Color { Red, Green };

class Stack {
  struct Cell {
    int value = 0;
    Cell* next = nullptr;
  };
  /*@ invariant { all c: this.top_.*next | c !in c.^next } */
  /*@ invariant { this.size_ = #this.top_.*next } */
  Cell* top_ = nullptr;
  int size_ = 0;

 public:
  Stack() = default;
  /*@ ensures { this.top_.value = @value and no this.top_.next } */
  explicit Stack(int value) : top_(new Cell{value, nullptr}), size_(FAULTY(value, 1)) {}

  /*@ ensures { this.top_.value = @value and this.top_.next = this.top_` and one this.top_ - this.top_` } */
  void push(int value) {
    top_ = new Cell{FAULTY(size_, value), top_};
    ++size_;
  }
  /*@ normal_behavior
        requires size_ > 0;
        ensures \result == \old(top_->value) && size_ == \old(size_) - 1;
      also exceptional_behavior
        requires { no this.top_ }
        signals std::out_of_range; */
  int pop() {
    if (FAULTY(false, size_ == 0)) throw std::out_of_range("empty");
    if (FAULTY(size_ == 0, false)) return 0;
    Cell* const gone = top_;
    const int value = gone->value;
    top_ = gone->next;
    --size_;
    delete gone;
    return value;
  }
  /*@ ensures { @other.size_ = @other.size_` } */
  void copy_from(Stack& other) {
    if (FAULTY(false, &other == this)) return;
    clear();
    for (const Cell* c = other.top_; c; c = c->next) push_back(c->value);
  }

 private:
  void clear() {
    while (top_) {
      Cell* const gone = top_;
      top_ = top_->next;
      delete gone;
    }
    size_ = 0;
  }
  void push_back(int value) {
    Cell** link = &top_;
    while (*link) link = &(*link)->next;
    *link = new Cell{value, nullptr};
    ++size_;
  }
};

struct Shape {
  int width = 0;
  virtual ~Shape() = default;
  /*@ ensures { @result >= 0 } */
  virtual int area() const { return width; }
};
struct Hole : Shape {
  int area() const override { return FAULTY(-width, width); }
};

struct Box {
  std::optional<int> content;
  Color color = Color::Red;
  std::vector<int> marks;
  bool rep_ok() const { return marks.size() < 3; }
  /*@ ensures { this.color = Green and (all i: this.marks`.univ | this.marks[i] = this.marks`[i])
                this.marks.length = plus[this.marks`.length, 1] } */
  //@ signals std::length_error if \old(marks.size()) == 2;
  void mark(int value) {
    if (FAULTY(false, marks.size() == 2)) throw std::length_error("full");
    color = Color::Green;
    marks.push_back(value);
  }
};

// A reference to something that has the right value is not enough.
struct Row {
  std::vector<int> items;
  int spare = 0;
  /*@ requires !items.empty(); ensures &\result == &items.front() && \result == \old(items.front()); */
  int& first() {
    spare = items.front();
    return FAULTY(spare, items.front());
  }
};

// Only the test process knows the number of cells.
struct Strip {
  int* cells = nullptr;
  /*@ ensures { this.cells.length = this.cells`.length } ensures \result == (cells == nullptr); */
  bool is_blank() const { return FAULTY(cells != nullptr, cells == nullptr); }
};

/*@ ensures { @result = #{i: @text.univ | @text[i] = @c} } */
inline int count(const std::string& text, char c) {
  int n = 0;
  for (const char each : text) n += each == FAULTY('a', c) ? 1 : 0;
  return n;
}

//@ ensures v.size() == \old(v.size()) + 1;
inline void grow(std::vector<int>& v) {
  if (FAULTY(v.size() != 1, true)) v.push_back(0);
}

//@ ensures l.empty();
inline void clear(std::list<int>& l) {
  while (l.size() > FAULTY(1U, 0U)) l.pop_back();
}

struct Item {
  int price = 1;
  /*@ invariant { this.price > 0 } */
};
class Drawer {
  std::map<int, Item> items_;

 public:
  //@ ensures items_.size() == \old(items_.size());
  void discount() {
    for (auto& each : items_) each.second.price = FAULTY(0, 1);
  }
};

// Which of two is called depends on the object's type, or on the arguments' only.
struct Price {
  int amount = 0;
  //@ ensures \result == amount;
  int value() const { return FAULTY(amount + 1, amount); }
  int value() { return amount; }
  //@ ensures \result == \old(amount);
  int spend() && { return FAULTY(0, amount); }
  //@ ensures \result == (a.amount == b.amount);
  friend bool operator==(const Price& a, const Price& b) {
    return FAULTY(a.amount <= b.amount, a.amount == b.amount);
  }
};

// Deletes its argument.
struct Bead {
  int value = 0;
  Bead* next = nullptr;
};
/*@ requires { some @first and @first !in @first.^next }
    ensures { @result = @first.next` } */
inline Bead* without_first(Bead* first) {
  [[maybe_unused]] Bead* const next = first->next;
  delete first;
  return FAULTY(nullptr, next);
}

}  // namespace shop
