// SPDX-License-Identifier: MIT
// A structure to be shown: objects, their fields, and what these refer to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

struct GraphValue {
  enum class Kind {
    Null,
    Number,
    Large,
    Real,
    Bool,
    Char,
    Enumerator,
    Reference,
    Static,
    Text,
    Sequence,
    Record,
    Absent,
    Left
  };

  // Not left to the compiler: clang examines the members of a pair of these to find out whether it has one,
  // when the pair is not complete.
  GraphValue() {}  // NOLINT(modernize-use-equals-default)

  Kind kind = Kind::Null;
  std::int64_t number = 0;  // Number, Bool, Char
  std::string text;  // Real, Enumerator: as C++ writes it; Large, a number of 2^63 and more: its digits;
                     // Static: its name; Text: all of it; Left: the type
  std::size_t object = 0;  // Reference: in ObjectGraph::objects
  std::string path;        // Reference: where in the object, ".head"; empty: all of it
  std::string type;        // as C++ spells it; of an optional that holds something, of what it holds
  bool is_optional = false;
  bool is_const = false;   // the field
  std::size_t offset = 0;  // in what it is a part of
  // Sequence: the elements, unnamed, those of a map being Records of a key and a value; Record: the fields;
  // an optional that holds something is that value.
  std::vector<std::pair<std::string, GraphValue>> parts;
};

struct GraphObject {
  std::string name;  // Node$0
  std::string class_name;
  bool is_constructible = true;  // it has a default constructor
  std::vector<std::pair<std::string, GraphValue>> fields;
};

// What is reachable from the root, in the order of a depth-first walk; the root comes first.
struct ObjectGraph {
  std::vector<GraphObject> objects;
  std::string predicate;  // if the root holds its arguments: what to call
};

// What the positions of a candidate mean.
class CandidateReader {
 public:
  CandidateReader(Space space, const code::Classes& classes);
  // As read_space().
  static Result<CandidateReader> read(std::string_view bytes, const code::Classes& classes);

  const Space& space() const;
  std::size_t variables() const;
  // As read_space.hpp has it.
  bool is_candidate(std::span<const std::uint32_t> candidate) const;
  double log2_of_state_space() const;
  // Requires is_candidate().
  ObjectGraph graph(std::span<const std::uint32_t> candidate) const;
  std::string variable_name(std::size_t variable) const;  // "Node$0.next"
  std::string field_name(std::size_t variable) const;     // "Node::next"
  // "null, Node$0 or &nil": what a variable may be; of many values, the first and the last.
  std::string values_text(std::size_t variable) const;
  const std::string& class_name() const;  // the root's
  // Whether some pointer may point to the variable by that name.
  bool may_refer_to(const std::string& variable) const;

  struct Description;

 private:
  std::shared_ptr<const Description> description_;
};

}  // namespace fretsaw::space
