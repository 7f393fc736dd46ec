// SPDX-License-Identifier: MIT
// CaDiCaL takes a proof file only before its first clause, so a proof means a fresh solver.
#include "logic/sat/proof.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cadical.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "base/atomic_file.hpp"
#include "logic/sat/cadical_solver.hpp"

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
  budget.check_now();
  const Answer answer = solve_within(cadical, budget);
  cadical.close_proof_trace();
  return answer;
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<Answer> prove_unsat(const Cnf& cnf, const std::string& path, Budget& budget, ProofFormat format) {
  auto proof = AtomicFile::create(path);
  if (!proof) return proof.error();
  std::unique_ptr<std::FILE, Close> file(fdopen(fcntl(proof->descriptor(), F_DUPFD_CLOEXEC, 0), "wb"));
  if (!file) return cannot_write(path, errno);
  const Answer answer = solve_writing_proof(cnf, file.get(), path, budget, format);
  if (answer != Answer::Unsat) return answer;
  // A full disk shows in the stream's state or, at the latest, when its buffer is written out.
  const bool failed = std::ferror(file.get()) != 0;
  errno = 0;
  if (std::fclose(file.release()) != 0 || failed) return cannot_write(path, errno != 0 ? errno : EIO);
  if (Status written = proof->commit(); !written) return written.error();
  return answer;
}

}  // namespace fretsaw
