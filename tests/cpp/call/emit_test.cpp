// SPDX-License-Identifier: MIT
// Counterexamples as tests: they compile as they are, fail as long as the fault is there, and pass without
// it.
#include "cpp/call/emit.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>

#include "cpp/call/checking.hpp"
#include "support/bounds.hpp"
#include "support/folder.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMethods = 16;

class EmittedTests : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CheckRequest request = request_for("emitted.hpp", {}, 2);
    for (const TestKind kind : {TestKind::GoogleTest, TestKind::Catch2}) {
      request.emits = kind;
      const bool is_google = kind == TestKind::GoogleTest;
      request.methods.clear();
      request.bounds.values.clear();
      if (is_google)
        request.bounds.values = values_of({"Strip::cells.length=0..2"});
      else
        request.methods = {"shop::Stack::pop", "shop::grow"};
      std::string text = test_opening(request.code, kind);
      CheckListener listener;
      std::size_t methods = 0;
      listener.counterexample = [&](const Counterexample& found) {
        ++methods;
        text += found.test;
      };
      const Status status = check(request, listener);
      if (!status) *error_ = render(status.error());
      EXPECT_EQ(methods, is_google ? kMethods : 2) << "every method has a fault that is found";
      (is_google ? *google_ : *catch2_) = text;
    }
    folder_ = std::filesystem::temp_directory_path() / fmt::format("fretsaw-emit-{}", getpid());
    std::filesystem::create_directories(folder_);
  }
  static void TearDownTestSuite() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // What the tests print, and their exit status.
  static std::pair<std::string, int> run(const std::string& text, const std::string& flags) {
    EXPECT_EQ(*error_, "");
    const std::string source = (folder_ / "emitted.cpp").string();
    const std::string log = (folder_ / "log").string();
    const std::string program = (folder_ / "emitted").string();
    std::ofstream(source) << text;
    const std::string compile =
        fmt::format("g++ -std=c++20 -Wall -Werror -fno-access-control {} -o {} {} > {} 2>&1", source, program,
                    flags, log);
    if (std::system(compile.c_str()) != 0) {
      ADD_FAILURE() << "does not compile:\n" << content(log).substr(0, 4000) << text;
      return {"", -1};
    }
    const int status = std::system(fmt::format("{} > {} 2>&1", program, log).c_str());
    return {content(log), status};
  }

  static std::string content(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static std::filesystem::path folder_;
  static std::string* google_;
  static std::string* catch2_;
  static std::string* error_;
};
std::filesystem::path EmittedTests::folder_;
std::string* EmittedTests::google_ = new std::string();
std::string* EmittedTests::catch2_ = new std::string();
std::string* EmittedTests::error_ = new std::string();

TEST_F(EmittedTests, FailLikeTheCallsAndPassOnceTheFaultIsCorrected) {
  const std::string libraries = "-lgtest -lgtest_main -pthread";
  const auto [faulty, failed] = run(*google_, libraries + " -std=c++17");
  EXPECT_NE(failed, 0);
  EXPECT_THAT(faulty, HasSubstr(fmt::format("{} FAILED TESTS", kMethods)));
  EXPECT_THAT(faulty, HasSubstr("ensures { @result >= 0 }"));
  EXPECT_THAT(faulty, HasSubstr("returned normally, but the contract requires an exception"));
  EXPECT_THAT(faulty, HasSubstr("invariant of 'shop::Box' violated"));
  EXPECT_THAT(faulty, HasSubstr("invariant { this.price > 0 }")) << "of objects that a map holds";
  const auto [fixed, passed] = run(*google_, libraries + " -DFIXED");
  EXPECT_EQ(passed, 0) << fixed;
  EXPECT_THAT(fixed, HasSubstr(fmt::format("[  PASSED  ] {} tests.", kMethods)));
}

// Clauses that a test cannot check are listed.
TEST_F(EmittedTests, ListClausesAboutLengthsThatOnlyTheTestProcessKnows) {
  EXPECT_THAT(*google_,
              HasSubstr("  // Not checked here, since only 'fretsaw check' knows the length of an array "
                        "in it:\n  //   ensures { this.cells.length = this.cells`.length }\n"));
}

TEST_F(EmittedTests, DoNotReadWhatTheCallDeletes) {
  EXPECT_THAT(*google_,
              HasSubstr("  // 'first' is not examined: the call deletes the object it points to.\n"));
  EXPECT_THAT(*google_, HasSubstr("  before.put(\"@first\", {}, first);\n"));
  EXPECT_THAT(*google_, testing::Not(HasSubstr("  after.put(\"@first\", {}, first);\n")));
}

// As described in the file for the installed version: that of Debian 13 has its main function in a library; for that
// of Debian 12 the file has one, or leaves it to the library, which takes less time.
TEST_F(EmittedTests, SpeakCatch2Too) {
#if __has_include(<catch2/catch_test_macros.hpp>)
  const std::string alone = "-lCatch2Main -lCatch2", with_library = alone;
#else
  const std::string alone, with_library = "-DFRETSAW_NO_MAIN -lCatch2WithMain";
#endif
  const auto [faulty, failed] = run(*catch2_, alone);
  EXPECT_NE(failed, 0);
  EXPECT_THAT(faulty, HasSubstr("test cases: 2 | 2 failed"));
  EXPECT_THAT(faulty, HasSubstr("ensures v.size() == \\old(v.size()) + 1"));
  const auto [fixed, passed] = run(*catch2_, "-DFIXED " + with_library);
  EXPECT_EQ(passed, 0) << fixed;
  EXPECT_THAT(fixed, HasSubstr("All tests passed"));
}

// A header with a source of its own, an include directory, a macro and a standard that is older than that of
// tests.
TEST(EmittedCommand, CompilesTheTestWithTheSourcesAndFlagsOfTheUser) {
  const test::Folder folder;
  std::filesystem::create_directory(folder.path() + "/other place");
  folder.write("other place/limit.hpp", "constexpr int kLimit = LIMIT;\n");
  folder.write("lift.hpp", R"(#pragma once
#include <limit.hpp>
//@ ensures \result <= kLimit;
int lift(int n);
)");
  const std::string source =
      folder.write("lift.cpp", "#include \"lift.hpp\"\nint lift(int n) { return n + 1; }\n");
  CheckRequest request;
  request.code.header = folder.path() + "/lift.hpp";
  request.code.sources = {source};
  request.code.cxxflags = fmt::format("-std=c++14 '-I{}/other place' -DLIMIT=2", folder.path());
  request.bounds.size = 3;
  request.emits = TestKind::GoogleTest;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  ASSERT_EQ(all.at("lift").counterexamples.size(), 1U);
  const std::string text =
      test_opening(request.code, TestKind::GoogleTest) + all.at("lift").counterexamples[0].test;
  folder.write("test.cpp", text);
  const std::string start = "//   g++ ";
  const std::size_t begin = text.find(start) + start.size() - 4;
  std::string command = text.substr(begin, text.find('\n', begin) - begin);
  EXPECT_THAT(command, testing::StartsWith("g++ -std=c++17 "));
  command.replace(command.find("FILE"), 4, "test.cpp");
  const std::string in_folder = fmt::format("cd '{}' && ", folder.path());
  ASSERT_EQ(std::system((in_folder + command).c_str()), 0) << command << "\n" << text;
  EXPECT_NE(std::system((in_folder + "./a.out > log").c_str()), 0);
  std::ifstream log(folder.path() + "/log");
  const std::string said{std::istreambuf_iterator<char>(log), {}};
  EXPECT_THAT(said, HasSubstr("ensures \\result <= kLimit"));
}

}  // namespace
}  // namespace fretsaw::call
