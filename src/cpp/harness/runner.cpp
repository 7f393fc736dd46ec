// SPDX-License-Identifier: MIT
#include "cpp/harness/runner.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <typeinfo>
#include <utility>

#include "cpp/harness/child/serve.hpp"
#include "cpp/harness/child/wire.hpp"
#include "work/pipe.hpp"
#include "work/process.hpp"

namespace fretsaw::harness {

namespace {

Diagnostic misuse(const std::string& text) {
  return input_error(fmt::format("the harness asks for what is not there: {}", text));
}

class RunnerHere : public Runner {
 public:
  explicit RunnerHere(Harness harness) : harness_(std::move(harness)) {}

  Result<Outcome> run(const AlloyInstance& instance, Budget& budget) override {
    budget.look();
    try {
      return Outcome{.results = harness_(instance)};
    } catch (const InstanceError& error) {
      return misuse(error.what());
    } catch (const std::exception& exception) {
      return Outcome{.kind = Outcome::Kind::Threw, .text = exception_text(exception)};
    } catch (...) {
      return Outcome{.kind = Outcome::Kind::Threw, .text = "something that is no std::exception"};
    }
  }

 private:
  Harness harness_;
};

// The first line, which is about the death, and the rest.
std::pair<std::string, std::string> split_line(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

std::optional<Outcome> outcome_of_death(const Frame& frame, double seconds) {
  Reader reader(frame.content);
  const auto death = static_cast<Death>(reader.number());
  const std::string text = reader.text();
  if (!reader.is_whole()) return std::nullopt;
  const auto [first, rest] = split_line(text);
  switch (death) {
    case Death::Crash:
    case Death::Signal:
      return Outcome{.kind = Outcome::Kind::Crashed, .text = first, .error_text = rest};
    case Death::Exit:
      return Outcome{.kind = Outcome::Kind::Exited, .text = first, .error_text = rest};
    case Death::Abort:
      return Outcome{.kind = Outcome::Kind::Aborted, .error_text = text};
    case Death::Endless:
      return Outcome{.kind = Outcome::Kind::Endless, .text = fmt::format("{}", seconds), .error_text = text};
  }
  return std::nullopt;
}

}  // namespace

// A child and the pipes to it.
class StartedProgram::Process : public Runner {
 public:
  // In the child, `become` gets the ends of the pipes and does not return.
  template <class Become>
  static Result<std::unique_ptr<Process>> start(const Become& become) {
    auto pipes = work::ChildPipes::open();
    if (!pipes) return pipes.error();
    const pid_t pid = fork();
    if (pid == 0) {
      // A terminal's Ctrl-C is the parent's business: it tells its children what to do.
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      pipes->close_ends_of_parent();
      become(pipes->child_in, pipes->child_out);
      _exit(127);
    }
    pipes->close_ends_of_child();
    auto process = std::unique_ptr<Process>(new Process(pid, pipes->to_child, pipes->from_child));
    if (pid < 0) return input_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
    return process;
  }

  ~Process() override {
    close(to_child_);
    close(from_child_);
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);  // its group: the one that works, too
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  Result<std::vector<Offer>> offers() {
    Frame frame;
    if (!receive(from_child_, frame) || frame.type != Message::Offers) return gone();
    Reader reader(frame.content);
    std::vector<Offer> offers(reader.count());
    for (Offer& offer : offers) {
      offer.name = reader.text();
      offer.postcondition = reader.text();
    }
    if (!reader.is_whole()) return gone();
    return offers;
  }

  Status choose(std::size_t offer, const RunnerLimits& limits) {
    seconds_ = limits.seconds;
    const auto microseconds = static_cast<std::uint64_t>(limits.seconds * 1e6);
    Writer choice;
    choice.number(offer).number(std::max<std::uint64_t>(microseconds, 1)).number(limits.memory_mb);
    if (!say({Message::Choice, choice.take()})) return gone();
    return Done{};
  }

  Result<Outcome> run(const AlloyInstance& instance, Budget& budget) override {
    if (!say({Message::Instance, encode(instance)})) return gone();
    pollfd waiting = {from_child_, POLLIN, 0};
    while (poll(&waiting, 1, 50) <= 0) budget.look();
    Frame frame;
    if (!receive(from_child_, frame)) return gone();
    std::optional<Outcome> outcome;
    switch (frame.type) {
      case Message::Results:
        if (auto results = decode_results(frame.content)) outcome = Outcome{.results = *std::move(results)};
        break;
      case Message::Threw:
        outcome = Outcome{.kind = Outcome::Kind::Threw, .text = frame.content};
        break;
      case Message::Misused:
        return misuse(frame.content);
      case Message::Died:
        outcome = outcome_of_death(frame, seconds_);
        break;
      default:
        break;
    }
    if (!outcome) return gone();
    return *std::move(outcome);
  }

 private:
  Process(pid_t pid, int to_child, int from_child)
      : pid_(pid), to_child_(to_child), from_child_(from_child) {}

  // Without a signal if nobody listens.
  bool say(const Frame& frame) const {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const bool said = send(to_child_, frame);
    if (!said) {
      const timespec at_once = {};
      sigtimedwait(&pipe, nullptr, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return said;
  }

  static Diagnostic gone() {
    return input_error("the process that runs the harness ended unexpectedly",
                       "the harness may have written to files or memory that are not its own");
  }

  pid_t pid_;
  int to_child_;
  int from_child_;
  double seconds_ = 1;
};

std::unique_ptr<Runner> run_here(Harness harness) { return std::make_unique<RunnerHere>(std::move(harness)); }

StartedProgram::StartedProgram(std::unique_ptr<Process> process, std::vector<Offer> offers)
    : process_(std::move(process)), offers_(std::move(offers)) {}
StartedProgram::StartedProgram(StartedProgram&&) noexcept = default;
StartedProgram& StartedProgram::operator=(StartedProgram&&) noexcept = default;
StartedProgram::~StartedProgram() = default;

Result<StartedProgram> StartedProgram::start(const std::string& path) {
  const work::NextProgram program({path});
  auto process = Process::start([&](int in, int out) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    program.run();
  });
  if (!process) return process.error();
  auto offers = (*process)->offers();
  if (!offers) return offers.error();
  return StartedProgram(*std::move(process), *std::move(offers));
}

Result<std::unique_ptr<Runner>> StartedProgram::choose(std::size_t offer, const RunnerLimits& limits) && {
  if (Status chosen = process_->choose(offer, limits); !chosen) return chosen.error();
  return std::unique_ptr<Runner>(std::move(process_));
}

Result<std::unique_ptr<Runner>> run_in_fork(const Harness& harness, const RunnerLimits& limits) {
  auto process =
      StartedProgram::Process::start([&](int in, int out) { serve({{"harness", "", harness}}, in, out); });
  if (!process) return process.error();
  if (auto offers = (*process)->offers(); !offers) return offers.error();
  if (Status chosen = (*process)->choose(0, limits); !chosen) return chosen.error();
  return std::unique_ptr<Runner>(*std::move(process));
}

}  // namespace fretsaw::harness
