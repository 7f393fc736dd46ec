// SPDX-License-Identifier: MIT
#include "base/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/folder.hpp"

namespace fretsaw::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::string message_of(const Status& status) { return status ? "" : status.error().message; }

TEST(AtomicFile, ReplacesAFileAndKeepsItsMode) {
  const Folder folder;
  const std::string path = folder.write("report", "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  ASSERT_TRUE(write_file(path, "new"));
  EXPECT_EQ(folder.read("report"), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_EQ(folder.names(), Names{"report"});
}

TEST(AtomicFile, IsNotThereBeforeItIsWhole) {
  const Folder folder;
  const std::string path = folder.write("report", "old");
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
    EXPECT_EQ(folder.read("report"), "old");
  }
  EXPECT_EQ(folder.read("report"), "old") << "it was never committed";
  EXPECT_EQ(folder.names(), Names{"report"});
}

TEST(AtomicFile, NamesThePathAndTheReason) {
  const Folder folder;
  const std::string file = folder.write("file", "");
  EXPECT_EQ(message_of(write_file(folder / "no/x", "")),
            "cannot write '" + (folder / "no/x") + "': No such file or directory");
  EXPECT_EQ(message_of(write_file(file + "/x", "")), "cannot write '" + file + "/x': Not a directory");
  EXPECT_EQ(message_of(write_file(folder.path(), "")),
            "cannot write '" + folder.path() + "': Is a directory");
  EXPECT_EQ(message_of(write_file("/proc/version", "x")).substr(0, 30), "cannot write '/proc/version': ");
}

TEST(AtomicFile, FollowsSymbolicLinksAndKeepsThem) {
  const Folder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink("there/report", folder / "link");
  ASSERT_TRUE(write_file(folder / "link", "first"));
  ASSERT_TRUE(write_file(folder / "link", "second"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(folder.read("there/report"), "second");
  EXPECT_EQ(folder.names(), (Names{"link", "there"}));
}

TEST(AtomicFile, WritesDevicesInPlace) {
  ASSERT_TRUE(write_file("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(message_of(write_file("/dev/full", "x")), "cannot write '/dev/full': No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

// In a child: limits of processes cannot be raised again.
TEST(AtomicFile, LeavesTheOldFileWhereTheNewOneWouldBeTooLarge) {
  const Folder folder;
  const std::string path = folder.write("report", "old");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit most = {4096, 4096};
    const bool limited = setrlimit(RLIMIT_FSIZE, &most) == 0;
    const Status written = write_file(path, std::string(5000, 'x'));
    _exit(limited && message_of(written) == "cannot write '" + path + "': File too large" ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.read("report"), "old");
  EXPECT_EQ(folder.names(), Names{"report"});
}

}  // namespace
}  // namespace fretsaw::test
