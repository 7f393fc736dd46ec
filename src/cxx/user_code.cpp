// SPDX-License-Identifier: MIT
#include "cxx/user_code.hpp"

#include <algorithm>

#include "cxx/compile_flags.hpp"

namespace fretsaw::cxx {

Result<UserCode> user_code(const CodeRequest& request) {
  UserCode code{request.header, request.sources, {}};
  if (request.build_folder) {
    auto found = flags_from_database(*request.build_folder, request.header);
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

}  // namespace fretsaw::cxx
