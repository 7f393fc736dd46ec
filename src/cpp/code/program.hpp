// SPDX-License-Identifier: MIT
// A program made of the user's code: with glue that calls it, a runtime that does something with it, and an
// instrumentation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/code/build.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/program_cache.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/code/scratch_folder.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::code {

// What programs are linked with, and the headers that go with it; carried inside this program, so that it
// works wherever it is installed, or not installed at all.
struct Runtime {
  struct Header {
    std::string_view name;  // below an include folder
    std::string_view content;
  };
  std::vector<Header> headers;
  std::string_view archive;
};

struct Recipe {
  // Without a header nothing is read: the program consists of main and plain_sources.
  UserCode code;
  std::optional<std::string> class_name;  // as reflect() takes it; absent: none in particular
  std::vector<std::string> also;          // then: further classes, see reflect_callables()
  Choice choice;                          // what the program calls
  std::function<Status(Classes&)> adapt;  // changes what was read, before anything is made of it
  std::string identity;  // of everything that the functions here depend on: two recipes that differ only in
                         // functions differ in it
  Instrumentation instrumentation;
  Runtime runtime;
  // The file with main(), given what was read; may refuse that. The table's function is
  // fretsaw_classes_main().
  std::function<Result<std::string>(const Classes&)> main;
  // More generated code that names the user's members, private ones too; none if it is not given.
  std::function<Result<std::string>(const Classes&)> more_glue;
  std::vector<std::string> plain_sources;  // of the user's, but about this project's headers only
  std::function<std::optional<Diagnostic>(const std::string& symbol)> explain_undefined;
};

class Program {
 public:
  // Reads the classes, writes the glue, compiles and links; or takes what the cache has. Errors: also a limit
  // that was reached (Diagnostic::stop).
  static Result<Program> make(const Recipe& recipe, const Limits& limits, const ProgramCache& cache = {});

  const Classes& classes() const { return classes_; }
  // The first word of a command that runs it (work::open_program_word), for as long as this lives. It is the
  // file that was built or checked, and not what is in its place by then.
  const std::string& path() const { return path_; }
  // Of everything that it was made of: another program has another digest.
  const std::string& digest() const { return digest_; }
  bool was_cached() const { return !folder_; }

 private:
  Program(Classes classes, work::Descriptor file, std::string digest);

  Classes classes_;
  work::Descriptor file_;
  std::string path_;
  std::string digest_;
  std::optional<ScratchFolder> folder_;  // where it was built
  Lease lease_;                          // or the right to use what is in the cache
};

// What the generated files in a program call their table and calls.
inline constexpr const char* kProgramId = "main";

}  // namespace fretsaw::code
