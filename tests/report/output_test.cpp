// SPDX-License-Identifier: MIT
// What is written down: whole, or an error that says why not.
#include "report/output.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "report/json_document.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Report : public testing::Test {
 protected:
  Report() {
    std::string name = (std::filesystem::temp_directory_path() / "fretsaw-report-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    file_ = ::open((folder_ + "/out").c_str(), O_RDWR | O_CREAT, 0600);
  }
  ~Report() override {
    ::close(file_);
    std::filesystem::remove_all(folder_);
  }

  static std::string contents(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string written() const { return contents(folder_ + "/out"); }

  std::string folder_;
  int file_ = -1;
};

TEST_F(Report, ADocumentIsWrittenMemberByMember) {
  Output out(file_);
  JsonDocument document(out, "enumerate");
  document.add("index", 3);
  document.open_list("results");
  document.add_element(json{{"a", 1}});
  document.add_element(json{{"a", 2}});
  document.add("complete", true);
  document.finish();
  out.flush();
  EXPECT_EQ(written(),
            "{\"schema\":\"fretsaw/"
            "1\",\"command\":\"enumerate\",\"index\":3,\"results\":[\n{\"a\":1},\n{\"a\":2}\n],"
            "\"complete\":true}\n");
}

TEST_F(Report, ADocumentIsValidWhereverItEnds) {
  for (int parts = 0; parts <= 4; ++parts) {
    ASSERT_EQ(ftruncate(file_, 0), 0);
    ASSERT_EQ(lseek(file_, 0, SEEK_SET), 0);
    Output out(file_);
    JsonDocument document(out, "");
    if (parts > 0) document.add("x", "\xff\"");
    if (parts > 1) document.open_list("results");
    if (parts > 2) document.add_element(1);
    if (parts > 3) document.open_list("others");
    document.finish();
    out.flush();
    const json read = json::parse(written());
    EXPECT_EQ(read["command"], nullptr);
    EXPECT_EQ(read.size(), static_cast<std::size_t>(2 + (parts > 0) + (parts > 1) + (parts > 3)));
  }
}

TEST_F(Report, AFullDiskIsAnErrorOfTheFileAndLeavesNoPartOfIt) {
  auto files = ResultFiles::open(folder_);
  ASSERT_TRUE(files.ok());
  EXPECT_TRUE(files->write("a", "txt", "whole").ok());
  EXPECT_EQ(contents(folder_ + "/a.txt"), "whole");
  std::filesystem::create_symlink("/dev/full", folder_ + "/b.txt");
  const auto path = files->write("b", "txt", "lost");
  ASSERT_FALSE(path.ok());
  EXPECT_THAT(path.error().message, HasSubstr("b.txt': No space left on device"));
  EXPECT_TRUE(std::filesystem::exists("/dev/full")) << "a device is no part of a file";
  std::filesystem::create_directory(folder_ + "/c.txt");
  EXPECT_THAT(files->write("c", "txt", "lost").error().message, HasSubstr("c.txt': Is a directory"));
}

TEST_F(Report, AnOutputKnowsWhyItFailed) {
  const int full = ::open("/dev/full", O_WRONLY);
  Output out(full);
  out.write("x");
  EXPECT_TRUE(out.usable());
  out.flush();
  EXPECT_FALSE(out.usable());
  EXPECT_EQ(out.error(), ENOSPC);
  EXPECT_FALSE(out.reader_gone());
  ::close(full);
}

TEST_F(Report, ASinkMakesOnlyTheRenderingsThatAreWanted) {
  const auto unwanted_json = []() -> nlohmann::ordered_json { throw std::logic_error("not wanted"); };
  const auto unwanted_text = []() -> Result<std::string> { throw std::logic_error("not wanted"); };
  const auto text = [] { return Result<std::string>("text\n"); };
  Output out(file_);
  ResultSink plain({.noun = "thing", .extension = "txt"}, out, nullptr);
  EXPECT_TRUE(plain.on_standard_output());
  ASSERT_TRUE(plain.add(1, unwanted_json, text).ok());  // the first one is shown at once
  EXPECT_EQ(written(), "thing 1\ntext\n\n");

  JsonDocument document(out, "verb");
  document.open_list("results");
  ResultSink listed({.noun = "thing", .extension = "txt"}, out, &document);
  ASSERT_TRUE(listed.add(1, [] { return nlohmann::ordered_json(7); }, unwanted_text).ok());
  ASSERT_TRUE(listed.open_results_directory(folder_ + "/many").ok());
  ASSERT_TRUE(listed.add(2, [] { return nlohmann::ordered_json(8); }, text).ok());
  EXPECT_EQ(contents(folder_ + "/many/thing-000002.txt"), "text\n");
}

TEST(StreamEnd, IsNeverTakenForAnother) {
  EXPECT_EQ(stream_end_text({.complete = true}), ", search complete");
  EXPECT_EQ(stream_end_text({.complete = true}, ", drawn at random"), ", drawn at random");
  EXPECT_EQ(stream_end_text({.limit_reached = true}), ", stopped at --limit");
  EXPECT_EQ(stream_end_text({.stop = StopReason::Memory}), ", stopped: memory limit reached");
  EXPECT_EQ(stream_end_text({.stop = StopReason::Cancelled}), ", interrupted");
  EXPECT_EQ(stream_end_text({.error = input_error("full")}), ", stopped after an error");
  EXPECT_EQ(stream_end_text({}), ", stopped");
}

TEST(Summaries, HaveCountsForPeople) {
  EXPECT_EQ(written_text(1234, "structure", "out"), "1,234 structures written to 'out', one file each\n");
  EXPECT_EQ(written_text(1, "result", "out"), "1 result written to 'out', one file each\n");
  EXPECT_EQ(part_complete_text({.number = 2, .count = 3}), ", part 2 of 3 complete");
}

}  // namespace
}  // namespace fretsaw::test
