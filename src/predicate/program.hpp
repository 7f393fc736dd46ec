// SPDX-License-Identifier: MIT
// The program that searches: the user's code under watch, and the runtime of the search.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cxx/program.hpp"
#include "cxx/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "predicate/predicate_choice.hpp"

namespace fretsaw {

// What decides which program it is; bounds do not.
struct SearchCode {
  cxx::UserCode user;
  std::string class_name;
  std::optional<std::string> predicate{};     // default: the class's invariant, else rep_ok or repOk
  std::optional<std::string> finitization{};  // a file that defines finitize_CLASS
  bool predicate_is_optional = false;         // a relational invariant may take its place
  // Asked before anything is compiled: may refuse what has nothing to do with the classes.
  std::function<Status(const cxx::Classes&)> check{};
};

class SearchProgram {
 public:
  static Result<SearchProgram> make(const SearchCode& code, const Limits& limits = {},
                                    const cxx::ProgramCache& cache = {});

  const std::string& path() const { return program_.path(); }
  const cxx::Classes& classes() const { return program_.classes(); }
  bool has_predicate() const { return predicate_.callable != kNoPredicate; }
  const cxx::Callable& predicate() const;  // requires that there is one
  const std::string& digest() const { return program_.digest(); }
  bool was_cached() const { return program_.was_cached(); }

 private:
  SearchProgram(cxx::Program program, PredicateInfo predicate)
      : program_(std::move(program)), predicate_(predicate) {}

  cxx::Program program_;
  PredicateInfo predicate_;
};

}  // namespace fretsaw
