// SPDX-License-Identifier: MIT
// A structure as something to look at: objects, their fields, and what these refer to.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

struct GraphValue {
  enum class Kind { Null, Number, Real, Bool, Char, Enumerator, Reference, Sequence, Record, Absent, Left };

  Kind kind = Kind::Null;
  std::int64_t number = 0;  // Number, Bool, Char
  std::string text;         // Real and Enumerator: as C++ writes it; Left: the type
  std::size_t object = 0;   // Reference: in ObjectGraph::objects
  std::string type;         // as C++ spells it; of an optional that holds something, of what it holds
  bool is_optional = false;
  bool is_const = false;   // the field
  std::size_t offset = 0;  // in what it is a part of
  // Sequence: the elements, unnamed; Record: the fields; an optional that holds something is that value.
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

// What the indices of a candidate mean; read from what the program says about its plan.
class CandidateReader {
 public:
  static Result<CandidateReader> read(const std::string& description);

  std::size_t slots() const { return domain_of_slot_.size(); }
  double log2_of_state_space() const;
  ObjectGraph graph(std::span<const std::uint32_t> candidate) const;
  std::string slot_name(std::size_t slot) const;

 private:
  nlohmann::json objects_;
  nlohmann::json domains_;
  std::vector<std::size_t> domain_of_slot_;
  std::string predicate_;
};

}  // namespace fretsaw
