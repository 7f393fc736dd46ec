// SPDX-License-Identifier: MIT
// The program that searches for objects of a class: the user's code under watch, what says which objects are
// valid, and the runtime of the search.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cpp/code/program.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::inputs {

// What decides which program it is; bounds do not.
struct SearchCode {
  code::UserCode user;
  std::string class_name;
  std::optional<std::string> predicate{};     // that, and nothing else; default: the invariants
  std::optional<std::string> finitization{};  // a file that defines finitize_CLASS
  // Asked before anything is compiled: may refuse what has nothing to do with the classes.
  std::function<Status(const code::Classes&)> check{};
};

class SearchProgram {
 public:
  static Result<SearchProgram> make(const SearchCode& code, const Limits& limits = {},
                                    const code::ProgramCache& cache = {});

  const std::string& path() const { return program_->path(); }
  const code::Classes& classes() const { return program_->classes(); }
  // The class, with its invariants; no subject if a predicate was named. The search asks for the invariants
  // in C++, those in braces are left.
  const contract::Subjects& subjects() const { return subjects_; }
  const std::string& predicate() const { return predicate_; }  // as people call it
  const std::string& digest() const { return program_->digest(); }
  bool was_cached() const { return program_->was_cached(); }

 private:
  std::unique_ptr<const code::Program> program_;  // stays where it is: the subjects refer to its classes
  contract::Subjects subjects_;
  std::string predicate_;
};

}  // namespace fretsaw::inputs
