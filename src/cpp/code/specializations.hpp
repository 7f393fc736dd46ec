// SPDX-License-Identifier: MIT
// What libclang does not list of a template's specialization: its base classes, and which specializations the
// user's code mentions at all.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpp/code/clang_unit.hpp"

namespace fretsaw::code {

struct DirectBase {
  CXType type;
  bool is_virtual = false;
};

// Bases are found in two steps: clang prints a specialization with its bases as they were written, and the
// next unit has a typedef for each, in the scope where they were written.
class SpecializationBases {
 public:
  // C++ that a unit must contain so that read() finds what was asked for.
  std::string text() const;
  // Takes over the answers of the unit; cursors and types belong to it from now on.
  void read(const ClangUnit& unit);

  // The direct bases of any class. Of a specialization that was never asked for: none yet, and it is asked
  // for.
  std::vector<DirectBase> of(CXType type);

  // How many questions there are; a round that adds none is the last.
  std::size_t questions() const { return asked_.size(); }
  // Specializations with a base that nothing resolved, each with that base as it is written.
  const std::map<std::string, std::string>& unresolved() const { return unresolved_; }

 private:
  struct Question {
    std::string class_name;
    std::string scope;                   // the namespace around the template, as text to open it
    std::size_t scopes = 0;              // how many braces close that
    std::string outer;                   // the class around it, if there is one
    std::set<std::string> namespaces{};  // those of its arguments
    std::vector<std::string> texts{};    // of the bases
    std::vector<bool> virtual_bases{};
  };
  Question ask(CXType type) const;

  std::map<std::string, Question> asked_;  // by class
  std::map<std::string, std::vector<DirectBase>> answers_;
  std::map<std::string, std::string> unresolved_;
};

// Specializations of the user's templates that the text mentions outside of templates, by name.
std::set<std::string> mentioned_specializations(const ClangUnit& unit);

// A template's specialization, explicit or implicit.
bool is_specialization(CXCursor declaration);

}  // namespace fretsaw::code
