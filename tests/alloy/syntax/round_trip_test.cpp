// SPDX-License-Identifier: MIT
// parse ∘ print = identity: on all models in the repository and on random trees.
#include <gtest/gtest.h>

#include <filesystem>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"
#include "alloy/syntax/random_tree.hpp"
#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

void expect_round_trip(const Module& module, const std::string& what) {
  const std::string text = print(module);
  const Result<Module> again = parse_module(std::make_shared<const Source>("printed.als", text));
  ASSERT_TRUE(again) << what << "\n" << text << "\n" << render(again.error());
  EXPECT_TRUE(same_tree(module, *again)) << what << "\n" << text << "\nbecomes\n" << print(*again);
  EXPECT_EQ(print(*again), text) << what;
}

std::vector<std::filesystem::path> models_in(const std::string& folder) {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FRETSAW_SOURCE_DIR "/" + folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".als" || ending == ".md") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

void expect_round_trips_in(const std::string& folder, const std::string& refused = "") {
  const auto models = models_in(folder);
  EXPECT_FALSE(models.empty()) << folder;
  for (const auto& path : models) {
    if (path.filename() == refused) continue;
    Result<SourcePtr> source = read_source(path.string());
    ASSERT_TRUE(source) << path;
    const Result<Module> module = parse_module(*source);
    ASSERT_TRUE(module) << render(module.error());
    expect_round_trip(*module, path.string());
  }
}

TEST(RoundTrip, OfTheGoldenModels) {
  expect_round_trips_in("tests/golden/alloy", "neg31_int_literal_huge.als");
}

TEST(RoundTrip, OfOurModels) {
  expect_round_trips_in("models");
  expect_round_trips_in("examples/models");
  expect_round_trips_in("tests/alloy/syntax/laws");
  expect_round_trips_in("tests/fuzz/seeds");
}

TEST(RoundTrip, OfRandomExpressions) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTree random(seed);
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    const ExprPtr tree = random.expression(2 + i % 6);
    const std::string text = print(*tree);
    const auto source = std::make_shared<const Source>("printed", text);
    const Result<ExprPtr> again = parse_expression(source);
    ASSERT_TRUE(again) << outline(*tree) << "\n" << text << "\n" << render(again.error());
    EXPECT_TRUE(same_tree(tree, *again)) << text << "\n"
                                         << outline(*tree) << "\nbecomes\n"
                                         << outline(**again);
  }
}

TEST(RoundTrip, OfRandomModules) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTree random(seed);
  for (int i = 0; i < 3000 && !testing::Test::HasFailure(); ++i) {
    expect_round_trip(random.module(), "module " + std::to_string(i));
  }
}

// Removing any pair of parentheses that the printer wrote changes the tree or makes the text no expression.
TEST(Printer, WritesNoParenthesesThatCouldBeLeftOut) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTree random(seed);
  const auto without = [](std::string text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0) {
        text[open] = text[i] = ' ';
        break;
      }
    }
    return text;
  };
  int checked = 0;
  for (int i = 0; i < 3000; ++i) {
    // Binders are left out: those in bounds keep parentheses for the reader's sake.
    const ExprPtr tree = make_binary(Op::Union, random.expression(1), random.expression(1));
    if (!tree->left()->decls.empty() || !tree->right()->decls.empty()) continue;
    const std::string text = print(*tree);
    for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
      const auto source = std::make_shared<const Source>("printed", without(text, at));
      const Result<ExprPtr> other = parse_expression(source);
      EXPECT_FALSE(other && same_tree(tree, *other)) << text;
      ++checked;
    }
  }
  EXPECT_GT(checked, 100);
}

}  // namespace
}  // namespace fretsaw::alloy
