// SPDX-License-Identifier: MIT
// The program that searches for objects of a class: the user's code, instrumented, the predicate or the invariants, and
// the runtime of the search.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cpp/code/program.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::inputs {

// What decides which program it is; bounds do not.
struct SearchCode {
  code::UserCode user;
  std::string class_name;
  std::optional<std::string> predicate{};     // instead of the invariants
  std::optional<std::string> finitization{};  // a file that defines finitize_CLASS
};

// What is read of that code.
struct SearchedClass {
  std::shared_ptr<const code::Classes> classes;  // the subjects refer to them
  // The class, with its invariants; no subject if a predicate was named. The search evaluates the C++
  // invariants, not those in braces.
  contract::Subjects subjects;
  std::string predicate;  // its name in messages
};
Result<SearchedClass> read_class(const SearchCode& code, const Limits& limits = {},
                                 const code::ProgramCache& cache = {});

class SearchProgram {
 public:
  static Result<SearchProgram> make(const SearchCode& code, SearchedClass searched, const Limits& limits = {},
                                    const code::ProgramCache& cache = {});

  const std::string& path() const { return program_.path(); }
  const code::Classes& classes() const { return *searched_.classes; }
  const contract::Subjects& subjects() const { return searched_.subjects; }
  const std::string& predicate() const { return searched_.predicate; }
  const std::string& digest() const { return program_.digest(); }
  bool was_cached() const { return program_.was_cached(); }

 private:
  SearchProgram(SearchedClass searched, code::Program program)
      : searched_(std::move(searched)), program_(std::move(program)) {}

  SearchedClass searched_;
  code::Program program_;
};

}  // namespace fretsaw::inputs
