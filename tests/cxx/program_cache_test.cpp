// SPDX-License-Identifier: MIT
#include "cxx/program_cache.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cxx/process.hpp"
#include "cxx/program.hpp"

namespace fretsaw::cxx {
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

  Recipe recipe(const std::string& flag = "-DEXTRA=0") {
    Recipe recipe;
    recipe.code = {folder_->path("box.hpp"), {folder_->path("tail.cpp")}, {"-std=c++20", flag}};
    recipe.class_name = "Box";
    recipe.choice = [](const Classes&) -> Result<std::vector<int>> { return std::vector<int>{0}; };
    recipe.runtime.headers = {{"fretsaw/detail/class_table.hpp", table_header()}};
    recipe.main = [](const Classes&) -> Result<std::string> {
      return std::string(
          "#include <cstdio>\n#include \"fretsaw/detail/class_table.hpp\"\n"
          "extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_main();\n"
          "int main() { char box = 0; void* frame = &box; int number = 0;\n"
          "  fretsaw_classes_main()->callables[0].call(&frame, &number); std::printf(\"%d\", number); }\n");
    };
    return recipe;
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

  Outcome run(const Recipe& recipe) {
    auto program = Program::make(recipe, {}, cache());
    if (!program) {
      ADD_FAILURE() << render(program.error());
      return {};
    }
    EXPECT_EQ(program->classes().at(program->classes().root).name, "Box");
    return {program->was_cached(), run_commands({{program->path()}}).front().output};
  }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(settings_.folder + "/programs"))
      out.push_back(entry.path());
    return out;
  }

  Result<ScratchFolder> folder_ = ScratchFolder::create();
  CacheSettings settings_ = {folder_->path("cache"), std::uint64_t{1} << 30};
  std::vector<std::string> notes_;
};

TEST_F(Cache, BuildsOnceAndAgainWheneverSomethingChanges) {
  EXPECT_EQ(run(recipe()), built("123"));
  EXPECT_EQ(run(recipe()), found("123"));
  write("more.hpp", "enum { kMore = 40 };\n");
  EXPECT_EQ(run(recipe()), built("143"));
  EXPECT_EQ(run(recipe()), found("143"));
  write("tail.cpp", "int tail() { return 4; }\n");
  EXPECT_EQ(run(recipe()), built("144"));
  write("box.hpp",
        "#include \"more.hpp\"\nint tail();\nstruct Box { int number() const { return 200 + kMore + tail() + "
        "EXTRA; } };\n");
  EXPECT_EQ(run(recipe()), built("244"));
  EXPECT_EQ(run(recipe("-DEXTRA=1000")), built("1244"));
  EXPECT_EQ(run(recipe("-DEXTRA=1000")), found("1244"));
  EXPECT_EQ(run(recipe()), found("244"));
  EXPECT_TRUE(notes_.empty()) << notes_.front();
}

TEST_F(Cache, ContentCountsNotTheTimeOfAFile) {
  EXPECT_EQ(run(recipe()), built("123"));
  write("more.hpp", "enum { kMore = 30 };\n");
  EXPECT_EQ(run(recipe()), built("133"));
  write("more.hpp", "enum { kMore = 20 };\n");
  EXPECT_EQ(run(recipe()), found("123"));
  // Same size, and as old as before.
  const auto time = fs::last_write_time(folder_->path("more.hpp"));
  write("more.hpp", "enum { kMore = 70 };\n");
  fs::last_write_time(folder_->path("more.hpp"), time);
  EXPECT_EQ(run(recipe()), built("173"));
}

TEST_F(Cache, TheDigestIsThatOfTheContent) {
  const auto digest = [&](const ProgramCache& cache) { return Program::make(recipe(), {}, cache)->digest(); };
  const std::string before = digest(cache());
  EXPECT_EQ(digest(ProgramCache()), before);
  EXPECT_EQ(digest(cache()), before);
  write("more.hpp", "enum { kMore = 21 };\n");
  EXPECT_NE(digest(ProgramCache()), before);
}

TEST_F(Cache, DamagedEntriesAreBuiltAgain) {
  EXPECT_EQ(run(recipe()), built("123"));
  ASSERT_EQ(entries().size(), 1U);
  const fs::path entry = entries().front();
  const std::vector<std::function<void()>> damages = {
      [&] { fs::resize_file(entry / "program", fs::file_size(entry / "program") / 2); },
      [&] { fs::resize_file(entry / "program", 0); },
      [&] { std::ofstream(entry / "classes", std::ios::app) << " "; },
      [&] { std::ofstream(entry / "seal") << "[1, 2"; },
      [&] { fs::remove(entry / "seal"); },
      [&] { fs::remove(entry / "program"); },
      [&] { fs::remove_all(entry); },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    damages[i]();
    EXPECT_EQ(run(recipe()), built("123")) << i;
    EXPECT_EQ(run(recipe()), found("123")) << i;
  }
}

TEST_F(Cache, GarbageInARequestLeadsNowhere) {
  EXPECT_EQ(run(recipe()), built("123"));
  const fs::directory_iterator requests(settings_.folder + "/requests");
  ASSERT_NE(requests, fs::directory_iterator());
  const fs::path request = requests->path();
  for (const char* const garbage :
       {"", "null", "{}", "[{}]", "[{\"digest\":\"../../x\",\"files\":[]}]", "[[[[", "\xff"}) {
    std::ofstream(request) << garbage;
    EXPECT_EQ(run(recipe()), built("123")) << garbage;
    EXPECT_EQ(run(recipe()), found("123")) << garbage;
  }
}

TEST_F(Cache, AFolderThatCannotBeUsedCostsTimeOnly) {
  settings_.folder = "/dev/null/cache";
  EXPECT_EQ(run(recipe()), built("123"));
  EXPECT_EQ(run(recipe()), built("123"));
  ASSERT_FALSE(notes_.empty());
  EXPECT_EQ(notes_.front(), "programs are not kept: /dev/null/cache/requests cannot be written");
}

TEST_F(Cache, AFileSystemThatFailsLaterCostsTimeOnly) {
  const ProgramCache opened = cache();
  fs::remove_all(settings_.folder);
  auto program = Program::make(recipe(), {}, opened);
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(run_commands({{program->path()}}).front().output, "123");
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0].find("the program is not kept: "), 0U) << notes_[0];
}

TEST_F(Cache, TheLeastRecentlyUsedGoWhenThereIsNoRoom) {
  EXPECT_EQ(run(recipe("-DEXTRA=1")), built("124"));
  const std::uint64_t size = [&] {
    std::uint64_t bytes = 0;
    for (const auto& file : fs::directory_iterator(entries().front())) bytes += file.file_size();
    return bytes;
  }();
  settings_.most_bytes = 2 * size + size / 2;
  EXPECT_EQ(run(recipe("-DEXTRA=2")), built("125"));
  EXPECT_EQ(run(recipe("-DEXTRA=1")), found("124"));
  EXPECT_EQ(run(recipe("-DEXTRA=3")), built("126"));
  EXPECT_EQ(entries().size(), 2U);
  EXPECT_EQ(run(recipe("-DEXTRA=1")), found("124"));
  EXPECT_EQ(run(recipe("-DEXTRA=2")), built("125"));
}

TEST_F(Cache, WhatIsInUseIsNotRemoved) {
  EXPECT_EQ(run(recipe()), built("123"));
  auto used = Program::make(recipe(), {}, cache());
  ASSERT_TRUE(used && used->was_cached());
  settings_.most_bytes = 1;
  EXPECT_EQ(run(recipe("-DEXTRA=1")), built("124"));
  EXPECT_EQ(entries().size(), 1U);
  EXPECT_EQ(run_commands({{used->path()}}).front().output, "123");
}

TEST_F(Cache, ManyAtTheSameTime) {
  const Recipe shared = recipe();
  std::vector<std::string> outputs(6);
  std::vector<std::thread> threads;
  for (std::string& output : outputs) {
    threads.emplace_back([&] {
      auto program = Program::make(shared, {}, ProgramCache(settings_));
      if (program) output = run_commands({{program->path()}}).front().output;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(outputs, std::vector<std::string>(6, "123"));
  EXPECT_EQ(entries().size(), 1U);
  EXPECT_EQ(run(recipe()), found("123"));
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
  EXPECT_EQ(with("/x", nullptr, "7").most_bytes, std::uint64_t{7} << 20);
  EXPECT_EQ(with("/x", nullptr, "0").folder, "");
  EXPECT_EQ(with("/x", nullptr, "many").most_bytes, std::uint64_t{512} << 20);
}

}  // namespace
}  // namespace fretsaw::cxx
