// SPDX-License-Identifier: MIT
#include "cpp/call/call_worker.hpp"

#include "cpp/call/heap_graph.hpp"

namespace fretsaw::call {

CallWorker::CallWorker(Caller caller, ContractChecker checker, const MethodProgram& program,
                       std::size_t method, const space::Space& space)
    : caller_(std::move(caller)),
      checker_(std::move(checker)),
      program_(program),
      method_(method),
      heap_(space, program.program->classes().classes, program.program->classes().types) {}

Result<bool> CallWorker::run(std::span<CallInput> inputs, const RunOptions& options,
                             const std::function<void(CalledInputs)>& take) {
  const auto sent = send(inputs, options, 0, take);
  if (!sent) return sent.error();
  return receive(
      *sent, options,
      [&](std::size_t position, const CallRecord& record) {
        return verdict_of(inputs[position], record, options);
      },
      take);
}

Result<bool> CallWorker::validate(std::span<CallInput> inputs, const RunOptions& options,
                                  const std::function<void(CalledInputs)>& take) {
  const auto sent = send(inputs, options, kValidateOnly, take);
  if (!sent) return sent.error();
  const auto read = [](std::size_t, const CallRecord& record) {
    CalledInput out;
    if (record.outcome == Outcome::Returned) out.verdict = CallVerdict::Verdict::Passed;
    return Result<CalledInput>(std::move(out));
  };
  return receive(*sent, options, read, take);
}

Result<std::vector<std::size_t>> CallWorker::send(std::span<CallInput> inputs, const RunOptions& options,
                                                  std::uint64_t bits,
                                                  const std::function<void(CalledInputs)>& take) {
  std::vector<const CallInput*> sent;
  std::vector<std::size_t> positions;
  CalledInputs rejected;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (options.chooses) {
      auto allowed = checker_.allowed(heap_.words(inputs[i].candidate));
      if (!allowed) return allowed.error();
      if (*allowed == 0) {
        rejected.emplace_back(i, CalledInput{});
        continue;
      }
      inputs[i].allowed = *allowed;
    }
    sent.push_back(&inputs[i]);
    positions.push_back(i);
  }
  if (!rejected.empty()) take(std::move(rejected));
  if (!sent.empty()) caller_.send(sent, bits);
  return positions;
}

template <class Read>
Result<bool> CallWorker::receive(const std::vector<std::size_t>& sent, const RunOptions& options,
                                 const Read& read, const std::function<void(CalledInputs)>& take) {
  constexpr std::chrono::milliseconds kPollInterval{50};
  for (std::size_t done = 0; done < sent.size();) {
    auto records = caller_.receive(kPollInterval);
    if (!records) return records.error();
    CalledInputs called;
    for (const CallRecord& record : *records) {
      auto input = read(sent[done], record);
      if (!input) return input.error();
      called.emplace_back(sent[done++], *std::move(input));
    }
    if (!called.empty())
      take(std::move(called));
    else if (options.gives_up())
      return false;
  }
  return true;
}

Result<CalledInput> CallWorker::verdict_of(const CallInput& input, const CallRecord& record,
                                           const RunOptions& options) {
  auto call_verdict = checker_.check(record);
  if (!call_verdict) return call_verdict.error();
  CalledInput out;
  out.verdict = call_verdict->verdict;
  const bool is_wanted = call_verdict->verdict == CallVerdict::Verdict::Failed ||
                         (options.describes_passed && call_verdict->verdict == CallVerdict::Verdict::Passed);
  if (is_wanted)
    out.counterexample = std::make_unique<Counterexample>(describe(input, record, *std::move(call_verdict)));
  return out;
}

Counterexample CallWorker::describe(const CallInput& input, const CallRecord& record,
                                    CallVerdict call_verdict) {
  const code::Classes& classes = program_.program->classes();
  Counterexample out;
  out.failures = std::move(call_verdict.failures);
  out.output = call_verdict.output;
  HeapGraphs graphs(classes);
  const bool died = record.outcome == Outcome::Died;
  if (died) {
    const object::HeapWords words = heap_.words(input.candidate);
    graphs.set_interior_pointers(heap_.interior_pointers());
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
