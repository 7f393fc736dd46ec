// SPDX-License-Identifier: MIT
// Every kind of thing that can be called, some of them wrong.
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
namespace num {

/*@ ensures { @result = max[@a + @b] } */
template <class T>
T largest(T a, T b) {
  return a < b ? b : a;
}
template int largest<int>(int, int);

template <class T>
T smallest(T a, T b) {
  return a < b ? a : b;
}

//@ requires a >= 0 && b > 0;
//@ ensures \result >= 0 && \result < b && (a - \result) % b == 0;
inline int rest(int a, int b) { return a % b; }
/*@ ensures { @result = max[@a + @b] } */
inline int larger(int a, int b) { return a > b ? a : b; }
inline double half(int a) { return a / 2.0; }
//@ ensures \result == (v.empty() ? 0 : v.size() == 1 ? v[0] : v[0] + v[1]);
inline int sum(const std::vector<int>& v) {
  int s = 0;
  for (int x : v) s += x;
  return s;
}
}  // namespace num
template <class T>
class Box {
  T value_{};
  int count_ = 0;

 public:
  //@ invariant count_ >= 0;
  Box() = default;
  //@ ensures value_ == v && count_ == 1;
  explicit Box(T v) : value_(v), count_(1) {}
  //@ ensures value_ == v && count_ == \old(count_) + 1;
  void set(const T& v) {
    value_ = v;
    ++count_;
  }
  //@ ensures \result == value_;
  const T& get() const { return value_; }
  //@ ensures \result == (value_ == other.value_);
  bool operator==(const Box& other) const { return value_ == other.value_; }
  void set(T a, T b) { value_ = a + b; }
};
using IntBox = Box<int>;
template class Box<char>;
struct Shape {
  int id = 0;
  virtual ~Shape() = default;
  //@ ensures \result >= 0;
  virtual int area() const = 0;
};
struct Square : Shape {
  int side = 0;
  //@ ensures \result == side * side;
  int area() const override { return side * side; }
};
struct Hole : Shape {
  int size = 0;
  int area() const override { return -size; }
};
struct Grid {
  int cells[2][2] = {};
  /*@ ensures { all i, j: 0 + 1 | this.cells[i][j] = this.cells`[j][i] } */
  void transpose() { std::swap(cells[0][1], cells[1][0]); }
  /*@ ensures { all i, j: 0 + 1 | this.cells[i][j] = this.cells`[j][i] } */
  void wrong_transpose() { cells[0][1] = cells[1][0]; }
};
class Thrower {
  int n_ = 0;

 public:
  //@ invariant n_ < 3;
  Thrower() = default;
  //@ signals std::invalid_argument if n == 3;
  explicit Thrower(int n) : n_(n) {
    if (n >= 3) throw std::invalid_argument("n");
  }
};
struct Range {
  struct Point {
    int at = 0;
  };
  int low = 0, high = 0;
  //@ invariant low <= high;
  //@ ensures { @result = true <=> (this.low <= @value and @value <= this.high) }
  bool holds(int value) const { return low <= value && value <= high; }
  //@ ensures { @result = true <=> (this.low <= @other.low and @other.high <= this.high) }
  bool holds(const Range& other) const { return low <= other.low && other.high <= high; }
  //@ ensures \result == (p != nullptr && low <= p->at && p->at <= high);
  bool holds(const Point* p) const { return p != nullptr && holds(p->at); }
  //@ ensures low == \old(other.low) && high == \old(other.high);
  Range& operator=(Range&& other) noexcept {
    low = other.low;
    high = other.high;
    return *this;
  }
  //@ ensures { @result = true <=> (@other.low <= this.high and this.low <= @other.high) }
  bool meets(Range other) const { return other.low <= high && low <= other.high; }
  Range& operator=(const Range&) = default;
  Range() = default;
  Range(const Range&) = default;
};
//@ ensures \result == (a.high < b.low);
inline bool operator<(const Range& a, const Range& b) { return a.high < b.low; }
inline bool operator<(const Grid& a, const Grid& b) { return a.cells[0][0] < b.cells[0][0]; }
class Jar {
  //@ invariant { this.level_ >= 0 and this.level_ <= 2 }
  int level_ = 0;

 public:
  /*@ normal_behavior
        requires { @level <= 1 }
        ensures { this.level_ = @level }
      also exceptional_behavior
        requires { @level > 1 }
        signals std::invalid_argument; */
  explicit Jar(int level) : level_(level) {
    if (level > 1) throw std::invalid_argument("level");
  }
  /*@ normal_behavior
        requires { this.level_ > 0 }
        ensures { this.level_ = minus[this.level_`, 1] }
      also exceptional_behavior
        requires { this.level_ = 0 }
        signals std::logic_error; */
  void pour() {
    if (level_ == 0) throw std::logic_error("empty");
    --level_;
  }
};
class Cup {
  bool full_ = false;

 public:
  /*@ normal_behavior
        requires { this.full_ = true }
        ensures { this.full_ = false }
      also exceptional_behavior
        requires { this.full_ = false }
        signals std::logic_error; */
  void pour() {
    if (!full_) throw std::logic_error("empty");
    full_ = false;
  }
};
