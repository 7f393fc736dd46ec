// SPDX-License-Identifier: MIT
// C++ clauses of contracts as functions that generated programs can call. Such a source stands behind the
// header: see header_include() and glue_sources().
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/program.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::contract {

// Defines `extern "C" const fretsaw::detail::ContractTable* fretsaw_contracts()`, whose methods are those of
// the subjects, in order.
Result<std::string> contract_source(const code::Classes& classes, const Subjects& subjects);

// Defines `extern "C" void fretsaw_valid_K(void* frame, void* result)` for each K of the subjects: puts into
// the bool at `result` whether the C++ invariants of all objects reachable from the frame hold, and of a
// method the C++ preconditions of some behavior. The frame of an object holds its address. With an `id`,
// which makes it fretsaw_valid_ID_K, several such sources can be in one program.
Result<std::string> validity_source(const code::Classes& classes, const Subjects& subjects,
                                    const std::string& id = "");

// The header as these sources need it. The word final is left out if there is a class that has it, which may
// change where members of templates lie.
std::string header_include(const code::Classes& classes);

// Whether the program calls the bound callables, or only checks which inputs are valid.
enum class Calls : std::uint8_t { Made, None };

// The sources of a program about these classes: calls, the table, and such a source. They are as few as can
// be, because each reads the header, which takes longer than everything else.
std::vector<code::GeneratedSource> glue_sources(const code::Classes& classes, const std::string& clauses,
                                                Calls calls = Calls::Made);

// Whether any C++ clause restricts the inputs of the method.
bool has_cxx_preconditions(const CheckedMethod& method);

}  // namespace fretsaw::contract
