// SPDX-License-Identifier: MIT
#include "cpp/path/pass/site_table.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>

namespace fretsaw::path {

using namespace llvm;

namespace {

std::string at(const DebugLoc& place, bool counts) {
  const unsigned line = place ? place.getLine() : 0;
  const unsigned column = place ? place.getCol() : 0;
  return (" " + Twine(line) + " " + Twine(column) + " " + Twine(counts && line != 0 ? 1 : 0)).str();
}

bool is_range(const BasicBlock& block) { return block.getName().starts_with("sw.caserange"); }

// The switch that comes before its ranges, one after the other.
const SwitchInst* switch_of(const BasicBlock* range) {
  while (range != nullptr && is_range(*range)) range = range->getSinglePredecessor();
  return range != nullptr ? dyn_cast<SwitchInst>(range->getTerminator()) : nullptr;
}

}  // namespace

void SiteTable::begin(const Function& function) {
  std::string file = "-";
  unsigned line = 0;
  if (const DISubprogram* const place = function.getSubprogram()) {
    SmallString<128> path(place->getDirectory());
    if (sys::path::is_absolute(place->getFilename())) path.clear();
    sys::path::append(path, place->getFilename());
    file = std::string(path);
    line = place->getLine();
  }
  const char* const local = function.hasLocalLinkage() ? " 1 " : " 0 ";
  text_ += ("f " + function.getName() + local + Twine(line) + " " + file + "\n").str();
  ++functions_;
}

void SiteTable::calls(const Function& callee) { text_ += ("c " + callee.getName() + "\n").str(); }

void SiteTable::has_assembly() { text_ += "a\n"; }

unsigned SiteTable::branch(const DebugLoc& place, bool counts) {
  text_ += "b" + at(place, counts) + "\n";
  return sites_++;
}

// Clang compares value - LOW with HIGH - LOW, without a sign.
std::optional<unsigned> SiteTable::range(const BranchInst& jump) {
  const SwitchInst* const choice = is_range(*jump.getParent()) ? switch_of(jump.getParent()) : nullptr;
  const auto* const compare = dyn_cast<ICmpInst>(jump.getCondition());
  if (choice == nullptr || compare == nullptr) return std::nullopt;
  const auto* const span = dyn_cast<ConstantInt>(compare->getOperand(1));
  const auto* const difference = dyn_cast<BinaryOperator>(compare->getOperand(0));
  const auto* const low = difference != nullptr ? dyn_cast<ConstantInt>(difference->getOperand(1)) : nullptr;
  if (span == nullptr || low == nullptr || difference->getOpcode() != Instruction::Sub) return std::nullopt;
  const APInt high = low->getValue() + span->getValue();
  text_ += "r" + at(choice->getDebugLoc(), true) + " " + std::to_string(high.getBitWidth()) + " " +
           std::to_string(low->getZExtValue()) + " " + std::to_string(high.getZExtValue()) +
           (is_range(*jump.getSuccessor(1)) ? " 0\n" : " 1\n");
  return sites_++;
}

unsigned SiteTable::choice(const SwitchInst& choice, bool counts) {
  text_ += (is_range(*choice.getDefaultDest()) ? "t" : "s") + at(choice.getDebugLoc(), counts) + " " +
           std::to_string(choice.getCondition()->getType()->getIntegerBitWidth());
  for (const auto& each : choice.cases()) text_ += " " + std::to_string(each.getCaseValue()->getZExtValue());
  text_ += "\n";
  return sites_++;
}

}  // namespace fretsaw::path
