// SPDX-License-Identifier: MIT
#include "logic/sat/dimacs.hpp"

#include <gtest/gtest.h>

#include "logic/sat/random_cnf.hpp"

namespace fretsaw {
namespace {

Result<Cnf> read(const std::string& text) { return read_dimacs(Source("f.cnf", text)); }

// "LINE:COLUMN MESSAGE" of the error that reading gives.
std::string error_of(const std::string& text) {
  const Result<Cnf> result = read(text);
  if (result) return "no error";
  const Diagnostic& error = result.error();
  if (!error.location) return "nowhere " + error.message;
  return std::to_string(error.location->line) + ":" + std::to_string(error.location->column) + " " +
         error.message;
}

Cnf sample() {
  Cnf cnf;
  cnf.variables = 4;
  cnf.primary = 2;
  cnf.secondary = 1;
  cnf.add({{1, -3}});
  cnf.add({{2, 4}});
  return cnf;
}

TEST(Dimacs, WritesRangesHeaderAndClauses) {
  EXPECT_EQ(to_dimacs(sample()), "c primary 1..2\nc secondary 3..3\np cnf 4 2\n1 -3 0\n2 4 0\n");
}

TEST(Dimacs, ReadsBackWhatItWrites) {
  constexpr unsigned kSeed = 7;
  sat_test::Random random(kSeed);
  for (int round = 0; round < 500; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 12);
    const Result<Cnf> back = read(to_dimacs(cnf));
    ASSERT_TRUE(back) << render(back.error()) << "seed " << kSeed << ", round " << round;
    EXPECT_EQ(back->variables, cnf.variables);
    EXPECT_EQ(back->primary, cnf.primary);
    EXPECT_EQ(back->secondary, cnf.secondary);
    EXPECT_EQ(back->clauses, cnf.clauses);
    EXPECT_EQ(back->literals, cnf.literals);
  }
}

TEST(Dimacs, TakesEveryVariableAsPrimaryWithoutRanges) {
  const Result<Cnf> cnf = read("c primary variables come first\np cnf 3 1\n1 2 0\n");
  ASSERT_TRUE(cnf);
  EXPECT_EQ(cnf->primary, 3);
  EXPECT_EQ(cnf->secondary, 0);
}

TEST(Dimacs, ReadsClausesOverSeveralLinesAndSeveralOnOne) {
  const Result<Cnf> cnf = read("p cnf 3 3\n1\n  -2\nc in between\n 0 3 0\r\n0\n");
  ASSERT_TRUE(cnf) << render(cnf.error());
  EXPECT_EQ(cnf->literals, (std::vector<int>{1, -2, 0, 3, 0, 0}));
  EXPECT_EQ(cnf->clauses, 3U);
}

TEST(Dimacs, EndsAtAPercentSign) {
  const Result<Cnf> cnf = read("p cnf 1 1\n1 0\n%\n0\n");
  ASSERT_TRUE(cnf) << render(cnf.error());
  EXPECT_EQ(cnf->clauses, 1U);
}

TEST(Dimacs, ReadsTheEmptyFormula) {
  const Result<Cnf> cnf = read("p cnf 0 0");
  ASSERT_TRUE(cnf);
  EXPECT_EQ(cnf->variables, 0);
  const Result<Cnf> no_primary = read("c primary 1..0\np cnf 1 0\n");
  ASSERT_TRUE(no_primary);
  EXPECT_EQ(no_primary->primary, 0);
}

TEST(Dimacs, ReportsErrorsInTheHeader) {
  EXPECT_EQ(error_of(""), "1:1 missing header 'p cnf VARIABLES CLAUSES'");
  EXPECT_EQ(error_of("c only this\n"), "2:1 missing header 'p cnf VARIABLES CLAUSES'");
  EXPECT_EQ(error_of("1 0\n"), "1:1 expected a header 'p cnf VARIABLES CLAUSES' before the first clause");
  EXPECT_EQ(error_of("p cnf 1 0\np cnf 1 0\n"), "2:1 duplicate header");
  const std::string form = "1:1 expected a header 'p cnf VARIABLES CLAUSES'";
  for (const char* header : {"p cnf 3", "p cnf 3 4 5", "p dnf 3 4", "p cnf -1 4", "p cnf 3 x", "pcnf 3 4 5",
                             "p cnf 99999999999 1", "problem"}) {
    EXPECT_EQ(error_of(header), form) << header;
  }
  EXPECT_EQ(error_of("p cnf 2000000000 0\n"), "1:7 more than 1073741823 variables");
}

TEST(Dimacs, ReportsErrorsInClauses) {
  EXPECT_EQ(error_of("p cnf 2 1\n1 x 0\n"), "2:3 expected a literal, found 'x'");
  EXPECT_EQ(error_of("p cnf 2 1\n1 2.5 0\n"), "2:3 expected a literal, found '2.5'");
  EXPECT_EQ(error_of("p cnf 2 1\n1 99999999999 0\n"), "2:3 expected a literal, found '99999999999'");
  EXPECT_EQ(error_of("p cnf 2 1\n1 -3 0\n"),
            "2:3 literal -3 is out of range: the header declares 2 variables");
  EXPECT_EQ(error_of("p cnf 2 1\n1 -2147483648 0\n"),
            "2:3 literal -2147483648 is out of range: the header declares 2 variables");
  EXPECT_EQ(error_of("p cnf 2 1\n1 2\n"), "2:3 unterminated last clause: expected 0");
  EXPECT_EQ(error_of("p cnf 2 1\n1 0\n2 0\n"), "3:1 more clauses than the 1 declared by the header");
  EXPECT_EQ(error_of("p cnf 2 3\n1 0\n2 0\n"), "4:1 2 clauses, but the header declares 3");
}

TEST(Dimacs, ReportsErrorsInRanges) {
  const std::string rest = "\np cnf 4 0\n";
  EXPECT_EQ(error_of("c primary 2..3" + rest), "1:11 the primary variables are not within 1..4");
  EXPECT_EQ(error_of("c primary 1..5" + rest), "1:11 the primary variables are not within 1..4");
  EXPECT_EQ(error_of("c primary 1..-1" + rest), "1:11 the primary variables are not within 1..4");
  EXPECT_EQ(error_of("c primary 1..2\nc primary 1..3" + rest), "2:3 duplicate list of primary variables");
  EXPECT_EQ(error_of("c secondary 3..4" + rest), "1:13 secondary variables without primary ones");
  const std::string secondary = "2:13 the secondary variables are not a range 3..N within 1..4";
  EXPECT_EQ(error_of("c primary 1..2\nc secondary 4..4" + rest), secondary);
  EXPECT_EQ(error_of("c primary 1..2\nc secondary 3..5" + rest), secondary);
  EXPECT_EQ(error_of("c primary 1..2\nc secondary 3..1" + rest), secondary);
}

TEST(Dimacs, SurvivesArbitraryCharacters) {
  constexpr unsigned kSeed = 11;
  sat_test::Random random(kSeed);
  const std::string alphabet = "pcnf 0123456789-\n.%x\t";
  for (int round = 0; round < 5000; ++round) {
    std::string text = round % 2 == 0 ? "p cnf 9 3\n" : "";
    for (int length = sat_test::random_between(random, 0, 40); length > 0; --length) {
      text += alphabet[static_cast<std::size_t>(
          sat_test::random_between(random, 0, static_cast<int>(alphabet.size()) - 1))];
    }
    const Result<Cnf> result = read(text);
    if (!result) EXPECT_TRUE(result.error().location) << text;
  }
}

}  // namespace
}  // namespace fretsaw
