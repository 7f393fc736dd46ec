// SPDX-License-Identifier: MIT
// An instance as users of Alloy see it: which atoms are in which sig, which tuples in which field. A value
// without ties to the problem it came from; printers and readers of instances (text, JSON, XML) deal in
// these.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "model/model.hpp"

namespace fretsaw::lowering {

// An integer, or the name of an atom: "Node$0" after its top-level sig, "ord/Ord$0" if that is in an opened
// module; a string is named by its literal, quotes included.
using AlloyAtom = std::variant<std::int64_t, std::string>;
using AlloyTuple = std::vector<AlloyAtom>;

std::string to_string(const AlloyAtom& atom);  // 3, Node$0, "text"

struct AlloySig {
  model::SigId id{};
  std::string name;              // as in the model: "Node", "ord/Ord", "seq/Int"
  std::vector<AlloyAtom> atoms;  // all of them, those of its subsigs too, in the order of the universe
};

struct AlloyField {
  model::FieldId id{};
  std::string key;  // "Node.next", "ord/Ord.First"
  int arity = 2;    // the owner's column included
  std::vector<AlloyTuple> tuples;
};

// What was found for an existentially quantified variable.
struct AlloySkolem {
  std::string name;  // "$show_x"
  int arity = 1;     // the columns of the variables around it come first
  model::Type type;  // likewise
  std::vector<AlloyTuple> tuples;
};

struct AlloyInstance {
  // One a sig of the model, in its order: sigs[index(id)]. Of the builtin ones, Int, seq/Int and String have
  // their atoms (Int none if the bit width is so large that the integers are not atoms); univ and none are
  // left empty.
  std::vector<AlloySig> sigs;
  std::vector<AlloyField> fields;  // one a field of the model: fields[index(id)]
  std::vector<AlloySkolem> skolems;
  int bitwidth = 4;
  int max_seq = 4;

  const AlloySig& sig(model::SigId id) const { return sigs[index(id)]; }
  const AlloyField& field(model::FieldId id) const { return fields[index(id)]; }
};

// "Node.next": the name of a field in JSON and messages.
std::string field_key(const model::Model& model, model::FieldId field);

}  // namespace fretsaw::lowering
