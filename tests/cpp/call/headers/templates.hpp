// SPDX-License-Identifier: MIT
// Methods of templates whose clauses and parameters refer to the template's parameters, and to declarations next
// to the template. Every such clause holds.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

template <class T, std::size_t N>
class Ring {
  T data_[N];
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  //@ invariant head_ < N && count_ <= N;

 public:
  /*@ normal_behavior requires count_ < N; ensures data_[(head_ + count_ - 1) % N] == T(value);
      also exceptional_behavior requires count_ == N; signals std::length_error; */
  void push(const T& value) {
    if (count_ == N) throw std::length_error("full");
    data_[(head_ + count_++) % N] = value;
  }
};
using IntRing = Ring<int, 2>;

template <class T, std::size_t N = 2>
struct Bag {
  struct Cell {
    T value{};
    Cell* next = nullptr;
    //@ invariant value < T(N);
  };
  Cell* head = nullptr;
  //@ ensures \result == T(by.size()) && N == 2;
  T width(const std::array<T, N>& by) const { return by.size(); }
};
using IntBag = Bag<int>;

template <class T>
struct Bag<T*, 3> {
  //@ ensures \result == (x == 0);
  bool is_zero(T x) const { return x == 0; }
};
using PointerBag = Bag<long*, 3>;

enum class Mode { Low, High };
template <Mode M, int I>
struct Gate {
  int value = 0;
  //@ ensures \result == (M == Mode::High && value + I > 0);
  bool is_open() const { return value > 3; }
};
using NegativeGate = Gate<Mode::High, -3>;

namespace geometry {
struct Item {
  long value = 0;
};
enum class Kind { A, B };
template <class U>
struct Box {
  U content{};
  //@ ensures content == static_cast<U>(item.value) && kind != Kind::B;
  void put(const Item& item, Kind kind) {
    content = static_cast<U>(item.value);
    (void)kind;
  }
  //@ ensures \result == (content == other);
  bool is(U other) const { return content == other; }
};
template <class T>
struct Wrap : Box<T> {};
}  // namespace geometry
using UnsignedBox = geometry::Box<unsigned char>;
using SmallWrap = geometry::Wrap<signed char>;
struct Plain : geometry::Box<bool> {};

//@ ensures \result == T(K);
template <class T, int K>
T times(T by) {
  return by == 0 ? T(K) : by * K;
}

//@ ensures \result == rows[0] + rows[1];
inline int sum(const int (&rows)[2]) { return rows[0] + rows[1]; }
//@ ensures rows[0] == \old(rows[1]) && rows[0] > 0;
inline void flip(int (&rows)[2]) {
  const int first = rows[0];
  rows[0] = rows[1];
  rows[1] = first;
}
