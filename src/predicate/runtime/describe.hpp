// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "fretsaw/diagnostic.hpp"
#include "predicate/runtime/search_space.hpp"

namespace fretsaw::runtime {

// The space as JSON, for whoever shows candidates: objects with their parts, and the values of every domain.
//   {"objects":[{"name","class","constructible","parts":[part,...]}],"domains":[[value,...]],"variables":[domain,...],
//    "predicate": if the root holds its arguments}
//   part:
//   {"name","type","kind":"variable|array|vector|optional|record|buffer|left","variable","offset","const","parts"},
//   and of a buffer "length": the variable whose value is its length value: null | number | true | false |
//   {"enum":name} | {"char":code} | {"real":text} | {"ref":object} |
//   {"length":n}
std::string describe(const SearchSpace& space);

// Why there is none: {"message","hint"} and, if it is about something in the user's code,
// "file","line","column".
std::string describe(const Diagnostic& error);

}  // namespace fretsaw::runtime
