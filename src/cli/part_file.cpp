// SPDX-License-Identifier: MIT
//
// The document is read three times: once by a parser that keeps nothing, to validate it and to locate its results;
// once to keep everything except the results; then, by counting brackets, one element of the results at a time,
// each of which is parsed by itself.
#include "cli/part_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/json_parser.hpp"
#include "cli/part_form.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPartFileHint =
    "use documents written by 'enumerate', 'generate', 'check', 'check-model' or 'mutate' with --part and --json";

// Where the results are, which are objects.
class ResultsFinder : public JsonEvents {
 public:
  std::optional<std::size_t> first_element;  // the byte behind the bracket
  JsonSchemaError schema_error;

  void begin(JsonKind kind, std::size_t at) override {
    value(kind);
    if (is_results_ && depth_ == 1 && kind == JsonKind::Array) first_element = at + 1;
    ++depth_;
  }
  void end(std::size_t) override { --depth_; }
  void key(std::string&& text, std::size_t, std::size_t) override {
    if (depth_ == 1) is_results_ = text == "results";
  }
  void scalar(JsonKind kind, std::string&&, std::size_t, std::size_t) override { value(kind); }

 private:
  void value(JsonKind kind) {
    if (!is_results_) return;
    if (depth_ == 1 && kind != JsonKind::Array) refuse("an array", "results", kind);
    if (depth_ != 2) return;
    if (kind != JsonKind::Object) refuse("an object", fmt::format("results[{}]", elements_), kind);
    ++elements_;
  }
  void refuse(std::string_view expected, const std::string& path, JsonKind found) {
    if (!schema_error.message) schema_error = {json_expectation(expected, path, to_string(found)), path};
  }

  bool is_results_ = false;
  std::size_t depth_ = 0;
  std::size_t elements_ = 0;
};

}  // namespace

Diagnostic about_file(const std::string& path, const std::string& message, const std::string& hint) {
  return file_error(path, message, hint);
}

Result<PartFile> PartFile::open(const std::string& path) {
  std::error_code problem;
  const auto type = std::filesystem::status(path, problem).type();
  if (type != std::filesystem::file_type::regular && type != std::filesystem::file_type::not_found &&
      !problem)
    return about_file(path, "not a regular file", kPartFileHint);
  PartFile file(path);
  if (!file.in_) return input_error(fmt::format("cannot read '{}'", path));
  if (auto status = file.read(); !status) return status.error();
  return file;
}

Status PartFile::read() {
  ResultsFinder finder;
  if (const auto problem = parse_json_events(JsonStream(in_), finder))
    return json_error_in_file(path_, *problem, kPartFileHint);
  if (finder.schema_error.message) return json_error_in_file(path_, finder.schema_error, kPartFileHint);
  rewind(0);
  constexpr int kElement = 2;
  bool in_results = false;
  const auto keep = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) in_results = parsed == "results";
    return !(in_results && depth == kElement && event != Json::parse_event_t::key);
  };
  document_ = Json::parse(in_, keep, false);
  JsonSchemaError schema_error;
  const PartCursor document(document_, schema_error);
  if (!document.has("schema") || document_.at("schema") != "fretsaw/1")
    return about_file(path_, "not a Fretsaw JSON document: no 'schema' with the value \"fretsaw/1\"",
                      kPartFileHint);
  if (document.has("error"))
    return about_file(path_, "document of a run that ended with an error", "rerun that part");
  if (!document.has("part")) return about_file(path_, "no 'part' in the document", kPartFileHint);
  places_ = check_part_header(document);
  if (!schema_error.message) check_part_form(document, places_);
  if (schema_error.message) return json_error_in_file(path_, schema_error, kPartFileHint);
  in_results_ = finder.first_element.has_value();
  rewind(finder.first_element.value_or(0));
  return Success{};
}

void PartFile::rewind(std::size_t to) {
  in_.clear();
  in_.seekg(static_cast<std::streamoff>(to));
}

// After the opening quote: the rest of a string, as it is written.
bool PartFile::take_string(std::string& text) {
  for (int c = in_.get(); c != EOF; c = in_.get()) {
    text += static_cast<char>(c);
    if (c == '"') return true;
    if (c == '\\') text += static_cast<char>(in_.get());
  }
  return false;
}

std::optional<Json> PartFile::next() {
  if (!in_results_) return std::nullopt;
  std::string text;
  int depth = 0;
  for (int c = in_.get(); c != EOF; c = in_.get()) {
    if (depth == 0 && c == ']') {
      in_results_ = false;
      break;
    }
    if (depth == 0 && c == ',') break;
    text += static_cast<char>(c);
    if (c == '"') take_string(text);
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
  }
  if (text.find_first_not_of(" \n\r\t") == std::string::npos) return std::nullopt;
  return Json::parse(text, nullptr, false);
}

}  // namespace fretsaw::cli
