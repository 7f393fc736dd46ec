// SPDX-License-Identifier: MIT
//
// Every valid object of a class, inside a test.
//
// Example:
//
//     TEST(BinaryTree, StaysValidWhenItsSmallestNodeIsRemoved) {
//       for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 3})) {
//         if (tree.empty()) continue;
//         tree.remove_min();
//         EXPECT_TRUE(tree.rep_ok());
//       }
//     }
//
// with, in CMakeLists.txt:
//
//     fretsaw_instrument(tree_tests HEADER tree.hpp CLASSES BinaryTree)
//
// To print the object when a test fails: SCOPED_TRACE(fretsaw::describe(tree)), or EXPECT_EQ(tree, ...) after
// FRETSAW_PRINT_TO(BinaryTree), which defines the function that GoogleTest prints with.
//
// The objects are ordinary C++ objects: tests may modify them and call methods that allocate and delete parts of
// them. Each object lives until the next one is requested; then it is destroyed like a local variable. Its original
// memory is reclaimed whether or not it was deleted. None of this affects the search.
#pragma once

#include <memory>
#include <string>

#include "fretsaw/detail/stream_iterator.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw {

namespace detail {

struct SearchSubject;

// Defined in the sources that fretsaw_instrument() generates. A missing definition is a link error.
template <class T>
const SearchSubject& search_subject();

class StructureStream {
 public:
  // Throws std::invalid_argument if the bounds are invalid, instead of silently yielding no objects.
  StructureStream(const SearchSubject& subject, const Bounds& bounds);
  StructureStream(StructureStream&&) noexcept;
  ~StructureStream();

  // The next object, or null after the last one.
  void* next();
  // Rebuilds the current object in its original state. Requires that next() returned one.
  void* rebuild_current();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string describe_object(const SearchSubject& subject, const void* object);

}  // namespace detail

// An object and what it refers to, one line each: "BinaryTree$0 = BinaryTree {root = Node$0, size = 1}". The
// class must be known to fretsaw_instrument(); the object may be in any state. Unreadable values are shown as unknown.
template <class T>
std::string describe(const T& object) {
  return detail::describe_object(detail::search_subject<T>(), &object);
}

// A range for a single pass.
template <class T>
class Structures {
 public:
  explicit Structures(const Bounds& bounds) : stream_(detail::search_subject<T>(), bounds) {}

  // The next object, or null after the last one.
  T* next() { return static_cast<T*>(stream_.next()); }

  using iterator = detail::StreamIterator<Structures>;
  iterator begin() { return iterator(*this); }
  iterator end() { return {}; }

 private:
  detail::StructureStream stream_;
};

// All valid objects of class T within the bounds, one per isomorphism class, in a fixed order. Valid objects
// satisfy the C++ invariants, as in `fretsaw generate` and `fretsaw check`, or the predicate given to
// fretsaw_instrument(). Output of the predicate is discarded.
template <class T>
Structures<T> all(const Bounds& bounds) {
  return Structures<T>(bounds);
}

}  // namespace fretsaw

// Use it in the namespace of the class.
#define FRETSAW_PRINT_TO(CLASS) \
  inline void PrintTo(const CLASS& object, ::std::ostream* out) { *out << ::fretsaw::describe(object); }
