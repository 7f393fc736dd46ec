// SPDX-License-Identifier: MIT
#include "logic/finder/remote_units.hpp"

#include <algorithm>

#include "work/bytes.hpp"
#include "work/remote_process.hpp"

namespace fretsaw {

namespace {

constexpr const char* kUnitServerWord = "--serve-units";

enum MessageKind : std::uint32_t { kPlan = 'P', kUnit = 'U', kOutcome = 'O' };

// A plan by itself.
struct OwnedPlan {
  Cnf cnf;
  std::vector<int> variable_of_input;
  std::vector<int> decision_order;
  bool preferred_value = false;
  std::optional<LeaderTest> leaders;
  std::optional<Shapes> shapes;
};

template <class Archive, class CnfType>
void pass_cnf(Archive& archive, CnfType& cnf) {
  archive(cnf.variables);
  archive(cnf.primary);
  archive(cnf.secondary);
  archive(cnf.literals);
  archive(cnf.clauses);
}

std::optional<OwnedPlan> plan_from(std::string_view bytes) {
  OwnedPlan plan;
  work::BytesReader reader{bytes};
  pass_cnf(reader, plan.cnf);
  reader(plan.variable_of_input);
  reader(plan.decision_order);
  reader(plan.preferred_value);
  bool has_leaders = false;
  reader(has_leaders);
  if (has_leaders) plan.leaders.emplace().pass(reader);
  bool has_shapes = false;
  reader(has_shapes);
  if (has_shapes) plan.shapes.emplace().pass(reader);
  return reader.good ? std::optional(std::move(plan)) : std::nullopt;
}

std::string request_bytes(const work::Unit& unit, const TimeSlice& slice) {
  work::BytesWriter writer;
  writer(slice.seconds);
  writer(slice.max_solutions);
  writer(slice.only_count);
  writer(slice.divides);
  writer(slice.sample_modulus);
  writer(to_text(unit));
  return writer.bytes;
}

std::string outcome_bytes(UnitOutcome outcome) {
  work::BytesWriter writer;
  writer(outcome.solutions.count);
  writer(outcome.solutions.stride);
  writer(outcome.solutions.values);
  std::vector<std::string> rest;
  for (const work::Unit& unit : outcome.rest) rest.push_back(to_text(unit));
  writer(rest);
  outcome.solutions.sampled.pass(writer);
  return writer.bytes;
}

}  // namespace

std::vector<std::string> unit_server_command() { return {work::kThisProgram, kUnitServerWord}; }

std::string plan_bytes(const SearchPlan& plan) {
  work::BytesWriter writer;
  pass_cnf(writer, plan.cnf);
  writer(plan.variable_of_input);
  writer(plan.decision_order);
  writer(plan.preferred_value);
  writer(plan.leaders.has_value());
  if (plan.leaders) LeaderTest(*plan.leaders).pass(writer);
  writer(plan.shapes.has_value());
  if (plan.shapes) Shapes(*plan.shapes).pass(writer);
  return writer.bytes;
}

int serve_units(work::Channel channel) {
  const auto bytes = channel.receive_content(kPlan);
  const auto plan = bytes ? plan_from(*bytes) : std::nullopt;
  if (!plan) return 2;
  const SearchPlan search{
      plan->cnf,   plan->variable_of_input, plan->decision_order, plan->preferred_value, plan->leaders,
      plan->shapes};
  UnitRunner runner(search);
  Budget no_limit;
  while (const auto request = channel.receive_content(kUnit)) {
    TimeSlice slice;
    std::string text;
    work::BytesReader reader{*request};
    reader(slice.seconds);
    reader(slice.max_solutions);
    reader(slice.only_count);
    reader(slice.divides);
    reader(slice.sample_modulus);
    reader(text);
    const auto unit = work::unit_from(text);
    if (!reader.good || !unit || !belongs_to(search, *unit)) return 2;
    if (!channel.send(kOutcome, 0, outcome_bytes(run_unit(runner, *unit, slice, no_limit)))) return 0;
  }
  return 0;
}

bool RemoteRunner::send_plan(const std::string& bytes) { return channel_.send(kPlan, 0, bytes); }

std::optional<UnitOutcome> RemoteRunner::run(const work::Unit& unit, const TimeSlice& slice) {
  if (!channel_.send(kUnit, 0, request_bytes(unit, slice))) return std::nullopt;
  const auto bytes = channel_.receive_content(kOutcome);
  if (!bytes) return std::nullopt;
  UnitOutcome outcome;
  std::vector<std::string> rest;
  work::BytesReader reader{*bytes};
  reader(outcome.solutions.count);
  reader(outcome.solutions.stride);
  reader(outcome.solutions.values);
  reader(rest);
  outcome.solutions.sampled.pass(reader);
  for (const std::string& text : rest) {
    auto left = work::unit_from(text);
    if (!left) return std::nullopt;
    outcome.rest.push_back(*std::move(left));
  }
  return reader.good && outcome.solutions.stride > 0 ? std::optional(std::move(outcome)) : std::nullopt;
}

void RemoteRunner::hang_up() { channel_.hang_up(); }

}  // namespace fretsaw
