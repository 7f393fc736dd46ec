// SPDX-License-Identifier: MIT
//
// An instance of an Alloy model as a value: which atoms are in which sig, which tuples in which field. It is
// independent of the model that it came from.
//
// Example:
//
//     fretsaw::AlloyState state;
//     state.sigs = {{"Node", {"Node$0", "Node$1"}}};
//     state.fields = {{"Node.next", 2, {{"Node$0", "Node$1"}}}};
//     fretsaw::AlloyInstance instance{.states = {state}};
//     for (const fretsaw::AlloyTuple& tuple : instance.tuples("next"))
//       std::cout << fretsaw::to_string(tuple) << "\n";   // Node$0->Node$1
//     std::cout << fretsaw::to_string(instance.one("Node$0", "next")) << "\n";   // Node$1
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fretsaw {

// An integer, or the name of an atom: "Node$0" after the most specific sig it is in, "ord/Ord$0" if that is in an
// opened module; a string is named by its literal, quotes included.
using AlloyAtom = std::variant<std::int64_t, std::string>;
using AlloyTuple = std::vector<AlloyAtom>;

std::string to_string(const AlloyAtom& atom);    // 3, Node$0, "text"
std::string to_string(const AlloyTuple& tuple);  // Node$0->3

// A name that the instance does not have, or a value of another kind.
class InstanceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::int64_t to_number(const AlloyAtom& atom);  // throws InstanceError if it is not an integer

struct AlloySig {
  std::string name;              // as in the model: "Node", "ord/Ord", "seq/Int"
  std::vector<AlloyAtom> atoms;  // including those of its subsigs
};

struct AlloyField {
  std::string key;  // "Node.next", "ord/Ord.First"
  int arity = 2;    // including the owner's column
  std::vector<AlloyTuple> tuples;
};

// The value of an existentially quantified variable.
struct AlloySkolem {
  std::string name;                            // "$show_x"
  int arity = 1;                               // the columns of the variables around it come first
  std::vector<std::vector<std::string>> type;  // its type: a union of products of sigs
  std::vector<AlloyTuple> tuples;
};

struct AlloyState {
  // One a sig and one a field of the model, in its order. Of the builtin sigs, Int, seq/Int and String have their atoms
  // (Int none if the bit width is so large that the integers are not atoms); univ and none are left empty.
  std::vector<AlloySig> sigs;
  std::vector<AlloyField> fields;
  std::vector<AlloySkolem> skolems;

  // By name; empty for an unknown name.
  const std::vector<AlloyAtom>& atoms(std::string_view sig) const;
  const std::vector<AlloyTuple>& tuples(std::string_view field_or_skolem) const;

  // By position in the model.
  template <class Id>
  const AlloySig& sig(Id id) const {
    return sigs[static_cast<std::size_t>(id)];
  }
  template <class Id>
  const AlloyField& field(Id id) const {
    return fields[static_cast<std::size_t>(id)];
  }
};

// A trace: after the last state follows states[loop]. An instance of a non-temporal model has one state.
struct AlloyInstance {
  std::vector<AlloyState> states = std::vector<AlloyState>(1);  // at least one
  std::size_t loop = 0;
  bool is_trace = false;  // of a temporal model, even with a single state
  int bitwidth = 4;
  int max_seq = 4;

  const AlloyState& first() const { return states.front(); }
  AlloyState& first() { return states.front(); }

  // For code that maps the (first state of the) instance to something else: an unknown name throws an InstanceError
  // that lists the known ones.
  // The sig can be omitted from the name of a field if no other field has that name.
  const std::vector<AlloyAtom>& atoms(std::string_view sig) const;
  const std::vector<AlloyTuple>& tuples(std::string_view field_or_skolem) const;
  // Alloy's join: the rest of the tuples that begin with that atom, or with an atom of the sig of that name.
  std::vector<AlloyTuple> join(const AlloyAtom& atom_or_sig, std::string_view field) const;
  // The only atom of a sig; of a join, if that has one column.
  const AlloyAtom& one(std::string_view sig) const;
  AlloyAtom one(const AlloyAtom& atom_or_sig, std::string_view field) const;
};

// Output formats of Model::render and `--format`.
enum class Format : std::uint8_t { Text, Json, Xml, Dot, Svg };

}  // namespace fretsaw
