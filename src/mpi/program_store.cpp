// SPDX-License-Identifier: MIT
#include "mpi/program_store.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

#include "base/digest.hpp"
#include "work/private_files.hpp"

namespace fretsaw::mpi {

std::optional<std::string> ProgramStore::find(const std::string& digest, const std::string& path) {
  if (const auto known = programs_.find(digest); known != programs_.end())
    return work::open_program_word(known->second.number());
  work::Descriptor program = work::open_private_file(AT_FDCWD, path);
  const auto content = program ? work::content_of(program.number()) : std::nullopt;
  if (!content || digest_of(*content) != digest) return std::nullopt;
  return work::open_program_word((programs_[digest] = std::move(program)).number());
}

std::optional<std::string> ProgramStore::keep(const std::string& digest, const std::string& content) {
  if (digest_of(content) != digest) return std::nullopt;
  if (!folder_) {
    auto folder = code::ScratchDirectory::create();
    if (!folder) return std::nullopt;
    folder_ = *std::move(folder);
  }
  if (!folder_->write(digest, content)) return std::nullopt;
  work::Descriptor program = work::open_private_file(folder_->descriptor(), digest);
  if (!program || fchmod(program.number(), S_IRWXU) != 0) return std::nullopt;
  return work::open_program_word((programs_[digest] = std::move(program)).number());
}

}  // namespace fretsaw::mpi
