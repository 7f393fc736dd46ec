// SPDX-License-Identifier: MIT
// CaDiCaL takes a proof file only before its first clause, so a proof means a fresh solver.
#include "sat/proof.hpp"

#include <fmt/format.h>

#include <cadical.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sat/budget_terminator.hpp"

namespace fretsaw {
namespace {

Answer solve_writing_proof(const Cnf& cnf, std::FILE* file, const std::string& path, Budget& budget,
                           ProofFormat format) {
  CaDiCaL::Solver cadical;
  cadical.set("quiet", 1);
  cadical.set("binary", format == ProofFormat::Binary ? 1 : 0);
  cadical.trace_proof(file, path.c_str());
  cadical.reserve(cnf.variables);
  for (const int literal : cnf.literals) {
    budget.poll();
    cadical.add(literal);
  }
  budget.look();
  const Answer answer = solve_within(cadical, budget);
  cadical.close_proof_trace();
  return answer;
}

// Not a device: the path may be /dev/null or /dev/full.
void remove_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

}  // namespace

Result<Answer> prove_unsat(const Cnf& cnf, const std::string& path, Budget& budget, ProofFormat format) {
  const auto cannot_write = [&](int error) {
    return input_error(fmt::format("cannot write the proof to '{}': {}", path, std::strerror(error)));
  };
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return cannot_write(errno);
  Answer answer = Answer::Unknown;
  try {
    answer = solve_writing_proof(cnf, file, path, budget, format);
  } catch (const LimitReached&) {
    std::fclose(file);
    remove_file(path);
    throw;
  }
  // A full disk shows in the stream's state or, at the latest, when its buffer is written out.
  const bool failed = std::ferror(file) != 0;
  errno = 0;
  if ((std::fclose(file) != 0 || failed) && answer == Answer::Unsat) {
    const int error = errno != 0 ? errno : EIO;
    remove_file(path);
    return cannot_write(error);
  }
  if (answer != Answer::Unsat) remove_file(path);
  return answer;
}

}  // namespace fretsaw
