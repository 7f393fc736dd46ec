// SPDX-License-Identifier: MIT
// Whatever can be called can be checked; and what sanitizers find is found.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "cpp/call/method_choice.hpp"
#include "support/bounds.hpp"
#include "support/folder.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

class Kinds : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CheckRequest request = request_for("kinds.hpp", {}, 2);  // all that have a contract
    request.keeps_going = true;
    CheckListener listener;
    listener.finished = [&](const MethodReport& report) { reports_->emplace(report.method, report); };
    const Status status = check(request, listener);
    if (!status) *error_ = render(status.error());
  }
  static void expect(const std::string& method, std::uint64_t passed, std::uint64_t failed = 0) {
    EXPECT_EQ(*error_, "");
    const auto found = reports_->find(method);
    ASSERT_NE(found, reports_->end()) << method;
    EXPECT_EQ(found->second.passed, passed) << method;
    EXPECT_EQ(found->second.failed, failed) << method;
  }

  static std::map<std::string, MethodReport>* reports_;
  static std::string* error_;
};
std::map<std::string, MethodReport>* Kinds::reports_ = new std::map<std::string, MethodReport>();
std::string* Kinds::error_ = new std::string();

TEST_F(Kinds, FreeFunctionsWithValuesAndVectors) {
  expect("num::rest(int, int)", 6);  // 3 values for one, 2 that are positive for the other
  expect("num::larger(int, int)", 9);
  expect("num::sum(const std::vector<int>&)", 13);  // vectors of up to two of three values
}

TEST_F(Kinds, MethodsConstructorsAndOperatorsOfTemplates) {
  expect("Box<int>::Box(int)", 3);
  expect("Box<int>::set(const int&)", 27);  // 9 boxes, 3 values
  expect("Box<int>::get() const", 9);
  expect("Box<int>::operator==(const Box<int>&) const", 81 + 9);  // two boxes, or one and the same
  expect("Box<char>::set(const char&)", 12);                      // as many characters as the size
}

TEST_F(Kinds, ClassesThatAreDerivedKeepTheContractsOfTheirBases) {
  expect("Shape::area() const", 9 + 3, 6);  // squares, and holes that are empty; other holes have no area
  expect("Square::area() const", 9);
}

TEST_F(Kinds, ArraysOfTwoDimensions) {
  expect("Grid::transpose()", 81);
  expect("Grid::wrong_transpose()", 27, 54);
}

TEST_F(Kinds, FunctionTemplatesByExplicitInstantiationOrByName) {
  expect("num::largest<int>(int, int)", 9);
  CheckRequest request = request_for("kinds.hpp", {"largest<char>"}, 2);
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << all.error->message;
  EXPECT_EQ(all.methods.begin()->second.report.inputs, 4U);
  EXPECT_EQ(all.methods.begin()->second.report.failed, 0U);
  const CheckedAll by_name = checked(request_for("kinds.hpp", {"num::largest"}, 2));
  ASSERT_FALSE(by_name.error) << by_name.error->message;
  EXPECT_EQ(by_name.methods.begin()->second.report.inputs, 9U);
  const CheckedAll with_int = checked(request_for("kinds.hpp", {"num::smallest"}, 2));
  ASSERT_FALSE(with_int.error) << with_int.error->message;
  EXPECT_EQ(with_int.methods.begin()->second.report.method, "num::smallest<int>(int, int)");
}

// A number as an argument cannot be guessed.
TEST(Templates, WithNumbersAsParametersRequireAnInstance) {
  const test::Folder folder;
  CheckRequest request;
  request.code.header = folder.write("times.hpp",
                                     "template <int N> int times(int k) { return N * k; }\n"
                                     "template <int N> struct Pile { void put(int) {} };\n");
  request.bounds.size = 1;
  request.methods = {"times"};
  const CheckedAll function = checked(request);
  ASSERT_TRUE(function.error);
  EXPECT_THAT(function.error->message, testing::StartsWith("'times' is a function template in '"));
  EXPECT_EQ(function.error->hint, "select an instance of the template, for example --method 'times<int>'");
  request.methods = {"Pile::put"};
  const CheckedAll member = checked(request);
  ASSERT_TRUE(member.error);
  EXPECT_EQ(member.error->hint,
            "select an instance of the class template, for example --method 'Pile<int>::put'");
  folder.write("times.spec", "class Pile {\n  void put(int) { ensures true; }\n}\n");
  request.methods.clear();
  const CheckedAll spec = checked(request);
  ASSERT_TRUE(spec.error);
  EXPECT_EQ(spec.error->message, "class template 'Pile' has no instance here");
  EXPECT_EQ(spec.error->hint,
            "write 'class Pile<int> { … }', or select an instance with --method 'Pile<int>::put'");
  ASSERT_TRUE(spec.error->location);
  EXPECT_EQ(spec.error->location->line, 2U);
  EXPECT_EQ(spec.error->location->column, 8U);
}

// Lists of up to two links with values 0..2: 1 + 3 + 9. The last link that goes stays at the back.
TEST(SpecFiles, AnInstanceOfAClassTemplateThatASpecFileNamesNeedsNoOtherName) {
  const CheckedAll all = checked(request_for("fifo.hpp", {}, 2));
  ASSERT_FALSE(all.error) << all.error->message;
  EXPECT_EQ(all.at("front").report.inputs, 12U);
  EXPECT_EQ(all.at("front").report.failed, 0U);
  EXPECT_EQ(all.at("pop").report.inputs, 2U);
  EXPECT_EQ(all.at("pop").failure().kind, FailureKind::Invariant);
  const CheckedAll none = checked(request_for("fifo.hpp", {"Fifo::front"}, 2));
  ASSERT_FALSE(none.error) << "there is one instance, so the name alone will do: " << none.error->message;
  EXPECT_EQ(none.at("front").report.inputs, 12U);
}

// The invariant of Pile is not one of Pile<int>::Sheet, though that name begins with it. Of values 0 and 1,
// piles of up to two sheets: 1 + 2 + 4, and two values to put there.
TEST(SpecFiles, AClassTemplateWithoutArgumentsIsAnyInstanceButNotWhatIsInIt) {
  const CheckedAll all = checked(request_for("pile.hpp", {"Pile<int>::put"}, 2));
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("put").report.inputs, 14U);
  EXPECT_EQ(all.at("put").report.failed, 0U);
}

TEST(SpecFiles, AClassTemplateWithoutArgumentsMayHaveSeveralInstances) {
  const test::Folder folder;
  CheckRequest request;
  request.code.header = folder.write("box.hpp",
                                     "#include <string>\n"
                                     "template <class T, class U = int> struct Box {\n"
                                     "  T value{};\n"
                                     "  void set(const T& to) { value = to; }\n"
                                     "};\n");
  folder.write("box.spec", "class Box { method void set(const T& to) { ensures value == to; } }");
  request.methods = {"Box<int>::set", "Box<bool>::set"};
  request.bounds.size = 1;
  std::map<std::string, std::uint64_t> inputs;
  CheckListener listener;
  listener.finished = [&](const MethodReport& report) { inputs[report.method] = report.inputs; };
  const Status status = check(request, listener);
  ASSERT_TRUE(status) << render(status.error());
  EXPECT_EQ(inputs["Box<int>::set(const int&)"], 4U);
  EXPECT_EQ(inputs["Box<bool>::set(const bool&)"], 4U);
  // By a name that is not its full one, with a default and a name for a type: strings "" and "a".
  folder.write("box.spec",
               "class Box<std::string> { method void set(const std::string& to) { ensures value == to; } }");
  request.methods.clear();
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("set").report.inputs, 4U);
}

TEST(SpecFiles, AClassTemplateWithoutInstanceIsInstantiatedWithInt) {
  const CheckedAll pile = checked(request_for("pile.hpp", {}, 2));
  ASSERT_FALSE(pile.error) << pile.error->message;
  EXPECT_EQ(pile.at("put").report.method, "Pile<int>::put(const int&)");
  const Variant variant(FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/fifo.hpp", {});
  CheckRequest request;
  request.code.header = variant.path();
  request.methods = {"Fifo::front"};
  const CheckedAll fifo = checked(request);
  ASSERT_FALSE(fifo.error) << fifo.error->message;
  EXPECT_EQ(fifo.at("front").report.method, "Fifo<int>::front() const");
}

// Six ranges of 0, 1 and 2; two of them, or one and the same.
TEST_F(Kinds, OverloadsAreChosenByTheTypesOfTheirParameters) {
  expect("Range::holds(int) const", 6 * 3);
  expect("Range::holds(const Range&) const", 6 * 6 + 6);
  expect("Range::holds(const Range::Point *) const", 6 * (3 + 1));
  expect("Range::operator=(Range&&)", 6 * 6);  // nor is what is moved from anybody else's
  expect("operator<(const Range&, const Range&)", 6 * 6 + 6);
  expect("Range::meets(Range) const", 6 * 6);  // what is passed by value is a copy
}

// The frame of a constructor has the name of its class, and those of methods may have the same name.
TEST_F(Kinds, ConstructorsAndMethodsOfTheSameNameAreDistinguished) {
  expect("Jar::Jar(int)", 3);
  expect("Jar::pour()", 3);
  expect("Cup::pour()", 2);
}

TEST_F(Kinds, ConstructorsThatThrow) { expect("Thrower::Thrower(int)", 3); }

TEST(Scalars, AtTheEdgesOfTheirTypes) {
  CheckRequest request = request_for("scalars.hpp", {"twice"}, -1);
  request.bounds.values = values_of({"twice::a=0,9223372036854775806..9223372036854775807"});
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("twice").report.inputs, 3U);
  EXPECT_EQ(all.at("twice").report.failed, 0U) << "what is unsigned and has 64 bits is not negative";
  request.bounds.values = values_of({"twice::a=18446744073709551616"});
  EXPECT_EQ(checked(request).error->message,
            "invalid value '18446744073709551616' for 'twice::a' of type 'unsigned long'");
}

TEST(Scalars, EnumeratorsOfUnsignedCharacters) {
  CheckRequest request = request_for("scalars.hpp", {"light"}, 1);
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("light").report.passed, 2U);
  ASSERT_EQ(all.at("light").report.failed, 1U);
  const Failure& failure = all.at("light").failure();
  ASSERT_FALSE(failure.parts.empty());
  EXPECT_EQ(failure.parts.back().value, "Light(7)") << failure.parts.back().text;
}

TEST(Scalars, AreConvertedTo) {
  CheckRequest request = request_for("scalars.hpp", {"Degrees::operator int", "Degrees::operator bool"}, -1);
  request.bounds.values = values_of({"Degrees::value=-1..1"});
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("operator int").report.passed, 3U);
  EXPECT_EQ(all.at("operator bool").report.failed, 1U);
}

TEST(MethodNames, AreSplit) {
  const MethodName plain = split_method_name("ns::List<std::pair<int, int>>::add");
  EXPECT_EQ(plain.scope, "ns::List<std::pair<int, int>>");
  EXPECT_EQ(plain.name, "add");
  EXPECT_FALSE(plain.has_signature);
  const MethodName full = split_method_name("List::add(std::pair<int, int>, const Node&) const");
  EXPECT_EQ(full.scope, "List");
  EXPECT_EQ(full.name, "add");
  EXPECT_EQ(full.parameters.size(), 2U);
  EXPECT_TRUE(full.is_const);
  EXPECT_EQ(split_method_name("List::operator()(int)").name, "operator()");
  EXPECT_EQ(split_method_name("List::operator<(const List&)").name, "operator<");
  EXPECT_EQ(split_method_name("gcd").scope, "");
}

TEST(Sanitizers, AddressesFindLeaksAndBadAccesses) {
  CheckRequest request = request_for(
      "memory.hpp",
      {"List::loses_a_cell", "List::frees_a_cell", "List::reads_what_it_deleted", "List::reads_past_the_end"},
      2);
  request.sanitizes_address = true;
  request.bounds.values = values_of({"Cell::next=null"});
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << all.error->message;
  ASSERT_FALSE(all.at("loses_a_cell").counterexamples.empty());
  EXPECT_EQ(all.at("loses_a_cell").failure().kind, FailureKind::Leak);
  EXPECT_THAT(all.at("loses_a_cell").failure().message,
              HasSubstr("memory leak: 16 bytes in 1 unreachable object"));
  EXPECT_EQ(all.at("frees_a_cell").report.failed, 0U);
  ASSERT_FALSE(all.at("reads_what_it_deleted").counterexamples.empty());
  EXPECT_EQ(all.at("reads_what_it_deleted").failure().kind, FailureKind::MemoryError);
  ASSERT_FALSE(all.at("reads_past_the_end").counterexamples.empty());
  EXPECT_EQ(all.at("reads_past_the_end").failure().kind, FailureKind::MemoryError);
}

TEST(Sanitizers, UndefinedFindsOverflow) {
  CheckRequest request = request_for("memory.hpp", {"List::overflows"}, 1);
  request.sanitizes_undefined = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << all.error->message;
  ASSERT_EQ(all.at("overflows").counterexamples.size(), 1U);
  EXPECT_THAT(all.at("overflows").failure().message, HasSubstr("overflow"));
}

}  // namespace
}  // namespace fretsaw::call
