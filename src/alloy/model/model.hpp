// SPDX-License-Identifier: MIT
// A checked Alloy model as one immutable value: all opened modules together, every name resolved and every
// expression typed. `load` (load.hpp) makes it; nothing changes it afterwards.
//
// Sigs, fields and functions are numbered, and refer to each other by number. Names are as CLI.md wants them
// in JSON: those of the main module plain ("Node"), those of an opened one with the path of aliases that
// leads to it ("ord/Ord").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/model/expr.hpp"
#include "alloy/model/scopes.hpp"
#include "alloy/model/type.hpp"
#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/token.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

// How many atoms a sig has in every instance.
enum class SigMult : std::uint8_t { Any, One, Lone, Some };

struct Sig {
  SigId id{};
  std::string name;      // full: "Node", "ord/Ord", "univ", "seq/Int"
  bool builtin = false;  // univ, none, Int, seq/Int, String
  bool is_abstract = false;
  bool is_enum = false;  // the enum itself; its members are its children and are `one`
  bool is_private = false;
  bool is_variable = false;  // `var`: its atoms may change from state to state
  bool is_meta = false;      // `A$`, `A$f`, `sig$`, …: about the model itself (meta.hpp)
  SigMult mult = SigMult::Any;
  SigId parent = kUniv;          // of sigs that are not subset sigs; kUniv for the top-level ones
  std::vector<SigId> children;   // the sigs that extend it, in the order of declaration; empty for univ
  std::vector<SigId> subset_of;  // `in A + B` and `= A + B`: nonempty exactly for subset sigs
  bool equals_parents = false;   // `= A + B`
  std::vector<FieldId> fields;   // in order of declaration
  Type type;                     // that of the sig as an expression: of a member of an enum, the enum's
  VariablePtr this_variable;     // `this` in the bounds of its fields and in its fact; null for builtin sigs
  std::size_t module = 0;        // in Model::modules
  Span span;                     // of its name

  bool is_subset() const { return !subset_of.empty(); }
  bool is_top_level() const { return !is_subset() && parent == kUniv && id != kUniv && id != kNone; }
};

// Means: all this: SIG | this.FIELD in bound; and by the multiplicities of `mult` and in the bound.
struct Field {
  FieldId id{};
  std::string name;  // "next"
  SigId owner{};
  // One, Lone, Some or Set for a unary bound, Set for the others; Exactly for a defined field (f = e), which
  // means this.f = bound.
  Mult mult = Mult::One;
  ExprPtr bound;                // may mention the owner's this_variable, and fields declared before
  Type type;                    // with the owner's column
  bool disjoint = false;        // disj a, b: e    the fields of one declaration are disjoint from each other
  bool disjoint_bound = false;  // a: disj e       the values of different owners are disjoint
  std::size_t declaration = 0;  // fields of one declaration have the same number, unique within the owner
  bool is_private = false;
  bool is_variable = false;  // `var`
  bool is_meta = false;      // of a meta sig
  Span span;                 // of its name
};

struct Function {
  FunctionId id{};
  std::string name;  // full: "show", "ord/next", "integer/plus"
  bool is_predicate = true;
  bool is_private = false;
  std::vector<Decl> parameters;
  Mult result_mult = Mult::One;  // of functions
  ExprPtr result;  // the declared bound of the value; null for predicates. It is not a constraint
  ExprPtr body;    // a formula, or a relation for functions
  std::size_t module = 0;
  Span span;  // of its name

  std::size_t parameter_count() const;
};

// A formula that holds in every instance: a fact of any module, or a sig's appended fact, which is quantified
// over the sig's atoms (`all this: A | …`; for a `one sig` the sig itself stands for `this`). Field bounds
// are not among them.
struct Fact {
  std::string name;          // "acyclic", "fact$2", "A$fact"
  std::optional<SigId> sig;  // of an appended fact
  ExprPtr formula;
  std::size_t module = 0;
  Span span;
};

struct Assertion {
  std::string name;  // full
  ExprPtr formula;
  std::size_t module = 0;
  Span span;
};

struct Command {
  std::size_t index = 0;  // in the order of the file
  std::string label;      // as Alloy names it: "run$1", "check$2", the label, the target, or "Default"
  bool is_check = false;
  std::optional<FunctionId> target;  // of `run p`: the goal quantifies over p's parameters and is its body
  ExprPtr goal;  // what is to be true, or for a check: what is to be refuted (it is not negated here)
  bool is_temporal =
      false;      // its instances are traces: something is `var`, or an operator refers to other states
  Scopes scopes;  // meaningful if there is no error
  std::optional<int> expect;
  Span pos;  // where errors about it are reported
  Span span;

  // Why the command cannot run. Other commands are not affected.
  std::optional<Diagnostic> error;
  std::optional<Diagnostic> goal_error;  // why it could not run with any other scope either

  alloy::Command syntax;  // what was written; for `with_scope`
};

struct ModuleInfo {
  std::string path;       // the aliases that lead to it: "" for the main module, "ord", "a/b"
  std::string name;       // as its header says: "util/ordering"; empty if it has none
  std::string file;       // as messages name it
  bool builtin = false;   // from the library that comes with Fretsaw
  bool implicit = false;  // no file opens it: it belongs to an enum, to integers or to sequences
};

class Names;  // what names mean in each module, for expressions that are checked later (load.hpp)

struct Model {
  std::vector<SourcePtr> sources;   // keep every span valid
  std::vector<ModuleInfo> modules;  // the first is the main one
  std::vector<Sig> sigs;            // the builtin ones first
  std::vector<Field> fields;
  std::vector<Function> functions;
  std::vector<Fact> facts;
  std::vector<Assertion> assertions;
  std::vector<Command> commands;  // of the main module; at least one
  std::vector<SigId> exact_sigs;  // made exact by an `exactly` parameter of a module
  std::vector<Diagnostic> warnings;
  alloy::Primes primes = alloy::Primes::Operators;  // how expressions and scopes about the model are read
  Hierarchy hierarchy;
  std::shared_ptr<const Names> names;

  const Sig& sig(SigId id) const { return sigs[index(id)]; }
  const Field& field(FieldId id) const { return fields[index(id)]; }
  const Function& function(FunctionId id) const { return functions[index(id)]; }
};

// A type as messages show it: "Node->Int + none".
std::string to_string(const Type& type, const Model& model);

}  // namespace fretsaw::model
