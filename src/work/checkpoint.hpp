// SPDX-License-Identifier: MIT
// The progress of a search, in a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_cursor.hpp"
#include "base/stopwatch.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/unit.hpp"

namespace fretsaw::work {

struct Checkpoint {
  std::string fingerprint;       // of everything that the search depends on
  nlohmann::json totals;         // of what is done
  std::vector<PlacedUnit> rest;  // what is to be done, in order
};

// Nothing if the file does not exist. Errors, each with its own message: not a checkpoint, not a regular file, a
// checkpoint of another version, a damaged one, and one of a different search.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint);

Diagnostic damaged_checkpoint(const std::string& path);

// Replaces the file in one step: after a kill it is the old one or the new one.
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// When to write it: every second, but less often if that would take more than 5 % of the time.
class CheckpointClock {
 public:
  bool is_due() const { return since_.seconds() >= pause_; }

  // Calls the function that writes it.
  template <class Write>
  Status time(Write&& write) {
    constexpr double kMinPauseSeconds = 1;
    constexpr double kPauseSecondsPerWriteSecond = 20;
    const Stopwatch watch;
    Status status = write();
    pause_ = std::max(kMinPauseSeconds, kPauseSecondsPerWriteSecond * watch.seconds());
    since_ = Stopwatch();
    return status;
  }

 private:
  Stopwatch since_;
  double pause_ = 1;
};

nlohmann::json to_json(const std::vector<PlaceCount>& counts);  // [[place, count], …]
std::vector<PlaceCount> place_counts(const JsonCursor<nlohmann::json>& json);

// The outer form of a checkpoint: a line with the kind of file, its version, and the digest and length of the content,
// then the content:
//
//     fretsaw checkpoint 4 e3b0c442…(SHA-256, 64 digits) 217
//     {"fingerprint":…}
//
// The digest covers the version, the length and all of the content: every changed, missing or additional byte is
// detected. Version 3 and those before were JSON without a digest.

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
