// SPDX-License-Identifier: MIT
// Two processes: one that runs harnesses, and one that waits for it to die. When that happens, the other says
// what it died of, and starts a new one, which takes the next instance. Time is that of the processor, so
// that a busy machine makes nothing endless; only what does nothing at all for long, not even use the
// processor, is ended by the clock.
#include "cpp/harness/child/serve.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

#include "cpp/harness/child/wire.hpp"

namespace fretsaw::detail {

std::vector<OfferedHarness>& offered_harnesses() {
  static std::vector<OfferedHarness> offers;
  return offers;
}

}  // namespace fretsaw::detail

namespace fretsaw::harness {

std::string exception_text(const std::exception& exception) {
  int status = 0;
  char* const name = abi::__cxa_demangle(typeid(exception).name(), nullptr, nullptr, &status);
  std::string text = name != nullptr ? name : typeid(exception).name();
  std::free(name);
  return text + ": " + exception.what();
}

namespace {

constexpr std::size_t kMostErrorText = std::size_t{1} << 14;

// In memory that both processes share.
struct Shared {
  volatile bool is_busy;  // with an instance that is not answered yet
  volatile bool is_done;
  volatile std::uint64_t progress;
};

struct Choice {
  std::uint64_t offer = 0;
  std::uint64_t microseconds = 0;
  std::uint64_t memory_mb = 0;
};

void limit(int resource, rlim_t value) {
  const rlimit both = {value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

void limit_resources(const Choice& choice) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, std::size_t{1} << 20);
  signal(SIGXFSZ, SIG_IGN);
  if (choice.memory_mb == 0) return;
  // Beyond what the program has already.
  std::uint64_t pages = 0;
  if (FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  limit(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (choice.memory_mb << 20));
}

void set_clock(std::uint64_t microseconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(microseconds / 1'000'000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(microseconds % 1'000'000);
  setitimer(ITIMER_PROF, &timer, nullptr);  // its signal ends the process
}

void forget_error_text() {
  if (ftruncate(STDERR_FILENO, 0) == 0) lseek(STDERR_FILENO, 0, SEEK_SET);
}

Frame answer(const Harness& harness, const AlloyInstance& instance) {
  try {
    return {Message::Results, encode(harness(instance))};
  } catch (const InstanceError& error) {
    return {Message::Misused, error.what()};
  } catch (const std::exception& exception) {
    return {Message::Threw, exception_text(exception)};
  } catch (...) {
    const std::type_info* const type = abi::__cxa_current_exception_type();
    int status = 0;
    char* const name =
        type != nullptr ? abi::__cxa_demangle(type->name(), nullptr, nullptr, &status) : nullptr;
    const std::string text = name != nullptr ? name : "an exception";
    std::free(name);
    return {Message::Threw, text};
  }
}

[[noreturn]] void work(const Harness& harness, const Choice& choice, Shared& shared, int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF, SIGINT, SIGTERM})
    signal(number, SIG_DFL);
  Frame frame;
  while (receive(in, frame)) {
    const auto instance = frame.type == Message::Instance ? decode_instance(frame.content) : std::nullopt;
    if (!instance) _exit(1);
    forget_error_text();
    shared.progress = shared.progress + 1;
    shared.is_busy = true;
    set_clock(choice.microseconds);
    const Frame said = answer(harness, *instance);
    set_clock(0);
    if (!send(out, said)) _exit(1);
    shared.is_busy = false;
  }
  shared.is_done = true;
  _exit(0);
}

// Waits for its end; true if it had to be ended.
bool wait_watching(pid_t worker, const Shared& shared, const Choice& choice, int& status) {
  const double most_idle = 10 + 20 * static_cast<double>(choice.microseconds) / 1e6;
  std::uint64_t seen = shared.progress;
  double idle = 0;
  for (;;) {
    const pid_t ended = waitpid(worker, &status, WNOHANG);
    if (ended == worker || (ended < 0 && errno != EINTR)) return false;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const timespec tenth = {0, 100'000'000};
    sigtimedwait(&child, nullptr, &tenth);
    idle = !shared.is_busy || shared.progress != seen ? 0 : idle + 0.1;
    seen = shared.progress;
    if (idle <= most_idle) continue;
    kill(worker, SIGKILL);
    waitpid(worker, &status, 0);
    return true;
  }
}

std::string error_text() {
  std::string text(kMostErrorText, '\0');
  const ssize_t size = pread(STDERR_FILENO, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

Frame obituary(int status, bool was_ended) {
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  Death death = Death::Signal;
  std::string text = error_text();
  if (was_ended || number == SIGPROF) {
    death = Death::Endless;
  } else if (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL) {
    death = Death::Crash;
    text = std::string(strsignal(number)) + "\n" + text;
  } else if (number == SIGABRT) {
    death = Death::Abort;
  } else if (number == 0) {
    death = Death::Exit;
    text = std::to_string(WEXITSTATUS(status)) + "\n" + text;
  } else {
    text = std::string(strsignal(number)) + "\n" + text;
  }
  return {Message::Died, Writer().number(static_cast<std::uint64_t>(death)).text(text).take()};
}

// The harness's input is empty, and what it prints is lost; but what it writes to standard error is kept
// until the next instance.
void take_streams() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int errors = memfd_create("stderr", MFD_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
}

}  // namespace

void serve(const std::vector<detail::OfferedHarness>& offers, int in, int out) {
  take_streams();
  signal(SIGPIPE, SIG_IGN);
  Writer offered;
  offered.number(offers.size());
  for (const detail::OfferedHarness& offer : offers) offered.text(offer.name).text(offer.postcondition);
  Frame chosen;
  if (!send(out, {Message::Offers, offered.take()}) || !receive(in, chosen) || chosen.type != Message::Choice)
    _exit(0);
  Reader reader(chosen.content);
  const Choice choice{reader.number(), reader.number(), reader.number()};
  if (!reader.is_whole() || choice.offer >= offers.size()) _exit(1);
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) _exit(1);
  Shared& shared = *static_cast<Shared*>(memory);
  limit_resources(choice);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  for (;;) {
    const pid_t worker = fork();
    if (worker < 0) _exit(1);
    if (worker == 0) {
      sigprocmask(SIG_UNBLOCK, &child, nullptr);
      work(offers[choice.offer].run, choice, shared, in, out);
    }
    int status = 0;
    const bool was_ended = wait_watching(worker, shared, choice, status);
    if (shared.is_done) _exit(0);
    if (!shared.is_busy) _exit(1);  // it died of something of ours
    shared.is_busy = false;
    if (!send(out, obituary(status, was_ended))) _exit(0);
  }
}

}  // namespace fretsaw::harness

// What a program of harnesses does.
extern "C" int fretsaw_serve_harnesses() {
  // Away from the descriptors that the harness may use.
  const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100);
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  fretsaw::harness::serve(fretsaw::detail::offered_harnesses(), in, out);
}
