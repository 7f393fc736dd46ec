// SPDX-License-Identifier: MIT
#include "logic/sat/proof.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "logic/sat/brute_force.hpp"
#include "logic/sat/drat_checker.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/structured_cnf.hpp"

namespace fretsaw {
namespace {

using sat_test::objection_to;
using sat_test::ProofStep;

class ProofFile {
 public:
  explicit ProofFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("fretsaw_proof_test_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               "_" + std::to_string(getpid()) + "_" + name)) {}
  ~ProofFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  ProofFile(const ProofFile&) = delete;
  ProofFile& operator=(const ProofFile&) = delete;

  std::string path() const { return path_.string(); }
  bool exists() const { return std::filesystem::exists(path_); }
  std::string read() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

std::vector<ProofStep> proof_of(const Cnf& cnf, ProofFormat format) {
  const ProofFile file("proof");
  Budget budget;
  const Result<Answer> answer = prove_unsat(cnf, file.path(), budget, format);
  EXPECT_TRUE(answer && *answer == Answer::Unsat);
  return format == ProofFormat::Text ? sat_test::parse_text_proof(file.read())
                                     : sat_test::parse_binary_proof(file.read());
}

TEST(Proof, IsAcceptedByAnIndependentCheckerInBothFormats) {
  const Cnf cnf = sat_test::pigeons(5, 4);
  EXPECT_EQ(objection_to(proof_of(cnf, ProofFormat::Text), cnf), "");
  EXPECT_EQ(objection_to(proof_of(cnf, ProofFormat::Binary), cnf), "");
}

TEST(Proof, IsAcceptedForRandomUnsatisfiableFormulas) {
  constexpr unsigned kSeed = 3;
  sat_test::Random random(kSeed);
  int checked = 0;
  for (int round = 0; round < 600; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 14);
    if (!sat_test::brute_force(cnf).empty()) continue;
    const ProofFormat format = round % 2 == 0 ? ProofFormat::Text : ProofFormat::Binary;
    EXPECT_EQ(objection_to(proof_of(cnf, format), cnf), "") << "seed " << kSeed << ", round " << round;
    ++checked;
  }
  EXPECT_GT(checked, 50);
}

TEST(Proof, LeavesNoFileWhenThereIsNothingToProve) {
  const ProofFile file("none");
  Budget budget;
  const Result<Answer> answer = prove_unsat(sat_test::pigeons(3, 3), file.path(), budget);
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, Answer::Sat);
  EXPECT_FALSE(file.exists());
}

TEST(Proof, LeavesNoFileWhenTheBudgetIsExhausted) {
  const ProofFile file("limit");
  Budget budget(Limits{.seconds = 0.02});
  EXPECT_THROW(static_cast<void>(prove_unsat(sat_test::pigeons(13, 12), file.path(), budget)), LimitReached);
  EXPECT_FALSE(file.exists());
}

TEST(Proof, NamesTheFileThatCannotBeWritten) {
  Budget budget;
  const Result<Answer> answer = prove_unsat(sat_test::pigeons(3, 2), "/no/such/folder/proof", budget);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "cannot write '/no/such/folder/proof': No such file or directory");
}

TEST(Proof, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  Budget budget;
  const Result<Answer> answer = prove_unsat(sat_test::pigeons(6, 5), "/dev/full", budget);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "cannot write '/dev/full': No space left on device");
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST(DratChecker, RejectsProofsThatWereTamperedWith) {
  const Cnf cnf = sat_test::pigeons(5, 4);
  const std::vector<ProofStep> proof = proof_of(cnf, ProofFormat::Text);

  std::vector<ProofStep> without_end = proof;
  std::erase_if(without_end, [](const ProofStep& step) { return step.clause.empty(); });
  EXPECT_EQ(objection_to(without_end, cnf), "the proof ends without the empty clause");

  const std::vector<ProofStep> only_end{{.deletion = false, .clause = {}}};
  EXPECT_EQ(objection_to(only_end, cnf), "step 1 '0' does not follow");

  std::vector<ProofStep> foreign_deletion = proof;
  foreign_deletion.insert(foreign_deletion.begin(), {.deletion = true, .clause = {1, 2}});
  EXPECT_EQ(objection_to(foreign_deletion, cnf), "step 1 'd 1 2 0' deletes a clause that is not there");

  std::vector<ProofStep> wrong_unit = proof;
  wrong_unit.insert(wrong_unit.begin(), {.deletion = false, .clause = {1}});
  EXPECT_EQ(objection_to(wrong_unit, cnf), "step 1 '1 0' does not follow");
}

TEST(DratChecker, RejectsAProofOfAnotherFormula) {
  const std::vector<ProofStep> proof = proof_of(sat_test::pigeons(4, 3), ProofFormat::Text);
  EXPECT_NE(objection_to(proof, sat_test::pigeons(3, 3)), "");
}

TEST(DratChecker, NeverAcceptsAnythingForASatisfiableFormula) {
  constexpr unsigned kSeed = 17;
  sat_test::Random random(kSeed);
  for (int round = 0; round < 300; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 8);
    if (sat_test::brute_force(cnf).empty()) continue;
    std::vector<ProofStep> proof;
    for (int step = 0; step < 10; ++step) {
      std::vector<int> clause = sat_test::random_cube(random, cnf);
      proof.push_back({.deletion = sat_test::random_between(random, 0, 3) == 0, .clause = clause});
    }
    proof.push_back({});
    EXPECT_NE(objection_to(proof, cnf), "") << "seed " << kSeed << ", round " << round << "\n"
                                            << sat_test::print_text_proof(proof);
  }
}

// Nothing implies the clause (3 or 1), but its only resolvent on 3 is a tautology.
TEST(DratChecker, AcceptsResolutionAsymmetricTautologies) {
  Cnf cnf;
  cnf.variables = 3;
  for (const auto& clause : {std::vector{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {-3, -1}}) cnf.add(clause);
  const std::vector<ProofStep> proof = sat_test::parse_text_proof("d 1 2 0\nd 1 -2 0\n3 1 0\n");
  EXPECT_EQ(objection_to(proof, cnf), "the proof ends without the empty clause");
  const std::vector<ProofStep> wrong_pivot = sat_test::parse_text_proof("d 1 2 0\nd 1 -2 0\n1 3 0\n");
  EXPECT_EQ(objection_to(wrong_pivot, cnf), "step 3 '1 3 0' does not follow");
}

TEST(DratChecker, RefusesMalformedProofs) {
  EXPECT_TRUE(sat_test::parse_text_proof("1 two 0").empty());
  EXPECT_TRUE(sat_test::parse_binary_proof("x").empty());
  EXPECT_TRUE(sat_test::parse_binary_proof("a\x82").empty());
}

}  // namespace
}  // namespace fretsaw
