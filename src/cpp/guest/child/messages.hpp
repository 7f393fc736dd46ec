// SPDX-License-Identifier: MIT
// What the protocols of several guests have in common. Each has an enum of its own for the rest.
#pragma once

#include <cstdint>

namespace fretsaw::guest {

// Instead of what is expected first: why the guest does not work, as cpp/space/child/describe.hpp writes it.
inline constexpr std::uint32_t kError = 'E';
// What candidates there are: space::Space, in bytes (work/bytes.hpp).
inline constexpr std::uint32_t kSpace = 'S';

}  // namespace fretsaw::guest
