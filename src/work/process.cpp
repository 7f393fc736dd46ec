// SPDX-License-Identifier: MIT
#include "work/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/budget.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "work/private_files.hpp"
#include "work/remote_process.hpp"

namespace fretsaw::work {

namespace {

constexpr std::size_t kMaxOutputBytes = std::size_t{1} << 20;
// Address space that a program under search reserves without using it: heaps, stacks, snapshots, pools.
constexpr std::size_t kReservedMb = 3072;

constexpr const char* kTemporaryVariable = "TMPDIR=";

std::vector<char*> pointers_to(std::vector<std::string>& texts, std::size_t first, std::size_t count) {
  std::vector<char*> out;
  for (std::size_t i = first; i < first + count; ++i) out.push_back(texts[i].data());
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

bool has_ended(pid_t pid) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

// False once the time is up or the budget is exhausted, and the process still runs.
template <class Exhausted>
bool ends_before(pid_t pid, const Exhausted& is_exhausted) {
  // Without a descriptor of a process, it is polled.
  const auto handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  pollfd descriptor = {handle, POLLIN, 0};
  const int milliseconds = handle < 0 ? 5 : 100;
  bool ended = has_ended(pid);
  while (!ended && !is_exhausted()) {
    poll(&descriptor, handle < 0 ? 0 : 1, milliseconds);
    ended = has_ended(pid);
  }
  if (handle >= 0) close(handle);
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
// held for ever there. So nothing is allocated. A terminal's Ctrl-C is the parent's business, which tells its
// children what to do: they are in another group; 0 is one of its own.
[[noreturn]] void become(const NextProgram& program, pid_t group, int in, int out, int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  setpgid(0, group);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // What this process has inherited is not for others to write to.
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  program.run();
  _exit(127);
}

// A process that does nothing but lead a group, and end it when its parent is gone, whatever ended that. A
// signal at a parent's death (PR_SET_PDEATHSIG) would reach the compiler's driver, but not what that has
// started; and it comes when the thread ends that has forked, not the process.
class GuardedGroup {
 public:
  GuardedGroup() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) == 0) leader_ = fork();
    if (leader_ == 0) guard(ends[0]);
    if (ends[0] >= 0) close(ends[0]);
    lifeline_ = ends[1];
    if (leader_ > 0) setpgid(leader_, leader_);  // before anybody joins
  }
  GuardedGroup(const GuardedGroup&) = delete;
  GuardedGroup& operator=(const GuardedGroup&) = delete;
  ~GuardedGroup() {
    if (leader_ > 0) {
      ::kill(-leader_, SIGKILL);  // also what its members have started and not waited for
      wait_for(leader_);
    }
    if (lifeline_ >= 0) close(lifeline_);
  }

  // 0 if there is none: then each member has a group of its own.
  pid_t id() const { return leader_ > 0 ? leader_ : 0; }

 private:
  [[noreturn]] static void guard(int life_line) {
    setpgid(0, 0);
    prctl(PR_SET_NAME, "fretsaw-guard");
    // Signals that end the other processes do not affect it.
    for (const int each : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) signal(each, SIG_IGN);
    dup2(life_line, STDIN_FILENO);
    close_range(STDIN_FILENO + 1, ~0U, 0);  // readers of the parent's output do not wait for this process
    char nothing = 0;
    while (read(STDIN_FILENO, &nothing, 1) < 0 && errno == EINTR) continue;
    ::kill(0, SIGTERM);
    const timespec moment = {0, 200'000'000};
    nanosleep(&moment, nullptr);
    ::kill(0, SIGKILL);
    _exit(0);
  }

  pid_t leader_ = -1;
  int lifeline_ = -1;
};

}  // namespace

NextProgram::NextProgram(const std::vector<std::string>& command, const std::string& temporary)
    : texts_(command) {
  if (const auto open = work::open_program_of(command.front())) {
    descriptor_ = *open;
    texts_.front() = work::open_program_path(command.front());
  }
  if (!temporary.empty()) texts_.push_back(kTemporaryVariable + temporary);
  words_ = pointers_to(texts_, 0, command.size());
  for (char** each = environ; *each != nullptr; ++each) {
    const bool is_replaced = !temporary.empty() && std::string_view(*each).starts_with(kTemporaryVariable);
    if (!is_replaced) environment_.push_back(*each);
  }
  if (!temporary.empty()) environment_.push_back(texts_.back().data());
  environment_.push_back(nullptr);
}

void NextProgram::run() const {
  char* const* const words = words_.data();
  if (descriptor_ < 0) {
    execvpe(words[0], words, environment_.data());
    return;
  }
  execveat(descriptor_, "", words, environment_.data(), AT_EMPTY_PATH);
  // What an interpreter is to read must stay open.
  if (errno == ENOENT && fcntl(descriptor_, F_SETFD, 0) == 0)
    execveat(descriptor_, "", words, environment_.data(), AT_EMPTY_PATH);
}

std::vector<CommandResult> run_commands(const std::vector<std::vector<std::string>>& commands,
                                        const Limits& limits, const std::string& temporary) {
  struct Running {
    pid_t pid;
    int output;
  };
  std::vector<Running> running;
  const GuardedGroup group;
  // Not the terminal: a process of another group that reads from it is stopped.
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  for (const auto& command : commands) {
    const int output = memfd_create("output", MFD_CLOEXEC);
    const NextProgram program(command, temporary);
    const pid_t pid = fork();
    if (pid == 0) become(program, group.id(), nothing, output, output);
    if (pid > 0) setpgid(pid, group.id() > 0 ? group.id() : pid);
    running.push_back({pid, output});
  }
  std::vector<CommandResult> results;
  Budget budget(limits);
  StopReason stop = StopReason::None;
  for (Running& r : running) {
    const bool must_end = r.pid > 0 && !ends_before(r.pid, [&] { return budget.check_limits(); });
    if (must_end) {
      stop = budget.reason();
      // Compilers remove their temporary files on SIGTERM, which takes some time.
      constexpr double kGracePeriodMs = 300;
      const Stopwatch watch;
      const pid_t child_group = group.id() > 0 ? group.id() : r.pid;
      ::kill(-child_group, SIGTERM);
      if (!ends_before(r.pid, [&] { return watch.milliseconds() > kGracePeriodMs; }))
        ::kill(-child_group, SIGKILL);
    }
    const int status = r.pid < 0 ? 127 : wait_for(r.pid);
    results.push_back({status, read_file(r.output, kMaxOutputBytes)});
    close_fd(r.output);
  }
  close(nothing);
  if (stop != StopReason::None) throw LimitReached{stop};
  return results;
}

namespace {

Diagnostic no_channel() {
  return input_error(fmt::format("cannot create a socket: {}", std::strerror(errno)));
}

std::string shell_word(const std::string& word) {
  // Characters that cannot be printed are written as numbers: $'\033'.
  if (printable(word) != word) {
    std::string out = "$'";
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte >= 0x7F)
        out += fmt::format("\\{:03o}", byte);
      else
        out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out + "'";
  }
  const bool plain = !word.empty() && word.find_first_of(" \"'\\$&|;<>()*?`#~") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string command_line(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    line += (line.empty() ? "" : " ") + shell_word(word);
  }
  return line;
}

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& command,
                                         const ProcessLimits& limits) {
  auto [here, there] = Channel::open_pair();
  if (!here.is_open()) return no_channel();
  ChildProcess child;
  child.error_file_ = memfd_create("stderr", MFD_CLOEXEC);
  const NextProgram program(command);
  child.pid_ = ::fork();
  if (child.pid_ == 0) {
    if (limits.memory_mb > 0) set_limit(RLIMIT_AS, (kReservedMb + limits.memory_mb) << 20);
    set_limit(RLIMIT_FSIZE, limits.output_bytes);
    set_limit(RLIMIT_CORE, 0);
    signal(SIGXFSZ, SIG_IGN);
    become(program, 0, there.descriptor(), there.descriptor(), child.error_file_);
  }
  if (child.pid_ < 0)
    return input_error(fmt::format("cannot start '{}': {}", command[0], std::strerror(errno)));
  setpgid(child.pid_, child.pid_);  // it may be killed before it does that itself
  child.channel_ = std::move(here);
  return child;
}

Result<ChildProcess> ChildProcess::start_remote_process(unsigned place,
                                                        const std::vector<std::string>& command,
                                                        const ProcessLimits& limits) {
  const auto socket = work::start_remote_process(place, command, limits.memory_mb);
  if (!socket) return socket.error();
  ChildProcess child;
  child.channel_ = Channel(*socket);
  return child;
}

Result<ChildProcess> ChildProcess::fork(const std::function<void(Channel)>& become) {
  auto [here, there] = Channel::open_pair();
  if (!here.is_open()) return no_channel();
  ChildProcess child;
  child.pid_ = ::fork();
  if (child.pid_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    here.close();
    __fpurge(stdout);  // what this process would have printed, it still prints
    become(std::move(there));
    _exit(127);
  }
  if (child.pid_ < 0) return input_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  setpgid(child.pid_, child.pid_);
  child.channel_ = std::move(here);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(channel_, other.channel_);
  std::swap(error_file_, other.error_file_);
  return *this;
}

ChildProcess::~ChildProcess() {
  end();
  close_fd(error_file_);
}

bool ChildProcess::ends_within(std::chrono::milliseconds timeout) const {
  const Stopwatch watch;
  const auto limit = static_cast<double>(timeout.count());
  return pid_ <= 0 || ends_before(pid_, [&] { return watch.milliseconds() > limit; });
}

int ChildProcess::wait() {
  if (pid_ <= 0) return 0;
  // Until it is waited for, its number, which is that of its group, is not reused.
  siginfo_t info = {};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  ::kill(-pid_, SIGKILL);
  return wait_for(std::exchange(pid_, -1));
}

int ChildProcess::end() {
  channel_.close();
  constexpr std::chrono::milliseconds kGracePeriod{1000};
  if (pid_ > 0 && !has_ended(pid_)) {
    ::kill(pid_, SIGTERM);
    if (!ends_within(kGracePeriod)) ::kill(pid_, SIGKILL);
  }
  return wait();
}

std::string ChildProcess::standard_error() const {
  return error_file_ < 0 ? std::string() : read_file(error_file_, std::size_t{1} << 16);
}

}  // namespace fretsaw::work
