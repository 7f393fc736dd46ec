// SPDX-License-Identifier: MIT
//
// Every valid object of a class together with every value of further arguments, inside a test.
//
// Example:
//
//     TEST(SearchTree, HasNoKeyThatWasRemoved) {
//       for (auto& [tree, key] : fretsaw::all<SearchTree, int>({.size = 3})) {
//         const bool was_there = tree.contains(key);
//         EXPECT_EQ(tree.remove(key), was_there);
//         EXPECT_FALSE(tree.contains(key));
//         EXPECT_TRUE(tree.rep_ok());
//       }
//     }
//
// The class is one that fretsaw_instrument() knows (see structures.hpp, whose rules hold here, too).
// Arguments are integers, characters and bools: 0 to the size, as many letters as the size says, both values;
// or what the bounds say of "argument1", "argument2" and so on: .values = {{"argument1", "1..3,7"}}. Each
// object is built anew for every combination of arguments, whatever was done to it before.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "fretsaw/structures.hpp"

namespace fretsaw {

namespace detail {

enum class ArgumentKind { Bool, Char, Integer };

struct ArgumentType {
  ArgumentKind kind;
  long long least;
  long long largest;  // of larger ones, the largest here
};

// What the argument of that number (from 1) may be, each value once. Throws std::invalid_argument if that
// cannot be read, or is no value of the type.
std::vector<long long> argument_values(const Bounds& bounds, std::size_t number, const ArgumentType& type);
// The bounds that are about objects. Throws std::invalid_argument if one is about an argument beyond so many.
Bounds without_arguments(const Bounds& bounds, std::size_t arguments);

template <class T>
constexpr ArgumentType argument_type() {
  static_assert(std::is_integral_v<T>, "arguments are integers, characters or bools");
  constexpr ArgumentKind kind = std::is_same_v<T, bool>   ? ArgumentKind::Bool
                                : std::is_same_v<T, char> ? ArgumentKind::Char
                                                          : ArgumentKind::Integer;
  using Limits = std::numeric_limits<T>;
  constexpr bool is_beyond = std::is_unsigned_v<T> && sizeof(T) >= sizeof(long long);
  return {kind, static_cast<long long>(Limits::min()),
          is_beyond ? std::numeric_limits<long long>::max() : static_cast<long long>(Limits::max())};
}

}  // namespace detail

// A range that can be gone through once.
template <class T, class... Arguments>
class Inputs {
 public:
  explicit Inputs(const Bounds& bounds)
      : stream_(detail::search_subject<T>(), detail::without_arguments(bounds, sizeof...(Arguments))) {
    std::size_t number = 0;
    values_ = {detail::argument_values(bounds, ++number, detail::argument_type<Arguments>())...};
  }

  // The next object with the next combination of arguments, or null after the last one.
  std::tuple<T&, Arguments...>* next() {
    T* const object = current_ ? after_current() : first();
    return object == nullptr ? nullptr : bind(*object, std::index_sequence_for<Arguments...>());
  }

  using iterator = detail::StreamIterator<Inputs>;
  iterator begin() { return iterator(*this); }
  iterator end() { return {}; }

 private:
  T* first() {
    for (const auto& values : values_) {
      if (values.empty()) return nullptr;
    }
    return static_cast<T*>(stream_.next());
  }

  // The next combination of arguments for the same object or, after the last one, the next object.
  T* after_current() {
    for (std::size_t i = values_.size(); i-- > 0;) {
      if (++at_[i] < values_[i].size()) return static_cast<T*>(stream_.again());
      at_[i] = 0;
    }
    return static_cast<T*>(stream_.next());
  }

  template <std::size_t... I>
  std::tuple<T&, Arguments...>* bind(T& object, std::index_sequence<I...>) {
    current_.reset(new std::tuple<T&, Arguments...>(object, static_cast<Arguments>(values_[I][at_[I]])...));
    return current_.get();
  }

  detail::StructureStream stream_;
  std::array<std::vector<long long>, sizeof...(Arguments)> values_;
  std::array<std::size_t, sizeof...(Arguments)> at_{};
  std::unique_ptr<std::tuple<T&, Arguments...>> current_;
};

// All objects of class T within the bounds that satisfy its predicate, each with all values of the arguments.
template <class T, class First, class... Rest>
Inputs<T, First, Rest...> all(const Bounds& bounds) {
  return Inputs<T, First, Rest...>(bounds);
}

}  // namespace fretsaw
