// SPDX-License-Identifier: MIT
//
// The document is read twice: once by a parser that throws the results away, so that it is known to be one;
// then by counting brackets, one element of the results at a time, each of which goes to the parser by
// itself.
#include "cli/part_file.hpp"

#include <fmt/format.h>

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAdvice =
    "give documents that generate, enumerate, check or mutate wrote with --part and --json";

}  // namespace

Diagnostic about_file(const std::string& path, const std::string& message, const std::string& hint) {
  Diagnostic diagnostic = input_error(message, hint);
  diagnostic.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
  return diagnostic;
}

Result<PartFile> PartFile::open(const std::string& path) {
  PartFile file(path);
  if (!file.in_) return input_error(fmt::format("cannot read {}", path));
  if (auto status = file.read(); !status) return status.error();
  return file;
}

Status PartFile::read() {
  constexpr int kElement = 2;
  bool in_results = false;
  const auto keep = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) in_results = parsed == "results";
    return !(in_results && depth == kElement && event != Json::parse_event_t::key);
  };
  document_ = Json::parse(in_, keep, false);
  if (!document_.is_object() || document_.value("schema", "") != "fretsaw/1")
    return about_file(path_, "this is no document of fretsaw, or not all of one", kAdvice);
  if (document_.contains("error"))
    return about_file(path_, "the run that wrote this ended with an error", "run that part again");
  if (!document_.contains("part"))
    return about_file(path_, "this document does not say of which part it is", kAdvice);
  try {
    for (const Json& pair : document_.at("part").at("places")) places_.push_back({pair.at(0), pair.at(1)});
    static_cast<void>(verb() + identity());
    if (number() < 1 || number() > count()) throw std::out_of_range("number");
  } catch (const std::exception&) {
    return about_file(path_, "what this document says of its part cannot be understood", kAdvice);
  }
  in_.clear();
  in_.seekg(0);
  in_results_ = find_results();
  return Done{};
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

// Goes to the first element of the list "results" of the document itself.
bool PartFile::find_results() {
  int depth = 0;
  std::string last;
  for (int c = in_.get(); c != EOF; c = in_.get()) {
    if (c == '"') {
      std::string text;
      take_string(text);
      if (depth == 1) last = text;
    } else if (c == '[' && depth == 1 && last == "results\"") {
      return true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 1) {
      last.clear();
    }
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
