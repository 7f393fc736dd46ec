// SPDX-License-Identifier: MIT
// What a file says about an instance, before it is held against a model: names and where they stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "base/source.hpp"

namespace fretsaw {

struct RawAtom {
  AlloyAtom value;
  Span span;
};

struct RawTuple {
  std::vector<RawAtom> atoms;
  Span span;
};

struct RawSig {
  std::string name;
  Span span;
  std::vector<RawAtom> atoms;
  bool is_meta = false;  // marked as being about the model: a model may do without it
};

// A field ("Node.next") or a skolem constant ("$show_n").
struct RawRelation {
  std::string name;
  Span span;
  std::vector<RawTuple> tuples;
  bool is_meta = false;  // of a meta sig
};

struct RawNumber {
  std::int64_t value;
  Span span;
};

struct RawInstance {
  SourcePtr source;  // keeps the spans valid
  std::vector<RawSig> sigs;
  std::vector<RawRelation> fields;
  std::vector<RawRelation> skolems;
  std::optional<RawNumber> bitwidth;
  std::optional<RawNumber> max_seq;
  // Does the list of a sig's atoms repeat those of the sigs that extend it? In our JSON yes, in Alloy's XML
  // no.
  bool sigs_list_all_atoms = true;
};

// One instance; or the states of a trace, with the number of the one that follows the last.
struct RawTrace {
  std::vector<RawInstance> states;
  std::optional<RawNumber> loop;  // absent if it is no trace
};

}  // namespace fretsaw
