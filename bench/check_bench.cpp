// SPDX-License-Identifier: MIT
// Inputs per second of each stage of checking a method, sequentially, on one core: generate, build
// objects, validate, call, read back, and check the contract.
//
//     check_bench [--quick]
//
// Methods of SearchTree, with up to six nodes and nine keys (--quick: four and five). Times are processor
// times of all processes, the least of three. Times of the test program are differences between runs that
// stop after different stages; each includes the time for sending inputs and records. Building it from the
// cache, when nothing has changed, is measured as well, in wall-clock time.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "cpp/call/caller.hpp"
#include "cpp/call/contract_checker.hpp"
#include "cpp/call/programs.hpp"
#include "cpp/inputs/inputs.hpp"

namespace fretsaw::call {
namespace {

constexpr int kRepetitions = 3;

template <class Clock>
double least_seconds(const Clock& now, const std::function<void()>& work) {
  double least = 1e9;
  for (int i = 0; i < kRepetitions; ++i) {
    const double start = now();
    work();
    least = std::min(least, now() - start);
  }
  return least;
}

// Of this process and, recursively, of the child processes that were waited for.
double processor_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
T or_exit(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}", render(result.error()));
  std::exit(1);
}

// Waits at its end for all processes that were started meanwhile, including children of children.
class Reaper {
 public:
  Reaper() { prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Reaper() {
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
  }
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;
};

class Stages {
 public:
  Stages(const MethodProgram& caller, const MethodProgram& searcher, std::size_t method,
         std::vector<std::string> bounds)
      : method_(method),
        bounds_(std::move(bounds)),
        searcher_(searcher),
        caller_(caller),
        checker_(or_exit(ContractChecker::make(caller.program->classes(), caller.subjects, method))) {}

  void measure(const std::string& name) {
    const auto time = [](const std::function<void()>& work) {
      return least_seconds(processor_seconds, work);
    };
    const double generated = time([this] { generate(); });
    const double built = time([this] { call(kBuildOnly, false); });
    const double looked = time([this] { call(kValidateOnly, false); });
    const double called = time([this] { call(kCallOnly, false); });
    const double again = time([this] { call(0, false); });
    const double checked = time([this] { call(0, true); });
    const auto rate = [&](double seconds) {
      // Smaller differences are noise between two runs.
      constexpr double kMinSeconds = 0.02;
      if (seconds < kMinSeconds)
        return fmt::format("> {:.0f}", static_cast<double>(inputs_.size()) / kMinSeconds);
      return fmt::format("{:.0f}", static_cast<double>(inputs_.size()) / seconds);
    };
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, inputs_.size(), rate(generated),
               rate(built), rate(looked - built), rate(called - looked), rate(again - called),
               rate(checked - again), rate(generated + checked));
    std::fflush(stdout);
  }

 private:
  std::vector<std::string> command(const MethodProgram& program) const {
    std::vector<std::string> out = {program.program->path(), "method", std::to_string(method_)};
    out.insert(out.end(), bounds_.begin(), bounds_.end());
    return out;
  }

  void generate() {
    inputs_.clear();
    candidates_.clear();
    inputs::InputRequest input_request;
    input_request.take = [this](std::span<const std::uint32_t> candidate, const inputs::PositionFunction&) {
      inputs_.push_back({candidates_.emplace_back(candidate.begin(), candidate.end())});
      return true;
    };
    or_exit(inputs::search_inputs(command(searcher_), searcher_.program->classes(), {}, input_request));
  }

  // In batches, as in a check.
  void call(std::uint64_t further, bool checks) {
    constexpr std::size_t kBatch = 256;
    // A new process each time: its processor time is known once it has ended.
    const Reaper reaper;
    std::vector<std::string> words = command(caller_);
    words.insert(words.end(), {"invariants", "0"});  // the search has checked them
    Caller caller = or_exit(Caller::start(words, {}, {}));
    for (std::size_t at = 0; at < inputs_.size(); at += kBatch) {
      std::vector<const CallInput*> batch;
      for (std::size_t i = at; i < std::min(at + kBatch, inputs_.size()); ++i) batch.push_back(&inputs_[i]);
      caller.send(batch, further);
      for (std::size_t done = 0; done < batch.size();) {
        const auto records = or_exit(caller.receive(std::chrono::seconds(1)));
        done += records.size();
        if (!checks) continue;
        for (const CallRecord& record : records) {
          if (or_exit(checker_.check(record)).verdict != CallVerdict::Verdict::Passed) {
            fmt::print(stderr, "a call failed\n");
            std::exit(1);
          }
        }
      }
    }
  }

  std::size_t method_;
  std::vector<std::string> bounds_;
  const MethodProgram& searcher_;
  const MethodProgram& caller_;
  ContractChecker checker_;
  std::deque<std::vector<std::uint32_t>> candidates_;
  std::vector<CallInput> inputs_;
};

void run(bool quick) {
  const std::vector<std::string> methods = {"SearchTree::remove", "SearchTree::insert",
                                            "SearchTree::contains"};
  const int size = quick ? 4 : 6;
  const int keys = quick ? 5 : 9;
  MethodCode code;
  code::CodeRequest request;
  request.header = FRETSAW_EXAMPLES "/search_tree.hpp";
  code.user = or_exit(code::user_code(request));
  code.methods = methods;
  const code::ProgramCache cache(code::cache_settings(), {});
  const auto make = [&](auto* program) {
    return or_exit(program(code, or_exit(read_methods(code, Limits{}, cache)), Limits{}, cache));
  };
  const MethodProgram searcher = make(&make_searcher);
  const MethodProgram caller = make(&make_caller);
  const double again = least_seconds(clock_seconds, [&] { make(&make_caller); });
  fmt::print("Building the test program from the cache: {:.3f} s\n\n", again);
  fmt::print(
      "| method | inputs | generated/s | built/s | validated/s | called/s | read back/s | checked/s | "
      "all stages/s |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const std::string name = methods[m].substr(methods[m].rfind(':') + 1);
    Stages stages(caller, searcher, m,
                  {"size", std::to_string(size), "values", fmt::format("Node::key=1..{}", keys), "values",
                   fmt::format("{}::key=1..{}", name, keys)});
    stages.measure(methods[m]);
  }
}

}  // namespace
}  // namespace fretsaw::call

int main(int argc, char** argv) {
  fretsaw::call::run(argc > 1 && std::strcmp(argv[1], "--quick") == 0);
  return 0;
}
