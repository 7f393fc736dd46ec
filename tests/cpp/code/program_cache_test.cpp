// SPDX-License-Identifier: MIT
#include "cpp/code/program_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/digest.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/code/program.hpp"
#include "cpp/code/reflect.hpp"
#include "support/folder.hpp"
#include "support/processes.hpp"
#include "work/private_files.hpp"
#include "work/process.hpp"

namespace fretsaw::code {
namespace {

namespace fs = std::filesystem;

// A program that prints what the user's code says: 100 in the header, 20 in a header that it includes, 3 in a
// source, and what a flag adds.
class Cache : public ::testing::Test {
 protected:
  Cache() {
    write("box.hpp",
          "#include \"more.hpp\"\nint tail();\nstruct Box { int number() const { return 100 + kMore + tail() "
          "+ EXTRA; } };\n");
    write("more.hpp", "enum { kMore = 20 };\n");
    write("tail.cpp", "int tail() { return 3; }\n");
  }

  void write(const std::string& name, const std::string& text) { ASSERT_TRUE(folder_->write(name, text)); }

  ProgramSources sources(const std::string& flag = "-DEXTRA=0") {
    ProgramSources sources;
    sources.code = {folder_->path("box.hpp"), {folder_->path("tail.cpp")}, {"-std=c++20", flag}};
    auto reflection = Reflection::of_class(sources.code, "Box");
    auto classes = reflection ? reflection->bind({{0}}) : Result<Classes>(reflection.error());
    if (!classes) {
      ADD_FAILURE() << render(classes.error());
      return sources;
    }
    sources.generated = {
        {"calls.cpp", calls_source(*classes, kProgramId), CompileUnit::Kind::User, classes->header},
        {"classes.cpp", table_source(*classes, kProgramId), CompileUnit::Kind::Glue, ""},
        {"main.cpp",
         "#include <cstdio>\n#include \"fretsaw/detail/class_table.hpp\"\n"
         "extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_main();\n"
         "int main() { char box = 0; void* frame = &box; int number = 0;\n"
         "  fretsaw_classes_main()->callables[0].call(&frame, &number); std::printf(\"%d\", number); }\n",
         CompileUnit::Kind::Plain, ""}};
    sources.classes = std::make_shared<const Classes>(*std::move(classes));
    sources.runtime.headers = {{"fretsaw/detail/class_table.hpp", table_header()}};
    return sources;
  }

  static const std::string& table_header() {
    static const std::string kText = [] {
      std::ifstream in(std::string(FRETSAW_SOURCE_DIR) + "/include/fretsaw/detail/class_table.hpp");
      return std::string(std::istreambuf_iterator<char>(in), {});
    }();
    return kText;
  }

  ProgramCache cache() {
    return ProgramCache(settings_, [this](const std::string& note) { notes_.push_back(note); });
  }

  struct Outcome {
    bool was_cached = false;
    std::string output;
    friend bool operator==(const Outcome&, const Outcome&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Outcome& o) {
      return out << (o.was_cached ? "cached " : "built ") << o.output;
    }
  };
  static Outcome built(const std::string& output) { return {false, output}; }
  static Outcome found(const std::string& output) { return {true, output}; }

  Outcome run(const ProgramSources& sources) {
    auto program = Program::make(sources, {}, cache());
    if (!program) {
      ADD_FAILURE() << render(program.error());
      return {};
    }
    EXPECT_EQ(program->classes().at(program->classes().root).name, "Box");
    return {program->was_cached(), work::run_commands({{program->path()}}).front().output};
  }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(settings_.folder + "/programs"))
      out.push_back(entry.path());
    return out;
  }

  Result<ScratchDirectory> folder_ = ScratchDirectory::create();
  CacheSettings settings_ = {folder_->path("cache"), std::uint64_t{1} << 30};
  std::vector<std::string> notes_;
};

TEST_F(Cache, BuildsOnceAndAgainWheneverSomethingChanges) {
  EXPECT_EQ(run(sources()), built("123"));
  EXPECT_EQ(run(sources()), found("123"));
  write("more.hpp", "enum { kMore = 40 };\n");
  EXPECT_EQ(run(sources()), built("143"));
  EXPECT_EQ(run(sources()), found("143"));
  write("tail.cpp", "int tail() { return 4; }\n");
  EXPECT_EQ(run(sources()), built("144"));
  write("box.hpp",
        "#include \"more.hpp\"\nint tail();\nstruct Box { int number() const { return 200 + kMore + tail() + "
        "EXTRA; } };\n");
  EXPECT_EQ(run(sources()), built("244"));
  EXPECT_EQ(run(sources("-DEXTRA=1000")), built("1244"));
  EXPECT_EQ(run(sources("-DEXTRA=1000")), found("1244"));
  EXPECT_EQ(run(sources()), found("244"));
  EXPECT_TRUE(notes_.empty()) << notes_.front();
}

TEST_F(Cache, ContentCountsNotTheTimeOfAFile) {
  EXPECT_EQ(run(sources()), built("123"));
  write("more.hpp", "enum { kMore = 30 };\n");
  EXPECT_EQ(run(sources()), built("133"));
  write("more.hpp", "enum { kMore = 20 };\n");
  EXPECT_EQ(run(sources()), found("123"));
  // Same size, and as old as before.
  const auto time = fs::last_write_time(folder_->path("more.hpp"));
  write("more.hpp", "enum { kMore = 70 };\n");
  fs::last_write_time(folder_->path("more.hpp"), time);
  EXPECT_EQ(run(sources()), built("173"));
}

TEST_F(Cache, TheDigestIsThatOfTheContent) {
  const auto digest = [&](const ProgramCache& cache) {
    return Program::make(sources(), {}, cache)->digest();
  };
  const std::string before = digest(cache());
  EXPECT_EQ(digest(ProgramCache()), before);
  EXPECT_EQ(digest(cache()), before);
  write("more.hpp", "enum { kMore = 21 };\n");
  EXPECT_NE(digest(ProgramCache()), before);
}

TEST_F(Cache, DamagedEntriesAreBuiltAgain) {
  EXPECT_EQ(run(sources()), built("123"));
  ASSERT_EQ(entries().size(), 1U);
  const fs::path entry = entries().front();
  const std::vector<std::function<void()>> damages = {
      [&] { fs::resize_file(entry / "program", fs::file_size(entry / "program") / 2); },
      [&] { fs::resize_file(entry / "program", 0); },
      [&] {  // one bit
        std::fstream file(entry / "program", std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(1000);
        const int byte = file.get();
        file.seekp(1000);
        file.put(static_cast<char>(byte ^ 4));
      },
      [&] { std::ofstream(entry / "classes", std::ios::app) << " "; },
      [&] { std::ofstream(entry / "seal") << "[1, 2"; },
      [&] { fs::remove(entry / "seal"); },
      [&] { fs::remove(entry / "program"); },
      [&] { fs::remove_all(entry); },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    damages[i]();
    EXPECT_EQ(run(sources()), built("123")) << i;
    EXPECT_EQ(run(sources()), found("123")) << i;
  }
}

// Somebody else's program in the place of one that was built.
TEST_F(Cache, APlantedProgramIsNotRun) {
  EXPECT_EQ(run(sources()), built("123"));
  const fs::path entry = entries().front();
  fs::rename(entry, folder_->path("elsewhere"));
  fs::remove(folder_->path("elsewhere/program"));
  fs::copy_file("/bin/pwd", folder_->path("elsewhere/program"));
  std::ofstream(folder_->path("elsewhere/seal"))
      << "{\"program\":\"" << *digest_of_file("/bin/pwd") << "\",\"classes\":\""
      << *digest_of_file(folder_->path("elsewhere/classes")) << "\"}";
  fs::create_directory_symlink(folder_->path("elsewhere"), entry);
  EXPECT_EQ(run(sources()), built("123"));
  EXPECT_EQ(run(sources()), found("123"));
  fs::permissions(settings_.folder, fs::perms(0777));
  EXPECT_EQ(run(sources()), built("123"));
}

TEST_F(Cache, GarbageInARequestIsIgnored) {
  EXPECT_EQ(run(sources()), built("123"));
  const fs::directory_iterator requests(settings_.folder + "/requests");
  ASSERT_NE(requests, fs::directory_iterator());
  const fs::path request = requests->path();
  for (const char* const garbage :
       {"", "null", "{}", "[{}]", "[{\"digest\":\"../../x\",\"files\":[]}]", "[[[[", "\xff"}) {
    std::ofstream(request) << garbage;
    EXPECT_EQ(run(sources()), built("123")) << garbage;
    EXPECT_EQ(run(sources()), found("123")) << garbage;
  }
}

TEST_F(Cache, AnUnusableDirectoryCostsTimeOnly) {
  settings_.folder = "/dev/null/cache";
  EXPECT_EQ(run(sources()), built("123"));
  EXPECT_EQ(run(sources()), built("123"));
  ASSERT_FALSE(notes_.empty());
  EXPECT_EQ(notes_.front(), "program cache '/dev/null/cache' not used: not a directory");
}

TEST_F(Cache, AFileSystemThatFailsLaterCostsTimeOnly) {
  const ProgramCache opened = cache();
  fs::remove_all(settings_.folder);  // its descriptors lead to directories without names
  auto program = Program::make(sources(), {}, opened);
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(work::run_commands({{program->path()}}).front().output, "123");
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0].find("program not cached: "), 0U) << notes_[0];
}

TEST_F(Cache, TheLeastRecentlyUsedGoWhenThereIsNoRoom) {
  EXPECT_EQ(run(sources("-DEXTRA=1")), built("124"));
  const std::uint64_t size = cache().size().bytes;
  settings_.max_bytes = 2 * size + size / 2;
  EXPECT_EQ(run(sources("-DEXTRA=2")), built("125"));
  EXPECT_EQ(run(sources("-DEXTRA=1")), found("124"));
  EXPECT_EQ(run(sources("-DEXTRA=3")), built("126"));
  EXPECT_EQ(entries().size(), 2U);
  EXPECT_EQ(run(sources("-DEXTRA=1")), found("124"));
  EXPECT_EQ(run(sources("-DEXTRA=2")), built("125"));
}

TEST_F(Cache, WhatIsInUseIsNotRemoved) {
  EXPECT_EQ(run(sources()), built("123"));
  auto used = Program::make(sources(), {}, cache());
  ASSERT_TRUE(used && used->was_cached());
  settings_.max_bytes = 1;
  EXPECT_EQ(run(sources("-DEXTRA=1")), built("124"));
  EXPECT_EQ(entries().size(), 1U);
  EXPECT_EQ(work::run_commands({{used->path()}}).front().output, "123");
}

TEST_F(Cache, ManyAtTheSameTime) {
  const ProgramSources shared = sources();
  std::vector<std::string> outputs(6);
  std::vector<std::thread> threads;
  for (std::string& output : outputs) {
    threads.emplace_back([&] {
      auto program = Program::make(shared, {}, ProgramCache(settings_));
      if (program) output = work::run_commands({{program->path()}}).front().output;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(outputs, std::vector<std::string>(6, "123"));
  EXPECT_EQ(entries().size(), 1U);
  EXPECT_EQ(run(sources()), found("123"));
}

TEST_F(Cache, SettingsComeFromTheEnvironment) {
  const auto with = [](const char* xdg, const char* home, const char* megabytes) {
    const auto set = [](const char* name, const char* value) {
      if (value != nullptr)
        setenv(name, value, 1);
      else
        unsetenv(name);
    };
    set("XDG_CACHE_HOME", xdg);
    set("HOME", home);
    set("FRETSAW_CACHE_MB", megabytes);
    return cache_settings();
  };
  EXPECT_EQ(with("/x", "/home/me", nullptr).folder, "/x/fretsaw");
  EXPECT_EQ(with(nullptr, "/home/me", nullptr).folder, "/home/me/.cache/fretsaw");
  EXPECT_EQ(with("relative", "/home/me", nullptr).folder, "/home/me/.cache/fretsaw");
  EXPECT_EQ(with(nullptr, nullptr, nullptr).folder, "");
  EXPECT_EQ(with("/x", nullptr, "7").max_bytes, std::uint64_t{7} << 20);
  EXPECT_FALSE(ProgramCache(with(folder_->path().c_str(), nullptr, "0")).is_on());
  EXPECT_EQ(with("/x", nullptr, "many").max_bytes, std::uint64_t{2048} << 20);
  // A home that is not there is not made; the rest is.
  const auto home = folder_->path("home");
  EXPECT_FALSE(ProgramCache(with(nullptr, home.c_str(), nullptr)).is_on());
  EXPECT_FALSE(fs::exists(home));
  fs::create_directory(home);
  EXPECT_TRUE(ProgramCache(with(nullptr, home.c_str(), nullptr)).is_on());
  EXPECT_TRUE(fs::exists(home + "/.cache/fretsaw/programs"));
  EXPECT_TRUE(ProgramCache(with(folder_->path("new/cache").c_str(), nullptr, nullptr)).is_on());
}

// Programs that are put into it without being compiled: a copy of echo says which one is run.
class TrustedCache : public ::testing::Test {
 protected:
  ProgramCache cache() {
    notes_.clear();
    return ProgramCache(settings_, [this](const std::string& note) { notes_.push_back(note); });
  }
  std::string last_note() const { return notes_.empty() ? "" : notes_.back(); }

  static std::string named(char c) { return std::string(64, c); }
  std::string entry(char c) const { return settings_.folder + "/programs/" + named(c); }

  void store(const ProgramCache& cache, char c, const std::string& program = "/bin/echo") {
    const work::Descriptor opened(open(program.c_str(), O_RDONLY | O_CLOEXEC));
    cache.store(named(c), named(c), {}, opened.number(), "classes");
  }

  // What is run of it; "none" if it is not found.
  std::string run(const ProgramCache& cache, char c) {
    auto found = cache.find(named(c));
    return found ? output(*found) : "none";
  }
  static std::string output(const ProgramCache::Entry& entry) {
    return work::run_commands({{work::open_program_word(entry.program.number()), "echo"}}).front().output;
  }

  // A program that was not requested, with a seal that fits.
  void plant(const std::string& directory) {
    fs::remove(directory + "/program");
    fs::copy_file("/bin/pwd", directory + "/program");
    std::ofstream(directory + "/seal") << "{\"program\":\"" << *digest_of_file("/bin/pwd")
                                       << "\",\"classes\":\"" << digest_of("classes") << "\"}";
  }

  void expect_unused(const std::string& path, const std::string& why) {
    const auto warning = cache_warning(settings_);
    ASSERT_TRUE(warning) << why;
    EXPECT_EQ(warning->message, "program cache '" + path + "' not used: " + why);
    EXPECT_EQ(warning->severity, Severity::Warning);
    EXPECT_FALSE(cache().is_on());
    EXPECT_EQ(last_note(), warning->message);
  }

  test::Folder folder_;
  CacheSettings settings_ = {folder_ / "cache", std::uint64_t{1} << 30};
  std::vector<std::string> notes_;
};

TEST_F(TrustedCache, KeepsWhatOnlyThisUserCanChange) {
  store(cache(), 'a');
  EXPECT_EQ(run(cache(), 'a'), "echo\n");
  EXPECT_EQ(cache_warning(settings_), std::nullopt);
  EXPECT_TRUE(notes_.empty()) << last_note();
  EXPECT_EQ(cache().size().programs, 1U);
}

TEST_F(TrustedCache, ADirectoryThatOthersCanWriteToIsNotUsed) {
  store(cache(), 'a');
  for (const unsigned mode : {0777U, 0770U, 0722U, 01777U}) {
    fs::permissions(settings_.folder, fs::perms(mode));
    expect_unused(settings_.folder, fmt::format("other users can write to it (mode {:04o})", mode));
  }
  fs::permissions(settings_.folder, fs::perms(0700));
  fs::permissions(settings_.folder + "/programs", fs::perms(0770));
  expect_unused(settings_.folder + "/programs", "another user owns it or can write to it");
}

TEST_F(TrustedCache, ADirectoryThatOthersCanOnlyReadBecomesPrivate) {
  store(cache(), 'a');
  fs::permissions(settings_.folder, fs::perms(0755));
  EXPECT_EQ(cache_warning(settings_), std::nullopt);
  EXPECT_EQ(run(cache(), 'a'), "echo\n");
  EXPECT_EQ(fs::status(settings_.folder).permissions(), fs::perms(0700));
  EXPECT_TRUE(notes_.empty()) << last_note();
}

TEST_F(TrustedCache, ADirectoryOfAnotherUserIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files to other users";
  store(cache(), 'a');
  ASSERT_EQ(chown(settings_.folder.c_str(), 1, 1), 0);
  expect_unused(settings_.folder, "it belongs to user 1");
  ASSERT_EQ(chown(settings_.folder.c_str(), 0, 0), 0);
  ASSERT_EQ(chown((settings_.folder + "/requests").c_str(), 1, 1), 0);
  expect_unused(settings_.folder + "/requests", "another user owns it or can write to it");
}

TEST_F(TrustedCache, NothingIsMadeInTheHomeOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can write there";
  fs::create_directory(folder_ / "home");
  ASSERT_EQ(chown((folder_ / "home").c_str(), 1, 1), 0);
  settings_.folder = folder_ / "home/.cache/fretsaw";
  EXPECT_FALSE(cache().is_on());
  EXPECT_TRUE(fs::is_empty(folder_ / "home"));
  EXPECT_EQ(last_note(), "program cache '" + settings_.folder + "' not used: '" + (folder_ / "home") +
                             "' belongs to user 1");
}

TEST_F(TrustedCache, ALinkToAGoodDirectoryIsFollowed) {
  fs::create_directory(folder_ / "other disk");
  fs::create_directory_symlink(folder_ / "other disk", settings_.folder);
  store(cache(), 'a');
  EXPECT_EQ(run(cache(), 'a'), "echo\n");
  EXPECT_EQ(cache_warning(settings_), std::nullopt);
  EXPECT_TRUE(fs::exists(folder_ / "other disk/programs"));
  fs::permissions(folder_ / "other disk", fs::perms(0777));
  expect_unused(settings_.folder, "other users can write to it (mode 0777)");
}

TEST_F(TrustedCache, LinksInsideAreNotFollowed) {
  store(cache(), 'a');
  const std::string outside = folder_ / "outside";
  fs::rename(settings_.folder + "/programs", outside);
  fs::create_directory_symlink(outside, settings_.folder + "/programs");
  expect_unused(settings_.folder + "/programs", "not a directory");
  fs::remove(settings_.folder + "/programs");
  fs::rename(outside, settings_.folder + "/programs");

  // An entry.
  fs::rename(entry('a'), outside);
  plant(outside);
  fs::create_directory_symlink(outside, entry('a'));
  EXPECT_EQ(run(cache(), 'a'), "none");
  EXPECT_EQ(last_note(), "damaged program '" + entry('a') + "' in the cache: building it again");
  EXPECT_TRUE(fs::exists(outside + "/program")) << "the link is removed, and not its target";
  store(cache(), 'a');
  EXPECT_EQ(run(cache(), 'a'), "echo\n");

  // Its files.
  for (const std::string file : {"program", "classes", "seal"}) {
    fs::rename(entry('a') + "/" + file, folder_ / file);
    fs::create_symlink(folder_ / file, entry('a') + "/" + file);
    EXPECT_EQ(run(cache(), 'a'), "none") << file;
    store(cache(), 'a');
    EXPECT_EQ(run(cache(), 'a'), "echo\n") << file;
  }

  // A request.
  fs::rename(settings_.folder + "/requests/" + named('a'), folder_ / "request");
  fs::create_symlink(folder_ / "request", settings_.folder + "/requests/" + named('a'));
  EXPECT_EQ(run(cache(), 'a'), "none");
}

TEST_F(TrustedCache, FilesThatOthersCanWriteToAreNotUsed) {
  for (const std::string file : {"", "/program", "/classes", "/seal"}) {
    store(cache(), 'a');
    EXPECT_EQ(run(cache(), 'a'), "echo\n");
    fs::permissions(entry('a') + file, fs::perms::others_write | fs::perms::group_write,
                    fs::perm_options::add);
    EXPECT_EQ(run(cache(), 'a'), "none") << file;
  }
}

TEST_F(TrustedCache, FilesOfAnotherUserAreNotUsedAndStay) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files to other users";
  store(cache(), 'a');
  ASSERT_EQ(chown(entry('a').c_str(), 1, 1), 0);
  EXPECT_EQ(run(cache(), 'a'), "none");
  EXPECT_TRUE(fs::exists(entry('a') + "/program"));
  store(cache(), 'a');
  EXPECT_EQ(last_note().find("program not cached: "), 0U) << last_note();
  EXPECT_EQ(run(cache(), 'a'), "none");
}

TEST_F(TrustedCache, InvalidFilesAreNotUsed) {
  store(cache(), 'a');
  fs::remove(entry('a') + "/program");
  ASSERT_EQ(mkfifo((entry('a') + "/program").c_str(), 0700), 0);
  EXPECT_EQ(run(cache(), 'a'), "none") << "and no process waits for a writer";
}

// Another process of this user may change files here; what was checked is run nevertheless.
TEST_F(TrustedCache, WhatWasCheckedIsRun) {
  store(cache(), 'a');
  const ProgramCache opened = cache();
  auto found = opened.find(named('a'));
  ASSERT_TRUE(found);
  plant(entry('a'));
  EXPECT_EQ(output(*found), "echo\n");
  fs::remove_all(settings_.folder);
  EXPECT_EQ(output(*found), "echo\n");
}

TEST_F(TrustedCache, WhatIsInUseStaysWhenTheRestIsCleared) {
  store(cache(), 'a');
  store(cache(), 'b');
  auto used = cache().find(named('a'));
  ASSERT_TRUE(used);
  cache().clear();
  EXPECT_EQ(cache().size().programs, 1U);
  EXPECT_EQ(output(*used), "echo\n");
  used.reset();
  cache().clear();
  EXPECT_EQ(cache().size(), CacheSize{});
}

TEST_F(TrustedCache, ClearingRemovesOnlyItsOwn) {
  store(cache(), 'a');
  folder_.write("outside/file", "mine");
  folder_.write("cache/notes.txt", "mine");
  folder_.write("cache/programs/notes.txt", "mine");
  folder_.write("cache/requests/notes.txt", "mine");
  folder_.write("cache/temporary/notes.txt", "mine");
  fs::create_directory_symlink(folder_ / "outside",
                               settings_.folder + "/temporary/fretsaw-scratch-000000000000");
  fs::create_directory_symlink(folder_ / "outside", entry('b'));
  cache().clear();
  EXPECT_FALSE(fs::exists(entry('a')));
  EXPECT_EQ(cache().size(), CacheSize{});
  for (const char* const kept : {"outside/file", "cache/notes.txt", "cache/programs/notes.txt",
                                 "cache/requests/notes.txt", "cache/temporary/notes.txt"})
    EXPECT_EQ(folder_.read(kept), "mine") << kept;
}

TEST_F(TrustedCache, LeftoversOfKilledProcessesGo) {
  store(cache(), 'a');
  const pid_t child = fork();
  if (child == 0) {
    auto scratch = ScratchDirectory::create(settings_.folder + "/temporary");
    if (!scratch || !scratch->write("entry/program", "half")) _exit(1);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  const auto is_empty = [&] { return fs::is_empty(settings_.folder + "/temporary"); };
  EXPECT_FALSE(is_empty());
  store(cache(), 'b');
  EXPECT_TRUE(is_empty());
}

// Whatever their number: the limit holds when the last one is done, and what is there is whole.
TEST_F(TrustedCache, SeveralProcessesKeepTheLimitTogether) {
  store(cache(), 'a');
  settings_.max_bytes = cache().size().bytes * 7 / 2;
  constexpr int kProcesses = 4;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    const ProgramCache mine = cache();
    for (int round = 0; round < 20; ++round) {
      const char name = static_cast<char>('a' + (i + round) % 6);
      auto entry = mine.find(named(name));
      if (!entry) store(mine, name);
      if (entry && work::content_of(entry->program.number())->size() != fs::file_size("/bin/echo")) _exit(1);
    }
    _exit(0);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  store(cache(), 'a');
  const CacheSize size = cache().size();
  EXPECT_LE(size.bytes, settings_.max_bytes);
  EXPECT_EQ(size.programs, 3U);
  EXPECT_EQ(run(cache(), 'a'), "echo\n");
}

TEST_F(TrustedCache, ADirectoryThatCanOnlyBeReadIsRead) {
  store(cache(), 'a');
  for (const char* const name : {"", "/requests", "/programs", "/temporary"})
    fs::permissions(settings_.folder + name, fs::perms(0500));
  if (geteuid() == 0) {
    fs::permissions(folder_.path(), fs::perms(0755));
    for (const auto& file : fs::recursive_directory_iterator(settings_.folder))
      ASSERT_EQ(chown(file.path().c_str(), test::WithoutRights::kNobody, 0), 0);
    ASSERT_EQ(chown(settings_.folder.c_str(), test::WithoutRights::kNobody, 0), 0);
  }
  {
    const test::WithoutRights nobody;
    settings_.max_bytes = std::uint64_t{1} << 30;
    const ProgramCache read_only = cache();
    fs::permissions(settings_.folder, fs::perms(0500));
    EXPECT_TRUE(read_only.find(named('a')));
    store(read_only, 'b');
    EXPECT_EQ(last_note().find("program not cached: "), 0U) << last_note();
  }
  for (const char* const name : {"", "/requests", "/programs", "/temporary"})
    fs::permissions(settings_.folder + name, fs::perms(0700));
}

TEST_F(TrustedCache, AFullDiskCostsTimeOnly) {
  const ProgramCache opened = cache();
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit little = {100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &little);
  store(opened, 'a');
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_EQ(last_note(), "program not cached: File too large");
  EXPECT_EQ(cache().size(), CacheSize{});
  EXPECT_TRUE(fs::is_empty(settings_.folder + "/temporary"));
}

}  // namespace
}  // namespace fretsaw::code
