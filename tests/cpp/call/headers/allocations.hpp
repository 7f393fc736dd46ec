// SPDX-License-Identifier: MIT
// Every function that allocates or frees memory; methods with a fault have a comment.
#pragma once

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include <cstdint>
#include <new>

inline bool is_aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

// Four zeroes. `how` counts the functions.
inline int* four(int how) {
  constexpr std::size_t size = 4 * sizeof(int);
  void* block = nullptr;
  switch (how) {
    case 0: block = malloc(size); break;
    case 1: block = calloc(4, sizeof(int)); break;
    case 2: block = realloc(nullptr, size); break;
    case 3: block = reallocarray(nullptr, 4, sizeof(int)); break;
    case 4: block = memalign(256, size); break;
    case 5: block = aligned_alloc(64, 64); break;
    case 6: if (posix_memalign(&block, 128, size) != 0) return nullptr; break;
    case 7: block = valloc(size); break;
    case 8: block = pvalloc(size); break;
    case 9: block = strdup("fifteen letters"); break;
    case 10: block = strndup("fifteen letters, and more", 15); break;
    case 11: block = ::operator new(size, std::align_val_t(64)); break;
    case 12: block = ::operator new(size, std::align_val_t(64), std::nothrow); break;
    case 13: block = ::operator new[](size, std::align_val_t(64), std::nothrow); break;
    default: block = ::operator new(size, std::nothrow); break;
  }
  static constexpr std::size_t kAlignments[] = {16, 16, 16, 16, 256, 64, 128, 4096, 4096, 1, 1, 64, 64, 64, 16};
  if (!is_aligned(block, kAlignments[how])) return nullptr;
  if (how == 1 && (static_cast<int*>(block)[3] != 0)) return nullptr;
  return static_cast<int*>(memset(block, 0, size));
}

inline void give_back(int* block, int how) {
  if (how < 11) return free(block);
  if (how == 11) return ::operator delete(block, std::align_val_t(64));
  if (how == 12) return ::operator delete(block, std::align_val_t(64), std::nothrow);
  if (how == 13) return ::operator delete[](block, std::align_val_t(64), std::nothrow);
  ::operator delete(block);
}

struct Row {
  int* items = nullptr;
  int count = 0;
  //@ invariant count >= 0;

  //@ ensures items != nullptr && count == 4 && items[3] == 0;
  void takes(int how) {
    free(items);
    items = four(how);
    count = 4;
  }

  //@ requires count > 0;
  //@ ensures how == 3 ? items == nullptr : items[0] == \old(items[0]);
  void changes_size(int how) {
    const std::size_t size = sizeof(int) * static_cast<std::size_t>(count);
    if (how == 0) items = static_cast<int*>(realloc(items, 4 * size + 8));
    if (how == 1) items = static_cast<int*>(realloc(items, sizeof(int)));
    if (how == 2) items = static_cast<int*>(reallocarray(items, 3, size));
    if (how == 3) items = static_cast<int*>(realloc(items, 0)), count = 0;
  }

  //@ ensures is_kept(four(how), how);
  void gives_back(int how) { give_back(four(how), how); }
  static bool is_kept(int* block, int how) {
    block = how < 11 ? static_cast<int*>(realloc(block, 64)) : block;
    const bool kept = block != nullptr && block[3] == 0;
    give_back(block, how);
    return kept;
  }

  void leaks(int how) { four(how); }

  void gives_back_twice(int how) {
    int* const block = four(how);
    give_back(block, how);
    give_back(block, how);
  }

  void changes_the_size_of_what_is_gone(int how) {
    int* const block = four(how);
    free(block);
    free(realloc(block, 8));
  }

  // A handler is called until memory is available, or it gives up; non-throwing forms return a null pointer.
  //@ ensures \result == 1 + (how % 2) * 10;
  int asks_the_handler(int how) {
    static int asked;
    asked = 0;
    std::set_new_handler([] {
      ++asked;
      std::set_new_handler(nullptr);
    });
    constexpr std::size_t kTooMuch = std::size_t{1} << 46;
    void* block = nullptr;
    bool threw = false;
    try {
      if (how == 0) block = ::operator new(kTooMuch, std::nothrow);
      if (how == 1) block = ::operator new(kTooMuch);
      if (how == 2) block = ::operator new[](kTooMuch, std::align_val_t(64), std::nothrow);
      if (how == 3) block = ::operator new(kTooMuch, std::align_val_t(64));
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    return block == nullptr ? asked + (threw ? 10 : 0) : -1;
  }

  //@ ensures \result;
  bool refuses_what_cannot_be() const {
    void* block = nullptr;
    return aligned_alloc(48, 96) == nullptr && posix_memalign(&block, 4, 8) != 0 &&
           posix_memalign(&block, 24, 8) != 0 && calloc(~0UL / 2, 4) == nullptr &&
           reallocarray(items, ~0UL / 2, 4) == nullptr && realloc(items, ~0UL / 2) == nullptr;
  }
};

// The predicate of a search.
struct Taken {
  int many = 0;
  char text[3] = {};

  bool rep_ok() const {
    for (int how = 0; how <= 14; ++how) {
      int* block = four(how);
      if (block == nullptr) return false;
      block[3] = many;
      if (how < 11) block = static_cast<int*>(realloc(block, 64));
      if (block[3] != many) return false;
      give_back(block, how);
    }
    char* const copy = strndup(text, 3);
    const bool is_ab = strcmp(copy, "ab") == 0;
    free(copy);
    return is_ab;
  }
};

// Explored: what is known of an array's elements goes with them when it moves.
struct Queue {
  int* items = nullptr;
  int count = 0;
  //@ invariant count >= 0;

  //@ ensures count == \old(count) + 1;
  int adds(int item) {
    items = static_cast<int*>(realloc(items, sizeof(int) * static_cast<std::size_t>(count + 1)));
    items[count++] = item;
    return looks();
  }

  //@ ensures count == \old(count) + 1;
  int adds_to_a_copy(int item) {
    int* const more = static_cast<int*>(malloc(sizeof(int) * static_cast<std::size_t>(count + 1)));
    memcpy(more, items, sizeof(int) * static_cast<std::size_t>(count));
    free(items);
    items = more;
    items[count++] = item;
    return looks();
  }

  int looks() const {
    if (count == 3 && items[0] > items[1] && items[1] + 7 == items[2]) return 1;
    if (count == 2 && items[0] == 5) return 2;
    return 0;
  }

  //@ ensures count <= \old(count);
  int removes(int item) {
    if (count < 2) return 0;
    items = static_cast<int*>(reallocarray(items, static_cast<std::size_t>(--count), sizeof(int)));
    if (realloc(malloc(3), 0) != nullptr) return 1;
    if (items[0] == item) return 2;
    items = static_cast<int*>(realloc(items, 0));
    count = 0;
    return 3;
  }

  //@ ensures true;
  int asks_for(unsigned n) {
    void* block = nullptr;
    if (posix_memalign(&block, 64, n) != 0) return 1;
    void* const zeroes = calloc(n, 8);
    const int result = zeroes == nullptr ? 2 : n == 77 ? 3 : 0;
    free(block);
    free(zeroes);
    return result;
  }

  //@ requires text[2] == 0;
  int copies(const char* text) {
    char* const whole = strdup(text);
    char* const begin = strndup(text, 1);
    const int result = strcmp(whole, "zy") == 0 ? 1 : *begin == 'q' ? 2 : 0;
    free(whole);
    free(begin);
    return result;
  }
};
