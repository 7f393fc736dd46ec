// SPDX-License-Identifier: MIT
#include "cxx/refusal.hpp"

#include <nlohmann/json.hpp>

#include "cxx/classes.hpp"

namespace fretsaw::cxx {

Diagnostic refusal_of(const std::string& content, const std::string& program) {
  const auto json = nlohmann::json::parse(content, nullptr, false);
  try {
    Diagnostic error = input_error(json.at("message"), json.at("hint"));
    if (json.contains("file"))
      error.location = to_location({json.at("file"), json.at("line"), json.at("column")});
    return error;
  } catch (const nlohmann::json::exception&) {
    return input_error(program + " refuses for a reason that cannot be read");
  }
}

}  // namespace fretsaw::cxx
