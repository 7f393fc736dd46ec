// SPDX-License-Identifier: MIT
// Validation of the documents for `fretsaw merge`: required keys, their types, and numbers that must be consistent.
// Valid documents can be added without further checks.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json_cursor.hpp"
#include "work/unit.hpp"

namespace fretsaw::cli {

using PartCursor = JsonCursor<nlohmann::ordered_json>;

// Validates the header of a part; returns its places.
std::vector<work::PlaceCount> check_part_header(const PartCursor& document);

// Validates the rest, depending on the verb; not the elements of "results".
void check_part_form(const PartCursor& document, const std::vector<work::PlaceCount>& places);

}  // namespace fretsaw::cli
