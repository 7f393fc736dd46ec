// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "predicate/runtime/plan.hpp"

namespace fretsaw::runtime {

// The plan as JSON, for whoever shows candidates: objects with their parts, and the values of every domain.
//   {"objects":[{"name","class","parts":[part,...]}],"domains":[[value,...]],"slots":[domain,...]}
//   part:  {"name","type","kind":"slot|array|vector|optional|record|left","slot","parts"}
//   value: null | number | true | false | {"enum":name} | {"char":code} | {"real":text} | {"ref":object} |
//   {"length":n}
std::string describe(const Plan& plan);

}  // namespace fretsaw::runtime
