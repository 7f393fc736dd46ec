// SPDX-License-Identifier: MIT
#include "mpi/identity.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "base/digest.hpp"

namespace fretsaw::mpi {

namespace {

// "libstdc++.so.6.0.30", which programs made elsewhere will be linked with here.
int find_library(dl_phdr_info* info, std::size_t, void* found) {
  if (std::strstr(info->dlpi_name, "libstdc++.so") == nullptr) return 0;
  std::error_code error;
  *static_cast<std::string*>(found) = std::filesystem::canonical(info->dlpi_name, error).filename().string();
  return 1;
}

// What must be the same, and what it is called if it is not.
constexpr std::array kSubjects = {"different command-line arguments", "a different version of fretsaw",
                                  "a different C++ library", "a different C library"};

}  // namespace

std::string companion_program() {
  std::error_code error;
  const auto here = std::filesystem::canonical("/proc/self/exe", error).parent_path() / "fretsaw";
  return std::filesystem::exists(here, error) ? here.string() : "";
}

std::string difference_between_ranks(int rank, const std::vector<std::string>& words) {
  std::string connection;
  for (const std::string& word : words) connection += word + '\0';
  std::string library;
  dl_iterate_phdr(find_library, &library);
  const std::string beside = companion_program();
  const std::array<std::string, kSubjects.size()> mine = {
      digest_of(connection), beside.empty() ? "none" : build_id_of(beside), digest_of(library),
      digest_of(gnu_get_libc_version())};
  std::string all;
  for (const std::string& each : mine)
    all += each + std::string(64 - std::min<std::size_t>(64, each.size()), ' ');
  std::string first = all;
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_BYTE, 0, MPI_COMM_WORLD);
  // The lowest rank that differs, and in what.
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (std::size_t subject = 0; subject < kSubjects.size(); ++subject) {
    const bool same = all.compare(64 * subject, 64, first, 64 * subject, 64) == 0;
    const int candidate = same ? ranks : rank;
    int lowest = ranks;
    MPI_Allreduce(&candidate, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest < ranks) return fmt::format("rank {} has {} than rank 0", lowest, kSubjects[subject]);
  }
  return {};
}

}  // namespace fretsaw::mpi
