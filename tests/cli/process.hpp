// SPDX-License-Identifier: MIT
// Runs the real program and looks at what it says.
#pragma once

#include <sys/types.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/folder.hpp"

namespace fretsaw::test {

struct Finished {
  int status = -1;  // the exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;

  // Standard output as JSON; fails the test if it is not one document followed by a newline.
  nlohmann::json json() const;
};

struct Start {
  std::vector<std::string> arguments{};
  std::string input{};                     // what standard input holds
  std::string folder{};                    // where it runs; empty: here
  std::vector<std::string> environment{};  // "NAME=value", besides what there is
  std::string output{};                    // a file that takes standard output; empty: it is read
  bool terminal = false;                   // all three streams are one terminal; what it shows is `out`
  std::string type{};                      // keys pressed on that terminal, one line at a time after a prompt
  // How large files may become: `ulimit -f`.
  std::optional<std::size_t> file_bytes{};
  // Called once with the process as soon as this text has been seen on standard output (at once if it is
  // empty).
  std::string when_seen{};
  std::function<void(pid_t)> then{};
  std::size_t read_at_most = static_cast<std::size_t>(-1);  // then standard output is closed: `| head`
};

// Can there be terminals here? Not in a container or chroot without /dev/pts.
bool has_terminals();

// Waits for it to end; a process that takes ten minutes is killed and the test fails.
Finished run(const Start& start);

// fretsaw WORDS…
Finished fretsaw(std::vector<std::string> words);

// Models that several tests use.
extern const char* const
    kListModel;  // commands: show (sat), empty (unsat), acyclic (check, unsat), wrong (check, sat)
extern const char* const kEndlessModel;  // one command whose enumeration takes longer than anybody waits
extern const char* const
    kHardModel;             // one command that takes longer than anybody waits: more pigeons than holes
std::string large_model();  // of `sig A` and one command; takes seconds to read

}  // namespace fretsaw::test
