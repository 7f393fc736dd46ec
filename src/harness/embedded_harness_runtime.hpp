// SPDX-License-Identifier: MIT
#pragma once

#include "cxx/program.hpp"

namespace fretsaw::harness {

// What programs of harnesses are linked with, and the headers that they include; carried inside this program.
cxx::Runtime harness_runtime();

}  // namespace fretsaw::harness
