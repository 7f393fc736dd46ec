// SPDX-License-Identifier: MIT
// Each source reads the header, which takes longer than all else: there are as few as can be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/fixture.hpp"

namespace fretsaw::contract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> names(const std::vector<code::GeneratedSource>& sources) {
  std::vector<std::string> out;
  for (const code::GeneratedSource& source : sources) out.push_back(source.name);
  return out;
}

struct BoxSubject {
  Read read;
  Subjects subjects;
};

Result<BoxSubject> subject_of(const HeaderFile& header) {
  auto read = read_subject(header, "Box", "size");
  if (!read) return read.error();
  auto subjects = read_subjects(header.path(), *read->classes, {read->callable}, {});
  if (!subjects) return subjects.error();
  return BoxSubject{*std::move(read), *std::move(subjects)};
}

TEST(GlueSources, TheTableAndTheClausesAreOneUnit) {
  const HeaderFile header(
      "struct Box {\n  //@ invariant n >= 0;\n  int n;\n  int size() const { return n; }\n};\n");
  const auto box = subject_of(header);
  ASSERT_TRUE(box) << render(box.error());
  const auto clauses = contract_source(*box->read.classes, box->subjects);
  ASSERT_TRUE(clauses) << render(clauses.error());
  EXPECT_THAT(names(glue_sources(*box->read.classes, *clauses)), ElementsAre("calls.cpp", "classes.cpp"));
}

TEST(GlueSources, SearchProgramsCallNothing) {
  const HeaderFile header("struct Box {\n  int n;\n  int size() const { return n; }\n};\n");
  const auto box = subject_of(header);
  ASSERT_TRUE(box) << render(box.error());
  const auto validity = validity_source(*box->read.classes, box->subjects);
  ASSERT_TRUE(validity) << render(validity.error());
  const auto sources = glue_sources(*box->read.classes, *validity, Calls::None);
  ASSERT_THAT(names(sources), ElementsAre("classes.cpp"));
  EXPECT_THAT(sources.front().text, Not(HasSubstr("fretsaw_call_")));
}

// Without the word, a tuple with an object of the class is smaller.
TEST(GlueSources, AHeaderWithoutItsFinalClassesIsNotThatOfTheTable) {
  const HeaderFile header(
      "struct Box final {\n  //@ invariant n >= 0;\n  int n;\n  int size() const { return n; }\n};\n");
  const auto box = subject_of(header);
  ASSERT_TRUE(box) << render(box.error());
  const auto clauses = contract_source(*box->read.classes, box->subjects);
  ASSERT_TRUE(clauses) << render(clauses.error());
  const auto sources = glue_sources(*box->read.classes, *clauses);
  ASSERT_THAT(names(sources), ElementsAre("calls.cpp", "classes.cpp", "clauses.cpp"));
  EXPECT_THAT(sources[1].text, Not(HasSubstr("#define final")));
  EXPECT_THAT(sources[2].text, HasSubstr("#define final\n#include"));
}

TEST(GlueSources, TheStandardLibraryIsIncludedOnlyForClauses) {
  const HeaderFile without("struct Box {\n  int n;\n  int size() const { return n; }\n};\n");
  const HeaderFile with(
      "struct Box {\n  int n;\n  //@ ensures \\result >= 0;\n  int size() const { return n; }\n};\n");
  for (const auto& [header, has_clauses] : {std::pair(&without, false), std::pair(&with, true)}) {
    const auto box = subject_of(*header);
    ASSERT_TRUE(box) << render(box.error());
    const auto clauses = contract_source(*box->read.classes, box->subjects);
    ASSERT_TRUE(clauses) << render(clauses.error());
    EXPECT_EQ(clauses->find("#include <algorithm>") != std::string::npos, has_clauses);
  }
}

}  // namespace
}  // namespace fretsaw::contract
