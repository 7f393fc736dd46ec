// SPDX-License-Identifier: MIT
// fretsaw check, as users call it. Each test asks several things of one program, which is compiled once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "cli/process.hpp"
#include "cli/summaries.hpp"
#include "support/at_work.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Lists of at most N cells with values 0..V: the sum of (V + 1)^n. Adding forgets the size of a list that is
// not empty.
constexpr const char* kFaultyList = R"(
struct Cell {
  int value = 0;
  Cell* next = nullptr;
  int* cache = nullptr;
};
struct List {
  /*@ invariant {
        all c: this.head.*next | c !in c.^next
        this.size = #this.head.*next
      } */
  Cell* head = nullptr;
  int size = 0;

  /*@ ensures { this.head.*next.value = this.head`.*next`.value` + @value } */
  void add(int value) {
    Cell* const cell = new Cell;
    cell->value = value;
    cell->next = head;
    size += head == nullptr ? 1 : 0;
    head = cell;
  }
};
)";

class CheckCommand : public testing::Test {
 protected:
  std::string header() { return folder_.write("list.hpp", kFaultyList); }

  Finished check(std::vector<std::string> more, std::vector<std::string> method = {"--method", "List::add"}) {
    std::vector<std::string> words = {"check", header()};
    words.insert(words.end(), method.begin(), method.end());
    words.insert(words.end(), {"--ignore-field", "Cell::cache"});
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
  }

  Folder folder_;
};

std::string text_in(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(CheckCommand, AConstructorAndItsClassHaveContractsNextToTheHeader) {
  const std::string box = folder_.write("box.hpp", R"(#include <vector>
class Box {
 public:
  explicit Box(int capacity) : slots(capacity) {}
  std::vector<int> slots;
};
)");
  folder_.write("box.spec", R"(class Box {
  invariant { this.slots.length > 0 }
  Box(int capacity) {
    requires capacity > 0;
    ensures { this.slots.length = @capacity }
  }
}
)");
  const auto done =
      run({.arguments = {"check", box, "--method", "Box::Box", "--values", "Box::capacity=-1..3"}});
  EXPECT_EQ(done.out, "Box::Box(int): " + passed(3, " (Box::capacity=-1..3)") + "\n") << done.err;
}

TEST_F(CheckCommand, FindsTheSmallestCounterexampleAndHowToReproduceIt) {
  const std::vector<std::string> bounds = {"--objects", "Cell=2",          "--values", "Cell::value=0..1",
                                           "--values",  "List::size=0..2", "--values", "add::value=0..1"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), bounds.begin(), bounds.end());
    return more;
  };
  // 1 + 2 + 4 lists, 2 values: all but those of the empty list fail.
  const json all = check(with({"--json", "--keep-going"})).json();
  EXPECT_EQ(all["inputs"], 14);
  EXPECT_EQ(all["passed"], 2);
  EXPECT_EQ(all["failed"], 12);
  EXPECT_EQ(all["complete"], true);
  EXPECT_EQ(all["counterexamples"].size(), 12U);

  const Finished first = check(with({"--json"}));
  EXPECT_EQ(first.status, 1);
  const json one = first.json();
  EXPECT_EQ(one["inputs"], 3);
  EXPECT_EQ(one["failed"], 1);
  const json& found = one["counterexamples"][0];
  EXPECT_EQ(found["reason"], "invariant");
  EXPECT_EQ(found["call"], "List$0.add(0)");
  EXPECT_EQ(found["before"]["objects"]["Cell$0"]["fields"]["value"], 0);
  EXPECT_EQ(found["before"]["objects"]["Cell$0"]["fields"].contains("cache"), false);
  EXPECT_THAT(std::string(found["repeat"]), HasSubstr("--input 3"));

  const json third = check(with({"--json", "--input", "3"})).json();
  EXPECT_EQ(third["inputs"], 1) << "the others are not run";
  EXPECT_EQ(third["failed"], 1);
  EXPECT_EQ(third["counterexamples"][0]["before"], found["before"]);
  const Finished passing = check(with({"--input", "1"}));
  EXPECT_EQ(passing.status, 0) << passing.err;
  EXPECT_THAT(passing.out, HasSubstr("List::add(int): passed on input 1 ("));
  const Finished beyond = check(with({"--input", "15"}));
  EXPECT_EQ(beyond.status, 2);
  EXPECT_THAT(beyond.err, HasSubstr("error: List::add(int): no input 15; there are only 14 ("));
  const json refused = check(with({"--input", "15", "--json"})).json();
  EXPECT_THAT(std::string(refused["error"]["message"]), HasSubstr("no input 15"));
  EXPECT_EQ(refused["error"]["class"], "input");

  // What is known to fail does not count.
  std::ofstream(folder_ / "known.json") << all.dump();
  const Finished known = check(with({"--keep-going", "--exclude-known", folder_ / "known.json"}));
  EXPECT_EQ(known.status, 0);
  EXPECT_THAT(known.out, HasSubstr(passed(2, "")));
  EXPECT_THAT(known.out, HasSubstr("; 12 known failures ignored\n"));

  // What is left out counts for --input, which knows nothing of it.
  json smallest = all;
  smallest["counterexamples"] = json::array({found});
  std::ofstream(folder_ / "smallest.json") << smallest.dump();
  const json second = check(with({"--json", "--exclude-known", folder_ / "smallest.json"})).json();
  EXPECT_EQ(second["excluded"], 1);
  const json& left = second["counterexamples"][0];
  EXPECT_THAT(std::string(left["repeat"]), HasSubstr("--input 4"));
  EXPECT_EQ(left["before"], all["counterexamples"][1]["before"]);
  std::ofstream(folder_ / "one.json") << found.dump();
  EXPECT_EQ(check(with({"--json", "--exclude-known", folder_ / "one.json"})).json()["excluded"], 1);
  std::ofstream(folder_ / "none.json") << "[]";
  const Finished none = check(with({"--exclude-known", folder_ / "none.json"}));
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("none.json' is not the output of 'fretsaw check --json'"));

  const json purpose = check(with({"--json", "--keep-going", "--requires", "{ no this.head.next }"})).json();
  EXPECT_EQ(purpose["inputs"], 6);
  EXPECT_EQ(purpose["failed"], 4);
}

// A bound on a parameter of one method is neither in the summary of another nor in the command that reproduces
// an input of that; nor after a checkpoint.
TEST_F(CheckCommand, TheReportOfAMethodNamesOnlyBoundsOfThatMethod) {
  const std::string pair = folder_.write("pair.hpp", R"(
struct Pair {
  int a = 0;
  //@ ensures a != 2;
  void set(int to) { a = to; }
  //@ ensures a == by;
  void put(int by) { a = by; }
};
)");
  const std::vector<std::string> words = {
      "check",        pair,       "--values",     "Pair::a=0",    "--values",
      "set::to=0..3", "--values", "put::by=0..1", "--checkpoint", folder_ / "checkpoint"};
  const auto first = fretsaw(words);
  EXPECT_EQ(first.status, 1) << first.out << first.err;
  EXPECT_THAT(first.out, HasSubstr("--values Pair::a=0 --values set::to=0..3 --input 3\n"));
  EXPECT_THAT(first.out, HasSubstr("Pair::set(int): " + first_failure(3, " (Pair::a=0, set::to=0..3)")));
  EXPECT_THAT(first.out, HasSubstr("Pair::put(int): " + passed(2, " (Pair::a=0, put::by=0..1)") + "\n"));
  // Only the times in the final table differ.
  const auto before_table = [](const std::string& text) { return text.substr(0, text.find("\nmethod ")); };
  EXPECT_EQ(before_table(fretsaw(words).out), before_table(first.out));
}

TEST_F(CheckCommand, ADocumentAboutSeveralMethodsHasTheKeysOfOne) {
  const std::string two = folder_.write("two.hpp", R"(
//@ ensures \result >= 0;
inline int up(int k) { return k; }
//@ ensures \result > 0;
inline int down(int k) { return k - 1; }
)");
  const auto done = run({.arguments = {"check", two, "--size", "2", "--json"},
                         .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
  EXPECT_EQ(done.status, 1) << done.err;
  const json document = json::parse(done.out);
  EXPECT_EQ(document["methods"].size(), 2U);
  EXPECT_TRUE(document.at("method").is_null());
  EXPECT_EQ(document.at("inputs"), 3 + 1);  // `down` stops at its first failure
  EXPECT_EQ(document.at("passed"), 3);
  EXPECT_EQ(document.at("failed"), 1);
  EXPECT_EQ(document.at("counterexamples").size(), 1U);
  EXPECT_TRUE(document.contains("complete"));
  EXPECT_TRUE(document.at("ms").is_number());
}

// Without a contract the invariant is all there is to check, and what cannot be called is skipped.
constexpr const char* kWithoutContracts = R"(#include <mutex>
#include <ostream>
class Stack {
 public:
  Stack() = default;
  ~Stack() {}
  bool rep_ok() const { return size_ >= 0 && size_ <= 3; }
  void push() { ++size_; }
  bool operator==(const Stack& other) const { return size_ == other.size_; }
  void wait(std::mutex& mutex) { mutex.lock(); }
  void undefined();
  template <class T> void add(T) {}
  friend std::ostream& operator<<(std::ostream& out, const Stack&) { return out; }

 private:
  void reset() { size_ = -1; }
  int size_ = 0;
};
inline int half(int number) { return number / 2; }
int main() { return 3; }
)";

TEST_F(CheckCommand, WithoutAnyContractAllPublicFunctionsAreChecked) {
  const std::string stack = folder_.write("stack.hpp", kWithoutContracts);
  const Finished text = run({.arguments = {"check", stack, "--junit", folder_ / "junit.xml"}});
  EXPECT_EQ(text.status, 1) << text.err;
  EXPECT_THAT(text.out, HasSubstr("Stack::push(): " + first_failure(4, " (size 3)")));
  EXPECT_THAT(text.out, HasSubstr("half(int): " + passed(4, " (size 3)")));
  EXPECT_THAT(text.out, testing::ContainsRegex("\nmethod +inputs +time  verdict\n"));
  EXPECT_THAT(text.out, testing::ContainsRegex("\nStack::push\\(\\) +4 +[0-9.]+ ms  failed\n"));
  EXPECT_THAT(text.out, testing::ContainsRegex(
                            "\nStack::operator==\\(const Stack&\\) const +[0-9]+ +[0-9.]+ ms  passed\n"));
  EXPECT_THAT(text.out, HasSubstr("skipped: 'std::mutex' is not supported as a parameter ('wait::mutex')\n"));
  EXPECT_THAT(text.out, HasSubstr("skipped: 'Stack::undefined()' is declared but not defined\n"));
  for (const char* const other : {"reset", "main", "~Stack", "Stack::Stack"})
    EXPECT_THAT(text.out, testing::Not(HasSubstr(other)));
  EXPECT_THAT(text_in(folder_ / "junit.xml"), HasSubstr("errors=\"0\" skipped=\"3\""));

  const json document = run({.arguments = {"check", stack, "--json"}}).json();
  EXPECT_EQ(document.at("failed"), 1);
  EXPECT_FALSE(document.contains("error")) << "what is skipped is not an error";
  std::map<std::string, json> methods;
  for (const json& method : document.at("methods")) methods[method.at("signature")] = method;
  EXPECT_EQ(methods.size(), 7U);
  EXPECT_EQ(methods.at("half(int)").at("passed"), 4);
  EXPECT_EQ(methods.at("Stack::undefined()").at("skipped"), true);
  EXPECT_EQ(methods.at("Stack::undefined()").at("error").at("message"),
            "'Stack::undefined()' is declared but not defined");
}

TEST_F(CheckCommand, WithSomeContractsTheOthersAreNotCheckedUnlessTheyAreRequested) {
  const std::string two = folder_.write("two.hpp", R"(//@ ensures \result >= n;
inline int up(int n) { return n + 1; }
inline int down(int n) { return n - 1; }
)");
  const Finished one = run({.arguments = {"check", two}});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.err, HasSubstr("note: 1 function without a contract is not checked (use --all-methods)\n"));
  EXPECT_EQ(one.out, "up(int): " + passed(4, " (size 3)") + "\n");
  const Finished both = run({.arguments = {"check", two, "--all-methods"}});
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("down(int): " + passed(4, " (size 3)") + "\n"));
  EXPECT_THAT(both.err, testing::Not(HasSubstr("--all-methods")));
  const Finished named = run({.arguments = {"check", two, "--all-methods", "--method", "up"}});
  EXPECT_EQ(named.status, 2);
  EXPECT_EQ(named.err, "error: '--all-methods' cannot be combined with '--method'\n");
}

TEST_F(CheckCommand, NothingThatCanBeCalledIsAnError) {
  const std::string none = folder_.write("none.hpp", R"(#include <mutex>
inline void lock(std::mutex& mutex) { mutex.lock(); }
inline void unlock(std::mutex& mutex) { mutex.unlock(); }
)");
  const Finished done = run({.arguments = {"check", none}});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("error: none of 2 functions can be called\n"
                                  "note: 'std::mutex' is not supported as a parameter ('lock::mutex')\n"));
  const Finished empty = run({.arguments = {"check", folder_.write("empty.hpp", "struct A {};\n")}});
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("error: no function to check: "));
}

TEST_F(CheckCommand, TemplatesWithoutArgumentsAreInstantiatedWithInt) {
  const std::string box = folder_.write("box.hpp", R"(template <class T, int Size = 2>
class Box {
 public:
  void add(const T& item) { if (count_ < Size) items_[count_++] = item; }
  bool rep_ok() const { return count_ >= 0 && count_ <= Size; }

 private:
  T items_[Size] = {};
  int count_ = 0;
};
template <class T> T larger(T a, T b) { return a < b ? b : a; }
)");
  const Finished all = run({.arguments = {"check", box, "--size", "1"}});
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_THAT(all.err, HasSubstr("note: template 'Box' is instantiated as 'Box<int>'\n"));
  EXPECT_THAT(all.err, HasSubstr("note: template 'larger' is instantiated as 'larger<int>'\n"));
  EXPECT_THAT(all.out, HasSubstr("larger<int>(int, int): " + passed(4, " (size 1)") + "\n"));
  EXPECT_THAT(all.out, HasSubstr("Box<int>::add(const int&): passed on all "));
  for (const char* const name : {"Box::add", "larger"}) {
    const Finished one = run({.arguments = {"check", box, "--size", "1", "--method", name}});
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_THAT(one.err, HasSubstr(" is instantiated as '"));
  }
}

TEST_F(CheckCommand, AMethodThatCannotBeCheckedDoesNotKeepTheOthersFromIt) {
  const std::string three = folder_.write("three.hpp", R"(#include <any>
//@ ensures \result >= 0;
inline int up(int k) { return k; }
//@ ensures \result == !s.has_value();
inline bool is_empty(std::any s) { return !s.has_value(); }
//@ ensures \result > 0;
inline int down(int k) { return k - 1; }
)");
  const auto check_three = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"check", three, "--size", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
  };
  const Finished text = check_three({"--junit", folder_ / "junit.xml"});
  EXPECT_EQ(text.status, 2) << text.err;
  EXPECT_THAT(text.err, HasSubstr("error: 'std::any' is not supported as a parameter ('is_empty::s')"));
  EXPECT_THAT(text.out,
              HasSubstr("up(int): " + passed(3, " (size 2)") + "\nis_empty(std::any): cannot be checked\n"));
  EXPECT_THAT(text.out, HasSubstr("down(int): " + first_failure(1, " (size 2)")));
  EXPECT_THAT(text_in(folder_ / "junit.xml"),
              HasSubstr("<error message=\"&apos;std::any&apos; is not supported as a parameter"));

  const Finished documented = check_three({"--json"});
  EXPECT_EQ(documented.status, 2);
  const json document = documented.json();
  EXPECT_EQ(document.at("inputs"), 3 + 1);
  EXPECT_EQ(document.at("failed"), 1);
  EXPECT_EQ(document.at("complete"), false);
  EXPECT_THAT(document.at("error").at("message").get<std::string>(), HasSubstr("is_empty::s"));
  ASSERT_EQ(document.at("methods").size(), 3U);
  EXPECT_EQ(document["methods"][1].at("error"), document["error"]);
  EXPECT_EQ(document["methods"][1].at("signature"), "is_empty(std::any)");
}

TEST_F(CheckCommand, GoesUpSizeBySizeAndWritesFilesAndReports) {
  const Finished sizes = check({"--sizes", "0..3", "--junit", folder_ / "junit.xml", "--format", "dot",
                                "--out", folder_ / "pictures"});
  EXPECT_EQ(sizes.status, 1);
  EXPECT_THAT(sizes.out, HasSubstr("List::add(int): " + passed(1, " (size 0)") + "\n"));
  EXPECT_THAT(sizes.out, HasSubstr(first_failure(3, " (size 1)")));
  EXPECT_THAT(sizes.out, testing::Not(HasSubstr("size 2")));
  const std::string junit = text_in(folder_ / "junit.xml");
  EXPECT_THAT(junit, HasSubstr("List::add(int)"));
  EXPECT_THAT(junit, HasSubstr("invariant of &apos;List&apos; violated"));
  const std::string dot = text_in((folder_ / "pictures") + "/counterexample-000001.dot");
  EXPECT_THAT(dot, HasSubstr("head (was)"));
  EXPECT_THAT(dot, HasSubstr("head (new)"));
  EXPECT_THAT(dot, HasSubstr("new"));
  const Finished svg = check({"--size", "1", "--format", "svg"});
  EXPECT_THAT(svg.out, HasSubstr("<svg"));
  EXPECT_THAT(svg.err, HasSubstr(first_failure(3, " (size 1)")));
  const Finished json_lines = check({"--size", "1", "--format", "json"});
  EXPECT_EQ(json::parse(json_lines.out)["reason"], "invariant");
}

TEST_F(CheckCommand, SizesWithoutAnInputAreNoContradictionIfLargerOnesHaveSome) {
  const Finished sizes = check({"--sizes", "0..1", "--requires", "{ some this.head }"});
  EXPECT_EQ(sizes.status, 1) << sizes.err;
  EXPECT_THAT(sizes.out, HasSubstr("List::add(int): no valid inputs (size 0)\n"));
  EXPECT_THAT(sizes.out, HasSubstr(first_failure(1, " (size 1)")));
  const json last = check({"--sizes", "0..1", "--requires", "{ some this.head }", "--json"}).json();
  EXPECT_EQ(last["size"], 1);
  EXPECT_EQ(last["failed"], 1);
  const Finished none = check({"--sizes", "0..1", "--requires", "{ some this.head and no this.head }"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no valid input within the bounds"));
}

TEST_F(CheckCommand, TakesAFinitizationThatSkeletonPrints) {
  const Finished skeleton = run({.arguments = {"skeleton", header(), "--method", "List::add"}});
  EXPECT_EQ(skeleton.status, 0) << skeleton.err;
  EXPECT_THAT(skeleton.out, HasSubstr("void finitize_List__add(fretsaw::Finitization& f, int size)"));
  EXPECT_THAT(skeleton.out, HasSubstr("f.set(\"add::value\", fretsaw::range(0, size));"));
  std::string text;
  std::istringstream lines(skeleton.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("Cell::cache") == std::string::npos) text += line + "\n";
  }
  const std::string file = folder_.write("finitization.cpp", text);
  const Finished without = check({"--finitization", file});
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.err,
              HasSubstr("help: use --size N: without it, the finitization is called with size -1"));
  const json all = check({"--json", "--keep-going", "--size", "2", "--finitization", file}).json();
  EXPECT_EQ(all["inputs"], (1 + 3 + 9) * 3);
}

TEST_F(CheckCommand, BadUsageIsRefusedByName) {
  const auto refusal = [&](std::vector<std::string> more) {
    const Finished done = check(std::move(more));
    EXPECT_EQ(done.status, 2);
    return done.err;
  };
  EXPECT_THAT(refusal({"--objects", "Cell=x"}),
              HasSubstr("error: invalid value 'Cell=x' for '--objects': expected CLASS=N, such as Node=3"));
  EXPECT_THAT(refusal({"--values", "Cell::value"}),
              HasSubstr("error: invalid value 'Cell::value' for '--values': expected CLASS::FIELD=VALUES"));
  EXPECT_THAT(refusal({"--type", "List::head"}),
              HasSubstr("expected CLASS::FIELD=CLASS, such as Scene::front=Square"));
  EXPECT_THAT(refusal({"--ignore-field", "Cell::color"}), HasSubstr("unknown field 'Cell::color'"));
  EXPECT_THAT(refusal({"--emit", "junit"}),
              HasSubstr("invalid value 'junit' for '--emit': expected gtest or catch2"));
  EXPECT_THAT(refusal({"--format", "cpp"}), HasSubstr("help: for C++ code, use --emit gtest"));
  EXPECT_THAT(refusal({"--sizes", "4..0"}), HasSubstr("for '--sizes': expected LO..HI"));
  EXPECT_THAT(refusal({"--sizes", "0..2", "--size", "2"}),
              HasSubstr("'--sizes' cannot be combined with '--size'"));
  EXPECT_THAT(refusal({"--input", "0"}), HasSubstr("for '--input': expected a number of at least 1"));
  EXPECT_THAT(refusal({"--sanitize", "thread"}),
              HasSubstr("for '--sanitize': expected address or undefined"));
}

// Has more inputs than anybody waits for.
TEST_F(CheckCommand, LimitsAndInterruptsEndItWithWhatThereIs) {
  EXPECT_EQ(check({"--size", "1"}).status, 1);  // compiled from here on
  const Finished limited = check({"--size", "9", "--keep-going", "--json", "--timeout", "0.3"});
  EXPECT_EQ(limited.status, limited.json().value("failed", 0) > 0 ? 1 : 3);
  EXPECT_EQ(limited.json().value("complete", true), false);
  const auto interrupt = [](pid_t process) {
    const clockid_t clock = clock_of(process);
    wait_until_at_work(clock, std::chrono::milliseconds(300));
    kill(process, SIGINT);
  };
  const Finished done = run({.arguments = {"check", header(), "--method", "List::add", "--ignore-field",
                                           "Cell::cache", "--size", "9", "--keep-going", "--json"},
                             .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")},
                             .then = interrupt});
  EXPECT_EQ(done.status, 130);
  EXPECT_NE(done.json().value("complete", false), true);
}

TEST_F(CheckCommand, TypesRestrictWhatPointersToABaseReferTo) {
  const std::string prompt_state = folder_.write("scene.hpp", R"(
struct Shape { int w = 0; virtual ~Shape() {} };
struct Square : Shape {};
struct Hole : Shape {};
struct Scene {
  Shape* front = nullptr;
  /*@ ensures { @result = true <=> some this.front & Hole } */
  bool has_hole() const { return dynamic_cast<Hole*>(front) != nullptr; }
};
)");
  const auto inputs = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"check",  prompt_state, "--method", "Scene::has_hole",
                                      "--size", "1",          "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const json document =
        run({.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}}).json();
    EXPECT_EQ(document["failed"], 0) << document;
    return document["inputs"];
  };
  EXPECT_EQ(inputs({}), 1 + 3 * 2);
  EXPECT_EQ(inputs({"--type", "Scene::front=Hole"}), 1 + 2);
}

}  // namespace
}  // namespace fretsaw::test
