// SPDX-License-Identifier: MIT
// What a container of the standard library may be, apart from what is in its elements: its length and, if it
// has keys, these. Each such form is built once, in the place of the container, through its own interface.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cpp/space/child/arena.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

// A value that a key may have.
struct KeyValue {
  const std::byte* object;  // of the key's type
  SpaceValue value;         // the same, to be shown
};

// One form of a container.
struct Form {
  std::vector<std::size_t> keys;     // in the list of key values; as many as elements, or none
  std::vector<std::byte*> elements;  // where they lie: of a map, the values
  Value value;                       // what the container's bytes become
};

// All forms of these lengths, with these keys if the container has any. Requires a container at `address`,
// whose form is the first one afterwards. May throw SpaceError; `field` is for messages.
std::vector<Form> container_forms(const detail::TypeEntry& type, const std::vector<int>& lengths,
                                  const std::vector<KeyValue>& keys, std::byte* address, Arena& arena,
                                  SearchSpace& space, const std::string& field);

// A std::string in raw memory of its size.
void make_string(const detail::TypeEntry& type, const std::string& text, std::byte* memory);

}  // namespace fretsaw::space
