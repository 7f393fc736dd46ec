// SPDX-License-Identifier: MIT
// Whatever a file holds, the program answers with a message and exit status 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BadInput : public testing::Test {
 protected:
  // Refused as text and as JSON; gives what standard error said.
  std::string refused(const std::string& path, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"run", path};
    words.insert(words.end(), more.begin(), more.end());
    const auto text = fretsaw(words);
    EXPECT_EQ(text.status, 2) << text.out << text.err;
    EXPECT_EQ(text.out, "");
    words.emplace_back("--json");
    const auto as_json = fretsaw(words);
    EXPECT_EQ(as_json.status, 2);
    EXPECT_EQ(as_json.err, "");
    const json document = as_json.json();
    EXPECT_EQ(document["command"], "run");
    EXPECT_TRUE(document["error"]["message"].is_string());
    return text.err;
  }

  Folder folder_;
};

TEST_F(BadInput, AMissingFile) {
  EXPECT_EQ(refused(folder_ / "no.als"),
            "error: no such file or directory: '" + (folder_ / "no.als") + "'\n");
}

TEST_F(BadInput, ADirectory) {
  EXPECT_THAT(refused(folder_.path()), HasSubstr("error: expected a file, found a directory: '"));
}

TEST_F(BadInput, BinaryGarbage) {
  EXPECT_THAT(refused(folder_.write("m.als", std::string("sig A {}\n\x7f"
                                                         "ELF\x00\xff\xfe",
                                                         16))),
              HasSubstr("m.als:2:5: error: not a text file"));
}

TEST_F(BadInput, AFileThatIsTooLarge) {
  EXPECT_THAT(refused(folder_.write("m.als", std::string(std::size_t{65} << 20, ' '))),
              HasSubstr("error: file larger than 64 MB, the maximum: '"));
}

TEST_F(BadInput, ASyntaxError) {
  const std::string path = folder_.write("m.als", "sig A {}\nrun { some }\n");
  EXPECT_THAT(refused(path), HasSubstr("m.als:2:12: error: "));
  const json error = fretsaw({"run", path, "--json"}).json()["error"];
  EXPECT_EQ(error["class"], "syntax");
  EXPECT_EQ(error["line"], 2);
  EXPECT_EQ(error["column"], 12);
  EXPECT_EQ(error["file"], path);
}

TEST_F(BadInput, AnUnknownName) {
  const std::string path = folder_.write("m.als", "sig A {}\nrun { some Aa }\n");
  EXPECT_THAT(refused(path), HasSubstr("    run { some Aa }\n               ^~\n"));
}

TEST_F(BadInput, ATypeError) {
  const std::string path = folder_.write("m.als", "sig A {}\nrun { some A & (A -> A) }\n");
  EXPECT_THAT(refused(path), HasSubstr("m.als:2:"));
  EXPECT_EQ(fretsaw({"run", path, "--json"}).json()["error"]["class"], "type");
}

TEST_F(BadInput, ModulesThatOpenEachOther) {
  folder_.write("a.als", "module a\nopen b\n");
  folder_.write("b.als", "module b\nopen a\n");
  const std::string said = refused(folder_ / "a.als");
  EXPECT_THAT(said, HasSubstr("error: "));
  EXPECT_THAT(said, HasSubstr("open"));
}

TEST_F(BadInput, AMissingModule) {
  EXPECT_THAT(refused(folder_.write("m.als", "open nowhere/to/find\nrun {}\n")), HasSubstr("m.als:1:"));
}

TEST_F(BadInput, ParenthesesThatNestTooDeep) {
  refused(folder_.write(
      "m.als", "sig A {}\nrun { " + std::string(200000, '(') + "some A" + std::string(200000, ')') + " }\n"));
}

TEST_F(BadInput, AnOutDirectoryThatCannotBeMade) {
  const std::string model = folder_.write("m.als", "sig A {}\nrun {}\n");
  EXPECT_THAT(refused(model, {"--out", model + "/sub"}), HasSubstr("error: cannot create directory '"));
  EXPECT_THAT(refused(model, {"--out", "/proc/fretsaw"}), HasSubstr("error: cannot create directory '"));
}

TEST_F(BadInput, AnEmptyFileIsAModelWithoutSigs) {
  const auto done = fretsaw({"run", folder_.write("m.als", "")});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("Default"));
}

TEST_F(BadInput, AModelOfFiftyMegabytesIsRead) {
  std::string text = "sig A {}\n";
  const std::string comment = "-- " + std::string(96, 'x') + "\n";
  while (text.size() < (std::size_t{50} << 20)) text += comment;
  const auto done = fretsaw({"run", folder_.write("m.als", text + "run {}\n"), "--json"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.json()["results"][0]["verdict"], "sat");
}

}  // namespace
}  // namespace fretsaw::test
