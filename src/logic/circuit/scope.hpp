// SPDX-License-Identifier: MIT
// What is bound around the term that is being translated, and keys under which translations are kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/circuit/matrix.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

constexpr std::uint64_t kConstants = std::uint64_t{1} << 63;  // identities of skolem constants start here

struct Binding {
  const Decl* decl;
  MatrixPtr value;
  std::uint64_t identity;         // equal for equal values
  bool universal = false;         // in the end: no constant can replace it
  bool excuses_overflow = false;  // a universal quantifier by docs/integers.md, which examines negations only

  const Leaf* variable() const { return decl->variable.leaf(); }
  bool over_ints() const { return decl->domain.node().op == Op::Ints; }  // exactly the set of integers
  bool grounded() const { return identity < kConstants; }                // or else a constant
};

// The bindings, outermost first.
class Scope {
 public:
  void push(Binding binding) { bindings_.push_back(std::move(binding)); }
  void pop() { bindings_.pop_back(); }
  const std::vector<Binding>& bindings() const { return bindings_; }

  // Requires that the variable is bound.
  const Binding& lookup(const Leaf* variable) const {
    return *std::find_if(bindings_.rbegin(), bindings_.rend(),
                         [&](const Binding& b) { return b.variable() == variable; });
  }

  std::int64_t universals() const {
    return std::ranges::count_if(bindings_, [](const Binding& b) { return b.universal; });
  }

  // Of a constant made here: a step for each binding, and the columns for those that are grounded.
  std::vector<SkolemStep> path() const {
    std::vector<SkolemStep> path;
    for (const Binding& binding : bindings_) path.push_back({binding.decl, binding.grounded()});
    return path;
  }
  int columns() const {
    int columns = 0;
    for (const Binding& binding : bindings_) columns += binding.grounded() ? binding.value->arity : 0;
    return columns;
  }

 private:
  std::vector<Binding> bindings_;
};

using Key = std::vector<std::uint64_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t h = key.size();
    for (const std::uint64_t part : key) h = (h ^ part) * 0x9E3779B97F4A7C15U, h ^= h >> 31;
    return static_cast<std::size_t>(h);
  }
};

// Sets a flag for the duration of a block.
class ScopedFlag {
 public:
  ScopedFlag(bool& flag, bool value) : flag_(flag), before_(flag) { flag = value; }
  ~ScopedFlag() { flag_ = before_; }
  ScopedFlag(const ScopedFlag&) = delete;
  ScopedFlag& operator=(const ScopedFlag&) = delete;

 private:
  bool& flag_;
  bool before_;
};

}  // namespace fretsaw
