// Fields that are not plain words: bit-fields, unions, and containers of the standard library.
#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>

struct Packet {
  unsigned kind : 3;
  unsigned count : 5;
  int level : 10;
  bool is_last : 1;
  Packet* next = nullptr;

  int classify(int k) {
    if (kind == 7) return 1;
    if (count > 20 && level == -300) return 2;
    if (kind > 8) return 3;  // three bits
    if (level == k && is_last) return 4;
    if (next == nullptr) return 5;
    next->count = 9;
    if (count == 9 && next != this) return 6;
    if (next->level < -500 && !next->is_last) return 7;
    return 0;
  }
};

struct Shelf {
  std::list<int> books;
  std::string label;
  std::optional<int> limit;

  int look(int k) {
    if (books.size() > 1 && books.back() == k + 1) return 1;
    if (books.size() > 2) return 2;  // not within the bounds
    if (!label.empty() && label[0] == 'q') return 3;
    if (label == "zu") return 4;
    if (limit && *limit == -7) return 5;
    books.push_back(k);
    if (books.size() == 1 && books.front() != k) return 6;  // never
    return 0;
  }
};

inline int count_of(const std::set<int>& keys, int k) {
  if (keys.size() == 2) return 2;
  if (keys.count(k) != 0) return 1;
  if (k == 17 && !keys.empty() && *keys.begin() == k) return 3;  // never, here
  return 0;
}

struct Value {
  union {
    int number;
    char letter;
  } as;

  int look(int k) {
    if (as.number == k) return 1;
    if (as.letter == 'x') return 2;
    return 0;
  }
};

struct Tagged {
  bool is_letter = false;
  union {
    int number;
    char letter;
  } as;

  int look(int k) {
    if (is_letter && as.letter == 'x') return 1;
    if (!is_letter && as.number == k) return 2;
    return 0;
  }
};

// Numbers behind a pointer have a sign, too.
struct Row {
  int* cells = nullptr;
  int length = 0;
  //@ invariant length >= 0 && length <= 2;

  bool has_debt() const {
    for (int i = 0; i < length; ++i) {
      if (cells[i] < -2000000000) return true;
    }
    return false;
  }
};
