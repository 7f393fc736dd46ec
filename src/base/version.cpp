// SPDX-License-Identifier: MIT
#include "fretsaw/version.hpp"

namespace fretsaw {

const char* version() { return FRETSAW_VERSION; }

}  // namespace fretsaw
