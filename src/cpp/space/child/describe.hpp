// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cpp/space/child/search_space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// The space as JSON, for whoever shows candidates: objects with their parts, and the values of every domain.
//   {"objects":[{"name","class","constructible","parts":[part,...]}],"domains":[[value,...]],"variables":[domain,...],
//    "predicate": if the root holds its arguments}
//   part:
//   {"name","type","kind":"variable|array|vector|optional|record|buffer|container|key|left","variable","offset",
//   "const","parts"}; of a buffer "length": the variable whose value is its length; of a key "key": its
//   value, or a string. The parts of a container are what it may be: the n-th value of its variable is the
//   n-th part. value: null | number | true | false | {"enum":name} | {"char":code} | {"real":text} |
//   {"ref":object} |
//   {"into":object,"path":".field"} | {"static":name} | {"length":n} | {"left":true}
std::string describe(const SearchSpace& space);

// Why there is none: {"message","hint"} and, if it is about something in the user's code,
// "file","line","column".
std::string describe(const Diagnostic& error);

// A value of a type that is no pointer, as JSON.
std::string scalar_text(const detail::TypeEntry& type, const Value& value);
std::string json_string(std::string_view text);

}  // namespace fretsaw::space
