// SPDX-License-Identifier: MIT
#include "work/checkpoint_format.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/digest.hpp"

namespace fretsaw::work {

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

// As far as its beginning tells.
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

Diagnostic unreadable(const std::string& path, const std::string& why) {
  Diagnostic error = input_error(why);
  error.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
  return error;
}

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
    return unreadable(path, fmt::format("the checkpoint cannot be read: {}", std::strerror(errno)));
  struct stat about = {};
  if (fstat(file.descriptor(), &about) != 0)
    return unreadable(path, fmt::format("the checkpoint cannot be read: {}", std::strerror(errno)));
  if (!S_ISREG(about.st_mode)) return unreadable(path, "not a regular file");
  // However large it is, what is not a checkpoint shows at its beginning.
  constexpr std::size_t kBeginning = 4096;
  const auto size = static_cast<std::size_t>(about.st_size);
  std::string text;
  for (const std::size_t wanted : {std::min(kBeginning, size), size}) {
    if (!may_be_checkpoint(text)) break;
    if (!read_up_to(file.descriptor(), wanted, text))
      return unreadable(path, fmt::format("the checkpoint cannot be read: {}", std::strerror(errno)));
  }
  return text;
}

}  // namespace fretsaw::work
