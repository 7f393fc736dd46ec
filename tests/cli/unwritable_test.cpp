// SPDX-License-Identifier: MIT
// Full disks and files that cannot be written, under each verb: the path and the reason are reported, what is
// known so far is still said, the exit status is 2, and nothing half written is left behind. /dev/full is the
// full disk, under whatever name it has to appear.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/process.hpp"
#include "cli/summaries.hpp"
#include "work/process.hpp"

namespace fretsaw::test {
namespace {

using testing::Ge;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using Words = std::vector<std::string>;

constexpr const char* kFull = "No space left on device";

// Files that stay where they are, so that programs made of them are kept from one test to the next.
std::string input(const std::string& name) {
  return std::string(FRETSAW_SOURCE_DIR "/tests/cli/unwritable/") + name;
}

class Unwritable : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  }

  static Words plus(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  // What each verb is asked for; every one has something to write.
  static Words run_words() { return {"run", input("model.als")}; }
  static Words enumerate_words() { return {"enumerate", input("model.als"), "-c", "show"}; }
  static Words generate_words() { return {"generate", input("box.hpp"), "--class", "Box", "--size", "3"}; }
  static Words check_words() {
    return {"check", input("box.hpp"), "--method", "Box::value", "--size", "3", "--keep-going"};
  }
  static Words explore_words() {
    return {"explore", input("box.hpp"), "--method", "Box::value", "--size", "3"};
  }
  static Words check_model_words() {
    return {"check-model", input("model.als"),   "-c",          "show",
            "--harness",   input("harness.cpp"), "--keep-going"};
  }
  static Words test_words() { return {"test", input("model.als"), input("tests.als")}; }
  static Words mutate_words() { return {"mutate", input("model.als"), input("tests.als"), "--scope", "2"}; }
  Words show_words() {
    return {"show", folder_.write("instances.json", fretsaw(plus(enumerate_words(), {"--json"})).out)};
  }
  Words merge_words() {
    Words words = {"merge"};
    for (const char* const part : {"1/2", "2/2"})
      words.push_back(folder_.write(fmt::format("part-{}.json", part[0]),
                                    fretsaw(plus(enumerate_words(), {"--part", part, "--json"})).out));
    return words;
  }

  // A folder in which the file of this name is on a full disk; with --json it is the one of that format.
  std::string folder_with_full(const std::string& name) {
    const std::string path = folder_ / fmt::format("out-{}", number_++);
    std::filesystem::create_directory(path);
    std::filesystem::create_symlink("/dev/full", path + "/" + name);
    if (name.ends_with(".txt"))
      std::filesystem::create_symlink("/dev/full", path + "/" + name.substr(0, name.size() - 4) + ".json");
    return path;
  }

  // The error names this file, and standard output has the counts; in the document as well.
  void expect_error(const Words& words, const std::string& file, const std::string& counts,
                    const std::string& key = "") {
    SCOPED_TRACE(work::command_line(words));
    const auto text = fretsaw(words);
    EXPECT_EQ(text.status, 2) << text.out << text.err;
    EXPECT_THAT(text.err, HasSubstr(fmt::format("error: cannot write '{}': {}\n", file, kFull)));
    EXPECT_THAT(text.out + text.err, HasSubstr(counts));
    const auto json = fretsaw(plus(words, {"--json"}));
    EXPECT_EQ(json.status, 2) << json.out << json.err;
    const auto document = json.json();
    ASSERT_TRUE(document.contains("error")) << json.out;
    EXPECT_THAT(document["error"]["message"], HasSubstr(kFull));
    if (!key.empty()) {
      EXPECT_TRUE(document.contains(key)) << json.out;
    }
  }

  // Their contents by their names.
  static std::map<std::string, std::string> files_of(const std::string& path) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      std::ostringstream content;
      content << std::ifstream(entry.path()).rdbuf();
      files.emplace(entry.path().filename().string(), content.str());
    }
    return files;
  }

  Folder folder_;
  int number_ = 0;
};

TEST_F(Unwritable, StandardOutputIsAnErrorOfEachVerb) {
  std::vector<Words> all = {
      run_words(),
      enumerate_words(),
      {"eval", input("model.als"), "-c", "show", "Node"},
      {"skeleton", input("box.hpp"), "--class", "Box"},
      generate_words(),
      check_words(),
      explore_words(),
      check_model_words(),
      test_words(),
      {"suite", input("model.als"), "--by", "enumeration", "--scope", "1"},
      mutate_words(),
      show_words(),
      merge_words(),
  };
  for (Words words :
       {Words{"--help"}, Words{"run", "--help"}, Words{"--version"}, Words{"--man"}, Words{"--markdown"}})
    all.push_back(words);
  for (const Words& words : all) {
    for (const bool in_json : {false, true}) {
      if (in_json && (words.front().starts_with("--") || words.back() == "--help")) continue;
      const Words full = in_json ? plus(words, {"--json"}) : words;
      const auto done = run({.arguments = full, .output = "/dev/full"});
      EXPECT_EQ(done.status, 2) << work::command_line(full);
      EXPECT_THAT(done.err, HasSubstr(fmt::format("error: cannot write to standard output: {}\n", kFull)))
          << work::command_line(full);
    }
  }
}

TEST_F(Unwritable, CountsGoToStandardErrorWhereStandardOutputIsFull) {
  EXPECT_THAT(run({.arguments = plus(enumerate_words(), {"--limit", "5"}), .output = "/dev/full"}).err,
              HasSubstr(", stopped (symmetry exact"));
  EXPECT_THAT(run({.arguments = plus(generate_words(), {"--quiet"}), .output = "/dev/full"}).err,
              HasSubstr(", stopped ("));
}

TEST_F(Unwritable, AClosedPipeIsNoErrorOfAnyVerb) {
  for (const Words& words :
       {run_words(), enumerate_words(), generate_words(), check_words(), test_words(), mutate_words()}) {
    const auto done = run({.arguments = words, .read_at_most = 1});
    EXPECT_THAT(done.err, Not(HasSubstr("cannot write"))) << work::command_line(words);
    EXPECT_NE(done.status, 2) << work::command_line(words);
  }
}

TEST_F(Unwritable, OneFileOfSeveralIsNamedAndTheOthersAreCounted) {
  const auto expect_for = [&](const Words& words, const std::string& name, const std::string& counts,
                              const std::string& key = "") {
    const std::string out = folder_with_full(name);
    expect_error(plus(words, {"--out", out}), out + "/" + name, counts, key);
  };
  expect_for(run_words(), "0-linked.txt", "3 commands: 3 satisfiable, 0 unsatisfiable", "results");
  expect_for(enumerate_words(), "instance-000003.txt", after_error(2, "instance"), "results");
  expect_for(enumerate_words(), "instance-000001.txt", after_error(0, "instance"), "results");
  expect_for(generate_words(), "structure-000003.txt", after_error(2, "structure"), "structures");
  expect_for(check_words(), "counterexample-000001.txt", "Box::value() const: " + failed(1, 4, " (size 3)"),
             "failed");
  expect_for(explore_words(), "branches.html", "2 of 2 branches covered", "covered");
  expect_for(check_model_words(), "counterexample-000001.txt", "of 6 instances of 'show'", "failed");
  expect_for(mutate_words(), "0003_MOR.als", "2 of 2", "mutants");
  expect_for(show_words(), "result-000002.txt", "written before: 1 result");
  expect_for(merge_words(), "instance-000002.json", "written before: 1 result");
  const std::string prefix = folder_with_full("box.classes.cpp") + "/box";
  expect_error({"skeleton", input("box.hpp"), "--class", "Box", "--glue", prefix}, prefix + ".classes.cpp",
               "");
}

// No file is counted that is not there: a document has as many results as there are files.
TEST_F(Unwritable, DocumentsHaveTheResultsThatWereWritten) {
  for (const auto& [words, name] : {std::pair(enumerate_words(), "instance-000003.txt"),
                                    std::pair(generate_words(), "structure-000003.txt")}) {
    const auto document = fretsaw(plus(words, {"--out", folder_with_full(name), "--json"})).json();
    EXPECT_EQ(document["results"].size(), 2U);
    EXPECT_EQ(document["complete"], false);
    EXPECT_EQ(document[words.front() == "generate" ? "structures" : "instances"], 2);
  }
  const auto none = fretsaw(plus(enumerate_words(), {"--out", folder_with_full("instance-000001.txt")}));
  EXPECT_THAT(none.out, Not(HasSubstr("written to")));
}

// A disk that has room again: the run that goes on leaves the files of one run.
TEST_F(Unwritable, WhatWasNotWrittenIsWrittenByTheResumedRun) {
  for (const auto& [words, name] : {std::pair(enumerate_words(), "instance-000003.txt"),
                                    std::pair(generate_words(), "structure-000003.txt"),
                                    std::pair(check_words(), "counterexample-000001.txt"),
                                    std::pair(check_model_words(), "counterexample-000002.txt")}) {
    const std::string out = folder_with_full(name);
    const Words resumable =
        plus(words, {"--out", out, "--checkpoint", folder_ / (words.front() + ".checkpoint")});
    SCOPED_TRACE(work::command_line(resumable));
    EXPECT_EQ(fretsaw(resumable).status, 2);
    std::filesystem::remove(fmt::format("{}/{}", out, name));
    std::filesystem::remove(fmt::format("{}/{}.json", out, std::filesystem::path(name).stem().string()));
    const auto resumed = fretsaw(resumable);
    EXPECT_NE(resumed.status, 2) << resumed.err;
    const std::string whole = folder_ / (words.front() + "-whole");
    std::filesystem::create_directory(whole);
    EXPECT_EQ(fretsaw(plus(words, {"--out", whole})).status, resumed.status);
    EXPECT_THAT(files_of(out), SizeIs(Ge(1U)));
    EXPECT_EQ(files_of(out), files_of(whole));
  }
}

TEST_F(Unwritable, ReportsAreErrorsAfterTheCounts) {
  for (const char* const option : {"--junit", "--lcov", "--html"})
    expect_error(plus(test_words(), {option, "/dev/full"}), "/dev/full", "1 test: 1 passed, 0 failed",
                 "passed");
  for (const char* const option : {"--junit", "--html"})
    expect_error(plus(mutate_words(), {option, "/dev/full"}), "/dev/full",
                 " mutants in scope 2: ", "mutants");
  expect_error(plus(check_words(), {"--junit", "/dev/full"}), "/dev/full",
               "Box::value() const: " + failed(1, 4, " (size 3)"), "failed");
  expect_error(plus(check_model_words(), {"--junit", "/dev/full"}), "/dev/full", "of 6 instances of 'show'",
               "failed");
}

// `ulimit -f`: the kernel sends a signal, which would end the program without a word.
TEST_F(Unwritable, FilesThatWouldBeTooLargeAreErrorsAndLeaveNothing) {
  const std::string out = folder_ / "out";
  const std::string file = folder_ / "file";
  std::filesystem::create_directory(out);
  for (const Words& words : {plus(run_words(), {"--out", out}), plus(enumerate_words(), {"--out", out}),
                             plus(mutate_words(), {"--out", out}), plus(test_words(), {"--junit", file}),
                             plus(enumerate_words(), {"--count", "--checkpoint", file}),
                             plus(mutate_words(), {"--checkpoint", file})}) {
    const auto done = run({.arguments = words, .file_bytes = 0});
    EXPECT_EQ(done.status, 2) << work::command_line(words);
    EXPECT_THAT(done.err, HasSubstr("': File too large\n")) << work::command_line(words);
    EXPECT_FALSE(std::filesystem::exists(file)) << work::command_line(words);
    EXPECT_TRUE(std::filesystem::is_empty(out)) << work::command_line(words);
  }
}

// As the assembler says it. What the user's code says is another thing.
TEST_F(Unwritable, ACompilerThatCannotWriteIsNotTakenForAMistakeInTheCode) {
  const auto with_compiler = [&](const std::string& message) {
    const std::string compiler =
        folder_.write("compiler", "#!/bin/sh\ncase \" $* \" in *' -c '*) printf '%s\\n' \"" + message +
                                      "\"; exit 1 ;; esac\nexec g++ \"$@\"\n");
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    return run(
        {.arguments = plus(generate_words(), {"--no-cache"}), .environment = {"FRETSAW_CXX=" + compiler}});
  };
  const auto full =
      with_compiler("fatal error: can't write 35 bytes to section .text of x.o: 'No space left on device'");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, HasSubstr("error: the compiler cannot write its output: No space left on device\n"));
  EXPECT_THAT(full.err, HasSubstr("set TMPDIR to a directory with enough space\n"));
  EXPECT_THAT(with_compiler("box.hpp:5:3: error: No space left on device").err,
              HasSubstr("does not compile"));
}

TEST_F(Unwritable, AScratchDirectoryThatIsTooSmallIsNamed) {
  const auto done = run({.arguments = plus(generate_words(), {"--no-cache"}), .file_bytes = 1 << 10});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("': File too large\nhelp: set TMPDIR to a directory with enough space\n"));
}

TEST_F(Unwritable, ReportsBelowAFileAreErrors) {
  const std::string file = folder_.write("file", "") + "/report";
  for (const Words& words :
       {plus(test_words(), {"--html", file}), plus(mutate_words(), {"--junit", file}),
        plus(check_words(), {"--junit", file}), plus(check_model_words(), {"--junit", file})}) {
    const auto done = fretsaw(words);
    EXPECT_EQ(done.status, 2) << work::command_line(words);
    EXPECT_THAT(done.err, HasSubstr(fmt::format("error: cannot write '{}': Not a directory\n", file)));
  }
}

// A real disk, of 32 KB, where this user may mount one.
TEST_F(Unwritable, ASmallDiskIsFilledWithWholeFilesOnly) {
  const std::string disk = folder_ / "disk";
  std::filesystem::create_directory(disk);
  const auto mounted = [&](const std::string& then) {
    return work::run_commands({{"unshare", "-Urm", "sh", "-c",
                                fmt::format("mount -t tmpfs -o size=32k tmpfs '{}' && {}", disk, then)}})
        .front();
  };
  if (mounted("true").status != 0) GTEST_SKIP() << "no file system may be mounted here";
  const auto done =
      mounted(fmt::format("{}; echo status $?; ls -A '{}' | wc -l; cat '{}'/* | grep -c '^ *link'",
                          work::command_line({FRETSAW_BINARY_DIR "/fretsaw", "enumerate", input("model.als"),
                                              "-c", "show", "--scope", "4", "--out", disk, "--quiet"}),
                          disk, disk));
  EXPECT_THAT(done.output, HasSubstr(kFull));
  EXPECT_THAT(done.output, HasSubstr("status 2\n"));
  int files = 0, whole = 0;
  ASSERT_EQ(
      std::sscanf(done.output.c_str() + done.output.find("status 2\n"), "status 2\n%d\n%d", &files, &whole),
      2)
      << done.output;
  EXPECT_GT(files, 0);
  EXPECT_EQ(files, whole);
  EXPECT_THAT(done.output, HasSubstr(after_error(files, "instance")));
}

}  // namespace
}  // namespace fretsaw::test
