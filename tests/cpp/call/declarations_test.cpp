// SPDX-License-Identifier: MIT
// Which contract a method has that is declared in several places, by a friend, or by a base as well.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

class Declarations : public testing::Test {
 protected:
  static void expect(const std::string& method, std::uint64_t passed, std::uint64_t failed) {
    CheckRequest request = request_for("declarations.hpp", {method}, 2);
    request.keeps_going = true;
    const CheckedAll all = checked(request);
    ASSERT_FALSE(all.error) << method << ": " << all.error->message;
    ASSERT_EQ(all.methods.size(), 1U) << method;
    EXPECT_EQ(all.methods.begin()->second.report.passed, passed) << method;
    EXPECT_EQ(all.methods.begin()->second.report.failed, failed) << method;
  }
};

TEST_F(Declarations, ClausesBeforeADefinitionOutsideOfTheClassAreTheMethods) {
  expect("Counter::add", 6, 3);            // 3 counters, 3 amounts; 2 is not added
  expect("Counter::add", 6, 3);            // the cached classes yield the same
  expect("Counter::take", 9, 0);           // no clause at all
  expect("Couple<int>::swap", 6, 3);       // a is 2
  expect("Couple<unsigned>::swap", 6, 3);  // every instance has them
}

// Adding 2 violates the clauses at the declaration, and 2 + 1 those at the definition.
TEST_F(Declarations, ClausesOfAllDeclarationsAreOneContract) { expect("Counter::both", 5, 4); }

TEST_F(Declarations, AFunctionThatIsDeclaredTwiceIsOneFunction) { expect("twice", 2, 1); }

TEST_F(Declarations, DifferentParameterNamesInASecondDeclarationAreRejected) {
  const std::string header = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/declarations.hpp";
  const Variant variant(header, {{"void Counter::both(int by)", "void Counter::both(int more)"}});
  CheckRequest request;
  request.code.header = variant.path();
  request.methods = {"Counter::both"};
  request.bounds.size = 2;
  const CheckedAll all = checked(request);
  ASSERT_TRUE(all.error);
  EXPECT_THAT(render(*all.error),
              HasSubstr("declarations.hpp:30:5: error: the parameter names differ from those of the "
                        "declaration with the first clauses\n"));
}

TEST_F(Declarations, FriendsThatOnlyTheClassDeclaresAreCalled) {
  expect("operator==", 3 + 7, 2);  // one and the same, or two: the left one is 2, and the right one is not
  expect("level", 3, 0);
}

TEST_F(Declarations, OnlyAnOverrideKeepsTheContractOfItsBase) {
  expect("Other::value", 3, 0);
  expect("Other::kept", 0, 3);
  expect("Plain::value", 6, 0);  // of others, too
}

TEST_F(Declarations, ConstDistinguishesMethodsInASpecFile) {
  expect("Counter::at(int)", 9, 0);
  expect("Counter::at(int) const", 3, 6);  // i is not 0
}

TEST_F(Declarations, MethodsOfTemporaryObjectsAreCalledOnSuch) { expect("Counter::spend", 2, 1); }

TEST_F(Declarations, NumbersInClausesHaveSixtyFourBits) { expect("largest", 1, 0); }

TEST_F(Declarations, NumbersTooLargeForTheSolverHaveALocation) {
  const std::string header = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/declarations.hpp";
  const Variant variant(header, {{"/*@ ensures { @result = mul",
                                  "/*@ requires { @x < 4294967296 }\n ensures { @result = mul"}});
  CheckRequest request;
  request.code.header = variant.path();
  request.methods = {"twice"};
  request.bounds.size = 2;
  const CheckedAll all = checked(request);
  ASSERT_TRUE(all.error);
  EXPECT_THAT(render(*all.error),
              HasSubstr("declarations.hpp:34:5: error: the numbers in the relational clauses may be too "
                        "large for the solver\n"));
}

}  // namespace
}  // namespace fretsaw::call
