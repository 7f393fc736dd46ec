// SPDX-License-Identifier: MIT
// Which objects there may be within the bounds, and which values their fields may have: what a program that
// holds the user's code says of its candidates, as a value. It is written there (describe.hpp) and read by the
// host (cpp/space/read_space.hpp), which believes nothing of it unseen: the user's code runs in there as well.
// Classes and types are their indices in the class table, which both have.
//
// A candidate is a position in its domain for every variable. An input is a word for each: of one that is free,
// the number itself; else the position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fretsaw::space {

// A place exists if the variable `guard` has a value whose rank is greater than `above` and not greater than
// `last`; without a guard, always. The guard may have a guard of its own.
struct Condition {
  std::int32_t guard = -1;
  std::int32_t above = 0;
  std::int32_t last = INT32_MAX;

  bool holds_for(std::int32_t rank) const { return rank > above && rank <= last; }
};

struct SpaceValue {
  enum class Kind : std::uint8_t {
    Null,
    Boolean,
    Number,
    Large,  // 2^63 and more
    Character,
    Real,
    Enumerator,
    Reference,  // to an object, or into it
    Static,     // to a variable with a name of its own
    Length,
    Text,  // of a key
    Left   // what the constructor gives it
  };

  Kind kind = Kind::Null;
  std::int64_t number = 0;   // Boolean, Number, Large (its bits), Character, Enumerator, Length
  std::uint32_t object = 0;  // Reference
  std::string text{};        // Real: its digits; Enumerator, Static: the name; Text
  std::string path{};        // Reference: where in the object, ".head"; empty: all of it

  // For 'explore'. Conditions refer to the rank: of a length, the length itself.
  std::int32_t rank = 0;
  Condition condition{};               // must hold for there to be such a value
  std::vector<std::uint64_t> words{};  // what is in memory

  // The object that a reference points to, or into; -1: not a reference.
  int referent() const { return kind == Kind::Reference ? static_cast<int>(object) : -1; }
  std::uint64_t bits(unsigned low, unsigned count) const {
    if (low / 64 >= words.size()) return 0;
    const std::uint64_t word = words[low / 64] >> low % 64;
    return count >= 64 ? word : word & ((std::uint64_t{1} << count) - 1);
  }

  template <class Archive>
  void pass(Archive& archive) {
    archive(kind);
    archive(number);
    archive(object);
    archive(text);
    archive(path);
    archive(rank);
    archive(condition);
    archive(words);
  }
};

// A field, or an element of one.
struct SpacePart {
  enum class Kind : std::uint8_t {
    Slot,
    Array,
    Vector,
    Optional,
    Record,
    Buffer,     // an array behind a pointer
    Container,  // the parts are what it may be, a Record of elements for each value of the variable
    Key,        // of a container's element: always the same
    Left
  };

  Kind kind = Kind::Left;
  std::string name{};  // of a field; empty for elements
  std::int32_t type = -1;
  std::int32_t variable =
      -1;                    // Slot: the value; Vector, Optional: the length; Container: which of its parts;
                             // Buffer: the pointer, if it is chosen
  std::int32_t length = -1;  // Buffer: the variable of the length, which another field may be
  std::uint32_t offset = 0;  // in what it is a part of
  bool is_const = false;
  SpaceValue key{};
  std::vector<SpacePart> parts{};

  template <class Archive>
  void pass(Archive& archive) {
    archive(kind);
    archive(name);
    archive(type);
    archive(variable);
    archive(length);
    archive(offset);
    archive(is_const);
    if (kind == Kind::Key) archive(key);
    archive(parts);
  }
};

struct SpaceObject {
  std::string name{};  // Node$0
  std::int32_t class_index = -1;
  bool is_constructible = true;  // without being told how
  std::vector<SpacePart> parts{};

  template <class Archive>
  void pass(Archive& archive) {
    archive(name);
    archive(class_index);
    archive(is_constructible);
    archive(parts);
  }
};

struct SpaceVariable {
  std::uint32_t domain = 0;
  std::uint32_t object = 0;  // that it is a part of
  bool is_free = false;      // a number or character that no bound speaks of
  Condition condition{};

  template <class Archive>
  void pass(Archive& archive) {
    archive(domain);
    archive(object);
    archive(is_free);
    archive(condition);
  }
};

// Where a variable is in memory; for 'explore' only.
struct Placement {
  std::string name{};   // "Node$0.left"
  std::string field{};  // "Node::left"
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t bits = 0;   // of a bit-field fewer than its bytes have
  bool is_followed = true;  // else a solver does not use its value
  bool is_fixed = false;    // keeps its first value
  bool is_unique = false;   // a std::unique_ptr
  bool is_length = false;   // of a container, or its words, which contain it
  std::string keys{};       // of a container without bounds on its keys: how --values would name them

  template <class Archive>
  void pass(Archive& archive) {
    archive(name);
    archive(field);
    archive(address);
    archive(bytes);
    archive(bits);
    archive(is_followed);
    archive(is_fixed);
    archive(is_unique);
    archive(is_length);
    archive(keys);
  }
};

struct Space {
  std::vector<SpaceObject> objects;  // the root first
  std::vector<std::vector<SpaceValue>> domains;
  std::vector<SpaceVariable> variables;
  std::string predicate;            // if the root holds its arguments: what to call
  std::vector<Placement> places{};  // of all variables, or none

  const std::vector<SpaceValue>& domain(std::size_t variable) const {
    return domains[variables[variable].domain];
  }

  template <class Archive>
  void pass(Archive& archive) {
    archive(objects);
    archive(domains);
    archive(variables);
    archive(predicate);
    archive(places);
  }
};

}  // namespace fretsaw::space
