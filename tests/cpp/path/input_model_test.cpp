// SPDX-License-Identifier: MIT
#include "cpp/path/input_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/json_edits.hpp"

namespace fretsaw::path {
namespace {

const auto kDescription = nlohmann::ordered_json::parse(R"({
  "domains": [[[0, -1, 0, 0], [0, 1, 18446744073709551615, 0]], [[0, -1, 5, 0]]],
  "objects": [2, 1],
  "variables": [
    {"name": "Node$0.left", "field": "Node::left", "object": 0, "address": 18446603336221196288, "bytes": 8, "bits": 64,
     "domain": 0, "followed": true, "fixed": false, "length": false, "unique": false, "guard": -1, "above": 0, "last": 0},
    {"name": "Node$0.key", "field": "Node::key", "object": 0, "address": 4096, "bytes": 4, "bits": 32, "domain": 1,
     "followed": true, "fixed": false, "length": false, "unique": false, "guard": 0, "above": -1, "last": 2,
     "bound": "Node::key"}],
  "cells": [[4096, 32, 0, [1, 0, 0, 32]]],
  "conditions": [[1, 0, 0, -1, 1]]})");

TEST(InputModelReader, TakesWhatProgramsSay) {
  const auto model = InputModel::read(kDescription.dump());
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_EQ(model->domains[0][1].words[0], ~std::uint64_t{0});
  EXPECT_EQ(model->variables[0].address, 18446603336221196288U);
  EXPECT_EQ(model->variables[1].bound, "Node::key");
  EXPECT_EQ(model->cell(4096, 32)->parts[0].variable, 1U);
  EXPECT_EQ(model->conditions[0].last, 1);
}

// What is read can be followed: every index leads somewhere.
TEST(InputModelReader, BelievesNothingElse) {
  std::size_t refused = 0;
  test::for_each_edit(kDescription, [&](const test::JsonEdit& edit) {
    const auto model = InputModel::read(edit.text);
    if (!model) {
      ++refused;
      EXPECT_THAT(model.error().message, testing::HasSubstr("cannot be read: ")) << edit.what;
      return;
    }
    for (const InputVariable& variable : model->variables) {
      if (!variable.bound) EXPECT_LT(variable.domain, model->domains.size()) << edit.what;
      EXPECT_LT(variable.guard, std::ssize(model->variables)) << edit.what;
    }
    for (const auto& domain : model->domains) {
      for (const DomainValue& value : domain) {
        EXPECT_FALSE(value.words.empty()) << edit.what;
        EXPECT_LT(value.object, std::ssize(model->class_of_object)) << edit.what;
      }
    }
    for (const InputCell& cell : model->cells) {
      ASSERT_FALSE(cell.parts.empty()) << edit.what;
      for (const CellPart& part : cell.parts) EXPECT_LT(part.variable, model->variables.size()) << edit.what;
    }
  });
  EXPECT_GT(refused, 200U);
}

}  // namespace
}  // namespace fretsaw::path
