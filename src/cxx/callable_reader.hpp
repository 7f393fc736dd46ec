// SPDX-License-Identifier: MIT
// What can be called on the user's classes: methods, constructors, and functions that take one.
#pragma once

#include <vector>

#include "cxx/clang_unit.hpp"
#include "cxx/classes.hpp"
#include "cxx/type_reader.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

class CallableReader {
 public:
  // All outlive the reader.
  CallableReader(const ClangUnit& unit, Classes& classes, TypeReader& types)
      : unit_(unit), classes_(classes), types_(types) {}

  // Fills classes.callables: those of the root and its bases, those of the other classes, then functions. In
  // the order of the text.
  void read(CXType root);

  // Lays out the frame of a callable: afterwards classes.classes has it, and all that it refers to.
  void bind(int callable, bool as_condition = false);

 private:
  void read_methods(CXType type, int owner);
  void read_function(CXCursor function);
  void read_deduced(CXCursor cursor);
  void add(CXCursor cursor, Callable callable);

  const ClangUnit& unit_;
  Classes& classes_;
  TypeReader& types_;
  std::vector<CXCursor> cursors_;  // by callable
};

}  // namespace fretsaw::cxx
