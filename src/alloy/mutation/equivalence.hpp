// SPDX-License-Identifier: MIT
// Which mutants are equivalent to the model within a scope, and for each that is not, a test that tells them
// apart.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/stage.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "alloy/mutation/mutants.hpp"

namespace fretsaw::mutation {

enum class Equivalence : std::uint8_t { Equivalent, Different, Undecided };

struct EquivalenceResult {
  Equivalence state = Equivalence::Undecided;
  std::string why;      // if it is undecided
  bool solved = false;  // else no solver was needed
  // Passes on the model and fails on the mutant. That of an assertion names it, which only the short form can
  // (see `needs_short_form`); there is none of an assertion without a name.
  std::optional<modeltest::WrittenTest> test;
  std::string test_text;  // that test as text, if it comes from another process or from a checkpoint
};

struct EquivalenceOptions {
  modeltest::StageOptions stage{};
  alloy::Command scope;  // only `overall` and `scopes`
  // Also compare the facts as they are in the mutant, where they call what it changes. The tool of 2018 does
  // not.
  bool in_place = true;
  std::function<void()> progress = [] {};  // called after each mutant
};

struct EquivalenceResults {
  std::vector<EquivalenceResult> all;  // one a mutant, in their order
  StopReason stop = StopReason::None;  // why some are undecided
};

// Mutants that are compared in one translation, one after the other: what distinguishes one is tried on those
// after it. What is found of a block depends on nothing but the block, so that it may be judged anywhere.
struct Block {
  std::optional<model::SigId> lifted;  // sigs that have a multiplicity are compared apart
  std::vector<std::size_t> members;
};
std::vector<Block> blocks_of(const Mutants& mutants);

struct BlockResult {
  std::vector<EquivalenceResult> all;  // by member; fewer if a limit was reached
  StopReason stop = StopReason::None;
  std::optional<Diagnostic> error;  // of the scope, or of lowering the model
};
BlockResult compare_block(const Mutants& mutants, const Block& block, const EquivalenceOptions& options,
                          const Budget& budget);

// Plain Alloy cannot call an assertion.
bool needs_short_form(const Mutants& mutants, std::size_t mutant);

}  // namespace fretsaw::mutation
