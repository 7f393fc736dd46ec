// SPDX-License-Identifier: MIT
// Predicates that throw, crash, hang, write and depend on what they should not: each is a result, none ends
// the search.
#include "cpp/guest/describe.hpp"
#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

const Program& troubled() {
  static const Program kProgram(test_class("troubled_list.hpp"), "TroubledList");
  return kProgram;
}

// Lists of at most two nodes.
Found in_trouble(const std::string& trouble, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"size", "2", "values", "TroubledList::trouble_=" + trouble};
  words.insert(words.end(), more.begin(), more.end());
  return troubled().search(words);
}

std::uint64_t aborted(const Found& found, const std::string& kind) {
  for (std::size_t i = 0; i < guest::kTerminations; ++i) {
    if (guest::to_string(static_cast<guest::Termination>(i)) == kind) return found.totals.aborted[i];
  }
  ADD_FAILURE() << "nothing ends by " << kind;
  return 0;
}

TEST(FailingPredicates, AnExceptionMeansFalseAndIsCountedWithItsMessage) {
  const Found found = in_trouble("Throws", {"values", "Node::value=0"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_EQ(aborted(found, "exception"), 3U);
  ASSERT_TRUE(found.totals.first_abort);
  EXPECT_EQ(found.totals.first_abort->detail, "the list is cyclic");
  EXPECT_EQ(space::render_text(found.reader->graph(found.totals.first_abort->candidate)),
            "TroubledList$0 = TroubledList {trouble_ = Throws, head_ = Node$0, size_ = 0}\n"
            "Node$0 = TroubledList::Node {next = Node$0, value = 0}\n");
}

TEST(FailingPredicates, FieldsReadInAnExceptionHandlerAreSearchedAsAlways) {
  const Found resumed = in_trouble("ThrowsAndCatches");
  const Found executed = in_trouble("ThrowsAndCatches", {"resume", "0"});
  EXPECT_EQ(resumed.totals.structures, executed.totals.structures);
  EXPECT_EQ(resumed.totals.candidates, executed.totals.candidates);
  EXPECT_EQ(resumed.structures, executed.structures);
  // One empty list, three of one node, and of the nine of two nodes those without a zero behind another
  // value.
  EXPECT_EQ(resumed.totals.structures, 1U + 3U + 7U);
}

TEST(FailingPredicates, ANullAccessMeansFalse) {
  const Found found = in_trouble("NullAccess", {"values", "Node::value=0"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_GT(aborted(found, "null access"), 0U);
  EXPECT_EQ(aborted(found, "null access"), found.totals.all_aborted());
}

TEST(FailingPredicates, AnEndlessLoopOverTheObjectReachesTheStepLimit) {
  const Found found = in_trouble("Loops", {"values", "Node::value=0"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_EQ(aborted(found, "step limit"), 3U);
}

TEST(FailingPredicates, TheStepLimitCountsReads) {
  EXPECT_EQ(in_trouble("Loops", {"values", "Node::value=0", "step-limit", "3"}).totals.structures, 1U);
}

TEST(FailingPredicates, AnEndlessLoopThatReadsNothingReachesTheTimeLimit) {
  const Found found = in_trouble("Spins", {"seconds", "0.2"});
  EXPECT_EQ(found.totals.structures, 2U);
  EXPECT_EQ(aborted(found, "time limit"), 1U);
}

TEST(FailingPredicates, EndlessRecursionEnds) {
  EXPECT_EQ(in_trouble("Recurses", {"values", "Node::value=0"}).totals.structures, 3U);
  EXPECT_EQ(aborted(in_trouble("Overflows"), "stack overflow"), 1U);
}

TEST(FailingPredicates, AbortAndFailedAssertionsMeanFalse) {
  EXPECT_EQ(aborted(in_trouble("Aborts"), "abort"), 1U);
  EXPECT_EQ(aborted(in_trouble("Asserts"), "abort"), 1U);
  EXPECT_EQ(aborted(in_trouble("ThrowsThroughNoexcept"), "abort"), 1U);
  EXPECT_EQ(in_trouble("Aborts").totals.structures, 2U);
}

TEST(FailingPredicates, ExitMeansFalseAndDoesNotEndTheSearch) {
  const Found found = in_trouble("Exits");
  EXPECT_EQ(found.totals.structures, 1U);
  EXPECT_EQ(aborted(found, "exit"), 2U);
  EXPECT_EQ(found.totals.first_abort->detail, "with status 3");
}

TEST(FailingPredicates, SignalsMeanFalse) {
  EXPECT_EQ(aborted(in_trouble("Divides"), "arithmetic error"), 1U);
  const Found wild = in_trouble("WildRead");
  EXPECT_EQ(aborted(wild, "segmentation fault"), 1U);
  EXPECT_EQ(wild.totals.first_abort->detail, "at address 0x123456789000");
}

TEST(FailingPredicates, WritesToFieldsAreUndoneAndReported) {
  const Found found = in_trouble("WritesField", {"cross-check", "1"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_TRUE(found.totals.writes_fields);
  EXPECT_EQ(found.totals.mismatches, 0U);
  EXPECT_EQ(found.reader->variable_name(static_cast<std::size_t>(found.totals.first_variable_written)),
            "TroubledList$0.size_");
  EXPECT_EQ(found.structures[1],
            "TroubledList$0 = TroubledList {trouble_ = WritesField, head_ = null, size_ = 1}\n");
}

TEST(FailingPredicates, StaticsInThePredicateSurviveTheirFirstCandidate) {
  const Found found = in_trouble("UsesStatics", {"cross-check", "1"});
  EXPECT_EQ(found.totals.structures, 1U);
  EXPECT_EQ(found.totals.mismatches, 0U);
}

TEST(FailingPredicates, TheCrossCheckFindsDependenceOnGlobals) {
  EXPECT_GT(in_trouble("DependsOnGlobal", {"cross-check", "1"}).totals.mismatches, 0U);
  EXPECT_TRUE(in_trouble("DependsOnGlobal").totals.writes_globals);
}

TEST(FailingPredicates, TheCrossCheckFindsDependenceOnTime) {
  // Three candidates for each of some values: that all agree by chance is as good as impossible.
  const Found found =
      in_trouble("DependsOnTime", {"cross-check", "1", "values", "TroubledList::size_=0..200"});
  EXPECT_GT(found.totals.mismatches, 0U);
}

TEST(FailingPredicates, MemoryOfThePredicateIsItsOwn) {
  EXPECT_EQ(in_trouble("UsesMalloc", {"cross-check", "1"}).totals.structures, 1U);
  EXPECT_EQ(in_trouble("LeaksIntoNext").totals.structures, 3U);
  EXPECT_EQ(in_trouble("Prints").totals.structures, 3U);
  const Found greedy = in_trouble("AllocatesForever");
  EXPECT_EQ(greedy.totals.structures, 2U);
  EXPECT_EQ(greedy.totals.first_abort->detail, "std::bad_alloc");
}

}  // namespace
}  // namespace fretsaw::testing
