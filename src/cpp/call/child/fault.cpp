// SPDX-License-Identifier: MIT
// What the user's code does instead of returning. Handlers run on a stack of their own, since the usual one
// may be what was exhausted. Time is that of the processor, counted in ticks: a machine that is busy with
// something else makes nothing endless.
#include "cpp/call/child/fault.hpp"

#include <cxxabi.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <typeinfo>

extern "C" {
extern char __data_start;
extern char _end;
}

namespace fretsaw::call {

namespace {

constexpr long kTickMicroseconds = 10'000;

Accident* accident_of_process = nullptr;
double seconds_per_input = 1;
std::uintptr_t stack_top = 0;

std::uintptr_t stack_pointer(void* context) {
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  switch (signal) {
    case SIGSEGV:
    case SIGBUS: {
      const std::uintptr_t stack = stack_pointer(context);
      constexpr std::uintptr_t kNear = 1 << 20;
      const bool is_near = address + kNear > stack && address < stack + (1 << 16);
      die(is_near ? Fault::StackOverflow : Fault::Segmentation, nullptr, static_cast<std::int64_t>(address));
    }
    case SIGFPE:
      die(Fault::Arithmetic);
    case SIGABRT:
      die(Fault::Abort);
    default:
      die(Fault::OtherSignal, strsignal(signal));
  }
}

void on_tick(int) {
  static std::uint64_t seen = 0;
  static long ticks = 0;
  if (accident_of_process->phase == Phase::Idle || accident_of_process->progress != seen) {
    seen = accident_of_process->progress;
    ticks = 0;
    return;
  }
  if (static_cast<double>(++ticks * kTickMicroseconds) / 1e6 > seconds_per_input) die(Fault::Time);
}

[[noreturn]] void on_terminate() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) die(Fault::Terminate);
  int status = 0;
  char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  char text[512];
  std::strncpy(text, name != nullptr ? name : type->name(), sizeof text - 1);
  text[sizeof text - 1] = '\0';
  die(Fault::Terminate, text);
}

void on_exit() {
  if (accident_of_process->phase != Phase::Idle) die(Fault::Exit);
}

}  // namespace

void die(Fault fault, const char* text, std::int64_t address) {
  if (accident_of_process == nullptr) std::_Exit(4);
  accident_of_process->fault = fault;
  accident_of_process->address = address;
  if (text != nullptr) {
    std::strncpy(accident_of_process->text, text, sizeof accident_of_process->text - 1);
    accident_of_process->text[sizeof accident_of_process->text - 1] = '\0';
  }
  std::_Exit(2);
}

void watch_for_faults(Accident& accident, double seconds) {
  accident_of_process = &accident;
  seconds_per_input = seconds;
  stack_top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  // Not a static object: those are searched for pointers after every call.
  constexpr std::size_t kAlternative = std::size_t{1} << 16;
  void* const alternative =
      mmap(nullptr, kAlternative, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (alternative == MAP_FAILED) std::_Exit(3);
  stack_t stack = {};
  stack.ss_sp = alternative;
  stack.ss_size = kAlternative;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_signal;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
    sigaction(signal, &action, nullptr);
  struct sigaction tick = {};
  tick.sa_flags = SA_ONSTACK | SA_RESTART;
  tick.sa_handler = on_tick;
  sigaction(SIGPROF, &tick, nullptr);
  itimerval timer = {};
  timer.it_interval.tv_usec = timer.it_value.tv_usec = kTickMicroseconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
  std::set_terminate(on_terminate);
  std::atexit(on_exit);
}

bool is_static(const void* pointer, std::size_t size) {
  const auto* const at = static_cast<const char*>(pointer);
  return at >= &__data_start && at + size <= &_end;
}

const void* const* static_begin() {
  return reinterpret_cast<const void* const*>((reinterpret_cast<std::uintptr_t>(&__data_start) + 7) & ~7UL);
}

const void* const* static_end() {
  return reinterpret_cast<const void* const*>(reinterpret_cast<std::uintptr_t>(&_end) & ~7UL);
}

bool is_local(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address <= stack_top && stack_top - address < kStackBytes;
}

}  // namespace fretsaw::call

// The sanitizers tell before they would end the program, and leave signals to us.
extern "C" {
[[gnu::weak]] const char* __asan_get_report_description();
[[gnu::weak]] void __ubsan_get_current_report_data(const char** kind, const char** message, const char** file,
                                                   unsigned* line, unsigned* column, char** address);

const char* __asan_default_options() {
  return "detect_leaks=0:halt_on_error=1:handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigbus=0:"
         "handle_sigill=0:detect_stack_use_after_return=0:alloc_dealloc_mismatch=0:use_sigaltstack=0";
}

void __asan_on_error() {
  const char* what = __asan_get_report_description != nullptr ? __asan_get_report_description() : "";
  if (std::strcmp(what, "use-after-poison") == 0)
    what = "an access outside of objects, or to one that was deleted";
  fretsaw::call::die(fretsaw::call::Fault::Sanitizer, what);
}

void __ubsan_on_report() {
  const char* kind = "";
  const char* message = "";
  const char* file = "";
  unsigned line = 0;
  unsigned column = 0;
  char* address = nullptr;
  if (__ubsan_get_current_report_data != nullptr)
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
  fretsaw::call::die(fretsaw::call::Fault::Sanitizer, *message != '\0' ? message : kind);
}
}

// assert() says what it is about; without this, that would be lost with the process.
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char*) noexcept {
  char text[900];
  std::strncpy(text, file, 300);
  text[300] = '\0';
  char number[32];
  std::size_t digits = sizeof number;
  number[--digits] = '\0';
  do number[--digits] = static_cast<char>('0' + line % 10);
  while ((line /= 10) != 0);
  std::strncat(text, ":", 2);
  std::strncat(text, number + digits, 20);
  std::strncat(text, ": ", 3);
  std::strncat(text, expression, 500);
  fretsaw::call::die(fretsaw::call::Fault::Assertion, text);
}
