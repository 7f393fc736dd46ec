// SPDX-License-Identifier: MIT
// Mutants judged and held against tests by another process, which makes the same mutants for itself and is
// then given one unit after the other.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/mutation/mutant_work.hpp"
#include "work/channel.hpp"

namespace fretsaw::mutation {

// What starts such a process. It communicates with serve_mutants() on its standard input.
std::vector<std::string> mutant_server_command();
// The process itself; its exit status.
int serve_mutants(work::Channel channel);

class RemoteMutants {
 public:
  explicit RemoteMutants(int socket) : channel_(socket) {}

  // What it must know of the run. It makes the mutants meanwhile.
  bool send_setup(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                  const MutationOptions& options);
  // Waits for it. An error if its mutants are others: it has read other files.
  Status agree(const MutationRun& run);

  // Nothing: the process is gone, or says no.
  std::optional<MutantPool::Answer> answer(const MutantWork& work, const work::Unit& unit,
                                           const std::function<void()>& progress);
  void hang_up();  // from another thread: answer() comes back

 private:
  work::Channel channel_;
};

}  // namespace fretsaw::mutation
