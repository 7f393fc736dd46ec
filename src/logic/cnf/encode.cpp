// SPDX-License-Identifier: MIT
#include "logic/cnf/encode.hpp"

#include <algorithm>

#include "logic/cnf/encoder.hpp"

namespace fretsaw {

Encoding encode(const GateGraph& graph, std::span<const Lit> outputs, const std::vector<bool>& secondary,
                const EncodeOptions& options, Budget& budget, std::span<const Lit> exported) {
  Encoder encoder(graph, secondary, options.polarity);
  Encoding encoding;
  if (options.selectors) {
    for (std::size_t i = 0; i < outputs.size(); ++i) encoding.selectors.push_back(encoder.new_variable());
  }
  if (!options.goal.empty()) encoding.goal_selector = encoder.new_variable();
  const auto selector = [&](std::size_t i) {
    if (std::ranges::find(options.goal, i) != options.goal.end()) return encoding.goal_selector;
    return options.selectors ? encoding.selectors[i] : 0;
  };
  encoder.expect(outputs);
  encoder.expect(exported, 2);
  for (std::size_t i = 0; i < outputs.size(); ++i) encoder.hold(outputs[i], selector(i));
  for (const Lit lit : exported) {
    encoder.literal(negation(lit));
    encoding.exported.push_back(encoder.literal(lit));
  }
  encoder.define_all(budget);
  encoding.cnf = encoder.take_clauses();
  encoding.variable_of_input = encoder.variable_of_input();
  encoding.input_of = encoder.input_of();
  return encoding;
}

}  // namespace fretsaw
