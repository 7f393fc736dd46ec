// SPDX-License-Identifier: MIT
#pragma once

namespace fretsaw::search {

// The run was cut short: statics that were being initialised in it are uninitialised again.
void abandon_static_initializers();

}  // namespace fretsaw::search
