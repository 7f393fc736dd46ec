// SPDX-License-Identifier: MIT
#include "work/checkpoint.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/atomic_file.hpp"

namespace fretsaw::work {

namespace {

using Json = nlohmann::json;
constexpr const char* kSchema = "fretsaw/checkpoint/3";

Diagnostic about(const std::string& path, const std::string& message, const std::string& hint) {
  Diagnostic diagnostic = input_error(message, hint);
  diagnostic.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
  return diagnostic;
}

}  // namespace

Json to_json(const std::vector<PlaceCount>& counts) {
  Json json = Json::array();
  for (const auto& [place, count] : counts) json.push_back({place, count});
  return json;
}

std::vector<PlaceCount> place_counts(const Json& json) {
  std::vector<PlaceCount> counts;
  for (const Json& pair : json) counts.push_back({pair.at(0), pair.at(1)});
  return counts;
}

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint) {
  if (!std::filesystem::exists(path)) return std::optional<Checkpoint>();
  std::ifstream in(path);
  try {
    const Json json = Json::parse(in);
    if (json.at("schema") != kSchema) throw std::invalid_argument("schema");
    if (json.at("fingerprint") != fingerprint) {
      return about(path, "this checkpoint belongs to another search",
                   "use the same code or model, options and bounds, and the same fretsaw; or another file");
    }
    Checkpoint checkpoint{fingerprint, json.at("totals"), {}};
    for (const Json& piece : json.at("rest")) {
      auto unit = unit_from(piece.at(1).get<std::string>());
      if (!unit) throw std::invalid_argument("unit");
      checkpoint.rest.push_back({std::move(*unit), piece.at(0)});
    }
    return std::optional(std::move(checkpoint));
  } catch (const std::exception&) {
    return damaged_checkpoint(path);
  }
}

Diagnostic damaged_checkpoint(const std::string& path) {
  return about(path, "this is no checkpoint, or a damaged one", "remove it to start from the beginning");
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  Json rest = Json::array();
  for (const Piece& piece : checkpoint.rest) rest.push_back({piece.place, to_text(piece.unit)});
  const std::string text = Json({{"schema", kSchema},
                                 {"fingerprint", checkpoint.fingerprint},
                                 {"totals", checkpoint.totals},
                                 {"rest", std::move(rest)}})
                               .dump();
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(text); !written) return written;
  // Unlike other files, it is to survive a loss of power.
  if (fdatasync(file->descriptor()) != 0 && errno != EINVAL) return cannot_write(path, errno);
  return file->commit();
}

}  // namespace fretsaw::work
