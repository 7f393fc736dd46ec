// SPDX-License-Identifier: MIT
//
// A quantifier's body is translated for each tuple that its domain may have, unless it is existential in the
// end: then a constant, a skolem relation, may take the place of its variable. The constant's tuples are new
// inputs, made for each choice of the grounded variables around it as they are met, so that the domain's
// matrix itself bounds them.
#include <algorithm>

#include "logic/circuit/translator.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw {

namespace {

bool over_sets(const Decls& decls) {
  return std::ranges::any_of(decls, [](const Decl& d) { return d.multiplicity != Multiplicity::One; });
}

}  // namespace

Lit Translator::quantified(const Node& node, bool is_all) {
  const bool universal = is_all != refuted_;
  if (!universal && may_skolemize_ && needs_skolem(node.decls)) return skolemized(node, is_all, 0);
  std::vector<Lit> values;
  bool decided = false;
  const Quantifier kind{.quantified = true, .universal = universal, .excuses_overflow = is_all != negative_};
  each_binding(node.decls, kind, [&](Lit guard, std::uint64_t) {
    const Lit body = formula_value(*node.children[0]);
    const Lit value =
        is_all ? circuit_.gates.either(negation(guard), body) : circuit_.gates.both(guard, body);
    decided = value == (is_all ? kFalse : kTrue);
    values.push_back(value);
    return !decided;
  });
  if (decided) return is_all ? kFalse : kTrue;
  return is_all ? circuit_.gates.conjunction(values) : circuit_.gates.disjunction(values);
}

bool Translator::needs_skolem(const Decls& decls) const {
  if (over_sets(decls)) return true;
  return scope_.universals() <= options_.skolem_depth && std::ranges::all_of(decls, [&](const Decl& d) {
           return tuples_can_be_numbered(problem_.universe.size(), scope_.columns() + d.variable.arity());
         });
}

// Existential in the end: binds the declared variables to constants, and says that these are witnesses.
// Under a negation (`not all`) the whole is read as not (constants are witnesses and not body).
Lit Translator::skolemized(const Node& node, bool is_all, std::size_t at) {
  if (at == node.decls.size()) return formula_value(*node.children[0]);
  const int depth = over_sets(node.decls) ? -1 : static_cast<int>(scope_.universals());
  std::vector<Lit> parts = make_constant(node.decls[at], depth, is_all != negative_);
  const Lit body = skolemized(node, is_all, at + 1);
  scope_.pop();
  parts.push_back(is_all ? negation(body) : body);
  const Lit witnessed = circuit_.gates.conjunction(parts);
  // Inner levels return the value of the quantified formula itself, so that each level negates once.
  return is_all ? negation(witnessed) : witnessed;
}

// Binds the variable to a new constant, and gives what must hold for that to be a value it may have.
std::vector<Lit> Translator::make_constant(const Decl& decl, int depth, bool excuses_overflow) {
  const MatrixPtr domain = matrix(decl.domain.node());
  const std::size_t owner = skolem_owner(decl, depth);
  std::uint64_t prefix = 0;
  for (const Binding& binding : scope_.bindings()) {
    if (binding.grounded()) prefix = prefix * algebra_.power(binding.value->arity) + binding.identity;
  }
  Matrix value{.arity = domain->arity};
  std::vector<Lit> parts;
  for (const Entry& entry : domain->entries) {
    const Lit input = add_input(circuit_, owner, prefix * algebra_.power(domain->arity) + entry.index);
    value.entries.push_back({entry.index, input});
    parts.push_back(circuit_.gates.either(negation(input), entry.value));
  }
  switch (decl.multiplicity) {
    case Multiplicity::One:
      parts.push_back(algebra_.one(value));
      break;
    case Multiplicity::Lone:
      parts.push_back(algebra_.lone(value));
      break;
    case Multiplicity::Some:
      parts.push_back(algebra_.some(value));
      break;
    case Multiplicity::Set:
      break;
  }
  scope_.push({&decl, share_matrix(std::move(value)), kConstants + ++constants_, false, excuses_overflow});
  return parts;
}

// The constant that a declaration becomes here. A term that occurs in several places makes one in each.
std::size_t Translator::skolem_owner(const Decl& decl, int depth) {
  const int arity = scope_.columns() + decl.variable.arity();
  if (!tuples_can_be_numbered(problem_.universe.size(), arity)) throw TooManyColumns{decl.variable, arity};
  std::vector<SkolemStep> path = scope_.path();
  const auto [place, is_new] = skolem_of_.try_emplace({&decl, path}, circuit_.skolems.size());
  if (is_new) circuit_.skolems.push_back({&decl, std::move(path), arity, depth});
  return problem_.bounds.size() + place->second;
}

}  // namespace fretsaw
