// SPDX-License-Identifier: MIT
#include "cpp/search/child/serve.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "cpp/guest/child/messages.hpp"
#include "cpp/search/child/descriptors.hpp"
#include "cpp/search/child/escape.hpp"
#include "cpp/search/child/search.hpp"
#include "cpp/search/child/wire.hpp"
#include "cpp/space/child/describe.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/scalar_domain.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "work/channel.hpp"
#include "work/child_processes.hpp"

namespace fretsaw::search {

namespace {

using Clock = std::chrono::steady_clock;

// The channel, out of the way of the user's code.
class Connection {
 public:
  Connection() {
    descriptor = channel_.descriptor();
    hide_descriptor(descriptor);
    // A child that the predicate forks, and that returns from it, has no host: it ends.
    pthread_atfork(nullptr, nullptr, [] { close_descriptor(descriptor); });
  }

  void send(std::uint32_t kind, std::string_view content) {
    if (!channel_.send(kind, request_, content)) std::_Exit(0);  // the host has closed the channel
  }

  // False when there will be no more.
  bool receive(work::Message& message) {
    if (channel_.receive(message) != work::ReceiveStatus::Message) return false;
    request_ = message.request;
    return true;
  }

 private:
  static inline int descriptor = -1;

  work::Channel channel_ = work::Channel::take_standard_input();
  std::uint32_t request_ = 0;
};

Result<space::SearchSetup> read_arguments(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  return space::setup_from(words);
}

SearchOptions options_of(const space::SearchSetup& setup) {
  SearchOptions options;
  options.execution.resume = setup.resume;
  options.execution.step_limit = setup.step_limit;
  options.execution.seconds_per_candidate = setup.seconds_per_candidate;
  options.cross_check = setup.cross_check;
  return options;
}

// Some of the C++ library's state is allocated when it is first used. If that happened in the predicate, it
// would be lost with the predicate's heap.
void warm_up_library() {
  static char buffer[BUFSIZ];
  std::setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
  std::ostringstream text;
  text << 1 << 1.5 << true << 'x' << "x";
  try {
    throw 1;
  } catch (int) {
  }
}

std::string indices(const std::vector<std::uint32_t>& candidate) {
  std::string out;
  for (const std::uint32_t index : candidate) out += std::to_string(index) + " ";
  return out;
}

class Service {
 public:
  Service(Connection& channel, const space::SearchSpace& space, SearchOptions options)
      : channel_(channel), search_(space, options) {}

  void work(std::string_view request) {
    std::uint64_t max_candidates = 0;
    std::uint64_t max_structures = 0;
    std::int64_t milliseconds = 0;
    std::uint32_t wanted = 0;
    const bool is_work = work::take_word(request, max_candidates) &&
                         work::take_word(request, max_structures) && work::take_word(request, milliseconds) &&
                         work::take_word(request, wanted);
    const auto unit = is_work ? work::unit_from(request) : std::nullopt;
    if (!unit || !search_.restart(*unit)) return refuse();
    const bool ended = explore(max_candidates, max_structures,
                               Clock::now() + std::chrono::milliseconds(milliseconds), wanted != 0);
    report(ended);
  }

  void halve(std::string_view request) {
    const auto unit = work::unit_from(request);
    const std::vector<work::Unit> split_units = unit ? search_.halve(*unit) : std::vector<work::Unit>();
    if (split_units.empty()) return refuse();
    for (const work::Unit& half : split_units) channel_.send(wire::kUnit, to_text(half));
    std::string nothing = "0 0 0 0 0 0 -1 0";
    for (std::size_t i = 0; i < guest::kTerminations; ++i) nothing += " 0";
    channel_.send(wire::kFinished, nothing);
  }

  void refuse() {
    channel_.send(guest::kError,
                  space::describe(space::bounds_error("the work unit does not belong to this search")));
  }

 private:
  // True if there is nothing left.
  bool explore(std::uint64_t max_candidates, std::uint64_t max_structures, Clock::time_point until,
               bool wanted) {
    // As many candidates between two readings of the clock as take about a millisecond: few, if the predicate is
    // slow.
    constexpr std::uint64_t kMaxCandidatesPerPoll = 1024;
    constexpr std::chrono::milliseconds kPollInterval{1};
    constexpr std::uint64_t kOne = 1;
    constexpr std::size_t kBatch = 1 << 15;
    std::uint64_t per_poll = 1;
    std::uint64_t next_poll = per_poll;
    Clock::time_point last_poll = Clock::now();
    while (search_.tally().candidates < max_candidates && search_.tally().structures < max_structures) {
      const std::uint64_t done = search_.tally().candidates;
      const auto event = search_.next(std::min(next_poll, max_candidates) - done,
                                      wanted ? 1 : max_structures - search_.tally().structures);
      if (event == Search::Event::End) return true;
      if (event == Search::Event::Structure && wanted) {
        for (const std::uint32_t index : search_.candidate()) wire::append_number(batch_, index);
        if (batch_.size() >= kBatch) flush();
      }
      if (search_.tally().candidates >= next_poll) {
        const Clock::time_point now = Clock::now();
        if (now >= until) break;
        per_poll = now - last_poll < kPollInterval ? std::min(2 * per_poll, kMaxCandidatesPerPoll)
                                                   : std::max(per_poll / 2, kOne);
        last_poll = now;
        next_poll = search_.tally().candidates + per_poll;
      }
    }
    return false;
  }

  void flush() {
    if (!batch_.empty()) channel_.send(wire::kStructures, batch_);
    batch_.clear();
  }

  void report(bool ended) {
    flush();
    const Tally& tally = search_.tally();
    if (tally.first_abort) {
      channel_.send(wire::kAbort, std::to_string(static_cast<int>(tally.first_abort->abort)) + " " +
                                      indices(tally.first_abort->candidate) + "\n" +
                                      tally.first_abort->detail);
    }
    if (tally.structures == 0 && tally.deepest) {
      channel_.send(wire::kDeepestCandidate, std::to_string(tally.deepest->reads) + " " +
                                                 std::to_string(tally.deepest->last) + " " +
                                                 indices(tally.deepest->candidate));
    }
    channel_.send(wire::kReads, search_.reads());
    if (tally.first_mismatch) channel_.send(wire::kMismatch, indices(tally.first_mismatch->candidate));
    const double fraction = search_.fraction();
    if (!ended) {
      for (const work::Unit& unit : search_.split_rest()) channel_.send(wire::kUnit, to_text(unit));
    }
    const Execution& execution = search_.execution();
    std::ostringstream out;
    out << tally.structures << ' ' << tally.candidates << ' ' << tally.mismatches << ' '
        << execution.writes_to_fields() << ' ' << execution.writes_to_globals() << ' '
        << (work::has_children() ? work::end_children() : 0) << ' ' << execution.first_variable_written()
        << ' ' << fraction;
    for (const std::uint64_t count : tally.aborted) out << ' ' << count;
    channel_.send(wire::kFinished, out.str());
  }

  Connection& channel_;
  Search search_;
  std::string batch_;
};

int serve(const detail::SearchSubject& subject, void (*finitization)(Finitization&, int), int argc,
          char** argv) {
  Connection channel;
  work::adopt_orphans();
  auto setup = read_arguments(argc, argv);
  if (!setup) {
    channel.send(guest::kError, space::describe(setup.error()));
    return 1;
  }
  setup->bounds.finitization = finitization;
  if (!space::map_private_memory()) {
    channel.send(
        guest::kError,
        space::describe(space::bounds_error("the addresses for the predicate's stack and heap are in use")));
    return 1;
  }
  warm_up_library();
  catch_signals();
  auto space = space::build_space(subject, setup->bounds);
  if (!space) {
    channel.send(guest::kError, space::describe(space.error()));
    return 1;
  }
  start_timer();
  channel.send(guest::kSpace, space::describe(*space));
  Service service(channel, *space, options_of(*setup));
  for (work::Message request; channel.receive(request);) {
    if (request.kind == wire::kHalve)
      service.halve(request.bytes);
    else
      service.work(request.bytes);
  }
  // The user's global destructors do not run: some would crash in the state that the predicate has left.
  std::fflush(nullptr);
  std::_Exit(0);
}

}  // namespace

}  // namespace fretsaw::search

extern "C" int fretsaw_serve(const fretsaw::detail::SearchSubject& subject,
                             void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv) {
  return fretsaw::search::serve(subject, finitization, argc, argv);
}
