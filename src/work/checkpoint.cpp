// SPDX-License-Identifier: MIT
#include "work/checkpoint.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/atomic_file.hpp"
#include "work/checkpoint_format.hpp"

namespace fretsaw::work {

namespace {

using Json = nlohmann::json;

Diagnostic about(const std::string& path, const std::string& message, const std::string& hint) {
  Diagnostic diagnostic = input_error(message, hint);
  diagnostic.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
  return diagnostic;
}

constexpr const char* kStartOver = "remove the file to start over, or name another one";

// What was sealed is JSON that this version wrote; it is read as if it were not.
Result<std::optional<Checkpoint>> checkpoint_in(const std::string& path, std::string_view content,
                                                const std::string& fingerprint) {
  const Json json = Json::parse(content, nullptr, false);
  JsonComplaint complaint;
  const JsonCursor root(json, complaint);
  Checkpoint checkpoint{root["fingerprint"].text(), root["totals"].value(), {}};
  if (!complaint.message && checkpoint.fingerprint != fingerprint)
    return about(path, "the checkpoint was written by a different search",
                 "use the same code or model, options and bounds, and the same fretsaw; or another file");
  root["rest"].each([&](const auto& piece) {
    auto unit = unit_from(piece[1].text());
    if (!unit) return piece[1].refuse("a unit of work");
    checkpoint.rest.push_back({std::move(*unit), piece[0].template integer<std::uint64_t>()});
  });
  if (complaint.message) return damaged_checkpoint(path);
  return std::optional(std::move(checkpoint));
}

}  // namespace

Json to_json(const std::vector<PlaceCount>& counts) {
  Json json = Json::array();
  for (const auto& [place, count] : counts) json.push_back({place, count});
  return json;
}

std::vector<PlaceCount> place_counts(const JsonCursor<Json>& json) {
  std::vector<PlaceCount> counts;
  json.each([&](const auto& pair) {
    counts.push_back({pair[0].template integer<std::uint64_t>(), pair[1].template integer<std::uint64_t>()});
  });
  return counts;
}

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint) {
  std::error_code problem;
  if (std::filesystem::status(path, problem).type() == std::filesystem::file_type::not_found)
    return std::optional<Checkpoint>();
  auto file = read_checkpoint_file(path);
  if (!file) return file.error();
  const auto [state, content] = open_checkpoint(*file);
  switch (state) {
    case CheckpointState::Foreign:
      return about(path, "not a checkpoint", kStartOver);
    case CheckpointState::OtherVersion:
      return about(path, "the checkpoint was written by another version of fretsaw", kStartOver);
    case CheckpointState::Damaged:
      return damaged_checkpoint(path);
    case CheckpointState::Good:
      break;
  }
  return checkpoint_in(path, content, fingerprint);
}

Diagnostic damaged_checkpoint(const std::string& path) {
  return about(path, "the checkpoint is damaged", kStartOver);
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  Json rest = Json::array();
  for (const Piece& piece : checkpoint.rest) rest.push_back({piece.place, to_text(piece.unit)});
  const Json content = {
      {"fingerprint", checkpoint.fingerprint}, {"totals", checkpoint.totals}, {"rest", std::move(rest)}};
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  // What a program under search has said may be anything.
  const std::string text = sealed_checkpoint(content.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (Status written = file->write(text); !written) return written;
  // Unlike other files, it is to survive a loss of power.
  if (fdatasync(file->descriptor()) != 0 && errno != EINVAL) return cannot_write(path, errno);
  return file->commit();
}

}  // namespace fretsaw::work
