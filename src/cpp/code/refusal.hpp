// SPDX-License-Identifier: MIT
// Why a program of the user's classes does not do what it is asked for.
#pragma once

#include <string>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

// Reads what cpp/space/child/describe.hpp writes. `program` is what it is called if that makes no sense:
// "the program under search".
Diagnostic refusal_of(const std::string& content, const std::string& program);

}  // namespace fretsaw::code
