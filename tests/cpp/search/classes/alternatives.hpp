// SPDX-License-Identifier: MIT
// One of several things: variants and unions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace wild {

// Every kind of alternative: a number, nothing, a vector, a string, a record with bit-fields.
struct Setting {
  struct Flags {
    unsigned low : 2;
    unsigned high : 3;
  };
  std::variant<int, std::monostate, std::vector<short>, std::string, Flags> value;

  bool ok() const {
    if (const int* number = std::get_if<int>(&value)) return *number > 0;
    if (const std::string* text = std::get_if<std::string>(&value))
      return text->empty() || text->front() != 'b';
    if (const Flags* flags = std::get_if<Flags>(&value)) return flags->low < flags->high;
    if (const auto* list = std::get_if<std::vector<short>>(&value)) return list->empty();
    return true;
  }
};

// Arithmetic as a tree of variants: numbers in the leaves, operations with two operands.
struct Arithmetic {
  struct Node;
  struct Operation {
    char sign = '+';
    std::unique_ptr<Node> left;
    std::unique_ptr<Node> right;
  };
  struct Node {
    std::variant<int, Operation> content;
  };
  std::unique_ptr<Node> root;

  static bool is_whole(const Node* node) {
    if (node == nullptr) return false;
    const Operation* const operation = std::get_if<Operation>(&node->content);
    if (operation == nullptr) return std::get<int>(node->content) >= 0;
    return (operation->sign == '+' || operation->sign == '-') && is_whole(operation->left.get()) &&
           is_whole(operation->right.get());
  }
  bool ok() const { return is_whole(root.get()); }
};

// A tagged union, as C has them.
struct Tagged {
  enum class Kind : std::uint8_t { Number, Letters, Next };
  Kind kind = Kind::Number;
  union {
    int number = 0;
    char letters[2];
    Tagged* next;
  };

  static bool is_valid(const Tagged* at, int depth) {
    switch (at->kind) {
      case Kind::Number:
        return at->number > 0;
      case Kind::Letters:
        return at->letters[0] <= at->letters[1];
      case Kind::Next:
        return depth < 4 && at->next != nullptr && is_valid(at->next, depth + 1);
    }
    return false;
  }
  bool ok() const { return is_valid(this, 0); }
};

// A union by name, of which one member is used throughout.
union Word {
  std::uint32_t all;
  std::uint8_t bytes[4];
};
struct Register {
  Word word;
  bool ok() const { return word.bytes[0] < word.bytes[1] && word.bytes[2] == 0 && word.bytes[3] == 0; }
};

// In vectors and maps, and behind pointers: a slot is free and leads to the next one, or holds a value.
struct FreeList {
  struct Slot {
    std::variant<Slot*, int> content;
  };
  std::vector<Slot> slots;
  Slot* free = nullptr;

  bool ok() const {
    std::size_t count = 0;
    for (const Slot* at = free; at != nullptr; at = std::get<Slot*>(at->content)) {
      if (!std::holds_alternative<Slot*>(at->content) || ++count > slots.size()) return false;
      if (at < slots.data() || at >= slots.data() + slots.size()) return false;
    }
    for (const Slot& slot : slots) count -= std::holds_alternative<Slot*>(slot.content) ? 1 : 0;
    return count == 0;
  }
};

// A document: nothing, a number, a list, a map.
struct Document {
  std::variant<std::monostate, int, std::vector<int>, std::map<int, bool>> value;
  bool ok() const {
    switch (value.index()) {
      case 2: {
        const auto& list = std::get<2>(value);
        for (std::size_t i = 1; i < list.size(); ++i)
          if (list[i] < list[i - 1]) return false;
        return true;
      }
      case 3: {
        for (const auto& [key, flag] : std::get<3>(value))
          if (flag != (key == 0)) return false;
        return true;
      }
      default:
        return true;
    }
  }
};

struct Alternatives {
  int which = 0;
  Setting setting;
  Arithmetic arithmetic;
  Tagged tagged;
  Register reg;
  FreeList free_list;
  Document document;

  bool rep_ok() const {
    switch (which) {
      case 0:
        return setting.ok();
      case 1:
        return arithmetic.ok();
      case 2:
        return tagged.ok();
      case 3:
        return reg.ok();
      case 4:
        return free_list.ok();
      default:
        return document.ok();
    }
  }
};

}  // namespace wild
