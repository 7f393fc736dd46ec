// SPDX-License-Identifier: MIT
// fretsaw check: a method is called with every valid input, and its contract is checked.
#include "cpp/call/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/progress.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/check_report.hpp"
#include "cli/check_request.hpp"
#include "cli/limit_report.hpp"
#include "cli/part_document.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/known_inputs.hpp"
#include "cpp/space/parse_bounds.hpp"

namespace fretsaw::cli {

namespace {

using call::CheckRequest;
using call::Counterexample;
using call::MethodReport;

}  // namespace

Result<CheckRequest> check_request(const Settings& settings, Console& console) {
  CheckRequest request;
  request.code.header = settings.operands.front();
  request.code.sources = settings.sources;
  request.code.cxxflags = settings.cxxflags;
  request.code.build_directory = settings.build_directory;
  request.methods = settings.methods;
  request.takes_all = settings.all_methods;
  auto bounds = space::parse_bounds(settings.objects, settings.values, settings.types);
  if (!bounds) return bounds.error();
  request.bounds = *std::move(bounds);
  request.finitization = settings.finitization;
  request.extra_preconditions = settings.extra_preconditions;
  request.predicate = settings.predicate;
  request.ignored = settings.ignored;
  request.emits = settings.emit;
  request.keeps_going = settings.keep_going;
  request.input_number = settings.input;
  request.sample = settings.sample;
  request.part = settings.search_part.value_or(SearchPart());
  request.checkpoint = settings.checkpoint;
  request.identity =
      search_identity(fmt::format("check {}/{}", request.part.number, request.part.count), settings, {});
  request.max_counterexamples = settings.limit.value_or(request.max_counterexamples);
  if (settings.seed) request.seed = *settings.seed;
  request.sanitizes_address = settings.sanitizes(Sanitizer::Address);
  request.sanitizes_undefined = settings.sanitizes(Sanitizer::Undefined);
  for (const std::string& file : settings.exclude_known) {
    auto known = call::known_inputs(file);
    if (!known) return known.error();
    request.known_inputs.insert(request.known_inputs.end(), known->begin(), known->end());
  }
  request.use_cache = !settings.no_cache;
  request.limits = console.limits();
  if (settings.input_timeout) request.input_timeout_seconds = *settings.input_timeout;
  request.bounds.size = settings.size.value_or(-1);
  call::set_default_size(request);
  if (settings.sizes) {
    request.first_size = settings.sizes->low;
    request.bounds.size = settings.sizes->high;
  }
  request.workers = settings.threads.value_or(1);
  return request;
}

Result<Exit> check(const Settings& settings, Console& console) {
  auto request = check_request(settings, console);
  if (!request) return request.error();
  CheckReport reporter(settings, *request, console);
  if (auto status = reporter.open(); !status) return status.error();
  std::optional<Progress> line;
  const bool shows_line = console.shows_progress(false);
  const auto show_line = [&](const char* of) {
    line.reset();
    line.emplace(shows_line, of);
  };
  const auto beside_line = [&](const std::function<void()>& print) {
    line->hide_while([&] {
      print();
      if (shows_line) console.out().flush();
    });
  };
  show_line("compiling");
  Stopwatch watch;
  call::CheckListener listener;
  listener.begins_size = [&](int size) { reporter.restart(size); };
  listener.started = [&](const std::string& name) {
    reporter.started(name);
    show_line("inputs");
  };
  listener.remark = [&](const std::string& sentence) {
    beside_line([&] { console.print_status(fmt::format("note: {}\n", sentence)); });
  };
  listener.others = [&](std::size_t count) {
    beside_line([&] {
      console.print_status(fmt::format("note: {} without a contract {} not checked (use --all-methods)\n",
                                       counted(count, "function"), count == 1 ? "is" : "are"));
    });
  };
  listener.skipped = [&](const std::string& method, const Diagnostic& why) {
    line.reset();
    reporter.skipped(method, why);
    show_line("compiling");
  };
  listener.add_unused_bounds = [&](const std::string& method, const std::vector<std::string>& bounds) {
    reporter.add_unused_bounds(method, bounds);
  };
  listener.counterexample = [&](const Counterexample& found) {
    beside_line([&] { reporter.counterexample(found); });
  };
  listener.progress = [&](const MethodReport& report) {
    line->update({.done = report.inputs,
                  .total = {},
                  .fraction = report.fraction,
                  .found = counted(report.failed, "failure") +
                           (report.waiting > 0 ? ", " + grouped(report.waiting) + " inputs queued" : "")});
  };
  listener.finished = [&](const MethodReport& report) {
    line.reset();
    reporter.finished(report, watch.milliseconds());
    watch = Stopwatch();
    if (shows_line) console.out().flush();
    show_line("compiling");
  };
  listener.refused = [&](const std::string& method, const Diagnostic& why) {
    line.reset();
    reporter.refused(method, why);
    watch = Stopwatch();
    show_line("compiling");
  };
  listener.program = [&](const std::string& digest) { reporter.set_program(digest); };
  std::set<std::string> doubts;  // equal for all sizes
  listener.doubt = [&](const std::string& doubt) {
    if (doubts.insert(doubt).second) beside_line([&] { console.warn(doubt); });
  };
  listener.warning = [&](const Diagnostic& warning) {
    if (doubts.insert(render(warning)).second) beside_line([&] { console.warn(warning); });
  };
  listener.note = [&](const std::string& note) { beside_line([&] { console.note(note); }); };
  listener.resumed = [&](std::uint64_t inputs) {
    if (inputs == 0) return;
    beside_line([&] { console.print_status(fmt::format("resumed after {}\n", counted(inputs, "input"))); });
  };
  const Status status = call::check(*request, listener);
  line.reset();
  if (!status && status.error().stop != StopReason::None)
    return report_limit(console, status.error().stop, "preparing the inputs");
  if (!status) return status.error();
  return reporter.finish();
}

}  // namespace fretsaw::cli
