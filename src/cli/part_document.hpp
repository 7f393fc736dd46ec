// SPDX-License-Identifier: MIT
// The "part" of a document, by which `fretsaw merge` finds the documents that belong together:
//
//     "part": {"number": 2, "count": 8, "of": "5feceb66…", "places": [[1, 14], [9, 3], …],
//              "classes": "2 1:7f3a…:0c41… 5:…"}
//
// "of" is the digest of everything that affects the search. "places" are pairs of a place in the whole
// and the number of consecutive results from there. "classes" is there if no two results of the
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

// The digest of the version, the verb, the options that affect the search, and the input: texts of models, or the
// digest of a program.
std::string search_identity(std::string_view verb, const Settings& settings,
                            const std::vector<std::string>& contents);

// Fields of which all values were enumerated although the predicate never read them. By name: 1, enumerated
// without being read; 2, read; 3, both.
std::vector<std::string> unread_fields(const std::map<std::string, int>& seen);

nlohmann::ordered_json part_json(const SearchPart& part, const std::string& identity,
                                 const std::vector<work::PlaceCount>& places,
                                 const std::string& classes = {});

}  // namespace fretsaw::cli
