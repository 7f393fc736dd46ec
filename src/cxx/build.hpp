// SPDX-License-Identifier: MIT
// Compiling the user's code, with instrumentation, into a program that runs it under watch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::cxx {

// A folder of temporary files that goes away with its owner.
class ScratchFolder {
 public:
  static Result<ScratchFolder> create();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  // The path of a file in it; missing folders on the way are made.
  std::string write(const std::string& name, std::string_view content) const;
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// One source of a program.
struct CompileUnit {
  std::string source;
  enum class Kind {
    User,   // the user's own code: instrumented, otherwise as the user compiles it
    Glue,   // generated: may name private members
    Plain,  // uses this project's headers only, in C++20
  };
  Kind kind = Kind::User;
  // If the unit does not compile, the error is about this file of the user's; empty: about a defect of ours.
  std::string blame;
};

struct BuildRequest {
  std::vector<CompileUnit> units;
  std::vector<std::string> flags;  // the user's
  std::string include_folder;      // of this project's headers
  std::string archive;             // the runtime to link with
  std::string output;              // the program
  Limits limits;                   // reaching one is an error
  // Applied to the assembly that the compiler makes of instrumented units, if given.
  std::string (*edit_assembly)(std::string_view) = nullptr;
};

// Compiles the units at the same time, then links. The error holds the compiler's message, the command and
// the file.
Status build(const BuildRequest& request);

// What is wrong with a header, according to the compiler; nothing if it compiles.
std::optional<Diagnostic> compile_error(const std::string& header, const std::vector<std::string>& flags);

// The flags to compile the user's code with, after the user's own: every load and store is reported, calls of
// the C library's memory functions stay calls, and functions return by way of the runtime, so that they can
// be resumed without the processor losing its way.
const std::vector<std::string>& instrumentation_flags();
// The flags to link such code with.
const std::vector<std::string>& instrumentation_link_flags();

}  // namespace fretsaw::cxx
