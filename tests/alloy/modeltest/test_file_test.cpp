// SPDX-License-Identifier: MIT
// Where tests may stand, and what names mean there.
#include "alloy/modeltest/test_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::HasSubstr;

TEST(TestFile, CommandsOfTheModelAreTestsWithoutAnotherFile) {
  const auto file = tests_of("sig A {}\nrun {} expect 1\ncheck { no A }\n");
  EXPECT_EQ(file->form, TestForm::InModel);
  EXPECT_EQ(file->tests.size(), 2u);
}

TEST(TestFile, AFragmentContinuesTheModelAndOnlyItsCommandsAreTests) {
  const auto file = tests_of("open util/ordering[A] as ord\nsig A {}\nrun {}\n",
                             "open util/ordering[A] as ord\nrun { some ord/first } for 2\nrun {} for 1\n");
  EXPECT_EQ(file->form, TestForm::Fragment);
  EXPECT_EQ(file->tests.size(), 2u);
  EXPECT_EQ(file->model.modules.size(), 3u) << "the main module, util/integer and one util/ordering";
}

TEST(TestFile, AFileThatOpensTheModelIsNotAFragment) {
  const auto file = tests_of("module model\nsig A {}\npred p { some A }\n", "open model\nrun { p } for 2\n");
  EXPECT_EQ(file->form, TestForm::Opening);
  EXPECT_EQ(file->tests.size(), 1u);
}

// In the fragment p is its own; the model's fact still means the model's.
TEST(TestFile, NamesOfTheFragmentHideThoseOfTheModel) {
  const auto file =
      tests_of("sig A {}\npred p { no A }\nfact { p and this/p and (all p: A | some p) }\nassert q { p }\n",
               "pred p { some A }\nassert q { no A }\nrun p for 2 expect 0\ncheck q for 2\n");
  Executor executor(file->model, {});
  for (const model::Command& command : file->model.commands)
    EXPECT_TRUE(executor.execute(command).passed()) << command.label;
}

TEST(TestFile, ASigOfTheFragmentHidesTheModelsToo) {
  const auto file = tests_of("sig A { f: A }\nfact { no A }\n",
                             "sig A { g: set A }\nrun { some A and no A.g } for 2 expect 1\n");
  Executor executor(file->model, {});
  EXPECT_TRUE(executor.execute(file->model.commands.at(0)).passed());
}

TEST(TestFile, AnUnknownSigIsRefusedWithItsPlaceInTheTests) {
  const auto file =
      load_tests(source_of("model.als", "sig A {}\n"),
                 source_of("tests.als", "pred t { some disj B0: B { A = B0 } }\nrun t for 3\n"), {});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().location->file, "tests.als");
  EXPECT_EQ(file.error().location->line, 1u);
  EXPECT_EQ(file.error().location->column, 24u);
  EXPECT_THAT(file.error().message, HasSubstr("'B'"));
}

TEST(TestFile, AModelThatDoesNotParseGivesTheParsersMessage) {
  const auto file = load_tests(source_of("model.als", "sig A {\n"), source_of("tests.als", "run {}\n"), {});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().location->file, "model.als");
}

TEST(TestFile, AFileWithoutCommandsHasNoTests) {
  const auto file = tests_of("sig A {}\n", "pred p { some A }\n");
  EXPECT_TRUE(file->tests.empty());
  ASSERT_FALSE(file->warnings.empty());
  EXPECT_THAT(file->warnings.back().message, HasSubstr("no test"));
}

TEST(TestFile, IsReadAsItsModelWas) {
  // A' is a name in Alloy 4 and 5, and only the model declares it.
  const auto file = tests_of("sig A' {}\n", "run t { some disj X: A' { A' = X } } for 1 expect 1\n");
  ASSERT_EQ(file->tests.size(), 1u);
  Executor executor(file->model, {});
  EXPECT_TRUE(executor.execute(file->model.commands.front()).passed());
}

}  // namespace
}  // namespace fretsaw::modeltest
