// SPDX-License-Identifier: MIT
#pragma once

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::path {

// Plain, because generated code makes them.
struct ExploredMethod {
  int callable;                              // in the class table
  void (*valid)(void* frame, void* result);  // a bool: is it a valid input?
};

}  // namespace fretsaw::path

extern "C" int fretsaw_serve_paths(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::path::ExploredMethod* methods, int count,
                                   void (*finitization)(fretsaw::Finitization&, int), int argc, char** argv);
