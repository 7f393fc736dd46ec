// SPDX-License-Identifier: MIT
// Frames hold the receiver and the arguments of a call. They are structs as a compiler would lay them out, of
// members that are at most as aligned as a pointer or as their class requires.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"

namespace fretsaw::code {

class CallFrameBuilder {
 public:
  // The classes outlive it.
  CallFrameBuilder(Classes& classes, std::string name);

  void add(int type, const std::string& name);
  int finish();  // the frame, in Classes::classes

 private:
  Classes& classes_;
  ClassInfo frame_;
};

// The type of a receiver, in Classes::types: a reference to an object of the class.
int receiver_type(Classes& classes, int owner);

}  // namespace fretsaw::code
