// SPDX-License-Identifier: MIT
#include "cpp/code/user_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "cpp/code/compile_flags.hpp"

namespace fretsaw {

std::string to_string(const ObjectState& object) {
  std::string fields;
  for (const auto& [name, value] : object.fields)
    fields += fmt::format("{}{} = {}", fields.empty() ? "" : ", ", name, value);
  return fmt::format("{} = {} {{{}}}", object.name, object.class_name, fields);
}

}  // namespace fretsaw

namespace fretsaw::code {

namespace {

// Generated code contains #include "FILE", where no escapes are possible.
Status can_be_included(const std::string& file) {
  std::error_code ignored;
  const std::string path = std::filesystem::absolute(file, ignored).string();
  const std::size_t bad = path.find_first_of("\"\n\r");
  if (bad == std::string::npos) return Success{};
  return input_error(fmt::format("cannot include '{}': its path contains {}", printable(file),
                                 path[bad] == '"' ? "a quotation mark" : "a line end"),
                     "rename the file, or use a symbolic link to it");
}

}  // namespace

CodeRequest code_request(const std::string& header, const CodeOptions& options) {
  CodeRequest request{.header = header, .sources = options.sources};
  if (!options.cxxflags.empty()) request.cxxflags = options.cxxflags;
  if (!options.build_directory.empty()) request.build_directory = options.build_directory;
  return request;
}

Result<UserCode> user_code(const CodeRequest& request) {
  if (Status status = can_be_included(request.header); !status) return status.error();
  for (const std::string& source : request.sources) {
    if (Status status = can_be_included(source); !status) return status.error();
  }
  UserCode code{request.header, request.sources, {}};
  if (request.build_directory) {
    auto found = flags_from_database(*request.build_directory, request.header);
    if (!found) return found.error();
    code.flags = std::move(*found);
  }
  if (request.cxxflags) {
    auto words = split_words(*request.cxxflags);
    if (!words) return words.error();
    code.flags.insert(code.flags.end(), words->begin(), words->end());
  }
  const bool names_standard = std::any_of(code.flags.begin(), code.flags.end(),
                                          [](const auto& flag) { return flag.starts_with("-std="); });
  if (!names_standard) code.flags.insert(code.flags.begin(), "-std=c++20");
  return code;
}

}  // namespace fretsaw::code
