// SPDX-License-Identifier: MIT
#include "cpp/call/check_checkpoint.hpp"

#include <algorithm>
#include <charconv>

namespace fretsaw::call {

namespace {

using Json = nlohmann::json;

std::string numbers_text(const std::vector<std::uint32_t>& numbers) {
  std::string out;
  out.reserve(2 * numbers.size());
  for (const std::uint32_t number : numbers) {
    char digits[12];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    out += ' ';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

std::vector<std::uint32_t> numbers_from(const JsonCursor<Json>& json) {
  const std::string text = json.text();
  std::vector<std::uint32_t> out;
  for (std::string_view rest = text; !rest.empty() && json.good();) {
    if (!work::take_word(rest, out.emplace_back())) json.refuse("numbers separated by blanks");
  }
  return out;
}

Json method_json(const MethodProgress& method) {
  const MethodReport& report = method.report;
  Json json = {{"method", report.method}, {"inputs", report.inputs},       {"passed", report.passed},
               {"failed", report.failed}, {"excluded", report.excluded},   {"complete", report.complete},
               {"done", method.is_done},  {"counterexamples", method.kept}};
  if (method.is_done) return json;
  json["block"] = numbers_text(method.block);
  json["found"] = method.found;
  json["called"] = method.called;
  json["seen"] = method.seen;
  if (method.position) json["repeated"] = method.position->repeated;
  return json;
}

MethodProgress method_from(const JsonCursor<Json>& json) {
  MethodProgress method;
  MethodReport& report = method.report;
  report.method = json["method"].text();
  report.inputs = json["inputs"].integer<std::uint64_t>();
  report.passed = json["passed"].integer<std::uint64_t>();
  report.failed = json["failed"].integer<std::uint64_t>();
  report.excluded = json["excluded"].integer<std::uint64_t>();
  report.complete = json["complete"].boolean();
  method.is_done = json["done"].boolean();
  json["counterexamples"].each([&](const auto& found) { method.kept.push_back(found.text()); });
  if (method.is_done) return method;
  method.block = numbers_from(json["block"]);
  method.found = json["found"].integer<std::uint64_t>();
  method.called = json["called"].integer<std::uint64_t>();
  method.seen = json["seen"].integer<std::uint64_t>();
  if (json.has("repeated")) method.position.emplace().repeated = json["repeated"].integer<std::uint64_t>();
  return method;
}

}  // namespace

Status CheckCheckpoint::open(const CheckListener& listener) {
  if (!path_) return Success{};
  auto earlier = work::read_checkpoint(*path_, fingerprint_);
  if (!earlier) return earlier.error();
  if (!*earlier) return write({});
  JsonSchemaError schema_error;
  JsonCursor((*earlier)->totals, schema_error)["methods"].each([&](const auto& json) {
    if (is_under_way()) json.refuse("only the last method under way");
    methods_.push_back(method_from(json));
  });
  if (schema_error.message) return damaged();
  if (is_under_way() && current().position) current().position->placed_units = std::move((*earlier)->rest);
  std::uint64_t inputs = 0;
  for (const MethodProgress& method : methods_) {
    inputs += method.report.inputs;
    if (listener.started) listener.started(method.report.method);
    for (const std::string& text : method.kept) {
      const auto found = counterexample_from(text);
      if (!found) return damaged();
      if (listener.counterexample) listener.counterexample(*found);
    }
    if (method.is_done && listener.finished) listener.finished(method.report);
  }
  if (listener.resumed) listener.resumed(inputs);
  return Success{};
}

void CheckCheckpoint::begin() {
  if (!is_under_way()) methods_.emplace_back();
}

void CheckCheckpoint::keep(const Counterexample& found) {
  if (path_ && current().kept.size() < max_counterexamples_)
    current().kept.push_back(counterexample_text(found));
}

Status CheckCheckpoint::save(work::Position position) {
  if (!path_) return Success{};
  return clock_.time([&] {
    std::vector<work::PlacedUnit> rest = std::move(position.placed_units);
    current().position = work::Position{{}, position.repeated};
    return write(std::move(rest));
  });
}

Status CheckCheckpoint::finish(const MethodReport& report) {
  MethodProgress& method = current();
  method.report = report;
  method.is_done = true;
  method.block.clear();
  return path_ ? write({}) : Status(Success{});
}

Status CheckCheckpoint::write(std::vector<work::PlacedUnit> rest) {
  Json methods = Json::array();
  for (const MethodProgress& method : methods_) methods.push_back(method_json(method));
  return work::write_checkpoint(*path_, {fingerprint_, {{"methods", std::move(methods)}}, std::move(rest)});
}

}  // namespace fretsaw::call
