// SPDX-License-Identifier: MIT
//
// All valid objects of a class, each with all values of further arguments, inside a test.
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
// The class is one of those given to fretsaw_instrument(); the rules of structures.hpp apply here, too.
// Arguments are integers (by default 0 to the size), characters (as many letters as the size) and bools (both values);
// bounds for "argument1", "argument2" and so on replace these defaults: .values = {{"argument1", "1..3,7"}}. Each
// object is rebuilt for every combination of arguments.
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
  long long min_value;
  long long max_value;  // the largest value that a long long can hold
};

// The values of an argument (numbered from 1), each once. Throws std::invalid_argument if the bounds cannot be parsed
// or contain an invalid value of the type.
std::vector<long long> argument_values(const Bounds& bounds, std::size_t number, const ArgumentType& type);
// The bounds of the objects. Throws std::invalid_argument for a bound of an argument beyond the last one.
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

// A range for a single pass.
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
      if (++at_[i] < values_[i].size()) return static_cast<T*>(stream_.rebuild_current());
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
