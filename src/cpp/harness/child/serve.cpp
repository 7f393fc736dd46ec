// SPDX-License-Identifier: MIT
#include "cpp/harness/child/serve.hpp"

#include <unistd.h>

#include <string>
#include <utility>

#include "cpp/guest/child/faults.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/harness/child/payloads.hpp"
#include "work/bytes.hpp"

namespace fretsaw::detail {

std::vector<RegisteredHarness>& registered_harnesses() {
  static std::vector<RegisteredHarness> harnesses;
  return harnesses;
}

}  // namespace fretsaw::detail

namespace fretsaw::harness {

namespace {

class HarnessHandler final : public guest::Handler {
 public:
  explicit HarnessHandler(const Harness& harness) : harness_(harness) {}

  void serve(const guest::Request& request, guest::Worker& worker) override {
    const auto instance = request.kind == kInstance ? decode_instance(request.bytes) : std::nullopt;
    if (!instance) _exit(1);
    worker.begin(1);
    std::uint32_t kind = kResults;
    std::string text;
    ModelResults results;
    try {
      results = harness_(*instance);
    } catch (const InstanceError& error) {
      kind = kMisused;
      text = error.what();
    } catch (...) {
      kind = kThrew;
      text = guest::exception_text();
    }
    worker.end_alone();
    const std::string printed = worker.take_output();
    worker.send_last(kind, {worker.share(kind == kResults ? encode(results, printed) : text)});
  }

  bool ended(const guest::TerminationRecord& how, guest::Supervisor& supervisor) override {
    work::BytesWriter writer;
    writer(how);
    supervisor.send(kEnded, {writer.bytes});
    return false;
  }

 private:
  const Harness& harness_;
};

}  // namespace

void serve(const std::vector<detail::RegisteredHarness>& harnesses, work::Channel channel) {
  Writer offered;
  offered.number(harnesses.size());
  for (const detail::RegisteredHarness& harness_index : harnesses)
    offered.text(harness_index.name).text(harness_index.postcondition);
  const auto chosen =
      channel.send(kHarnesses, 0, offered.take()) ? channel.receive_content(kChoice) : std::nullopt;
  if (!chosen) _exit(0);
  Reader reader(*chosen);
  const std::uint64_t harness_index = reader.number();
  const double seconds = static_cast<double>(reader.number()) / 1e6;
  const std::uint64_t memory_mb = reader.number();
  if (!reader.is_whole() || harness_index >= harnesses.size()) _exit(1);
  constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
  HarnessHandler handler(harnesses[harness_index].run);
  guest::supervise(std::move(channel), handler,
                   {.limits = guest::limits_of(seconds),
                    .memory_mb = memory_mb,
                    .max_request_bytes = kMaxBytes,
                    .max_shared_bytes = kMaxBytes});
}

}  // namespace fretsaw::harness

// What a program of harnesses does.
extern "C" int fretsaw_serve_harnesses() {
  fretsaw::harness::serve(fretsaw::detail::registered_harnesses(),
                          fretsaw::work::Channel::take_standard_input());
}
