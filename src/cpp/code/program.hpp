// SPDX-License-Identifier: MIT
// A program made of the user's code: with sources that call it, a runtime that does something with it, and an
// instrumentation. All of that is values; what two programs have in common is made once, by others.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/code/build.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/program_cache.hpp"
#include "cpp/code/scratch_directory.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::code {

// What programs are linked with, and the headers that go with it; carried inside this program, so that it
// works wherever it is installed, or not installed at all.
struct Runtime {
  struct Header {
    std::string_view name;  // below an include directory
    std::string_view content;
  };
  std::vector<Header> headers;
  std::string_view archive;
};

// A text that becomes a unit of a program.
struct GeneratedSource {
  std::string name;  // of the file
  std::string text;
  CompileUnit::Kind kind = CompileUnit::Kind::Plain;
  std::string reported_file;  // see CompileUnit
};

// Everything that a program is made of.
struct ProgramSources {
  UserCode code;                           // its header is what generated sources include
  std::shared_ptr<const Classes> classes;  // those of its table; null: it has none
  std::vector<GeneratedSource> generated;
  std::vector<std::string> plain_sources;  // of the user's, but about this project's headers only
  Instrumentation instrumentation;
  Runtime runtime;
  std::vector<ExpectedSymbol> expected;
};

class Program {
 public:
  // Compiles and links; or takes what the cache has. Errors: also a limit that was reached (Diagnostic::stop).
  static Result<Program> make(const ProgramSources& sources, const Limits& limits,
                              const ProgramCache& cache = {});

  // Requires that it has a table.
  const Classes& classes() const { return *classes_; }
  // The first word of a command that runs it (work::open_program_word), for as long as this lives. It is the
  // file that was built or checked, and not what is in its place by then.
  const std::string& path() const { return path_; }
  // Of everything that it was made of: another program has another digest.
  const std::string& digest() const { return digest_; }
  bool was_cached() const { return !folder_; }

 private:
  Program(std::shared_ptr<const Classes> classes, work::Descriptor file, std::string digest);

  std::shared_ptr<const Classes> classes_;
  work::Descriptor file_;
  std::string path_;
  std::string digest_;
  std::optional<ScratchDirectory> folder_;  // where it was built
  EntryLock entry_lock_;                    // or the right to use what is in the cache
};

// What the generated files in a program call their table and calls.
inline constexpr const char* kProgramId = "main";

}  // namespace fretsaw::code
