// SPDX-License-Identifier: MIT
// How far a search got, in a file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "work/unit.hpp"

namespace fretsaw::work {

struct Checkpoint {
  std::string fingerprint;  // of everything that the search depends on
  nlohmann::json totals;    // of what is done
  std::vector<Piece> rest;  // what is to be done, in order
};

// Nothing if there is no such file yet. Refuses one that is damaged or belongs to another search.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint);

Diagnostic damaged_checkpoint(const std::string& path);

// Replaces the file in one step: whoever is killed meanwhile leaves the old one or the new one.
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

nlohmann::json to_json(const std::vector<PlaceCount>& counts);     // [[place, count], …]
std::vector<PlaceCount> place_counts(const nlohmann::json& json);  // throws what nlohmann throws

}  // namespace fretsaw::work
