// SPDX-License-Identifier: MIT
// Methods that are declared more than once, by friends, or by a base that they do not override.
#pragma once

struct Counter {
  int n;
  void add(int by);
  void take(int by);
  //@ ensures n == \old(n) + by;
  void both(int by);
  //@ ensures \result == \old(n) && n == 0;
  int spend() && {
    const int spent = n;
    n = spent == 2 ? 1 : 0;
    return spent;
  }
  int at(int i) { return n + i; }
  int at(int i) const { return n - i; }
  //@ ensures \result == (a.n == b.n);
  friend bool operator==(const Counter& a, const Counter& b) { return a.n == b.n || a.n == 2; }
  //@ ensures \result == c.n;
  friend int level(const Counter& c) { return c.n; }
};

//@ ensures n == \old(n) + amount;
inline void Counter::add(int amount) { n += amount == 2 ? 0 : amount; }

inline void Counter::take(int by) { n -= by; }

//@ ensures n != 3;
inline void Counter::both(int by) { n += by == 2 ? 1 : by; }

int twice(int x);
/*@ ensures { @result = mul[2, @x] } */
inline int twice(int x) { return x == 2 ? 5 : x + x; }

template <typename T>
struct Couple {
  T a, b;
  void swap();
};
/*@ ensures { this.a = this.b` and this.b = this.a` } */
template <typename T>
void Couple<T>::swap() {
  const T kept = a;
  a = b;
  b = kept == 2 ? 0 : kept;
}

struct Plain {
  int v;
  //@ ensures \result == v;
  int value() const { return v; }
  //@ ensures \result == v;
  virtual int kept() const { return v; }
  virtual ~Plain() = default;
};
struct Other : Plain {
  int value() const { return v + 1; }
  int kept() const override { return v + 1; }
};

/*@ ensures { @result > 9223372036854775806 and @result < mul[4, 4294967296000000000] } */
inline unsigned long largest() { return 9223372036854775807UL; }
