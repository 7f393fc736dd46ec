// SPDX-License-Identifier: MIT
// Objects with names of their own, to which pointers may lead: static members and variables of namespaces.
#pragma once

#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/type_reader.hpp"

namespace fretsaw::code {

// Those whose class is one of `classes`, or pointers to one. A variable that the unit declares and does not
// define counts only if `others_define` may be true: there are other sources.
std::vector<StaticInfo> read_statics(const ClangUnit& unit, const Classes& classes, const TypeReader& types,
                                     bool others_define);

}  // namespace fretsaw::code
