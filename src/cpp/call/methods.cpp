// SPDX-License-Identifier: MIT
#include "fretsaw/methods.hpp"

#include <fmt/format.h>

#include "cpp/call/check.hpp"
#include "cpp/call/show.hpp"

namespace fretsaw {

MethodVerdict check_method(const std::string& header, const std::string& method,
                           const MethodOptions& options) {
  call::CheckRequest request;
  request.code.header = header;
  request.code.sources = options.sources;
  if (!options.cxxflags.empty()) request.code.cxxflags = options.cxxflags;
  if (!method.empty()) request.methods = {method};
  const bool is_bounded = options.size >= 0 || !options.objects.empty() || !options.values.empty();
  request.bounds = {
      .size = is_bounded ? options.size : 3, .objects = options.objects, .values = options.values};
  if (!options.such_that.empty()) request.purposes = {options.such_that};
  request.keeps_going = options.keep_going;
  request.sanitizes_addresses = options.sanitize_addresses;
  request.seconds_per_input = options.seconds_per_input;
  request.workers = options.threads;
  request.limits = options.limits;

  constexpr std::uint64_t kMostShown = 3;
  MethodVerdict verdict;
  verdict.complete = true;
  std::string name;
  std::uint64_t shown = 0;
  call::CheckListener listener;
  listener.started = [&](const std::string& started) {
    name = started;
    shown = 0;
  };
  listener.counterexample = [&](const call::Counterexample& found) {
    if (shown++ < kMostShown) verdict.text += call::show_text(found, name, false);
  };
  listener.finished = [&](const call::MethodReport& report) {
    verdict.inputs += report.inputs;
    verdict.passed += report.passed;
    verdict.failed += report.failed;
    verdict.complete = verdict.complete && report.complete;
    if (report.stop != Stop::None)
      verdict.text += fmt::format("{}: a limit was reached after {} inputs\n", report.method, report.inputs);
  };
  listener.refused = [&](const std::string& refused, const Diagnostic& why) {
    verdict.complete = false;
    verdict.text += fmt::format("{} cannot be checked:\n{}", refused, render(why));
  };
  if (const Status status = call::check(request, listener); !status) {
    verdict.complete = false;
    verdict.text += render(status.error());
  }
  return verdict;
}

}  // namespace fretsaw
