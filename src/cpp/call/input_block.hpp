// SPDX-License-Identifier: MIT
// Inputs come in the order of a search, which is not that of their size. They are collected in blocks, and
// those of a block are called with in the order of their size, so that the first failure is the smallest of
// its block: for most methods, of all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cpp/call/caller.hpp"

namespace fretsaw::call {

class InputBlock {
 public:
  std::size_t size() const { return count_; }
  bool is_empty() const { return count_ == 0; }

  // All of them have as many variables.
  void add(std::span<const std::uint32_t> candidate) {
    variables_ = candidate.size();
    candidates_.insert(candidates_.end(), candidate.begin(), candidate.end());
    ++count_;
  }
  // The one with that number, in the order in which they were found.
  void replace(std::size_t number, std::span<const std::uint32_t> candidate) {
    std::ranges::copy(candidate, candidates_.begin() + static_cast<std::ptrdiff_t>(number * variables_));
  }
  void clear() {
    candidates_.clear();
    count_ = 0;
  }

  // Smaller ones first, then those with smaller values, then as they were found. They point into the block.
  std::vector<CallInput> in_order(const std::function<std::size_t(const CallInput&)>& size_of) const;

 private:
  std::size_t variables_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> candidates_;  // one after the other
};

inline std::vector<CallInput> InputBlock::in_order(
    const std::function<std::size_t(const CallInput&)>& size_of) const {
  struct Ranked {
    std::size_t size;
    std::uint64_t values;
    CallInput input;
  };
  std::vector<Ranked> ranked;
  ranked.reserve(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    const CallInput input{.candidate = std::span(candidates_).subspan(i * variables_, variables_)};
    ranked.push_back({size_of(input),
                      std::accumulate(input.candidate.begin(), input.candidate.end(), std::uint64_t{0}),
                      input});
  }
  std::ranges::stable_sort(ranked, {}, [](const Ranked& each) { return std::pair(each.size, each.values); });
  std::vector<CallInput> inputs;
  inputs.reserve(count_);
  for (const Ranked& each : ranked) inputs.push_back(each.input);
  return inputs;
}

}  // namespace fretsaw::call
