// SPDX-License-Identifier: MIT
// One process that waits for inputs, and for each of them one more that runs it: what a run does to memory is
// gone with its process, and so is what it dies of. The record of a run lies in memory that both share.
#include "cpp/path/child/serve_paths.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

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

// Away from the descriptors that the user's code may use.
class Pipes {
 public:
  Pipes() : in_(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100)), out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
  }

  void silence() const { dup2(STDOUT_FILENO, STDERR_FILENO); }

  void begin(Message type, std::size_t size) const {
    const MessageHeader header = {size, type, 0};
    put(&header, sizeof header);
  }
  void put(const void* data, std::size_t size) const {
    const char* bytes = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t n = write(out_, bytes, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) _exit(0);  // nobody listens any more
      bytes += n;
      size -= static_cast<std::size_t>(n);
    }
  }
  void send(Message type, const std::string& content) const {
    begin(type, content.size());
    put(content.data(), content.size());
  }
  bool get(void* data, std::size_t size) const {
    char* bytes = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t n = read(in_, bytes, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      bytes += n;
      size -= static_cast<std::size_t>(n);
    }
    return true;
  }

 private:
  int in_;
  int out_;
};

class Explored {
 public:
  Explored(const detail::ClassTable& classes, const ExploredMethod& method, const space::SearchSpace& space,
           double seconds)
      : classes_(classes), method_(method), space_(space), seconds_(seconds) {
    const detail::CallableEntry& callable = classes.callables[method.callable];
    const std::size_t size = callable.result >= 0 ? classes.types[callable.result].size : 0;
    result_.resize(size + 64);
  }

  [[noreturn]] void run(std::span<const std::uint64_t> input, Record& fresh) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto whole = static_cast<time_t>(seconds_);
    const itimerval time = {
        {0, 0}, {whole, static_cast<suseconds_t>((seconds_ - static_cast<double>(whole)) * 1e6) + 1}};
    setitimer(ITIMER_VIRTUAL, &time, nullptr);
    alarm(static_cast<unsigned>(10 + 20 * seconds_));  // one that sleeps
    put_input(space_, input);
    begin_record(fresh);
    fresh.ending = Ending::Died;
    bool valid = false;
    try {
      in_user_code = true;
      method_.valid(space_.root(), &valid);
    } catch (...) {
      valid = false;
    }
    in_user_code = false;
    if (!valid) {
      fresh.ending = Ending::Invalid;
      _exit(0);
    }
    begin_call();
    begin_call_memory();
    try {
      in_user_code = true;
      classes_.callables[method_.callable].call(space_.root(), result_.data());
      in_user_code = false;
      fresh.ending = Ending::Returned;
    } catch (...) {
      in_user_code = false;
      fresh.ending = Ending::Threw;
    }
    _exit(0);
  }

 private:
  const detail::ClassTable& classes_;
  const ExploredMethod& method_;
  const space::SearchSpace& space_;
  double seconds_;
  std::vector<char> result_;
};

void send_trace(const Pipes& pipes, const Record& record, int status) {
  TraceHeader header = {};
  header.ending = record.ending;
  header.signal = WIFSIGNALED(status) ? static_cast<std::uint32_t>(WTERMSIG(status)) : 0;
  if (header.ending == Ending::Died && (header.signal == SIGVTALRM || header.signal == SIGALRM))
    header.ending = Ending::Endless;
  // A division by zero that has ended the run is its end, and nothing is lost.
  const bool is_end = header.ending == Ending::Died && header.signal == SIGFPE && record.may_end_here;
  if (header.ending == Ending::Died && !record.in_call) header.ending = Ending::Invalid;
  if (header.ending == Ending::Endless && !record.in_call) {
    header.ending = Ending::Invalid;
    header.unended = 1;
  }
  header.nodes = record.node_count;
  header.valid_events = record.valid_events.count;
  header.call_events = record.call_events.count;
  header.outcomes = modules().first_outcome.back();
  header.functions = modules().functions;
  header.text_bytes = record.text_bytes;
  std::memcpy(header.losses, record.losses, sizeof header.losses);
  header.valid_losses = record.valid_losses;
  if (is_end)
    --(record.in_call ? header.losses[static_cast<std::uint32_t>(Loss::Undefined)] : header.valid_losses);
  header.mismatches = record.mismatches;
  header.overflows = record.overflows;
  const std::pair<const void*, std::size_t> parts[] = {
      {&header, sizeof header},
      {record.nodes, sizeof(Node) * header.nodes},
      {record.valid_events.list, sizeof(Event) * header.valid_events},
      {record.call_events.list, sizeof(Event) * header.call_events},
      {record.outcomes, header.outcomes},
      {record.functions, header.functions},
      {record.text, header.text_bytes}};
  std::size_t size = 0;
  for (const auto& [data, bytes] : parts) size += bytes;
  pipes.begin(Message::Trace, size);
  for (const auto& [data, bytes] : parts) pipes.put(data, bytes);
}

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

void clear(Record& record) {
  const std::uint32_t outcomes = modules().first_outcome.back();
  std::memset(&record, 0, offsetof(Record, valid_events));
  record.valid_events.count = record.call_events.count = 0;
  record.node_count = 1;  // the first is none
  std::memset(record.outcomes, 0, outcomes);
  std::memset(record.functions, 0, modules().functions);
}

int serve(const detail::ClassTable& classes, const ExploredMethod* methods, int count,
          void (*finitization)(Finitization&, int), int argc, char** argv) {
  const Pipes pipes;
  const auto refuse = [&](const Diagnostic& why) {
    pipes.send(Message::Error, space::describe(why));
    return 1;
  };
  std::vector<std::string_view> words(argv + 1, argv + argc);
  auto setup = space::setup_from(words);
  if (setup && setup->method >= count)
    setup = space::refusal("there is no method " + std::to_string(setup->method));
  if (!setup) return refuse(setup.error());
  if (modules().first_outcome.back() > 2 * kMostSites || modules().functions > kMostSites)
    return refuse(space::refusal("the code has more branches than can be counted"));
  setup->bounds.finitization = finitization;
  const ExploredMethod& method = methods[setup->method];
  const detail::SearchSubject subject = {&classes, method.callable, classes.callables[method.callable].frame};
  auto space = space::build_space(subject, setup->bounds);
  if (!space) return refuse(space.error());
  if (!map_user_heap()) return refuse(space::refusal("no memory for the method's own objects"));
  void* const memory = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return refuse(space::refusal("no memory for what is recorded"));
  Record& fresh = *static_cast<Record*>(memory);
  const InputCells cells = input_cells(*space);
  shadow().place(reinterpret_cast<std::uint64_t>(space->arena), space->arena_size, cells.cells, cells.blind);
  set_input(*space);
  shadow().place_statics(static_objects(classes));
  const auto bytes = [](const auto& value) {
    work::BytesWriter writer;
    writer(value);
    return std::move(writer.bytes);
  };
  pipes.send(Message::Space, bytes(described_with_places(*space, cells)));
  pipes.send(Message::Cells, bytes(described_cells(cells)));
  pipes.send(Message::Sites, modules().text);
  Explored explored(classes, method, *space, setup->seconds_per_candidate);
  std::vector<std::uint64_t> input(space->variables.size());
  for (;;) {
    MessageHeader header = {};
    if (!pipes.get(&header, sizeof header)) return 0;
    if (header.type != Message::Input || header.size != 8 * input.size()) return 1;
    if (!pipes.get(input.data(), header.size)) return 0;
    clear(fresh);
    const pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid == 0) {
      pipes.silence();
      explored.run(input, fresh);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    send_trace(pipes, fresh, status);
  }
}

}  // namespace

}  // namespace fretsaw::path

extern "C" int fretsaw_serve_paths(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::path::ExploredMethod* methods, int count,
                                   void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv) {
  return fretsaw::path::serve(classes, methods, count, finitization, argc, argv);
}
