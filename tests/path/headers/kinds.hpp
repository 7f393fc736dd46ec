// What conditions may look like.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

// A short circuit as a value, and one in a condition.
inline bool logic(int a, int b, int c) {
  const bool both = a > 10 && b < a;
  if (both || c == 7) return a + b == c && c != 0;
  return false;
}

inline int choice(int kind, unsigned char small) {
  switch (kind) {
    case 1:
      return 10;
    case -5:
    case 1000000:
      return small > 200 ? 20 : 30;
    default:
      return 40;
  }
}

// Rare numbers, in 32 and 64 bits: one in billions.
inline int arithmetic(int a, std::int64_t b, unsigned c) {
  int found = 0;
  if (a * 7 + 3 == 1000) ++found;              // no solution but by going around
  if (b / 1000 == 123456789 && b % 1000 == 321) ++found;
  if ((c ^ 0xdeadbeefU) == 0x12345678U) ++found;
  if ((c << 3) == 80 && (c >> 28) == 6) ++found;
  if (b < 0 && -b > 5000000000) ++found;
  return found;
}

// Whether a and b are the same node decides what is read.
inline int aliases(Node& a, Node& b) {
  b.value = 1;
  a.value = 5;
  if (b.value == 5) return 1;
  return 2;
}

// Reads back what it has written, and deletes.
/*@ requires { all n: @list.*next | n !in n.^next } */
inline int unlink_first(Node& list, int value) {
  Node** link = &list.next;
  while (*link != nullptr && (*link)->value != value) link = &(*link)->next;
  if (*link == nullptr) return 0;
  Node* const gone = *link;
  *link = gone->next;
  delete gone;
  if (list.next == nullptr) return 1;
  return 2;
}

inline int sum_of(const std::vector<int>& numbers) {
  if (numbers.size() == 2 && numbers[1] == numbers[0] + 1000) return 1;
  int total = 0;
  for (const int number : numbers) total += number;
  if (total == 12345) throw std::runtime_error("unlucky");
  return 0;
}

struct Shape {
  int width = 0;
  virtual ~Shape() = default;
  virtual bool is_large() const { return width > 100; }
};
struct Square : Shape {
  bool is_large() const override { return width * width > 100 && width != 77; }
};
struct Scene {
  const Shape* shape = nullptr;
  const Square* square = nullptr;
};
inline int measure(const Scene& scene) { return scene.shape != nullptr && scene.shape->is_large() ? 1 : 0; }

inline int depth(const Node* node) { return node == nullptr ? 0 : 1 + depth(node->next); }
/*@ requires { all n: @node.*next | n !in n.^next } */
inline bool is_deep(const Node& node) { return depth(node.next) > 1; }

// No input reaches the inner branch.
inline int impossible(int a) {
  if (a > 5) {
    if (a * 0 != 0) return 1;
    if (a < 3) return 2;
  }
  return 0;
}

// A fault that one input in four billion finds.
//@ ensures \result >= 0;
inline int rare(int key) {
  if ((key ^ 0x5bd1e995) == 77) return -1;
  return 0;
}

inline int assembly(int a) {
  int out = a;
  asm("" : "+r"(out));
  return out > 3 ? 1 : 0;
}

//@ requires a > 3 && a < 3;
inline int never(int a) { return a; }

/*@ requires { some @list.next } */
inline int braces(Node& list) { return list.value > 0 ? 1 : 2; }

inline bool counts_up_to(int n) {
  int i = 0;
  while (i < n) ++i;
  return n >= 0;
}
//@ requires counts_up_to(n);
inline int long_precondition(int n) { return n > 100000 ? 1 : 2; }
//@ requires n > 100000 && counts_up_to(n);
inline int longer_precondition(int n) { return n; }

inline int huge(std::uint64_t number) { return number > 0x8000000000000001U ? 1 : 2; }

/*@ requires {
      div[@a, 3] = rem[@b, 4] or div[@b, -5] > 1
      rem[@a, -3] != 1
    } */
inline bool divided(int a, int b) { return a > b; }

/*@ requires { div[@a, @b] = 2 } */
inline bool divided_by_anything(int a, int b) { return a > b; }

// Addresses that are more than compared for equality.
inline int which_is_lower(const Node& a, const Node& b) {
  if (&a == &b) return 0;
  return &a < &b ? 1 : 2;
}

// Classes that refer to each other.
struct Town;
struct Road {
  Town* to = nullptr;
  Road* other = nullptr;
};
struct Town {
  Road* first = nullptr;
};
/*@ requires { some @road.to } */
inline bool returns(const Road& road, const Town* town) { return road.to->first == &road && town != nullptr; }
