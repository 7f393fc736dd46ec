// What a branch may depend on beside the input: nothing may be called impossible because of it.
#pragma once

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>

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

// What is here depends on nothing else: a table that nobody changes, an absolute value, the order of one array.
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

// A class that nobody can name, behind a reference to its base.
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
