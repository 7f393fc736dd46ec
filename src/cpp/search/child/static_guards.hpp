// SPDX-License-Identifier: MIT
#pragma once

namespace fretsaw::search {

// The run was cut short: statics that were being initialized in it are uninitialized again.
void abandon_static_initializers();

}  // namespace fretsaw::search
