// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "alloy/exchange/raw_instance.hpp"
#include "base/json_parser.hpp"
#include "report/json_tree.hpp"

namespace fretsaw {

namespace {

using Kind = JsonTree::Kind;

Diagnostic wants(const JsonTree& tree, std::string_view what) {
  return json_error_at(tree.span, what, to_string(tree.kind));
}

// The part of the document that is an instance: itself, or the first one among its results.
const JsonTree* instance_in(const JsonTree& document) {
  if (document.member("sigs") || document.member("states")) return &document;
  if (const JsonTree* inner = document.member("instance"); inner && inner->kind == Kind::Object) return inner;
  if (const JsonTree* results = document.member("results"); results && results->kind == Kind::Array) {
    for (const JsonTree& result : results->children) {
      if (const JsonTree* found = instance_in(result)) return found;
    }
  }
  return nullptr;
}

Result<RawAtom> read_atom(const JsonTree& tree) {
  if (tree.kind == Kind::Integer) return RawAtom{tree.integer, tree.span};
  if (tree.kind == Kind::Text) return RawAtom{tree.text, tree.span};
  return wants(tree, "an atom (a string or an integer)");
}

Result<RawTuple> read_tuple(const JsonTree& tree) {
  if (tree.kind != Kind::Array) return wants(tree, "a tuple (an array of atoms)");
  if (tree.children.empty()) return error_at(tree.span, ErrorClass::Input, "empty tuple");
  RawTuple tuple{{}, tree.span};
  for (const JsonTree& child : tree.children) {
    auto atom = read_atom(child);
    if (!atom) return atom.error();
    tuple.atoms.push_back(std::move(*atom));
  }
  return tuple;
}

Result<std::vector<RawSig>> read_sigs(const JsonTree& tree) {
  if (tree.kind != Kind::Object) return wants(tree, "an object that lists the atoms of each sig");
  std::vector<RawSig> sigs;
  for (const JsonTree& child : tree.children) {
    if (child.kind != Kind::Array) return wants(child, "an array of atoms");
    RawSig sig{child.key, child.key_span, {}};
    for (const JsonTree& element : child.children) {
      auto atom = read_atom(element);
      if (!atom) return atom.error();
      sig.atoms.push_back(std::move(*atom));
    }
    sigs.push_back(std::move(sig));
  }
  return sigs;
}

Result<std::vector<RawRelation>> read_relations(const JsonTree* tree) {
  std::vector<RawRelation> relations;
  if (!tree) return relations;
  if (tree->kind != Kind::Object) return wants(*tree, "an object that lists the tuples of each name");
  for (const JsonTree& child : tree->children) {
    if (child.kind != Kind::Array) return wants(child, "an array of tuples");
    RawRelation relation{child.key, child.key_span, {}};
    for (const JsonTree& element : child.children) {
      auto tuple = read_tuple(element);
      if (!tuple) return tuple.error();
      relation.tuples.push_back(std::move(*tuple));
    }
    relations.push_back(std::move(relation));
  }
  return relations;
}

Result<std::optional<RawNumber>> read_number(const JsonTree* tree) {
  if (!tree) return std::optional<RawNumber>();
  if (tree->kind != Kind::Integer) return wants(*tree, "an integer");
  return std::optional(RawNumber{tree->integer, tree->span});
}

Result<RawInstance> read_state(const SourcePtr& source, const JsonTree& tree) {
  const JsonTree* const listed = tree.member("sigs");
  if (!listed) return error_at(tree.span, ErrorClass::Input, "missing \"sigs\" in the instance");
  auto sigs = read_sigs(*listed);
  if (!sigs) return sigs.error();
  auto fields = read_relations(tree.member("fields"));
  if (!fields) return fields.error();
  auto skolems = read_relations(tree.member("skolems"));
  if (!skolems) return skolems.error();
  const auto bitwidth = read_number(tree.member("bitwidth"));
  if (!bitwidth) return bitwidth.error();
  const auto max_seq = read_number(tree.member("maxseq"));
  if (!max_seq) return max_seq.error();
  return RawInstance{source, std::move(*sigs), std::move(*fields), std::move(*skolems), *bitwidth, *max_seq,
                     true};
}

Result<RawTrace> read_trace(const SourcePtr& source, const JsonTree& tree) {
  const JsonTree& states = *tree.member("states");
  if (states.kind != Kind::Array) return wants(states, "an array of states");
  if (states.children.empty()) return json_error_at(states.span, "at least one state", "none");
  const auto loop = read_number(tree.member("loop"));
  if (!loop) return loop.error();
  if (!*loop) {
    return error_at(tree.span, ErrorClass::Input, "missing \"loop\" in the trace",
                    "set \"loop\" to the index, from 0, of the state that follows the last one");
  }
  if ((*loop)->value < 0 || (*loop)->value >= std::ssize(states.children)) {
    return error_at((*loop)->span, ErrorClass::Input,
                    fmt::format("invalid \"loop\": expected 0..{}, found {}", states.children.size() - 1,
                                (*loop)->value));
  }
  RawTrace trace;
  trace.loop = **loop;
  for (const JsonTree& child : states.children) {
    if (child.kind != Kind::Object) return wants(child, "a state (an object with \"sigs\" and \"fields\")");
    auto state = read_state(source, child);
    if (!state) return state.error();
    trace.states.push_back(*std::move(state));
  }
  return trace;
}

}  // namespace

Result<RawTrace> read_json_instance(const SourcePtr& source) {
  const auto document = parse_json(source);
  if (!document) return document.error();
  const JsonTree* const tree = instance_in(*document);
  if (!tree) {
    const Span start{source.get(), document->span.begin, document->span.begin + 1};
    return with_note(error_at(start, ErrorClass::Input, "no instance in the document"),
                     "an instance is an object with \"sigs\" and \"fields\"");
  }
  return read_json_instance(source, *tree);
}

Result<RawTrace> read_json_instance(const SourcePtr& source, const JsonTree& tree) {
  if (tree.member("states")) return read_trace(source, tree);
  auto state = read_state(source, tree);
  if (!state) return state.error();
  return RawTrace{{*std::move(state)}, std::nullopt};
}

}  // namespace fretsaw
