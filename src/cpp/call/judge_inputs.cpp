// SPDX-License-Identifier: MIT
#include "cpp/call/judge_inputs.hpp"

#include "base/budget.hpp"
#include "cpp/call/call_worker.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/space/numbered.hpp"
#include "cpp/space/read_space.hpp"

namespace fretsaw::call {

Result<JudgedInputs> judge(const JudgeRequest& request, std::span<const std::vector<std::uint64_t>> inputs) {
  const MethodProgram& program = request.caller;
  const code::Classes& classes = program.program->classes();
  const CallSetup setup{request.method, request.bounds, request.seconds_per_input, true, request.finds_leaks};
  auto caller =
      Caller::start(caller_command(program, setup), {.memory_mb = request.limits.memory_mb}, request.limits);
  if (!caller) return caller.error();
  auto space = space::read_space(caller->space(), classes);
  if (!space) return space.error();
  auto numbered = space::numbered(*std::move(space), classes, inputs);
  if (!numbered) return numbered.error();
  auto judge = Judge::make(classes, program.subjects, request.method);
  if (!judge) return judge.error();
  const space::CandidateReader reader(numbered->space, classes);
  CallWorker worker(*std::move(caller), *std::move(judge), program, request.method, numbered->space);
  Budget budget(request.limits);
  const bool chooses = program.subjects.methods[request.method].subject->theory != nullptr;
  const CallWish wish{chooses, true, [&] { return budget.look_closer(); }};
  JudgedInputs out;
  out.calls.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    CallInput input{.candidate = numbered->candidates[i], .words = inputs[i]};
    std::unique_ptr<Counterexample> call;
    const auto run = worker.run({&input, 1}, wish, [&](CalledInputs called) {
      for (auto& [position, result] : called) call = std::move(result.counterexample);
    });
    if (!run) return run.error();
    if (call) {
      call->number = i + 1;
      if (request.emits) {
        const EmittedInput emitted{&classes,
                                   &program.subjects,
                                   request.method,
                                   worker.judge().relational(),
                                   reader.graph(input.candidate),
                                   space::array_counters(numbered->space, classes)};
        auto text = emit_test(emitted, *call);
        if (!text) return text.error();
        call->test = *std::move(text);
      }
      out.calls[i] = std::move(*call);
    }
    if (budget.look_closer()) break;
  }
  out.stop = budget.reason();
  return out;
}

}  // namespace fretsaw::call
