// SPDX-License-Identifier: MIT
// Returns a node without a link, which is not what 'linked' asks for.
#include <fretsaw/harness.hpp>

fretsaw::ModelResults last(const fretsaw::AlloyInstance& instance) {
  fretsaw::AlloyAtom last = instance.atoms("Node")[0];
  for (const auto& node : instance.atoms("Node"))
    if (instance.join(node, "link").empty()) last = node;
  return {{"n", {{last}}}};
}
FRETSAW_HARNESS(last, "linked")
