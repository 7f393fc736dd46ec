// SPDX-License-Identifier: MIT
// Memory that is lent to the user's code: objects handed out by fretsaw::all live here, so that `delete` on
// them is harmless, and everything is taken back at once when the next object is wanted.
#pragma once

#include <cstddef>

namespace fretsaw::space::object_pool {

// Memory that is given out from one end and taken back all at once.
struct Pool {
  std::byte* begin = nullptr;
  std::size_t used = 0;
  std::size_t capacity = 0;

  void* allocate(std::size_t size, std::size_t alignment);
};

// While an object of this type lives, operator new and malloc take from its pool: constructors allocate
// members that the values of a structure then replace, and that are never freed.
class Construction {
 public:
  explicit Construction(Pool& pool);
  ~Construction();
  Construction(const Construction&) = delete;
  Construction& operator=(const Construction&) = delete;

 private:
  Pool* before_;
};

// The pool of the innermost Construction of this thread; null if there is none.
Pool* construction_pool();

// A pool for objects that are handed out, its own for each stream of them. Give it back when the stream ends.
// Without capacity if there are no more.
Pool borrow_pool();
void return_pool(const Pool& pool);

// True for memory of such a pool.
bool owns(const void* pointer);
// Requires owns(). How many bytes of its pool begin there.
std::size_t bytes_from(const void* pointer);

}  // namespace fretsaw::space::object_pool
