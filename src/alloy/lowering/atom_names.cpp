// SPDX-License-Identifier: MIT
#include "alloy/lowering/atom_names.hpp"

#include <fmt/format.h>

#include <string_view>

namespace fretsaw::lowering {

namespace {

// Calls visit(atom, sig) for the atoms that are in the sig and in none that extends it.
template <class Visit>
void each_own_atom(const Frame& frame, const std::vector<TupleSet>& members, const model::Sig& sig,
                   Visit& visit) {
  TupleSet own = members[index(sig.id)];
  for (const model::SigId child : sig.children) {
    own = subtract(own, members[index(child)]);
    each_own_atom(frame, members, frame.model->sig(child), visit);
  }
  for (const Atom atom : own.atoms()) visit(atom, sig);
}

constexpr std::string_view kUnused = "unused";

}  // namespace

// The names of atoms in sigs have a dollar sign, strings have quotes.
bool is_unused_name(const AlloyAtom& name) {
  const auto* const text = std::get_if<std::string>(&name);
  return text != nullptr && text->starts_with(kUnused) &&
         text->find_first_not_of("0123456789", kUnused.size()) == std::string::npos;
}

std::vector<AlloyAtom> atom_names(const Frame& frame, const std::vector<TupleSet>& members) {
  const Universe& universe = frame.problem.universe;
  std::vector<AlloyAtom> names(universe.size(), std::string());
  std::vector<int> numbered(frame.model->sigs.size(), 0);
  auto name_after = [&](Atom atom, const model::Sig& sig) {
    names[atom] = fmt::format("{}${}", sig.name, numbered[index(sig.id)]++);
  };
  for (const model::Sig& sig : frame.model->sigs) {
    if (!sig.builtin && sig.is_top_level()) each_own_atom(frame, members, sig, name_after);
  }
  for (const Atom atom : frame.upper(model::kString).atoms()) names[atom] = universe.name(atom);
  for (const auto& [value, atom] : frame.problem.integers.atoms) names[atom] = value;
  int unused = 0;
  for (AlloyAtom& name : names) {
    if (name == AlloyAtom(std::string())) name = fmt::format("{}{}", kUnused, unused++);
  }
  return names;
}

}  // namespace fretsaw::lowering
