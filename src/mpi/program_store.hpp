// SPDX-License-Identifier: MIT
// Programs that other machines have made, by their digests.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cpp/code/scratch_folder.hpp"

namespace fretsaw::mpi {

class ProgramStore {
 public:
  // The word that runs it (work::open_program_word); nothing if it is not here. `path` is where it is on the
  // machine that made it: often there is the same file here.
  std::optional<std::string> find(const std::string& digest, const std::string& path);
  // Keeps it, and gives that word. Nothing if it cannot be written.
  std::optional<std::string> keep(const std::string& digest, const std::string& content);

 private:
  std::map<std::string, work::Descriptor> programs_;  // by digest
  std::optional<code::ScratchFolder> folder_;
};

}  // namespace fretsaw::mpi
