// SPDX-License-Identifier: MIT
// The values of a pointer: null, the objects of class domains, what lies inside of them, and objects with
// names of their own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cpp/space/child/arena.hpp"
#include "cpp/space/child/class_domains.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

// What a pointer may be; and, if some of it depends on lengths, what must hold for each value.
struct References {
  std::vector<Value> values;
  std::vector<Condition> conditions;  // as many as values, or none
};

class ReferenceValues {
 public:
  // All outlive it. The objects have their places, and what lies inside of them is known.
  ReferenceValues(const SearchSpace& space, const std::vector<ClassDomain>& domains, Arena& arena)
      : space_(space), domains_(domains), arena_(arena) {}

  // In order: null if `text` lists it or is null itself, then what the names listed stand for, or all that
  // fits: the objects of the classes, those embedded in others, statics. `field` is for messages. May throw
  // Refused.
  References of(const detail::TypeEntry& type, const std::string* text, const std::string& field);

 private:
  void add_objects(const detail::TypeEntry& type, int class_index, std::vector<Value>& values);
  void add_insides(const detail::TypeEntry& type, const std::vector<int>* classes, References& out);
  void add_statics(const detail::TypeEntry& type, const std::vector<int>& classes,
                   const std::vector<std::string>& named, std::vector<Value>& values);
  Value to(std::uint32_t object, int class_index, const detail::TypeEntry& type);

  const SearchSpace& space_;
  const std::vector<ClassDomain>& domains_;
  Arena& arena_;
  std::map<std::uint32_t, void*> first_shared_;  // by object: the first shared pointer to it
};

}  // namespace fretsaw::space
