// SPDX-License-Identifier: MIT
// The user's code: what it consists of, and how it is compiled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fretsaw/code.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

struct UserCode {
  std::string header;
  std::vector<std::string> sources;  // compiled and linked with it
  std::vector<std::string> flags;    // of every compile command; they name a standard
};

// As a command line describes it.
struct CodeRequest {
  std::string header;
  std::vector<std::string> sources{};
  std::optional<std::string> cxxflags{};         // words as a shell would read them
  std::optional<std::string> build_directory{};  // with compile_commands.json
};

// As a program has it.
CodeRequest code_request(const std::string& header, const CodeOptions& options);

// The flags of the compilation database, then those given; C++20 unless they name another standard.
Result<UserCode> user_code(const CodeRequest& request);

}  // namespace fretsaw::code
