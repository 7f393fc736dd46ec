// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "cli/process.hpp"
#include "support/at_work.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Does the process have a handler for the signal? Until then it would just end.
bool catches(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

#ifdef __SANITIZE_ADDRESS__
constexpr std::chrono::milliseconds kInTheMiddle{1500};
#else
constexpr std::chrono::milliseconds kInTheMiddle{300};
#endif

// In the middle of its work, of which nothing can be seen.
void interrupt_later(pid_t process, int signal) {
  const clockid_t clock = clock_of(process);
  while (time_used(clock) < std::chrono::minutes(1) && !catches(process, signal))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  wait_until_at_work(clock, kInTheMiddle);
  kill(process, signal);
}

class Interrupt : public testing::Test {
 protected:
  Finished interrupted(const std::string& model, std::vector<std::string> words, int signal = SIGINT,
                       const std::string& when_seen = "") {
    words.insert(words.begin() + 1, folder_.write("m.als", model));
    return run({.arguments = words, .when_seen = when_seen, .then = [signal](pid_t process) {
                  interrupt_later(process, signal);
                }});
  }

  Folder folder_;
};

TEST_F(Interrupt, EndsARunWithAValidDocument) {
  const auto done = interrupted(std::string(kHardModel) + "run {} for 1\n", {"run", "--json"});
  EXPECT_EQ(done.status, 130);
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["interrupted"], true);
  ASSERT_EQ(document["results"].size(), 2U) << "commands that had no turn are there, too";
  for (const json& result : document["results"]) {
    EXPECT_EQ(result["verdict"], "limit");
    EXPECT_EQ(result["stop"], "cancelled");
  }
}

TEST_F(Interrupt, EndsARunWithWhatThereIs) {
  std::string model = kHardModel;
  model.insert(model.find("run"), "run {} for 1\n");
  const auto done = interrupted(model, {"run"}, SIGINT, "[0]");
  EXPECT_EQ(done.status, 130);
  EXPECT_THAT(done.out, HasSubstr("[0] run {} for 1: instance found"));
  EXPECT_THAT(done.out, HasSubstr(": unknown (interrupted)\n"));
}

TEST_F(Interrupt, EndsAnEnumerationWithAValidDocument) {
  // It is in the middle of its work as soon as there is an instance; and it would not get further than the
  // pipe to this process is wide.
  const auto done =
      run({.arguments = {"enumerate", folder_.write("m.als", kEndlessModel), "--json", "--symmetry", "none"},
           .when_seen = "\"sigs\"",
           .then = [](pid_t process) { kill(process, SIGINT); }});
  EXPECT_EQ(done.status, 130);
  const json document = done.json();
  EXPECT_EQ(document["complete"], false);
  EXPECT_EQ(document["stop"], "cancelled");
  EXPECT_GT(document["instances"], 0);
  EXPECT_EQ(document["results"].size(), document["instances"].get<std::size_t>());
}

TEST_F(Interrupt, EndsACountWithTheNumberSoFar) {
  const auto done = interrupted(kEndlessModel, {"enumerate", "--count"});
  EXPECT_EQ(done.status, 130);
  EXPECT_THAT(done.out, HasSubstr(" instances, interrupted ("));
}

TEST_F(Interrupt, EndsAnEvaluationThatHasNoInstanceYet) {
  const auto done = interrupted(kHardModel, {"eval", "Pigeon", "--json"});
  EXPECT_EQ(done.status, 130);
  EXPECT_EQ(done.json()["error"]["message"], "interrupted while searching for an instance");
}

TEST_F(Interrupt, EndsMutationWithTheNumberOfMutantsThatWereNotReached) {
  // The fact has no instance, and that is hard to see: so is it for every mutant of the predicate.
  const std::string model =
      "open util/ordering[Pigeon] as pigeons\nopen util/ordering[Hole] as holes\n"
      "sig Pigeon { hole: Hole }\nsig Hole {}\n"
      "fact { all disj p, q: Pigeon | p.hole != q.hole }\npred P { some pigeons/first.hole.~hole }\n"
      "run P for exactly 30 Pigeon, exactly 29 Hole\n";
  const auto done = interrupted(model, {"mutate", "--json"});
  EXPECT_EQ(done.status, 130);
  const json document = done.json();
  EXPECT_EQ(document["interrupted"], true);
  EXPECT_EQ(document["stop"], "cancelled");
  EXPECT_GT(document["not_reached"], 0);
  EXPECT_EQ(document["not_reached"], document["undecided"]);
  const auto told = interrupted(model, {"mutate"});
  EXPECT_EQ(told.status, 130);
  EXPECT_THAT(told.err, HasSubstr(" mutants not reached\n"));
}

// Nine variables over thirty atoms.
constexpr const char* kLongExpression =
    "some a, b, c, d, e, f, g, h, i: A | a + b + c + d + e + f + g + h + i = none";

TEST_F(Interrupt, EndsALongEvaluation) {
  const auto done =
      interrupted("sig A {}\nrun {} for exactly 30 A\n", {"eval", "#A", kLongExpression, "A", "--json"});
  EXPECT_EQ(done.status, 130);
  const json document = done.json();
  EXPECT_EQ(document["stop"], "cancelled");
  ASSERT_EQ(document["results"].size(), 2U);
  EXPECT_THAT(document["error"]["message"].get<std::string>(),
              HasSubstr("interrupted while evaluating 'some a, b"));
}

TEST_F(Interrupt, IsNotTheOnlyEndOfALongEvaluation) {
  const std::string model = folder_.write("m.als", "sig A {}\nrun {} for exactly 30 A\n");
  const auto done = fretsaw({"eval", model, kLongExpression, "--timeout", "0.3"});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.err, HasSubstr("error: time limit reached while evaluating 'some a, b"));
}

TEST_F(Interrupt, ARequestToTerminateCountsToo) {
  EXPECT_EQ(interrupted(kHardModel, {"run", "--json"}, SIGTERM).json()["interrupted"], true);
}

TEST_F(Interrupt, EndsTheReadingOfALargeModel) {
  for (const char* verb : {"run", "eval"}) {
    std::vector<std::string> words{verb, "--json"};
    if (words.front() == "eval") words.emplace_back("A");
    const auto done = interrupted(large_model(), words);
    EXPECT_EQ(done.status, 130) << verb;
    const json document = done.json();
    EXPECT_EQ(document["interrupted"], true);
    EXPECT_EQ(document["results"], json::array());
    EXPECT_THAT(document["error"]["message"].get<std::string>(), HasSubstr("interrupted while "));
  }
  const auto done = interrupted(large_model(), {"enumerate", "--count", "--json"});
  EXPECT_EQ(done.status, 130);
  EXPECT_EQ(done.json()["instances"], 0);
  EXPECT_EQ(done.json()["complete"], false);
  EXPECT_EQ(done.json()["stop"], "cancelled");
}

}  // namespace
}  // namespace fretsaw::test
