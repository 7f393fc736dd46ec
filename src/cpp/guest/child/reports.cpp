// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cpp/guest/child/faults.hpp"
#include "cpp/guest/child/supervise.hpp"

namespace fretsaw::guest {

void install_report_handlers() {}  // for the linker, which takes a file as a whole

}  // namespace fretsaw::guest

using fretsaw::guest::Termination;

// The sanitizers report before they would end the program, and do not handle signals.
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
  if (std::strcmp(what, "use-after-poison") == 0) what = "access outside of an object or to a deleted object";
  fretsaw::guest::die(Termination::Sanitizer, what);
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
  fretsaw::guest::die(Termination::Sanitizer, *message != '\0' ? message : kind);
}
}

// The message of assert(), which would otherwise be lost with the process.
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
  if (fretsaw::guest::is_worker()) fretsaw::guest::die(Termination::Assertion, text);
  std::fprintf(stderr, "%s\n", text);
  std::abort();
}
