// SPDX-License-Identifier: MIT
// One search shared by the ranks of an MPI job: what one process would say, whatever the number of ranks.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "cli/generating.hpp"
#include "work/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kFretsawProgram = FRETSAW_BINARY_DIR "/fretsaw";
constexpr const char* kTreeHeader = FRETSAW_SOURCE_DIR "/examples/structures/binary_tree.hpp";
constexpr const char* kBinaryTrees = FRETSAW_SOURCE_DIR "/models/structures/binary_trees.als";

class Mpi : public Generate {
 protected:
  void SetUp() override {
    if (work::run_commands({{"mpirun", "--version"}}).front().status != 0)
      GTEST_SKIP() << "there is no mpirun";
    if (!std::filesystem::exists(FRETSAW_BINARY_DIR "/fretsaw-mpi"))
      GTEST_SKIP() << "fretsaw-mpi is not built";
  }

  static std::string mpirun(int ranks) {
    return "mpirun --oversubscribe --allow-run-as-root -n " + std::to_string(ranks) + " ";
  }

  // A line of shell; `out` and `err` are what it says.
  Finished shell(const std::string& line) {
    const auto done = work::run_commands(
        {{"sh", "-c", "( " + line + " ) >" + (folder_ / "out") + " 2>" + (folder_ / "err")}});
    return {done.front().status, folder_.read("out"), folder_.read("err")};
  }

  Finished on_ranks(int ranks, const std::vector<std::string>& words) {
    std::vector<std::string> command = {kFretsawProgram};
    command.insert(command.end(), words.begin(), words.end());
    return shell(mpirun(ranks) + work::command_line(command));
  }

  std::vector<std::string> endless_words(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"enumerate", folder_.write("endless.als", kEndlessModel), "-c", "0", "--count",
                               "--json", "--checkpoint", folder_ / "checkpoint"});
    return more;
  }

  // A job of three ranks whose mpirun gets the signal once there is a checkpoint.
  Finished signalled(const std::string& signal) {
    std::vector<std::string> command = endless_words();
    command.insert(command.begin(), kFretsawProgram);
    return shell(mpirun(3) + work::command_line(command) + " & p=$!; while [ ! -s " +
                 (folder_ / "checkpoint") + " ] && kill -0 $p; do sleep 0.05; done; kill -" + signal +
                 " $p; wait $p");
  }

  // Two ranks, each with a command line of its own. (`mpirun A : B` crashes where Debian 13's Open MPI has
  // it.)
  Finished on_two_ranks(const std::string& first, const std::string& second) {
    const std::string script = folder_.write(
        "rank", "if [ \"$OMPI_COMM_WORLD_RANK\" = 0 ]; then exec " + first + "; fi\nexec " + second);
    return shell(mpirun(2) + "sh " + script);
  }

  static json without_time(json document) {
    document.erase("ms");
    return document;
  }

  void expect_as_alone(const std::vector<std::string>& words, int status = 0) {
    const auto alone = fretsaw(words);
    EXPECT_EQ(alone.status, status);
    for (const int ranks : {1, 2, 4, 8}) {
      const auto done = on_ranks(ranks, words);
      EXPECT_EQ(done.status, status) << ranks << " ranks: " << done.err;
      EXPECT_EQ(without_time(done.json()), without_time(alone.json())) << ranks << " ranks";
    }
  }
};

TEST_F(Mpi, InstancesAreThoseOfOneProcess) {
  expect_as_alone({"enumerate", kBinaryTrees, "-c", "0", "--scope", "exactly 6 Node", "--json"});
  expect_as_alone({"enumerate", folder_.write("g.als", "sig N { e: set N }\nrun {} for exactly 3 N\n"), "-c",
                   "0", "--json"});
  expect_as_alone({"enumerate", kBinaryTrees, "-c", "0", "--scope", "exactly 8 Node", "--count", "--json"});
}

TEST_F(Mpi, StructuresAreThoseOfOneProcess) { expect_as_alone(list_words({"--size", "4", "--json"})); }

// Long enough to be divided again and again, and for ranks to have the next unit at hand.
TEST_F(Mpi, StructuresOfADividedSearchAreThoseOfOneProcess) {
  const auto words = [](const std::string& size, std::vector<std::string> more) {
    more.insert(more.begin(), {"generate", kTreeHeader, "--class", "BinaryTree", "--size", size, "--values",
                               "BinaryTree::size_=" + size, "--json"});
    return more;
  };
  expect_as_alone(words("11", {"--count"}));
  expect_as_alone(words("10", {"--limit", "1500"}));
}

TEST_F(Mpi, LimitsHold) {
  expect_as_alone(list_words({"--size", "4", "--json", "--limit", "7"}));
  expect_as_alone(
      {"enumerate", kBinaryTrees, "-c", "0", "--scope", "exactly 6 Node", "--limit", "5", "--json"});
  const auto timed = on_ranks(2, {"enumerate", folder_.write("m.als", kEndlessModel), "-c", "0", "--count",
                                  "--json", "--timeout", "1"});
  EXPECT_EQ(timed.status, 3) << timed.err;
  EXPECT_EQ(timed.json().at("stop"), "time");
}

TEST_F(Mpi, ChecksAreThoseOfOneProcess) {
  const std::string header = folder_.write("counter.hpp", R"(
class Counter {
  int value_ = 0;
 public:
  bool rep_ok() const { return value_ >= 0; }
  //@ ensures \result != 3;
  int value() const { return value_; }
};
)");
  expect_as_alone({"check", header, "--method", "Counter::value", "--size", "4", "--keep-going", "--json"},
                  1);
}

TEST_F(Mpi, MutantsAreThoseOfOneProcess) {
  const std::string model = FRETSAW_SOURCE_DIR "/examples/models/binary_tree.als";
  const std::string tests = folder_.write("tests.als", "run { some Node } for 2 expect 1\n");
  expect_as_alone({"mutate", model, tests, "--scope", "3", "--json"});
  const auto alone = fretsaw({"mutate", model, tests, "--scope", "3"});
  EXPECT_EQ(on_ranks(3, {"mutate", model, tests, "--scope", "3"}).out, alone.out);
}

TEST_F(Mpi, MutantsAreResumedByAnotherNumberOfRanks) {
  const std::string model = FRETSAW_SOURCE_DIR "/examples/models/dijkstra_mutex.als";
  const std::string checkpoint = folder_ / "checkpoint";
  const std::string words = " mutate " + model + " --scope 3 --json --checkpoint " + checkpoint;
  const auto died = shell(mpirun(2) + kFretsawProgram + words + " & p=$!; while [ ! -s " + checkpoint +
                          " ] && kill -0 $p; do sleep 0.05; done; kill -KILL $p; wait $p");
  EXPECT_NE(died.status, 0);
  const auto done = shell(mpirun(3) + kFretsawProgram + words);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(without_time(done.json()),
            without_time(fretsaw({"mutate", model, "--scope", "3", "--json"}).json()));
}

// The one signal that every mpirun passes on as it is, without ending the job itself.
TEST_F(Mpi, AUserSignalEndsAllRanksWithWhatThereIs) {
  const auto done = signalled("USR1");
  EXPECT_NE(done.status, 0);
  EXPECT_EQ(done.json().at("complete"), false) << done.err;
  EXPECT_EQ(done.json().at("stop"), "cancelled");
}

// That of Open MPI 5 drops what ranks write after it; what was found before is in the checkpoint.
TEST_F(Mpi, AnInterruptEndsAllRanksAndKeepsTheCheckpoint) {
  const auto done = signalled("INT");
  EXPECT_NE(done.status, 0);
  if (!done.out.empty()) {
    EXPECT_EQ(done.json().at("stop"), "cancelled") << done.err;
  }
  const auto next = on_ranks(2, endless_words({"--timeout", "1"}));
  EXPECT_EQ(next.status, 3) << next.err;
  EXPECT_EQ(next.json().at("stop"), "time");
}

TEST_F(Mpi, AJobWhoseRankDiesIsResumedByAnotherNumberOfRanks) {
  const std::string checkpoint = folder_ / "checkpoint";
  const std::string words = std::string(" enumerate ") + kBinaryTrees +
                            " -c 0 --scope 'exactly 10 Node' --count --json --checkpoint " + checkpoint;
  const auto died =
      shell(mpirun(3) + kFretsawProgram + words + " & p=$!; while [ ! -s " + checkpoint +
            " ] && kill -0 $p; do sleep 0.05; done; kill -KILL $(pgrep -P $p | tail -1); wait $p");
  EXPECT_NE(died.status, 0);
  EXPECT_THAT(died.err, HasSubstr("rank 2"));
  const auto done = shell(mpirun(2) + kFretsawProgram + words);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.json().at("instances"), 16796);
}

// A rank or the whole job is killed, at moments that chance wants within the time that one takes, until so
// many of each engine's have been.
TEST_F(Mpi, JobsThatAreKilledAnywhereAreResumedByAnotherNumberOfRanks) {
  const int wanted = std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 60 : 1;
  std::mt19937 random(3);
  struct Job {
    std::string words;
    const char* counts;  // what its document calls them
    int results;
  };
  const Job jobs[] = {
      {fmt::format(" enumerate {} -c 0 --scope 'exactly 10 Node'", kBinaryTrees), "instances", 16796},
      {fmt::format(" generate {} --class BinaryTree --size 11 --values BinaryTree::size_=11", kTreeHeader),
       "structures", 58786}};
  for (const Job& job : jobs) {
    const std::string words = job.words + " --count --json";
    fretsaw({"generate", kTreeHeader, "--class", "BinaryTree", "--size", "1", "--count"});  // compiles
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(shell(mpirun(2) + kFretsawProgram + words).json().at(job.counts), job.results);
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    for (int kills = 0; kills < wanted && !HasFailure();) {
      const std::string with =
          fmt::format("{} --checkpoint {}", words, folder_ / fmt::format("{}-{}", job.counts, kills));
      for (double longest = whole.count();; longest *= 1.5) {
        const double moment =
            longest * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
        const std::string victim = random() % 2 == 0 ? "$(pgrep -P $p | tail -1)" : "$p";
        const auto done = shell(fmt::format("{}{}{} & p=$!; sleep {}; kill -KILL {}; wait $p",
                                            mpirun(1 + static_cast<int>(random() % 3)), kFretsawProgram, with,
                                            moment, victim));
        if (done.status == 0) {
          EXPECT_EQ(done.json().at(job.counts), job.results) << "after " << kills << " kills";
          break;
        }
        ++kills;
      }
    }
  }
}

TEST_F(Mpi, ProgramsTravelToWhereTheyAreNotYet) {
  // As if the second rank could not see the files of the first.
  const auto done =
      shell("FRETSAW_MPI_SEND=1 " + mpirun(2) +
            work::command_line({kFretsawProgram, "generate", folder_.write("list.hpp", kList), "--class",
                                "List", "--size", "3", "--count", "--json", "--no-cache"}));
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.json().at("structures"), 1 + 4 + 16 + 64);
}

TEST_F(Mpi, RanksThatDoNotFitTogetherAreRefused) {
  const std::string model = folder_.write("m.als", kListModel);
  const std::string one = std::string(kFretsawProgram) + " enumerate " + model + " -c show --count";
  const auto done = on_two_ranks(one, one + " --symmetry none");
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err,
              HasSubstr("error: the MPI ranks differ: rank 1 has different command-line arguments than "
                        "rank 0\n"));
}

TEST_F(Mpi, RanksOfAnotherVersionAreRefused) {
  std::filesystem::copy_file(kFretsawProgram, folder_ / "fretsaw");
  std::filesystem::copy_file(FRETSAW_BINARY_DIR "/fretsaw-mpi", folder_ / "fretsaw-mpi");
  // Another number that the linker has made of its content; the file itself where there is none.
  std::string program = folder_.read("fretsaw");
  const std::size_t note = program.find(std::string("\x14\0\0\0\x03\0\0\0GNU\0", 12));
  if (note == std::string::npos)
    program += "another";
  else
    program[note + 12] = static_cast<char>(program[note + 12] + 1);
  std::ofstream(folder_ / "fretsaw", std::ios::binary) << program;
  const std::string words = " enumerate " + folder_.write("m.als", kListModel) + " -c show --count";
  const auto done = on_two_ranks(kFretsawProgram + words, (folder_ / "fretsaw") + words);
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err,
              HasSubstr("error: the MPI ranks differ: rank 1 has a different version of fretsaw than "
                        "rank 0\n"));
}

TEST_F(Mpi, AMissingCompanionIsReported) {
  std::filesystem::copy_file(kFretsawProgram, folder_ / "fretsaw");
  const auto done = shell(mpirun(2) + (folder_ / "fretsaw") + " run " + folder_.write("m.als", kListModel));
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("/fretsaw-mpi', which is required for 2 processes under mpirun: "));
}

}  // namespace
}  // namespace fretsaw::test
