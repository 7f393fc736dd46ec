// SPDX-License-Identifier: MIT
#include "cpp/code/read_files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "cpp/code/scratch_directory.hpp"

namespace fretsaw::code {
namespace {

// Looking at a stamp makes the next one precise, so each write is looked at, at all distances from a tick.
TEST(FileClock, TicksSeparateWhatIsWrittenBeforeFromWhatIsWrittenAfter) {
  auto folder = ScratchDirectory::create();
  ASSERT_TRUE(folder);
  const auto written = [&] {
    const auto path = folder->write("file", "x");
    EXPECT_TRUE(path);
    return stamp_of(folder->path("file"))->changed;
  };
  for (int i = 0; i < 200; ++i) {
    written();
    std::this_thread::sleep_for(std::chrono::microseconds(i * 37 % 5000));
    const std::int64_t before = written();
    const std::int64_t tick = next_file_tick();
    const std::int64_t after = written();
    ASSERT_LT(before, tick) << i;
    ASSERT_GE(after, tick) << i;
  }
}

}  // namespace
}  // namespace fretsaw::code
