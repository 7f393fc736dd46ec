// SPDX-License-Identifier: MIT
// What libclang knows of a header, in two steps: what can be called is listed, which costs little, because
// types are text; then those that were chosen are bound, which reads the classes behind their types.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::code {

// A callable that is to be called.
struct Binding {
  int callable = -1;  // in Reflection::listing()
  // It is wanted for its truth: its result is a bool, whatever it returns, and objects are handed to it by
  // reference, also where it copies them.
  bool as_condition = false;
};

class Reflection {
 public:
  // Reads the class, everything that its objects can refer to, and what can be called on them. `class_name`
  // is as the user writes it; templates with their arguments. Refuses a header that is missing or does not
  // compile (with the compiler's message and the command), and names that do not exist (with those that do).
  // The limits are those of the compiler that is asked what is wrong.
  static Result<Reflection> of_class(const UserCode& code, const std::string& class_name,
                                     const Limits& limits = {});
  // The same for no class in particular: lists what can be called on all classes of the header, and all its
  // functions. `also` are further classes as C++ names them, such as specializations, and instances of
  // function templates ("larger<int>"); what is neither is left out.
  static Result<Reflection> of_callables(const UserCode& code, const std::vector<std::string>& also,
                                         const Limits& limits = {});

  Reflection(Reflection&&) noexcept;
  Reflection& operator=(Reflection&&) noexcept;
  ~Reflection();

  // Nothing is bound, and of no class in particular there are no classes yet.
  const Classes& listing() const;
  // Of the templates that the header itself declares, classes and functions: the instance with int for each parameter,
  // "ns::Queue<int>". Left out: those with parameters that are not types and have no default.
  std::vector<std::string> int_instances() const;
  // Lays out what the callables take, in this order; the listing is gone. Afterwards they have other indices,
  // see bound_callables().
  Result<Classes> bind(const std::vector<Binding>& callables);
  // Absolute paths of all that was read so far.
  std::vector<std::string> files() const;

 private:
  class Reader;
  explicit Reflection(std::unique_ptr<Reader> reader);
  std::unique_ptr<Reader> reader_;
};

// A class with nothing bound.
Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Limits& limits = {});

// In the order in which they were bound.
std::vector<int> bound_callables(const Classes& classes);

}  // namespace fretsaw::code
