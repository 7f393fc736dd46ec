// SPDX-License-Identifier: MIT
// Inputs come in the order of a search, which is not that of their size. They are collected in blocks, and
// those of a block run in the order of their size, so that the first failure is the smallest of its block:
// for most methods, of all. Batches of a block are shared among callers, each with a judge of its own, and
// their results are looked at in the order of the inputs, whoever was first.
#include "method/check.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "base/limit.hpp"
#include "contract/candidate_heap.hpp"
#include "method/caller.hpp"
#include "method/check_ledger.hpp"
#include "method/emit.hpp"
#include "method/heap_graph.hpp"
#include "method/inputs.hpp"
#include "method/method_bounds.hpp"
#include "method/programs.hpp"
#include "predicate/render.hpp"
#include "work/elsewhere.hpp"

namespace fretsaw::method {

namespace {

// What is known of an input that was run.
struct RunInput {
  Judgement::Verdict verdict = Judgement::Verdict::Rejected;
  std::unique_ptr<Counterexample> counterexample;
};

struct RunBatch {
  std::vector<RunInput> inputs;
  std::optional<Diagnostic> error;
  bool is_done = false;
};

// A caller and what goes with it.
struct Seat {
  Caller caller;
  Judge judge;
  contract::CandidateHeap heap;
};

class MethodCheck {
 public:
  MethodCheck(const CheckRequest& request, const CheckListener& listener, const MethodProgram& caller,
              std::size_t method, const Limits& limits, CheckLedger& ledger)
      : request_(request),
        listener_(listener),
        ledger_(ledger),
        caller_(caller),
        classes_(caller.program->classes()),
        method_(method),
        limits_(limits),
        budget_(limits) {
    report_.method = caller.subjects.methods[method].display;
    bounds_ = bounds_for(request_, classes_, callable(), caller_.subjects.methods.size() == 1);
  }

  const std::vector<std::string>& unused_bounds() const { return bounds_.unused; }

  // `searcher` makes the program that searches, if it takes one.
  Result<MethodReport> run(const std::function<Result<const MethodProgram*>()>& searcher) {
    if (auto status = start(); !status) return status.error();
    if (auto status = go_on(); !status) return status.error();
    InputWay way = input_way(caller_.subjects, method_);
    if (way == InputWay::Solve) {
      // Where formulas cannot choose everything, the search does, and they filter.
      auto inputs = ask_clauses();
      if (!inputs) return inputs.error();
      if (inputs->leaves_fields_out()) way = InputWay::Search;
    }
    filters_ = way == InputWay::Search && caller_.subjects.methods[method_].subject->theory != nullptr;
    const auto& promises = caller_.subjects.methods[method_].subject->promises;
    chooses_ = filters_ || (seats_.front().judge.has_relational_preconditions() && promises.size() > 1);
    auto stream = inputs(way, searcher);
    if (!stream && !error_) return stream.error();
    if (stream && stream->left) where_ = [&] { return *stream->left; };
    // A block that is not full is put in order by whoever finds the rest of it.
    const bool is_last = stream && (stream->complete || !ledger_.is_kept());
    if (is_last && !stopped_ && !error_) run_block();
    if (error_) return *error_;
    report_.fraction.reset();
    report_.waiting = 0;
    report_.complete = stream->complete && !stopped_ && !(request_.sample && seen_ > *request_.sample);
    if (request_.sample) report_.sampled_from = seen_;
    const bool is_whole = request_.part.count <= 1;
    if (is_whole && report_.inputs == 0 && report_.valid == 0 && report_.excluded == 0 && report_.complete)
      return no_input();
    report_.stop = stream->stop != Stop::None ? stream->stop : budget_.reason();
    if (report_.stop == Stop::None) return report_;
    report_.complete = false;
    so_far().report = report_;
    if (!where_) return report_;  // there is nothing yet to go on from
    if (auto status = ledger_.save(position()); !status) return status.error();
    return report_;
  }

 private:
  MethodSoFar& so_far() { return ledger_.current(); }

  void tell_progress(std::size_t waiting) {
    report_.waiting = waiting;
    if (listener_.progress) listener_.progress(report_);
  }

  // What an earlier run knew, if there was one.
  Status go_on() {
    const std::size_t variables = space_->domain_of_slot.size();
    const MethodSoFar& earlier = so_far();
    if (!earlier.position) return Done{};
    from_ = earlier.position;
    where_ = [this] { return work::Position{from_->pieces, 0}; };
    const bool fits = earlier.report.method == report_.method && earlier.found <= request_.per_block &&
                      earlier.block.size() == variables * earlier.found && earlier.called <= earlier.found;
    if (!fits) return ledger_.damaged();
    for (std::size_t i = 0; i < earlier.found; ++i) {
      const auto candidate = std::span(earlier.block).subspan(i * variables, variables);
      if (!reader_->is_candidate(candidate)) return ledger_.damaged();
      block_.push_back({{candidate.begin(), candidate.end()}});
    }
    report_ = earlier.report;
    repeated_ = from_->repeated;
    seen_ = earlier.seen;
    return Done{};
  }

  // Takes all that are valid, one block after the other; what is left of the last block is still to be run.
  Result<InputStream> inputs(InputWay way, const std::function<Result<const MethodProgram*>()>& searcher) {
    if (request_.given) {
      chooses_ = caller_.subjects.methods[method_].subject->theory != nullptr;
      auto candidates = request_.given(*space_);
      if (!candidates) return candidates.error();
      for (auto& candidate : *candidates) block_.push_back({std::move(candidate)});
      return InputStream{true, Stop::None};
    }
    if (way == InputWay::Search) {
      if (auto status = check_filters(); !status) return status.error();
    }
    if (block_.size() >= request_.per_block && !run_block()) return InputStream{false, Stop::None, where_()};
    InputWish wish;
    wish.workers = request_.workers;
    wish.part = request_.part;
    wish.limits = limits_;
    wish.from = from_;
    wish.any_before = seen_ > 0;
    std::mt19937_64 random(request_.seed);
    wish.take = [&](std::span<const std::uint32_t> candidate, const Where& where) {
      where_ = where;
      return take(candidate, random);
    };
    wish.progress = [&](double fraction, const Where& where) {
      where_ = where;
      report_.fraction = fraction;
      tell_progress(block_.size());
      save_in_time();
    };
    if (way == InputWay::Solve) return solve_inputs(caller_.subjects.methods[method_], *space_, wish);
    auto program = searcher();
    if (!program) return program.error();
    std::vector<std::string> command = {(*program)->program->path()};
    add_bounds(command);
    return search_inputs(command, {.memory_mb = request_.limits.memory_mb}, wish);
  }

  // False if no more are wanted.
  bool take(std::span<const std::uint32_t> candidate, std::mt19937_64& random) {
    if (repeated_ > 0) {
      --repeated_;
      return true;
    }
    ++seen_;
    if (request_.sample && block_.size() >= *request_.sample) {
      // Each of those seen so far is in the sample with the same probability.
      const std::uint64_t place = std::uniform_int_distribution<std::uint64_t>(0, seen_ - 1)(random);
      if (place < block_.size()) block_[place].candidate.assign(candidate.begin(), candidate.end());
      return true;
    }
    block_.push_back({{candidate.begin(), candidate.end()}});
    if (ledger_.is_kept()) {
      so_far().block.insert(so_far().block.end(), candidate.begin(), candidate.end());
      ++so_far().found;
      so_far().seen = seen_;
    }
    const std::size_t most = request_.counts ? std::min<std::size_t>(request_.per_block, *request_.counts + 1)
                                             : request_.per_block;
    constexpr std::size_t kOften = 1024;
    if (block_.size() % kOften == 0) tell_progress(block_.size());
    if (request_.sample || block_.size() < most) return save_in_time();
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
    const CheckedMethod& method = caller_.subjects.methods[method_];
    const std::string message =
        fmt::format("a contradiction: {} has no valid input within the bounds", method.display);
    // No search says which of them it was that never held: all are named.
    std::vector<const contract::Clause*> clauses;
    for (const contract::Promise& promise : method.subject->promises) {
      for (const contract::Condition& condition : promise.preconditions) clauses.push_back(condition.clause);
    }
    for (const contract::Invariant& invariant : method.subject->invariants)
      clauses.push_back(invariant.condition.clause);
    if (!clauses.empty()) return contradiction(message, clauses);
    Diagnostic error = input_error(message, "no object satisfies the invariants: make the bounds larger");
    error.location = cxx::to_location(classes_.callables[static_cast<std::size_t>(method.callable)].place);
    return error;
  }

  void add_bounds(std::vector<std::string>& command) const {
    const auto add = [&](const std::string& word, const std::string& value) {
      command.push_back(word);
      command.push_back(value);
    };
    add("method", std::to_string(method_));
    if (request_.size >= 0) add("size", std::to_string(request_.size));
    for (const auto& [word, value] : bounds_.words) add(word, value);
  }

  std::vector<std::string> caller_command() const {
    std::vector<std::string> command = {caller_.program->path()};
    add_bounds(command);
    const bool searches = !request_.given && input_way(caller_.subjects, method_) == InputWay::Search;
    command.insert(command.end(), {"seconds", fmt::format("{}", request_.seconds_per_input), "invariants",
                                   searches ? "0" : "1", "leaks", request_.sanitizes_addresses ? "1" : "0"});
    return command;
  }

  Result<Caller> start_caller(std::optional<unsigned> elsewhere = std::nullopt) const {
    const cxx::ProcessLimits limits{.memory_mb = request_.limits.memory_mb};
    return elsewhere ? Caller::start_elsewhere(*elsewhere, caller_command(), limits)
                     : Caller::start(caller_command(), limits);
  }

  const cxx::Callable& callable() const {
    return classes_.callables[static_cast<std::size_t>(caller_.subjects.methods[method_].callable)];
  }

  Status start() {
    const unsigned here = std::max(1U, request_.workers);
    for (unsigned i = 0; i < here * (1 + work::places_elsewhere()); ++i) {
      auto caller = i < here ? start_caller() : start_caller(i / here - 1);
      if (!caller) return caller.error();
      if (!space_) {
        auto space = contract::read_object_space(caller->space(), callable().frame);
        if (!space) return space.error();
        space_.emplace(*std::move(space));
        auto reader = CandidateReader::read(caller->space());
        if (!reader) return reader.error();
        reader_.emplace(*std::move(reader));
      }
      auto judge = Judge::make(classes_, caller_.subjects, method_);
      if (!judge) return judge.error();
      seats_.push_back({*std::move(caller), *std::move(judge),
                        contract::CandidateHeap(*space_, classes_.classes, classes_.types)});
    }
    return Done{};
  }

  // Clauses that filter must be about what is chosen.
  Status check_filters() const {
    if (!filters_) return Done{};
    const contract::Question question = question_of(caller_.subjects.methods[method_]);
    if (question.invariants.empty() && question.preconditions.empty() && question.purposes.empty())
      return Done{};
    auto inputs = ask_clauses();
    if (!inputs) return inputs.error();
    return Done{};
  }

  Result<contract::InputSpace> ask_clauses() const {
    const CheckedMethod& method = caller_.subjects.methods[method_];
    contract::Question question = question_of(method);
    question.only_filters = true;
    return contract::InputSpace::build(*method.subject->theory, *space_, question);
  }

  // Smaller ones first, then those with smaller values; the others as the search met them.
  void sort_block() {
    std::vector<std::pair<std::size_t, std::uint64_t>> sizes;
    std::vector<std::size_t> order(block_.size());
    sizes.reserve(block_.size());
    for (const CallInput& input : block_)
      sizes.emplace_back(seats_.front().heap.words(input.candidate).size(),
                         std::accumulate(input.candidate.begin(), input.candidate.end(), std::uint64_t{0}));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sizes[i]; });
    std::vector<CallInput> sorted;
    sorted.reserve(block_.size());
    for (const std::size_t i : order) sorted.push_back(std::move(block_[i]));
    block_ = std::move(sorted);
  }

  // False if no more are wanted.
  bool run_block() {
    if (!request_.given) sort_block();
    const auto called = block_.begin() + static_cast<std::ptrdiff_t>(so_far().called);
    block_.erase(block_.begin(), called);
    const std::size_t per_batch = std::max<std::size_t>(
        1, std::min<std::size_t>(256, Caller::kMostBytes / Caller::bytes(space_->domain_of_slot.size())));
    if (request_.only_input || request_.counts) return look_for_input(per_batch);
    batches_ = std::vector<RunBatch>((block_.size() + per_batch - 1) / per_batch);
    next_batch_ = 0;
    halt_ = false;
    std::vector<std::thread> threads;
    for (Seat& seat : seats_) threads.emplace_back([&, this] { work(seat, per_batch); });
    consume(per_batch);
    halt_ = true;
    for (std::thread& thread : threads) thread.join();
    block_.clear();
    if (stopped_ || error_) return false;
    so_far().block.clear();
    so_far().found = so_far().called = 0;
    return true;
  }

  // Counts the valid inputs of the block, and calls with the one that is asked for, if it is among them.
  bool look_for_input(std::size_t per_batch) {
    Seat& seat = seats_.front();
    for (std::size_t at = 0; at < block_.size() && !stopped_ && !error_; at += per_batch) {
      const auto inputs = std::span(block_).subspan(at, std::min(per_batch, block_.size() - at));
      RunBatch looked;
      run_batch(seat, inputs, looked, calls::kOnlyLook);
      error_ = looked.error;
      for (std::size_t i = 0; i < inputs.size() && !stopped_ && !error_; ++i) {
        if (looked.inputs[i].verdict == Judgement::Verdict::Rejected) continue;
        ++report_.valid;
        if (request_.counts) {
          stopped_ = report_.valid > *request_.counts;
          continue;
        }
        if (report_.valid < *request_.only_input) continue;
        RunBatch called;
        run_batch(seat, inputs.subspan(i, 1), called);
        error_ = called.error;
        if (!error_) take_only(called.inputs.front(), inputs[i]);
        stopped_ = true;
      }
      stopped_ = stopped_ || budget_.look_closer();
    }
    block_.clear();
    return !stopped_ && !error_;
  }

  void take_only(RunInput& input, const CallInput& called) {
    if (!input.counterexample) return;  // interrupted
    report_.inputs = 1;
    ++(input.verdict == Judgement::Verdict::Failed ? report_.failed : report_.passed);
    input.counterexample->number = report_.valid;
    if (auto status = add_test(*input.counterexample, called.candidate); !status) error_ = status.error();
    if (listener_.counterexample) listener_.counterexample(*input.counterexample);
  }

  void work(Seat& seat, std::size_t per_batch) {
    for (;;) {
      const std::size_t number = next_batch_++;
      if (number >= batches_.size() || halt_) return;
      RunBatch batch;
      run_batch(seat,
                std::span(block_).subspan(number * per_batch,
                                          std::min(per_batch, block_.size() - number * per_batch)),
                batch);
      batch.is_done = true;
      const std::lock_guard lock(mutex_);
      batches_[number] = std::move(batch);
      done_.notify_all();
    }
  }

  void run_batch(Seat& seat, std::span<CallInput> inputs, RunBatch& batch, std::uint64_t only_look = 0) {
    std::vector<const CallInput*> sent;
    batch.inputs.resize(inputs.size());
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (chooses_) {
        auto allowed = seat.judge.allowed(seat.heap.words(inputs[i].candidate));
        if (!allowed) {
          batch.error = allowed.error();
          return;
        }
        if (*allowed == 0) continue;
        inputs[i].allowed = *allowed;
      }
      sent.push_back(&inputs[i]);
      index.push_back(i);
    }
    if (sent.empty()) return;
    seat.caller.send(sent, only_look);
    for (;;) {
      pollfd waiting = {seat.caller.descriptor(), POLLIN, 0};
      if (poll(&waiting, 1, 50) == 0) {
        if (halt_ || ((request_.only_input || request_.counts) && budget_.look_closer())) return;
        continue;
      }
      auto all = seat.caller.receive();
      if (!all) {
        batch.error = all.error();
        return;
      }
      if (*all) break;
    }
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const CallRecord& record = seat.caller.records()[i];
      if (only_look != 0) {
        if (record.outcome == calls::Outcome::Returned)
          batch.inputs[index[i]].verdict = Judgement::Verdict::Passed;
        continue;
      }
      auto judgement = seat.judge.judge(record);
      if (!judgement) {
        batch.error = judgement.error();
        return;
      }
      RunInput& out = batch.inputs[index[i]];
      out.verdict = judgement->verdict;
      const bool is_wanted = judgement->verdict == Judgement::Verdict::Failed || request_.only_input ||
                             (request_.describes_all && judgement->verdict == Judgement::Verdict::Passed);
      if (is_wanted)
        out.counterexample =
            std::make_unique<Counterexample>(describe(seat, *sent[i], record, *std::move(judgement)));
    }
  }

  Counterexample describe(Seat& seat, const CallInput& input, const CallRecord& record,
                          Judgement judgement) const {
    Counterexample out;
    out.failures = std::move(judgement.failures);
    HeapGraphs graphs(classes_);
    const bool died = record.outcome == calls::Outcome::Died;
    out.before = graphs.graph(died ? seat.heap.words(input.candidate) : record.before);
    if (died) return out;
    out.after = graphs.graph(record.after);
    const cxx::Callable& callable =
        classes_.callables[static_cast<std::size_t>(caller_.subjects.methods[method_].callable)];
    if (!record.result.empty()) out.result = graphs.value(callable.result_type, record.result);
    if (record.outcome == calls::Outcome::Threw) out.thrown = record.text;
    for (const std::int64_t id : record.deleted) out.deleted.push_back(graphs.name(id));
    return out;
  }

  // Its number must be known.
  Status add_test(Counterexample& found, std::span<const std::uint32_t> candidate) const {
    if (!request_.emits || (found.failures.empty() && !request_.describes_all)) return Done{};
    EmittedInput input{
        &classes_, &caller_.subjects, method_, seats_.front().judge.relational(), reader_->graph(candidate),
        counters()};
    auto text = emit_test(input, found);
    if (!text) return text.error();
    found.test = *std::move(text);
    return Done{};
  }

  // Which fields are lengths of arrays behind pointers, by class and field.
  std::map<std::pair<std::string, std::string>, std::string> counters() const {
    std::map<std::pair<std::string, std::string>, std::string> out;
    for (const contract::SpaceObject& object : space_->objects) {
      const cxx::ClassInfo* const found = &classes_.at(contract::class_index_of(object, classes_.classes));
      for (std::size_t i = 0; i < object.parts.size(); ++i) {
        const contract::SpacePart& part = object.parts[i];
        if (part.kind != contract::SpacePart::Kind::Buffer || part.slot >= 0 || part.length < 0) continue;
        const auto counter = std::ranges::find_if(object.parts, [&](const contract::SpacePart& each) {
          return each.kind == contract::SpacePart::Kind::Slot && each.slot == part.length;
        });
        const int base = found->fields[i].base;
        const bool is_row = contract::is_row(classes_.type(found->fields[i].type));
        if (is_row && counter != object.parts.end())
          out[{base >= 0 ? classes_.at(base).name : found->name, found->fields[i].name}] = counter->name;
      }
    }
    return out;
  }

  // In the order of the inputs.
  void consume(std::size_t per_batch) {
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      std::unique_lock lock(mutex_);
      while (!batches_[b].is_done) {
        done_.wait_for(lock, std::chrono::milliseconds(100));
        if (budget_.look_closer()) {
          stopped_ = true;
          return;
        }
      }
      RunBatch batch = std::move(batches_[b]);
      lock.unlock();
      if (batch.error) {
        error_ = batch.error;
        return;
      }
      for (std::size_t i = 0; i < batch.inputs.size(); ++i) {
        RunInput& input = batch.inputs[i];
        if (input.verdict == Judgement::Verdict::Rejected) continue;
        const bool failed = input.verdict == Judgement::Verdict::Failed;
        if (failed && !request_.known.empty() &&
            std::ranges::count(request_.known, show_input(input.counterexample->before)) > 0) {
          ++report_.excluded;
          continue;
        }
        ++report_.inputs;
        ++(failed ? report_.failed : report_.passed);
        if (input.counterexample) {
          input.counterexample->number = report_.inputs;
          if (auto status = add_test(*input.counterexample, block_[b * per_batch + i].candidate); !status) {
            error_ = status.error();
            return;
          }
          ledger_.keep(*input.counterexample);
          if (listener_.counterexample) listener_.counterexample(*input.counterexample);
        }
        if (failed && !request_.keeps_going) {
          stopped_ = true;
          return;
        }
      }
      so_far().called += batch.inputs.size();
      tell_progress(block_.size() - std::min(block_.size(), (b + 1) * per_batch));
      if (!save_in_time()) return;
      if (budget_.look_closer()) {
        stopped_ = true;
        return;
      }
    }
  }

  const CheckRequest& request_;
  const CheckListener& listener_;
  CheckLedger& ledger_;
  const MethodProgram& caller_;
  const cxx::Classes& classes_;
  std::size_t method_;
  Limits limits_;
  Budget budget_;
  MethodReport report_;
  MethodBounds bounds_;
  std::optional<contract::ObjectSpace> space_;
  std::optional<CandidateReader> reader_;
  std::vector<Seat> seats_;
  bool filters_ = false;                // relational clauses do
  bool chooses_ = false;                // relational preconditions say which behaviors apply
  std::optional<work::Position> from_;  // where an earlier run had come to
  std::uint64_t repeated_ = 0;          // inputs to come that are known already
  std::uint64_t seen_ = 0;
  Where where_;  // the stream of inputs is now
  std::vector<CallInput> block_;
  std::vector<RunBatch> batches_;
  std::atomic<std::size_t> next_batch_{0};
  std::atomic<bool> halt_{false};
  std::mutex mutex_;
  std::condition_variable done_;
  bool stopped_ = false;
  std::optional<Diagnostic> error_;
};

}  // namespace

// Keys in the order of their names, so that a document that went through other hands is understood.
std::string show_input(const ObjectGraph& before) {
  return nlohmann::json::parse(render_json(before).dump()).dump();
}

namespace {

// Of all that decides which inputs there are, in which order, and what is said of them.
std::string fingerprint(const CheckRequest& request, const cxx::Program& program) {
  Digest digest;
  digest.field(request.identity).field(program.digest()).field(std::to_string(request.size));
  for (const std::string& input : request.known) digest.field(input);
  return digest.hex();
}

Result<MethodCode> code_of(const CheckRequest& request) {
  auto user = cxx::user_code(request.code);
  if (!user) return user.error();
  MethodCode code;
  code.user = *std::move(user);
  code.methods = request.methods;
  code.purposes = request.purposes;
  code.finitization = request.finitization;
  code.ignored = request.ignored;
  code.sanitizes_addresses = request.sanitizes_addresses;
  code.sanitizes_undefined = request.sanitizes_undefined;
  return code;
}

cxx::ProgramCache cache_of(const CheckRequest& request, const cxx::Note& note) {
  return cxx::ProgramCache(request.use_cache ? cxx::cache_settings(note) : cxx::CacheSettings(), note);
}

}  // namespace

Result<std::shared_ptr<const MethodProgram>> caller_for(const CheckRequest& request, const cxx::Note& note) {
  if (request.caller) return request.caller;
  auto code = code_of(request);
  if (!code) return code.error();
  auto made = make_caller(*code, request.limits, cache_of(request, note));
  if (!made) return made.error();
  return std::make_shared<const MethodProgram>(std::move(*made));
}

Status check(const CheckRequest& request, const CheckListener& listener) {
  if (Status status = check_bounds(request); !status) return status;
  const Stopwatch watch;
  const auto code = code_of(request);
  if (!code) return code.error();
  auto made = caller_for(request, listener.note);
  if (!made) return made.error();
  const std::shared_ptr<const MethodProgram> caller = *std::move(made);
  if (listener.program) listener.program(caller->program->digest());
  for (const std::string& doubt : caller->program->classes().doubts) {
    if (listener.doubt) listener.doubt(doubt);
  }
  std::optional<MethodProgram> searcher;
  const auto search_program = [&]() -> Result<const MethodProgram*> {
    if (!searcher) {
      auto search =
          make_searcher(*code, limits_left(request.limits, watch), cache_of(request, listener.note));
      if (!search) return search.error();
      searcher.emplace(*std::move(search));
    }
    return &*searcher;
  };
  CheckLedger ledger(request, fingerprint(request, *caller->program));
  if (Status status = ledger.open(listener); !status) return status;
  const std::size_t done = ledger.done();
  std::map<std::string, std::size_t> unused;
  for (std::size_t m = 0; m < caller->subjects.methods.size(); ++m) {
    MethodCheck method(request, listener, *caller, m, limits_left(request.limits, watch), ledger);
    for (const std::string& bound : method.unused_bounds()) ++unused[bound];
    if (m < done) continue;
    if (listener.started && !ledger.is_under_way()) listener.started(caller->subjects.methods[m].display);
    ledger.begin();
    auto report = method.run(search_program);
    if (!report) return report.error();
    if (listener.finished) listener.finished(*report);
    if (report->stop != Stop::None) return Done{};
    if (Status status = ledger.finish(*report); !status) return status;
  }
  for (const auto& [bound, methods] : unused) {
    if (methods == caller->subjects.methods.size())
      return input_error(fmt::format("the bound {} concerns none of the methods", bound));
  }
  return Done{};
}

}  // namespace fretsaw::method
