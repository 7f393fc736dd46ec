// SPDX-License-Identifier: MIT
#include "fretsaw/diagnostic.hpp"

#include <gtest/gtest.h>

#include "base/source.hpp"

namespace fretsaw {
namespace {

TEST(Render, ShowsTheLineWithACaretAndTheHint) {
  const Source source("m.als", "run {\n\tsome nodes }\n");
  const auto d = error_at({&source, 12, 17}, ErrorClass::Type, "unknown name 'nodes'; did you mean 'Node'?",
                          "use names of the model");
  EXPECT_EQ(render(d),
            "m.als:2:7: error: unknown name 'nodes'; did you mean 'Node'?\n"
            "    \tsome nodes }\n"
            "    \t     ^~~~~\n"
            "help: use names of the model\n");
}

TEST(Render, ShowsNotesBetweenTheErrorAndTheHelp) {
  const Source source("m.als", "sig A {}\nsig A {}\n");
  auto d = error_at({&source, 13, 14}, ErrorClass::Syntax, "duplicate sig 'A'", "rename one of them");
  d.notes.push_back({"first declared here", source.locate(4, 5)});
  d.notes.push_back({"sigs of opened modules have names of their own", std::nullopt});
  EXPECT_EQ(render(d),
            "m.als:2:5: error: duplicate sig 'A'\n"
            "    sig A {}\n"
            "        ^\n"
            "m.als:1:5: note: first declared here\n"
            "    sig A {}\n"
            "        ^\n"
            "note: sigs of opened modules have names of their own\n"
            "help: rename one of them\n");
}

TEST(Render, NamesAFileAsAWholeOnce) {
  EXPECT_EQ(render(file_error("m.als", "no such file or directory")),
            "error: no such file or directory: 'm.als'\n");
  EXPECT_EQ(render(file_error("m.als", "'m.als' is empty")), "error: 'm.als' is empty\n");
}

TEST(Render, CutsLongLinesAroundTheCaret) {
  const Source source("m.als", std::string(5000, 'a') + "!" + std::string(5000, 'b'));
  const std::string text = render(error_at({&source, 5000, 5001}, ErrorClass::Syntax, "unexpected '!'"));
  EXPECT_LT(text.size(), 600U);
  EXPECT_NE(text.find("…aaaa"), std::string::npos);
  EXPECT_NE(text.find("a!b"), std::string::npos);
}

TEST(Render, NamesTheSeverity) {
  Diagnostic d = input_error("look here");
  d.severity = Severity::Warning;
  EXPECT_EQ(render(d), "warning: look here\n");
  d.severity = Severity::Note;
  EXPECT_EQ(render(d), "note: look here\n");
}

TEST(Render, WorksWithoutALocation) {
  EXPECT_EQ(render(input_error("the universe is empty")), "error: the universe is empty\n");
}

}  // namespace
}  // namespace fretsaw
