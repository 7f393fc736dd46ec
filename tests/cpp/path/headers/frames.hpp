// Inputs of several parts: a receiver, objects beside it, statics, and a variant.
#pragma once

#include <variant>

struct Link {
  Link* next = nullptr;
  int weight = 0;
};

inline int weight_of(const Link* link) {
  if (link->weight > 3) return 1;
  return 0;
}

struct Chain {
  inline static Link end;
  Link* first = nullptr;

  int compare(Link* link, int k, const Chain& other) {
    if (first == &end) return 1;
    if (link == nullptr) return 2;
    if (link->weight == k) return 3;
    if (other.first == link && &other != this) return 4;
    return 5;
  }

  bool is_heavy() const {
    if (first != &end) return false;
    if (first->weight > 5) return true;
    return false;
  }

  // Other calls may have left it anywhere.
  inline static Link* last = nullptr;
  void visit(Link* link) { last = link; }
  int visits() const {
    if (last != nullptr) return 1;
    return 0;
  }

  // Another name for a static object.
  inline static Link* other_end = &end;
  int ends() const {
    if (other_end == nullptr) return 1;
    if (first == other_end) return 2;
    return 0;
  }
};

struct Answer {
  std::variant<int, bool> value;

  int look() const {
    if (value.index() == 1) return 1;
    return std::get<0>(value) == 7 ? 2 : 3;
  }
};

struct Counter {
  virtual ~Counter() = default;
  virtual int step(int by) = 0;
};

template <class T>
struct Stepper : Counter {
  T count = 0;
  int step(int by) override;
};

template <class T>
int Stepper<T>::step(int by) {
  if (by > 3) return -1;
  if (count < 0) return by;
  return 0;
}

inline Stepper<int> stepper;
