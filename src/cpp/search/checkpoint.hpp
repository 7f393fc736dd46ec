// SPDX-License-Identifier: MIT
// How far a search for objects got, in a file (work/checkpoint.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/search/coordinator.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::search {

struct SearchState {
  SearchTotals totals;                 // of what is done
  std::vector<work::PlacedUnit> rest;  // what is to be done, in order
};

// As those of work/checkpoint.hpp.
Result<std::optional<SearchState>> read_checkpoint(const std::string& path, const std::string& fingerprint);
Status write_checkpoint(const std::string& path, const std::string& fingerprint, const SearchTotals& totals,
                        std::vector<work::PlacedUnit> rest);

}  // namespace fretsaw::search
