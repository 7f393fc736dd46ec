// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace fretsaw::path {

// Once, before any of the user's code runs. False if the addresses are taken.
bool map_user_heap();

}  // namespace fretsaw::path
