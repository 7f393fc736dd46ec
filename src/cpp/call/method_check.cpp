// SPDX-License-Identifier: MIT
// Inputs are collected in blocks (input_block.hpp), which several workers run (call_pool.hpp); results are taken
// in the order of the inputs (call_tally.hpp).
#include "cpp/call/method_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/budget.hpp"
#include "cpp/call/call_pool.hpp"
#include "cpp/call/call_tally.hpp"
#include "cpp/call/input_block.hpp"
#include "cpp/inputs/input_space.hpp"
#include "cpp/inputs/inputs.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::call {

namespace {

class MethodCheck {
 public:
  MethodCheck(const MethodTask& task, CheckCheckpoint& checkpoint, CallPool pool)
      : task_(task),
        request_(task.request),
        listener_(task.listener),
        checkpoint_(checkpoint),
        caller_(task.caller),
        classes_(task.caller.program->classes()),
        method_(task.method),
        budget_(task.limits),
        pool_(std::move(pool)),
        tally_(task, checkpoint, pool_, report_) {
    report_.method = caller_.subjects.methods[method_].display;
  }

  Result<MethodReport> run() {
    if (auto status = resume(); !status) return status.error();
    auto plan = inputs::plan_inputs(caller_.subjects, method_, pool_.inputs().space());
    if (!plan) return plan.error();
    const auto& behavior_contracts = caller_.subjects.methods[method_].subject->behavior_contracts;
    chooses_ = plan->filters ||
               (pool_.front().checker().has_relational_preconditions() && behavior_contracts.size() > 1);
    auto stream = inputs(plan->strategy);
    if (!stream && !error_) return stream.error();
    if (stream && stream->left) where_ = [&] { return *stream->left; };
    // An incomplete block is sorted by the run that completes it.
    const bool is_last = stream && (stream->complete || !checkpoint_.is_kept());
    if (is_last && !stopped_ && !error_) run_block();
    if (error_) return *error_;
    report_.fraction.reset();
    report_.waiting = 0;
    report_.complete = stream->complete && !stopped_ && !(request_.sample && seen_ > *request_.sample);
    if (request_.sample) report_.sampled_from = seen_;
    const bool is_whole = request_.part.count <= 1 && !request_.may_have_none;
    if (is_whole && report_.inputs == 0 && report_.valid == 0 && report_.excluded == 0 && report_.complete)
      return no_input();
    report_.stop = stream->stop != StopReason::None ? stream->stop : budget_.reason();
    if (report_.stop == StopReason::None) return report_;
    report_.complete = false;
    report_so_far().report = report_;
    if (!where_) return report_;  // nothing to resume from yet
    if (auto status = checkpoint_.save(position()); !status) return status.error();
    return report_;
  }

 private:
  MethodProgress& report_so_far() { return checkpoint_.current(); }

  void report_progress(std::size_t waiting) {
    report_.waiting = waiting;
    if (listener_.progress) listener_.progress(report_);
  }

  // The state of an earlier run, if any.
  Status resume() {
    const std::size_t variables = pool_.inputs().variables();
    const MethodProgress& earlier = report_so_far();
    if (!earlier.position) return Success{};
    from_ = earlier.position;
    where_ = [this] { return work::Position{from_->placed_units, 0}; };
    const bool fits = earlier.report.method == report_.method && earlier.found <= request_.per_block &&
                      earlier.block.size() == variables * earlier.found && earlier.called <= earlier.found;
    if (!fits) return checkpoint_.damaged();
    for (std::size_t i = 0; i < earlier.found; ++i) {
      const auto candidate = std::span(earlier.block).subspan(i * variables, variables);
      if (!pool_.inputs().is_candidate(candidate)) return checkpoint_.damaged();
      found_.add(candidate);
    }
    report_ = earlier.report;
    repeated_ = from_->repeated;
    seen_ = earlier.seen;
    return Success{};
  }

  // Takes all that are valid, one block after the other; what is left of the last block is still to be run.
  Result<inputs::InputStream> inputs(inputs::InputStrategy strategy) {
    if (found_.size() >= request_.per_block && !run_block())
      return inputs::InputStream{false, StopReason::None, where_()};
    inputs::InputRequest options;
    options.workers = request_.workers;
    options.part = request_.part;
    options.limits = task_.limits;
    options.from = from_;
    options.any_before = seen_ > 0;
    options.may_have_none = request_.may_have_none;
    std::mt19937_64 random(request_.seed);
    options.take = [&](std::span<const std::uint32_t> candidate, const inputs::PositionFunction& where) {
      where_ = where;
      return take(candidate, random);
    };
    options.progress = [&](double fraction, const inputs::PositionFunction& where) {
      where_ = where;
      report_.fraction = fraction;
      report_progress(found_.size());
      save_in_time();
    };
    if (strategy == inputs::InputStrategy::Solve)
      return inputs::solve_inputs(caller_.subjects.methods[method_], pool_.inputs().space(), options);
    auto program = task_.searcher();
    if (!program) return program.error();
    return inputs::search_inputs(searcher_command(**program), (*program)->program->classes(),
                                 {.memory_mb = request_.limits.memory_mb}, options);
  }

  // False if no more are wanted.
  bool take(std::span<const std::uint32_t> candidate, std::mt19937_64& random) {
    if (repeated_ > 0) {
      --repeated_;
      return true;
    }
    ++seen_;
    if (request_.sample && found_.size() >= *request_.sample) {
      // Each of those seen so far is in the sample with the same probability.
      const std::uint64_t place = std::uniform_int_distribution<std::uint64_t>(0, seen_ - 1)(random);
      if (place < found_.size()) found_.replace(place, candidate);
      return true;
    }
    found_.add(candidate);
    if (checkpoint_.is_kept()) {
      report_so_far().block.insert(report_so_far().block.end(), candidate.begin(), candidate.end());
      ++report_so_far().found;
      report_so_far().seen = seen_;
    }
    const std::size_t most = request_.count_limit
                                 ? std::min<std::size_t>(request_.per_block, *request_.count_limit + 1)
                                 : request_.per_block;
    constexpr std::size_t kInputsPerUpdate = 1024;
    if (found_.size() % kInputsPerUpdate == 0) report_progress(found_.size());
    if (request_.sample || found_.size() < most) return save_in_time();
    return run_block();
  }

  work::Position position() const {
    work::Position position = where_();
    position.repeated += repeated_;
    return position;
  }

  // False if it cannot be written.
  bool save_in_time() {
    if (error_ || !checkpoint_.is_due()) return !error_;
    report_so_far().report = report_;
    if (auto status = checkpoint_.save(position()); !status) error_ = status.error();
    return !error_;
  }

  Diagnostic no_input() const {
    const contract::CheckedMethod& method = caller_.subjects.methods[method_];
    const std::string message = fmt::format("no valid input for {} within the bounds", method.display);
    // The search does not report which of them was never satisfied: all are listed.
    std::vector<const contract::Clause*> clauses;
    for (const contract::BehaviorContract& behavior_contract : method.subject->behavior_contracts) {
      for (const contract::Condition& condition : behavior_contract.preconditions)
        clauses.push_back(condition.clause);
    }
    for (const contract::Invariant& invariant : method.subject->invariants)
      clauses.push_back(invariant.condition.clause);
    if (!clauses.empty()) return inputs::contradiction(message, clauses);
    Diagnostic error = input_error(message + ": no object satisfies the invariants", "use larger bounds");
    error.location = code::to_location(classes_.callables[static_cast<std::size_t>(method.callable)].place);
    return error;
  }

  // The program that searches for inputs.
  std::vector<std::string> searcher_command(const MethodProgram& program) const {
    std::vector<std::string> command = {program.program->path(), "method", std::to_string(method_)};
    for (std::string& word : space::to_words(task_.bounds)) command.push_back(std::move(word));
    return command;
  }

  // False if no more are needed.
  bool run_block() {
    block_ = found_.in_order([&](const CallInput& input) { return pool_.front().size_of(input); });
    block_.erase(block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(report_so_far().called));
    const std::size_t per_batch = std::max<std::size_t>(
        1, std::min<std::size_t>(256, Caller::kMaxBatchBytes / Caller::bytes(pool_.inputs().variables())));
    if (request_.input_number || request_.count_limit) return look_for_input(per_batch);
    const auto all =
        pool_.run(block_, per_batch, options(), [&](std::size_t first, std::vector<CalledInput> called) {
          return take_called(first, std::move(called));
        });
    if (!all) error_ = all.error();
    block_.clear();
    found_.clear();
    if (stopped_ || error_) return false;
    report_so_far().block.clear();
    report_so_far().found = report_so_far().called = 0;
    return true;
  }

  // Counts the valid inputs of the block, and calls with the one that is asked for, if it is among them.
  bool look_for_input(std::size_t per_batch) {
    CallWorker& worker = pool_.front();
    for (std::size_t at = 0; at < block_.size() && !stopped_ && !error_; at += per_batch) {
      const auto inputs = std::span(block_).subspan(at, std::min(per_batch, block_.size() - at));
      std::vector<bool> is_valid(inputs.size());
      const auto looked = worker.validate(inputs, options(), [&](const CalledInputs& called) {
        for (const auto& [position, input] : called)
          is_valid[position] = input.verdict != CallVerdict::Verdict::Rejected;
      });
      if (!looked) error_ = looked.error();
      for (std::size_t i = 0; i < inputs.size() && !stopped_ && !error_; ++i) {
        if (!is_valid[i]) continue;
        ++report_.valid;
        if (request_.count_limit) {
          stopped_ = report_.valid > *request_.count_limit;
          continue;
        }
        if (report_.valid < *request_.input_number) continue;
        const auto called = worker.run(inputs.subspan(i, 1), options(), [&](CalledInputs of_it) {
          for (auto& [position, input] : of_it) {
            if (auto status = tally_.take_only(input, inputs[i].candidate); !status) error_ = status.error();
          }
        });
        if (!called) error_ = called.error();
        stopped_ = true;
      }
      stopped_ = stopped_ || budget_.check_limits();
    }
    block_.clear();
    found_.clear();
    return !stopped_ && !error_;
  }

  // A pool's consumer looks at the budget itself.
  RunOptions options() {
    const bool is_alone = request_.input_number || request_.count_limit;
    return {chooses_, request_.input_number || request_.describes_all,
            [this, is_alone] { return is_alone && budget_.check_limits(); }};
  }

  // The next ones in the order of the inputs. False if no more are wanted.
  bool take_called(std::size_t first, std::vector<CalledInput> called) {
    for (std::size_t i = 0; i < called.size(); ++i) {
      const auto more = tally_.take(called[i], block_[first + i].candidate);
      if (!more) error_ = more.error();
      if (more && *more) continue;
      stopped_ = true;
      return false;
    }
    report_so_far().called += called.size();
    if (!called.empty()) report_progress(block_.size() - first - called.size());
    if (!save_in_time()) return false;
    stopped_ = budget_.check_limits();
    return !stopped_;
  }

  const MethodTask& task_;
  const CheckRequest& request_;
  const CheckListener& listener_;
  CheckCheckpoint& checkpoint_;
  const MethodProgram& caller_;
  const code::Classes& classes_;
  std::size_t method_;
  Budget budget_;
  MethodReport report_;
  CallPool pool_;
  CallTally tally_;
  bool chooses_ = false;                // relational preconditions say which behaviors apply
  std::optional<work::Position> from_;  // where an earlier run had come to
  std::uint64_t repeated_ = 0;          // inputs to come that are known already
  std::uint64_t seen_ = 0;
  inputs::PositionFunction where_;  // the stream of inputs is now
  InputBlock found_;
  std::vector<CallInput> block_;  // while it runs: what they are called with, in that order
  bool stopped_ = false;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<MethodReport> check_method(const MethodTask& task, CheckCheckpoint& checkpoint) {
  auto pool = CallPool::start(task);
  if (!pool) return pool.error();
  return MethodCheck(task, checkpoint, *std::move(pool)).run();
}

}  // namespace fretsaw::call
