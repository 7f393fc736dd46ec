// SPDX-License-Identifier: MIT
// Any bytes as a model: names, types and scopes are checked to the end, or there is an error that says why not.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "alloy/model/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fretsaw;
  std::string text(reinterpret_cast<const char*>(data), size);
  const auto model = model::load(std::make_shared<const Source>("fuzzed.als", std::move(text)));
  if (!model) {
    render(model.error());
    if (model.error().message.empty()) std::abort();
  }
  return 0;
}
