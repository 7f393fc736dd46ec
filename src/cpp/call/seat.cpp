// SPDX-License-Identifier: MIT
#include "cpp/call/seat.hpp"

#include <poll.h>

#include "cpp/call/heap_graph.hpp"

namespace fretsaw::call {

Seat::Seat(Caller caller, Judge judge, const MethodProgram& program, std::size_t method,
           const space::Space& space)
    : caller_(std::move(caller)),
      judge_(std::move(judge)),
      program_(program),
      method_(method),
      heap_(space, program.program->classes().classes, program.program->classes().types) {}

RunBatch Seat::run(std::span<CallInput> inputs, const RunWish& wish) {
  RunBatch batch;
  batch.inputs.resize(inputs.size());
  const auto sent = send(inputs, wish, 0);
  const auto came = sent && !sent->empty() ? wait(wish) : Result<bool>(false);
  if (!sent || !came) batch.error = sent ? came.error() : sent.error();
  if (batch.error || !*came) return batch;
  for (std::size_t i = 0; i < sent->size(); ++i) {
    const CallRecord& record = caller_.records()[i];
    auto judgement = judge_.judge(record);
    if (!judgement) {
      batch.error = judgement.error();
      return batch;
    }
    RunInput& out = batch.inputs[(*sent)[i]];
    out.verdict = judgement->verdict;
    const bool is_wanted = judgement->verdict == Judgement::Verdict::Failed ||
                           (wish.describes_passed && judgement->verdict == Judgement::Verdict::Passed);
    if (is_wanted)
      out.counterexample =
          std::make_unique<Counterexample>(describe(inputs[(*sent)[i]], record, *std::move(judgement)));
  }
  return batch;
}

RunBatch Seat::look_at(std::span<CallInput> inputs, const RunWish& wish) {
  RunBatch batch;
  batch.inputs.resize(inputs.size());
  const auto sent = send(inputs, wish, kOnlyLook);
  const auto came = sent && !sent->empty() ? wait(wish) : Result<bool>(false);
  if (!sent || !came) batch.error = sent ? came.error() : sent.error();
  if (batch.error || !*came) return batch;
  for (std::size_t i = 0; i < sent->size(); ++i) {
    if (caller_.records()[i].outcome == Outcome::Returned)
      batch.inputs[(*sent)[i]].verdict = Judgement::Verdict::Passed;
  }
  return batch;
}

Result<std::vector<std::size_t>> Seat::send(std::span<CallInput> inputs, const RunWish& wish,
                                            std::uint64_t bits) {
  std::vector<const CallInput*> sent;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (wish.chooses) {
      auto allowed = judge_.allowed(heap_.words(inputs[i].candidate));
      if (!allowed) return allowed.error();
      if (*allowed == 0) continue;
      inputs[i].allowed = *allowed;
    }
    sent.push_back(&inputs[i]);
    positions.push_back(i);
  }
  if (!sent.empty()) caller_.send(sent, bits);
  return positions;
}

Result<bool> Seat::wait(const RunWish& wish) {
  constexpr int kMilliseconds = 50;
  for (;;) {
    pollfd waiting = {caller_.descriptor(), POLLIN, 0};
    if (poll(&waiting, 1, kMilliseconds) == 0) {
      if (wish.gives_up()) return false;
      continue;
    }
    auto all = caller_.receive();
    if (!all || *all) return all;
  }
}

Counterexample Seat::describe(const CallInput& input, const CallRecord& record, Judgement judgement) {
  const code::Classes& classes = program_.program->classes();
  Counterexample out;
  out.failures = std::move(judgement.failures);
  HeapGraphs graphs(classes);
  const bool died = record.outcome == Outcome::Died;
  if (died) {
    const object::HeapWords words = heap_.words(input.candidate);
    graphs.set_elsewhere(heap_.elsewhere());
    out.before = graphs.graph(words);
    return out;
  }
  out.before = graphs.graph(record.before);
  out.after = graphs.graph(record.after);
  const code::Callable& callable =
      classes.callables[static_cast<std::size_t>(program_.subjects.methods[method_].callable)];
  if (!record.result.empty()) out.result = graphs.value(callable.result_type, record.result);
  if (record.outcome == Outcome::Threw) out.thrown = record.text;
  for (const std::int64_t id : record.deleted) out.deleted.push_back(graphs.name(id));
  return out;
}

}  // namespace fretsaw::call
