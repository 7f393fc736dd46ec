// SPDX-License-Identifier: MIT
// A JSON document of one part, in a file: its values, and its results one after the other. The results are
// never all in memory.
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "work/unit.hpp"

namespace fretsaw::cli {

// An error about a file as a whole.
Diagnostic about_file(const std::string& path, const std::string& message, const std::string& hint = {});

class PartFile {
 public:
  // Error: not the document of a part (part_form.hpp), or of a run that ended with an error.
  static Result<PartFile> open(const std::string& path);

  const std::string& path() const { return path_; }
  const nlohmann::ordered_json& document() const { return document_; }  // without the elements of "results"
  std::string verb() const { return document_.at("command"); }
  std::string identity() const { return document_.at("part").at("of"); }
  std::uint64_t number() const { return document_.at("part").at("number"); }
  std::uint64_t count() const { return document_.at("part").at("count"); }
  const std::vector<work::PlaceCount>& places() const { return places_; }

  // The next element of "results"; nothing after the last one.
  std::optional<nlohmann::ordered_json> next();

 private:
  explicit PartFile(std::string path) : path_(std::move(path)), in_(path_, std::ios::binary) {}
  Status read();
  void rewind(std::size_t to);
  bool take_string(std::string& text);

  std::string path_;
  std::ifstream in_;
  nlohmann::ordered_json document_;
  std::vector<work::PlaceCount> places_;
  bool in_results_ = false;
};

}  // namespace fretsaw::cli
