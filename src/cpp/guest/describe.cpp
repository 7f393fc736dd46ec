// SPDX-License-Identifier: MIT
#include "cpp/guest/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace fretsaw::guest {

const char* to_string(Termination how) {
  constexpr std::array<const char*, kTerminations> kNames = {
      "none",           "exception",        "null access", "out of range", "segmentation fault",
      "stack overflow", "arithmetic error", "step limit",  "time limit",   "wall-clock limit",
      "abort",          "assertion",        "terminate",   "exit",         "signal",
      "out of memory",  "double delete",    "bad delete",  "sanitizer",    "processes left",
      "no value"};
  return kNames[static_cast<std::size_t>(how)];
}

std::string describe(const TerminationRecord& record) {
  // Text of the user's code, in one line.
  const std::string_view name =
      std::string_view(record.detail).substr(0, record.detail.find_last_not_of('\n') + 1);
  const std::string detail = name.empty() ? "" : fmt::format(": {}", printable(name));
  switch (record.how) {
    case Termination::Returned:
      return "returned";
    case Termination::Threw:
      return "exception" + detail;
    case Termination::Segmentation:
      return "segmentation fault";
    case Termination::NullAccess:
      return "segmentation fault: null pointer dereference";
    case Termination::OutOfRange:
      return "access outside the bounds of an array" + detail;
    case Termination::StackOverflow:
      return "stack overflow";
    case Termination::Arithmetic:
      return "arithmetic error: division by zero";
    case Termination::Abort:
      return "abort() was called";
    case Termination::Assertion:
      return "assertion failed" + detail;
    case Termination::Terminate:
      return "std::terminate() was called" + detail;
    case Termination::Exit:
      return fmt::format("the call ended the program (exit status {})", record.number);
    case Termination::CpuTime:
      return fmt::format("exceeded {} s of processor time", record.limit_seconds);
    case Termination::WallTime:
      return fmt::format("exceeded {} s of wall-clock time while waiting", record.limit_seconds);
    case Termination::Steps:
      return "step limit reached";
    case Termination::OutOfMemory:
      return "out of memory" + detail;
    case Termination::DoubleDelete:
      return "double delete: the object was already deleted";
    case Termination::BadDelete:
      return "invalid delete: the pointer was not returned by new";
    case Termination::Sanitizer:
      return "sanitizer" + detail;
    case Termination::Signal:
      return "signal" + detail;
    case Termination::LeftProcesses:
      return "child processes were still running after the call (they were killed)";
    case Termination::NoValue:
      return "no value";
  }
  return "";
}

std::string shown_output(std::string_view output) {
  constexpr std::size_t kMaxLines = 8;
  constexpr std::size_t kMaxBytes = 1000;
  std::string out;
  std::size_t at = 0;
  for (std::size_t lines = 0; lines < kMaxLines && at < std::min(output.size(), kMaxBytes); ++lines) {
    const std::size_t end = std::min({output.find('\n', at), output.size(), kMaxBytes});
    if (!out.empty()) out += '\n';
    out += printable(output.substr(at, end - at));
    at = end + 1;
  }
  while (out.ends_with('\n')) out.pop_back();
  return at < output.size() ? out + "\n…" : out;
}

}  // namespace fretsaw::guest
