// SPDX-License-Identifier: MIT
// Divisions that end the program for some numbers. The test includes this with SEEN as something that writes
// down which outcomes conditions have (one in a line), and OVER and REST as divisions that throw where there
// is no result.
#pragma once

#ifndef SEEN
#define SEEN(condition) (condition)
#define OVER(a, b) ((a) / (b))
#define REST(a, b) ((a) % (b))
#endif

inline int ratio(int a, int b) {
  const int q = OVER(a, b);
  if (SEEN(q > 2)) {
    if (SEEN(a == b)) return 1;  // never
    return 2;
  }
  if (SEEN(b == 0)) return 3;                   // never
  if (SEEN(q * b + REST(a, b) != a)) return 4;  // never
  return SEEN(q == -4) ? 5 : 6;
}

// The smallest number has no opposite.
inline int opposite(int a, int b) {
  if (SEEN(a > -2147483647)) return 0;
  if (SEEN(b > 1)) return 1;
  const int q = OVER(a, b);
  if (SEEN(q == 2147483647)) return 2;  // -2147483647 / -1
  if (SEEN(b == -1)) return 3;          // never
  if (SEEN(a == -2147483647 - 1)) return 4;
  return 5;
}

inline int rest_of_wide(long a, long b) {
  if (SEEN((a & 1) != 0)) return 0;
  const long r = REST(a, b);
  if (SEEN(r == 4)) {
    if (SEEN(b == 4)) return 1;  // never
    return 2;
  }
  return SEEN(b == 0) ? 3 : 4;  // never 3
}

// A divisor that is no input, and zero on two paths.
inline int shared(unsigned a, unsigned n) {
  unsigned parts = 0;
  for (unsigned i = 0;; ++i) {
    if (SEEN(i >= n)) break;
    parts += i;
  }
  const unsigned each = OVER(a, parts);
  if (SEEN(each > a)) return 1;  // never
  return SEEN(n < 2) ? 2 : 3;    // never 2
}

// Compilers may ask first and divide later, or not at all.
inline int asked_late(int a, int b) {
  const int q = OVER(a, b);
  if (SEEN(b == 0)) return 1;
  return q;
}

// The precondition itself divides.
//@ requires 12 / n == 3;
inline int quarter(int n) {
  if (SEEN(n == 0)) return 1;   // never
  return SEEN(n == 4) ? 2 : 3;  // never 3
}
