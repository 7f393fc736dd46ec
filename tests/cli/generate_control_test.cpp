// SPDX-License-Identifier: MIT
// Searches that do not come to their end by themselves, and those that go on where another one stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "cli/generating.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

using GenerateControl = Generate;

// More lists than anybody waits for.
const std::vector<std::string> kEndless{"--size", "12"};

std::vector<std::string> endless(std::vector<std::string> more) {
  more.insert(more.begin(), kEndless.begin(), kEndless.end());
  return more;
}

TEST_F(GenerateControl, ATimeLimitIsReportedAsSuch) {
  const auto done = lists(endless({"--timeout", "1", "--count", "--json"}));
  EXPECT_EQ(done.status, 3);
  const json document = done.json();
  EXPECT_EQ(document["complete"], false);
  EXPECT_EQ(document["stop"], "time");
  const auto text = lists(endless({"--timeout", "1", "--count"}));
  EXPECT_EQ(text.status, 3);
  EXPECT_THAT(text.out, HasSubstr(", stopped: time limit reached ("));
}

TEST_F(GenerateControl, ALimitThatIsReachedBeforeTheSearchIsALimit) {
  const auto done = lists(endless({"--timeout", "0.000001", "--json"}));
  EXPECT_EQ(done.status, 3);
  const json document = done.json();
  EXPECT_EQ(document["class"], "List");
  EXPECT_EQ(document["structures"], 0);
  EXPECT_EQ(document["results"], json::array());
  EXPECT_EQ(document["stop"], "time");
}

TEST_F(GenerateControl, ACompilerThatNeverEndsIsStopped) {
  const std::string compiler = folder_.write("compiler", "#!/bin/sh\nexec sleep 100000\n");
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const auto stopped = [&](std::vector<std::string> arguments) {
    return run({.arguments = std::move(arguments), .environment = {"FRETSAW_CXX=" + compiler}});
  };
  const auto done = stopped(list_words({"--no-cache", "--timeout", "1", "--json"}));
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.json()["stop"], "time");
  const std::string header =
      folder_.write("twice.hpp", "/*@ ensures { @result = 2 } */\nint twice(int n);\n");
  const auto checked = stopped({"check", header, "--method", "twice", "--no-cache", "--timeout", "1"});
  EXPECT_EQ(checked.status, 3);
  EXPECT_THAT(checked.err, HasSubstr("time limit reached while "));
}

TEST_F(GenerateControl, AMemoryLimitIsReportedAsSuch) {
  const auto done = lists(endless({"--memory", "1", "--count", "--json"}));
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.json()["stop"], "memory");
}

TEST_F(GenerateControl, CtrlCKeepsWhatWasFound) {
  const auto interrupt = [](pid_t process) { kill(process, SIGINT); };
  const auto done =
      run({.arguments = list_words(endless({"--json"})), .when_seen = "\"root\"", .then = interrupt});
  EXPECT_EQ(done.status, 130);
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["complete"], false);
  EXPECT_EQ(document["stop"], "cancelled");
  EXPECT_GT(document["structures"], 0);
  EXPECT_EQ(document["results"].size(), document["structures"].get<std::size_t>());
  const auto text =
      run({.arguments = list_words(endless({"-j", "2"})), .when_seen = "structure 9\n", .then = interrupt});
  EXPECT_EQ(text.status, 130);
  EXPECT_THAT(text.out, HasSubstr(" structures, interrupted ("));
}

TEST_F(GenerateControl, AClosedPipeEndsTheSearch) {
  const auto done = run({.arguments = list_words(kEndless), .read_at_most = 1});
  EXPECT_NE(done.status, 2) << done.err;
}

TEST_F(GenerateControl, ShowsItsProgressOnATerminalOnly) {
  if (!has_terminals()) GTEST_SKIP() << "there are no terminals here: /dev/pts is missing";
  const auto shown = run({.arguments = list_words(endless({"--count"})),
                          .environment = {"TERM=xterm"},
                          .terminal = true,
                          .when_seen = "% explored",
                          .then = [](pid_t process) { kill(process, SIGINT); }});
  EXPECT_EQ(shown.status, 130);
  EXPECT_THAT(shown.out, testing::ContainsRegex(
                             "[0-9,]+ structures, [0-9,]+ candidates, [0-9,]+/s, [a-z ]+[0-9]+% explored"));
  const auto quiet = run({.arguments = list_words(endless({"--count", "--timeout", "1.5", "--quiet"})),
                          .environment = {"TERM=xterm"},
                          .terminal = true});
  EXPECT_THAT(quiet.out, Not(HasSubstr("explored")));
  EXPECT_EQ(lists(endless({"--count", "--timeout", "1"})).err, "");
}

// The structures in a text by their numbers; the last one may be cut off.
std::map<int, std::string> numbered(const std::string& text) {
  std::map<int, std::string> structures;
  for (std::size_t at = text.find("structure "); at != std::string::npos;) {
    const std::size_t end = text.find("\n\n", at);
    if (end == std::string::npos) break;
    const std::size_t line = text.find('\n', at);
    structures[std::stoi(text.substr(at + 10))] = text.substr(line, end - line);
    at = text.find("structure ", end);
  }
  return structures;
}

// Slow enough to be killed on its way.
constexpr const char* kSlow = R"(
#include <unistd.h>
struct Digits {
  int digits[10];
  bool rep_ok() const {
    int sum = 0;
    for (const int digit : digits) sum += digit;
    usleep(2000);
    return sum % 8 != 0;
  }
};
)";

TEST_F(GenerateControl, AKilledSearchResumesWithoutLossOrRepetition) {
  const std::string header = folder_.write("slow.hpp", kSlow);
  const std::string file = folder_ / "search.json";
  const auto bounds = words(header, "Digits", {"--size", "1", "--checkpoint", file});
  const auto kill_later = [&](pid_t process) {
    for (int patience = 6000; patience > 0 && !std::filesystem::exists(file); --patience)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(process, SIGKILL);
  };
  const auto killed =
      run({.arguments = bounds, .output = folder_.write("killed.txt", ""), .then = kill_later});
  ASSERT_EQ(killed.status, 128 + SIGKILL) << "it should not have come to an end";
  const auto before = numbered(folder_.read("killed.txt"));
  const auto rest = fretsaw(bounds);
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_THAT(rest.out, HasSubstr(complete(978, "structure")));  // of 1024, without 1 + 45
  EXPECT_THAT(rest.out, HasSubstr("resumed after "));
  auto all = numbered(rest.out);
  ASSERT_FALSE(all.empty());
  EXPECT_GT(all.begin()->first, 1) << "it starts where the other one stopped";
  for (const auto& [number, text] : before) {
    const auto known = all.emplace(number, text).first;
    EXPECT_EQ(known->second, text) << "what was shown twice has the same number";
  }
  EXPECT_EQ(all.size(), 978U);
  EXPECT_EQ(all.rbegin()->first, 978);
  std::set<std::string> different;
  for (const auto& [number, text] : all) different.insert(text);
  EXPECT_EQ(different.size(), all.size());
  // Nothing is left.
  EXPECT_THAT(fretsaw(bounds).out, testing::StartsWith(complete(978, "structure")));
}

TEST_F(GenerateControl, ACheckpointAfterALimitOrAnInterruptIsExact) {
  const std::string file = folder_ / "search.json";
  const std::vector<std::string> bounds{"--size", "2", "--json", "--checkpoint", file};
  auto limited = bounds;
  limited.insert(limited.end(), {"--limit", "5"});
  const json first = lists(limited).json();
  const json second = lists(bounds).json();
  EXPECT_EQ(first["results"].size(), 5U);
  EXPECT_EQ(second["results"].size(), 8U);
  EXPECT_EQ(second["structures"], 13);
  EXPECT_EQ(second["complete"], true);
}

TEST_F(GenerateControl, RefusesACheckpointThatIsDamagedOrNotItsOwn) {
  const std::string file = folder_ / "search.json";
  EXPECT_EQ(lists({"--size", "1", "--limit", "1", "--checkpoint", file}).status, 0);
  const auto other = lists({"--size", "2", "--checkpoint", file});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(
      other.err,
      "error: the checkpoint was written by a different search: '" + file +
          "'\n"
          "help: use the same code or model, options, bounds and version of fretsaw, or another checkpoint file\n");
  const std::string text = folder_.read("search.json");
  folder_.write("search.json", text.substr(0, text.size() / 2));
  const auto damaged = lists({"--size", "1", "--checkpoint", file, "--json"});
  EXPECT_EQ(damaged.status, 2);
  EXPECT_EQ(damaged.json()["error"]["message"], "the checkpoint is damaged");
  const auto folder = lists({"--size", "1", "--checkpoint", folder_.path()});
  EXPECT_EQ(folder.status, 2);
  const auto nowhere = lists({"--size", "1", "--checkpoint", folder_ / "no/such/file"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no/such/file': No such file or directory"));
}

}  // namespace
}  // namespace fretsaw::test
