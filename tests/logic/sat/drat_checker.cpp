// SPDX-License-Identifier: MIT
// Forward checking. A clause may be added when assuming its opposite leads to a conflict by unit propagation
// (RUP), or when that is so of its resolvents on its first literal with every clause that holds the opposite
// of it (RAT). A clause may be deleted when it is there; deleting a unit clause is ignored, as drat-trim
// does, because solvers log deletions of clauses that are reasons of units they go on using. The proof ends
// where the empty clause has been added.
//
// Propagation scans all clauses until nothing changes. Formulas in tests are small.
#include "logic/sat/drat_checker.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>

namespace fretsaw::sat_test {
namespace {

class Checker {
 public:
  explicit Checker(const Cnf& cnf) {
    cnf.each_clause([&](std::span<const int> clause) { insert({clause.begin(), clause.end()}); });
  }

  bool refuted() const { return clauses_.contains({}); }

  bool allows(const std::vector<int>& clause) const {
    return follows_by_propagation(clause) || resolvents_follow(clause);
  }

  void insert(std::vector<int> clause) { ++clauses_[normal(std::move(clause))]; }

  bool erase(const std::vector<int>& clause) {
    const auto found = clauses_.find(normal(clause));
    if (found == clauses_.end()) return false;
    if (found->first.size() == 1) return true;
    if (--found->second == 0) clauses_.erase(found);
    return true;
  }

 private:
  static std::vector<int> normal(std::vector<int> clause) {
    std::ranges::sort(clause);
    const auto repeated = std::ranges::unique(clause);
    clause.erase(repeated.begin(), repeated.end());
    return clause;
  }

  bool follows_by_propagation(const std::vector<int>& clause) const {
    std::map<int, bool> is_true;  // by literal; absent: open
    const auto assign = [&](int literal) {
      is_true[literal] = true;
      is_true[-literal] = false;
    };
    for (const int literal : clause) {
      if (is_true.contains(literal) && is_true[literal]) return true;  // a tautology
      assign(-literal);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [other, count] : clauses_) {
        std::vector<int> open;
        bool satisfied = false;
        for (const int literal : other) {
          const auto value = is_true.find(literal);
          if (value == is_true.end())
            open.push_back(literal);
          else if (value->second)
            satisfied = true;
        }
        if (satisfied || open.size() > 1) continue;
        if (open.empty()) return true;
        assign(open.front());
        changed = true;
      }
    }
    return false;
  }

  bool resolvents_follow(const std::vector<int>& clause) const {
    if (clause.empty()) return false;
    const int pivot = clause.front();
    return std::ranges::all_of(clauses_, [&](const auto& entry) {
      if (std::ranges::find(entry.first, -pivot) == entry.first.end()) return true;
      std::vector<int> resolvent = clause;
      std::ranges::copy_if(entry.first, std::back_inserter(resolvent), [&](int l) { return l != -pivot; });
      return follows_by_propagation(resolvent);
    });
  }

  std::map<std::vector<int>, int> clauses_;  // sorted clauses, with how often each is there
};

std::string print_step(const ProofStep& step) {
  std::string text = step.deletion ? "d " : "";
  for (const int literal : step.clause) text += std::to_string(literal) + " ";
  return text + "0";
}

}  // namespace

std::vector<ProofStep> parse_text_proof(std::string_view text) {
  std::vector<ProofStep> proof;
  std::istringstream in{std::string(text)};
  ProofStep step;
  for (std::string word; in >> word;) {
    if (word == "d" && step.clause.empty() && !step.deletion) {
      step.deletion = true;
      continue;
    }
    char* end = nullptr;
    const int literal = static_cast<int>(std::strtol(word.c_str(), &end, 10));
    if (*end != '\0') return {};
    if (literal != 0) {
      step.clause.push_back(literal);
    } else {
      proof.push_back(std::move(step));
      step = {};
    }
  }
  return proof;
}

// 'a' or 'd', then numbers in groups of seven bits, lowest first, the high bit saying that more follow: 2v
// for v, 2v+1 for -v, 0 at the end.
std::vector<ProofStep> parse_binary_proof(std::string_view bytes) {
  std::vector<ProofStep> proof;
  for (std::size_t at = 0; at < bytes.size();) {
    const char kind = bytes[at++];
    if (kind != 'a' && kind != 'd') return {};
    ProofStep step{.deletion = kind == 'd', .clause = {}};
    for (;;) {
      std::uint32_t number = 0;
      int shift = 0;
      std::uint8_t byte = 0;
      do {
        if (at == bytes.size() || shift > 28) return {};
        byte = static_cast<std::uint8_t>(bytes[at++]);
        number |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
        shift += 7;
      } while ((byte & 0x80) != 0);
      if (number == 0) break;
      const int variable = static_cast<int>(number >> 1);
      step.clause.push_back((number & 1) != 0 ? -variable : variable);
    }
    proof.push_back(std::move(step));
  }
  return proof;
}

std::string print_text_proof(const std::vector<ProofStep>& proof) {
  std::string text;
  for (const ProofStep& step : proof) text += print_step(step) + "\n";
  return text;
}

std::string objection_to(const std::vector<ProofStep>& proof, const Cnf& cnf) {
  Checker checker(cnf);
  for (std::size_t i = 0; i < proof.size() && !checker.refuted(); ++i) {
    const ProofStep& step = proof[i];
    const std::string place = "step " + std::to_string(i + 1) + " '" + print_step(step) + "'";
    if (step.deletion) {
      if (!checker.erase(step.clause)) return place + " deletes a clause that is not there";
    } else {
      if (!checker.allows(step.clause)) return place + " does not follow";
      checker.insert(step.clause);
    }
  }
  return checker.refuted() ? "" : "the proof ends without the empty clause";
}

}  // namespace fretsaw::sat_test
