// What is claimed of branches: how many there are, and which cannot be taken.
#pragma once

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

// && and || as a whole are no conditions of their own, wherever they stand: a, b twice each, then a, b, c.
inline int wholes(int a, int b, int c) {
  int n = 0;
  while (!(a > 2 && b > 1)) {
    ++a, ++b;
    if (++n > 3) break;
  }
  n += (a > 7 || b > 8) ? 1 : 2;
  const bool some = a > 5 && !(b > 6 && c > 7);
  return some ? n : -n;
}

// The second switch has the outcome of the same number, of other cases.
inline int switches(unsigned char x) {
  switch (x) {
    case 200:
      return 1;
    default:
      break;
  }
  switch (x) {
    case 9:
      return 2;
    case 0:
      return 3;
    case 3:
      return 4;
    case 200:
      return 5;  // never
    default:
      return 6;
  }
}

// Characters are looked at with functions of the C library.
inline int characters(char c, const std::string& word) {
  if (std::isdigit(static_cast<unsigned char>(c)) && c > '7') return 1;
  if (std::isalpha(c) && std::toupper(c) == 'Q') return 2;
  if (std::isspace(c) && std::isdigit(c)) return 3;  // never
  if (std::strchr("+-", c) != nullptr && c != 0) return 4;
  return std::strncmp(word.c_str(), "ab", 2) == 0 ? 5 : 6;
}

// An address from a library may be null, or not; and numbers may be too wide.
inline int from_outside(int k) {
  if (std::getenv("FRETSAW_NOBODY_SETS_THIS") != nullptr) return 1;
  if (static_cast<__int128>(k) * k < 0) return 4;
  return k > 0 ? 2 : 3;
}

// A precondition that is one comparison, by itself and after a formula.
//@ requires k > 0;
inline int positive(int k) {
  if (k < 1) return 1;  // never
  return k == 77 ? 2 : 3;
}
struct Pearl {
  Pearl* next = nullptr;
  /*@ requires { some this.next }
      requires k > 0; */
  int positive(int k) const {
    if (next == nullptr || k < 1) return 1;  // never
    return k == 77 ? 2 : 3;
  }
};

// Letters come first, and the one input with a zero in the middle is written so that it is that one.
inline int zeros(const std::string& word) {
  if (word.size() == 3 && word[1] == 0 && word[0] != 0) return 1;
  if (word == "ab") return 2;
  return 3;
}

// Their helpers have the same name, in two sources.
int rise(int k);
int fall(int k);
inline int rise_or_fall(int k) { return k > 5 ? rise(k) : fall(k); }

// Whether it is valid depends on a number that is not followed; but not on `spare`, nor on what it is asked.
struct Tank {
  int level = 0;
  int spare = 0;
  bool rep_ok() const { return level * 0.5 > 9.9; }
  int read(int k) const {
    if (k > 5) return 1;
    return spare == 77 ? 2 : 3;
  }
};

// There is a path for each number, and what is never true is not true on any of them.
inline int count_down(int n) {
  int steps = 0;
  while (n > 0) {
    steps += 2;
    if (steps % 2 == 1) return -1;  // never
    --n;
  }
  return steps;
}

// As long as 32 rounds are followed, it is all there is to follow.
inline int halve(unsigned n) {
  int steps = 0;
  while (n != 0) {
    n >>= 1;
    if (++steps > 32) return -1;  // never
  }
  return steps;
}

// Far too many paths.
inline int bits(unsigned n) {
  int count = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if ((n >> i & 1) != 0) ++count;
  }
  if (count > 32) return -1;  // never
  return count;
}

// The numbers of a short range are cases of their own; a long one is one case.
inline int ranges(int k) {
  switch (k) {
    case -1 ... 1:
      return k == 1 ? 1 : 2;
    case 10 ... 200:
      return k > 100 ? 3 : 4;
    case 7:
      return k == 8 ? 5 : 6;  // never the first
    case 300 ... 1000:
      return 7;
    default:
      return k > 5 && k < 10 ? 8 : 9;
  }
}

// Nothing that is valid is in none of the ranges.
//@ requires k >= 0 && k <= 1000;
inline int all_ranges(long long k) {
  switch (k) {
    case 0:
      return 1;
    case 1 ... 500:
      return 2;
    case 501 ... 1000:
      return 3;
    case 1LL << 40:  // never
      return 4;
    default:  // never
      return 5;
  }
}

// Another machine may have so much memory; none has as many bytes as the last one allocates.
inline int reserve(int k, unsigned n) {
  if (k > 3) {
    char* block = new (std::nothrow) char[200'000'000];
    if (block == nullptr) return 1;
    delete[] block;
    return 2;
  }
  char* const block = static_cast<char*>(std::malloc(n));
  if (block == nullptr) return 3;
  std::free(block);
  return 4;
}
inline int reserve_all(int k) {
  void* const block = std::malloc(std::size_t{1} << 60);
  if (block == nullptr) return k > 3 ? 1 : 2;
  std::free(block);  // never
  return 3;
}

// A loop without an end, and operands that are constants: there is no choice there, and llvm-cov counts none.
inline int constants(int k) {
  int n = 0;
  do {
    if (k > 5) break;
    ++k;
    if (++n > 3) return 2;
  } while (true);
  return true && k > 9 ? 3 : n;
}

// A formula speaks of an array whose length is another field.
class Shelf {
  int* books_ = nullptr;
  int count_ = 0;
  /*@ invariant { this.books_.length = this.count_
        some this.books_
        all i: this.books_.univ | this.books_[i] <= this.books_[0] } */

 public:
  int look() const {
    if (count_ == 0) return 1;  // never
    if (count_ == 2 && books_[1] > books_[0]) return 2;  // never the second
    return books_[0] > 7 ? 3 : 4;
  }
};

// A heap in an array, of which the smallest number is put in: inputs have it, too.
class Heap {
  int* keys_ = nullptr;
  int room_ = 0;
  int count_ = 0;
  /*@ invariant { this.keys_.length = this.room_
        0 <= this.count_ and this.count_ <= this.room_
        all i, j: this.keys_.univ | i < this.count_ and (i = j.plus[j].plus[1] or i = j.plus[j].plus[2])
          implies this.keys_[j] <= this.keys_[i] } */

 public:
  //@ requires 0 <= i && i < count_;
  void lower(int i) {
    keys_[i] = -2147483647 - 1;
    for (int up = (i - 1) / 2; i != 0 && keys_[up] > keys_[i]; up = (i - 1) / 2) {
      const int key = keys_[up];
      keys_[up] = keys_[i];
      keys_[i] = key;
      i = up;
    }
  }
};

inline constexpr unsigned kNamed = 0xFFFFFFF0U;

inline int large_cases(unsigned bits, long wide) {
  switch (bits) {
    case 7:
      return 1;
    case 2147483648:
      return 2;
    case 0xFFFF'FFFFu:
      return 3;
    case kNamed:
      return 4;
    case 3000000000 ... 3000000100:
      return 5;
    default:
      break;
  }
  switch (wide) {
    case 3000000000:
      return 6;
    case -3000000000:
      return 7;
    case -2 ... 1:
      return 8;
    default:
      return bits > 4000000000 ? 9 : 10;
  }
}

inline int shift_far(unsigned bits, int by) {
  if (by < 0) return 0;
  const unsigned rest = bits >> by;
  if (by > 31 && rest == bits) return 1;
  if (by == 33 && rest != bits >> 1) return 2;  // never
  return by > 40 ? 3 : 4;
}

// Few are valid of very many.
struct Sieve {
  int a[14];
  bool rep_ok() const {
    int sum = 0;
    for (const int each : a) sum = sum * 3 + each;
    return sum == 31415;
  }
  int take(int k) { return k > 4 ? 1 : 2; }
};
