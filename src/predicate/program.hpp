// SPDX-License-Identifier: MIT
// The program that searches: the user's code, glue, and the runtime, compiled together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cxx/build.hpp"
#include "cxx/class_model.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

struct ProgramSources {
  cxx::ClassModel model;
  std::vector<std::string> sources;         // more of the user's code, compiled and linked with it
  std::optional<std::string> finitization;  // a file that defines finitize_CLASS
  std::vector<std::string> flags;
  Limits limits{};
};

class SearchProgram {
 public:
  static Result<SearchProgram> build(const ProgramSources& sources);

  std::string path() const { return folder_.path("program"); }

 private:
  explicit SearchProgram(cxx::ScratchFolder folder) : folder_(std::move(folder)) {}
  cxx::ScratchFolder folder_;
};

// The class that the user asked for, even if the root holds the arguments of a predicate.
const cxx::ClassInfo& subject(const cxx::ClassModel& model);

}  // namespace fretsaw
