// SPDX-License-Identifier: MIT
// How many inputs 'check' would call the method with, for the same bounds. They are counted while the method
// is explored, and only as far as that is cheap.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/check.hpp"

namespace fretsaw::path {

// All of them, or more than that.
struct CheckInputs {
  std::uint64_t count = 0;
  bool is_all = false;
};

// The program that calls, once it is built.
using FutureCaller = std::shared_future<Result<std::shared_ptr<const call::MethodProgram>>>;

class Comparison {
 public:
  // Begins as soon as the program is there.
  Comparison(call::CheckRequest request, FutureCaller caller);
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;
  ~Comparison();  // gives up

  // Nothing: 'check' refuses, a limit of the request was reached, or it takes longer than that from now on.
  std::optional<CheckInputs> result(const code::Note& note, double seconds);
  bool took_too_long() const { return took_too_long_; }

 private:
  std::optional<CheckInputs> count(call::CheckRequest request, const FutureCaller& caller);

  Cancel cancel_;   // the user's
  Cancel give_up_;  // ours
  bool took_too_long_ = false;
  std::vector<std::string> notes_;
  std::future<std::optional<CheckInputs>> counting_;
};

}  // namespace fretsaw::path
