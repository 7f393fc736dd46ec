// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "fretsaw/diagnostic.hpp"
#include "predicate/runtime/plan.hpp"

namespace fretsaw::runtime {

// The plan as JSON, for whoever shows candidates: objects with their parts, and the values of every domain.
//   {"objects":[{"name","class","constructible","parts":[part,...]}],"domains":[[value,...]],"slots":[domain,...],
//    "predicate": if the root holds its arguments}
//   part:
//   {"name","type","kind":"slot|array|vector|optional|record|buffer|left","slot","offset","const","parts"},
//   and of a buffer "length": the slot whose value is its length value: null | number | true | false |
//   {"enum":name} | {"char":code} | {"real":text} | {"ref":object} |
//   {"length":n}
std::string describe(const Plan& plan);

// Why there is none: {"message","hint"} and, if it is about something in the user's code,
// "file","line","column".
std::string describe(const Diagnostic& error);

}  // namespace fretsaw::runtime
