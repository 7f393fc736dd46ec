// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

namespace fretsaw::path {

// Lines of text, one for each function and for what is in it, in order:
//   m                          a module begins
//   f NAME LOCAL LINE FILE     a function; LOCAL is 1 if other modules cannot call it by its name
//   c NAME                     it calls that one
//   b LINE COLUMN COUNTS       a branch with two outcomes; COUNTS is 1 if it is a condition of the source
//   s LINE COLUMN COUNTS V...  a switch, with an outcome for each value, and one for all others
//   t LINE COLUMN COUNTS V...  the same, but all others go on to ranges
//   r LINE COLUMN COUNTS LOW HIGH LAST
//                              a branch: in that range of a switch, or not; LAST is 1 if others are default
//   a                          there is assembly in it
// Branches have numbers in that order; so have functions.
class SiteTable {
 public:
  void begin(const llvm::Function& function);
  void calls(const llvm::Function& callee);
  void has_assembly();
  // The numbers of a branch and of a switch that are added.
  unsigned branch(const llvm::DebugLoc& place, bool counts);
  unsigned choice(const llvm::SwitchInst& choice, bool counts);
  // `case LOW ... HIGH`, which is a branch of its own if it is not short. Nothing if it is another branch.
  std::optional<unsigned> range(const llvm::BranchInst& jump);
  unsigned function() const { return functions_ - 1; }
  const std::string& text() const { return text_; }

 private:
  std::string text_ = "m\n";
  unsigned sites_ = 0;
  unsigned functions_ = 0;
};

}  // namespace fretsaw::path
