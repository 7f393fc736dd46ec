// SPDX-License-Identifier: MIT
// Compiling and linking: from sources to a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::code {

// What is done to the user's code beyond what the user does to it. The default is nothing.
struct Instrumentation {
  std::string compiler;     // of the user's code and of glue; empty: compiler()
  std::string_view plugin;  // the content of a file that it loads as -fpass-plugin; empty: none
  std::vector<std::string> compile_flags;  // after the user's own
  std::vector<std::string> link_flags;
  // Applied to the assembly that the compiler makes of the user's code, if given.
  std::string (*edit_assembly)(std::string_view) = nullptr;
};

// One source of a program.
struct CompileUnit {
  std::string source;
  enum class Kind {
    User,   // the user's own code: instrumented, otherwise as the user compiles it
    Glue,   // generated: may name private members
    Plain,  // uses this project's headers only, in C++20
    Both,   // the user's, with this project's headers: in C++20, instrumented like the code that it includes
  };
  Kind kind = Kind::User;
  // If the unit does not compile, the error is about this file of the user's; empty, and where the error is in
  // a generated line: about a defect of ours.
  std::string reported_file;
};

// A symbol that the user has to define.
struct ExpectedSymbol {
  std::string beginning;  // of it, as the linker shows it: "Tree::insert("
  Diagnostic missing;     // if nothing defines it; %0 in the message stands for the symbol
  Place declared{};       // if that is known
};

struct BuildRequest {
  std::vector<CompileUnit> units;
  std::vector<std::string> flags;  // the user's
  Instrumentation instrumentation;
  std::string include_directory;          // of this project's headers
  std::string archive;                    // the runtime to link with, if any
  std::string output;                     // the program
  std::string temporary_files_directory;  // where compilers put their temporary files; empty: where they like
  Limits limits;
  std::vector<ExpectedSymbol> expected;  // if another one is undefined, the error names a missing source
};

// Compiles the units at the same time, then links. Returns the files that were read, each once. The error
// holds the compiler's message, the command and the file. Throws LimitReached.
Result<std::vector<std::string>> build(const BuildRequest& request);

// The error that the compiler reports for the header; nothing if it compiles. Throws LimitReached.
std::optional<Diagnostic> compile_error(const UserCode& code, const Limits& limits = {});

// A function that is called but not defined.
Diagnostic undefined(const std::string& name);
// A method or function, of which its declaration is known.
ExpectedSymbol expected_definition(const Callable& callable);

// The compiler that is used: FRETSAW_CXX, or g++.
std::string compiler();

}  // namespace fretsaw::code
