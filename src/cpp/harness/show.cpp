// SPDX-License-Identifier: MIT
#include "cpp/harness/show.hpp"

#include <fmt/format.h>

#include "alloy/exchange/format.hpp"
#include "alloy/exchange/writers.hpp"

namespace fretsaw::harness {

namespace {

using Json = nlohmann::ordered_json;

Json failure_json(const CheckFailure& failure) {
  Json json = {{"reason", failure.reason}, {"message", failure.message}};
  const auto& location = failure.location;
  json["file"] = location ? Json(location->file) : Json(nullptr);
  json["line"] = location ? Json(location->line) : Json(nullptr);
  json["column"] = location ? Json(location->column) : Json(nullptr);
  if (!failure.formula.empty()) json["clause"] = failure.formula;
  Json parts = Json::array();
  for (const auto& [text, value] : failure.values) parts.push_back({{"text", text}, {"value", value}});
  if (!parts.empty()) json["parts"] = std::move(parts);
  return json;
}

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += end > at ? "  " + text.substr(at, end - at) + "\n" : "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string show_text(const model::Model& model, const ModelCounterexample& found, const std::string& name,
                      bool color) {
  std::string out = fmt::format("{} {} instance {}:\n", name,
                                found.failures.empty() ? "passed on" : "failed on", found.number);
  if (const auto text = render(model, found.instance, Format::Text, {.color = color})) out += indented(*text);
  for (const CheckFailure& failure : found.failures) {
    Diagnostic note;
    note.severity = Severity::Note;
    note.message = failure.message;
    note.location = failure.location;
    out += note.location ? render(note, color) : failure.message + "\n";
    for (const auto& [text, value] : failure.values) out += fmt::format("    {} = {}\n", text, value);
  }
  return out;
}

Json show_json(const model::Model& model, const ModelCounterexample& found) {
  Json failures = Json::array();
  for (const CheckFailure& failure : found.failures) failures.push_back(failure_json(failure));
  Json json = {{"input", found.number}};
  if (!failures.empty()) json.update(failures.front());
  json["failures"] = std::move(failures);
  json["instance"] = instance_to_json(model, found.instance);
  json["results"] = Json::object();
  for (const auto& [name, tuples] : found.results) json["results"][name] = tuples_to_json(tuples);
  return json;
}

}  // namespace fretsaw::harness
