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
  MethodCheck(const MethodTask& task, CheckLedger& ledger, CallPool pool)
      : task_(task),
        request_(task.request),
        listener_(task.listener),
        ledger_(ledger),
        caller_(task.caller),
        classes_(task.caller.program->classes()),
        method_(task.method),
        budget_(task.limits),
        pool_(std::move(pool)),
        tally_(task, ledger, pool_, report_) {
    report_.method = caller_.subjects.methods[method_].display;
  }

  Result<MethodReport> run() {
    if (auto status = go_on(); !status) return status.error();
    auto plan = inputs::plan_inputs(caller_.subjects, method_, pool_.inputs().space());
    if (!plan) return plan.error();
    const auto& promises = caller_.subjects.methods[method_].subject->promises;
    chooses_ = plan->filters || (pool_.front().judge().has_relational_preconditions() && promises.size() > 1);
    auto stream = inputs(plan->way);
    if (!stream && !error_) return stream.error();
    if (stream && stream->left) where_ = [&] { return *stream->left; };
    // An incomplete block is sorted by the run that completes it.
    const bool is_last = stream && (stream->complete || !ledger_.is_kept());
    if (is_last && !stopped_ && !error_) run_block();
    if (error_) return *error_;
    report_.fraction.reset();
    report_.waiting = 0;
    report_.complete = stream->complete && !stopped_ && !(request_.sample && seen_ > *request_.sample);
    if (request_.sample) report_.sampled_from = seen_;
    const bool is_whole = request_.part.count <= 1 && !request_.may_have_none;
    if (is_whole && report_.inputs == 0 && report_.valid == 0 && report_.excluded == 0 && report_.complete)
      return no_input();
    report_.stop = stream->stop != Stop::None ? stream->stop : budget_.reason();
    if (report_.stop == Stop::None) return report_;
    report_.complete = false;
    so_far().report = report_;
    if (!where_) return report_;  // nothing to resume from yet
    if (auto status = ledger_.save(position()); !status) return status.error();
    return report_;
  }

 private:
  MethodSoFar& so_far() { return ledger_.current(); }

  void tell_progress(std::size_t waiting) {
    report_.waiting = waiting;
    if (listener_.progress) listener_.progress(report_);
  }

  // The state of an earlier run, if any.
  Status go_on() {
    const std::size_t variables = pool_.inputs().variables();
    const MethodSoFar& earlier = so_far();
    if (!earlier.position) return Done{};
    from_ = earlier.position;
    where_ = [this] { return work::Position{from_->pieces, 0}; };
    const bool fits = earlier.report.method == report_.method && earlier.found <= request_.per_block &&
                      earlier.block.size() == variables * earlier.found && earlier.called <= earlier.found;
    if (!fits) return ledger_.damaged();
    for (std::size_t i = 0; i < earlier.found; ++i) {
      const auto candidate = std::span(earlier.block).subspan(i * variables, variables);
      if (!pool_.inputs().is_candidate(candidate)) return ledger_.damaged();
      found_.add(candidate);
    }
    report_ = earlier.report;
    repeated_ = from_->repeated;
    seen_ = earlier.seen;
    return Done{};
  }

  // Takes all that are valid, one block after the other; what is left of the last block is still to be run.
  Result<inputs::InputStream> inputs(inputs::InputWay way) {
    if (found_.size() >= request_.per_block && !run_block())
      return inputs::InputStream{false, Stop::None, where_()};
    inputs::InputWish wish;
    wish.workers = request_.workers;
    wish.part = request_.part;
    wish.limits = task_.limits;
    wish.from = from_;
    wish.any_before = seen_ > 0;
    wish.may_have_none = request_.may_have_none;
    std::mt19937_64 random(request_.seed);
    wish.take = [&](std::span<const std::uint32_t> candidate, const inputs::Where& where) {
      where_ = where;
      return take(candidate, random);
    };
    wish.progress = [&](double fraction, const inputs::Where& where) {
      where_ = where;
      report_.fraction = fraction;
      tell_progress(found_.size());
      save_in_time();
    };
    if (way == inputs::InputWay::Solve)
      return inputs::solve_inputs(caller_.subjects.methods[method_], pool_.inputs().space(), wish);
    auto program = task_.searcher();
    if (!program) return program.error();
    return inputs::search_inputs(searcher_command(**program), (*program)->program->classes(),
                                 {.memory_mb = request_.limits.memory_mb}, wish);
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
    if (ledger_.is_kept()) {
      so_far().block.insert(so_far().block.end(), candidate.begin(), candidate.end());
      ++so_far().found;
      so_far().seen = seen_;
    }
    const std::size_t most = request_.counts ? std::min<std::size_t>(request_.per_block, *request_.counts + 1)
                                             : request_.per_block;
    constexpr std::size_t kOften = 1024;
    if (found_.size() % kOften == 0) tell_progress(found_.size());
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
    if (error_ || !ledger_.is_due()) return !error_;
    so_far().report = report_;
    if (auto status = ledger_.save(position()); !status) error_ = status.error();
    return !error_;
  }

  Diagnostic no_input() const {
    const contract::CheckedMethod& method = caller_.subjects.methods[method_];
    const std::string message = fmt::format("no valid input for {} within the bounds", method.display);
    // The search does not report which of them was never satisfied: all are listed.
    std::vector<const contract::Clause*> clauses;
    for (const contract::Promise& promise : method.subject->promises) {
      for (const contract::Condition& condition : promise.preconditions) clauses.push_back(condition.clause);
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
    block_.erase(block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(so_far().called));
    const std::size_t per_batch = std::max<std::size_t>(
        1, std::min<std::size_t>(256, Caller::kMostBytes / Caller::bytes(pool_.inputs().variables())));
    if (request_.only_input || request_.counts) return look_for_input(per_batch);
    const auto all =
        pool_.run(block_, per_batch, wish(), [&](std::size_t first, std::vector<CalledInput> called) {
          return take_called(first, std::move(called));
        });
    if (!all) error_ = all.error();
    block_.clear();
    found_.clear();
    if (stopped_ || error_) return false;
    so_far().block.clear();
    so_far().found = so_far().called = 0;
    return true;
  }

  // Counts the valid inputs of the block, and calls with the one that is asked for, if it is among them.
  bool look_for_input(std::size_t per_batch) {
    CallWorker& worker = pool_.front();
    for (std::size_t at = 0; at < block_.size() && !stopped_ && !error_; at += per_batch) {
      const auto inputs = std::span(block_).subspan(at, std::min(per_batch, block_.size() - at));
      std::vector<bool> is_valid(inputs.size());
      const auto looked = worker.look_at(inputs, wish(), [&](const CalledInputs& called) {
        for (const auto& [position, input] : called)
          is_valid[position] = input.verdict != Judgement::Verdict::Rejected;
      });
      if (!looked) error_ = looked.error();
      for (std::size_t i = 0; i < inputs.size() && !stopped_ && !error_; ++i) {
        if (!is_valid[i]) continue;
        ++report_.valid;
        if (request_.counts) {
          stopped_ = report_.valid > *request_.counts;
          continue;
        }
        if (report_.valid < *request_.only_input) continue;
        const auto called = worker.run(inputs.subspan(i, 1), wish(), [&](CalledInputs of_it) {
          for (auto& [position, input] : of_it) {
            if (auto status = tally_.take_only(input, inputs[i].candidate); !status) error_ = status.error();
          }
        });
        if (!called) error_ = called.error();
        stopped_ = true;
      }
      stopped_ = stopped_ || budget_.look_closer();
    }
    block_.clear();
    found_.clear();
    return !stopped_ && !error_;
  }

  // A pool's consumer looks at the budget itself.
  CallWish wish() {
    const bool is_alone = request_.only_input || request_.counts;
    return {chooses_, request_.only_input || request_.describes_all,
            [this, is_alone] { return is_alone && budget_.look_closer(); }};
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
    so_far().called += called.size();
    if (!called.empty()) tell_progress(block_.size() - first - called.size());
    if (!save_in_time()) return false;
    stopped_ = budget_.look_closer();
    return !stopped_;
  }

  const MethodTask& task_;
  const CheckRequest& request_;
  const CheckListener& listener_;
  CheckLedger& ledger_;
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
  inputs::Where where_;  // the stream of inputs is now
  InputBlock found_;
  std::vector<CallInput> block_;  // while it runs: what they are called with, in that order
  bool stopped_ = false;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<MethodReport> check_method(const MethodTask& task, CheckLedger& ledger) {
  auto pool = CallPool::start(task);
  if (!pool) return pool.error();
  return MethodCheck(task, ledger, *std::move(pool)).run();
}

}  // namespace fretsaw::call
