// SPDX-License-Identifier: MIT
// C++ clauses of contracts as functions that generated programs can call.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::contract {

// Defines `extern "C" const fretsaw::detail::ContractTable* fretsaw_contracts()`, whose methods are those of
// the subjects, in order.
Result<std::string> contract_source(const code::Classes& classes, const Subjects& subjects);

// Defines `extern "C" void fretsaw_valid_K(void* frame, void* result)` for each K of the subjects: puts into
// the bool at `result` whether the C++ invariants of all objects that the frame leads to hold, and of a
// method the C++ preconditions of some behavior. The frame of an object holds its address. With an `id`,
// which makes it fretsaw_valid_ID_K, several such sources can be in one program.
Result<std::string> validity_source(const code::Classes& classes, const Subjects& subjects,
                                    const std::string& id = "");

// Is there anything in C++ that says which inputs of the method are valid?
bool has_cxx_preconditions(const CheckedMethod& method);

}  // namespace fretsaw::contract
