// SPDX-License-Identifier: MIT
#include "cpp/search/child/escape.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "cpp/search/child/engine_scope.hpp"
#include "cpp/search/child/execution.hpp"

namespace fretsaw::search {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
// Those that a predicate can only send to itself. Inside a test they mean what they always mean.
constexpr int kForeignSignals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2};
struct sigaction earlier[NSIG];

std::uintptr_t stack_pointer(const void* context) {
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
}

Termination reason_for(int signal, std::uintptr_t address) {
  constexpr std::uintptr_t kNullPages = 65536;
  constexpr std::uintptr_t kStackEnd = space::kStackTop - space::kStackSize;
  switch (signal) {
    case SIGFPE:
      return Termination::Arithmetic;
    case SIGABRT:
      return Termination::Abort;
    case SIGSEGV:
    case SIGBUS:
      if (address < kNullPages) return Termination::NullAccess;
      // Below the stack's end, by less than a large frame.
      return kStackEnd - address <= space::kStackSize ? Termination::StackOverflow
                                                      : Termination::Segmentation;
    default:
      return Termination::Signal;
  }
}

void forward_signal(int signal) {
  sigaction(signal, &earlier[signal], nullptr);
  const bool was_sent = signal == SIGABRT || std::find(std::begin(kForeignSignals), std::end(kForeignSignals),
                                                       signal) != std::end(kForeignSignals);
  if (was_sent) raise(signal);  // the others happen again by themselves
}

void on_signal(int signal, siginfo_t* info, void* context) {
  // The host ends the search.
  if (signal == SIGTERM && info->si_pid != getpid()) _exit(0);
  if (running == nullptr || !space::is_private(stack_pointer(context))) return forward_signal(signal);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  static char detail[64];
  detail[0] = '\0';
  const Termination reason = reason_for(signal, address);
  if (reason == Termination::Segmentation) std::snprintf(detail, sizeof detail, "at address 0x%zx", address);
  if (reason == Termination::Signal) std::snprintf(detail, sizeof detail, "signal %d", signal);
  abort_candidate(reason, detail);
}

void on_tick(int, siginfo_t*, void* context) {
  if (running == nullptr || inside_engine || !space::is_private(stack_pointer(context))) return;
  if (running->timed_out()) abort_candidate(Termination::CpuTime);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  // SA_NODEFER: the handler does not return, so nothing would ever unblock the signal.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigaction(signal, &action, &earlier[signal]);
}

void provide_signal_stack() {
  constexpr std::size_t kSize = 1 << 16;
  void* const memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = kSize;
  sigaltstack(&stack, nullptr);
}

// A predicate that forks has a child on the same stack, whose end is its own.
pid_t searching_process = 0;

void exit_from_predicate(int status) {
  if (running == nullptr || !space::on_predicate_stack() || getpid() != searching_process) return;
  static char detail[32];
  std::snprintf(detail, sizeof detail, "with status %d", status);
  abort_candidate(Termination::Exit, detail);
}

}  // namespace

void catch_signals() {
  static const bool installed = [] {
    searching_process = getpid();
    provide_signal_stack();
    for (const int signal : kSignals) handle(signal, on_signal);
    return true;
  }();
  static_cast<void>(installed);
}

void start_timer() {
  for (const int signal : kForeignSignals) handle(signal, on_signal);
  handle(SIGVTALRM, on_tick);
  const auto microseconds = static_cast<suseconds_t>(kSecondsPerTick * 1e6);
  const itimerval every = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_VIRTUAL, &every, nullptr);
}

}  // namespace fretsaw::search

extern "C" {

[[noreturn]] void exit(int status) noexcept {
  fretsaw::search::exit_from_predicate(status);
  const auto real = reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"));
  real(status);
  __builtin_unreachable();
}

[[noreturn]] void quick_exit(int status) noexcept {
  fretsaw::search::exit_from_predicate(status);
  const auto real = reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "quick_exit"));
  real(status);
  __builtin_unreachable();
}

[[noreturn]] void _exit(int status) {
  fretsaw::search::exit_from_predicate(status);
  for (;;) syscall(SYS_exit_group, status);
}

[[noreturn]] void _Exit(int status) noexcept { _exit(status); }
}
