// SPDX-License-Identifier: MIT
// Records lie in memory that supervisor and worker share: what a worker has found before it ends is not lost,
// and the supervisor adds a record of that end. A worker also ends, and nothing is wrong, when a call has left
// a static object with a pointer to memory that the next input will use: a cache, or the last node there was.
#include "cpp/call/child/serve_calls.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/call/child/call.hpp"
#include "cpp/call/child/static_memory.hpp"
#include "cpp/guest/child/faults.hpp"
#include "cpp/guest/child/messages.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/space/child/describe.hpp"
#include "cpp/space/child/scalar_domain.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "work/bytes.hpp"

namespace fretsaw::call {

namespace {

constexpr std::size_t kMaxInputBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxRecordBytes = std::size_t{64} << 20;
constexpr std::size_t kFlushBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxDeathBytes = std::size_t{1} << 15;  // what a record of how a worker ended may take

struct SharedRecords {
  std::uint64_t first;         // the input of the first of them
  bool checks_left_processes;  // some input of the request leaves processes behind
  std::size_t used;
  alignas(64) char bytes[kMaxRecordBytes];

  void add(const Record& record) {
    record.write(reinterpret_cast<std::int64_t*>(bytes + used));
    used += 8 * record.size_in_words();
  }
};

struct Setup {
  int method = 0;
  Bounds bounds;
  CallOptions options;
  double seconds = 1;
};

// Words that only programs that call have; the others are those of a search.
Result<Setup> read_arguments(int argc, char** argv) {
  Setup setup;
  std::vector<std::string_view> others;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    const bool is_flag = value == "0" || value == "1";
    if (word == "invariants" && is_flag)
      setup.options.checks_invariants_before = value == "1";
    else if (word == "leaks" && is_flag)
      setup.options.finds_leaks = value == "1";
    else
      others.insert(others.end(), {word, value});
    ++i;
  }
  auto known = space::setup_from(others);
  if (!known) return known.error();
  setup.method = known->method;
  setup.bounds = std::move(known->bounds);
  setup.seconds = known->seconds_per_candidate;
  return setup;
}

class CallHandler final : public guest::Handler {
 public:
  CallHandler(SharedRecords& records, CallRunner& runner, space::SearchSpace& space)
      : records_(records), runner_(runner), space_(space) {}

  void serve(const guest::Request& request, guest::Worker& worker) override {
    if (request.kind != kInputs || request.bytes.size() < sizeof(std::uint64_t)) _exit(1);
    note_stack();
    const std::size_t variables = space_.variables.size();
    const char* const inputs = request.bytes.data();
    std::uint64_t count = 0, first = 0;
    std::memcpy(&count, inputs, sizeof count);
    if (count > 0) std::memcpy(&first, inputs + 8, sizeof first);
    const bool as_words = (first & kAsWords) != 0;
    const std::size_t stride = 8 + (as_words ? 8 * variables : (4 * variables + 7) / 8 * 8);
    std::vector<std::uint32_t> positions;
    for (std::uint64_t i = worker.cursor(); i < count; ++i) {
      const char* const at = inputs + 8 + i * stride;
      std::uint64_t allowed = 0;
      std::memcpy(&allowed, at, sizeof allowed);
      worker.begin(static_cast<std::uint8_t>(Phase::Building));
      std::span candidate(reinterpret_cast<const std::uint32_t*>(at + 8), variables);
      if (as_words) {
        positions = space::positions_of(space_, {reinterpret_cast<const std::uint64_t*>(at + 8), variables});
        candidate = positions;
      }
      runner_.run(candidate, allowed, worker, record_);
      if (records_.checks_left_processes)
        worker.end_alone();
      else
        worker.end();
      record_.output = worker.take_output();
      make_room(worker);
      records_.add(record_);
      worker.set_cursor(i + 1);
      if (leads_from_statics()) {
        check_processes(worker);
        worker.exit_for_successor();
      }
      if (records_.used >= kFlushBytes || worker.should_send()) flush(worker);
    }
    check_processes(worker);
    if (records_.used > 0) worker.send_last(kRecords, {{records_.bytes, records_.used}});
    begin_records(0);
    records_.checks_left_processes = false;
  }

  bool ended(const guest::TerminationRecord& how, guest::Supervisor& supervisor) override {
    // An earlier input may have caused the failure: this one is repeated, once.
    const bool is_handling_input = how.phase != static_cast<std::uint8_t>(Phase::Idle);
    if (!is_handling_input && supervisor.cursor() + 1 != retried_) {
      retried_ = supervisor.cursor() + 1;
      return true;
    }
    if (how.left_processes && !records_.checks_left_processes) {
      check_left_processes();
      supervisor.set_cursor(records_.first);
      return true;
    }
    Record record;
    record.outcome = Outcome::Died;
    record.defects.push_back({DefectKind::Died, 0, 0});
    work::BytesWriter writer;
    writer(how);
    record.text = std::move(writer.bytes);
    records_.add(record);
    supervisor.send(kRecords, {{records_.bytes, records_.used}});
    supervisor.set_cursor(supervisor.cursor() + 1);
    begin_records(supervisor.cursor());
    return true;
  }

 private:
  // Whether a static object holds a pointer to memory that is about to be reused.
  static bool leads_from_statics() {
    const TrackedHeap& used = heap();
    bool heap_object = false;
    for_each_static_word([&](const void* word) { heap_object |= used.owns(word); });
    return heap_object;
  }

  void begin_records(std::uint64_t first) {
    records_.first = first;
    records_.used = 0;
  }

  // Checking after every input for remaining processes takes longer than many inputs. So all inputs are checked at
  // once, and only if processes remain, each separately, by a fresh worker.
  void check_left_processes() {
    records_.checks_left_processes = true;
    records_.used = 0;
  }
  void check_processes(guest::Worker& worker) {
    if (records_.checks_left_processes || records_.used == 0 || !worker.has_left_processes()) return;
    check_left_processes();
    worker.set_cursor(records_.first);
    worker.exit_for_successor();
  }

  void make_room(guest::Worker& worker) {
    const auto bytes = [&] { return 8 * record_.size_in_words() + kMaxDeathBytes; };
    if (records_.used + bytes() > kMaxRecordBytes) flush(worker);
    if (bytes() <= kMaxRecordBytes) return;
    // Too much for a report.
    record_.after.clear();
    record_.result.clear();
    record_.defects.assign(1, {DefectKind::Lost, -1, -1});
  }

  void flush(guest::Worker& worker) {
    check_processes(worker);
    if (records_.used > 0) worker.send(kRecords, {{records_.bytes, records_.used}});
    begin_records(worker.cursor());
  }

  SharedRecords& records_;
  CallRunner& runner_;
  space::SearchSpace& space_;
  Record record_;
  std::uint64_t retried_ = 0;  // the input behind it
};

int serve(const detail::ClassTable& classes, const detail::ContractTable& contracts,
          void (*finitization)(Finitization&, int), int argc, char** argv) {
  guest::install_report_handlers();
  work::Channel channel = work::Channel::take_standard_input();
  const auto refuse = [&](const Diagnostic& why) {
    (void)channel.send(guest::kError, 0, space::describe(why));
    return 1;
  };
  auto arguments = read_arguments(argc, argv);
  if (arguments && arguments->method >= contracts.method_count)
    arguments = space::bounds_error("unknown method " + std::to_string(arguments->method));
  if (!arguments) return refuse(arguments.error());
  Setup& setup = *arguments;
  setup.bounds.finitization = finitization;
  const detail::MethodEntry& method = contracts.methods[setup.method];
  const detail::SearchSubject subject = {&classes, method.callable, classes.callables[method.callable].frame};
  auto space = space::build_space(subject, setup.bounds);
  if (!space) return refuse(space.error());
  void* const memory = mmap(nullptr, sizeof(SharedRecords), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return refuse(space::bounds_error("out of memory for the records of calls"));
  rlimit stack = {};
  getrlimit(RLIMIT_STACK, &stack);
  if (stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur > kStackBytes) {
    stack.rlim_cur = kStackBytes;
    setrlimit(RLIMIT_STACK, &stack);
  }
  heap().reserve();
  CallRunner runner(classes, contracts, setup.method, *space, setup.options);
  CallHandler handler(*static_cast<SharedRecords*>(memory), runner, *space);
  (void)channel.send(guest::kSpace, 0, space::describe(*space));
  guest::supervise(std::move(channel), handler,
                   {.limits = guest::limits_of(setup.seconds), .max_request_bytes = kMaxInputBytes});
}

}  // namespace

}  // namespace fretsaw::call

extern "C" int fretsaw_serve_calls(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::detail::ContractTable& contracts,
                                   void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv) {
  return fretsaw::call::serve(classes, contracts, finitization, argc, argv);
}
