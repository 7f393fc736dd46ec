// SPDX-License-Identifier: MIT
#include "alloy/modeltest/review.hpp"

#include <fmt/format.h>

#include "alloy/syntax/printer.hpp"

namespace fretsaw::modeltest {

namespace {

std::string cell_text(const Cell& cell, const Valuation& valuation) {
  if (const auto* atom = std::get_if<AtomId>(&cell)) return valuation.atoms[index(*atom)];
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  return fmt::format("\"{}\"", std::get<std::string>(cell));
}

// One line a sig or field:   link   Node0 -> Node1, Node1 -> Node1
std::string drawn(const model::Model& model, const Valuation& valuation) {
  const std::vector<ValuationLine> lines = lines_of(model, valuation);
  std::size_t widest = 0;
  for (const ValuationLine& line : lines) widest = std::max(widest, line.name.size());
  std::string out;
  for (const ValuationLine& line : lines) {
    std::string rows;
    for (const Row& row : line.rows) {
      if (!rows.empty()) rows += ", ";
      for (std::size_t i = 0; i < row.size(); ++i)
        rows += (i > 0 ? " -> " : "") + cell_text(row[i], valuation);
    }
    out += fmt::format("  {:<{}}  {}\n", line.name, widest, rows.empty() ? "(empty)" : rows);
  }
  return out;
}

enum class ReviewAnswer { Accept, Flip, Skip, Quit, Unknown };

ReviewAnswer answer_of(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  if (line.empty() || line.front() == '\r') return ReviewAnswer::Accept;
  switch (line.front() | 0x20) {  // in either case
    case 'a':
      return ReviewAnswer::Accept;
    case 'f':
      return ReviewAnswer::Flip;
    case 's':
      return ReviewAnswer::Skip;
    case 'q':
      return ReviewAnswer::Quit;
    default:
      return ReviewAnswer::Unknown;
  }
}

}  // namespace

std::string claim_in_words(const WrittenTest& test) {
  const bool valid = test.expect.value_or(1) != 0;
  if (test.claims.empty()) return valid ? "satisfies the facts" : "violates the facts";
  std::string claims;
  for (const alloy::ExprPtr& claim : test.claims)
    claims += (claims.empty() ? "" : " and ") + alloy::print(*claim);
  return fmt::format("{} is {}", claims, valid ? "true" : "false");
}

ReviewResult review(const model::Model& model, const std::vector<WrittenTest>& tests, std::istream& input,
                    const std::function<void(std::string_view)>& show) {
  ReviewResult result;
  for (std::size_t i = 0; i < tests.size() && !result.stopped; ++i) {
    // The first comment says what the test is for.
    show(fmt::format("\n{} of {}: {}\n{}{}", i + 1, tests.size(), tests[i].name,
                     tests[i].comments.empty() ? "" : tests[i].comments.front() + "\n",
                     drawn(model, tests[i].valuation)));
    for (bool asking = true; asking;) {
      show(fmt::format("The model says: {}. Correct? [A]ccept, [f]lip, [s]kip, [q]uit: ",
                       claim_in_words(tests[i])));
      std::string line;
      const ReviewAnswer answer = std::getline(input, line) ? answer_of(line) : ReviewAnswer::Quit;
      asking = answer == ReviewAnswer::Unknown;
      if (asking) show(fmt::format("invalid answer '{}': expected a, f, s, q, or Enter to accept\n", line));
      if (answer == ReviewAnswer::Quit) result.stopped = true;
      if (answer == ReviewAnswer::Skip) ++result.skipped;
      if (answer != ReviewAnswer::Accept && answer != ReviewAnswer::Flip) continue;
      result.accepted.push_back(tests[i]);
      if (answer == ReviewAnswer::Accept) continue;
      ++result.flipped;
      WrittenTest& test = result.accepted.back();
      test.expect = 1 - test.expect.value_or(1);
      test.comments.emplace_back("Flipped: the model has the opposite outcome.");
    }
  }
  return result;
}

}  // namespace fretsaw::modeltest
