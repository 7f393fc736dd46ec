// SPDX-License-Identifier: MIT
// Variants, and unions of which something says which member is in use.
#include "cpp/search/collection.hpp"

namespace fretsaw::testing {
namespace {

const Collection& alternatives() {
  static const Collection kAll("alternatives.hpp", "Alternatives",
                               {"setting", "arithmetic", "tagged", "reg", "free_list", "document"});
  return kAll;
}

TEST(Variants, HoldOneOfTheirAlternatives) {
  std::uint64_t flags = 0;
  for (int low = 0; low <= 2; ++low)
    for (int high = 0; high <= 2; ++high) flags += low < high ? 1 : 0;
  // Numbers 1..2; nothing; the empty vector; "", "a", "aa", "ab".
  const Found found = alternatives().search("setting", {"size", "2", "values", "Setting::value.2.length=0"});
  EXPECT_EQ(found.totals.structures, 2 + 1 + 1 + 4 + flags);
  EXPECT_NE(found.structures[0].find("setting = {value = {0 = 1}}"), std::string::npos)
      << found.structures[0];
  EXPECT_EQ(alternatives().count("setting", {"size", "2", "values", "Setting::value.member=0,3"}), 2U + 4);
}

TEST(Variants, MakeTrees) {
  // Binary trees of at most five nodes with inner nodes of two signs and leaves of two numbers: 2, 2 * 2 * 2,
  // and two shapes with two inner nodes and three leaves.
  EXPECT_EQ(alternatives().count(
                "arithmetic", {"objects", "Arithmetic::Node=5", "values", "Operation::sign='+','-'", "values",
                               "Arithmetic::Node::content.0=1..2"}),
            2U + 2 * 4 + 2 * 4 * 8);
}

TEST(Variants, HoldPointersToElements) {
  // k of n slots are free, in any order; the others hold one of two values.
  std::uint64_t expected = 0;
  for (int n = 0; n <= 3; ++n)
    for (int k = 0; k <= n; ++k) expected += falling(n, k) * power(2, n - k);
  EXPECT_EQ(alternatives().count("free_list", {"objects", "Slot=0", "values", "FreeList::slots.length=0..3",
                                               "values", "Slot::content.1=0..1"}),
            expected);
}

TEST(Variants, HoldContainers) {
  // Nothing; three numbers; ascending lists over three values: 1 + 3 + 6; sets of at most two of three keys.
  EXPECT_EQ(alternatives().count("document", size(2)), 1U + 3 + (1 + 3 + 6) + (1 + 3 + 3));
}

TEST(Unions, HoldTheMemberThatATagNames) {
  // By itself: numbers 1..2, or two ascending letters out of two. Behind up to two links: the same; and
  // cycles are too deep.
  const Found found =
      alternatives().search("tagged", {"objects", "Tagged=2", "values", "Tagged::union.member=kind", "values",
                                       "Tagged::number=0..2", "values", "Tagged::letters=a..b"});
  EXPECT_EQ(found.totals.structures, (2U + 3) * 3);
  EXPECT_NE(found.structures[0].find("tagged = {kind = Number, union = {number = 1}}"), std::string::npos)
      << found.structures[0];
}

TEST(Unions, HoldTheMemberThatTheBoundsName) {
  EXPECT_EQ(
      alternatives().count("reg", {"values", "Register::word.member=bytes", "values", "Word::bytes=0..2"}),
      3U);
  EXPECT_EQ(alternatives().count(
                "reg", {"values", "Register::word.member=all", "values", "Register::word.all=256,513,1"}),
            2U);
}

TEST(Unions, AreRefusedIfTheActiveMemberIsNotKnown) {
  const auto refused = alternatives().program().run(alternatives().only("reg", {"size", "1"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the active member of the union 'wild::Alternatives::reg.word' is not known");
  const auto both = alternatives().program().run(
      alternatives().only("reg", {"size", "1", "values", "Register::word.member=all,bytes"}));
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().message,
            "several members for the union 'wild::Alternatives::reg.word', but no field that selects one");
  const auto unknown = alternatives().program().run(
      alternatives().only("reg", {"size", "1", "values", "Register::word.member=byte"}));
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "unknown member 'byte' of 'wild::Alternatives::reg.word'; did you mean 'bytes'?");
}

}  // namespace
}  // namespace fretsaw::testing
