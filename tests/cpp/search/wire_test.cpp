// SPDX-License-Identifier: MIT
// What comes from outside of the process is believed only if all of it makes sense.
#include "cpp/search/child/wire.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "cpp/code/scratch_directory.hpp"
#include "cpp/guest/child/messages.hpp"
#include "cpp/search/searcher.hpp"
#include "work/unit.hpp"

namespace fretsaw {
namespace {

using work::Unit;
using work::unit_from;

TEST(WorkUnitText, ComesBackTheSame) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Unit unit;
    for (unsigned i = random() % 6; i > 0; --i)
      unit.path.push_back({static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())});
    unit.floor = random() % (unit.path.size() + 1);
    unit.read = static_cast<std::int64_t>(random() % (unit.path.size() + 2)) - 1;
    EXPECT_EQ(unit_from(to_text(unit)), unit) << "seed 3, round " << round;
  }
  EXPECT_EQ(to_text(Unit{}), "0 -1 0");
}

TEST(WorkUnitText, GarbageIsRefused) {
  for (const char* const garbage :
       {"", " ", "0", "0 -1", "0 -1 1", "0 -1 1 5", "1 -1 0", "0 1 0", "0 -2 0", "-1 -1 0", "0 -1 0 7",
        "0  -1 0", "x -1 0", "0 -1 18446744073709551615", "0 -1 99999999999999999999", "0 -1 1 4294967296 0",
        "0 -1 1 1 1 1", "0x1 -1 0", "\xff"})
    EXPECT_FALSE(unit_from(garbage)) << garbage;
}

// A program that says something, and nothing else.
class Imposter : public ::testing::Test {
 protected:
  std::string start_error(const std::string& frames) {
    const auto searcher = start(frames);
    return searcher ? "" : searcher.error().message;
  }

  Result<search::Searcher> start(const std::string& frames) {
    const std::string file = *folder_->write("frames", frames);
    Budget no_limit;
    return search::Searcher::start({"/bin/cat", file}, {}, no_limit);
  }

  static std::string frame(std::uint32_t kind, const std::string& content) {
    const std::uint32_t head[2] = {kind, 1};
    const std::uint64_t size = content.size();
    return std::string(reinterpret_cast<const char*>(head), sizeof head) +
           std::string(reinterpret_cast<const char*>(&size), sizeof size) + content;
  }

  // What comes of the messages after a space.
  std::string work_error(const std::string& frames) {
    auto searcher = start(frame(guest::kSpace, "{}") + frames);
    if (!searcher) return searcher.error().message;
    Budget no_limit;
    const auto finished = searcher->finish(no_limit);
    return finished ? "" : finished.error().message;
  }

  Result<code::ScratchDirectory> folder_ = code::ScratchDirectory::create();
};

TEST_F(Imposter, IsDetectedWhateverItSends) {
  using namespace search::wire;
  const std::string ended = "the search process exited unexpectedly";
  EXPECT_EQ(start_error("").find(ended), 0U);
  EXPECT_EQ(start_error("abc").find(ended), 0U);
  EXPECT_EQ(start_error(frame(guest::kSpace, "{}").substr(0, 9)).find(ended), 0U);
  EXPECT_EQ(start_error(std::string(8, '\xff')).find(ended), 0U);
  EXPECT_EQ(start_error(std::string(16, '\xff')), "the search process sent a malformed reply");
  EXPECT_EQ(start_error(frame(guest::kError, "not json")),
            "the search process sent a malformed error message");
  EXPECT_EQ(start_error(frame(guest::kError, R"({"message":"no","hint":""})")), "no");
  const auto noted = start(frame(guest::kError, R"({"message":"no","hint":"wait","notes":["a","b"]})"));
  ASSERT_FALSE(noted);
  EXPECT_EQ(render(noted.error()), "error: no\nnote: a\nnote: b\nhelp: wait\n");
  EXPECT_EQ(start_error(frame(guest::kError, R"({"message":"no","hint":"","notes":[5]})")),
            "the search process sent a malformed error message");
  EXPECT_EQ(start_error(frame(guest::kError, R"({"message":5,"hint":[]})")),
            "the search process sent a malformed error message");
}

TEST_F(Imposter, CannotMakeUpResults) {
  using namespace search::wire;
  const std::string nonsense = "the search process sent a malformed reply";
  std::string aborted;
  for (std::size_t i = 0; i < guest::kTerminations; ++i) aborted += " 0";
  EXPECT_EQ(work_error(frame(kFinished, "1 2 0 0 0 0 -1 0.5" + aborted)), "");
  EXPECT_EQ(work_error(frame(kFinished, "1 2 0 0 0 0 -1 0.5" + aborted + " 7")), nonsense);
  EXPECT_EQ(work_error(frame(kFinished, "1 2 0 0 0 0 -1")), nonsense);
  EXPECT_EQ(work_error(frame(kFinished, "many" + aborted)), nonsense);
  EXPECT_EQ(work_error(frame(kUnit, "0 -1 3")), nonsense);
  EXPECT_EQ(work_error(frame(kAbort, "99 0 0\nx")), nonsense);
  EXPECT_EQ(work_error(frame(kAbort, "1 0 zero\nx")), nonsense);
  EXPECT_EQ(work_error(frame(kMismatch, "0 -1")), nonsense);
  EXPECT_EQ(work_error(frame('?', "")), nonsense);
}

TEST(StructureNumbers, EndWhereTheyShould) {
  std::string bytes;
  for (const std::uint32_t number : {0U, 127U, 128U, 70000U, ~0U}) search::wire::append_number(bytes, number);
  std::string_view rest = bytes;
  std::uint32_t number = 0;
  for (const std::uint32_t expected : {0U, 127U, 128U, 70000U, ~0U}) {
    ASSERT_TRUE(search::wire::take_number(rest, number));
    EXPECT_EQ(number, expected);
  }
  EXPECT_FALSE(search::wire::take_number(rest, number));
  std::string_view endless = "\xff\xff\xff\xff\xff\xff\xff\xff\x01";
  EXPECT_FALSE(search::wire::take_number(endless, number));
  std::string_view cut = "\x80";
  EXPECT_FALSE(search::wire::take_number(cut, number));
}

}  // namespace
}  // namespace fretsaw
