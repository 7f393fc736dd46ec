// SPDX-License-Identifier: MIT
#include "cxx/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/budget.hpp"
#include "work/elsewhere.hpp"

namespace fretsaw::cxx {

namespace {

constexpr std::size_t kMostOutputKept = std::size_t{1} << 20;
// Address space that a program under search reserves without using it: heaps, stacks, snapshots, pools.
constexpr std::size_t kReservedMb = 3072;

std::vector<char*> arguments(const std::vector<std::string>& command) {
  std::vector<char*> out;
  for (const std::string& word : command) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

int decode(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return decode(status);
}

// False once the budget is exhausted, and the process still runs.
bool ends_within(pid_t pid, Budget& budget) {
  const auto handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0) return true;  // an old kernel: wait for it, come what may
  pollfd descriptor = {handle, POLLIN, 0};
  constexpr int kMilliseconds = 100;
  bool ended = false;
  while (!ended && !budget.look_closer()) ended = poll(&descriptor, 1, kMilliseconds) > 0;
  close(handle);
  return ended;
}

void close_fd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

std::string read_file(int fd, std::size_t most) {
  std::string text(most, '\0');
  std::size_t size = 0;
  while (size < most) {
    const ssize_t n = pread(fd, text.data() + size, most - size, static_cast<off_t>(size));
    if (n <= 0) break;
    size += static_cast<std::size_t>(n);
  }
  text.resize(size);
  return text;
}

void set_limit(int resource, rlim_t value) {
  const rlimit limit = {value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// In a child: what another thread of the parent held when it was forked, such as a lock of the allocator, is
// held for ever there. So nothing is allocated.
[[noreturn]] void become(const std::vector<char*>& words, int in, int out, int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // A terminal's Ctrl-C is the parent's business: it tells its children what to do.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(words[0], words.data());
  _exit(127);
}

}  // namespace

std::vector<CommandResult> run_commands(const std::vector<std::vector<std::string>>& commands,
                                        const Limits& limits) {
  struct Running {
    pid_t pid;
    int output;
  };
  std::vector<Running> running;
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  for (const auto& command : commands) {
    const int output = memfd_create("output", MFD_CLOEXEC);
    const std::vector<char*> words = arguments(command);
    const pid_t pid = fork();
    if (pid == 0) become(words, nothing, output, output);
    running.push_back({pid, output});
  }
  std::vector<CommandResult> results;
  Budget budget(limits);
  Stop stop = Stop::None;
  for (Running& r : running) {
    if (r.pid > 0 && !ends_within(r.pid, budget)) {
      ::kill(-r.pid, SIGKILL);  // its group: a compiler has children of its own
      stop = budget.reason();
    }
    const int status = r.pid < 0 ? 127 : wait_for(r.pid);
    results.push_back({status, read_file(r.output, kMostOutputKept)});
    close_fd(r.output);
  }
  close(nothing);
  if (stop != Stop::None) throw LimitReached{stop};
  return results;
}

std::string command_line(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    const bool plain = !word.empty() && word.find_first_of(" \t\n\"'\\$&|;<>()*?`#~") == std::string::npos;
    line += line.empty() ? "" : " ";
    line += plain ? word : "'" + word + "'";
  }
  return line;
}

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& command,
                                         const ProcessLimits& limits) {
  auto pipes = work::ChildPipes::open();
  if (!pipes) return pipes.error();
  // Large enough for what programs say at once; refused, it is as large as it was.
  constexpr int kPipeBytes = 1 << 20;
  fcntl(pipes->child_out, F_SETPIPE_SZ, kPipeBytes);
  ChildProcess child;
  child.error_file_ = memfd_create("stderr", MFD_CLOEXEC);
  const std::vector<char*> words = arguments(command);
  child.pid_ = fork();
  if (child.pid_ == 0) {
    if (limits.memory_mb > 0) set_limit(RLIMIT_AS, (kReservedMb + limits.memory_mb) << 20);
    set_limit(RLIMIT_FSIZE, limits.output_bytes);
    set_limit(RLIMIT_CORE, 0);
    signal(SIGXFSZ, SIG_IGN);
    become(words, pipes->child_in, pipes->child_out, child.error_file_);
  }
  pipes->close_ends_of_child();
  child.to_child_ = pipes->to_child;
  child.from_child_ = pipes->from_child;
  if (child.pid_ < 0)
    return input_error(fmt::format("cannot start {}: {}", command[0], std::strerror(errno)));
  return child;
}

Result<ChildProcess> ChildProcess::start_elsewhere(unsigned place, const std::vector<std::string>& command,
                                                   const ProcessLimits& limits) {
  const auto socket = work::start_elsewhere(place, command, limits.memory_mb);
  if (!socket) return socket.error();
  ChildProcess child;
  child.to_child_ = *socket;
  child.from_child_ = fcntl(*socket, F_DUPFD_CLOEXEC, 0);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(to_child_, other.to_child_);
  std::swap(from_child_, other.from_child_);
  std::swap(error_file_, other.error_file_);
  return *this;
}

ChildProcess::~ChildProcess() {
  close_fd(to_child_);
  close_fd(from_child_);
  if (pid_ > 0) {
    kill();
    wait();
  }
  close_fd(error_file_);
}

int ChildProcess::wait() {
  if (pid_ <= 0) return 0;
  return wait_for(std::exchange(pid_, -1));
}

void ChildProcess::kill() {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

std::string ChildProcess::standard_error() const {
  return error_file_ < 0 ? std::string() : read_file(error_file_, std::size_t{1} << 16);
}

}  // namespace fretsaw::cxx
