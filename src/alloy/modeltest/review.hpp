// SPDX-License-Identifier: MIT
// A person examines generated tests one by one: is the label right? A generated label is what the model says;
// where the person disagrees, there is a fault, and the flipped test shows it.
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/written_test.hpp"

namespace fretsaw::modeltest {

struct ReviewResult {
  std::vector<WrittenTest> accepted;  // the flipped ones among them
  std::size_t flipped = 0;
  std::size_t skipped = 0;
  bool stopped = false;  // before the last test: by `q`, or at the end of the input
};

// What the test claims, in words: "Acyclic[List0] holds; the facts hold".
std::string claim_in_words(const WrittenTest& test);

// Asks about each test: a(ccept), f(lip), s(kip), q(uit); an empty line accepts. What is to be shown goes to
// `show`, answers are lines of `input`.
ReviewResult review(const model::Model& model, const std::vector<WrittenTest>& tests, std::istream& input,
                    const std::function<void(std::string_view)>& show);

}  // namespace fretsaw::modeltest
