// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace fretsaw::path {

// The user's static variables that can have more than one value: what they hold before a call is what earlier
// calls have left there. Asked before anything is added to the module.
std::vector<llvm::GlobalVariable*> static_variables(llvm::Module& module);

}  // namespace fretsaw::path
