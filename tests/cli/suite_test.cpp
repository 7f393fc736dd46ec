// SPDX-License-Identifier: MIT
// fretsaw suite as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;

constexpr const char* kModel = R"(one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head => some n: List.head.^link | no n.link }
)";

class SuiteVerb : public testing::Test {
 protected:
  Finished suite(std::vector<std::string> more) {
    std::vector<std::string> words = {"suite", folder_.write("m.als", kModel)};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }

  Folder folder_;
};

TEST_F(SuiteVerb, WritesAFileThatTestPassesInBothForms) {
  for (const char* const by : {"coverage", "enumeration"}) {
    for (const char* const form : {"plain", "short"}) {
      const auto made = suite({"--by", by, "--form", form, "--scope", "2"});
      EXPECT_EQ(made.status, 0) << made.err;
      const auto done =
          fretsaw({"test", folder_.write("m.als", kModel), folder_.write("suite.als", made.out)});
      EXPECT_THAT(done.out, HasSubstr(" 0 failed\n"))
          << by << " " << form << made.out << done.out << done.err;
      EXPECT_EQ(done.status, 0);
    }
  }
}

TEST_F(SuiteVerb, ReportsThePurposeOfEachTest) {
  const auto made = suite({"--by", "coverage"});
  EXPECT_THAT(made.out, HasSubstr("by coverage in scope 3.\n"));
  EXPECT_THAT(made.out, HasSubstr("29 of 35 requirements covered (82.9 %), 6 infeasible in this scope.\n"));
  EXPECT_THAT(made.out, HasSubstr("--   covers "));
  EXPECT_THAT(made.out, HasSubstr("expect 1\n"));
}

TEST_F(SuiteVerb, GivesOneDocumentWithTheKeysOfTheContract) {
  const auto document = suite({"--by", "coverage", "--minimize", "--json"}).json();
  EXPECT_EQ(document["by"], "coverage");
  EXPECT_EQ(document["coverage"]["covered"], 29);
  EXPECT_EQ(document["coverage"]["total"], 35);
  EXPECT_EQ(document["tests"], document["valuations"]);
  EXPECT_THAT(document["note"].get<std::string>(), HasSubstr("no fewer would do"));
}

TEST_F(SuiteVerb, StopsAtItsLimit) {
  EXPECT_EQ(suite({"--by", "enumeration", "--limit", "4", "--json"}).json()["tests"], 4);
}

TEST_F(SuiteVerb, RefusesWhatItCannotDo) {
  const auto no_way = suite({});
  EXPECT_EQ(no_way.status, 2);
  EXPECT_THAT(no_way.err,
              HasSubstr("'suite' requires '--by enumeration', '--by coverage' or '--by mutation'"));
  EXPECT_EQ(suite({"--by", "magic"}).status, 2);
  const auto scope = suite({"--by", "coverage", "--scope", "3 but 2 Nod"});
  EXPECT_EQ(scope.status, 2);
  EXPECT_THAT(scope.err, HasSubstr("--scope:1:"));
}

}  // namespace
}  // namespace fretsaw::test
