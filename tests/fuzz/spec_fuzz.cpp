// SPDX-License-Identifier: MIT
// Any bytes as a .spec file, and as a declaration in one: there are entries, or a located error.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cpp/contract/spec_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fretsaw;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto source = std::make_shared<const Source>("fuzzed.spec", text);
  const auto spec = contract::parse_spec(contract::whole(source));
  if (!spec) {
    if (spec.error().message.empty() || !spec.error().location) std::abort();
    render(spec.error());
  } else {
    for (const contract::SpecEntry& entry : spec->entries) {
      if (const auto behaviors = contract::behaviors(entry.items); !behaviors) render(behaviors.error());
    }
  }
  contract::read_signature(text);
  return 0;
}
