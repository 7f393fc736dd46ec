// SPDX-License-Identifier: MIT
// What a file says about an instance, before it is held against a model: names and where they stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/model/model.hpp"
#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

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
  std::optional<RawNumber> loop;  // absent if it is not a trace
};

// Reads an instance as instance_to_json writes it; or a document that holds one: that of `run` (its first
// instance) or of `enumerate` (likewise). Keys of no meaning are skipped.
Result<RawTrace> read_json_instance(const SourcePtr& source);
// The same, of the part of a document that is the instance or trace.
Result<RawTrace> read_json_instance(const SourcePtr& source, const JsonTree& tree);

// Reads an instance, or the states of a trace, as Alloy writes them. Elements and attributes that say nothing
// about them are skipped.
Result<RawTrace> read_xml_instance(const SourcePtr& source);

// The instance of the model that was read: every name is one of the model, sigs are nested and disjoint as
// declared, every tuple consists of atoms of the instance and fits its field's type. Facts and multiplicities
// need not hold.
Result<AlloyInstance> assemble(const model::Model& model, const RawInstance& raw);
// The same of all states of a trace.
Result<AlloyInstance> assemble_trace(const model::Model& model, const RawTrace& raw);

// What can be told of a model from an instance alone, enough to show it.

// A model with the sigs and fields that the trace mentions, in their order. Inheritance is read off
// their atoms: a sig whose atoms another one has, too, is below it, or a subset where it shares atoms with
// others there. The trace fits it, if any model fits it. Errors: a field of no sig.
Result<model::Model> inferred_model(const RawTrace& trace);

}  // namespace fretsaw
