// SPDX-License-Identifier: MIT
// The relations of clauses, in two states, filled from the words of heaps.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cpp/contract/theory.hpp"
#include "cpp/space/heap_cursor.hpp"
#include "logic/relational/exact.hpp"

namespace fretsaw::contract {

enum class State : std::uint8_t { Before, After };

// A relation in two states, by its position among the bounds.
struct Stateful {
  std::size_t before = 0;
  std::size_t after = 0;
};

// What a relation is.
struct RelationMeaning {
  enum class Kind : std::uint8_t { Objects, Field, Argument, Result, Constants };
  Kind kind = Kind::Constants;
  State state = State::After;
  int class_index = -1;                                   // Objects, Field: the class that declares it
  std::string field{};                                    // Field, Argument ("this": the receiver)
  int level = -1;                                         // the dimension whose length it is; -1: the value
  std::vector<std::pair<int, std::int64_t>> constants{};  // Constants: type (-1: bool) and value
};

class HeapRelations {
 public:
  // `frame` is the class that holds receiver and arguments, or that of the one object there is. The theory
  // outlives the relations.
  HeapRelations(const Theory& theory, int frame);

  // Atoms up to fixed_atoms() are constants; the others are objects and integers as they come.
  Problem& problem() { return problem_; }
  Atom fixed_atoms() const { return fixed_atoms_; }
  Expr relation(std::size_t bound) const { return problem_.bounds[bound].relation; }

  const std::vector<Stateful>& class_sets() const { return class_sets_; }  // by class
  const std::vector<Stateful>& attributes() const { return attributes_; }  // as in the theory
  const std::vector<std::pair<model::SigId, std::size_t>>& constant_sigs() const { return constant_sigs_; }
  const Stateful* argument(const std::string& field, int level) const;
  std::size_t result(int level) const {
    return result_plan_.relations[static_cast<std::size_t>(level) + 1].after;
  }
  RelationMeaning meaning(const Leaf* relation) const;

  // From now on, only these are filled; the others stay empty.
  void keep_only(const std::set<const Leaf*>& relations);

  // Fills the relations anew. False if there are not enough atoms.
  bool load(ExactEvaluator& evaluator, object::HeapWords before, object::HeapWords after,
            object::HeapWords result);
  // Relations that are incomplete, since the length of what they represent is unknown.
  const std::set<const Leaf*>& unknown() const { return unknown_; }

  // Of what was loaded last.
  bool is_number(Atom atom) const;
  std::string text(Atom atom, const std::function<std::string(std::int64_t)>& name) const;

 private:
  // What to do with the words of a field.
  struct FieldPlan {
    int type = -1;
    std::vector<Stateful> relations;  // the value's, then those of the lengths; empty: the value is skipped
    std::array<bool, 2> is_wanted = {true, true};  // by state
  };

  struct ClassPlan {
    std::array<std::vector<std::size_t>, 2> sets;  // by state, bounds: of the class itself and its bases
    std::vector<FieldPlan> fields;
    bool is_frame = false;
  };

  static constexpr int kBoolean = -1;
  static constexpr Atom kNoAtom = ~Atom{0};

  std::size_t add(const std::string& name, int arity, const TupleSet& constant = TupleSet(1));
  Stateful add_stateful(const std::string& name, int arity);
  Atom constant_atom(int type, std::int64_t value);
  void constant_set(model::SigId sig, const std::vector<Atom>& atoms);
  void declare();
  void plan_classes(int frame);
  Stateful attribute(int class_index, const std::string& field, int level) const;

  class Loader;
  Atom object(std::int64_t id);
  void read_heap(object::HeapWords words, State state);
  void insert(const Stateful& relation, State state, std::span<const Atom> row);
  Atom integer(Whole number);
  Atom enumerator(int type, std::int64_t value);

  const Theory& theory_;
  const std::vector<code::TypeInfo>& types_;
  Problem problem_;
  std::vector<Stateful> class_sets_;
  std::vector<Stateful> attributes_;
  std::map<std::pair<int, std::int64_t>, Atom> constants_;
  std::vector<std::pair<model::SigId, std::size_t>> constant_sigs_;
  std::map<std::pair<std::string, int>, Stateful> arguments_;
  std::vector<ClassPlan> class_plans_;
  FieldPlan result_plan_;
  Atom yes_ = 0;
  Atom no_ = 0;
  Atom fixed_atoms_ = 0;

  ExactEvaluator* evaluator_ = nullptr;  // that was loaded last
  bool full_ = false;
  std::vector<Atom> atom_of_id_;
  std::set<const Leaf*> unknown_;
};

}  // namespace fretsaw::contract
