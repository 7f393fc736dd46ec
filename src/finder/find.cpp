// SPDX-License-Identifier: MIT
#include <chrono>

#include "finder/prepare.hpp"
#include "finder/verify.hpp"
#include "fretsaw/finder.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof.hpp"
#include "sat/solver.hpp"

namespace fretsaw {

const char* to_string(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::None:
      return "none";
    case Symmetry::Lex:
      return "lex";
    case Symmetry::Exact:
      return "exact";
  }
  return "none";
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Sat:
      return "sat";
    case Verdict::Unsat:
      return "unsat";
    case Verdict::Limit:
      return "limit";
  }
  return "limit";
}

Result<Finding> find(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  auto prepared =
      prepare(problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth}, budget);
  if (!prepared) return prepared.error();
  Finding finding;
  if (!*prepared) {
    finding.stop = budget.reason();
    return finding;
  }
  const Clauses& clauses = **prepared;
  finding.statistics = clauses.statistics;

  const auto start = std::chrono::steady_clock::now();
  const auto solver = make_cadical_solver();
  add(*solver, clauses.encoding.cnf);
  const Answer answer = solver->solve({}, budget);
  finding.statistics.solve_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  switch (answer) {
    case Answer::Limit:
      finding.stop = budget.reason();
      return finding;
    case Answer::Unsat:
      finding.verdict = Verdict::Unsat;
      return finding;
    case Answer::Sat:
      break;
  }
  const Valuation value = [&](int variable) { return solver->value(variable); };
  finding.verdict = Verdict::Sat;
  finding.instance = decode_instance(problem, clauses, value);
  finding.witnesses = decode_witnesses(problem, clauses, value);
  Verifier verifier(problem, clauses.skolems);
  if (auto status = verifier.verify(*finding.instance, finding.witnesses); !status) return status.error();
  return finding;
}

Result<std::optional<std::string>> to_dimacs(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  auto prepared =
      prepare(problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth}, budget);
  if (!prepared) return prepared.error();
  if (!*prepared) return std::optional<std::string>();
  return std::optional<std::string>(to_dimacs((*prepared)->encoding.cnf));
}

Result<Verdict> prove_unsatisfiable(const Problem& problem, const std::string& path,
                                    const FindOptions& options) {
  Budget budget(options.limits);
  auto prepared =
      prepare(problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth}, budget);
  if (!prepared) return prepared.error();
  if (!*prepared) return Verdict::Limit;
  auto answer = prove_unsat((*prepared)->encoding.cnf, path, budget);
  if (!answer) return answer.error();
  switch (*answer) {
    case Answer::Sat:
      return Verdict::Sat;
    case Answer::Unsat:
      return Verdict::Unsat;
    case Answer::Limit:
      return Verdict::Limit;
  }
  return Verdict::Limit;
}

}  // namespace fretsaw
