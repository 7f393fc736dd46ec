// SPDX-License-Identifier: MIT
// Two processes: one that calls, and one that waits for it to die. When that happens, what it had found so
// far, and how far it had come, are in memory that both share; the other adds a record that says what it died
// of, and starts a new one, which goes on with the next input. A process that has called nothing yet is
// forked in well under a millisecond, whatever it took to set up. The same is done when a call has left a
// static object with a pointer to memory that the next input will use: a cache, or the last node there was.
#include "cpp/call/child/serve_calls.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/call/child/call.hpp"
#include "cpp/space/child/describe.hpp"
#include "cpp/space/child/scalar_domain.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/child/space_builder.hpp"

namespace fretsaw::call {

namespace {

constexpr std::size_t kInputBytes = std::size_t{8} << 20;
constexpr std::size_t kRecordBytes = std::size_t{64} << 20;
constexpr std::size_t kFlushBytes = std::size_t{1} << 18;
constexpr std::size_t kLargestDeath = 4096;  // what a record of an accident may take

struct Shared {
  Accident accident;
  bool has_inputs;
  bool is_done;
  bool wants_successor;    // the process ends, and nothing is wrong
  std::uint64_t count;     // of inputs
  std::uint64_t position;  // the input that is being worked on
  std::size_t used;        // of records
  double seconds;          // for each input
  std::uint64_t overdue;   // inputs that took longer
  alignas(64) char inputs[kInputBytes];
  alignas(64) char records[kRecordBytes];
};

// The pipes, away from the descriptors that the user's code may use: its input is empty, and what it prints
// is lost.
class Pipes {
 public:
  Pipes() : in_(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100)), out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
  }

  void silence() const { dup2(STDOUT_FILENO, STDERR_FILENO); }

  void send(Message type, const void* content, std::size_t size) const {
    const MessageHeader header = {size, type, 0};
    put(&header, sizeof header);
    put(content, size);
  }
  void send(Message type, const std::string& content) const { send(type, content.data(), content.size()); }

  bool get(void* data, std::size_t size) const {
    char* bytes = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t n = read(in_, bytes, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      bytes += n;
      size -= static_cast<std::size_t>(n);
    }
    return true;
  }

 private:
  void put(const void* data, std::size_t size) const {
    const char* bytes = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t n = write(out_, bytes, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) _exit(0);  // nobody listens any more
      bytes += n;
      size -= static_cast<std::size_t>(n);
    }
  }

  int in_;
  int out_;
};

struct Setup {
  int method = 0;
  Bounds bounds;
  CallOptions options;
  double seconds = 1;
};

// Words that only programs that call have; the others are those of a search.
Result<Setup> read_arguments(int argc, char** argv) {
  Setup setup;
  std::vector<std::string_view> others;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    const bool is_flag = value == "0" || value == "1";
    if (word == "invariants" && is_flag)
      setup.options.checks_invariants_before = value == "1";
    else if (word == "leaks" && is_flag)
      setup.options.finds_leaks = value == "1";
    else
      others.insert(others.end(), {word, value});
    ++i;
  }
  auto known = space::setup_from(others);
  if (!known) return known.error();
  setup.method = known->method;
  setup.bounds = std::move(known->bounds);
  setup.seconds = known->seconds_per_candidate;
  return setup;
}

class Worker {
 public:
  Worker(const Pipes& pipes, Shared& shared, CallRunner& runner, space::SearchSpace& space)
      : pipes_(pipes), shared_(shared), runner_(runner), space_(space) {}

  [[noreturn]] void run() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pipes_.silence();
    watch_for_faults(shared_.accident, shared_.seconds);
    while (shared_.has_inputs || receive()) work();
    shared_.is_done = true;
    _exit(0);
  }

 private:
  bool receive() {
    MessageHeader header = {};
    if (!pipes_.get(&header, sizeof header)) return false;
    if (header.type != Message::Inputs || header.size > kInputBytes) return false;
    if (!pipes_.get(shared_.inputs, header.size)) return false;
    std::memcpy(&shared_.count, shared_.inputs, sizeof shared_.count);
    shared_.position = 0;
    shared_.has_inputs = true;
    return true;
  }

  void work() {
    const std::size_t variables = space_.variables.size();
    std::uint64_t first = 0;
    std::memcpy(&first, shared_.inputs + 8, sizeof first);
    const bool as_words = shared_.count > 0 && (first & kAsWords) != 0;
    const std::size_t stride = 8 + (as_words ? 8 * variables : (4 * variables + 7) / 8 * 8);
    std::vector<std::uint32_t> positions;
    for (; shared_.position < shared_.count; ++shared_.position) {
      const char* const at = shared_.inputs + 8 + shared_.position * stride;
      std::uint64_t allowed = 0;
      std::memcpy(&allowed, at, sizeof allowed);
      shared_.accident.progress = shared_.accident.progress + 1;
      std::span candidate(reinterpret_cast<const std::uint32_t*>(at + 8), variables);
      if (as_words) {
        positions = space::positions_of(space_, {reinterpret_cast<const std::uint64_t*>(at + 8), variables});
        candidate = positions;
      }
      runner_.run(candidate, allowed, record_);
      shared_.accident.phase = Phase::Idle;
      keep();
      if (!leads_from_statics()) continue;
      ++shared_.position;
      shared_.wants_successor = true;
      _exit(0);
    }
    flush();
    shared_.has_inputs = false;
  }

  // Does a static object hold a pointer to memory that is about to be used again?
  static bool leads_from_statics() {
    const TrackedHeap& used = heap();
    bool found = false;
    for_each_static_word([&](const void* word) { found |= used.owns(word); });
    return found;
  }

  void keep() {
    const std::size_t bytes = 8 * record_.size_in_words();
    if (shared_.used + bytes + kLargestDeath > kRecordBytes) flush();
    if (bytes + kLargestDeath > kRecordBytes) {
      // More than anybody wants to look at.
      record_.after.clear();
      record_.result.clear();
      record_.defects.assign(1, {DefectKind::Lost, -1, -1});
    }
    record_.write(reinterpret_cast<std::int64_t*>(shared_.records + shared_.used));
    shared_.used += 8 * record_.size_in_words();
    if (shared_.used > kFlushBytes) flush();
  }

  void flush() {
    if (shared_.used > 0) pipes_.send(Message::Records, shared_.records, shared_.used);
    shared_.used = 0;
  }

  const Pipes& pipes_;
  Shared& shared_;
  CallRunner& runner_;
  space::SearchSpace& space_;
  Record record_;
};

// Waits for its end. One that does nothing for a long time, not even use the processor, is ended.
int wait_watching(pid_t worker, Shared& shared) {
  std::uint64_t seen = shared.accident.progress;
  double idle = 0;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(worker, &status, WNOHANG);
    if (ended == worker) return status;
    if (ended < 0 && errno != EINTR) return 0;
    // Sleeps until the child ends, or for a while.
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const timespec tenth = {0, 100'000'000};
    sigtimedwait(&child, nullptr, &tenth);
    const bool moves = shared.accident.phase == Phase::Idle || shared.accident.progress != seen;
    idle = moves ? 0 : idle + 0.1;
    seen = shared.accident.progress;
    if (idle > 10 + 20 * shared.seconds) {
      shared.accident.fault = Fault::Time;
      kill(worker, SIGKILL);
      waitpid(worker, &status, 0);
      return status;
    }
  }
}

void add_death(Shared& shared, int status) {
  Record record;
  Accident& accident = shared.accident;
  Fault fault = accident.fault;
  if (fault == Fault::None) fault = WIFEXITED(status) ? Fault::Exit : Fault::OtherSignal;
  if (fault == Fault::Time) {
    // Several endless loops in a row need not be waited for as long as the first.
    if (++shared.overdue == 4) shared.seconds /= 5;
  }
  record.outcome = Outcome::Died;
  record.defects.push_back(
      {DefectKind::Died, static_cast<std::int64_t>(fault), static_cast<std::int64_t>(accident.phase)});
  const std::int64_t address = accident.address;
  record.deleted.push_back(address);
  record.text = accident.text;
  if (accident.fault == Fault::None && WIFSIGNALED(status)) record.text = strsignal(WTERMSIG(status));
  record.write(reinterpret_cast<std::int64_t*>(shared.records + shared.used));
  shared.used += 8 * record.size_in_words();
  ++shared.position;
  accident.phase = Phase::Idle;
  accident.fault = Fault::None;
  accident.text[0] = '\0';
}

int serve(const detail::ClassTable& classes, const detail::ContractTable& contracts,
          void (*finitization)(Finitization&, int), int argc, char** argv) {
  const Pipes pipes;
  auto arguments = read_arguments(argc, argv);
  if (arguments && arguments->method >= contracts.method_count)
    arguments = space::refusal("there is no method " + std::to_string(arguments->method));
  if (!arguments) {
    pipes.send(Message::Error, space::describe(arguments.error()));
    return 1;
  }
  Setup& setup = *arguments;
  setup.bounds.finitization = finitization;
  const detail::MethodEntry& method = contracts.methods[setup.method];
  const detail::SearchSubject subject = {&classes, method.callable, classes.callables[method.callable].frame};
  auto space = space::build_space(subject, setup.bounds);
  if (!space) {
    pipes.send(Message::Error, space::describe(space.error()));
    return 1;
  }
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 1;
  Shared& shared = *static_cast<Shared*>(memory);
  shared.seconds = setup.seconds;
  rlimit stack = {};
  getrlimit(RLIMIT_STACK, &stack);
  if (stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur > kStackBytes) {
    stack.rlim_cur = kStackBytes;
    setrlimit(RLIMIT_STACK, &stack);
  }
  heap().reserve();
  CallRunner runner(classes, contracts, setup.method, *space, setup.options, shared.accident);
  Worker worker(pipes, shared, runner, *space);
  pipes.send(Message::Space, space::describe(*space));
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  for (;;) {
    const pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid == 0) {
      sigprocmask(SIG_UNBLOCK, &child, nullptr);
      worker.run();
    }
    const int status = wait_watching(pid, shared);
    if (shared.is_done) _exit(0);
    if (shared.wants_successor) {
      shared.wants_successor = false;
      continue;
    }
    if (shared.accident.phase == Phase::Idle) _exit(1);  // it died of something of ours
    add_death(shared, status);
  }
}

}  // namespace

}  // namespace fretsaw::call

extern "C" int fretsaw_serve_calls(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::detail::ContractTable& contracts,
                                   void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv) {
  return fretsaw::call::serve(classes, contracts, finitization, argc, argv);
}
