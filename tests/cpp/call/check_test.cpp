// SPDX-License-Identifier: MIT
// From a header to a verdict: the search tree of the dissertation, and every way in which a call can fail.
#include "cpp/call/check.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"
#include "cpp/space/render.hpp"
#include "support/bounds.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

CheckRequest remove_request(const std::string& header) {
  CheckRequest request = request_for("search_tree.hpp", {"SearchTree::remove"}, 3);
  request.code.header = header;
  request.bounds.values = values_of({"Node::key=1..3", "remove::key=1..3"});
  return request;
}

const std::string kSearchTree = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/search_tree.hpp";

TEST(SearchTreeCheck, All45InputsPass) {
  const CheckedAll all = checked(remove_request(kSearchTree));
  ASSERT_FALSE(all.error) << all.error->message;
  const MethodReport& report = all.at("remove").report;
  EXPECT_EQ(report.method, "SearchTree::remove(int)");
  EXPECT_EQ(report.inputs, 45U);
  EXPECT_EQ(report.passed, 45U);
  EXPECT_EQ(report.failed, 0U);
  EXPECT_TRUE(report.complete);
}

TEST(SearchTreeCheck, AFaultIsCaughtAtSizeTwoByTheSmallestInput) {
  const Variant faulty(kSearchTree, {{"key < (*link)->key", "key > (*link)->key"}});
  const CheckedAll all = checked(remove_request(faulty.path()));
  ASSERT_FALSE(all.error) << all.error->message;
  const Checked& remove = all.at("remove");
  EXPECT_EQ(remove.report.failed, 1U);
  ASSERT_EQ(remove.counterexamples.size(), 1U);
  const Counterexample& found = remove.counterexamples[0];
  EXPECT_EQ(found.before.objects.size(), 1 + 1 + 2U);  // the call, the tree, two nodes
  EXPECT_EQ(remove.failure().kind, FailureKind::Postcondition);
  ASSERT_TRUE(remove.failure().location);
  EXPECT_EQ(remove.failure().location->line, 24U + 1);
  EXPECT_THAT(remove.failure().clause, testing::StartsWith("ensures { this.root.*(left + right).key ="));

  // The same input by itself, and the others as well.
  CheckRequest again = remove_request(faulty.path());
  again.input_number = found.number;
  const CheckedAll repeated = checked(again);
  ASSERT_EQ(repeated.at("remove").counterexamples.size(), 1U);
  EXPECT_EQ(space::render_text(repeated.at("remove").counterexamples[0].before),
            space::render_text(found.before));
  CheckRequest on = remove_request(faulty.path());
  on.keeps_going = true;
  on.workers = 2;
  const CheckedAll going = checked(on);
  EXPECT_EQ(going.at("remove").report.inputs, 45U);
  EXPECT_GT(going.at("remove").report.failed, 1U);
  EXPECT_EQ(going.at("remove").report.passed + going.at("remove").report.failed, 45U);
  EXPECT_EQ(going.at("remove").counterexamples.size(), going.at("remove").report.failed);
}

// The whole report of a run, and the inputs that failed.
std::string said_of(CheckRequest request, unsigned workers) {
  request.workers = workers;
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  EXPECT_FALSE(all.error) << all.error->message;
  const Checked& remove = all.at("remove");
  std::string out = std::to_string(remove.report.inputs) + " inputs, " +
                    std::to_string(remove.report.passed) + " pass, of " +
                    std::to_string(remove.report.sampled_from.value_or(0)) + "\n";
  for (const Counterexample& found : remove.counterexamples)
    out += show_text(found, remove.report.method, false);
  return out;
}

// Inputs that are solved for, and such as are searched for.
TEST(SearchTreeCheck, TheReportDoesNotDependOnTheNumberOfThreads) {
  const Variant solved(kSearchTree, {{"key < (*link)->key", "key > (*link)->key"}});
  const Variant searched(FRETSAW_SOURCE_DIR "/examples/structures/search_tree.hpp",
                         {{"link = key < (*link)->key", "link = key > (*link)->key"}});
  for (const Variant* const header : {&solved, &searched}) {
    CheckRequest request = remove_request(header->path());
    const std::string alone = said_of(request, 1);
    EXPECT_THAT(alone, testing::StartsWith("45 inputs, "));
    EXPECT_EQ(alone, said_of(request, 3));
    request.sample = 20;
    const std::string sample = said_of(request, 1);
    EXPECT_THAT(sample, testing::StartsWith("20 inputs, "));
    EXPECT_THAT(sample, HasSubstr(" of 45\n"));
    EXPECT_EQ(sample, said_of(request, 3));
  }
}

TEST(SearchTreeCheck, ASampleIsCompleteOnlyIfItHasAllInputs) {
  CheckRequest request = remove_request(kSearchTree);
  std::set<std::string> samples;
  for (const std::uint64_t seed : {1, 2}) {
    request.sample = 5;
    request.seed = seed;
    request.describes_all = true;
    const CheckedAll all = checked(request);
    ASSERT_FALSE(all.error) << all.error->message;
    EXPECT_EQ(all.at("remove").report.inputs, 5U);
    EXPECT_FALSE(all.at("remove").report.complete);
    std::string inputs;
    for (const Counterexample& found : all.at("remove").counterexamples) inputs += show_input(found.before);
    samples.insert(inputs);
  }
  EXPECT_EQ(samples.size(), 2U) << "another seed draws other inputs";
  request.sample = 100;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << all.error->message;
  EXPECT_EQ(all.at("remove").report.inputs, 45U);
  EXPECT_TRUE(all.at("remove").report.complete);
}

TEST(SearchTreeCheck, APartOfACxxClauseThatIsFalseIsShownWithItsValues) {
  const Variant header(kSearchTree, {{"\\result == (\\old(size) != size);",
                                      "size >= 0 && size == \\old(size) - (\\result ? 2 : 0) && key < 9;"}});
  for (const char* const standard : {"-std=c++14", "-std=c++20"}) {
    SCOPED_TRACE(standard);
    CheckRequest request = remove_request(header.path());
    request.code.cxxflags = standard;
    const CheckedAll all = checked(request);
    ASSERT_FALSE(all.error) << all.error->message;
    ASSERT_EQ(all.at("remove").counterexamples.size(), 1U);
    const Failure& failure = all.at("remove").failure();
    EXPECT_EQ(failure.kind, FailureKind::Postcondition);
    ASSERT_TRUE(failure.location);
    EXPECT_EQ(failure.location->line, 28U);
    EXPECT_EQ(failure.location->column, 28U);  // of the second of three
    ASSERT_EQ(failure.parts.size(), 2U);
    EXPECT_EQ(failure.parts[0].text + " = " + failure.parts[0].value, "size = 0");
    EXPECT_EQ(failure.parts[1].text + " = " + failure.parts[1].value,
              "\\old(size) - (\\result ? 2 : 0) = -1");
  }
}

// What \old stands for is evaluated before the call, in the user's code: it may crash there.
TEST(SearchTreeCheck, ACrashInTheOperandOfOldIsOneFailingInput) {
  const Variant header(kSearchTree, {{"\\old(size) != size", "\\old(root->key) != size"}});
  CheckRequest request = remove_request(header.path());
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << all.error->message;
  const Checked& remove = all.at("remove");
  EXPECT_EQ(remove.report.inputs, 45U);
  ASSERT_FALSE(remove.counterexamples.empty());
  for (const Counterexample& found : remove.counterexamples) {
    if (found.before.objects.size() > 2) continue;  // the tree has a node
    EXPECT_EQ(found.failures.at(0).kind, FailureKind::Crash);
    EXPECT_EQ(
        found.failures.at(0).message,
        "before the call, evaluating the operand of \\old: segmentation fault: null pointer dereference");
  }
  EXPECT_EQ(
      std::ranges::count_if(remove.counterexamples,
                            [](const Counterexample& found) { return found.before.objects.size() == 2; }),
      3);  // the empty tree, and three keys
}

class CallFaults : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::vector<std::string> names;
    for (const char* const name : {"follows_null",
                                   "recurses",
                                   "loops",
                                   "aborts",
                                   "asserts",
                                   "divides",
                                   "exits",
                                   "terminates",
                                   "throws",
                                   "deletes_twice",
                                   "deletes_itself",
                                   "leaves_a_dangling_pointer",
                                   "leaves_an_uninitialized_pointer",
                                   "makes_a_cycle",
                                   "loses_a_cell",
                                   "first",
                                   "forgets_to_throw",
                                   "throws_something_else",
                                   "throws_when_it_should_not",
                                   "values",
                                   "swap_values",
                                   "changes_a_constant"})
      names.push_back(std::string("List::") + name);
    CheckRequest request = request_for("faults.hpp", names, 2);
    request.keeps_going = true;
    request.input_timeout_seconds = 0.2;
    all_ = new CheckedAll(checked(request));
  }
  static void TearDownTestSuite() { delete all_; }

  static const Checked& of(const std::string& method) {
    EXPECT_FALSE(all_->error) << all_->error->message;
    return all_->at(method);
  }
  // How many fail, and of what; all of them have run.
  static void expect(const std::string& method, std::uint64_t failed, FailureKind kind,
                     const std::string& message) {
    const Checked& checked = of(method);
    EXPECT_EQ(checked.report.failed, failed) << method;
    EXPECT_TRUE(checked.report.complete) << method;
    ASSERT_FALSE(checked.counterexamples.empty()) << method;
    for (const Counterexample& found : checked.counterexamples) {
      EXPECT_EQ(found.failures.at(0).kind, kind) << method;
      EXPECT_THAT(found.failures.at(0).message, HasSubstr(message)) << method;
    }
  }

  static CheckedAll* all_;
};
CheckedAll* CallFaults::all_ = nullptr;

// Lists of at most two cells with values 0 to 2: the empty one, 3, and 9.
TEST_F(CallFaults, EachKindOfCrashIsAFailingInputAndTheOthersRun) {
  EXPECT_EQ(of("aborts").report.inputs, 13U);
  expect("follows_null", 1, FailureKind::Crash, "segmentation fault: null pointer dereference");
  expect("recurses", 27, FailureKind::Crash, "stack overflow");
  expect("loops", 1, FailureKind::EndlessLoop, "exceeded 0.2 s of processor time");
  expect("aborts", 4, FailureKind::Abort, "abort()");
  expect("asserts", 4, FailureKind::Abort, "head == nullptr || head->value != 1");
  expect("divides", 4, FailureKind::Crash, "division by zero");
  expect("exits", 12, FailureKind::Abort, "the call ended the program (exit status");
  expect("terminates", 12, FailureKind::Abort, "std::terminate() was called: int");
  expect("throws", 4, FailureKind::Exception, "std::logic_error: one");
}

TEST_F(CallFaults, MemoryThatIsDeletedTwiceOrStillPointedToIsAFailure) {
  expect("deletes_twice", 9, FailureKind::MemoryError, "double delete");
  EXPECT_EQ(of("deletes_itself").report.failed, 13U);
  expect("leaves_a_dangling_pointer", 12, FailureKind::MemoryError,
         "dangling pointer: List$0.head points to a deleted object");
  expect("leaves_an_uninitialized_pointer", 1, FailureKind::MemoryError, "invalid pointer: ");
  EXPECT_EQ(of("leaves_a_dangling_pointer").counterexamples[0].deleted, std::vector<std::string>{"Cell$0"});
}

TEST_F(CallFaults, WithoutAddressSanitizerALeakIsNotAFailure) {
  EXPECT_EQ(of("loses_a_cell").report.failed, 0U);
}

TEST_F(CallFaults, TheInvariantHoldsAfterwards) {
  expect("makes_a_cycle", 9, FailureKind::Invariant, "invariant of 'List' violated: rep_ok() returned false");
}

TEST_F(CallFaults, ExceptionsMustBeAllowedAndRequiredOnesThrown) {
  EXPECT_EQ(of("first").report.passed, 13U);
  expect("forgets_to_throw", 1, FailureKind::NoException, "std::out_of_range");
  EXPECT_EQ(of("throws_something_else").report.inputs, 1U);
  expect("throws_something_else", 1, FailureKind::Exception,
         "unexpected exception std::invalid_argument: no (the contract allows std::runtime_error)");
  expect("throws_when_it_should_not", 12, FailureKind::Exception, "std::out_of_range");
}

TEST_F(CallFaults, ResultsAndAliasesAreSeen) {
  EXPECT_EQ(of("values").report.passed, 13U);
  const Checked& swap = of("swap_values");
  EXPECT_GT(swap.report.passed, 0U);
  ASSERT_FALSE(swap.counterexamples.empty());
  for (const Counterexample& found : swap.counterexamples)
    EXPECT_EQ(call_text(found.before, swap.report.method), "List::swap_values(Cell$0, Cell$0)");
  const Checked& constant = of("changes_a_constant");
  ASSERT_FALSE(constant.counterexamples.empty());
  EXPECT_EQ(constant.failure().kind, FailureKind::ConstParameter);
}

}  // namespace
}  // namespace fretsaw::call
