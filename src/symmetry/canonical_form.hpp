// SPDX-License-Identifier: MIT
// When are two instances the same up to the names of interchangeable atoms? When their canonical forms are
// equal.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// A hash of a canonical form, long enough that two forms with the same hash do not occur.
using FormHash = std::array<std::uint64_t, 2>;

class CanonicalForms {
 public:
  // The classes are those of interchangeable_atoms(); auxiliary relations do not count.
  CanonicalForms(const Problem& problem, const std::vector<std::vector<Atom>>& classes);
  ~CanonicalForms();
  CanonicalForms(CanonicalForms&&) noexcept;
  CanonicalForms& operator=(CanonicalForms&&) noexcept;

  // Equal for instances that a permutation of atoms within their classes maps to each other, and only for
  // them. Not for use by several threads at once.
  FormHash of(const Instance& instance);

 private:
  class Labeler;
  std::unique_ptr<Labeler> labeler_;
};

}  // namespace fretsaw
