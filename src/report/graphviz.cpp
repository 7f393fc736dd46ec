// SPDX-License-Identifier: MIT
// The child reads and writes temporary files without names, so that neither side ever waits for the other to
// empty a pipe.
#include "report/graphviz.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

extern char** environ;

namespace fretsaw {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, Close>;

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string out;
  char chunk[1 << 14];
  while (const std::size_t n = std::fread(chunk, 1, sizeof chunk, file)) out.append(chunk, n);
  return out;
}

// Runs dot between the files and waits for it: an errno value if it could not be started, and how it ended.
struct DotEnding {
  int start_error = 0;
  int status = 0;
};

DotEnding run_dot(std::FILE* input, std::FILE* output, std::FILE* messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
  char program[] = "dot";
  char svg[] = "-Tsvg";
  char* const arguments[] = {program, svg, nullptr};
  pid_t child = 0;
  DotEnding ending;
  ending.start_error = posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (ending.start_error == 0) {
    while (waitpid(child, &ending.status, 0) < 0 && errno == EINTR) continue;
  }
  return ending;
}

}  // namespace

Result<std::string> draw_svg(const std::string& dot) {
  const TemporaryFile input(std::tmpfile());
  const TemporaryFile output(std::tmpfile());
  const TemporaryFile messages(std::tmpfile());
  if (!input || !output || !messages) {
    return input_error(fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
  }
  std::fwrite(dot.data(), 1, dot.size(), input.get());
  std::rewind(input.get());  // also writes what is buffered
  const DotEnding ending = run_dot(input.get(), output.get(), messages.get());
  if (ending.start_error == ENOENT) {
    return input_error("pictures in SVG need Graphviz, and there is no program 'dot'",
                       "install the package 'graphviz', or take --format dot and draw it elsewhere");
  }
  if (ending.start_error != 0) {
    return input_error(fmt::format("cannot start Graphviz's 'dot': {}", std::strerror(ending.start_error)));
  }
  std::string svg = contents(output.get());
  if (!WIFEXITED(ending.status) || WEXITSTATUS(ending.status) != 0 || svg.empty()) {
    std::string said = contents(messages.get());
    while (said.ends_with('\n')) said.pop_back();
    return input_error("Graphviz's 'dot' could not draw the instance", said);
  }
  return svg;
}

}  // namespace fretsaw
