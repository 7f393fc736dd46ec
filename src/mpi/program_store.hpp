// SPDX-License-Identifier: MIT
// Programs built on other machines, by their digests.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cpp/code/scratch_directory.hpp"

namespace fretsaw::mpi {

class ProgramStore {
 public:
  // The command for it (work::open_program_word); nothing if it is not stored. `path` is its path on the machine
  // that built it: often the same file exists here.
  std::optional<std::string> find(const std::string& digest, const std::string& path);
  // Stores it and returns its command. Nothing if it cannot be written.
  std::optional<std::string> keep(const std::string& digest, const std::string& content);

 private:
  std::map<std::string, work::Descriptor> programs_;  // by digest
  std::optional<code::ScratchDirectory> folder_;
};

}  // namespace fretsaw::mpi
