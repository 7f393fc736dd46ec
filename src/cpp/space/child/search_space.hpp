// SPDX-License-Identifier: MIT
// The candidate vector: which places in the arena are chosen, and out of which values.
//
// A SearchSpace is what a finitization comes to once objects have addresses. A candidate is one index per
// variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cpp/space/child/space.hpp"
#include "fretsaw/detail/class_table.hpp"

namespace fretsaw::space {

inline constexpr std::int32_t kNone = -1;

// What the bytes of a value become: words[0], or both words where a variable is 16 bytes wide.
struct Value {
  std::uint64_t words[2] = {0, 0};
  std::int32_t domain_class = kNone;  // the class domain of a reference; kNone for null, statics, primitives
  std::int32_t rank = 0;     // the object's index in its class domain; of a length: the length itself; of a
                             // container: its index in the domain; of a static: its index in the table plus 1
  std::uint32_t object = 0;  // the object referred to, or into, if domain_class is not kNone
  std::uint32_t gain = 0;    // lengths: how many more variables the structure has for having this length
};

enum class Ownership : std::uint8_t { None, Unique };

struct Variable {
  std::uint32_t offset = 0;     // in the arena
  std::uint8_t width = 0;       // 1, 2, 4, 8 or 16 bytes; of a container, all of it
  std::uint8_t bit_offset = 0;  // bit-fields only
  std::uint8_t bit_width = 0;   // 0: not a bit-field
  Ownership ownership = Ownership::None;
  bool is_length = false;     // of a vector, or whether an optional has a value
  bool is_container = false;  // its values are addresses of what `image_size` bytes become, which begin ...
  std::uint16_t image_before = 0;  // ... so far before it
  std::uint16_t image_size = 0;
  bool is_overlay = false;   // others lie in the same place, which exist when it does not
  std::uint32_t object = 0;  // the object that it is a part of
  std::uint32_t domain = 0;  // its values, by their place in SearchSpace::domains
  Condition condition;       // the length that decides whether this variable exists
};

// How an object is made up, for printing it and for building it elsewhere.
struct Part {
  enum class Kind : std::uint8_t {
    Variable,
    Array,
    Vector,
    Optional,
    Record,
    Buffer,
    Container,  // the parts are what it may be, one Record for each value of the variable: its elements; of a
                // std::variant or a union, `length` is the number of the alternative that is the only part
    Key,        // of a container's element: always the same
    Left
  };

  Kind kind = Kind::Left;
  std::string name;  // of a field; empty for elements
  const detail::TypeEntry* type = nullptr;
  std::uint32_t offset = 0;  // from the beginning of the object, or of the vector's buffer
  std::int32_t variable =
      kNone;  // Variable: the value; Vector, Optional: the length; Buffer: the pointer, if it is chosen
  std::int32_t length = kNone;  // Buffer (an array behind a pointer): the variable whose value is its length
  SpaceValue key{};             // Key
  const std::byte* at = nullptr;  // where it lies in the arena; of a map's element: where its value does
  bool is_const = false;
  std::vector<Part> parts;  // elements or fields
};

struct Object {
  std::int32_t class_index = kNone;  // in the class table
  std::uint32_t offset = 0;          // in the arena
  std::uint32_t first_variable = 0;
  std::uint32_t end_variable =
      0;             // its variables are [first_variable, end_variable), those behind lengths included
  std::string name;  // Node$0
  std::vector<Part> parts;
};

// A place inside of an object to which pointers may lead.
struct InteriorTarget {
  std::uint32_t object = 0;
  std::byte* address = nullptr;
  int class_index = kNone;  // an embedded object of that class ...
  int type = kNone;         // ... or a field of that type
  std::string path;         // ".head", ".pool[2]"
  Condition condition;      // elements of vectors and the like: when there is such a place
};

struct SearchSpace {
  detail::SearchSubject subject = {nullptr, 0, kNone};
  const detail::ClassTable* classes = nullptr;  // the subject's
  std::vector<Object> objects;                  // the root first
  std::vector<Variable> variables;              // the root's first, then by class domain, object and field
  std::vector<std::vector<Value>> domains;
  // By domain: what must hold for each of its values; nothing for a domain whose values are always possible.
  std::vector<std::vector<Condition>> conditions;
  std::vector<std::uint32_t>
      initial_variables;  // by class domain: variables that an object has whatever its lengths are
  std::vector<std::int32_t>
      initial_maximum;  // by class domain: the largest rank in use before anything is read
  std::vector<std::uint32_t> class_of_domain;  // the class (in the table) whose objects a class domain holds
  std::uint32_t root_variables = 0;            // like initial_variables, for the root
  bool leaves_unread = false;                  // what the predicate did not read keeps its constructed value
  std::vector<InteriorTarget> insides;
  // Objects of several classes together: how many there may be, and the groups of every class domain.
  std::vector<std::int32_t> group_limits;
  std::vector<std::vector<std::uint32_t>> groups_of_domain;
  std::vector<std::unique_ptr<std::uint64_t[]>> images;  // what containers are made of
  // By domain, those of integers, characters and keys that no bound speaks of: how one would name them.
  std::map<std::uint32_t, std::string> unbounded;

  std::byte* arena = nullptr;
  std::size_t arena_size = 0;  // what is in use
  std::size_t arena_mapped = 0;
  std::vector<std::uint32_t> variable_at;  // per arena byte: the first variable there plus 1; or one of:
  // Where several variables lie in the same place: all of them, by arena byte.
  std::map<std::uint32_t, std::vector<std::uint32_t>> overlays;
  static constexpr std::uint32_t kNoVariable = 0;
  static constexpr std::uint32_t kForbidden = ~std::uint32_t{0};  // between objects: reading it is an error

  SearchSpace() = default;
  SearchSpace(const SearchSpace&) = delete;
  SearchSpace& operator=(const SearchSpace&) = delete;
  SearchSpace(SearchSpace&& other) noexcept;
  SearchSpace& operator=(SearchSpace&&) = delete;
  ~SearchSpace();

  std::byte* address(const Object& object) const { return arena + object.offset; }
  void* root() const { return arena + objects[0].offset; }
};

// Puts a value into the bytes of a variable, which begin at `at`.
void store(const Variable& variable, const Value& value, std::byte* at);

// Where a pointer of that type points to if it points there; null if it cannot.
std::byte* place_for(const SearchSpace& space, const InteriorTarget& inside, const detail::TypeEntry& type);
// The place that a value of a pointer of that type points to, if it is inside of an object.
const InteriorTarget* inside_of(const SearchSpace& space, const detail::TypeEntry& type, const Value& value);

// It is a number or a character that no bound speaks of.
bool is_free(const SearchSpace& space, const Variable& variable);

// The input with these words (see space.hpp) as a candidate: domains get the numbers that they lack.
std::vector<std::uint32_t> positions_of(SearchSpace& space, std::span<const std::uint64_t> words);

// "Node$0.left", "Heap$0.array[2]", "Heap$0.array.length": how messages name a variable.
std::string variable_name(const SearchSpace& space, std::uint32_t variable);

}  // namespace fretsaw::space
