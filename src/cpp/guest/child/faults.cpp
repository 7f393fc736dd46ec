// SPDX-License-Identifier: MIT
// Handlers run on a stack of their own, since the usual one may be what was exhausted.
#include "cpp/guest/child/faults.hpp"

#include <cxxabi.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

#include "cpp/guest/child/supervise.hpp"

namespace fretsaw::guest {

namespace {

std::uintptr_t stack_pointer(void* context) {
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool was_sent = info->si_code <= 0 && signal != SIGABRT;
  if (was_sent) die(Termination::Signal, strsignal(signal), 0, signal);
  switch (signal) {
    case SIGSEGV:
    case SIGBUS: {
      constexpr std::uintptr_t kNearBytes = 1 << 20;
      constexpr std::uintptr_t kNullBytes = 4096;
      const std::uintptr_t stack = stack_pointer(context);
      const bool is_near = address + kNearBytes > stack && address < stack + (1 << 16);
      die(is_near                ? Termination::StackOverflow
          : address < kNullBytes ? Termination::NullAccess
                                 : Termination::Segmentation,
          nullptr, address, signal);
    }
    case SIGFPE:
      die(Termination::Arithmetic, nullptr, 0, signal);
    case SIGABRT:
      die(Termination::Abort, nullptr, 0, signal);
    default:
      die(Termination::Signal, strsignal(signal), 0, signal);
  }
}

[[noreturn]] void on_terminate() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) die(Termination::Terminate);
  int status = 0;
  char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  die(Termination::Terminate, name != nullptr ? name : type->name());
}

void at_exit(int status, void*) {
  if (is_handling_input()) die(Termination::Exit, nullptr, 0, status);
}

}  // namespace

void catch_faults() {
  // Not static objects: guests look for pointers there.
  constexpr std::size_t kAlternativeBytes = std::size_t{1} << 16;
  void* const alternative =
      mmap(nullptr, kAlternativeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (alternative == MAP_FAILED) std::_Exit(3);
  stack_t stack = {};
  stack.ss_sp = alternative;
  stack.ss_size = kAlternativeBytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_signal;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
    sigaction(signal, &action, nullptr);
  std::set_terminate(on_terminate);
  on_exit(at_exit, nullptr);
}

std::string exception_text() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception";
  int status = 0;
  char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = name != nullptr ? name : type->name();
  std::free(name);
  try {
    throw;
  } catch (const std::exception& exception) {
    return text + ": " + exception.what();
  } catch (...) {
    return text;
  }
}

}  // namespace fretsaw::guest
