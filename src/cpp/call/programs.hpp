// SPDX-License-Identifier: MIT
// The two programs that checking takes: one that calls, built as the user builds it, and one that searches
// for valid inputs, under watch. Address sanitizer and watching do not go together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/code/program.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::call {

// What decides which programs they are; bounds do not.
struct MethodCode {
  code::UserCode user;
  std::vector<std::string> methods;  // as the user names them; none: all that have a contract
  std::vector<std::string> purposes;
  std::optional<std::string> predicate;  // in place of the invariant of the class that it takes
  std::optional<std::string> finitization;
  std::vector<std::string> ignored;  // fields
  bool sanitizes_addresses = false;
  bool sanitizes_undefined = false;
};

struct MethodProgram {
  std::unique_ptr<const code::Program> program;  // stays where it is: the subjects refer to its classes
  contract::Subjects subjects;
  std::vector<SourcePtr> purposes;  // kept for their places
};

// What a program that calls is told when it starts.
struct CallSetup {
  std::size_t method;  // of the program's subjects
  Bounds bounds;
  double seconds = 1;              // for each input
  bool checks_invariants = false;  // those in C++, before the call: nobody else has
  bool finds_leaks = false;
};
std::vector<std::string> caller_command(const MethodProgram& program, const CallSetup& setup);

// What a program is made of besides the user's code.
struct ProgramParts {
  const char* purpose = "";  // tells it from others that are made of the same code
  code::Instrumentation instrumentation;
  code::Runtime runtime;
  Result<std::string> (*clauses)(const code::Classes&, const contract::Subjects&) = nullptr;
  // Its main(), which calls `finitization` if that is not empty.
  std::string (*main)(const code::Classes&, const contract::Subjects&,
                      const std::string& finitization) = nullptr;
};

Result<MethodProgram> make_method_program(const MethodCode& code, const ProgramParts& parts,
                                          const Limits& limits, const code::ProgramCache& cache);

Result<MethodProgram> make_caller(const MethodCode& code, const Limits& limits,
                                  const code::ProgramCache& cache);
Result<MethodProgram> make_searcher(const MethodCode& code, const Limits& limits,
                                    const code::ProgramCache& cache);

}  // namespace fretsaw::call
