// SPDX-License-Identifier: MIT
#include "cpp/call/check_given_inputs.hpp"

#include "base/budget.hpp"
#include "cpp/call/call_worker.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/space/numbered_inputs.hpp"
#include "cpp/space/read_space.hpp"

namespace fretsaw::call {

Result<GivenInputsResult> check_given_inputs(const GivenInputsRequest& request,
                                             std::span<const std::vector<std::uint64_t>> inputs) {
  const MethodProgram& program = request.caller;
  const code::Classes& classes = program.program->classes();
  const CallSetup setup{request.method, request.bounds, request.input_timeout_seconds, true,
                        request.finds_leaks};
  auto caller =
      Caller::start(caller_command(program, setup), {.memory_mb = request.limits.memory_mb}, request.limits);
  if (!caller) return caller.error();
  auto space = space::read_space(caller->space(), classes);
  if (!space) return space.error();
  auto numbered = space::numbered(*std::move(space), classes, inputs);
  if (!numbered) return numbered.error();
  auto checker = ContractChecker::make(classes, program.subjects, request.method);
  if (!checker) return checker.error();
  const space::CandidateReader reader(numbered->space, classes);
  CallWorker worker(*std::move(caller), *std::move(checker), program, request.method, numbered->space);
  Budget budget(request.limits);
  const bool chooses = program.subjects.methods[request.method].subject->theory != nullptr;
  const RunOptions options{chooses, true, [&] { return budget.check_limits(); }};
  GivenInputsResult out;
  out.calls.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    CallInput input{.candidate = numbered->candidates[i], .words = inputs[i]};
    std::unique_ptr<Counterexample> call;
    const auto run = worker.run({&input, 1}, options, [&](CalledInputs called) {
      for (auto& [position, result] : called) call = std::move(result.counterexample);
    });
    if (!run) return run.error();
    if (call) {
      call->number = i + 1;
      if (request.emits) {
        const EmittedInput emitted{&classes,
                                   &program.subjects,
                                   request.method,
                                   worker.checker().relational(),
                                   reader.graph(input.candidate),
                                   space::array_counters(numbered->space, classes)};
        auto text = emit_test(emitted, *call);
        if (!text) return text.error();
        call->test = *std::move(text);
      }
      out.calls[i] = std::move(*call);
    }
    if (budget.check_limits()) break;
  }
  out.stop = budget.reason();
  return out;
}

}  // namespace fretsaw::call
