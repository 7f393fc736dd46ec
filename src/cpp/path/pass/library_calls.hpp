// SPDX-License-Identifier: MIT
// What is known about functions that are not compiled with the pass.
#pragma once

#include <llvm/IR/Function.h>

#include "cpp/path/child/tracking_loss.hpp"

namespace fretsaw::path {

bool starts_with_one_of(llvm::StringRef name, llvm::ArrayRef<const char*> prefixes);

// What becomes of the input's values in the function.
Library library_of(const llvm::Function& callee);

// Does the function give the same result for the same arguments?
bool is_function_of_arguments(const llvm::Function& callee);

}  // namespace fretsaw::path
