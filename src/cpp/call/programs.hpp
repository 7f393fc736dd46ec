// SPDX-License-Identifier: MIT
// The programs that calls take: one that calls, built as the user builds it, and one that searches for valid
// inputs, under watch; address sanitizer and watching do not go together. What they are made of is read once,
// by read_methods(), and all methods are in one program.
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

// What is read of that code, for all programs that are made of it.
struct MethodSubjects {
  std::shared_ptr<const code::Classes> classes;  // the subjects refer to them
  contract::Subjects subjects;
  std::vector<SourcePtr> purposes;  // kept for their places
};

struct MethodProgram {
  std::shared_ptr<const code::Program> program;
  contract::Subjects subjects;
  std::vector<SourcePtr> purposes;
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

// Refused: methods that are not there, and contracts that make no sense.
Result<MethodSubjects> read_methods(const MethodCode& code, const Limits& limits,
                                    const code::ProgramCache& cache);

// Which of the subjects are meant: that method, which is one of them, or all.
Result<std::vector<std::size_t>> chosen_subjects(const MethodSubjects& read,
                                                 const std::optional<std::string>& only);

// The finitization as main() names it.
struct FinitizationText {
  std::string declaration;  // empty if there is none
  std::string address = "0";
};
FinitizationText finitization_text(const MethodCode& code, const MethodSubjects& read);

// What a program is made of besides the user's code.
struct ProgramParts {
  code::Instrumentation instrumentation;
  code::Runtime runtime;
  std::vector<code::GeneratedSource> generated;  // all but main.cpp
  std::string main;
};
Result<MethodProgram> make_method_program(const MethodCode& code, const MethodSubjects& read,
                                          ProgramParts parts, const Limits& limits,
                                          const code::ProgramCache& cache);

Result<MethodProgram> make_caller(const MethodCode& code, const MethodSubjects& read, const Limits& limits,
                                  const code::ProgramCache& cache);
Result<MethodProgram> make_searcher(const MethodCode& code, const MethodSubjects& read, const Limits& limits,
                                    const code::ProgramCache& cache);

}  // namespace fretsaw::call
