// SPDX-License-Identifier: MIT
// The programs that are kept, and what happens to the compilers that make them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/generating.hpp"
#include "support/processes.hpp"

namespace fretsaw::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class CacheVerb : public Generate {
 protected:
  Finished with(std::vector<std::string> words, std::vector<std::string> more = {}) {
    more.insert(more.begin(), "XDG_CACHE_HOME=" + (folder_ / "xdg"));
    return run({.arguments = std::move(words), .environment = std::move(more)});
  }
  Finished lists_with_cache(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = list_words({"--size", "1", "--count"});
    words.insert(words.end(), more.begin(), more.end());
    return with(std::move(words));
  }
  const std::string path_ = folder_ / "xdg/fretsaw";
};

TEST_F(CacheVerb, ShowsAndRemovesWhatIsKept) {
  EXPECT_EQ(with({"cache"}).out, path_ + ": 0 programs, 0.0 MB (limit 2,048 MB)\n");
  EXPECT_FALSE(fs::exists(path_)) << "to look at it does not make it";
  EXPECT_EQ(with({"cache", "--clear"}).out,
            "removed 0 programs, 0.0 MB\n" + path_ + ": 0 programs, 0.0 MB (limit 2,048 MB)\n");
  ASSERT_EQ(lists_with_cache().status, 0);
  folder_.write("xdg/fretsaw/notes.txt", "mine");
  const auto shown = with({"cache"}, {"FRETSAW_CACHE_MB=7"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.out, testing::MatchesRegex(".*/xdg/fretsaw: 1 program, [0-9.]+ MB .limit 7 MB.\n"));
  const json document = with({"cache", "--json"}).json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "cache");
  EXPECT_EQ(document["path"], path_);
  EXPECT_EQ(document["programs"], 1);
  EXPECT_GT(document["bytes"], 1000);
  EXPECT_EQ(document["limit"], std::uint64_t{2048} << 20);
  EXPECT_FALSE(document.contains("removed"));
  const json cleared = with({"cache", "--clear", "--json"}).json();
  EXPECT_EQ(cleared["programs"], 0);
  EXPECT_EQ(cleared["bytes"], 0);
  EXPECT_EQ(cleared["removed"], (json{{"programs", 1}, {"bytes", document["bytes"]}}));
  EXPECT_EQ(folder_.read("xdg/fretsaw/notes.txt"), "mine");
}

TEST_F(CacheVerb, ReportsThatThereIsNone) {
  const auto none = run({.arguments = {"cache"}, .environment = {"XDG_CACHE_HOME=", "HOME="}});
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(none.out, "no program cache: neither XDG_CACHE_HOME nor HOME is set to an absolute path\n");
  const json document =
      run({.arguments = {"cache", "--json"}, .environment = {"XDG_CACHE_HOME=", "HOME="}}).json();
  EXPECT_EQ(document["path"], nullptr);
  EXPECT_EQ(document["programs"], 0);
}

TEST_F(CacheVerb, WarnsOfAnInvalidLimit) {
  const auto done = with({"cache"}, {"FRETSAW_CACHE_MB=many"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(
      done.err,
      "warning: invalid value 'many' for FRETSAW_CACHE_MB: expected a number of megabytes; using 2048\n");
}

TEST_F(CacheVerb, RefusesADirectoryThatOthersCanWriteTo) {
  fs::create_directories(path_);
  fs::permissions(path_, fs::perms(0777));
  for (const bool clears : {false, true}) {
    std::vector<std::string> words = {"cache"};
    if (clears) words.emplace_back("--clear");
    const auto done = with(words);
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(done.err, "error: program cache '" + path_ +
                            "' not used: other users can write to it (mode 0777)\n"
                            "help: remove it, or set XDG_CACHE_HOME to another directory\n");
  }
  EXPECT_EQ(with({"cache", "--json"}).json()["error"]["class"], "input");
}

TEST_F(CacheVerb, RefusesWhatItDoesNotTake) {
  EXPECT_EQ(with({"cache", "programs"}).status, 2);
  EXPECT_EQ(with({"cache", "--limit", "3"}).status, 2);
}

TEST_F(CacheVerb, AProgramIsBuiltElsewhereWhenTheCacheIsNotTrusted) {
  fs::create_directories(path_);
  fs::permissions(path_, fs::perms(0777));
  const auto done = lists_with_cache();
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, HasSubstr("3 structures"));
  EXPECT_THAT(done.err, StartsWith("warning: program cache '" + path_ + "' not used: "));
  EXPECT_TRUE(fs::is_empty(path_));
  const json document = lists_with_cache({"--json"}).json();
  ASSERT_EQ(document["warnings"].size(), 1U);
  EXPECT_EQ(document["warnings"][0]["hint"], "remove it, or set XDG_CACHE_HOME to another directory");
  EXPECT_EQ(lists_with_cache({"--no-cache"}).err, "");
  fs::remove(path_);
  std::ofstream(path_) << "a file";
  const auto file = lists_with_cache();
  EXPECT_EQ(file.status, 0);
  EXPECT_THAT(file.err, StartsWith("warning: program cache '" + path_ + "' not used: not a directory\n"));
}

// A compiler that has another process do the work, which leaves temporary files, and takes its time.
class SlowCompiler : public Generate {
 protected:
  SlowCompiler() {
    fs::create_directory(folder_ / "tmp");
    compiler_ = folder_.write("compiler",
                              "#!/bin/sh\ntouch $TMPDIR/cc1234.s\n"
                              "sh -c 'echo $$ > " +
                                  number_ + "; exec sleep 100000' &\nwait\n");
    fs::permissions(compiler_, fs::perms::owner_all);
  }

  Finished signaled(std::vector<std::string> words, int signal) {
    fs::remove(number_);
    return run({.arguments = std::move(words),
                .environment = {"FRETSAW_CXX=" + compiler_, "TMPDIR=" + (folder_ / "tmp")},
                .then = [this, signal](pid_t process) {
                  worker_ = number_in(number_);
                  EXPECT_TRUE(is_running(worker_));
                  kill(process, signal);
                }});
  }
  bool compiler_ends() {
    return eventually([this] { return !is_running(worker_); });
  }

  std::string number_ = folder_ / "number";
  std::string compiler_;
  pid_t worker_ = 0;
};

TEST_F(SlowCompiler, EndsWithoutATraceWhenTheProgramIsAskedToEnd) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const auto done = signaled(list_words({"--size", "1", "--no-cache", "--json"}), signal);
    EXPECT_EQ(done.status, 130);
    const json document = done.json();
    EXPECT_EQ(document["stop"], "cancelled");
    EXPECT_EQ(document["structures"], 0);
    EXPECT_TRUE(compiler_ends());
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
  }
}

TEST_F(SlowCompiler, EndsForEveryVerbThatCompiles) {
  const std::string header =
      folder_.write("twice.hpp", "/*@ ensures { @result = 2 } */\nint twice(int n);\n");
  const std::string model = folder_.write("m.als", "sig A {}\nrun show {}\n");
  const std::string harness = folder_.write("h.cpp", "int x;\n");
  const std::vector<std::vector<std::string>> all = {
      {"check", header, "--method", "twice", "--size", "1", "--no-cache", "--json"},
      {"explore", header, "--method", "twice", "--size", "1", "--no-cache", "--json"},
      {"check-model", model, "-c", "show", "--harness", harness, "--no-cache", "--json"},
  };
  for (const auto& words : all) {
    const auto done = signaled(words, SIGTERM);
    EXPECT_EQ(done.status, 130) << words.front();
    EXPECT_EQ(done.json()["command"], words.front());
    EXPECT_TRUE(compiler_ends());
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
  }
}

TEST_F(SlowCompiler, EndsWhenTheProgramIsKilledAndTheNextRunCleansUp) {
  EXPECT_EQ(signaled(list_words({"--size", "1", "--no-cache"}), SIGKILL).status, 128 + SIGKILL);
  EXPECT_TRUE(compiler_ends());
  EXPECT_FALSE(fs::is_empty(folder_ / "tmp"));
  const auto next = run({.arguments = list_words({"--size", "1", "--no-cache", "--count"}),
                         .environment = {"TMPDIR=" + (folder_ / "tmp")}});
  EXPECT_EQ(next.status, 0) << next.err;
  EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
}

TEST_F(SlowCompiler, ASecondSignalEndsItToo) {
  fs::remove(number_);
  // One that does not listen to requests.
  folder_.write("compiler",
                "#!/bin/sh\ntrap '' TERM INT HUP\necho $$ > " + number_ + "\nwhile :; do sleep 0.1; done\n");
  const auto done = run({.arguments = list_words({"--size", "1", "--no-cache"}),
                         .environment = {"FRETSAW_CXX=" + compiler_, "TMPDIR=" + (folder_ / "tmp")},
                         .then = [this](pid_t process) {
                           worker_ = number_in(number_);
                           kill(process, SIGTERM);
                           kill(process, SIGINT);
                         }});
  EXPECT_EQ(done.status, 130);
  EXPECT_TRUE(compiler_ends());
}

TEST_F(SlowCompiler, CtrlCOnATerminalEndsIt) {
  if (!has_terminals()) GTEST_SKIP() << "there are no terminals here: /dev/pts is missing";
  const auto done = run({.arguments = list_words({"--size", "1", "--no-cache", "--count"}),
                         .environment = {"FRETSAW_CXX=" + compiler_, "TMPDIR=" + (folder_ / "tmp")},
                         .terminal = true,
                         .then = [this](pid_t process) {
                           worker_ = number_in(number_);
                           kill(-process, SIGINT);  // as the terminal does: to the group in the foreground
                         }});
  EXPECT_EQ(done.status, 130);
  EXPECT_TRUE(compiler_ends());
  EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
}

// What is run does not depend on /proc/self/exe and the like being where it was built.
TEST_F(CacheVerb, ProgramsWithSanitizersRunFromTheCache) {
  const std::string header =
      folder_.write("same.hpp",
                    "/*@ ensures { @result = @n } */\n"
                    "inline int same(int n) { int* p = new int(n); int r = *p; delete p; return r; }\n");
  for (int i = 0; i < 2; ++i) {
    const auto done = with({"check", header, "--method", "same", "--size", "1", "--sanitize", "address"});
    EXPECT_EQ(done.status, 0) << done.out << done.err;
  }
}

}  // namespace
}  // namespace fretsaw::test
