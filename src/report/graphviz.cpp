// SPDX-License-Identifier: MIT
// The child reads and writes files in memory, so that neither side ever waits for the other to empty a pipe,
// and no disk can be full.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/atomic_file.hpp"
#include "report/diagram.hpp"

namespace fretsaw {

namespace {

class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("fretsaw", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  std::string contents() const {
    std::string out;
    char chunk[1 << 14];
    ssize_t size = 0;
    while ((size = pread(descriptor_, chunk, sizeof chunk, static_cast<off_t>(out.size()))) > 0)
      out.append(chunk, static_cast<std::size_t>(size));
    return out;
  }

 private:
  int descriptor_;
};

// Runs dot between the files and waits for it: an errno value if it could not be started, and how it ended.
struct DotEnding {
  int start_error = 0;
  int status = 0;
};

DotEnding run_dot(const MemoryFile& input, const MemoryFile& output, const MemoryFile& messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, messages.descriptor(), STDERR_FILENO);
  char program[] = "dot";
  char svg[] = "-Tsvg";
  char* const arguments[] = {program, svg, nullptr};
  pid_t child = 0;
  DotEnding end;
  end.start_error = posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (end.start_error == 0) {
    while (waitpid(child, &end.status, 0) < 0 && errno == EINTR) continue;
  }
  return end;
}

}  // namespace

Result<std::string> draw_svg(const std::string& dot) {
  const MemoryFile input, output, messages;
  if (input.descriptor() < 0 || output.descriptor() < 0 || messages.descriptor() < 0)
    return input_error(fmt::format("cannot create a file in memory: {}", std::strerror(errno)));
  if (const int error = write_bytes(input.descriptor(), dot); error != 0)
    return input_error(
        fmt::format("cannot write the diagram for Graphviz's 'dot': {}", std::strerror(error)));
  lseek(input.descriptor(), 0, SEEK_SET);
  const DotEnding end = run_dot(input, output, messages);
  if (end.start_error == ENOENT) {
    return input_error("SVG output requires Graphviz: no program 'dot' in PATH",
                       "install the package 'graphviz', or use --format dot");
  }
  if (end.start_error != 0) {
    return input_error(fmt::format("cannot start Graphviz's 'dot': {}", std::strerror(end.start_error)));
  }
  std::string svg = output.contents();
  const bool is_whole = svg.ends_with("</svg>\n");
  if (!WIFEXITED(end.status) || WEXITSTATUS(end.status) != 0 || !is_whole) {
    std::string said = messages.contents();
    while (said.ends_with('\n')) said.pop_back();
    return input_error("Graphviz's 'dot' could not draw the instance", said);
  }
  return svg;
}

}  // namespace fretsaw
