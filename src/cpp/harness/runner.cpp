// SPDX-License-Identifier: MIT
#include "cpp/harness/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "cpp/guest/child/faults.hpp"
#include "cpp/harness/child/payloads.hpp"
#include "cpp/harness/child/serve.hpp"
#include "work/bytes.hpp"

namespace fretsaw::harness {

namespace {

using guest::Guest;
using guest::Termination;

constexpr const char* kGuestName = "the process that runs the harness";

Diagnostic misuse(const std::string& text) {
  return input_error(fmt::format("error in the harness: {}", text));
}

Outcome threw(std::string text) {
  Outcome outcome;
  outcome.end.how = Termination::Threw;
  outcome.end.detail = std::move(text);
  return outcome;
}

class InProcessRunner : public Runner {
 public:
  explicit InProcessRunner(Harness harness) : harness_(std::move(harness)) {}

  Result<Outcome> run(const AlloyInstance& instance, Budget& budget) override {
    budget.check_now();
    try {
      return Outcome{.results = harness_(instance)};
    } catch (const InstanceError& error) {
      return misuse(error.what());
    } catch (...) {
      return threw(guest::exception_text());
    }
  }

 private:
  Harness harness_;
};

class RunnerInGuest : public Runner {
 public:
  explicit RunnerInGuest(Guest process) : process_(std::move(process)) {}

  Result<Outcome> run(const AlloyInstance& instance, Budget& budget) override {
    process_.send(kInstance, encode(instance));
    auto answer = process_.receive(budget);
    if (!answer) return answer.error();
    Outcome outcome;
    switch (answer->kind) {
      case kResults: {
        auto results = decode_results(answer->bytes, &outcome.end.output);
        if (!results) return process_.malformed();
        outcome.results = *std::move(results);
        return outcome;
      }
      case kThrew:
        return threw(std::move(answer->bytes));
      case kMisused:
        return misuse(answer->bytes);
      case kEnded: {
        work::BytesReader reader{answer->bytes};
        reader(outcome.end);
        const bool is_whole = reader.good && reader.bytes.empty() &&
                              outcome.end.how != Termination::Returned &&
                              static_cast<std::size_t>(outcome.end.how) < guest::kTerminations;
        if (!is_whole) return process_.malformed();
        return outcome;
      }
      default:
        return process_.malformed();
    }
  }

 private:
  Guest process_;
};

Result<std::vector<HarnessInfo>> harnesses_of(Guest& process, const Limits& limits) {
  Budget budget(limits);
  auto first = process.receive(budget);
  if (!first) return first.error();
  Reader reader(first->bytes);
  std::vector<HarnessInfo> harnesses(reader.count());
  for (HarnessInfo& harness_index : harnesses) {
    harness_index.name = reader.text();
    harness_index.postcondition = reader.text();
  }
  if (first->kind != kHarnesses || !reader.is_whole()) return process.malformed();
  return harnesses;
}

std::unique_ptr<Runner> chosen(Guest process, std::size_t harness_index, const RunnerLimits& limits) {
  const auto microseconds = static_cast<std::uint64_t>(limits.seconds * 1e6);
  Writer choice;
  choice.number(harness_index).number(std::max<std::uint64_t>(microseconds, 1)).number(limits.memory_mb);
  process.send(kChoice, choice.take());
  return std::make_unique<RunnerInGuest>(std::move(process));
}

}  // namespace

std::unique_ptr<Runner> run_in_process(Harness harness) {
  return std::make_unique<InProcessRunner>(std::move(harness));
}

Result<StartedProgram> StartedProgram::start(const std::string& path, const Limits& limits) {
  auto process = Guest::start({path}, {.output_bytes = std::size_t{1} << 20}, kGuestName);
  if (!process) return process.error();
  auto harnesses = harnesses_of(*process, limits);
  if (!harnesses) return harnesses.error();
  return StartedProgram(*std::move(process), *std::move(harnesses));
}

std::unique_ptr<Runner> StartedProgram::choose(std::size_t harness_index, const RunnerLimits& limits) && {
  return chosen(std::move(process_), harness_index, limits);
}

Result<std::unique_ptr<Runner>> run_in_fork(const Harness& harness, const RunnerLimits& limits) {
  auto process = Guest::fork(
      [&](work::Channel channel) { serve({{"harness", "", harness}}, std::move(channel)); }, kGuestName);
  if (!process) return process.error();
  if (auto harnesses = harnesses_of(*process, {}); !harnesses) return harnesses.error();
  return chosen(*std::move(process), 0, limits);
}

}  // namespace fretsaw::harness
