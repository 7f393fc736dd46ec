// What conditions may look like.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <utility>
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

// Bits are counted, and overflow is asked for.
inline int counted_bits(std::uint32_t a, std::uint64_t b, std::uint8_t c) {
  if (std::popcount(a) == 31 && a < 0xf0000000U) return 1;
  if (std::countl_zero(b) == 50 && std::countr_zero(b) == 11) return 2;
  if (std::popcount(b) > 64) return 3;  // never
  if (std::countr_zero(c) == 7) return 4;
  return 0;
}
inline int overflowing(int a, int b, unsigned c, unsigned d, std::int64_t e, std::uint64_t f) {
  int found = 0;
  int sum = 0;
  unsigned product = 0;
  std::int64_t difference = 0;
  if (__builtin_add_overflow(a, b, &sum) && sum == 5) ++found;
  if (__builtin_mul_overflow(c, d, &product) && product == 77) ++found;
  if (__builtin_sub_overflow(e, std::int64_t{3}, &difference)) ++found;
  if (__builtin_mul_overflow(a, 3, &sum)) ++found;
  if (f < 10 && __builtin_add_overflow(f, std::uint64_t{20}, &f)) ++found;  // never
  return found;
}

// There is not always so much memory.
inline int allocates(int n) {
  try {
    int* const many = new int[n];
    const int out = n > 2 ? 1 : 2;
    delete[] many;
    return out;
  } catch (const std::bad_alloc&) {
    return n < 0 ? 3 : 4;
  }
}

// What lies on the stack where earlier calls had something of the input: padding that is copied.
inline int spread(int k) {
  int row[128];
  for (int i = 0; i < 128; ++i) row[i] = k + i;
  return row[k & 127];
}
inline std::pair<const Node*, char> second_of(const Node& node) {
  std::pair<const Node*, char> pairs[6];
  for (auto& each : pairs) each.first = node.next, each.second = 'x';
  std::pair<const Node*, char> copy = pairs[3];
  return copy;
}
inline int padded(const Node& node, int k) {
  if (spread(k) == 8) return 1;
  char text[2048];
  std::snprintf(text, sizeof text, "%d %s %f", 1234, "scribbled on the stack", 0.5);
  const auto [next, letter] = second_of(node);
  if (next == nullptr) return 2;
  return letter == 'y' ? 3 : 4;
}

// Where new memory lies does not depend on what preconditions have allocated, nor on the lengths of arrays.
inline bool copies(const std::vector<int>& numbers) {
  std::vector<int> kept;
  for (const int each : numbers) {
    if (each > 5) kept.push_back(each);
  }
  return kept.size() < 9;
}
//@ requires copies(numbers);
inline int marks(const std::vector<int>& numbers, unsigned k) {
  std::vector<bool> seen(numbers.size(), false);
  if (k < seen.size()) seen[k] = true;
  for (unsigned i = 0; i < seen.size(); ++i) {
    if (seen[i] && numbers[i] == 7) return 1;
  }
  return 0;
}
