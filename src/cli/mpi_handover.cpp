// SPDX-License-Identifier: MIT
#include "cli/mpi_handover.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "work/remote_process.hpp"

namespace fretsaw::cli {

namespace {

// The number of processes that mpirun, or Slurm for MPI programs, has started; 0 otherwise.
unsigned long ranks_started() {
  const auto number = [](const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? 0UL : std::strtoul(text, nullptr, 10);
  };
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) return number("OMPI_COMM_WORLD_SIZE");
  return std::getenv("PMIX_RANK") != nullptr ? number("SLURM_NTASKS") : 0;
}

}  // namespace

std::optional<Diagnostic> hand_over_to_mpi(char** argv) {
  if (const char* const refusal = std::getenv("FRETSAW_REFUSAL"))
    return usage_error(
        fmt::format("the MPI ranks differ: {}", refusal),
        "start all ranks with the same command line, and install the same fretsaw and libraries on all machines");
  const bool is_started_by_it = std::getenv(work::kRemoteSocketVariable) != nullptr;
  static_cast<void>(work::remote_slot_count());  // before there are children
  const unsigned long ranks = ranks_started();
  if (is_started_by_it || ranks == 0) return std::nullopt;
  std::error_code error;
  const auto companion = std::filesystem::canonical("/proc/self/exe", error).parent_path() / "fretsaw-mpi";
  execv(companion.c_str(), argv);
  if (ranks == 1) return std::nullopt;
  return usage_error(fmt::format("cannot run '{}', which is required for {} processes under mpirun: {}",
                                 companion.string(), ranks, std::strerror(errno)),
                     "build fretsaw with Open MPI (libopenmpi-dev), or use --part and 'fretsaw merge'");
}

}  // namespace fretsaw::cli
