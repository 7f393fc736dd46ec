// SPDX-License-Identifier: MIT
// tests/cpp/contract/subjects/valid.hpp: each of its classes says in another way what is valid, and how many
// objects that are. All verbs must find as many.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kSubjects = FRETSAW_SOURCE_DIR "/tests/cpp/contract/subjects/";

const std::map<std::string, int>& counts() {
  static const std::map<std::string, int> kCounts = {
      {"Two", 2},     {"Derived", 3},   {"Base", 3},       {"Item", 3},       {"Holder", 3},
      {"Mixed", 2},   {"Bounds", 3},    {"Range", 2},      {"Celled", 3},     {"Specified", 2},
      {"Plain", 1},   {"Knot", 34},     {"Plainer", 1},    {"Remembered", 2}, {"EvenHeir", 4},
      {"OddHeir", 4}, {"OddInside", 2}, {"Conditional", 2}};
  return kCounts;
}

class Validity : public testing::Test {
 protected:
  // Tests run one by one: what one has compiled is there for the others.
  static Finished fretsaw(std::vector<std::string> words) {
    words.insert(words.begin() + 1, std::string(kSubjects) + "valid.hpp");
    return run({.arguments = words, .environment = {"XDG_CACHE_HOME=" FRETSAW_BINARY_DIR "/tests_cache"}});
  }

  static json generated(const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"generate", "--class", "valid::" + name, "--size",
                                      "3",        "--count", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words).json();
  }

  static json explored(const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"explore", "--method", "observe_" + name, "--size", "3", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words).json();
  }

  static std::vector<std::string> check_words(const std::string& method, std::vector<std::string> more) {
    std::vector<std::string> words = {"check", "--method", method, "--size", "3"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  Folder folder_;
};

TEST_F(Validity, IsTheSameForGenerateAndCheck) {
  std::vector<std::string> words = {"check", "--size", "3", "--json", "--keep-going"};
  for (const auto& [name, count] : counts())
    words.insert(words.end(), {"--method", "observe_" + name, "--type",
                               fmt::format("observe_{0}::object=valid::{0}", name)});
  const json checked = fretsaw(words).json();
  ASSERT_EQ(checked["methods"].size(), counts().size()) << checked.dump();
  std::size_t method = 0;
  for (const auto& [name, count] : counts()) {
    EXPECT_EQ(checked["methods"][method++]["inputs"], count) << name;
    const json made = generated(name);
    EXPECT_EQ(made["structures"], count) << name << ": " << made.dump();
  }
}

TEST_F(Validity, IsTheSameForExplore) {
  for (const std::string name : {"Derived", "Mixed", "OddHeir"}) {
    const json found = explored(name, {"--type", fmt::format("observe_{0}::object=valid::{0}", name)});
    EXPECT_EQ(found["check_inputs"], counts().at(name)) << found.dump();
    EXPECT_EQ(found["judged"], found["tests"]) << name;
  }
}

TEST_F(Validity, IsDecidedByANamedPredicate) {
  EXPECT_EQ(generated("Two", {"--predicate", "anything"})["structures"], 4);
  EXPECT_EQ(generated("Holder", {"--predicate", "Holder::has_item"})["structures"], 4)
      << "nothing else is asked";
  const auto inputs = [](const std::string& name, const std::string& predicate) {
    return fretsaw(check_words("observe_" + name, {"--predicate", predicate, "--json"})).json()["inputs"];
  };
  EXPECT_EQ(inputs("Two", "anything"), 4);
  EXPECT_EQ(inputs("Holder", "Holder::has_item"), 3) << "other classes keep their invariants";
  const json found = explored("Two", {"--predicate", "Two::anything"});
  EXPECT_EQ(found["check_inputs"], 4) << found.dump();
}

TEST_F(Validity, OfANamedPredicateIsAskedAfterTheCallAndWhenItIsRepeated) {
  const Finished got = fretsaw(check_words("Two::get", {"--predicate", "anything"}));
  EXPECT_EQ(got.status, 1) << got.err;
  EXPECT_THAT(got.out, HasSubstr("--predicate anything --input 1"));
  const Finished cleared = fretsaw(check_words("Two::clear", {"--predicate", "positive"}));
  EXPECT_EQ(cleared.status, 1) << cleared.err;
  EXPECT_THAT(cleared.out,
              HasSubstr("invariant of 'valid::Two' violated: positive() returned false for Two$0"));
}

TEST_F(Validity, PartsWithAnotherPredicateAreOfAnotherSearch) {
  const auto part = [&](const std::string& number, const std::string& predicate) {
    const Finished finished =
        fretsaw(check_words("observe_Two", {"--predicate", predicate, "--part", number + "/2", "--json"}));
    return folder_.write(predicate + number + ".json", finished.out);
  };
  const std::string first = part("1", "anything");
  const Finished merged = test::fretsaw({"merge", first, part("2", "anything"), "--json"});
  EXPECT_EQ(merged.json()["inputs"], 4) << merged.out;
  const Finished mixed = test::fretsaw({"merge", first, part("2", "small")});
  EXPECT_EQ(mixed.status, 2) << mixed.out;
}

TEST_F(Validity, OfAPredicateThatThereIsNotIsRefusedWithThoseThatThereAre) {
  const auto refused = [](const std::string& predicate) {
    const Finished finished = fretsaw(check_words("observe_Holder", {"--predicate", predicate}));
    EXPECT_EQ(finished.status, 2) << finished.out;
    return finished.err;
  };
  EXPECT_THAT(refused("full"),
              HasSubstr("error: no predicate 'full' for valid::observe_Holder(const valid::Holder&)\n"
                        "note: the predicates that return bool are valid::Holder::has_item"));
  EXPECT_THAT(refused("small"), HasSubstr("error: 'small' is not a predicate of one input object of "
                                          "valid::observe_Holder(const valid::Holder&)"));
  const Finished arguments = fretsaw(check_words("observe_Two", {"--predicate", "below"}));
  EXPECT_THAT(arguments.err, HasSubstr("error: 'below' is not a predicate of one input object of "));
}

TEST_F(Validity, FollowsASpecFileThatChanges) {
  const std::string header = folder_.write(
      "box.hpp", "struct Box {\n  int value = 0;\n  bool even() const { return value % 2 == 0; }\n};\n");
  const auto boxes = [&](const std::string& spec) {
    folder_.write("box.spec", spec);
    const Finished finished = run({.arguments = {"generate", header, "--size", "3", "--count", "--json"},
                                   .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
    return finished.json()["structures"];
  };
  EXPECT_EQ(boxes("class Box { invariant even(); }\n"), 2);
  EXPECT_EQ(boxes("class Box { invariant !even(); invariant { this.value > 1 } }\n"), 1);
  EXPECT_EQ(boxes("class Box { invariant even(); }\n"), 2);
}

// What a header leaves out the first time it is included, or the second time, may be what it says.
TEST_F(Validity, IsNotWhatIsLeftOutByConditions) {
  folder_.write("twice.hpp",
                "#ifndef TWICE\n#define TWICE\nstruct Twice {\n  int value = 0;\n#ifdef LOW\n"
                "  //@ invariant value == 0;\n#endif\n  //@ invariant value < 2;\n};\n"
                "#else\n//@ invariant false;\n#endif\n");
  const std::string header = folder_.write("all.hpp", "#include \"twice.hpp\"\n#include \"twice.hpp\"\n");
  const auto objects = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"generate", header, "--class", "Twice", "--count", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words}).json()["structures"];
  };
  EXPECT_EQ(objects({"--size", "3"}), 2);
  EXPECT_EQ(objects({"--size", "3", "--cxxflags", "-DLOW"}), 1);
}

TEST_F(Validity, InBracesIsRefusedInsideOfTests) {
  const Finished glue = fretsaw({"skeleton", "--class", "valid::Mixed", "--glue", folder_ / "mixed"});
  EXPECT_EQ(glue.status, 2);
  EXPECT_THAT(glue.err, HasSubstr("error: relational invariants are not supported inside of a test\n"));
  EXPECT_THAT(glue.err, HasSubstr("//@ invariant { this.a < this.b }"));
}

// The .spec file is also about methods of the template, which nobody asks for here.
TEST_F(Validity, OfATemplateThatAFunctionTakes) {
  const std::string headers = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/";
  const auto text_of = [](const std::string& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string header =
      folder_.write("pile.hpp", text_of(headers + "pile.hpp") + "inline void look(const Pile<int>&) {}\n");
  folder_.write("pile.spec", text_of(headers + "pile.spec"));
  const auto checked =
      run({.arguments = {"check", header, "--method", "look", "--size", "2", "--json"}}).json();
  const auto generated =
      run({.arguments = {"generate", header, "--class", "Pile<int>", "--size", "2", "--count", "--json"}})
          .json();
  EXPECT_EQ(checked["inputs"], 7) << checked;
  EXPECT_EQ(generated["structures"], 7) << generated;
}

}  // namespace
}  // namespace fretsaw::test
