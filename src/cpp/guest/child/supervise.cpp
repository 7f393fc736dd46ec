// SPDX-License-Identifier: MIT
// Time is measured from outside of the worker, which may block signals. That of the processor is asked of the
// kernel, so that a machine that is busy with something else makes nothing endless; and time by the clock is
// counted without that in which the worker waits for a processor, for the same reason.
#include "cpp/guest/child/supervise.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <new>
#include <optional>

#include "cpp/guest/child/faults.hpp"
#include "cpp/guest/child/shared_state.hpp"
#include "work/child_processes.hpp"

namespace fretsaw::guest {

namespace {

SharedState* state_of_process = nullptr;     // of a worker
const std::uint32_t* worker_mark = nullptr;  // 0 in whatever a worker forks

constexpr double kMinSleepSeconds = 0.002;
constexpr double kMaxSleepSeconds = 0.1;

void wait_for_change(std::atomic<std::uint32_t>& word, std::uint32_t seen, double seconds = 0) {
  static_assert(sizeof word == sizeof(std::uint32_t));
  const timespec time = {
      static_cast<time_t>(seconds),
      static_cast<long>((seconds - static_cast<double>(static_cast<time_t>(seconds))) * 1e9)};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, seconds > 0 ? &time : nullptr, nullptr, 0);
}

void change(std::atomic<std::uint32_t>& word) {
  word.fetch_add(1);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

double now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void* shared_memory(std::size_t size) {
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// How much time an input has taken, seen from outside.
class InputClock {
 public:
  InputClock(pid_t worker, const InputLimits& limits, const SharedState& state)
      : limits_(limits), state_(state) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/schedstat", static_cast<int>(worker));
    schedule_ = open(path, O_RDONLY | O_CLOEXEC);
    has_clock_ = clock_getcpuclockid(worker, &clock_) == 0;
    restart();
  }
  ~InputClock() {
    if (schedule_ >= 0) close(schedule_);
  }
  InputClock(const InputClock&) = delete;
  InputClock& operator=(const InputClock&) = delete;

  // The limit that is broken, if one is.
  std::optional<Termination> poll() {
    if (state_.phase == 0 || state_.progress != seen_) {
      restart();
      return std::nullopt;
    }
    if (waited_begin_ < 0) waited_begin_ = waited();
    const double cpu_left = limits_.cpu_seconds - (cpu() - cpu_begin_);
    double wall_left = limits_.wall_seconds - (now() - wall_begin_);
    if (cpu_left <= 0) return Termination::CpuTime;
    if (wall_left <= 0) wall_left += waited() - waited_begin_;
    if (wall_left <= 0) return Termination::WallTime;
    sleep_ = std::min(cpu_left, wall_left);
    return std::nullopt;
  }
  // Until it is worth looking again.
  double sleep_seconds() const { return std::clamp(sleep_, kMinSleepSeconds, kMaxSleepSeconds); }

 private:
  void restart() {
    seen_ = state_.progress;
    cpu_begin_ = cpu();
    wall_begin_ = now();
    waited_begin_ = -1;  // asked for when it is still the same input
    sleep_ = std::min(limits_.cpu_seconds, limits_.wall_seconds) / 4;
  }
  double cpu() const {
    timespec time = {};
    if (!has_clock_ || clock_gettime(clock_, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  // For a processor.
  double waited() const {
    char text[128];
    const ssize_t size = schedule_ < 0 ? -1 : pread(schedule_, text, sizeof text - 1, 0);
    if (size <= 0) return 0;
    text[size] = '\0';
    unsigned long long ran = 0, waited = 0;
    return std::sscanf(text, "%llu %llu", &ran, &waited) == 2 ? 1e-9 * static_cast<double>(waited) : 0;
  }

  InputLimits limits_;
  const SharedState& state_;
  int schedule_ = -1;
  clockid_t clock_ = {};
  bool has_clock_ = false;
  std::uint64_t seen_ = 0;
  double cpu_begin_ = 0, wall_begin_ = 0, waited_begin_ = 0;
  double sleep_ = 0;
};

Termination termination_of(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return Termination::Segmentation;
    case SIGFPE:
      return Termination::Arithmetic;
    case SIGABRT:
      return Termination::Abort;
    default:
      return Termination::Signal;
  }
}

void limit(int resource, rlim_t value) {
  const rlimit both = {value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// Beyond what the process has already.
void limit_memory(std::size_t memory_mb) {
  std::uint64_t pages = 0;
  if (FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  limit(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (memory_mb << 20));
}

class WorkerSupervisor final : public Supervisor {
 public:
  WorkerSupervisor(work::Channel channel, Handler& handler, const Supervision& supervision)
      : channel_(std::move(channel)), handler_(handler), supervision_(supervision) {
    const std::size_t head = (sizeof(SharedState) + 63) / 64 * 64;
    char* const memory = static_cast<char*>(
        shared_memory(head + supervision.max_request_bytes + supervision.max_shared_bytes));
    if (memory == nullptr) _exit(1);
    state_ = new (memory) SharedState();
    state_->request = memory + head;
    state_->shared = state_->request + supervision.max_request_bytes;
    state_->max_shared_bytes = supervision.max_shared_bytes;
    output_.take_over();
    limit(RLIMIT_CORE, 0);
    if (supervision.memory_mb > 0) limit_memory(supervision.memory_mb);
  }

  [[noreturn]] void run() {
    supervisor_futex = &state_->supervisor_futex;
    work::adopt_orphans();
    struct sigaction ring = {};
    ring.sa_handler = [](int signal) {
      if (signal == SIGTERM && is_idle) _exit(0);  // and the worker with it
      if (signal == SIGTERM) must_leave = true;
      supervisor_futex->fetch_add(1);
    };
    for (const int signal : {SIGCHLD, SIGTERM}) sigaction(signal, &ring, nullptr);
    sigset_t all;
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    work::Message request;
    for (;;) {
      is_idle = true;
      const auto status = channel_.receive(request, work::Channel::kForever, supervision_.max_request_bytes);
      is_idle = false;
      if (status != work::ReceiveStatus::Message) leave(status == work::ReceiveStatus::Malformed ? 1 : 0);
      number_ = request.request;
      state_->request_kind = request.kind;
      state_->request_bytes = request.bytes.size();
      std::memcpy(state_->request, request.bytes.data(), request.bytes.size());
      state_->cursor = 0;
      state_->is_busy = true;
      if (worker_ > 0) change(state_->worker_futex);
      do {
        if (worker_ <= 0) start_worker();
      } while (!wait_for_worker());
    }
  }

  void send(std::uint32_t kind, std::initializer_list<std::string_view> parts) override {
    if (!channel_.send(kind, number_, std::span(parts.begin(), parts.size()))) leave(0);
  }
  std::uint64_t cursor() const override { return state_->cursor; }
  void set_cursor(std::uint64_t cursor) override { state_->cursor = cursor; }

 private:
  void start_worker() {
    const pid_t supervisor = getpid();
    worker_ = fork();
    if (worker_ < 0) leave(1);
    if (worker_ > 0) {
      setpgid(worker_, worker_);  // whoever is first
      clock_.emplace(worker_, supervision_.limits, *state_);
      return;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) _exit(1);
    work::adopt_orphans();
    channel_.close();
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF, SIGVTALRM,
                             SIGALRM, SIGINT, SIGTERM, SIGCHLD, SIGPIPE, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
      std::signal(signal, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);
    void* const mark = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mark == MAP_FAILED || madvise(mark, 4096, MADV_WIPEONFORK) != 0) _exit(1);
    *static_cast<std::uint32_t*>(mark) = 1;
    worker_mark = static_cast<std::uint32_t*>(mark);
    state_of_process = state_;
    catch_faults();
    Worker worker(*state_, output_);
    for (;;) {
      const std::uint32_t seen = state_->worker_futex;
      if (!state_->is_busy) {
        wait_for_change(state_->worker_futex, seen);
        continue;
      }
      handler_.serve({state_->request_kind, {state_->request, state_->request_bytes}}, worker);
      state_->phase = 0;
      state_->is_busy = false;
      if (supervision_.forks_each_request) _exit(0);
      change(state_->supervisor_futex);
    }
  }

  // True once nothing is left of the request.
  bool wait_for_worker() {
    std::optional<Termination> broken;
    for (;;) {
      const std::uint32_t seen = state_->supervisor_futex;
      if (state_->has_message) {
        pass_on_message();
        continue;
      }
      if (!state_->is_busy && !supervision_.forks_each_request) return true;
      siginfo_t info = {};
      const bool has_ended =
          waitid(P_PID, static_cast<id_t>(worker_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          info.si_pid == worker_;
      if (has_ended && !state_->has_message) return after_end(broken);
      if (must_leave || has_hung_up()) leave(0);
      if (!broken) {
        broken = clock_->poll();
        if (broken) kill(worker_, SIGKILL);
      }
      wait_for_change(state_->supervisor_futex, seen, clock_->sleep_seconds());
      if (state_->supervisor_futex == seen) state_->wants_progress = true;
    }
  }

  void pass_on_message() {
    const std::size_t count = std::min(state_->part_count, SharedState::kMaxParts);
    if (!channel_.send(state_->message_kind, number_, std::span(state_->parts, count))) leave(0);
    state_->has_message = false;
    if (state_->waits_for_room) change(state_->worker_futex);
  }

  bool has_hung_up() const {
    pollfd host = {channel_.descriptor(), 0, 0};
    return poll(&host, 1, 0) > 0;
  }

  // The worker has ended. True if nothing is left of the request.
  bool after_end(std::optional<Termination> broken) {
    const int status = reap_worker();
    if (state_->needs_successor && !broken) {
      state_->needs_successor = false;
      return false;
    }
    TerminationRecord record;
    const bool came_to_end = !state_->is_busy;  // the request, by a worker of its own
    record.how = broken ? *broken : state_->how;
    record.phase = state_->phase;
    record.number = state_->number;
    record.address = state_->address;
    record.detail.assign(state_->detail, strnlen(state_->detail, SharedState::kMaxDetailBytes));
    if (record.how == Termination::Returned && WIFSIGNALED(status)) {
      record.how = termination_of(WTERMSIG(status));
      record.number = WTERMSIG(status);
      record.detail = strsignal(WTERMSIG(status));
    } else if (record.how == Termination::Returned && !came_to_end) {
      record.how = Termination::Exit;
      record.number = WEXITSTATUS(status);
    }
    record.limit_seconds = record.how == Termination::WallTime ? supervision_.limits.wall_seconds
                                                               : supervision_.limits.cpu_seconds;
    record.output = output_.take();
    record.left_processes = left_processes_;
    state_->needs_successor = false;
    state_->waits_for_room = false;
    state_->phase = 0;
    state_->how = Termination::Returned;
    state_->number = 0;
    state_->address = 0;
    state_->detail[0] = '\0';
    const bool continues = handler_.ended(record, *this);
    state_->is_busy = continues;
    return !continues;
  }

  // With all that it has started. Its status.
  int reap_worker() {
    // Until it is waited for, its number is that of its group.
    kill(-worker_, SIGKILL);
    int status = 0;
    while (waitpid(worker_, &status, 0) < 0 && errno == EINTR) continue;
    worker_ = -1;
    left_processes_ = work::has_children();
    if (left_processes_) work::end_children();
    return status;
  }

  [[noreturn]] void leave(int status) {
    if (worker_ > 0) {
      kill(worker_, SIGKILL);
      reap_worker();
    }
    _exit(status);
  }

  static inline std::atomic<std::uint32_t>* supervisor_futex = nullptr;
  static inline volatile bool is_idle = false;
  static inline volatile bool must_leave = false;

  work::Channel channel_;
  Handler& handler_;
  Supervision supervision_;
  SharedState* state_ = nullptr;
  Output output_;
  pid_t worker_ = -1;
  bool left_processes_ = false;  // the one that has ended last
  std::optional<InputClock> clock_;
  std::uint32_t number_ = 0;  // of the request
};

}  // namespace

InputLimits limits_of(double input_timeout_seconds) {
  constexpr double kWallPerCpu = 5;
  constexpr double kMinWallSeconds = 2;
  return {input_timeout_seconds, std::max(kWallPerCpu * input_timeout_seconds, kMinWallSeconds)};
}

bool is_worker() { return worker_mark != nullptr && *worker_mark != 0; }

void die(Termination how, const char* detail, std::uint64_t address, int number) {
  if (!is_worker()) std::_Exit(4);
  SharedState& state = *state_of_process;
  if (detail != nullptr) {
    std::strncpy(state.detail, detail, SharedState::kMaxDetailBytes - 1);
    state.detail[SharedState::kMaxDetailBytes - 1] = '\0';
  }
  state.address = address;
  state.number = number;
  state.how = how;
  std::_Exit(2);
}

bool is_handling_input() { return is_worker() && state_of_process->phase != 0; }

void Worker::begin(std::uint8_t phase) {
  state_.progress.store(state_.progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  state_.phase.store(phase, std::memory_order_relaxed);
}

void Worker::set_phase(std::uint8_t phase) { state_.phase.store(phase, std::memory_order_relaxed); }

void Worker::end() {
  if (!is_worker()) _exit(0);
  Output::flush();
  set_phase(0);
}

void Worker::end_alone() {
  if (!is_worker()) _exit(0);
  if (has_left_processes()) die(Termination::LeftProcesses);
  end();
}

bool Worker::has_left_processes() const { return work::has_children(); }

std::uint64_t Worker::cursor() const { return state_.cursor; }
void Worker::set_cursor(std::uint64_t cursor) { state_.cursor.store(cursor, std::memory_order_relaxed); }

void Worker::send(std::uint32_t kind, std::initializer_list<std::string_view> parts) {
  state_.waits_for_room = true;
  send_last(kind, parts);
  change(state_.supervisor_futex);
  for (;;) {
    const std::uint32_t seen = state_.worker_futex;
    if (!state_.has_message) break;
    wait_for_change(state_.worker_futex, seen);
  }
  state_.waits_for_room = false;
}

void Worker::send_last(std::uint32_t kind, std::initializer_list<std::string_view> parts) {
  state_.message_kind = kind;
  state_.part_count = std::min(parts.size(), SharedState::kMaxParts);
  std::copy_n(parts.begin(), state_.part_count, state_.parts);
  state_.wants_progress = false;
  state_.has_message = true;
}

bool Worker::should_send() const { return state_.wants_progress.load(std::memory_order_relaxed); }

std::string_view Worker::share(std::string_view bytes) {
  if (bytes.size() > state_.max_shared_bytes) die(Termination::OutOfMemory, "the results are too large");
  std::memcpy(state_.shared, bytes.data(), bytes.size());
  return {state_.shared, bytes.size()};
}

void Worker::exit_for_successor() {
  state_.needs_successor = true;
  _exit(0);
}

void supervise(work::Channel channel, Handler& handler, const Supervision& supervision) {
  WorkerSupervisor(std::move(channel), handler, supervision).run();
}

}  // namespace fretsaw::guest
