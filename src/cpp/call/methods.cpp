// SPDX-License-Identifier: MIT
#include "fretsaw/methods.hpp"

#include <fmt/format.h>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "base/text.hpp"
#include "cpp/call/check.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/call/known_inputs.hpp"
#include "cpp/call/method_options.hpp"
#include "cpp/call/show.hpp"

namespace fretsaw {

namespace {

// Of all that decides which inputs are run, and what is said of them; programs, sizes and known inputs are added to it.
std::string identity_of(const std::string& method, const MethodOptions& options) {
  Digest digest;
  const auto add = [&](const std::string& text) { digest.field(text); };
  const auto add_all = [&](const auto& list) {
    digest.field(std::to_string(list.size()));
    for (const auto& item : list) {
      if constexpr (requires { item.first; })
        digest.field(fmt::format("{}={}", item.first, item.second));
      else
        digest.field(item);
    }
  };
  add(method);
  add_all(options.bounds.objects);
  add_all(options.bounds.values);
  add_all(options.bounds.types);
  for (const std::string& text : {options.finitization_file, options.predicate}) add(text);
  add_all(options.ignored_fields);
  add_all(options.requires_clauses);
  add(fmt::format("{} {} {} {}/{} {} {}", options.keep_going, options.sanitize_address,
                  options.sanitize_undefined, options.part.number, options.part.count,
                  options.input_timeout_seconds, options.max_counterexamples));
  return digest.hex();
}

Result<call::CheckRequest> check_request(const std::string& header, const std::string& method,
                                         const MethodOptions& options) {
  if (Status status = call::check_bounds(options.bounds); !status) return status.error();
  if (options.input_number == 0)
    return usage_error("invalid value 0 for '.input_number': expected 1 or more");
  if (options.sample == 0) return usage_error("invalid value 0 for '.sample': expected 1 or more");
  if (options.part.number < 1 || options.part.number > options.part.count)
    return usage_error(fmt::format("invalid value {}/{} for '.part': expected K/N with K from 1 to N",
                                   options.part.number, options.part.count));
  if (!options.checkpoint.empty() && (options.sample || options.input_number))
    return usage_error("'.checkpoint' cannot be combined with '.sample' or '.input_number'");
  if (options.first_size && (options.sample || options.part.count > 1 || !options.checkpoint.empty()))
    return usage_error("'.first_size' cannot be combined with '.sample', '.part' or '.checkpoint'");
  call::CheckRequest request = call::request_of(header, method, options);
  request.first_size = options.first_size;
  request.keeps_going = options.keep_going;
  request.input_number = options.input_number;
  request.part = options.part;
  request.sample = options.sample;
  request.seed = options.seed;
  for (const std::string& file : options.exclude_known) {
    const auto known = call::known_inputs(file);
    if (!known) return known.error();
    request.known_inputs.insert(request.known_inputs.end(), known->begin(), known->end());
  }
  if (!options.checkpoint.empty()) request.checkpoint = options.checkpoint;
  request.identity = identity_of(method, options);
  request.max_counterexamples = options.max_counterexamples;
  request.workers = options.threads;
  return request;
}

Status check_into(MethodCheckResult& result, const std::string& header, const std::string& method,
                  const MethodOptions& options) {
  const auto request = check_request(header, method, options);
  if (!request) return request.error();
  result.complete = true;
  std::string name;
  std::uint64_t shown = 0;
  call::CheckListener listener;
  listener.begins_size = [&](int) { result = {.complete = true}; };
  listener.started = [&](const std::string& started) {
    name = started;
    shown = 0;
  };
  listener.counterexample = [&](const call::Counterexample& found) {
    if (shown++ >= options.max_counterexamples) return;
    result.text += call::show_text(found, name, false);
    result.counterexamples.push_back(call::value_of(found, name));
    if (options.emit)
      result.counterexamples.back().test = call::test_opening(request->code, *options.emit) + found.test;
  };
  listener.finished = [&](const call::MethodReport& report) {
    result.inputs += report.inputs;
    result.passed += report.passed;
    result.failed += report.failed;
    result.complete = result.complete && report.complete;
    if (report.stop == StopReason::None) return;
    result.stop = report.stop;
    result.text += fmt::format("{}: {} after {}\n", report.method, stop_text(report.stop),
                               counted(report.inputs, "input"));
  };
  listener.refused = [&](const std::string& refused, const Diagnostic& why) {
    if (!result.error) result.error = why;
    result.text += fmt::format("{}: not checked\n{}", refused, render(why));
  };
  return call::check(*request, listener);
}

}  // namespace

MethodCheckResult check_method(const std::string& header, const std::string& method,
                               const MethodOptions& options) {
  MethodCheckResult result;
  if (const Status status = check_into(result, header, method, options); !status) {
    result.text += render(status.error());
    result.stop = status.error().stop;
    result.error = status.error();
  }
  if (result.error) result.complete = false;
  return result;
}

}  // namespace fretsaw
