// SPDX-License-Identifier: MIT
// The mutants of a model: texts that differ from it in one place.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alloy/model/load.hpp"
#include "alloy/mutation/sites.hpp"
#include "base/budget.hpp"

namespace fretsaw::mutation {

struct MutantOptions {
  SiteOptions sites;
  bool distinct = true;  // texts that read the same are one mutant
  bool strict = false;   // a mutant with a warning that the model does not have is invalid
  std::size_t threads = 1;
  model::LoadOptions load;
};

struct Mutant {
  const Operator* op = nullptr;
  std::size_t unit = 0;
  bool in_bound = false;
  Change change;
  SourcePtr source;                           // all of its text
  std::shared_ptr<const model::Model> model;  // null if it is invalid
};

struct Mutants {
  SourcePtr source;
  model::Model model;  // the original
  std::vector<Unit> units;
  std::vector<Mutant> all;      // in the order of the text
  std::vector<Mutant> invalid;  // with a type error, or with a warning
  std::size_t duplicates = 0;

  Mutants() = default;
  Mutants(const Mutants&) = delete;
  Mutants& operator=(const Mutants&) = delete;
};

// Errors: those of the model. Throws LimitReached.
Result<std::unique_ptr<Mutants>> make_mutants(const SourcePtr& source, const MutantOptions& options,
                                              Budget& budget = no_limits());

// "MOR at 3:1 in sig Node: one -> lone"
std::string describe(const Mutants& mutants, const Mutant& mutant);

// Calls work(i) for i in 0..count-1, on so many threads; each has a copy of the budget. What one of them
// throws is thrown here after all have ended.
void in_parallel(std::size_t threads, std::size_t count, Budget& budget,
                 const std::function<void(std::size_t, Budget&)>& work);

}  // namespace fretsaw::mutation
