// SPDX-License-Identifier: MIT
// Proofs of unsatisfiability that an independent checker (drat-trim, for one) can verify.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "logic/cnf/cnf.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

enum class ProofFormat { Text, Binary };

// Solves the formula once more, from scratch, and writes a DRAT proof to the file. Unsat: the file holds a
// complete proof. Sat, or LimitReached by the budget, or an error when the file cannot be written: no file is
// written, and one that was there is left as it was.
Result<Answer> prove_unsat(const Cnf& cnf, const std::string& path, Budget& budget,
                           ProofFormat format = ProofFormat::Text);

}  // namespace fretsaw
