// SPDX-License-Identifier: MIT
// How many inputs a second each stage of checking a method manages, one after the other, on one core:
// generated, made into objects, looked at, called with, looked at again, and held against the contract.
//
//     check_bench [--quick]
//
// Methods of SearchTree, with up to six nodes and nine keys (--quick: four and five). Times are the best of
// five; those of the program that calls are differences: it is told to stop earlier. Building it from the
// cache, when nothing has changed, is timed as well.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "contract/object_space.hpp"
#include "method/caller.hpp"
#include "method/inputs.hpp"
#include "method/judge.hpp"
#include "method/programs.hpp"

namespace fretsaw::method {
namespace {

constexpr int kRepetitions = 5;

double best_seconds(const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < kRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

template <class T>
T or_exit(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}", render(result.error()));
  std::exit(1);
}

class Stages {
 public:
  Stages(const MethodProgram& caller, const MethodProgram& searcher, std::size_t method,
         std::vector<std::string> bounds)
      : method_(method),
        bounds_(std::move(bounds)),
        searcher_(searcher),
        judge_(or_exit(Judge::make(caller.program->classes(), caller.subjects, method))),
        caller_(or_exit(Caller::start(command(caller), {}))) {}

  void measure(const std::string& name) {
    const double generated = best_seconds([this] { generate(); });
    const double built = best_seconds([this] { call(calls::kOnlyBuild, false); });
    const double looked = best_seconds([this] { call(calls::kOnlyLook, false); });
    const double called = best_seconds([this] { call(calls::kOnlyCall, false); });
    const double again = best_seconds([this] { call(0, false); });
    const double checked = best_seconds([this] { call(0, true); });
    const auto rate = [&](double seconds) {
      return static_cast<std::int64_t>(static_cast<double>(inputs_.size()) / std::max(seconds, 1e-9));
    };
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, inputs_.size(), rate(generated),
               rate(built), rate(looked - built), rate(called - looked), rate(again - called),
               rate(checked - again), rate(generated + checked));
  }

 private:
  std::vector<std::string> command(const MethodProgram& program) const {
    std::vector<std::string> out = {program.program->path(), "method", std::to_string(method_)};
    out.insert(out.end(), bounds_.begin(), bounds_.end());
    return out;
  }

  void generate() {
    inputs_.clear();
    or_exit(search_inputs(
        command(searcher_), 1, {}, {}, {},
        [this](std::span<const std::uint32_t> candidate) {
          inputs_.push_back({{candidate.begin(), candidate.end()}});
          return true;
        },
        [](double) {}));
  }

  // In batches, as checking sends them.
  void call(std::uint64_t further, bool judges) {
    constexpr std::size_t kBatch = 256;
    for (std::size_t at = 0; at < inputs_.size(); at += kBatch) {
      std::vector<const CallInput*> batch;
      for (std::size_t i = at; i < std::min(at + kBatch, inputs_.size()); ++i) batch.push_back(&inputs_[i]);
      caller_.send(batch, further);
      while (!or_exit(caller_.receive())) {
      }
      if (!judges) continue;
      for (const CallRecord& record : caller_.records()) {
        if (or_exit(judge_.judge(record)).verdict != Judgement::Verdict::Passed) {
          fmt::print(stderr, "an input does not pass\n");
          std::exit(1);
        }
      }
    }
  }

  std::size_t method_;
  std::vector<std::string> bounds_;
  const MethodProgram& searcher_;
  Judge judge_;
  Caller caller_;
  std::vector<CallInput> inputs_;
};

void run(bool quick) {
  const std::vector<std::string> methods = {"SearchTree::remove", "SearchTree::insert",
                                            "SearchTree::contains"};
  const int size = quick ? 4 : 6;
  const int keys = quick ? 5 : 9;
  MethodCode code;
  cxx::CodeRequest request;
  request.header = FRETSAW_EXAMPLES "/search_tree.hpp";
  code.user = or_exit(cxx::user_code(request));
  code.methods = methods;
  const cxx::ProgramCache cache(cxx::cache_settings(), {});
  const auto make = [&](auto* program) { return or_exit(program(code, Limits{}, cache)); };
  const MethodProgram searcher = make(&make_searcher);
  const MethodProgram caller = make(&make_caller);
  const double again = best_seconds([&] { make(&make_caller); });
  fmt::print("Building the program that calls, when nothing has changed: {:.3f} s\n\n", again);
  fmt::print(
      "| method | inputs | generated/s | built/s | looked at/s | called/s | looked at again/s | "
      "judged/s | all stages/s |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const std::string name = methods[m].substr(methods[m].rfind(':') + 1);
    Stages stages(caller, searcher, m,
                  {"size", std::to_string(size), "values", fmt::format("Node::key=1..{}", keys), "values",
                   fmt::format("{}::key=1..{}", name, keys)});
    stages.measure(methods[m]);
  }
}

}  // namespace
}  // namespace fretsaw::method

int main(int argc, char** argv) {
  fretsaw::method::run(argc > 1 && std::strcmp(argv[1], "--quick") == 0);
  return 0;
}
