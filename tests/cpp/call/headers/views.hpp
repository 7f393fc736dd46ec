// SPDX-License-Identifier: MIT
// Parameters that are views of other objects. Neither <string> nor <vector> is included before
// them.
#pragma once

#include <span>
#include <string_view>

//@ ensures \result == text.size();
inline unsigned long length(std::string_view text) { return text.size(); }

/*@ ensures { @result = true <=> (some i: @text.univ | @text[i] = 'a') } */
inline bool has_a(const std::string_view& text) { return text.find('b') != 0 && !text.empty(); }

//@ ensures \result == (numbers.empty() ? 0 : numbers[0]);
inline int first(std::span<const int> numbers) { return numbers.empty() ? 0 : numbers[0]; }

/*@ ensures { all i: @numbers.univ | @numbers[i] = 0
              #@numbers.univ = #@numbers`.univ } */
inline void clear(std::span<int> numbers) {
  for (int& number : numbers.subspan(numbers.empty() ? 0 : 1)) number = 0;
}

struct Cell {
  int value = 0;
};
/*@ ensures { @result = #(univ.@some & univ.@others) } */
inline int count_common(std::span<Cell* const> some, std::span<Cell*> others) {
  int count = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    bool is_new = some[i] != nullptr;
    for (std::size_t j = 0; j < i; ++j) is_new = is_new && some[j] != some[i];
    bool is_there = false;
    for (const Cell* const other : others) is_there = is_there || other == some[i];
    count += is_new && is_there ? 1 : 0;
  }
  return count;
}

//@ ensures \result == static_cast<int>(some.size() + others.size());
inline int count_both(std::span<const Cell* const> some, std::span<const Cell*> others) {
  return static_cast<int>(some.size() + others.size());
}
inline int count_true(std::span<const bool> flags) { return static_cast<int>(flags.size()); }

//@ ensures \result == 1;
inline int which(std::string_view) { return 1; }
#include <string>
//@ ensures \result == 2;
inline int which(const std::string&) { return 2; }

template <class T>
struct Table {
  T entry{};
  //@ ensures \result == static_cast<long>(more.size()) && sizeof(more[0]) == sizeof(T);
  long count(std::span<const T> more) const { return more.size(); }
};
using ShortTable = Table<short>;
