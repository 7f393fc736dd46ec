// SPDX-License-Identifier: MIT
// A list whose predicate gets into every kind of trouble; `trouble_` says into which.
#pragma once

#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

class TroubledList {
  struct Node {
    Node* next = nullptr;
    int value = 0;
  };

  enum Trouble {
    Throws,
    ThrowsAndCatches,
    NullAccess,
    Loops,
    Spins,
    Recurses,
    Overflows,
    Aborts,
    Asserts,
    Exits,
    Divides,
    WildRead,
    WritesField,
    WritesGlobal,
    ThrowsThroughNoexcept,
    DependsOnGlobal,
    DependsOnTime,
    UsesStatics,
    UsesMalloc,
    Prints,
    AllocatesForever,
    LeaksIntoNext,
  };

  Trouble trouble_ = Throws;
  Node* head_ = nullptr;
  int size_ = 0;

  bool acyclic_or_throw() const {
    std::set<const Node*> seen;
    for (const Node* node = head_; node != nullptr; node = node->next) {
      if (!seen.insert(node).second) throw std::runtime_error("the list is cyclic");
    }
    return static_cast<int>(seen.size()) == size_;
  }

  // Reads fields inside an exception handler, where no snapshot can be taken.
  bool throws_and_catches() const {
    std::set<const Node*> seen;
    for (const Node* node = head_; node != nullptr; node = node->next) {
      if (!seen.insert(node).second) return false;
      try {
        if (node->value > 0) throw std::string("a message that is long enough to be allocated");
      } catch (const std::string&) {
        if (node->next != nullptr && node->next->value == 0) return false;
      }
    }
    return static_cast<int>(seen.size()) == size_;
  }

  bool walks_off() const {
    const Node* node = head_;
    for (int i = 0; i < size_; ++i) node = node->next;
    return node == nullptr;
  }

  bool loops() const {
    int count = 0;
    for (const Node* node = head_; node != nullptr; node = node->next) ++count;
    return count == size_;
  }

  static int overflow(int depth) {
    volatile char frame[512];
    frame[0] = static_cast<char>(depth);
    return overflow(depth + 1) + frame[0];
  }

  static int length(const Node* node) { return node == nullptr ? 0 : 1 + length(node->next); }

  bool writes_field() const {
    auto* self = const_cast<TroubledList*>(this);
    if (size_ != 0) self->size_ = 9;
    return head_ == nullptr && (size_ == 0 || size_ == 9);
  }

  bool throws_through_noexcept() const noexcept {
    if (size_ == 1) throw std::runtime_error("through noexcept");
    return head_ == nullptr;
  }

  bool depends_on_global() const {
    static int calls = 0;
    return ++calls % 2 == 0;
  }

  static bool depends_on_time() {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_nsec / 100 % 2 == 0;
  }

  bool uses_statics() const {
    static const std::set<int> kPrimes = {2, 3, 5};
    static std::vector<int> scratch;
    scratch.assign(3, size_);
    return head_ == nullptr && kPrimes.count(size_) == 1 && scratch[2] == size_;
  }

  bool uses_malloc() const {
    int* const copy = static_cast<int*>(std::malloc(sizeof(int)));
    *copy = size_;
    const bool valid = head_ == nullptr && *copy == 1;
    std::free(copy);
    return valid;
  }

  bool allocates_forever() const {
    std::vector<std::string> many;
    while (size_ == 1) many.emplace_back(100'000, 'x');
    return head_ == nullptr;
  }

 public:
  bool rep_ok() const {
    switch (trouble_) {
      case Throws:
        return acyclic_or_throw();
      case ThrowsAndCatches:
        return throws_and_catches();
      case NullAccess:
        return walks_off();
      case Loops:
        return loops();
      case Spins:
        while (size_ == 1) asm volatile("");
        return head_ == nullptr;
      case Recurses:
        return length(head_) == size_;
      case Overflows:
        return head_ == nullptr && (size_ != 1 || overflow(0) > 0);
      case Aborts:
        if (size_ == 1) std::abort();
        return head_ == nullptr;
      case Asserts:
        assert(size_ != 1);
        return head_ == nullptr;
      case Exits:
        if (size_ == 1) std::exit(3);
        if (size_ == 2) _exit(4);
        return head_ == nullptr;
      case Divides:
        return head_ == nullptr && 4 / size_ > 2;
      case WildRead:
        return head_ == nullptr && (size_ != 1 || *reinterpret_cast<volatile int*>(0x123456789000) == 1);
      case WritesField:
        return writes_field();
      case WritesGlobal:
      case UsesStatics:
        return uses_statics();
      case ThrowsThroughNoexcept:
        return throws_through_noexcept();
      case DependsOnGlobal:
        return depends_on_global();
      case DependsOnTime:
        return size_ >= 0 && depends_on_time();
      case UsesMalloc:
        return uses_malloc();
      case Prints:
        std::printf("size %d\n", size_);
        return head_ == nullptr;
      case AllocatesForever:
        return allocates_forever();
      case LeaksIntoNext:
        delete new int(size_);
        new int(size_);
        return head_ == nullptr;
    }
    return false;
  }
};
