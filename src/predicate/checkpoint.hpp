// SPDX-License-Identifier: MIT
// How far a search got, in a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "predicate/coordinator.hpp"

namespace fretsaw {

struct Checkpoint {
  std::string fingerprint;
  SearchTotals totals;        // of what is done
  std::vector<Segment> rest;  // what is to be done, in order
};

// Nothing if there is no such file yet. Refuses one that is damaged or belongs to another search.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint);

Diagnostic damaged_checkpoint(const std::string& path);

// Replaces the file in one step: whoever is killed meanwhile leaves the old one or the new one.
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

}  // namespace fretsaw
