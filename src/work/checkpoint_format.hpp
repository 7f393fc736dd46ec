// SPDX-License-Identifier: MIT
// The outer form of a checkpoint: a line that says what the file is, of which version, and what its content
// must be, then the content:
//
//     fretsaw checkpoint 4 e3b0c442…(SHA-256, 64 digits) 217
//     {"fingerprint":…}
//
// The digest covers the version, the length and all of the content: no byte of the file can be changed,
// missing or too many without being noticed. Version 3 and those before were JSON without a digest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::work {

// What a file is.
enum class CheckpointState : std::uint8_t { Good, Foreign, OtherVersion, Damaged };

// The whole file.
std::string sealed_checkpoint(std::string_view content);

struct OpenedCheckpoint {
  CheckpointState state = CheckpointState::Foreign;
  std::string_view content;  // if it is good; part of the text that was given
};
OpenedCheckpoint open_checkpoint(std::string_view file);

// All of a regular file, but only the beginning of one that is not a checkpoint; what is not a regular file
// is refused without waiting for it. Takes no more memory than the file has bytes.
Result<std::string> read_checkpoint_file(const std::string& path);

}  // namespace fretsaw::work
