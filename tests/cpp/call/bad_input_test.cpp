// SPDX-License-Identifier: MIT
// Errors in contracts and requests name the cause, with its location in the header.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "support/bounds.hpp"
#include "support/folder.hpp"

namespace fretsaw::call {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kHeader = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/search_tree.hpp";

Diagnostic refused(const std::vector<std::pair<std::string, std::string>>& changes,
                   const std::vector<std::string>& methods = {"SearchTree::remove"},
                   const std::vector<std::string>& extra_preconditions = {}) {
  const Variant header(kHeader, changes);
  CheckRequest request;
  request.code.header = header.path();
  request.methods = methods;
  request.bounds.size = 2;
  request.extra_preconditions = extra_preconditions;
  request.use_cache = false;
  const CheckedAll all = checked(request);
  EXPECT_TRUE(all.error);
  return all.error.value_or(input_error("nothing is wrong"));
}

// Classes of results only, or that share only a base with the receiver, are not part of inputs.
TEST(MethodBounds, ApplyToTheMethodsWhoseInputsHaveSuchObjects) {
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

TEST(CheckBadInput, AnAlwaysEmptyJoinIsAWarning) {
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

TEST(CheckBadInput, AnUnknownFieldHasALocation) {
  const Diagnostic error = refused({{"this.root.*(left + right).key =", "this.roof.*(left + right).key ="}});
  EXPECT_THAT(error.message, HasSubstr("roof"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 25U);
  EXPECT_EQ(error.location->column, 14U);
}

TEST(CheckBadInput, ASyntaxErrorInAFormulaHasALocation) {
  const Diagnostic error = refused({{"@result = true <=>", "@result = = true <=>"}});
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 26U);
}

TEST(CheckBadInput, ACxxClauseThatDoesNotCompileHasALocation) {
  const Diagnostic error = refused({{"\\old(size) != size", "\\old(size) != sice"}});
  EXPECT_THAT(error.message, HasSubstr("a clause of a contract does not compile: "));
  EXPECT_THAT(error.message, HasSubstr("sice"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 28U);
  EXPECT_EQ(error.location->column, 41U);
}

TEST(CheckBadInput, AnUnknownExceptionHasALocation) {
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
    EXPECT_THAT(all.error->message,
                testing::StartsWith("C++14 or later is required, but the flags contain '-std="));
    EXPECT_EQ(all.error->hint, "if the header compiles as C++14, use --cxxflags \"… -std=c++14\"");
  }
}

TEST(CheckBadInput, TheHeaderMustCompile) {
  const Diagnostic error = refused({{"return false;", "return fals;"}});
  EXPECT_THAT(error.message, HasSubstr("does not compile"));
}

TEST(CheckBadInput, UnknownFunctionsAreReportedWithTheNearestOnes) {
  const Diagnostic error = refused({}, {"SearchTree::remov"});
  EXPECT_THAT(error.message, StartsWith("no function 'SearchTree::remov' in '"));
  EXPECT_THAT(error.message, EndsWith("'; did you mean 'SearchTree::remove'?"));
  ASSERT_EQ(error.notes.size(), 1U);
  EXPECT_EQ(error.notes[0].message, "candidate: 'SearchTree::remove(int)'");
  ASSERT_TRUE(error.notes[0].location);
  EXPECT_GT(error.notes[0].location->line, 0U);
  EXPECT_EQ(error.hint, "");
  EXPECT_THAT(refused({}, {"remove"}).message, EndsWith("did you mean 'SearchTree::remove'?"));
  const Diagnostic far = refused({}, {"SearchTree::balance"});
  EXPECT_THAT(far.message, StartsWith("no function 'SearchTree::balance' in '"));
  EXPECT_THAT(far.message, Not(HasSubstr("did you mean")));
  ASSERT_EQ(far.notes.size(), 1U);
  EXPECT_THAT(far.notes[0].message, StartsWith("the header declares SearchTree::"));
  const Diagnostic other_types = refused({}, {"SearchTree::remove(const char*)"});
  EXPECT_THAT(other_types.message, StartsWith("no function 'SearchTree::remove(const char*)' in '"));
  ASSERT_EQ(other_types.notes.size(), 1U);
  EXPECT_EQ(other_types.notes[0].message, "candidate: 'SearchTree::remove(int)'");
  EXPECT_EQ(other_types.hint, "use the parameter types of a candidate");
}

// Before bounds that are missing.
TEST(CheckBadInput, UnknownFieldsInBoundsAreReportedFirst) {
  const Variant header(kHeader, {});
  CheckRequest request;
  request.code.header = header.path();
  request.bounds.values = values_of({"SearchTree::szie=3"});
  request.use_cache = false;
  const CheckedAll all = checked(request);
  ASSERT_TRUE(all.error);
  EXPECT_THAT(all.error->message, HasSubstr("szie"));
  EXPECT_TRUE(all.methods.empty());
}

// A .spec file next to the header.
TEST(CheckBadInput, UnknownNamesInASpecFileAreReportedWithTheNearestOnes) {
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
  EXPECT_EQ(no_method.error->message, "no function 'sett' in 'pair.hpp'; did you mean 'set'?");
  ASSERT_EQ(no_method.error->notes.size(), 1U);
  EXPECT_EQ(no_method.error->notes[0].message, "candidate: 'set(int)'");
  const CheckedAll no_class = with("class Pear { method void set(int to) { ensures a == to; } }");
  ASSERT_TRUE(no_class.error);
  EXPECT_EQ(no_class.error->message, "unknown class 'Pear'");
  ASSERT_EQ(no_class.error->notes.size(), 1U);
  EXPECT_EQ(no_class.error->notes[0].message, "the classes are Pair");
  // Types have their usual names: strings of up to two of two characters.
  const CheckedAll strings = with("int length(const std::string& text) { ensures \\result <= 2; }");
  ASSERT_FALSE(strings.error) << render(*strings.error);
  EXPECT_EQ(strings.at("length").report.method, "length(const std::string&)");
  EXPECT_EQ(strings.at("length").report.inputs, 7U);
  request.methods = {"length(const std::string&)"};
  const CheckedAll chosen = checked(request);
  ASSERT_FALSE(chosen.error) << render(*chosen.error);
  EXPECT_EQ(chosen.at("length").report.inputs, 7U);
}

TEST(CheckBadInput, AmbiguousFunctionsAreReportedWithTheCandidates) {
  const Diagnostic error =
      refused({{"  bool remove(int key) {",
                "  bool remove(long a, long b) { return a == b; }\n  bool remove(int key) {"}});
  EXPECT_THAT(error.message, HasSubstr("'SearchTree::remove' is ambiguous"));
  ASSERT_EQ(error.notes.size(), 2U);
  EXPECT_EQ(error.notes[0].message, "candidate: 'SearchTree::remove(long, long)'");
  EXPECT_EQ(error.notes[1].message, "candidate: 'SearchTree::remove(int)'");
  EXPECT_EQ(error.hint,
            "select one of the candidates, for example --method 'SearchTree::remove(long, long)'");
}

TEST(CheckBadInput, AContradictionHasALocation) {
  const Diagnostic error = refused({{"this.size = #", "this.size < 0\n        this.size = #"}});
  EXPECT_THAT(error.message, StartsWith("no valid input within the bounds: no input satisfies this clause"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 10U);
}

TEST(CheckBadInput, AContradictionInCxxListsAllClauses) {
  const Diagnostic error = refused({{"  //@ ensures \\result == (\\old(size) != size);",
                                     "  //@ requires key > 5;\n  //@ requires size > 7;"}});
  EXPECT_THAT(error.message, StartsWith("no valid input for SearchTree::remove(int) within the bounds"));
  ASSERT_TRUE(error.location);
  EXPECT_EQ(error.location->line, 28U);
  ASSERT_EQ(error.notes.size(), 2U);
  EXPECT_EQ(error.notes[0].message, "together with this clause");
  EXPECT_EQ(error.notes[0].location->line, 29U);
  EXPECT_EQ(error.notes[1].location->line, 10U);
}

TEST(CheckBadInput, AnAdditionalPreconditionIsCheckedLikeAClause) {
  const Diagnostic error = refused({}, {"SearchTree::remove"}, {"{ @kay = 1 }"});
  EXPECT_THAT(error.message, HasSubstr("kay"));
}

TEST(CheckBadInput, APostconditionOverAllIntegersIsRejected) {
  const Diagnostic error =
      refused({{"@result = true <=>", "all i: Int | i = i\n        @result = true <=>"}});
  EXPECT_THAT(error.message, HasSubstr("depends on all integers"));
}

}  // namespace
}  // namespace fretsaw::call
