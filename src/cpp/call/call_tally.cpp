// SPDX-License-Identifier: MIT
#include "cpp/call/call_tally.hpp"

#include <algorithm>

#include "cpp/call/emit.hpp"

namespace fretsaw::call {

Result<bool> CallTally::take(CalledInput& input, std::span<const std::uint32_t> candidate) {
  if (input.verdict == CallVerdict::Verdict::Rejected) return true;
  const bool failed = input.verdict == CallVerdict::Verdict::Failed;
  if (failed && is_known(*input.counterexample)) {
    ++report_.excluded;
    return true;
  }
  count(input.verdict);
  if (input.counterexample) {
    // As --input counts, which knows nothing of what is excluded.
    input.counterexample->number = report_.inputs + report_.excluded;
    if (auto status = add_test(*input.counterexample, candidate); !status) return status.error();
    checkpoint_.keep(*input.counterexample);
    if (task_.listener.counterexample) task_.listener.counterexample(*input.counterexample);
  }
  return !failed || task_.request.keeps_going;
}

Status CallTally::take_only(CalledInput& input, std::span<const std::uint32_t> candidate) {
  if (!input.counterexample) return Success{};
  count(input.verdict);
  input.counterexample->number = report_.valid;
  if (auto status = add_test(*input.counterexample, candidate); !status) return status;
  if (task_.listener.counterexample) task_.listener.counterexample(*input.counterexample);
  return Success{};
}

void CallTally::count(CallVerdict::Verdict verdict) {
  ++report_.inputs;
  ++(verdict == CallVerdict::Verdict::Failed ? report_.failed : report_.passed);
}

bool CallTally::is_known(const Counterexample& counterexample) const {
  const std::vector<std::string>& known = task_.request.known_inputs;
  return !known.empty() && std::ranges::count(known, show_input(counterexample.before)) > 0;
}

Status CallTally::add_test(Counterexample& found, std::span<const std::uint32_t> candidate) const {
  const CheckRequest& request = task_.request;
  if (!request.emits || (found.failures.empty() && !request.describes_all)) return Success{};
  const code::Classes& classes = task_.caller.program->classes();
  const space::CandidateReader& inputs = pool_.inputs();
  auto text = emit_test({&classes, &task_.caller.subjects, task_.method, pool_.front().checker().relational(),
                         inputs.graph(candidate), space::array_counters(inputs.space(), classes)},
                        found);
  if (!text) return text.error();
  found.test = *std::move(text);
  return Success{};
}

}  // namespace fretsaw::call
