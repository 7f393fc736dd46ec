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
// A failing test can say which object it was: SCOPED_TRACE(fretsaw::describe(tree)), or EXPECT_EQ(tree, ...)
// after FRETSAW_PRINT_TO(BinaryTree), which defines what GoogleTest prints with.
//
// The objects are real ones: they may be used, modified, and have methods called on them that allocate and
// delete what they consist of. Each lives until the next is asked for; then it is destroyed like a local
// variable. Memory that it came with is taken back whether or not it was deleted. The search itself is not
// affected by any of this.
#pragma once

#include <memory>
#include <string>

#include "fretsaw/detail/stream_iterator.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw {

namespace detail {

struct SearchSubject;

// Defined in what fretsaw_instrument() generates. A missing one is an error when linking.
template <class T>
const SearchSubject& search_subject();

class StructureStream {
 public:
  // Throws std::invalid_argument if the bounds make no sense: a test that silently loops over nothing would
  // be worse.
  StructureStream(const SearchSubject& subject, const Bounds& bounds);
  StructureStream(StructureStream&&) noexcept;
  ~StructureStream();

  // The next object, or null after the last one.
  void* next();
  // The same object once more, as it was. Requires that next() gave one.
  void* again();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string describe_object(const SearchSubject& subject, const void* object);

}  // namespace detail

// An object and what it refers to, one line each: "BinaryTree$0 = BinaryTree {root = Node$0, size = 1}". Of a
// class that fretsaw_instrument() knows, in any state; what cannot be read is said to be unknown.
template <class T>
std::string describe(const T& object) {
  return detail::describe_object(detail::search_subject<T>(), &object);
}

// A range that can be gone through once.
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

// All objects of class T within the bounds that are valid, one per isomorphism class, in a fixed order. They
// satisfy the invariants in C++ that `fretsaw generate` and `fretsaw check` ask for, or the predicate that
// fretsaw_instrument() names. What a predicate prints meanwhile is thrown away.
template <class T>
Structures<T> all(const Bounds& bounds) {
  return Structures<T>(bounds);
}

}  // namespace fretsaw

// In the namespace of the class, or in none if it is in none.
#define FRETSAW_PRINT_TO(CLASS) \
  inline void PrintTo(const CLASS& object, ::std::ostream* out) { *out << ::fretsaw::describe(object); }
