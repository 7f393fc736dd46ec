// SPDX-License-Identifier: MIT
#include "work/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/folder.hpp"

namespace fretsaw::testing {
namespace {

TEST(Checkpoint, ComesBackAndBelongsToItsSearchOnly) {
  const test::Folder folder;
  const std::string path = folder / "search.checkpoint";
  EXPECT_FALSE(work::read_checkpoint(path, "a")->has_value());
  ASSERT_TRUE(work::write_checkpoint(path, {"a", {{"found", 3}}, {{{{{4, 1}, {2, 0}}, 1, -1}, 9}}}));
  const auto read = work::read_checkpoint(path, "a");
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->totals.at("found"), 3);
  ASSERT_EQ((*read)->rest.size(), 1U);
  EXPECT_EQ((*read)->rest[0].place, 9U);
  EXPECT_EQ(to_text((*read)->rest[0].unit), "1 -1 2 4 1 2 0");
  EXPECT_EQ(work::read_checkpoint(path, "b").error().message, "this checkpoint belongs to another search");
  folder.write("search.checkpoint",
               R"({"schema":"fretsaw/checkpoint/3","fingerprint":"a","totals":{},"rest":[[0,"1"]]})");
  EXPECT_EQ(work::read_checkpoint(path, "a").error().message, "this is no checkpoint, or a damaged one");
}

TEST(Checkpoint, WhatCannotBeWrittenIsSaidAndLeavesNothing) {
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
