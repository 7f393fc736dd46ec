// SPDX-License-Identifier: MIT
// Where the objects of a search lie, and how they come into being.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpp/space/child/object_pool.hpp"
#include "cpp/space/child/search_space.hpp"
#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// Thrown while a search space is built: why there is none.
struct SpaceError {
  Diagnostic why;
};

class Arena {
 public:
  // Maps the memory of the space, which outlives the arena. All functions may throw SpaceError.
  explicit Arena(SearchSpace& space);

  // Zeroed, followed by bytes that must not be read.
  std::byte* allocate(std::size_t size, std::size_t alignment);

  // Makes an object (see object::construct). What it allocates lies in the arena too, so that addresses are
  // the same in every run.
  void construct(int class_index, std::byte* memory);

  // Appends an object to the space; its parts are not known yet.
  void add_object(int class_index);

  // A std::shared_ptr or std::weak_ptr to an object at `pointer`, which shares ownership with `sibling`, if
  // there is one.
  void* share(const detail::TypeEntry& type, void* pointer, const void* sibling);

  // Where allocations of the user's code go while objects are made.
  object_pool::Pool& pool() { return pool_; }

  // Records how much of it is in use, and which bytes belong to no object.
  void finish();

 private:
  std::string short_name(int class_index) const;

  SearchSpace& space_;
  const detail::ClassTable& classes_;
  object_pool::Pool pool_;
  std::vector<std::pair<std::size_t, std::size_t>> forbidden_;
  std::map<int, int> numbers_;  // by class: objects so far
};

}  // namespace fretsaw::space
