// SPDX-License-Identifier: MIT
#include "method/check_ledger.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace fretsaw::method {

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

std::vector<std::uint32_t> numbers_from(std::string_view text) {
  std::vector<std::uint32_t> out;
  while (!text.empty()) {
    if (!work::take_word(text, out.emplace_back())) throw std::invalid_argument("number");
  }
  return out;
}

Json method_json(const MethodSoFar& method) {
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

// Throws what nlohmann throws, or std::invalid_argument.
MethodSoFar method_from(const Json& json) {
  MethodSoFar method;
  MethodReport& report = method.report;
  report.method = json.at("method");
  report.inputs = json.at("inputs");
  report.passed = json.at("passed");
  report.failed = json.at("failed");
  report.excluded = json.at("excluded");
  report.complete = json.at("complete");
  method.is_done = json.at("done");
  method.kept = json.at("counterexamples").get<std::vector<std::string>>();
  if (method.is_done) return method;
  method.block = numbers_from(json.at("block").get_ref<const std::string&>());
  method.found = json.at("found");
  method.called = json.at("called");
  method.seen = json.at("seen");
  if (json.contains("repeated")) method.position.emplace().repeated = json.at("repeated");
  return method;
}

}  // namespace

Status CheckLedger::open(const CheckListener& listener) {
  if (!path_) return Done{};
  auto earlier = work::read_checkpoint(*path_, fingerprint_);
  if (!earlier) return earlier.error();
  if (!*earlier) return write({});
  try {
    for (const Json& json : (*earlier)->totals.at("methods")) {
      if (is_under_way()) return damaged();  // only the last may be
      methods_.push_back(method_from(json));
    }
  } catch (const std::exception&) {
    return damaged();
  }
  if (is_under_way() && current().position) current().position->pieces = std::move((*earlier)->rest);
  std::uint64_t inputs = 0;
  for (const MethodSoFar& method : methods_) {
    inputs += method.report.inputs;
    if (listener.started) listener.started(method.report.method);
    for (const std::string& text : method.kept) {
      const auto found = counterexample_from(text);
      if (!found) return damaged();
      if (listener.counterexample) listener.counterexample(*found);
    }
    if (method.is_done && listener.finished) listener.finished(method.report);
  }
  if (listener.continued) listener.continued(inputs);
  return Done{};
}

void CheckLedger::begin() {
  if (!is_under_way()) methods_.emplace_back();
}

void CheckLedger::keep(const Counterexample& found) {
  if (path_ && current().kept.size() < most_kept_) current().kept.push_back(counterexample_text(found));
}

Status CheckLedger::save(work::Position position) {
  if (!path_) return Done{};
  return clock_.time([&] {
    std::vector<work::Piece> rest = std::move(position.pieces);
    current().position = work::Position{{}, position.repeated};
    return write(std::move(rest));
  });
}

Status CheckLedger::finish(const MethodReport& report) {
  MethodSoFar& method = current();
  method.report = report;
  method.is_done = true;
  method.block.clear();
  return path_ ? write({}) : Status(Done{});
}

Status CheckLedger::write(std::vector<work::Piece> rest) {
  Json methods = Json::array();
  for (const MethodSoFar& method : methods_) methods.push_back(method_json(method));
  return work::write_checkpoint(*path_, {fingerprint_, {{"methods", std::move(methods)}}, std::move(rest)});
}

}  // namespace fretsaw::method
