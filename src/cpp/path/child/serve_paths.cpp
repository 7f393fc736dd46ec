// SPDX-License-Identifier: MIT
// Each input is run by a worker of its own: what a run does to memory is gone with its process, and so is what
// it dies of. The record of a run lies in memory that supervisor and worker share.
#include "cpp/path/child/serve_paths.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/guest/child/messages.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/path/child/allocation.hpp"
#include "cpp/path/child/engine.hpp"
#include "cpp/path/child/input_cells.hpp"
#include "cpp/path/child/modules.hpp"
#include "cpp/path/child/record.hpp"
#include "cpp/path/child/shadow.hpp"
#include "cpp/space/child/describe.hpp"
#include "cpp/space/child/scalar_domain.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "work/bytes.hpp"

namespace fretsaw::path {

namespace {

using guest::Termination;

enum Phase : std::uint8_t { kIdle, kPreconditions, kCall };

void clear(Record& record) {
  const std::uint32_t outcomes = modules().first_outcome.back();
  std::memset(&record, 0, offsetof(Record, valid_events));
  record.valid_events.count = record.call_events.count = 0;
  record.node_count = 1;  // the first is none
  std::memset(record.outcomes, 0, outcomes);
  std::memset(record.functions, 0, modules().functions);
}

class PathHandler final : public guest::Handler {
 public:
  PathHandler(const detail::ClassTable& classes, const ExploredMethod& method,
              const space::SearchSpace& space, Record& fresh)
      : classes_(classes), method_(method), space_(space), fresh_(fresh) {
    const detail::CallableEntry& callable = classes.callables[method.callable];
    const std::size_t size = callable.result >= 0 ? classes.types[callable.result].size : 0;
    result_.resize(size + 64);
    clear(fresh_);
  }

  void serve(const guest::Request& request, guest::Worker& worker) override {
    if (request.kind != kInput || request.bytes.size() != 8 * space_.variables.size()) _exit(1);
    worker.begin(kPreconditions);
    put_input(space_,
              {reinterpret_cast<const std::uint64_t*>(request.bytes.data()), space_.variables.size()});
    begin_record(fresh_);
    bool valid = false;
    try {
      in_user_code = true;
      method_.valid(space_.root(), &valid);
    } catch (...) {
      valid = false;
    }
    in_user_code = false;
    if (valid) call(worker);
    fresh_.is_rejected = !valid;
    fresh_.has_ended = true;
    worker.end();
  }

  bool ended(const guest::TerminationRecord& how, guest::Supervisor& supervisor) override {
    if (!fresh_.has_ended) fresh_.how = how.how;
    send_trace(supervisor);
    clear(fresh_);
    return false;
  }

 private:
  void call(guest::Worker& worker) {
    worker.set_phase(kCall);
    begin_call();
    begin_call_memory();
    try {
      in_user_code = true;
      classes_.callables[method_.callable].call(space_.root(), result_.data());
      in_user_code = false;
      note_end(Termination::Returned);
    } catch (...) {
      in_user_code = false;
      note_end(Termination::Threw);
    }
  }

  void send_trace(guest::Supervisor& supervisor) {
    const Record& record = fresh_;
    TraceHeader header = {};
    header.how = record.how;
    header.is_valid = record.in_call && !record.is_rejected;
    header.undecided_preconditions = !record.in_call && guest::reached_limit(record.how) ? 1 : 0;
    header.nodes = record.node_count;
    header.valid_events = record.valid_events.count;
    header.call_events = record.call_events.count;
    header.outcomes = modules().first_outcome.back();
    header.functions = modules().functions;
    header.text_bytes = record.text_bytes;
    std::memcpy(header.losses, record.losses, sizeof header.losses);
    header.valid_losses = record.valid_losses;
    // A division by zero that has ended the run is its end, and nothing is lost.
    if (record.how == Termination::Arithmetic && record.may_end_here)
      --(record.in_call ? header.losses[static_cast<std::uint32_t>(TrackingLoss::Undefined)]
                        : header.valid_losses);
    header.mismatches = record.mismatches;
    header.overflows = record.overflows;
    const auto bytes = [](const auto* data, std::size_t count) {
      return std::string_view(reinterpret_cast<const char*>(data), count * sizeof *data);
    };
    supervisor.send(
        kTrace, {bytes(&header, 1), bytes(record.nodes, header.nodes),
                 bytes(record.valid_events.list, header.valid_events),
                 bytes(record.call_events.list, header.call_events), bytes(record.outcomes, header.outcomes),
                 bytes(record.functions, header.functions), bytes(record.text, header.text_bytes)});
  }

  const detail::ClassTable& classes_;
  const ExploredMethod& method_;
  const space::SearchSpace& space_;
  Record& fresh_;
  std::vector<char> result_;
};

std::vector<StaticObject> static_objects(const detail::ClassTable& classes) {
  std::vector<StaticObject> out;
  for (int i = 0; i < classes.static_count; ++i) {
    const detail::StaticEntry& entry = classes.statics[i];
    if (entry.address != nullptr)
      out.push_back({reinterpret_cast<std::uint64_t>(entry.address), classes.classes[entry.class_index].size,
                     entry.name});
  }
  return out;
}

int serve(const detail::ClassTable& classes, const ExploredMethod* methods, int count,
          void (*finitization)(Finitization&, int), int argc, char** argv) {
  work::Channel channel = work::Channel::take_standard_input();
  const auto refuse = [&](const Diagnostic& why) {
    (void)channel.send(guest::kError, 0, space::describe(why));
    return 1;
  };
  std::vector<std::string_view> words(argv + 1, argv + argc);
  auto setup = space::setup_from(words);
  if (setup && setup->method >= count)
    setup = space::bounds_error("no method " + std::to_string(setup->method) + " in this program");
  if (!setup) return refuse(setup.error());
  if (modules().first_outcome.back() > 2 * kMaxSites || modules().functions > kMaxSites)
    return refuse(space::bounds_error("the code has too many branches"));
  setup->bounds.finitization = finitization;
  const ExploredMethod& method = methods[setup->method];
  const detail::SearchSubject subject = {&classes, method.callable, classes.callables[method.callable].frame};
  auto space = space::build_space(subject, setup->bounds);
  if (!space) return refuse(space.error());
  if (!map_user_heap())
    return refuse(space::bounds_error("cannot allocate memory for the objects that the method creates"));
  void* const memory = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return refuse(space::bounds_error("cannot allocate memory for the trace"));
  Record& fresh = *static_cast<Record*>(memory);
  const InputCells cells = input_cells(*space);
  shadow().place(reinterpret_cast<std::uint64_t>(space->arena), space->arena_size, cells.cells,
                 cells.untracked);
  set_input(*space);
  shadow().place_statics(static_objects(classes));
  const auto bytes = [](const auto& value) {
    work::BytesWriter writer;
    writer(value);
    return std::move(writer.bytes);
  };
  (void)channel.send(guest::kSpace, 0, bytes(described_with_places(*space, cells)));
  (void)channel.send(kCells, 0, bytes(described_cells(cells)));
  (void)channel.send(kBranches, 0, modules().text);
  PathHandler handler(classes, method, *space, fresh);
  guest::supervise(std::move(channel), handler,
                   {.limits = guest::limits_of(setup->seconds_per_candidate),
                    .forks_each_request = true,
                    .max_request_bytes = std::size_t{1} << 20});
}

}  // namespace

}  // namespace fretsaw::path

extern "C" int fretsaw_serve_paths(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::path::ExploredMethod* methods, int count,
                                   void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv) {
  return fretsaw::path::serve(classes, methods, count, finitization, argc, argv);
}
