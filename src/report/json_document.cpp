// SPDX-License-Identifier: MIT
#include "report/json_document.hpp"

#include <nlohmann/json.hpp>

namespace fretsaw {

using Json = nlohmann::ordered_json;

std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void JsonDocument::begin() {
  if (begun_) return;
  begun_ = true;
  out_.write(R"({"schema":"fretsaw/1","command":)");
  out_.write(json_text(verb_.empty() ? Json() : Json(verb_)));
}

void JsonDocument::begin_member(std::string_view key) {
  begin();
  if (in_list_) out_.write("\n]");
  in_list_ = false;
  out_.write("," + json_text(Json(key)) + ":");
}

void JsonDocument::add(std::string_view key, const Json& value) {
  begin_member(key);
  out_.write(json_text(value));
}

void JsonDocument::add_all(const Json& members) {
  for (const auto& [key, value] : members.items()) add(key, value);
}

void JsonDocument::open_list(std::string_view key) {
  begin_member(key);
  out_.write("[");
  in_list_ = true;
  list_has_elements_ = false;
}

void JsonDocument::add_element(const Json& value) {
  out_.write(list_has_elements_ ? ",\n" : "\n");
  list_has_elements_ = true;
  out_.write(json_text(value));
}

void JsonDocument::finish() {
  begin();
  out_.write(in_list_ ? "\n]}\n" : "}\n");
}

}  // namespace fretsaw
