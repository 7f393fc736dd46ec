// SPDX-License-Identifier: MIT
#pragma once

namespace fretsaw::guest {

// Sanitizers and assert() tell how a worker ends. For programs of the user's code only: what this links in
// would take the place of the C library's assert() in any other.
void take_reports();

}  // namespace fretsaw::guest
