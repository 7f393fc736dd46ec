// SPDX-License-Identifier: MIT
// The programs behind calls: one that calls, built with the user's flags, and an instrumented one that searches for
// valid inputs (instrumentation and AddressSanitizer cannot be combined). The code is read once, by read_methods(),
// and all methods are in one program.
#pragma once

#include <memory>
#include <optional>
#include <set>
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
  std::vector<std::string> methods;  // as the user names them; none: those of methods_of_header()
  bool takes_all = false;            // without a contract as well, where others have one
  std::vector<std::string> extra_preconditions;
  std::optional<std::string> predicate;  // replaces the invariant of its class
  std::optional<std::string> finitization;
  std::vector<std::string> ignored;  // fields
  bool sanitizes_address = false;
  bool sanitizes_undefined = false;
};

// What is read of that code, for all programs that are made of it.
struct MethodSubjects {
  std::shared_ptr<const code::Classes> classes;  // the subjects refer to them
  contract::Subjects subjects;
  std::vector<SourcePtr> extra_preconditions;  // kept for their places
  std::set<std::string> implied;   // of the subjects, by their display: neither named nor with a contract
  std::size_t others = 0;          // how many further functions there are, if some have a contract
  std::vector<std::string> notes;  // what was taken for granted, as sentences
};

struct MethodProgram {
  std::shared_ptr<const code::Program> program;
  contract::Subjects subjects;
  std::vector<SourcePtr> extra_preconditions;
};

// The arguments of a program that calls.
struct CallSetup {
  std::size_t method;  // of the program's subjects
  Bounds bounds;
  double seconds = 1;              // for each input
  bool checks_invariants = false;  // the C++ ones, before the call: nothing else checked them
  bool finds_leaks = false;
};
std::vector<std::string> caller_command(const MethodProgram& program, const CallSetup& setup);

// Errors: unknown methods, and invalid contracts.
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

// The parts of a program other than the user's code.
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
