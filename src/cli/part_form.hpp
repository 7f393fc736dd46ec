// SPDX-License-Identifier: MIT
// The form of the documents that `fretsaw merge` takes: which keys there must be, of which types, and which
// numbers have to agree. What passes can be added up without another look.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json_cursor.hpp"
#include "work/unit.hpp"

namespace fretsaw::cli {

using PartCursor = JsonCursor<nlohmann::ordered_json>;

// What every document of a part says of it; gives its places.
std::vector<work::PlaceCount> check_part_header(const PartCursor& document);

// The rest, for the verb whose document it is. The elements of "results" are not looked at.
void check_part_form(const PartCursor& document, const std::vector<work::PlaceCount>& places);

}  // namespace fretsaw::cli
