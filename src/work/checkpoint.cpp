// SPDX-License-Identifier: MIT
#include "work/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/atomic_file.hpp"
#include "base/digest.hpp"

namespace fretsaw::work {

namespace {

using Json = nlohmann::json;

Diagnostic about(const std::string& path, const std::string& message, const std::string& hint) {
  return file_error(path, message, hint);
}

constexpr const char* kStartOverHint = "remove the file to start over, or use another file";

// What was sealed is JSON that this version wrote; it is read as if it were not.
Result<std::optional<Checkpoint>> checkpoint_in(const std::string& path, std::string_view content,
                                                const std::string& fingerprint) {
  const Json json = Json::parse(content, nullptr, false);
  JsonSchemaError schema_error;
  const JsonCursor root(json, schema_error);
  Checkpoint checkpoint{root["fingerprint"].text(), root["totals"].value(), {}};
  if (!schema_error.message && checkpoint.fingerprint != fingerprint)
    return about(
        path, "the checkpoint was written by a different search",
        "use the same code or model, options, bounds and version of fretsaw, or another checkpoint file");
  root["rest"].each([&](const auto& placed_unit) {
    auto unit = unit_from(placed_unit[1].text());
    if (!unit) return placed_unit[1].refuse("a work unit");
    checkpoint.rest.push_back({std::move(*unit), placed_unit[0].template integer<std::uint64_t>()});
  });
  if (schema_error.message) return damaged_checkpoint(path);
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
      return about(path, "not a checkpoint", kStartOverHint);
    case CheckpointState::OtherVersion:
      return about(path, "the checkpoint was written by another version of fretsaw", kStartOverHint);
    case CheckpointState::Damaged:
      return damaged_checkpoint(path);
    case CheckpointState::Good:
      break;
  }
  return checkpoint_in(path, content, fingerprint);
}

Diagnostic damaged_checkpoint(const std::string& path) {
  return about(path, "the checkpoint is damaged", kStartOverHint);
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  Json rest = Json::array();
  for (const PlacedUnit& placed_unit : checkpoint.rest)
    rest.push_back({placed_unit.place, to_text(placed_unit.unit)});
  const Json content = {
      {"fingerprint", checkpoint.fingerprint}, {"totals", checkpoint.totals}, {"rest", std::move(rest)}};
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  // Text from a search process may contain any bytes.
  const std::string text = sealed_checkpoint(content.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (Status written = file->write(text); !written) return written;
  // Unlike other files, it is to survive a loss of power.
  if (fdatasync(file->descriptor()) != 0 && errno != EINVAL) return cannot_write(path, errno);
  return file->commit();
}

namespace {

constexpr std::string_view kMagic = "fretsaw checkpoint ";
constexpr std::string_view kVersion = "4";

std::string header(std::string_view content) {
  const std::string size = std::to_string(content.size());
  const std::string digest = Digest().field(kVersion).field(size).field(content).hex();
  return fmt::format("{}{} {} {}\n", kMagic, kVersion, digest, size);
}

// Up to version 3 a checkpoint was one JSON object.
bool is_of_an_early_version(std::string_view file) {
  return file.starts_with('{') && file.find("\"schema\":\"fretsaw/checkpoint/") != std::string_view::npos;
}

// Judged by its beginning.
bool may_be_checkpoint(std::string_view beginning) {
  return beginning.empty() || beginning.starts_with('{') || beginning.starts_with(kMagic);
}

// Appends until the text has that size or the file ends.
bool read_up_to(int descriptor, std::size_t size, std::string& text) {
  std::size_t held = text.size();
  text.resize(size);
  while (held < size) {
    const ssize_t count = read(descriptor, text.data() + held, size - held);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    held += static_cast<std::size_t>(count);
  }
  text.resize(held);
  return true;
}

bool is_version(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Diagnostic unreadable(const std::string& path, const std::string& why) { return file_error(path, why); }

class OpenFile {
 public:
  // A FIFO or a device is opened without waiting for its other side.
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

std::string sealed_checkpoint(std::string_view content) { return header(content).append(content); }

OpenedCheckpoint open_checkpoint(std::string_view file) {
  if (!file.starts_with(kMagic))
    return {is_of_an_early_version(file) ? CheckpointState::OtherVersion : CheckpointState::Foreign, {}};
  const std::string_view rest = file.substr(kMagic.size());
  const std::string_view version = rest.substr(0, rest.find_first_of(" \n"));
  if (version != kVersion)
    return {is_version(version) ? CheckpointState::OtherVersion : CheckpointState::Damaged, {}};
  const std::size_t line = file.find('\n');
  if (line == std::string_view::npos) return {CheckpointState::Damaged, {}};
  const std::string_view content = file.substr(line + 1);
  // The header of this content is the one there is: no second way to write the same is accepted.
  if (file.substr(0, line + 1) != header(content)) return {CheckpointState::Damaged, {}};
  return {CheckpointState::Good, content};
}

Result<std::string> read_checkpoint_file(const std::string& path) {
  const OpenFile file(path);
  if (file.descriptor() < 0)
    return unreadable(path, fmt::format("cannot read the checkpoint: {}", std::strerror(errno)));
  struct stat about = {};
  if (fstat(file.descriptor(), &about) != 0)
    return unreadable(path, fmt::format("cannot read the checkpoint: {}", std::strerror(errno)));
  if (!S_ISREG(about.st_mode)) return unreadable(path, "not a regular file");
  // However large it is, what is not a checkpoint shows at its beginning.
  constexpr std::size_t kBeginning = 4096;
  const auto size = static_cast<std::size_t>(about.st_size);
  std::string text;
  for (const std::size_t wanted : {std::min(kBeginning, size), size}) {
    if (!may_be_checkpoint(text)) break;
    if (!read_up_to(file.descriptor(), wanted, text))
      return unreadable(path, fmt::format("cannot read the checkpoint: {}", std::strerror(errno)));
  }
  return text;
}

}  // namespace fretsaw::work
