// SPDX-License-Identifier: MIT
// What reflection finds out about the user's classes and what can be called on them, as a value.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

// Where something is declared; line 0: unknown.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

// The same for a message, with the line of source.
Location to_location(const Place& place);

// Where something is written, in bytes.
struct TextRange {
  std::string file;
  unsigned begin = 0;
  unsigned end = 0;
};

struct TypeInfo {
  detail::TypeKind kind = detail::kUnsupportedType;
  std::string name;  // as C++ spells it
  unsigned long size = 0;
  bool is_signed = false;
  int target = -1;          // see detail::TypeEntry
  int element = -1;         // likewise
  int key = -1;             // likewise
  unsigned long count = 0;  // arrays: the length; std::variant and unions: how many alternatives there are
  bool is_weak = false;     // std::weak_ptr
  bool is_string = false;   // std::string, which is not supported as something to choose
  std::vector<std::pair<std::string, long long>> enumerators;
  std::string reason;  // unsupported types
};

struct FieldInfo {
  std::string owner;  // the class that declares it
  std::string name;
  long offset = 0;  // within `owner`
  int base = -1;    // the class that `owner` is, if that is a base
  int type = -1;
  int bit_offset = 0;
  int bit_width = 0;
  bool is_const = false;
  bool has_initializer = false;  // in the class
  Place place;
};

// Bytes of a class that are accounted for (see detail::SpanEntry).
struct SpanInfo {
  long offset = 0;
  long size = 0;
  long alignment = 1;
};

// A variable with a name of its own: a static member, or one of a namespace.
struct StaticInfo {
  std::string name;  // qualified
  int class_index = -1;
  bool is_pointer = false;  // it points to the object
};

struct ClassInfo {
  std::string name;
  std::string space;  // the namespace that it is in: "a::b"
  unsigned long size = 0;
  unsigned long alignment = 1;
  bool is_abstract = false;
  bool is_frame = false;  // not the user's: the receiver and arguments of a callable, laid out in a row
  Place place;
  std::size_t text_begin = 0;  // its definition in place.file; of a template's specialization, the template's
  std::size_t text_end = 0;
  std::vector<int> bases;  // direct and indirect
  std::vector<int> direct_bases;
  std::vector<FieldInfo> fields;
  std::vector<SpanInfo> spans;  // of what it declares itself; its bases come on top
  bool is_standard = false;     // of the standard library: its only field stands for all of it
  bool is_union = false;
  bool can_be_moved = false;   // the compiler knows how to, without looking at anything else
  std::string template_names;  // what its template's parameters mean, as declarations (template_names.hpp)
};

// How something is handed over: as a value that is copied, or as something that lives elsewhere.
enum class Passing { Value, Reference, RvalueReference };

struct Parameter {
  std::string name;  // argument1, ... if it has none
  std::string type;  // as C++ spells it, without the reference
  Passing passing = Passing::Value;
  bool is_const = false;  // what the pointer or the reference refers to
  bool is_fixed = false;  // what the reference refers to, also if that is a pointer
  std::string view;       // not empty: this is what is handed over of it (views.hpp)
};

// A variable of the caller's own, which a call can set. `type`: of its field in the frame.
inline bool is_settable(const Parameter& parameter, const TypeInfo& type) {
  return parameter.passing == Passing::Reference && !parameter.is_fixed &&
         type.kind != detail::kReferenceType;
}

// A further declaration of a callable, such as its definition outside of the class.
struct Redeclaration {
  Place place;
  std::vector<std::string> parameter_names;
};

// Something of the user's that can be called. Operators are methods or functions by that name: "operator<".
struct Callable {
  enum class Kind { Method, StaticMethod, Constructor, Function };

  Kind kind = Kind::Method;
  std::string name;   // of a function, qualified
  std::string scope;  // the class that declares it; empty for functions
  int owner = -1;     // the class that has it, by itself or from a base; -1 for functions, and until that
                      // class is requested
  std::string owner_name;  // likewise; empty for functions
  std::vector<Parameter> parameters;
  Parameter result;       // unnamed; of type void for constructors
  std::string signature;  // "bool (int) const noexcept": its type
  bool is_const = false;  // a method
  bool is_virtual = false;
  bool is_noexcept = false;
  bool is_accessible = true;
  bool is_public = true;          // accessible, and so are the classes that it is in
  bool is_hidden_friend = false;  // a function that only its arguments' class declares
  bool is_in_template = false;    // types are those of the template's text
  bool is_deduced = false;        // a function template or an object that can be called: it is assumed to
                                  // take the root, and returns any type
  std::string template_names;     // of an instance of a function template: what its parameters mean
  Place place;                    // of the first declaration
  std::vector<Redeclaration> redeclarations;  // in the order of the text

  // Once it is bound, which makes it one that generated code can call (see glue.hpp):
  int frame = -1;             // the class whose objects hold its receiver ("this") and arguments, in order
  int result_type = -1;       // in Classes::types; -1: void
  bool is_condition = false;  // the result is turned into a bool
};

struct Classes {
  std::string header;  // absolute path
  std::vector<ClassInfo> classes;
  std::vector<TypeInfo> types;
  int root = -1;  // the class that was asked for; -1: none in particular
  std::vector<Callable> callables;
  std::vector<StaticInfo> statics;
  // Further names of classes, as they were asked for, and the full ones.
  std::vector<std::pair<std::string, std::string>> aliases;
  // Text that is not compiled, such as what follows an #if 0.
  std::vector<TextRange> left_out;
  // Instances of templates, "Queue<int>", that were taken where no arguments are given.
  std::vector<std::string> assumed_instances;
  // What could not be found out and is missing here, as sentences.
  std::vector<std::string> doubts;

  const ClassInfo& at(int class_index) const { return classes[static_cast<std::size_t>(class_index)]; }
  const TypeInfo& type(int index) const { return types[static_cast<std::size_t>(index)]; }
};

// The text of the class's definition, comments included; empty if the file has changed meanwhile.
std::string definition_text(const ClassInfo& info);

}  // namespace fretsaw::code
