// SPDX-License-Identifier: MIT
// Checks DRAT proofs, sharing no code with any solver. Written to be plainly right, not fast.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logic/cnf/cnf.hpp"

namespace fretsaw::sat_test {

struct ProofStep {
  bool deletion = false;
  std::vector<int> clause;
};

// Empty on malformed text or bytes: which is no proof of anything.
std::vector<ProofStep> parse_text_proof(std::string_view text);
std::vector<ProofStep> parse_binary_proof(std::string_view bytes);

std::string print_text_proof(const std::vector<ProofStep>& proof);

// Why the steps do not prove the formula unsatisfiable; empty when they do.
std::string objection_to(const std::vector<ProofStep>& proof, const Cnf& cnf);

}  // namespace fretsaw::sat_test
