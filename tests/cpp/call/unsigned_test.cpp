// SPDX-License-Identifier: MIT
// Numbers of 2^63 and more: chosen, judged and shown as what they are.
#include "cpp/call/headers/unsigned.hpp"

#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

constexpr const char* kText = "0,1,9223372036854775807..9223372036854775809,18446744073709551615";
constexpr std::uint64_t kValues[] = {0, 1, (1ULL << 63) - 1, 1ULL << 63, (1ULL << 63) + 1, ~0ULL};

class UnsignedNumbers : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CheckRequest request = request_for(
        "unsigned.hpp", {"Range::middle", "Range::extend", "Rows::sort", "loses_one", "is_all"}, 2);
    for (const char* const field : {"Range::begin", "Range::end", "extend::to", "Rows::pair", "loses_one::a"})
      request.bounds.values.emplace_back(field, kText);
    request.keeps_going = true;
    request.emits = TestKind::GoogleTest;
    all_ = new CheckedAll(checked(request));
  }
  static void TearDownTestSuite() { delete all_; }

  static const Checked& of(const std::string& method) {
    EXPECT_FALSE(all_->error) << render(*all_->error);
    return all_->at(method);
  }

  static CheckedAll* all_;
};
CheckedAll* UnsignedNumbers::all_ = nullptr;

struct Count {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  void add(bool holds) { ++(holds ? passed : failed); }
};

void expect_same(const Checked& checked, const Count& count) {
  EXPECT_EQ(checked.report.passed, count.passed) << checked.report.method;
  EXPECT_EQ(checked.report.failed, count.failed) << checked.report.method;
}

TEST_F(UnsignedNumbers, AgreeWithBruteForce) {
  Count middle, extend, sort;
  for (const std::uint64_t a : kValues) {
    for (const std::uint64_t b : kValues) {
      Rows rows{{a, b}};
      rows.sort();
      sort.add(rows.pair[0] <= rows.pair[1]);
      const Range range{a, b};
      if (a > b) continue;
      middle.add(range.middle() >= a && range.middle() <= b);
      for (const std::uint64_t to : kValues) {
        Range after = range;
        after.extend(to);
        extend.add(after.end == to);
      }
    }
  }
  expect_same(of("middle"), middle);
  expect_same(of("extend"), extend);
  expect_same(of("sort"), sort);
  EXPECT_GT(middle.failed, 0U);
  EXPECT_GT(sort.failed, 0U);
}

TEST_F(UnsignedNumbers, AreShownUnchanged) {
  bool any = false;
  for (const Counterexample& found : of("middle").counterexamples) {
    const std::string text = show_text(found, "Range::middle()", false);
    if (text.find("{begin = 9223372036854775808, end = 18446744073709551615}") == std::string::npos) continue;
    any = true;
    EXPECT_THAT(show_json(found, "Range::middle()").dump(), HasSubstr("\"end\":18446744073709551615"));
    EXPECT_THAT(found.test, HasSubstr("= 18446744073709551615u;"));
    EXPECT_THAT(found.test, HasSubstr("= 9223372036854775808u;"));
  }
  EXPECT_TRUE(any);
}

// No solver chooses among them: the search does, and the clause is evaluated on what it finds.
TEST_F(UnsignedNumbers, MayOccurInRelationalClauses) { expect_same(of("loses_one"), {2, 2}); }

TEST_F(UnsignedNumbers, MayBeEnumerators) { expect_same(of("is_all"), {3, 0}); }

}  // namespace
}  // namespace fretsaw::call
