// SPDX-License-Identifier: MIT
// What a document may be that is not as it should be.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fretsaw::test {

struct JsonEdit {
  std::string text;  // the whole document
  std::string what;  // for the messages of the test
};

// Every value of the document, one at a time, as every other kind of value, and left out.
inline void for_each_edit(const nlohmann::ordered_json& whole,
                          const std::function<void(const JsonEdit&)>& visit) {
  using Json = nlohmann::ordered_json;
  static const std::vector<Json> kValues = {nullptr, true, 3, -1, 1.5, "x", Json::array(), Json::object()};
  const std::function<void(const Json::json_pointer&)> walk = [&](const Json::json_pointer& at) {
    const Json& value = whole.at(at);
    for (const Json& other : kValues) {
      if (other == value) continue;
      Json edited = whole;
      edited.at(at) = other;
      visit({edited.dump(), at.to_string() + " = " + other.dump()});
    }
    if (!at.empty()) {
      Json edited = whole;
      Json& parent = edited.at(at.parent_pointer());
      if (parent.is_array())
        parent.erase(std::stoul(at.back()));
      else
        parent.erase(at.back());
      visit({edited.dump(), at.to_string() + " left out"});
    }
    if (value.is_object()) {
      for (const auto& [key, inner] : value.items()) walk(at / key);
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) walk(at / i);
    }
  };
  walk(Json::json_pointer());
}

}  // namespace fretsaw::test
