// SPDX-License-Identifier: MIT
// Finding the predicate that says what a valid object is.
#pragma once

#include <optional>
#include <string>

#include "cxx/clang_unit.hpp"
#include "cxx/class_model.hpp"
#include "cxx/type_reader.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

// Finds `wanted` (or the class's invariant, else rep_ok or repOk) among the methods of `root` and the
// functions that take one, and puts it into the model. A predicate with further arguments gives the model a
// new root that holds them all. Returns an error that lists the predicates that exist.
Status find_predicate(const ClangUnit& unit, CXType root, const std::optional<std::string>& wanted,
                      TypeReader& reader, ClassModel& model);

}  // namespace fretsaw::cxx
