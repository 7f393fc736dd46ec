// SPDX-License-Identifier: MIT
// What cannot be checked is refused by name, at its place in the header.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "support/bounds.hpp"
#include "support/folder.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

const std::string kHeader = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/search_tree.hpp";

Diagnostic refused(const std::vector<std::pair<std::string, std::string>>& changes,
                   const std::vector<std::string>& methods = {"SearchTree::remove"},
                   const std::vector<std::string>& purposes = {}) {
  const Variant header(kHeader, changes);
  CheckRequest request;
  request.code.header = header.path();
  request.methods = methods;
  request.bounds.size = 2;
  request.purposes = purposes;
  request.use_cache = false;
  const CheckedAll all = checked(request);
  EXPECT_TRUE(all.error);
  return all.error.value_or(input_error("nothing is wrong"));
}

// What only the result may be, or what shares no more than a base with the receiver, is no part of an input.
TEST(MethodBounds, ConcernTheMethodsWhoseInputsHaveSuchObjects) {
  CheckRequest request =
      request_for("several.hpp", {"Square::area", "Strip::area", "Scene::keep", "make_square"}, -1);
  request.bounds.objects = objects_of({"Square=1", "Strip=1"});
  request.bounds.values = values_of({"Shape::width=0..1", "Strip::height=-1..1", "make_square::width=0..2"});
  request.keeps_going = true;
  std::map<std::string, std::uint64_t> inputs;
  CheckListener listener;
  listener.finished = [&](const MethodReport& report) { inputs[report.method] = report.inputs; };
  const Status status = check(request, listener);
  ASSERT_TRUE(status) << render(status.error());
  EXPECT_EQ(inputs["Square::area() const"], 2U);
  EXPECT_EQ(inputs["Strip::area() const"], 2U * 3U);
  EXPECT_EQ(inputs["Scene::keep()"], 2U + 2U * 3U);
  EXPECT_EQ(inputs["make_square(int)"], 3U);
}

TEST(CheckBadInput, AJoinThatIsAlwaysEmptyIsWarnedOf) {
  const Variant header(kHeader, {{"@result = true <=>", "no this.root.size  @result = true <=>"}});
  CheckRequest request;
  request.code.header = header.path();
  request.methods = {"SearchTree::remove"};
  request.bounds.size = 1;
  request.use_cache = false;
  std::vector<Diagnostic> warnings;
  CheckListener listener;
  listener.warning = [&](const Diagnostic& warning) { warnings.push_back(warning); };
  const Status status = check(request, listener);
  ASSERT_TRUE(status) << render(status.error());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0].message, HasSubstr("join is always empty"));
  ASSERT_TRUE(warnings[0].location);
  EXPECT_EQ(warnings[0].location->line, 26U);
}

TEST(CheckBadInput, AnUnknownFieldIsMarked) {
  const Diagnostic error = refused({{"this.root.*(left + right).key =", "this.roof.*(left + right).key ="}});
  EXPECT_THAT(error.message, HasSubstr("roof"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 25U);
  EXPECT_EQ(error.location->column, 14U);
}

TEST(CheckBadInput, AFormulaThatDoesNotParseIsMarked) {
  const Diagnostic error = refused({{"@result = true <=>", "@result = = true <=>"}});
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 26U);
}

TEST(CheckBadInput, AClauseInCxxThatDoesNotCompileIsMarked) {
  const Diagnostic error = refused({{"\\old(size) != size", "\\old(size) != sice"}});
  EXPECT_THAT(error.message, HasSubstr("a clause of a contract does not compile: "));
  EXPECT_THAT(error.message, HasSubstr("sice"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 28U);
  EXPECT_EQ(error.location->column, 41U);
}

TEST(CheckBadInput, AnExceptionThatDoesNotExistIsMarked) {
  const Diagnostic error =
      refused({{"//@ ensures \\result == (\\old(size) != size);", "//@ signals std::to_much;"}});
  EXPECT_THAT(error.message, HasSubstr("to_much"));
  ASSERT_TRUE(error.location);
  EXPECT_THAT(error.location->file, HasSubstr("search_tree.hpp"));
  EXPECT_EQ(error.location->line, 28U);
  EXPECT_EQ(error.location->column, 20U);
}

// The header includes nothing.
TEST(CheckBadInput, ExceptionsOfTheStandardLibraryNeedNoInclude) {
  const Variant header(
      kHeader, {{"//@ ensures \\result == (\\old(size) != size);", "//@ signals std::out_of_range;"}});
  CheckRequest request;
  request.code.header = header.path();
  request.methods = {"SearchTree::remove"};
  request.bounds.size = 1;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("remove").report.inputs, 6U);  // no node, or one with key 0 or 1; two keys to remove
}

// Everything that is generated for C++14 is tested where parts of clauses are.
TEST(CheckBadInput, StandardsBeforeCxx14AreRefused) {
  for (const char* const flag : {"-std=c++11", "-std=c++20 -std=gnu++03"}) {
    CheckRequest request = request_for("search_tree.hpp", {"SearchTree::remove"}, 1);
    request.code.cxxflags = flag;
    const CheckedAll all = checked(request);
    ASSERT_TRUE(all.error);
    EXPECT_THAT(
        all.error->message,
        testing::StartsWith("methods are called from code in C++14 or later, and the flags say -std="));
    EXPECT_EQ(all.error->hint, "if the header compiles as C++14 too, write --cxxflags \"… -std=c++14\"");
  }
}

TEST(CheckBadInput, TheHeaderMustCompile) {
  const Diagnostic error = refused({{"return false;", "return fals;"}});
  EXPECT_THAT(error.message, HasSubstr("does not compile"));
}

TEST(CheckBadInput, UnknownMethodsAreAnsweredWithThoseThereAre) {
  const Diagnostic error = refused({}, {"SearchTree::remov"});
  EXPECT_THAT(error.message, HasSubstr("there is no method or function 'SearchTree::remov'"));
  EXPECT_THAT(error.hint, HasSubstr("SearchTree::remove(int)"));
  EXPECT_EQ(refused({}, {"remove"}).hint, "there are SearchTree::remove(int)");
}

// A .spec file beside the header.
TEST(CheckBadInput, ASpecFileThatNamesNothingIsAnsweredWithWhatThereIs) {
  const test::Folder folder;
  CheckRequest request;
  request.code.header =
      folder.write("pair.hpp",
                   "#include <string>\n"
                   "struct Pair { int a = 0; void set(int to) { a = to; } int get() { return a; } };\n"
                   "inline int length(const std::string& text) { return text.size(); }\n"
                   "inline int length(const char* text) { return *text; }\n");
  request.bounds.size = 2;
  const auto with = [&](const std::string& spec) {
    folder.write("pair.spec", spec);
    return checked(request);
  };
  const CheckedAll no_method = with("class Pair { method void sett(int to) { ensures a == to; } }");
  ASSERT_TRUE(no_method.error);
  EXPECT_EQ(no_method.error->message, "the header has no such function 'sett'");
  EXPECT_EQ(no_method.error->hint, "there is set(int) and get()");
  const CheckedAll no_class = with("class Pear { method void set(int to) { ensures a == to; } }");
  ASSERT_TRUE(no_class.error);
  EXPECT_EQ(no_class.error->message, "there is no class 'Pear'");
  EXPECT_EQ(no_class.error->hint, "there are Pair");
  // Types are called what everybody calls them: strings of up to two of two characters.
  const CheckedAll strings = with("int length(const std::string& text) { ensures \\result <= 2; }");
  ASSERT_FALSE(strings.error) << render(*strings.error);
  EXPECT_EQ(strings.at("length").report.method, "length(const std::string&)");
  EXPECT_EQ(strings.at("length").report.inputs, 7U);
  request.methods = {"length(const std::string&)"};
  const CheckedAll chosen = checked(request);
  ASSERT_FALSE(chosen.error) << render(*chosen.error);
  EXPECT_EQ(chosen.at("length").report.inputs, 7U);
}

TEST(CheckBadInput, AmbiguousMethodsAreAnsweredWithTheCandidates) {
  const Diagnostic error =
      refused({{"  bool remove(int key) {",
                "  bool remove(long a, long b) { return a == b; }\n  bool remove(int key) {"}});
  EXPECT_THAT(error.message, HasSubstr("'SearchTree::remove' is ambiguous"));
  EXPECT_THAT(error.hint,
              HasSubstr("--method 'SearchTree::remove(long, long)' or 'SearchTree::remove(int)'"));
}

TEST(CheckBadInput, AContradictionIsMarked) {
  const Diagnostic error = refused({{"this.size = #", "this.size < 0\n        this.size = #"}});
  EXPECT_THAT(error.message, HasSubstr("a contradiction: there is no valid input within the bounds"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 10U);
}

TEST(CheckBadInput, AContradictionInCxxNamesAllThatMayBePartOfIt) {
  const Diagnostic error = refused({{"  //@ ensures \\result == (\\old(size) != size);",
                                     "  //@ requires key > 5;\n  //@ requires size > 7;"}});
  EXPECT_THAT(error.message, HasSubstr("a contradiction: SearchTree::remove(int) has no valid input"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 28U);
  EXPECT_THAT(error.hint, testing::ContainsRegex("^together with .*:29:7, .*:10:7$"));
}

TEST(CheckBadInput, APurposeIsCheckedLikeAClause) {
  const Diagnostic error = refused({}, {"SearchTree::remove"}, {"{ @kay = 1 }"});
  EXPECT_THAT(error.message, HasSubstr("kay"));
}

TEST(CheckBadInput, APostconditionOverAllIntegersIsRefused) {
  const Diagnostic error =
      refused({{"@result = true <=>", "all i: Int | i = i\n        @result = true <=>"}});
  EXPECT_THAT(error.message, HasSubstr("depends on all integers"));
}

}  // namespace
}  // namespace fretsaw::call
