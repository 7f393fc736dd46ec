// SPDX-License-Identifier: MIT
#include "cpp/code/scratch_directory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "support/folder.hpp"
#include "support/processes.hpp"

namespace fretsaw::code {
namespace {

namespace fs = std::filesystem;

class Scratch : public ::testing::Test {
 protected:
  int removed_from_folder() {
    const work::Descriptor parent(open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return remove_stale_scratch_directories(parent.number());
  }

  // Made by a process that is killed then.
  std::string of_a_killed_process() {
    const std::string name = folder_ / "path";
    const pid_t child = fork();
    if (child == 0) {
      auto scratch = ScratchDirectory::create(folder_.path());
      if (!scratch || !scratch->write("inner/file.o", "x")) _exit(1);
      std::ofstream(name) << scratch->path() << std::flush;
      kill(getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    const std::string path = folder_.read("path");
    EXPECT_TRUE(fs::exists(path + "/inner/file.o"));
    return path;
  }

  test::Folder folder_;
};

TEST_F(Scratch, CanBeReadByThisUserOnlyAndGoesAwayWithItsOwner) {
  std::string path;
  {
    const mode_t before = umask(0);
    const auto scratch = ScratchDirectory::create(folder_.path());
    ASSERT_TRUE(scratch);
    path = scratch->path();
    ASSERT_TRUE(scratch->write("include/fretsaw/x.hpp", "1"));
    umask(before);
    struct stat status = {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
    ASSERT_EQ(stat((path + "/include/fretsaw/x.hpp").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(Scratch, FollowsNoLinks) {
  const auto scratch = ScratchDirectory::create(folder_.path());
  const std::string victim = folder_.write("victim", "mine");
  fs::create_symlink(victim, scratch->path("program"));
  EXPECT_TRUE(scratch->write("program", "new"));
  EXPECT_EQ(folder_.read("victim"), "mine");
  EXPECT_FALSE(fs::is_symlink(scratch->path("program")));
  fs::create_directory(folder_ / "elsewhere");
  fs::create_directory_symlink(folder_ / "elsewhere", scratch->path("include"));
  EXPECT_FALSE(scratch->write("include/x.hpp", "1"));
  EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

TEST_F(Scratch, AFailedWriteIsReportedOnce) {
  const auto scratch = ScratchDirectory::create(folder_.path());
  ASSERT_TRUE(scratch);
  fs::create_directory(scratch->path("taken"));
  const auto taken = scratch->write("taken", "x");
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "cannot write '" + scratch->path("taken") + "': Is a directory");
  EXPECT_EQ(taken.error().hint, "");
  ASSERT_TRUE(scratch->write("file", "x"));
  const auto below = scratch->write("file/x", "x");
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().message, "cannot write '" + scratch->path("file/x") + "': Not a directory");
}

TEST_F(Scratch, AFullDiskIsReportedOnceWithAnAlternative) {
  const auto scratch = ScratchDirectory::create(folder_.path());
  ASSERT_TRUE(scratch);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit few = {10, 10};
    if (setrlimit(RLIMIT_FSIZE, &few) != 0) _exit(2);
    const auto large = scratch->write("large", std::string(100, 'x'));
    const bool is_good =
        !large && large.error().message == "cannot write '" + scratch->path("large") + "': File too large" &&
        large.error().hint == "set TMPDIR to a directory with enough space";
    _exit(is_good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(Scratch, RemovesLinksAndNotWhatTheyLeadTo) {
  folder_.write("kept/file", "mine");
  {
    const auto scratch = ScratchDirectory::create(folder_.path());
    fs::create_directory_symlink(folder_ / "kept", scratch->path("link"));
    ASSERT_TRUE(scratch->write("inner/file", "x"));
    fs::create_directory_symlink(folder_ / "kept", scratch->path("inner/link"));
  }
  EXPECT_EQ(folder_.read("kept/file"), "mine");
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"kept"});
}

TEST_F(Scratch, AnotherDirectoryWithItsNameIsLeftAlone) {
  std::string path;
  {
    const auto scratch = ScratchDirectory::create(folder_.path());
    path = scratch->path();
    fs::rename(path, folder_ / "moved");
    fs::create_directory(path);
    std::ofstream(path + "/file") << "mine";
  }
  EXPECT_TRUE(fs::exists(path + "/file"));
  EXPECT_TRUE(fs::is_empty(folder_ / "moved"));
}

TEST_F(Scratch, WhatAKilledProcessLeavesIsRemovedByTheNext) {
  const std::string left = of_a_killed_process();
  const auto in_use = ScratchDirectory::create(folder_.path());
  EXPECT_EQ(removed_from_folder(), 1);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(in_use->path()));
  EXPECT_EQ(removed_from_folder(), 0);
}

TEST_F(Scratch, OnlyItsOwnAreTakenForStale) {
  const std::string good = of_a_killed_process();
  const auto copy_as = [&](const std::string& name) {
    fs::copy(good, folder_ / name, fs::copy_options::recursive);
    fs::permissions(folder_ / name, fs::perms::owner_all);
    return folder_ / name;
  };
  const std::string other_name = copy_as("fretsaw-master");
  const std::string no_mark = copy_as("fretsaw-scratch-unmarked0000");
  fs::remove(no_mark + "/.fretsaw-scratch");
  const std::string other_machine = copy_as("fretsaw-scratch-elsewhere000");
  std::ofstream(other_machine + "/.fretsaw-scratch") << "another machine";
  const std::string readable = copy_as("fretsaw-scratch-readable0000");
  fs::permissions(readable, fs::perms::owner_all | fs::perms::group_read);
  const std::string target = copy_as("target");
  fs::create_directory_symlink(target, folder_ / "fretsaw-scratch-link00000000");
  EXPECT_EQ(removed_from_folder(), 1);
  EXPECT_FALSE(fs::exists(good));
  for (const std::string& kept : {other_name, no_mark, other_machine, readable, target})
    EXPECT_TRUE(fs::exists(kept + "/inner/file.o")) << kept;
}

TEST_F(Scratch, AMissingDirectoryIsNamedInTheError) {
  const std::string missing = folder_ / "missing";
  const auto scratch = ScratchDirectory::create(missing);
  ASSERT_FALSE(scratch);
  EXPECT_EQ(scratch.error().message,
            "cannot create a temporary directory in '" + missing + "': No such file or directory");
  EXPECT_EQ(scratch.error().hint, "set TMPDIR to a directory in which only you can write");
}

// TMPDIR is what it was when this ends.
class Tmpdir {
 public:
  Tmpdir() {
    if (const char* const value = std::getenv("TMPDIR")) before_ = value;
  }
  ~Tmpdir() { before_ ? setenv("TMPDIR", before_->c_str(), 1) : unsetenv("TMPDIR"); }
  Result<ScratchDirectory> create(const std::string& value) const {
    setenv("TMPDIR", value.c_str(), 1);
    return ScratchDirectory::create();
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(Scratch, IsMadeInTmpdir) {
  const Tmpdir tmpdir;
  const auto scratch = tmpdir.create(folder_.path());
  ASSERT_TRUE(scratch);
  EXPECT_EQ(fs::path(scratch->path()).parent_path(), folder_.path());
  EXPECT_FALSE(tmpdir.create(folder_ / "missing")) << "and not in the current directory";
  const auto usual = tmpdir.create("");
  ASSERT_TRUE(usual);
  EXPECT_EQ(fs::path(usual->path()).parent_path(), "/tmp");
}

// A user who can rename it can put another directory into its place, and compilers read that.
TEST_F(Scratch, IsNotMadeWhereOthersCanRenameIt) {
  const Tmpdir tmpdir;
  const std::string parent = folder_ / "shared";
  fs::create_directory(parent);
  for (const mode_t mode : {0777U, 0775U}) {
    chmod(parent.c_str(), mode);
    const auto refused = tmpdir.create(parent);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "cannot create a temporary directory in '" + parent +
                                           "': other users can rename its files (mode 0" +
                                           (mode == 0777 ? "777)" : "775)"));
    EXPECT_TRUE(fs::is_empty(parent));
  }
  chmod(parent.c_str(), 01777);
  EXPECT_TRUE(tmpdir.create(parent));
  chmod(parent.c_str(), 0755);
  EXPECT_TRUE(tmpdir.create(parent));
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a directory away";
  ASSERT_EQ(chown(parent.c_str(), 12345, 12345), 0);
  const auto refused = tmpdir.create(parent);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "cannot create a temporary directory in '" + parent + "': it belongs to user 12345");
}

}  // namespace
}  // namespace fretsaw::code
