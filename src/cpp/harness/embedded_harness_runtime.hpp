// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/program.hpp"

namespace fretsaw::harness {

// What programs of harnesses are linked with, and the headers that they include; carried inside this program.
code::Runtime harness_runtime();

}  // namespace fretsaw::harness
