// SPDX-License-Identifier: MIT
// Functions that change what was passed to them as const; how, is in their names.
#pragma once
#include <list>
#include <map>
#include <vector>

struct Inside {
  int value = 0;
};
struct Other {
  int value = 0;
};
struct Outside {
  Inside inside;
  Other* elsewhere = nullptr;
};
struct Derived : Inside {
  int more = 0;
};

template <class T>
T& writable(const T& object) {
  return const_cast<T&>(object);
}

inline void member_of_member(const Outside& o) { ++writable(o).inside.value; }
inline void member_of_base(const Derived& o) { ++writable(o).value; }
inline void element(const std::vector<Inside>& o) {
  for (Inside& each : writable(o)) ++each.value;
}
inline void element_of_list(const std::list<Inside>& o) {
  for (Inside& each : writable(o)) ++each.value;
}
inline void value_of_key(const std::map<int, Inside>& o) {
  for (auto& each : writable(o)) ++each.second.value;
}
inline void number(const int& o) { ++writable(o); }
// These may.
inline void what_it_points_to(const Outside& o) {
  if (o.elsewhere) ++o.elsewhere->value;
}
inline void the_same_object(const Inside& o, Inside& other) { other.value += 1 + o.value * 0; }
