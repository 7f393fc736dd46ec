// SPDX-License-Identifier: MIT
// What can be called on the user's classes: methods, constructors, and functions that take one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/type_reader.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

class CallableReader {
 public:
  // All outlive the reader.
  CallableReader(const ClangUnit& unit, Classes& classes, TypeReader& types)
      : unit_(unit), classes_(classes), types_(types) {}

  // Fills classes.callables: those of the root and its bases, functions, then those of the other classes. In
  // the order of the text; specializations come last.
  void read(CXType root);
  // The same for all classes and functions that are written outside of system headers, and for these types.
  void read_all(const std::vector<CXType>& also);
  // Adds those of classes that were met and are not in the text: specializations of templates.
  void read_specializations();

  // Function templates of the header, by their full names.
  const std::map<std::string, CXCursor>& function_templates() const { return function_templates_; }
  // Adds an instance of one, "ns::larger<int>", of that function type. Requires read_all().
  void add_instance(const std::string& name, CXType function);

  // By callable: what it is called in every reading of the header, where its index may be another.
  std::vector<std::string> keys() const;

  // Lays out the frame of a callable: afterwards classes.classes has it, and all that it refers to. Of a
  // template's method, the types are those of definitions in scopes(), which the unit must have: false if it
  // has not.
  bool bind(int callable, bool as_condition = false);

  // Specializations that read_all() met and nothing has instantiated yet.
  const std::set<std::string>& incomplete() const { return incomplete_; }
  // Text to be read with the header.
  const std::map<std::string, std::string>& scopes() const { return scopes_; }

 private:
  void read_methods(CXType type, int owner, CXType whole);
  void read_function(CXCursor function);
  int class_named(const std::string& name) const;  // -1: it was not read
  void find_redeclarations();
  const std::vector<Redeclaration>& redeclarations_of(CXCursor cursor) const;
  void read_deduced(CXCursor cursor);
  void add(CXCursor cursor, Callable callable);
  bool find_types(std::size_t callable, std::vector<CXType>& parameters, CXType& result);
  // What a view refers to; nothing as long as the unit does not have it, and it is added to scopes().
  std::optional<CXType> find_held(const Parameter& parameter);
  std::string scope_text(const std::string& id, std::size_t callable) const;

  const ClangUnit& unit_;
  Classes& classes_;
  TypeReader& types_;
  std::vector<CXCursor> cursors_;  // by callable
  std::vector<CXType> owners_;     // by callable: the class that has it
  std::vector<CXType> declarers_;  // by callable: that class or the base that declares it
  std::map<std::string, CXCursor> function_templates_;
  std::map<std::size_t, CXType> instances_;  // callables that are instances of templates: their types
  std::map<std::string, std::vector<Redeclaration>> redeclarations_;  // by what clang calls the callable
  std::set<std::string> functions_;                                   // likewise: those that are listed
  std::set<std::string> visible_;                                     // likewise: by their names
  std::set<std::string> listed_;                                      // classes whose methods are
  std::set<std::string> incomplete_;
  std::map<std::string, std::string> scopes_;
};

}  // namespace fretsaw::code
