// SPDX-License-Identifier: MIT
// fretsaw generate, as a user meets it. Every call compiles a program, so that each checks several things.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "cli/generating.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> results(const json& document) {
  std::vector<std::string> texts;
  for (const json& result : document["results"]) texts.push_back(result.dump());
  return texts;
}

TEST_F(Generate, ShowsEveryStructureAndHowManyThereAre) {
  const auto done = lists({"--size", "1"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.err, "");
  EXPECT_EQ(done.out.substr(0, done.out.rfind(", ")),
            "structure 1\n"
            "List$0 = app::List {head_ = null, size_ = 0}\n"
            "\n"
            "structure 2\n"
            "List$0 = app::List {head_ = Node$0, size_ = 1}\n"
            "Node$0 = app::List::Node {next = null, key = 0}\n"
            "\n"
            "structure 3\n"
            "List$0 = app::List {head_ = Node$0, size_ = 1}\n"
            "Node$0 = app::List::Node {next = null, key = 1}\n"
            "\n" +
                complete(3, "structure") + " (6 candidates");
}

TEST_F(Generate, OnlyCountsAndReportsItsChoices) {
  const auto done = lists({"--size", "3", "--values", "List::size=2", "--values",
                           "app::List::Node::key=1,3,7", "--count", "--verbose"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, testing::StartsWith(complete(9, "structure")));
  EXPECT_THAT(done.err, HasSubstr("predicate: rep_ok; flags: -std=c++20\n"));
  EXPECT_THAT(done.err, HasSubstr("8 fields, at most 2^"));
}

// Whatever the predicate prints and reads is not part of the document.
TEST_F(Generate, GivesOneDocument) {
  const std::string noisy = "#include <cstdio>\n#include <unistd.h>\n" + std::string(kList) + R"(
inline bool noisy(const app::List& list) {
  char byte;
  std::printf("{");
  std::fflush(stdout);
  if (write(1, "}", 1) != 1 || read(0, &byte, 1) != 0) return false;
  return list.rep_ok();
})";
  const json all = generate(noisy, "app::List", {"--size", "1", "--predicate", "noisy", "--json"}).json();
  EXPECT_EQ(all["schema"], "fretsaw/1");
  EXPECT_EQ(all["command"], "generate");
  EXPECT_EQ(all["class"], "app::List");
  EXPECT_EQ(all["structures"], 3);
  EXPECT_EQ(all["candidates"], 6);
  EXPECT_EQ(all["aborted"], 0);
  EXPECT_EQ(all["complete"], true);
  EXPECT_TRUE(all["ms"].is_number());
  EXPECT_EQ(all["warnings"], json::array());
  ASSERT_EQ(all["results"].size(), 3U);
  EXPECT_EQ(all["results"][1], json::parse(R"({"root":"List$0","objects":{
              "List$0":{"class":"app::List","fields":{"head_":{"ref":"Node$0"},"size_":1}},
              "Node$0":{"class":"app::List::Node","fields":{"next":null,"key":0}}}})"));
  const json counted = lists({"--size", "1", "--json", "--count"}).json();
  EXPECT_EQ(counted["structures"], 3);
  EXPECT_FALSE(counted.contains("results"));
}

TEST_F(Generate, StopsAtTheLimitWithoutHavingSeenAll) {
  const auto done = lists({"--size", "2", "--limit", "4", "--json"});
  EXPECT_EQ(done.status, 0);
  const json document = done.json();
  EXPECT_EQ(document["structures"], 4);
  EXPECT_EQ(document["results"].size(), 4U);
  EXPECT_EQ(document["complete"], false);
  EXPECT_THAT(lists({"--size", "2", "--limit", "1"}).out, HasSubstr(at_limit(1, "structure")));
}

TEST_F(Generate, PartsAddUpAndThreadsKeepTheOrder) {
  const auto all = results(lists({"--size", "3", "--json"}).json());
  EXPECT_EQ(all.size(), 1U + 4 + 16 + 64);
  EXPECT_EQ(results(lists({"--size", "3", "--json", "-j", "3"}).json()), all);
  const auto first = results(lists({"--size", "3", "--json", "-j", "2", "--limit", "30"}).json());
  EXPECT_EQ(first, std::vector<std::string>(all.begin(), all.begin() + 30));
  std::multiset<std::string> parts;
  for (const std::string part : {"1/3", "2/3", "3/3"}) {
    const json document = lists({"--size", "3", "--json", "--part", part}).json();
    EXPECT_EQ(document["complete"], true);
    EXPECT_LT(document["structures"], all.size());
    const auto texts = results(document);
    parts.insert(texts.begin(), texts.end());
  }
  EXPECT_EQ(parts, std::multiset<std::string>(all.begin(), all.end()));
}

TEST_F(Generate, WritesOneFilePerStructureInEveryFormat) {
  const std::string out = folder_ / "deep/out";
  const auto text = lists({"--size", "1", "--out", out});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, Not(HasSubstr("structure 1\n")));
  EXPECT_THAT(text.out, testing::EndsWith(written(3, "structure", out)));
  // The folder exists now; with --json, the format concerns the files.
  const auto dot = lists({"--size", "1", "--out", out, "--format", "dot", "--json"});
  EXPECT_EQ(dot.json()["results"].size(), 3U);
  lists({"--size", "1", "--out", out, "--format", "json", "--limit", "1"});
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(out))
    names.insert(entry.path().filename().string());
  EXPECT_THAT(names, ElementsAre("structure-000001.dot", "structure-000001.json", "structure-000001.txt",
                                 "structure-000002.dot", "structure-000002.txt", "structure-000003.dot",
                                 "structure-000003.txt"));
  EXPECT_EQ(folder_.read("deep/out/structure-000001.txt"), "List$0 = app::List {head_ = null, size_ = 0}\n");
  EXPECT_EQ(json::parse(folder_.read("deep/out/structure-000001.json"))["root"], "List$0");
  const std::string picture = folder_.read("deep/out/structure-000002.dot");
  EXPECT_THAT(picture, testing::StartsWith("digraph \"structure 2\" {\n"));
  EXPECT_THAT(picture,
              HasSubstr("<b>List$0</b><br/><font point-size=\"10\">size_ = 1<br align=\"left\"/></font>"));
  EXPECT_THAT(picture, HasSubstr("n0 -> n1 [label=<head_>"));
}

TEST_F(Generate, DrawsOnTheTerminalAndKeepsTheSummaryOutOfTheDiagram) {
  const auto done = lists({"--size", "1", "--format", "svg", "--limit", "2"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, HasSubstr("<svg "));
  EXPECT_THAT(done.out, testing::EndsWith("</svg>\n"));
  EXPECT_THAT(done.err, testing::StartsWith(at_limit(2, "structure")));
}

// Every kind of field; code() tells any two objects apart.
constexpr const char* kZoo = R"(
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>
namespace zoo {
enum class Color { Red, Green };
struct Item { int weight = 0; };
struct Base { virtual ~Base() = default; int level = 0; };
struct Special : Base { bool flag = false; };
class Cage : public Base {
  enum { Small, Large } size_;
  const int limit_ = 4;
  const Color color_;
  std::pair<int, char> pair_;
  std::optional<Item> maybe_;
  std::optional<Color> shade_;
  std::vector<std::unique_ptr<Item>> owned_;
  std::shared_ptr<Item> shared_[2];
  std::weak_ptr<Item> weak_;
  Base* animal_ = nullptr;
  int level = 0;
  double real_ = 0;
  int* data_ = nullptr;
  int count_ = 0;
  std::unique_ptr<Item[]> items_;
  struct { bool hidden_; };
 public:
  Cage() : color_(Color::Red) {}
  long code() const {
    long code = size_ + 2 * (color_ == Color::Green) + 4 * pair_.first + 8 * (pair_.second == 'b') +
                16 * (maybe_ ? 1 + maybe_->weight : 0) + 64 * (shade_ ? 1 + (*shade_ == Color::Green) : 0);
    code += 256 * (owned_.empty() ? 0 : 1 + owned_[0]->weight) + 1024 * level + 2048 * Base::level;
    code += 4096 * (shared_[1] == shared_[0]) + 8192 * (weak_.lock() == shared_[0]) + 16384 * (real_ == 0.5);
    code += 32768 * hidden_ + 65536 * (data_[0] + 2 * data_[1]) + 262144 * items_[0].weight;
    return code * 4 + (dynamic_cast<const Special*>(animal_) == nullptr ? 0 : 1 + 2 * static_cast<const Special*>(animal_)->flag);
  }
  bool rep_ok() const {
    return limit_ == 4 && count_ == 2 && owned_.size() == 1 && owned_[0] && shared_[0] && shared_[1] && weak_.lock() &&
           animal_ && animal_->level == 1 && items_[0].weight == 1 && code() % 3 == 0;
  }
};
}  // namespace zoo
)";

TEST_F(Generate, WritesCppThatRebuildsTheObjects) {
  const auto found = generate(kZoo, "Cage", {"--size",    "1",
                                             "--objects", "Item=2",
                                             "--values",  "Cage::owned.length=1",
                                             "--values",  "Cage::pair.second='a','b'",
                                             "--values",  "Cage::real=0..0.5:0.5",
                                             "--values",  "Cage::data.length=count",
                                             "--values",  "Cage::count=2",
                                             "--values",  "Cage::items.length=1",
                                             "--values",  "Item::weight=0..1",
                                             "--format",  "cpp",
                                             "--limit",   "300"});
  EXPECT_EQ(found.status, 0) << found.err;
  folder_.write("structures.inc", found.out);
  folder_.write("main.cpp", R"(#include <cstdio>
#include <set>
#include "structures.inc"
int main() {
  using Make = zoo::Cage* (*)();
  const Make all[] = {structure_1, structure_2, structure_30, structure_59, structure_60};
  std::set<long> codes;
  for (const Make make : all) {
    const zoo::Cage* const cage = make();
    if (!cage->rep_ok() || !codes.insert(cage->code()).second) return 1;
  }
  return 0;
})");
  const std::string program = folder_ / "main";
  EXPECT_EQ(
      std::system(
          ("g++ -std=c++20 -fno-access-control -w -o " + program + " " + (folder_ / "main.cpp")).c_str()),
      0);
  EXPECT_EQ(std::system(program.c_str()), 0);
}

TEST_F(Generate, CallsAPredicateOfSeveralArgumentsInCpp) {
  const std::string text =
      "namespace zoo {\nstruct Item { int weight = 0; };\n"
      "inline bool heavier(const Item& a, const Item* b, int by) { return b && a.weight == b->weight + by; "
      "}\n}\n";
  const auto done = generate(
      text, "zoo::Item", {"--predicate", "heavier", "--size", "1", "--objects", "Item=2", "--format", "cpp"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, HasSubstr("inline bool structure_5() {\n"
                                  "  auto* const item_1 = new zoo::Item();\n"
                                  "  auto* const item_0 = new zoo::Item();\n"
                                  "  item_1->weight = 1;\n"
                                  "  item_0->weight = 0;\n"
                                  "  return zoo::heavier(*item_1, item_0, 1);\n"
                                  "}\n"));
}

TEST_F(Generate, TroubleIsCountedAndItsFirstCandidateShown) {
  const std::string troubled = std::string(kList) + R"(
#include <csignal>
#include <stdexcept>
inline bool troubled(app::List& list) {
  struct Mirror { Mirror* head; int size; };
  Mirror& mirror = reinterpret_cast<Mirror&>(list);
  if (mirror.size == 1) throw std::runtime_error("one is too many");
  if (mirror.size == 2) __builtin_abort();
  if (mirror.size == 4) raise(SIGTERM);
  if (mirror.size == 3) for (;;) if (mirror.head == nullptr) mirror.size = 3;
  return list.rep_ok();
})";
  const std::vector<std::string> more{"--size", "4", "--objects", "Node=0", "--predicate", "troubled"};
  const auto text = generate(troubled, "List", more);
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr(complete(1, "structure") + " (5 candidates, 4 aborted, "));
  EXPECT_EQ(
      text.err,
      "warning: the predicate aborted on 4 candidates (treated as invalid): 1 × exception, 1 × step limit, "
      "1 × abort, 1 × signal\n"
      "note: first abort: exception (one is too many)\n"
      "    List$0 = app::List {head_ = null, size_ = 1}\n"
      "warning: the predicate modifies the object it checks (first 'List$0.size_'); the changes were undone\n");
  auto in_json = more;
  in_json.insert(in_json.end(), {"--json", "--step-limit", "50"});
  const json document = generate(troubled, "List", in_json).json();
  EXPECT_EQ(document["structures"], 1);
  EXPECT_EQ(document["aborted"], 4);
  EXPECT_EQ(document["aborted_by"], json::parse(R"({"exception":1,"step limit":1,"abort":1,"signal":1})"));
  EXPECT_EQ(document["first_aborted"]["reason"], "exception");
  EXPECT_EQ(document["first_aborted"]["object"]["objects"]["List$0"]["fields"]["size_"], 1);
  EXPECT_EQ(document["warnings"].size(), 2U);
}

TEST_F(Generate, TheStepLimitIsForOneCandidate) {
  const json document =
      lists({"--size", "2", "--values", "Node::key=0", "--step-limit", "4", "--json"}).json();
  EXPECT_LT(document["structures"], 3);
  EXPECT_GT(document["aborted_by"]["step limit"], 0);
}

TEST_F(Generate, TheCrossCheckFailsOnAPredicateThatDependsOnMore) {
  const std::string moody =
      std::string(kList) +
      "inline bool moody(const app::List& list) { static int calls = 0; return ++calls % 2 == 0 || "
      "list.rep_ok(); }\n";
  const auto done =
      generate(moody, "List", {"--size", "1", "--predicate", "moody", "--cross-check", "--count"});
  EXPECT_EQ(done.status, 1);
  EXPECT_THAT(done.err, HasSubstr("the predicate is not deterministic: on "));
  const auto sound = lists({"--size", "2", "--cross-check", "--count", "--no-snapshots"});
  EXPECT_EQ(sound.status, 0);
  EXPECT_THAT(sound.out, HasSubstr("cross-check: no mismatch on any candidate\n"));
}

TEST_F(Generate, ForksOfThePredicateDoNotSearch) {
  const std::string forking = "#include <unistd.h>\n#include <sys/wait.h>\n" + std::string(kList) + R"(
inline bool forks(const app::List& list) {
  const pid_t child = fork();
  if (child == 0 && list.rep_ok()) _exit(3);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  return WEXITSTATUS(status) == 3 && list.rep_ok();
})";
  const json document = generate(forking, "List", {"--size", "1", "--predicate", "forks", "--json"}).json();
  EXPECT_EQ(document["structures"], 3);
  EXPECT_EQ(document["aborted"], 0);
}

TEST_F(Generate, AFunctionThatIsNotInlineMayBeInTheHeader) {
  const std::string plain = std::string(kList) +
                            "int answers = 0;\nbool empty_list(const app::List& list);\n"
                            "bool empty_list(const app::List& list) { ++answers; return list.rep_ok(); }\n";
  const auto done = generate(plain, "List", {"--size", "1", "--predicate", "empty_list", "--count"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr(complete(3, "structure")));
}

TEST_F(Generate, TakesFlagsFromTheCommandLineAndFromACompilationDatabase) {
  folder_.write("include/limits_of.hpp", "constexpr int kMost = MOST;\n");
  const std::string header = folder_.write(
      "flagged.hpp",
      "#include <limits_of.hpp>\nstruct Flagged { int n; bool rep_ok() const { return n < kMost; } };\n");
  const auto missing = fretsaw(words(header, "Flagged", {"--size", "5", "--count"}));
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr(header + ":1:10: error: "));
  EXPECT_THAT(missing.err, HasSubstr("limits_of.hpp: No such file"));
  const auto given =
      fretsaw(words(header, "Flagged",
                    {"--size", "5", "--count", "--cxxflags", "-I '" + (folder_ / "include") + "' -DMOST=2"}));
  EXPECT_THAT(given.out, HasSubstr(complete(2, "structure")));
  folder_.write(
      "build/compile_commands.json",
      R"([{"directory":")" + folder_.path() +
          R"(","file":"flagged.cpp","command":"c++ -Iinclude -DMOST=3 -std=c++17 -Werror -o x.o -c flagged.cpp"}])");
  const auto database =
      fretsaw(words(header, "Flagged", {"--size", "5", "--count", "-p", folder_ / "build"}));
  EXPECT_THAT(database.out, HasSubstr(complete(3, "structure"))) << database.err;
}

TEST_F(Generate, TakesAFinitization) {
  const std::string good =
      folder_.write("good.cpp",
                    "#include <fretsaw/finitization.hpp>\n"
                    "void finitize_app__List(fretsaw::Finitization& f, int size) {\n"
                    "  f.objects(\"Node\", size).set(\"Node::key\", fretsaw::values({1, 3}));\n"
                    "  f.set(\"List::head\", fretsaw::null_or(\"Node\"));\n"
                    "  f.set(\"List::size\", fretsaw::range(2, size));\n"
                    "}\n");
  EXPECT_THAT(lists({"--size", "2", "--count", "--finitization", good}).out,
              HasSubstr(complete(4, "structure")));
  // The command line has the last word.
  EXPECT_THAT(lists({"--size", "2", "--count", "--finitization", good, "--values", "Node::key=5"}).out,
              HasSubstr(complete(1, "structure")));
  const std::string bad = folder_.write("bad.cpp", "void finitize_app__List() {\n  f.set(;\n}\n");
  const auto broken = lists({"--size", "2", "--finitization", bad});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr(bad + ":2:3: error: " + bad + " does not compile: "));
  const auto empty = lists({"--size", "2", "--finitization", folder_.write("empty.cpp", "")});
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("the finitization does not define 'void finitize_app__List("));
  EXPECT_EQ(lists({"--size", "2", "--finitization", folder_ / "none.cpp"}).status, 2);
}

constexpr const char* kArrays = R"(
struct Cell { int value; };
struct Arrays {
  int* data = nullptr;
  unsigned capacity = 0;
  Cell** cells = nullptr;
  bool rep_ok() const {
    for (unsigned i = 0; i < capacity; ++i) if (data[i] != 1) return false;
    return cells == nullptr || (cells[1] != nullptr && cells[1]->value == 1);
  }
};
)";

TEST_F(Generate, SearchesArraysBehindPointers) {
  const auto done = generate(
      kArrays, "Arrays",
      {"--size", "1", "--values", "Arrays::data.length=capacity", "--values", "Arrays::capacity=0..2",
       "--values", "Arrays::cells.length=null,1..2", "--values", "Arrays::cells=null,Cell"});
  EXPECT_EQ(done.status, 0) << done.err;
  // Three capacities, each with no cells or two, of which the second is a cell of 1 and the first it or null.
  EXPECT_THAT(done.out, HasSubstr("\n" + complete(9, "structure") + " ("));
  EXPECT_THAT(done.out, HasSubstr("Arrays$0 = Arrays {data = [1, 1], capacity = 2, cells = null}\n"));
  EXPECT_THAT(done.out,
              HasSubstr("Arrays$0 = Arrays {data = [1], capacity = 1, cells = [Cell$0, Cell$0]}\n"));
  // cells[1] of one cell is not there.
  EXPECT_THAT(done.err, HasSubstr("× out-of-range access\n"));
}

TEST_F(Generate, AConstFieldWithItsValueInTheClassKeepsIt) {
  const std::string text =
      "struct Fixed { const int limit = 4; int n = 0; bool rep_ok() const { return limit == 4; } };";
  EXPECT_THAT(generate(text, "Fixed", {"--size", "1", "--count"}).out, HasSubstr(complete(2, "structure")));
  EXPECT_THAT(generate(text, "Fixed", {"--size", "1", "--values", "Fixed::limit=3..4", "--limit", "1"}).out,
              HasSubstr("{limit = 4, n = 0}"));
}

TEST_F(Generate, ReportsComparisonsWithValuesOutsideTheDomain) {
  const std::string text = R"(
struct List {
  struct Node { Node* next; };
  static Node* end() { static Node nil; return &nil; }
  Node* head;
  bool rep_ok() const { return head == end(); }
};)";
  const auto none = generate(text, "List", {"--size", "2"});
  EXPECT_THAT(none.out, HasSubstr(complete(0, "structure")));
  EXPECT_THAT(none.err,
              HasSubstr("warning: the predicate rejected all candidates; it uses '&List::end::nil', "
                        "which is not among the values of any pointer\n"));
  const std::string member = R"(
struct List {
  struct Node { Node* next; };
  static inline Node nil;
  Node* head;
  bool rep_ok() const { return head == &nil; }
};)";
  EXPECT_THAT(generate(member, "List", {"--size", "2", "--count"}).out, HasSubstr(complete(1, "structure")));
  const auto excluded = generate(member, "List", {"--size", "2", "--values", "List::head=null"});
  EXPECT_THAT(excluded.err, HasSubstr("it uses '&List::nil', which is not among the values of any pointer"));
}

TEST_F(Generate, MakesObjectsWithTheConstructorsOfAFinitization) {
  const std::string text = R"(
#include <memory>
#include <vector>
struct Expression {
  virtual ~Expression() {}
  virtual bool is_whole() const = 0;
};
struct Number : Expression {
  explicit Number(int number) : value(number) {}
  Number(const Number&) = delete;
  ~Number() override {}
  bool is_whole() const override { return value > 0; }
  int value;
};
struct Sum : Expression {
  Sum(std::unique_ptr<Expression> a, std::unique_ptr<Expression> b) {
    parts.push_back(std::move(a));
    parts.push_back(std::move(b));
  }
  ~Sum() override {}
  bool is_whole() const override {
    return parts.size() == 2 && parts[0] && parts[1] && parts[0]->is_whole() && parts[1]->is_whole();
  }
  std::vector<std::unique_ptr<Expression>> parts;
};
struct Formula {
  std::unique_ptr<Expression> root;
  bool rep_ok() const { return root && root->is_whole(); }
};)";
  const auto refused = generate(text, "Formula", {"--size", "2"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("f.construct(\"Number\", [](void* memory) { new (memory) Number(...); })"));
  const std::string bounds = folder_.write("bounds.cpp", R"(#include <fretsaw/finitization.hpp>
#include "input.hpp"
void finitize_Formula(fretsaw::Finitization& f, int) {
  f.construct("Number", [](void* memory) { new (memory) Number(0); });
  f.construct("Sum", [](void* memory) { new (memory) Sum(nullptr, nullptr); });
  f.set("Number::value", fretsaw::range(0, 2));
  f.length("Sum::parts", 2, 2);
}
)");
  // A number out of two; or a sum of two of them.
  EXPECT_THAT(generate(text, "Formula", {"--objects", "Expression=3", "--finitization", bounds}).out,
              HasSubstr(complete(6, "structure")));
}

TEST_F(Generate, FindsDerivedClassesThatOnlyBasesMention) {
  const std::string shape = "struct Shape { int sides = 0; virtual ~Shape() = default; };\n";
  const std::string canvas = R"(
struct Canvas {
  Shape* shape = nullptr;
  bool rep_ok() const { return shape == nullptr || shape->sides == 0; }
};)";
  // Mid<int> and Mid2<int> are nowhere written down.
  const auto deep = generate(shape + R"(
template <class T> struct Mid : Shape {};
template <class T> struct Mid2 : Mid<T> {};
template <class T> struct Mid3 : Mid2<T> {};
struct Leaf : Mid3<int> {};)" + canvas,
                             "Canvas", {"--size", "1", "--values", "Shape::sides=0"});
  EXPECT_THAT(deep.out, HasSubstr(complete(6, "structure")));  // null, and one of each class
  EXPECT_THAT(deep.out, HasSubstr("shape = Mid<int>$0"));
  EXPECT_EQ(deep.err, "");
}

TEST_F(Generate, NamesTheDerivedClassesThatItCannotFind) {
  const std::string text = R"(
struct Shape { int sides = 0; virtual ~Shape() = default; };
template <class T> auto hidden(T) { struct Hidden : Shape {}; return Hidden{}; }
template <class T> struct Wrapped : decltype(hidden(T{})) {};
inline Wrapped<int> wrapped;
struct Kinds final {
  struct Base : Shape {};
  template <class T> struct Wrapped : Base {};
};
inline Kinds::Wrapped<int> other;
struct Canvas {
  Shape* shape = nullptr;
  bool rep_ok() const { return shape == nullptr || shape->sides == 0; }
  /*@ ensures shape == nullptr; */
  void clear() { shape = nullptr; }
};)";
  const char* const kInside = "warning: 'Hidden' is local to a function and cannot be named: ";
  const char* const kLost = "warning: cannot determine the base class 'Base' of 'Kinds::Wrapped<int>': ";
  const auto found = generate(text, "Canvas", {"--size", "1", "--values", "Shape::sides=0"});
  EXPECT_THAT(found.out, HasSubstr(complete(3, "structure")));  // null, Shape and Kinds::Base
  EXPECT_THAT(found.err, HasSubstr(kInside));
  EXPECT_THAT(found.err, HasSubstr(kLost));
  const auto checked = run({.arguments = {"check", folder_.write("canvas.hpp", text), "--method",
                                          "Canvas::clear", "--size", "1", "--values", "Shape::sides=0"}});
  EXPECT_THAT(checked.out, HasSubstr("all 3 inputs"));
  EXPECT_THAT(checked.err, HasSubstr(kInside));
  EXPECT_THAT(checked.err, HasSubstr(kLost));
}

TEST_F(Generate, WorksWithClang) {
  const char* compiler = nullptr;
  for (const char* const name : {"clang++", "clang++-19"}) {
    const std::string command = std::string("command -v ") + name + " >/dev/null";
    if (compiler == nullptr && std::system(command.c_str()) == 0) compiler = name;
  }
  if (compiler == nullptr) GTEST_SKIP() << "there is no clang++";
  ::setenv("FRETSAW_CXX", compiler, 1);
  const auto done = lists({"--size", "2", "--count", "--cross-check"});
  ::unsetenv("FRETSAW_CXX");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr(complete(13, "structure")));
  EXPECT_THAT(done.out, HasSubstr("cross-check: no mismatch on any candidate\n"));
}

}  // namespace
}  // namespace fretsaw::test
