// A method that does not depend on its input alone, and one with too many paths to explore.
#pragma once

#include <sys/mman.h>

// A counter in memory that processes share: every other call ends early, in a process of its own, too.
inline int* shared_counter() {
  void* const memory = mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return static_cast<int*>(memory);
}
inline int* const kCounter = shared_counter();
inline int wavering(int k) {
  if (++*kCounter % 2 == 0) return 0;
  if (k == 3) return 1;
  return 2;
}

inline int countdown(int k) {
  int steps = 0;
  while (k > 0) {
    k -= 3;
    ++steps;
  }
  return steps;
}
