// SPDX-License-Identifier: MIT
//
// The relational clauses of contracts together with the classes that they are about, as one typed Model.
//
// Each class is a sig, each of its fields a relation, once for each of two states: `left` after the call and
// "left`" before it. A clause is a predicate whose parameters are the receiver, the arguments and the result.
// The number of objects is not known here: `space` makes a problem of it, whose solutions are
// inputs, and `heap_check` evaluates it on what a call has left behind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/contract/clause.hpp"
#include "cpp/contract/reach.hpp"
#include "cpp/contract/shape.hpp"

namespace fretsaw::contract {

// The classes that a theory is about; the class models of cxx/ by reference.
struct ClassesView {
  const std::vector<code::ClassInfo>* classes = nullptr;
  const std::vector<code::TypeInfo>* types = nullptr;
  std::optional<Reach> reach{};  // those that matter; nothing: all

  bool has_class(int i) const { return !reach || reach->classes.contains(i); }
  bool has_type(int i) const { return !reach || reach->types.contains(i); }
  const code::ClassInfo& at(int i) const { return (*classes)[static_cast<std::size_t>(i)]; }
  const code::TypeInfo& type(int i) const { return (*types)[static_cast<std::size_t>(i)]; }
};

// What a clause may refer to in addition to the objects: @name.
struct ClauseParameter {
  std::string name;             // as the clause calls it
  std::string field;            // of the frame that holds the arguments
  int type = -1;                // in the class model
  bool has_two_states = false;  // passed by reference, and no object itself: "@name`" is what it was
};

// A clause and whose it is.
struct OwnedClause {
  const Clause* clause = nullptr;  // relational
  int receiver = -1;               // the class of `this`; -1: there is none
  bool constructs = false;         // `this` is the result
  std::vector<ClauseParameter> parameters{};
  int result = -1;          // its type; -1: none, or the clause is about one state
  bool two_states = false;  // `ensures` and `signals`; else there is only the plain state
};

// One relation of a field: its value, or the length of one of its dimensions.
struct Attribute {
  int class_index = -1;  // that declares it
  std::string field;
  int level = -1;  // -1: the value; else the dimension whose length it is
  Shape shape;     // of the whole field
  model::FieldId after{};
  model::FieldId before{};

  bool is_length() const { return level >= 0; }
  int columns() const { return 2 + (is_length() ? level : shape.dimensions); }
};

// The same for what a clause's variable stands for.
struct ClauseVariable {
  enum class Kind : std::uint8_t { Receiver, Argument, Result };

  Kind kind = Kind::Receiver;
  std::size_t argument = 0;  // Argument: which
  int level = -1;
  bool before = false;  // "@p`"
  Shape shape;
  model::VariablePtr variable;

  int columns() const { return 1 + (level >= 0 ? level : shape.dimensions); }
};

struct TheoryClause {
  OwnedClause owned;
  model::FunctionId predicate{};
  std::vector<ClauseVariable> variables;  // the predicate's parameters, in order
};

struct Theory {
  ClassesView classes;
  std::shared_ptr<const model::Model> model;
  std::vector<std::optional<model::SigId>> sig_of_class;  // absent: not the user's
  struct Enumerator {
    int type;
    long long value;
    model::SigId sig;
  };
  std::vector<Enumerator> enumerators;
  model::SigId boolean{};
  model::SigId yes{};
  model::SigId no{};
  std::vector<std::pair<int, model::SigId>> enums;  // by type
  std::vector<Attribute> attributes;
  std::vector<TheoryClause> clauses;  // in the order given
  std::vector<Diagnostic> warnings;
};

// Checks all clauses against the classes. The error is the first one, at its place in the header. The
// clauses, helpers and class models outlive the theory; `sources` are kept alive by it.
Result<Theory> build_theory(const ClassesView& classes, const std::vector<OwnedClause>& clauses,
                            const std::vector<const alloy::Function*>& helpers,
                            const std::vector<SourcePtr>& sources);

// "left`": how clauses write the state before the call.
inline std::string before_name(const std::string& name) { return name + "`"; }
// "array.length", "array[].length": what `array.length` and `array[i].length` become.
std::string length_name(const std::string& name, int level);

}  // namespace fretsaw::contract
