// SPDX-License-Identifier: MIT
// One class for each way of the standard library to hold a few numbers; its predicate reads all of them.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <queue>
#include <set>
#include <stack>
#include <unordered_set>
#include <vector>

namespace library_types {

struct Free {
  void operator()(int* number) const { delete number; }
};

template <class T>
struct PlainAllocator {
  using value_type = T;
  PlainAllocator() = default;
  template <class U>
  PlainAllocator(const PlainAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory); }
  friend bool operator==(const PlainAllocator&, const PlainAllocator&) { return true; }
  friend bool operator!=(const PlainAllocator&, const PlainAllocator&) { return false; }
};

struct Adaptors {
  std::stack<int, std::vector<int>> plates;
  std::stack<int> trays;
  std::queue<int> line;
  bool ok() const {
    return (plates.empty() || plates.top() >= 0) && (trays.empty() || trays.top() >= 0) &&
           (line.empty() || line.front() >= 0);
  }
};

struct Times {
  std::chrono::system_clock::time_point begin;
  std::chrono::milliseconds duration;
  bool ok() const { return begin.time_since_epoch().count() <= duration.count(); }
};

struct Owner {
  std::unique_ptr<int, Free> number;
  bool ok() const { return !number || *number > 0; }
};

struct Allocated {
  std::vector<int, PlainAllocator<int>> numbers;
  bool ok() const {
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      if (numbers[i - 1] > numbers[i]) return false;
    }
    return numbers.empty() || numbers[0] >= 0;
  }
};

struct Keyed {
  std::multimap<int, int> many;
  std::unordered_multiset<int> bag;
  bool ok() const {
    for (const auto& [key, value] : many) {
      if (key > value) return false;
    }
    for (const int number : bag) {
      if (number == 0) return false;
    }
    return true;
  }
};

struct LibraryTypes {
  int which;
  Adaptors adaptors;
  Times times;
  Owner owner;
  Allocated allocated;
  Keyed keyed;

  bool rep_ok() const {
    switch (which) {
      case 0:
        return adaptors.ok();
      case 1:
        return times.ok();
      case 2:
        return owner.ok();
      case 3:
        return allocated.ok();
      default:
        return keyed.ok();
    }
  }
};

}  // namespace library_types
