// What a branch may depend on beside the input: nothing may be called impossible because of it.
#pragma once

#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

// A counter that lives on, and what the library says.
inline int calls_before(int k) {
  static int calls = 0;
  if (++calls > 3) return 1;
  if (std::rand() < 0) return 2;
  return k == 3 ? 3 : 4;
}

// Addresses of new objects have no order that means anything.
inline int newer(int k) {
  const auto a = std::make_unique<int>(k);
  const auto b = std::make_unique<int>(k);
  if (std::less<>()(b.get(), a.get())) return 1;
  return *a;
}

struct Gauge {
  double level = 0;
  std::atomic<int> reads = 0;

  int read(int k) {
    if (level > 100) return 1;
    if (reads.fetch_add(1) == 1000) return 2;
    return k == 3 ? 3 : 4;
  }
};

// More steps than a run may take, and a branch behind them.
inline int late(int k) {
  volatile unsigned steps = 0;
  while (steps < 40'000'000) steps = steps + 1;
  return k == 3 ? 3 : 4;
}

// What is here depends on nothing else: a constant table, an absolute value, the order of one array.
inline int plain(int k) {
  static int squares[] = {0, 1, 4};
  static const int most = 3;
  if (std::abs(k) > most) return -1;
  if (k >= 0 && k < most && squares[k] == 4) return 1;
  if (std::abs(k) < 0) return 2;  // the smallest number has none
  const auto row = std::make_unique<int[]>(2);
  if (row.get() + 1 < row.get()) return 3;
  return 0;
}

// A class that cannot be named, behind a reference to its base.
struct Sound {
  virtual ~Sound() = default;
  virtual int pitch() const { return 1; }
};
template <class T>
auto hidden(T) {
  struct Bell : Sound {
    int pitch() const override { return 7; }
  };
  return Bell{};
}
template <class T>
struct Louder : decltype(hidden(T{})) {};
inline Louder<int> louder;
inline int is_high(const Sound& sound, int k) {
  if (sound.pitch() == 7) return 1;
  return k == 3 ? 2 : 3;
}

struct Sign {
  virtual int width() const { return 1; }
  virtual ~Sign() = default;
};
inline Sign* banner() {
  struct Banner : Sign {
    int width() const override { return 9; }
  };
  return new Banner;
}
inline int is_wide(const Sign& sign) {
  if (sign.width() > 5) return 1;
  return 0;
}

// What earlier calls have left behind, seen through `this`, an index, a copy, and as a floating-point number.
inline std::vector<int> history;
inline int remembers(int k) {
  if (history.size() > 3) return 1;
  history.push_back(k);
  return k == 3 ? 2 : 3;
}
inline int tallies(int k) {
  static int counts[4];
  for (int i = 0; i < 4; ++i) {
    if (counts[i] > 2) return 1;
  }
  ++counts[k & 3];
  return k == 3 ? 2 : 3;
}
struct Totals {
  int calls = 0;
  double sum = 0;
};
inline Totals totals;
inline int copies(int k) {
  const Totals before = totals;
  if (before.calls > 2) return 1;
  ++totals.calls;
  return k == 3 ? 2 : 3;
}
inline int sums_up(int k) {
  if (totals.sum > 2) return 1;
  totals.sum += 1;
  return k == 3 ? 2 : 3;
}

// Floating-point numbers from elsewhere, and arguments without names.
inline int noise(int k) {
  if (drand48() > 0.5) return 1;
  return k == 3 ? 2 : 3;
}
inline int rand_as_number(int k) {
  if (std::rand() * 0.5 > 1e9) return 1;
  return k == 3 ? 2 : 3;
}
inline int largest(int count, ...) {
  va_list rest;
  va_start(rest, count);
  int out = 0;
  for (int i = 0; i < count; ++i) {
    const int next = va_arg(rest, int);
    if (next > out) out = next;
  }
  va_end(rest);
  return out;
}
inline int variadic(int k) { return largest(2, 4, k) > 7 ? 1 : 2; }

// Pointers of an input may lead to static objects, which have other values than objects of the input may have.
struct Bead {
  int weight = 0;
};
struct Lace {
  inline static Bead knot{9};
  inline static Bead clasp{7};
  Bead* first = nullptr;
  bool rep_ok() const { return first != nullptr && (first == &knot || first == &clasp || first->weight < 5); }
  int is_heavy() const { return first->weight > 5 ? 1 : 2; }
};
