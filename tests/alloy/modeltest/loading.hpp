// SPDX-License-Identifier: MIT
// Models and tests given as text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "alloy/modeltest/execute.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::modeltest {

inline SourcePtr source_of(const std::string& name, const std::string& text) {
  return std::make_shared<const Source>(name, text);
}

// Fail the test if something is wrong with the texts.
inline std::unique_ptr<TestFile> tests_of(const std::string& model) {
  auto file = load_model_tests(source_of("model.als", model), {});
  if (file) return *std::move(file);
  ADD_FAILURE() << render(file.error());
  return std::make_unique<TestFile>();
}

inline std::unique_ptr<TestFile> tests_of(const std::string& model, const std::string& tests) {
  auto file = load_tests(source_of("model.als", model), source_of("tests.als", tests), {});
  if (file) return *std::move(file);
  ADD_FAILURE() << render(file.error());
  return std::make_unique<TestFile>();
}

inline constexpr const char* kFaultyList = R"(one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head => some n: List.head.^link | no n.link }
run Acyclic
)";

}  // namespace fretsaw::modeltest
