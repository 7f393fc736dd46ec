// SPDX-License-Identifier: MIT
#include "cpp/path/pass/static_variables.hpp"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "cpp/path/pass/library_calls.hpp"

namespace fretsaw::path {

using namespace llvm;

namespace {

// The program neither writes to it nor takes its address.
bool is_only_read(const Value& place) {
  return all_of(place.users(), [&](const User* user) {
    if (isa<LoadInst, ICmpInst>(user)) return true;
    if (const auto* const copy = dyn_cast<MemTransferInst>(user)) return copy->getRawDest() != &place;
    return isa<GEPOperator>(user) && is_only_read(*user);
  });
}

// Of the library, or added by clang.
bool is_of_others(const GlobalVariable& variable) {
  return starts_with_one_of(variable.getName(),
                            {"_ZGV", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "__", "_ZSt", "_ZNSt", "_ZNKSt", "_ZZSt",
                             "_ZZNSt", "_ZZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "llvm.", "fretsaw_"});
}

}  // namespace

std::vector<GlobalVariable*> static_variables(Module& module) {
  std::vector<GlobalVariable*> out;
  for (GlobalVariable& each : module.globals()) {
    if (each.isConstant() || each.use_empty() || is_of_others(each) || !each.getValueType()->isSized())
      continue;
    // Those of an inline function have the same code in every module.
    const bool is_all_here = each.hasLocalLinkage() || each.getName().starts_with("_ZZ");
    if (is_all_here && is_only_read(each)) continue;
    out.push_back(&each);
  }
  return out;
}

}  // namespace fretsaw::path
