// SPDX-License-Identifier: MIT
#pragma once

namespace fretsaw::cli {

// All of the program `fretsaw`; the result is its exit status.
int program(int argc, char** argv);

}  // namespace fretsaw::cli
