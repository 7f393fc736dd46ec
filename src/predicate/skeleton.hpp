// SPDX-License-Identifier: MIT
// A finitization to start from: what the types say, and a marked gap where they say nothing.
#pragma once

#include <string>

#include "cxx/class_model.hpp"

namespace fretsaw {

// C++ text for `generate --finitization`. Gaps are written ???, which does not compile until it is replaced.
std::string skeleton(const cxx::ClassModel& model);

}  // namespace fretsaw
