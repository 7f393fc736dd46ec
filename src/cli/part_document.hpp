// SPDX-License-Identifier: MIT
// What the document of a part says of itself, so that `fretsaw merge` can tell which belong together:
//
//     "part": {"number": 2, "count": 8, "of": "5feceb66…", "places": [[1, 14], [9, 3], …],
//              "classes": "2 1:7f3a…:0c41… 5:…"}
//
// "of" is the digest of everything that decides what is searched. "places" are pairs of a place in the whole
// and how many results, one after the other, are from there. "classes" is there if no two results of the
// whole search may be isomorphic: a sample of their classes (finder/duplicates.hpp).
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings.hpp"
#include "work/unit.hpp"

namespace fretsaw::cli {

// Of this version, the verb, its decisive options, and what was read: texts of models, or the digest of a
// program.
std::string search_identity(std::string_view verb, const Settings& settings,
                            const std::vector<std::string>& contents);

// Fields that took all their values although the predicate never looked at any of them. By name: 1, it was
// given values without being read; 2, it was read; 3, both.
std::vector<std::string> unread_fields(const std::map<std::string, int>& seen);

nlohmann::ordered_json part_json(const SearchPart& part, const std::string& identity,
                                 const std::vector<work::PlaceCount>& places,
                                 const std::string& classes = {});

}  // namespace fretsaw::cli
