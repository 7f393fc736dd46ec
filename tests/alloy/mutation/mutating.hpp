// SPDX-License-Identifier: MIT
// Mutants of models given as text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "alloy/mutation/mutation_run.hpp"

namespace fretsaw::mutation {

inline SourcePtr text_source(const std::string& name, const std::string& text) {
  return std::make_shared<const Source>(name, text);
}

inline SourcePtr example_model(const std::string& name) {
  auto source = read_source(std::string(FRETSAW_SOURCE_DIR) + "/examples/models/" + name + ".als");
  EXPECT_TRUE(source) << name;
  return *source;
}

// Fails the test if something is wrong with the text.
inline std::unique_ptr<Mutants> mutants_of(const std::string& text, const std::string& operators,
                                           bool distinct = true) {
  MutantOptions options;
  options.sites.operators = *choose_operators(operators);
  options.sites.assertions = true;
  options.distinct = distinct;
  auto mutants = make_mutants(text_source("model.als", text), options);
  if (mutants) return *std::move(mutants);
  ADD_FAILURE() << render(mutants.error());
  return std::make_unique<Mutants>();
}

// What the mutants have in the place of the text between the marks « and ».
inline std::vector<std::string> changed(const std::string& marked, const std::string& operators) {
  const std::string open = "«", close = "»";
  const std::size_t begin = marked.find(open), end = marked.find(close);
  const std::string before = marked.substr(0, begin), after = marked.substr(end + close.size());
  const std::string inside = marked.substr(begin + open.size(), end - begin - open.size());
  const auto mutants = mutants_of(before + inside + after, operators);
  std::vector<std::string> result;
  for (const Mutant& mutant : mutants->all) {
    const std::string text(mutant.source->text());
    if (text.starts_with(before) && text.ends_with(after) && text.size() >= before.size() + after.size())
      result.push_back(text.substr(before.size(), text.size() - before.size() - after.size()));
  }
  return result;
}

inline MutationRun run_of(const SourcePtr& model, MutationOptions options,
                          const std::vector<SourcePtr>& tests = {}) {
  auto run = run_mutation(model, tests, options);
  if (run) return *std::move(run);
  ADD_FAILURE() << render(run.error());
  MutationRun none;
  none.mutants = std::make_unique<Mutants>();
  return none;
}

}  // namespace fretsaw::mutation
