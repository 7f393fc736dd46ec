// SPDX-License-Identifier: MIT
#include "alloy/lowering/commands.hpp"

#include <gtest/gtest.h>

#include "alloy/lowering/decode.hpp"

namespace fretsaw::lowering {

namespace {

constexpr std::uint64_t kError = std::uint64_t{1} << 63;

}  // namespace

model::Model model_of(const std::string& text) {
  auto loaded = model::load(std::make_shared<const Source>("model.als", text));
  if (loaded) return *std::move(loaded);
  ADD_FAILURE() << render(loaded.error());
  return {};
}

std::uint64_t count(const model::Model& model, std::size_t command, Overflow overflow) {
  if (command >= model.commands.size()) {
    ADD_FAILURE() << "there is no command " << command;
    return kError;
  }
  auto lowered = lower(model, model.commands[command], {.overflow = overflow});
  if (!lowered) {
    ADD_FAILURE() << render(lowered.error());
    return kError;
  }
  auto stream = instances(lowered->problem(), {.symmetry = Symmetry::None});
  if (!stream) {
    ADD_FAILURE() << render(stream.error());
    return kError;
  }
  while (stream->skip()) continue;
  if (stream->failure()) ADD_FAILURE() << render(*stream->failure());
  return stream->complete() ? stream->yielded_count() : kError;
}

std::uint64_t count(const std::string& text, Overflow overflow) { return count(model_of(text), 0, overflow); }

Verdict verdict(const model::Model& model, std::size_t command, Overflow overflow) {
  auto lowered = lower(model, model.commands.at(command), {.overflow = overflow});
  if (!lowered) {
    ADD_FAILURE() << render(lowered.error());
    return Verdict::Limit;
  }
  auto finding = find(lowered->problem());
  if (finding) return finding->verdict;
  ADD_FAILURE() << render(finding.error());
  return Verdict::Limit;
}

AlloyInstance first_instance(const std::string& text) {
  const model::Model model = model_of(text);
  if (model.commands.empty()) return {};
  auto lowered = lower(model, model.commands[0]);
  if (!lowered) {
    ADD_FAILURE() << render(lowered.error());
    return {};
  }
  auto finding = find(lowered->problem());
  if (!finding || !finding->instance) {
    ADD_FAILURE() << (finding ? "no instance" : render(finding.error()));
    return {};
  }
  return to_alloy_instance(*lowered, *finding->instance, finding->witnesses);
}

}  // namespace fretsaw::lowering
