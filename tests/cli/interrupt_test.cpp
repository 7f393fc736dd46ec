// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Gives the program time to get to work first: there is nothing to be seen of that.
void interrupt_later(pid_t process, int signal = SIGINT) {
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(process, signal);
}

class Interrupt : public testing::Test {
 protected:
  Finished interrupted(const std::string& model, std::vector<std::string> words, int signal = SIGINT) {
    words.insert(words.begin() + 1, folder_.write("m.als", model));
    return run({.arguments = words, .then = [signal](pid_t process) { interrupt_later(process, signal); }});
  }

  Folder folder_;
};

TEST_F(Interrupt, EndsARunWithAValidDocument) {
  const auto done =
      interrupted(std::string("sig A {}\nrun {} for 2 Hole, 2 Pigeon, 2 A\n") + kHardModel + "run {} for 1\n",
                  {"run", "--json"});
  EXPECT_EQ(done.status, 130);
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["interrupted"], true);
  ASSERT_EQ(document["results"].size(), 3U);
  EXPECT_EQ(document["results"][0]["verdict"], "sat");
  EXPECT_EQ(document["results"][1]["verdict"], "limit");
  EXPECT_EQ(document["results"][1]["stop"], "cancelled");
  EXPECT_EQ(document["results"][2]["verdict"], "limit");
}

TEST_F(Interrupt, EndsARunWithWhatThereIs) {
  const auto done = interrupted(kHardModel, {"run"});
  EXPECT_EQ(done.status, 130);
  EXPECT_THAT(done.out, HasSubstr(": limit, interrupted\n"));
}

TEST_F(Interrupt, EndsAnEnumerationWithAValidDocument) {
  const auto done = interrupted(kEndlessModel, {"enumerate", "--json", "--symmetry", "none"});
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
  EXPECT_EQ(done.json()["error"]["message"], "interrupted before there was an instance");
}

TEST_F(Interrupt, ARequestToTerminateCountsToo) {
  EXPECT_EQ(interrupted(kHardModel, {"run", "--json"}, SIGTERM).json()["interrupted"], true);
}

}  // namespace
}  // namespace fretsaw::test
