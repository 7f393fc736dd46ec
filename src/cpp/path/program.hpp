// SPDX-License-Identifier: MIT
// The user's code, instrumented to report what its branches depend on: compiled by clang-19 with the pass of
// pass/, and linked with child/.
#pragma once

#include "cpp/call/programs.hpp"

namespace fretsaw::path {

// Refused, with the package that is missing: without clang-19, or if this program was built without LLVM's
// headers.
Status require_plugin();

// If that is not refused.
Result<call::MethodProgram> make_explored(const call::MethodCode& code, const call::MethodSubjects& read,
                                          const Limits& limits, const code::ProgramCache& cache);

}  // namespace fretsaw::path
