// SPDX-License-Identifier: MIT
// A program made of a file of harnesses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/code/program.hpp"
#include "cpp/harness/runner.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::harness {

struct ProgramRequest {
  std::string file;
  std::vector<std::string> sources{};
  std::optional<std::string> cxxflags{};
  std::optional<std::string> build_directory{};
  bool sanitizes_address = false;
  bool sanitizes_undefined = false;
};

// Errors: a file that cannot be read, or does not compile or link; a limit (Diagnostic::stop).
Result<code::Program> build_program(const ProgramRequest& request, const Limits& limits,
                                    const code::ProgramCache& cache);

// Which of its harnesses: the one of that name or, if none is named, the only one. Errors: there is none, or
// there are several.
Result<std::size_t> select_harness(const std::vector<HarnessInfo>& harnesses, const std::string& file,
                                   const std::optional<std::string>& name);

}  // namespace fretsaw::harness
