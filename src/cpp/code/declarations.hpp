// SPDX-License-Identifier: MIT
// The classes that the user's text declares, and which of them a name means.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/clang_unit.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

struct ClassDeclaration {
  std::string name;
  CXCursor cursor;
  bool is_template;
  bool is_in_template;  // there is none of it until that is instantiated
  bool is_nested;
  bool is_in_header;  // not in something that the header includes
};

struct Declarations {
  std::vector<ClassDeclaration> classes;
  std::vector<std::string> aliases;  // of classes, specializations among them
};

// Of all headers but system headers; `header` is an absolute path.
Declarations read_declarations(const ClangUnit& unit, const std::string& header);

// Is it the full name, or what is behind some of its namespaces?
bool is_suffix_of(const std::string& given, const std::string& full);

// The qualified name of the class that the user means; by an empty one, the only class of the header, or the
// only one with a predicate. The error has the names that exist.
Result<std::string> find_class_name(const std::string& given, const Declarations& declared,
                                    const std::string& header);

}  // namespace fretsaw::code
