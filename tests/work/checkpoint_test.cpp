// SPDX-License-Identifier: MIT
#include "work/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/folder.hpp"

namespace fretsaw::testing {
namespace {

using work::CheckpointState;

const work::Checkpoint kSmall = {"a", {{"found", 3}}, {{{{{4, 1}, {2, 0}}, 1, -1}, 9}}};

class CheckpointFile : public ::testing::Test {
 protected:
  CheckpointFile() {
    EXPECT_TRUE(work::write_checkpoint(path_, kSmall));
    good_ = folder_.read("search.checkpoint");
  }
  // What is said of a file with that text; empty: it is believed.
  std::string message_for(const std::string& text) {
    folder_.write("search.checkpoint", text);
    return message();
  }
  std::string message() const {
    const auto read = work::read_checkpoint(path_, "a");
    if (read) return read->has_value() ? "" : "there is none";
    EXPECT_TRUE(read.error().location && read.error().location->file == path_);
    return read.error().message;
  }

  test::Folder folder_;
  std::string path_ = folder_ / "search.checkpoint";
  std::string good_;
};

constexpr const char* kForeign = "not a checkpoint";
constexpr const char* kOther = "the checkpoint was written by another version of fretsaw";
constexpr const char* kDamaged = "the checkpoint is damaged";

TEST_F(CheckpointFile, ComesBackAndBelongsToItsSearchOnly) {
  EXPECT_FALSE(work::read_checkpoint(folder_ / "none", "a")->has_value());
  const auto read = work::read_checkpoint(path_, "a");
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->totals.at("found"), 3);
  ASSERT_EQ((*read)->rest.size(), 1U);
  EXPECT_EQ((*read)->rest[0].place, 9U);
  EXPECT_EQ(to_text((*read)->rest[0].unit), "1 -1 2 4 1 2 0");
  EXPECT_EQ(work::read_checkpoint(path_, "b").error().message,
            "the checkpoint was written by a different search");
}

TEST_F(CheckpointFile, IsRefusedIfAnyBitIsAnother) {
  for (std::size_t at = 0; at < good_.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string text = good_;
      text[at] = static_cast<char>(text[at] ^ 1 << bit);
      EXPECT_NE(work::open_checkpoint(text).state, CheckpointState::Good) << at << " bit " << bit;
    }
  }
  const std::size_t digest = good_.find(' ', 19) + 1;
  const std::size_t content = good_.find('\n') + 1;
  for (const auto& [at, message] : {std::pair(std::size_t{0}, kForeign), std::pair(std::size_t{19}, kOther),
                                    std::pair(digest, kDamaged), std::pair(content - 2, kDamaged),
                                    std::pair(content, kDamaged), std::pair(good_.size() - 1, kDamaged)}) {
    std::string text = good_;
    text[at] = static_cast<char>(text[at] ^ 1);
    EXPECT_EQ(message_for(text), message) << at;
  }
}

TEST_F(CheckpointFile, IsRefusedIfItEndsAnywhereElse) {
  for (std::size_t size = 0; size < good_.size(); ++size)
    EXPECT_NE(message_for(good_.substr(0, size)), "") << size << " bytes";
  for (int byte = 0; byte < 256; ++byte)
    EXPECT_EQ(message_for(good_ + static_cast<char>(byte)), kDamaged) << byte;
  EXPECT_EQ(message_for(good_ + good_), kDamaged);
  EXPECT_EQ(message_for(""), kForeign);
  EXPECT_EQ(message_for(good_), "");
}

TEST_F(CheckpointFile, OfAnotherVersionIsRefusedAsSuch) {
  EXPECT_EQ(message_for(R"({"fingerprint":"a","rest":[],"schema":"fretsaw/checkpoint/3","totals":{}})"),
            kOther);
  EXPECT_EQ(message_for("fretsaw checkpoint 5 and whatever follows\n"), kOther);
  EXPECT_EQ(message_for("fretsaw checkpoint five\n"), kDamaged);
  EXPECT_EQ(message_for("{}"), kForeign);
  EXPECT_EQ(message_for(std::string("\x7f\0ELF\xff", 6)), kForeign);
  EXPECT_EQ(work::read_checkpoint(path_, "a").error().hint,
            "remove the file to start over, or use another file");
}

TEST_F(CheckpointFile, OfTheRightDigestIsNotBelievedEither) {
  const auto sealed = [&](const std::string& content) {
    return message_for(work::sealed_checkpoint(content));
  };
  EXPECT_EQ(sealed(R"({"fingerprint":"a","totals":{},"rest":[]})"), "");
  for (const char* const content :
       {"", "null", "[]", "{", R"({"totals":{},"rest":[]})", R"({"fingerprint":3,"totals":{},"rest":[]})",
        R"({"fingerprint":"a","rest":[]})", R"({"fingerprint":"a","totals":{},"rest":{}})",
        R"({"fingerprint":"a","totals":{},"rest":[[0,"1"]]})",
        R"({"fingerprint":"a","totals":{},"rest":[[0]]})",
        R"({"fingerprint":"a","totals":{},"rest":[[-1,"0 -1 0"]]})",
        R"({"fingerprint":"a","totals":{},"rest":[[1.5,"0 -1 0"]]})",
        R"({"fingerprint":"a","totals":{},"rest":[["0","0 -1 0"]]})",
        R"({"fingerprint":"a","totals":{},"rest":[[0,"0 -1 18446744073709551615"]]})"})
    EXPECT_EQ(sealed(content), kDamaged) << content;
}

TEST_F(CheckpointFile, IsARegularFile) {
  std::filesystem::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(message(), "not a regular file");
  for (const char* const other : {"/dev/zero", "/dev/null", "/"}) {
    std::filesystem::remove(path_);
    std::filesystem::create_symlink(other, path_);
    EXPECT_EQ(message(), "not a regular file") << other;
  }
  std::filesystem::remove(path_);
  std::filesystem::create_symlink("there is nothing", path_);
  EXPECT_EQ(message(), "there is none");
}

TEST_F(CheckpointFile, OfAnySizeIsNotReadFurtherThanItLooksLikeOne) {
  folder_.write("search.checkpoint", "no");
  std::filesystem::resize_file(path_, std::uintmax_t{1} << 40);  // takes no space
  EXPECT_EQ(message(), kForeign);
}

TEST_F(CheckpointFile, ThatCannotBeReadIsNoReasonToStartOver) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  std::filesystem::permissions(path_, std::filesystem::perms::none);
  EXPECT_EQ(message(), "cannot read the checkpoint: Permission denied");
}

TEST_F(CheckpointFile, HoldsTextThatIsNotUtf8AsWellAsItCan) {
  ASSERT_TRUE(work::write_checkpoint(path_, {"a", {{"detail", "\xff!"}}, {}}));
  const auto read = work::read_checkpoint(path_, "a");
  ASSERT_TRUE(read && *read);
  EXPECT_THAT((*read)->totals.at("detail").get<std::string>(), ::testing::EndsWith("!"));
}

TEST(Checkpoint, WhatCannotBeWrittenIsReportedAndLeavesNothing) {
  const auto status = work::write_checkpoint("/nowhere/at/all", {"a", {}, {}});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "cannot write '/nowhere/at/all': No such file or directory");
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const test::Folder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full");
  const auto full = work::write_checkpoint(folder / "full", {"a", {}, {}});
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().message, "cannot write '" + (folder / "full") + "': No space left on device");
}

}  // namespace
}  // namespace fretsaw::testing
