// SPDX-License-Identifier: MIT
#include "mpi/program_store.hpp"

#include <filesystem>

#include "base/digest.hpp"

namespace fretsaw::mpi {

std::optional<std::string> ProgramStore::find(const std::string& digest, const std::string& path) {
  if (const auto known = paths_.find(digest); known != paths_.end()) return known->second;
  if (digest_of_file(path) != digest) return std::nullopt;
  return paths_[digest] = path;
}

std::optional<std::string> ProgramStore::keep(const std::string& digest, const std::string& content) {
  if (digest_of(content) != digest) return std::nullopt;
  if (!folder_) {
    auto folder = cxx::ScratchFolder::create();
    if (!folder) return std::nullopt;
    folder_ = *std::move(folder);
  }
  const auto written = folder_->write(digest, content);
  if (!written) return std::nullopt;
  std::error_code error;
  std::filesystem::permissions(*written, std::filesystem::perms::owner_all, error);
  if (error) return std::nullopt;
  return paths_[digest] = *written;
}

}  // namespace fretsaw::mpi
