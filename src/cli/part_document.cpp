// SPDX-License-Identifier: MIT
#include "cli/part_document.hpp"

#include "base/digest.hpp"
#include "cli/options.hpp"
#include "fretsaw/version.hpp"

namespace fretsaw::cli {

std::string search_identity(std::string_view verb, const Settings& settings,
                            const std::vector<std::string>& contents) {
  Digest digest;
  digest.field(FRETSAW_VERSION).field(verb);
  for (const auto& [option, arguments] : settings.given) {
    if (option->effect != Effect::Search && option->effect != Effect::Results) continue;
    digest.field(option->identity_name());
    for (const std::string& argument : arguments) digest.field(argument);
  }
  digest.field("");
  for (const std::string& text : contents) digest.field(text);
  return digest.hex();
}

std::vector<std::string> unread_fields(const std::map<std::string, int>& seen) {
  constexpr int kExpanded = 1;
  constexpr int kRead = 2;
  std::vector<std::string> names;
  for (const auto& [name, how] : seen) {
    if ((how & kExpanded) != 0 && (how & kRead) == 0) names.push_back(name);
  }
  return names;
}

nlohmann::ordered_json part_json(const SearchPart& part, const std::string& identity,
                                 const std::vector<work::PlaceCount>& places, const std::string& classes) {
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (const auto& [place, count] : places) pairs.push_back({place, count});
  nlohmann::ordered_json json = {
      {"number", part.number}, {"count", part.count}, {"of", identity}, {"places", std::move(pairs)}};
  if (!classes.empty()) json["classes"] = classes;
  return json;
}

}  // namespace fretsaw::cli
