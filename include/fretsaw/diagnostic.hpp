// SPDX-License-Identifier: MIT
//
// Errors, warnings and notes, with their locations: the one type in which Fretsaw reports invalid input.
//
// Example:
//
//     const auto half = [](int n) -> fretsaw::Result<int> {
//       if (n % 2 != 0) return fretsaw::input_error("the number is odd");
//       return n / 2;
//     };
//     if (auto h = half(7); !h) std::cout << fretsaw::render(h.error());   // error: the number is odd
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fretsaw/limits.hpp"

namespace fretsaw {

// A location in a text, or a file as a whole. Lines and columns count from 1; a column is a character, not a byte.
struct Location {
  std::string file;
  std::uint32_t line = 0;  // 0: the file as a whole
  std::uint32_t column = 0;
  std::uint32_t width = 1;  // how many characters the caret underlines, at least 1
  std::string source_line;  // the text of that line, without its end; may be empty if unknown
};

// The class of an error, as the command line reports it.
enum class ErrorClass { Syntax, Type, Scope, Usage, Input };

enum class Severity { Error, Warning, Note };  // a note refers to a location, such as a formula in a core

// A related fact, such as where something was declared.
struct Note {
  std::string message;
  std::optional<Location> location;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  ErrorClass error_class = ErrorClass::Input;
  std::string message;                 // what is wrong: one sentence, no full stop
  std::optional<Location> location;    // absent if the problem has no location in a text
  std::string hint;                    // what to do about it, in the imperative; may be empty
  StopReason stop = StopReason::None;  // the limit that was reached, if any
  std::vector<Note> notes = {};        // related facts, shown between the message and the hint
};

// The word for a class in messages and JSON: "syntax", "type", "scope", "usage" or "input".
const char* to_string(ErrorClass error_class);

// FILE:LINE:COL: error: MESSAGE, then the line with a caret, then each note in the same form, then `help: ` and the hint;
// each line ends in a newline. The name of a file as a whole stands behind the message, unless that names it: error: MESSAGE: 'FILE'.
std::string render(const Diagnostic& diagnostic, bool color = false);

// Shorthands for errors without a location: in the input, and in the options.
Diagnostic input_error(std::string message, std::string hint = {});
Diagnostic usage_error(std::string message, std::string hint = {});
// An error about a file as a whole, such as one that does not exist.
Diagnostic file_error(std::string file, std::string message, std::string hint = {});

// Either a value or the diagnostic that explains why it is missing.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Require ok().
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Requires !ok().
  const Diagnostic& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Diagnostic> state_;
};

// A result that carries no value.
struct Success {};
using Status = Result<Success>;

}  // namespace fretsaw
