// SPDX-License-Identifier: MIT
// Who becomes whom: an atom of the universe for each atom of a valuation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/frame.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::modeltest {

class Seating {
 public:
  // The frame must outlive it.
  explicit Seating(const lowering::Frame& frame);

  // A relation that the bounds fix, and what the valuation says that it is.
  struct Fixed {
    const TupleSet* tuples;
    std::vector<std::vector<AtomId>> rows;
  };

  struct Seats {
    std::optional<std::vector<Atom>> atoms;  // by AtomId
    bool gave_up = false;  // after too many steps: then it is not known whether there are any
  };
  Seats seat(const Valuation& valuation, const std::vector<Fixed>& fixed) const;

  // Why there are no seats, in words.
  std::string obstacle(const Valuation& valuation) const;

 private:
  struct Search;

  const lowering::Frame& frame_;
  // Of the sigs that make a hierarchy, one bit each: those that must have an atom, and those that may, by
  // atom of the universe, so many words each.
  std::vector<model::SigId> sigs_;
  std::size_t words_;
  std::vector<std::uint64_t> must_, may_;
};

}  // namespace fretsaw::modeltest
