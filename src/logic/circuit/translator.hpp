// SPDX-License-Identifier: MIT
// The recursion from terms to gates. One class, because every kind of term may contain every other; its parts
// are in translate_expressions.cpp, translate_formulas.cpp, translate_quantifiers.cpp and
// translate_integers.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/circuit/matrix.hpp"
#include "logic/circuit/number.hpp"
#include "logic/circuit/scope.hpp"
#include "logic/circuit/term_facts.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// Thrown, and caught in translate(), by a constant whose tuples cannot be numbered.
struct TooManyColumns {
  Variable variable;
  int columns;
};

class Translator {
 public:
  Translator(const Problem& problem, const TranslateOptions& options, Budget& budget);

  Circuit run();

 private:
  // What was translated before (translate.cpp).
  bool makes_constants(const TermFacts& facts) const;
  Key cache_key(const Node& node) const;
  template <class Value, class Compute>
  Value compute_once(std::unordered_map<Key, Value, KeyHash>& cache, const Node& node, Compute&& compute) {
    budget_.poll();
    const Key key = cache_key(node);
    if (key.empty()) return compute();
    if (const auto found = cache.find(key); found != cache.end()) return found->second;
    Value value = compute();
    cache.emplace(key, value);
    return value;
  }

  // Expressions.
  MatrixPtr matrix(const Node& node);
  MatrixPtr compute_matrix(const Node& node);
  MatrixPtr binary(const Node& node, Matrix (Algebra::*operation)(const Matrix&, const Matrix&));
  Matrix if_matrix(const Node& node);
  Matrix comprehension(const Node& node);
  Matrix atom_of(const Number& number);
  Lit condition_value(const Node& node);

  // Binders.
  struct Quantifier {
    bool quantified = false;
    bool universal = false;         // in the end
    bool excuses_overflow = false;  // by docs/integers.md
  };

  // Calls visit(guard, tuple) with the declared variables bound to each combination of tuples that may be in
  // their domains, in lexicographic order; guard says that they are, tuple is their concatenation. Stops when
  // visit returns false.
  template <class Visit>
  void each_binding(const Decls& decls, Quantifier kind, Visit&& visit) {
    bind_from(decls, 0, kTrue, 0, kind, visit);
  }
  template <class Visit>
  bool bind_from(const Decls& decls, std::size_t at, Lit guard, std::uint64_t tuple, Quantifier kind,
                 Visit& visit) {
    if (at == decls.size()) return visit(guard, tuple);
    const Decl& decl = decls[at];
    const MatrixPtr domain = matrix(decl.domain.node());
    const ScopedFlag place(negative_, negative_ && kind.quantified);
    const std::uint64_t width = algebra_.power(decl.variable.arity());
    for (const Entry& entry : domain->entries) {
      const Lit inner = circuit_.gates.both(guard, entry.value);
      if (inner == kFalse) continue;
      scope_.push({&decl, share_matrix({.arity = domain->arity, .entries = {{entry.index, kTrue}}}),
                   entry.index, kind.universal, kind.excuses_overflow});
      const bool more = bind_from(decls, at + 1, inner, tuple * width + entry.index, kind, visit);
      scope_.pop();
      if (!more) return false;
    }
    return true;
  }

  Lit quantified(const Node& node, bool is_all);
  bool needs_skolem(const Decls& decls) const;
  Lit skolemized(const Node& node, bool is_all, std::size_t at);
  std::vector<Lit> make_constant(const Decl& decl, int depth, bool excuses_overflow);
  std::size_t skolem_owner(const Decl& decl, int depth);

  // Formulas.
  struct Side {
    const Node* term;
    Lit overflow;
  };
  Lit formula_value(const Node& node);
  Lit compute_formula(const Node& node);
  Lit junction(const Node& node, bool conjunctive);
  Lit implication(const Node& node);
  Lit equivalence(const Node& node);
  Lit if_formula(const Node& node);
  Lit atomic(const Node& node);
  Lit guarded(Lit value, std::initializer_list<Side> sides);
  bool read_universally(const Node& term) const;

  // Integers.
  Number number(const Node& node);
  Number compute_number(const Node& node);
  bool is_single(const Node& node) const;
  Number total(const Node& node);
  Number sum_over(const Node& node);

  const Problem& problem_;
  const TranslateOptions& options_;
  Budget& budget_;
  const bool prevent_;
  Circuit circuit_;
  Algebra algebra_;
  Arithmetic arithmetic_;
  AllTermFacts facts_{problem_};
  Functions functions_{problem_, options_.goal};
  std::unordered_map<const Leaf*, MatrixPtr> relations_;
  Scope scope_;
  std::map<std::pair<const Decl*, std::vector<SkolemStep>>, std::size_t> skolem_of_;
  std::uint64_t constants_ = 0;
  bool negative_ = false;  // under an odd number of negations: what an overflow means depends on it
  bool refuted_ = false;   // false makes the whole true: the left of an implication counts as well
  bool may_skolemize_ = true;
  std::unordered_map<Key, MatrixPtr, KeyHash> matrices_;
  std::unordered_map<Key, Lit, KeyHash> formulas_;
  std::unordered_map<Key, Number, KeyHash> numbers_;
};

// The matrices that terms are made of: relations by their bounds, and constants.

// A new input of the circuit for a tuple of bounds[owner], or of a skolem.
Lit add_input(Circuit& circuit, std::size_t owner, std::uint64_t tuple);

// The relation of bounds[owner]: true for the tuples of the lower bound, a new input for each other one of
// the upper.
Matrix bounded_matrix(const Problem& problem, std::size_t owner, Circuit& circuit);

// Of None, Univ, Iden and Ints.
Matrix constant_matrix(const Problem& problem, const Node& node);

}  // namespace fretsaw
