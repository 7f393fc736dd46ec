// SPDX-License-Identifier: MIT
// Parts and what `merge` makes of them: the totals and the results of one process, in their order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/generating.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kTreeModel = "sig Node { left, right: lone Node }\nrun trees {} for 3\n";
constexpr const char* kBuggyList = R"(
class List {
  struct Node { Node* next; int key; };
  Node* head_ = nullptr;
  int size_ = 0;
 public:
  bool rep_ok() const {
    int count = 0;
    for (const Node* node = head_; node != nullptr; node = node->next) if (++count > size_) return false;
    return count == size_;
  }
  //@ ensures \result <= 1;
  int size() const { return size_; }
};
)";

class Merging : public Generate {
 protected:
  // Runs all parts and gives the files of their documents.
  std::vector<std::string> parts(const std::vector<std::string>& words, int count) {
    std::vector<std::string> files;
    for (int k = count; k >= 1; --k) {
      auto with = words;
      with.insert(with.end(), {"--json", "--part", std::to_string(k) + "/" + std::to_string(count)});
      if (k % 2 == 0) with.insert(with.end(), {"-j", "2"});
      const auto done = fretsaw(with);
      EXPECT_LE(done.status, 1) << done.out << done.err;
      files.push_back(folder_.write("part" + std::to_string(k) + ".json", done.out));
    }
    return files;
  }
  static Finished merged(std::vector<std::string> files, const std::vector<std::string>& more = {"--json"}) {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), more.begin(), more.end());
    return fretsaw(files);
  }
  static json whole(std::vector<std::string> words) {
    words.emplace_back("--json");
    return fretsaw(words).json();
  }
  static void expect_same(const json& one, const json& all, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) EXPECT_EQ(one.value(key, json()), all.value(key, json())) << key;
  }
};

// No part can see that another one gives an instance of the same class: `merge` can.
TEST_F(Merging, AClassThatTwoPartsHaveIsADefect) {
  const std::string model = folder_.write("trees.als", "sig Node { left, right: lone Node }\nrun {} for 2\n");
  const auto files = parts({"enumerate", model, "-c", "0"}, 2);
  EXPECT_EQ(merged(files).status, 0);
  auto one = json::parse(folder_.read("part1.json")), other = json::parse(folder_.read("part2.json"));
  const std::string classes = one.at("part").at("classes");
  EXPECT_EQ(classes.substr(0, 4), "1 1:");
  other.at("part").at("classes") = classes;
  folder_.write("part2.json", other.dump());
  const auto done = merged(files, {});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(
      done.err,
      testing::AllOf(HasSubstr("error: internal error: instance 1 of '"),
                     HasSubstr("part1.json' and instance 1 of '"), HasSubstr("part2.json' are isomorphic\n"),
                     HasSubstr("help: report this bug of Fretsaw with the model and the command line\n")));
  other.at("part").at("classes") = "1 nonsense";
  folder_.write("part2.json", other.dump());
  EXPECT_THAT(merged(files, {}).err, HasSubstr("error: 'part.classes' is malformed: '"));
}

TEST_F(Merging, InstancesAreThoseOfOneProcessInTheirOrder) {
  const std::string model = folder_.write("trees.als", kTreeModel);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--symmetry", "none"}, {"--order", "smallest"}, {"--count"}}) {
    std::vector<std::string> words = {"enumerate", model, "-c", "0"};
    words.insert(words.end(), more.begin(), more.end());
    const auto done = merged(parts(words, 5));
    EXPECT_EQ(done.status, 0) << done.out;
    const json one = done.json(), all = whole(words);
    EXPECT_GT(one.at("instances"), 10);
    expect_same(one, all, {"instances", "complete", "results", "index", "symmetry"});
    EXPECT_EQ(one.at("merged"), "enumerate");
    EXPECT_EQ(one.at("parts"), 5);
  }
}

TEST_F(Merging, StructuresAreThoseOfOneProcessInTheirOrder) {
  const auto words = list_words({"--size", "3"});
  const json one = merged(parts(words, 4)).json(), all = whole(words);
  EXPECT_GT(one.at("structures"), 10);
  expect_same(
      one, all,
      {"structures", "candidates", "aborted", "unread", "complete", "results", "class", "vector_length"});
}

TEST_F(Merging, ChecksAddUp) {
  const std::vector<std::string> words = {
      "check",       folder_.write("buggy.hpp", kBuggyList), "--method", "List::size", "--size", "2",
      "--keep-going"};
  const auto done = merged(parts(words, 3));
  EXPECT_EQ(done.status, 1) << done.out;
  const json one = done.json(), all = whole(words);
  expect_same(one, all, {"inputs", "passed", "failed", "complete"});
  EXPECT_GT(one.at("failed"), 0);
  EXPECT_EQ(one.at("counterexamples").size(), all.at("counterexamples").size());
}

TEST_F(Merging, ChecksOfModelsAreThoseOfOneProcessInTheirOrder) {
  const std::vector<std::string> words = {
      "check-model",
      folder_.write(
          "nodes.als",
          "sig Node { next: lone Node }\npred Few[last: set Node] { #last < 2 }\nrun lists {} for 3\n"),
      "-c",
      "lists",
      "--harness",
      folder_.write("harness.cpp", R"(#include <fretsaw/harness.hpp>
using namespace fretsaw;
ModelResults ends(const AlloyInstance& instance) {
  ModelResults results;
  auto& last = results["last"];
  for (const AlloyAtom& node : instance.atoms("Node"))
    if (instance.join(node, "next").empty()) last.push_back({node});
  return results;
}
FRETSAW_HARNESS(ends, "Few")
)"),
      "--keep-going"};
  for (const char* const order : {"search", "smallest"}) {
    auto ordered = words;
    ordered.insert(ordered.end(), {"--order", order});
    const auto done = merged(parts(ordered, 3));
    EXPECT_EQ(done.status, 1) << done.out << done.err;
    json one = done.json(), all = whole(ordered);
    EXPECT_GT(all.at("failed"), 1);
    EXPECT_EQ(one.at("merged"), "check-model");
    for (json* document : {&one, &all}) {
      for (json& found : document->at("counterexamples")) found.erase("repeat");  // names the part
    }
    expect_same(
        one, all,
        {"harness", "index", "postcondition", "inputs", "passed", "failed", "complete", "counterexamples"});
  }
}

TEST_F(Merging, MutantsAreThoseOfOneProcessInTheirOrder) {
  const std::string model = folder_.write(
      "list.als",
      "sig Node { next: lone Node }\nfact Acyclic { all n: Node | n not in n.^next }\nrun {} for 2\n");
  const std::string tests = folder_.write("tests.als", "run t { some next } for 2 expect 1\n");
  const std::vector<std::string> words = {"mutate", model, tests};
  const auto done = merged(parts(words, 3));
  ASSERT_EQ(done.status, 0) << done.out;
  const json one = done.json(), all = whole(words);
  expect_same(one, all,
              {"mutants", "invalid", "equivalent", "nonequivalent", "undecided", "killed", "score",
               "duplicates", "operators", "by_operator", "by_paragraph", "scope", "tests"});
  ASSERT_EQ(one.at("results").size(), all.at("results").size());
  for (std::size_t i = 0; i < all.at("results").size(); ++i)
    expect_same(one.at("results")[i], all.at("results")[i],
                {"operator", "line", "column", "change", "fate", "diff"});
}

TEST_F(Merging, ResultsGoToFilesAndTheSummaryToPeople) {
  const std::string model = folder_.write("trees.als", kTreeModel);
  const std::vector<std::string> words = {"enumerate", model, "-c", "0", "--scope", "2"};
  const json all = whole(words);
  const auto done = merged(parts(words, 2), {"--out", folder_ / "files"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, complete(all.at("instances"), "instance") + " (2 parts)\n");
  EXPECT_EQ(json::parse(folder_.read("files/instance-000002.json")), all.at("results")[1]);
}

class MergeRefuses : public Merging {
 protected:
  void SetUp() override {
    model_ = folder_.write("trees.als", kTreeModel);
    files_ = parts({"enumerate", model_, "-c", "0", "--count"}, 3);
  }
  std::string model_;
  std::vector<std::string> files_;
};

TEST_F(MergeRefuses, PartsThatAreMissing) {
  const auto done = merged({files_[0]}, {});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("error: 2 of 3 parts are missing: 1, 2\n"));
  EXPECT_THAT(merged({files_[0], files_[2]}, {}).err, HasSubstr("error: 1 of 3 parts is missing: 2\n"));
}

TEST_F(MergeRefuses, PartsThatAreGivenTwice) {
  const auto done = merged({files_[0], files_[1], files_[1]}, {});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("error: duplicate part 2: it is also in '"));
}

TEST_F(MergeRefuses, PartsOfSomethingElse) {
  folder_.write("trees.als", std::string(kTreeModel) + "fact { some Node }\n");
  const auto other = parts({"enumerate", model_, "-c", "0", "--count"}, 3);
  EXPECT_THAT(merged({files_[0], folder_.write("old.json", folder_.read("part2.json"))}, {}).err,
              HasSubstr("missing: 1"));
  json foreign = json::parse(folder_.read("part1.json"));
  foreign["part"]["of"] = "x";
  const auto kept = folder_.write("kept.json", foreign.dump());
  EXPECT_THAT(merged({other[0], kept}, {}).err,
              HasSubstr("error: cannot merge: part of a different search than '"));
  const auto scoped =
      fretsaw({"enumerate", model_, "-c", "0", "--count", "--scope", "2", "--json", "--part", "1/3"});
  EXPECT_THAT(merged({other[0], folder_.write("scoped.json", scoped.out)}, {}).err,
              HasSubstr("error: cannot merge: part of a different search than '"));
  const auto fourth = fretsaw({"enumerate", model_, "-c", "0", "--count", "--json", "--part", "1/4"});
  EXPECT_THAT(merged({other[0], folder_.write("fourth.json", fourth.out)}, {}).err,
              HasSubstr("error: cannot merge: one of 4 parts here, one of 3 in '"));
  const auto list = lists({"--size", "2", "--count", "--json", "--part", "1/3"});
  EXPECT_THAT(merged({other[0], folder_.write("list.json", list.out)}, {}).err,
              HasSubstr("error: cannot merge: output of 'generate' here, of 'enumerate' in '"));
}

TEST_F(MergeRefuses, WhatIsNoDocumentOfAPart) {
  EXPECT_THAT(merged({folder_.write("text.json", "hello")}, {}).err,
              HasSubstr("text.json:1:1: error: not JSON: expected a value, found 'hello'\n"));
  const std::string cut = folder_.read("part1.json").substr(0, 60);
  EXPECT_THAT(merged({folder_.write("cut.json", cut)}, {}).err,
              HasSubstr("error: not JSON: unterminated string\n"));
  const auto all = fretsaw({"enumerate", model_, "-c", "0", "--count", "--json"});
  EXPECT_THAT(merged({folder_.write("all.json", all.out)}, {}).err,
              HasSubstr("error: no 'part' in the document: '"));
  EXPECT_THAT(merged({folder_ / "none.json"}, {}).err, HasSubstr("error: cannot read "));
  const auto failed = fretsaw({"enumerate", folder_ / "none.als", "-c", "0", "--json", "--part", "1/3"});
  EXPECT_THAT(merged({folder_.write("failed.json", failed.out)}, {}).err,
              HasSubstr("error: document of a run that ended with an error: '"));
  const json document = merged({folder_ / "none.json"}).json();
  EXPECT_EQ(document.at("error").at("class"), "input");
}

}  // namespace
}  // namespace fretsaw::test
