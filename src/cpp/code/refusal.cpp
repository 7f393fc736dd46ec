// SPDX-License-Identifier: MIT
#include "cpp/code/refusal.hpp"

#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"
#include "cpp/code/classes.hpp"

namespace fretsaw::code {

Diagnostic refusal_of(const std::string& content, const std::string& program) {
  const auto json = nlohmann::json::parse(content, nullptr, false);
  JsonComplaint complaint;
  const JsonCursor root(json, complaint);
  Diagnostic error = input_error(root["message"].text(), root["hint"].text());
  if (root.has("file")) {
    error.location = to_location({root["file"].text(), root["line"].integer<std::uint32_t>(),
                                  root["column"].integer<std::uint32_t>()});
  }
  if (complaint.message) return input_error(program + " refuses for a reason that cannot be read");
  return error;
}

}  // namespace fretsaw::code
