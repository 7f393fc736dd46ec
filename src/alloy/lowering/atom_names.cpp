// SPDX-License-Identifier: MIT
#include "alloy/lowering/atom_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace fretsaw::lowering {

namespace {

// Calls visit(atom, sig) for the atoms that are in the sig and in none that extends it.
template <class Visit>
void each_own_atom(const LoweringContext& context, const std::vector<TupleSet>& members,
                   const model::Sig& sig, Visit& visit) {
  TupleSet own = members[index(sig.id)];
  for (const model::SigId child : sig.children) {
    own = subtract(own, members[index(child)]);
    each_own_atom(context, members, context.model->sig(child), visit);
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

std::vector<AlloyAtom> atom_names(const LoweringContext& context, const std::vector<TupleSet>& members) {
  const Universe& universe = context.problem.universe;
  std::vector<AlloyAtom> names(universe.size(), std::string());
  std::vector<int> numbered(context.model->sigs.size(), 0);
  auto name_after = [&](Atom atom, const model::Sig& sig) {
    names[atom] = fmt::format("{}${}", sig.name, numbered[index(sig.id)]++);
  };
  for (const model::Sig& sig : context.model->sigs) {
    if (!sig.builtin && sig.is_top_level()) each_own_atom(context, members, sig, name_after);
  }
  for (const Atom atom : context.upper(model::kString).atoms()) names[atom] = universe.name(atom);
  for (const auto& [value, atom] : context.problem.integers.atoms) names[atom] = value;
  int unused = 0;
  for (AlloyAtom& name : names) {
    if (name == AlloyAtom(std::string())) name = fmt::format("{}{}", kUnused, unused++);
  }
  return names;
}

//
// Within one top-level sig, an atom of the instance may be an atom of the problem if it is in all sigs that
// must have that one and only in sigs that may have it. The renaming is a matching, found by augmenting
// paths; then atoms in the same sigs, which are interchangeable in it, are put in the order of their numbers.

namespace {

using model::Sig;

// Node$2 before Node$10.
bool numbered_before(const AlloyAtom& a, const AlloyAtom& b) {
  const std::string left = to_string(a);
  const std::string right = to_string(b);
  const bool same_stem = left.substr(0, left.rfind('$')) == right.substr(0, right.rfind('$'));
  if (same_stem && left.size() != right.size()) return left.size() < right.size();
  return left < right;
}

class Matching {
 public:
  Matching(const LoweringContext& context, const AlloyState& state, const Sig& top,
           const std::vector<AlloyAtom>& atoms)
      : atoms_(atoms), candidates_(context.upper(top.id).atoms()), owner_(candidates_.size()) {
    for (const AlloySig& sig : state.sigs) {
      const auto known = std::ranges::find(context.model->sigs, sig.name, &Sig::name);
      if (known == context.model->sigs.end() || known->builtin || known->is_subset()) continue;
      rules_.push_back({std::set<AlloyAtom>(sig.atoms.begin(), sig.atoms.end()), &context.lower(known->id),
                        &context.upper(known->id)});
    }
  }

  bool run() {
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      std::vector<bool> tried(candidates_.size(), false);
      if (!place(i, tried)) return false;
    }
    return true;
  }

  void write(AtomNames& names) const {
    std::map<std::vector<bool>, std::vector<Atom>>
        places;  // by the sigs that the atom is in, in the order of the universe
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      if (owner_[i]) places[sigs_of(atoms_[*owner_[i]])].push_back(candidates_[i]);
    }
    std::map<std::vector<bool>, std::size_t> used;
    std::vector<AlloyAtom> in_order = atoms_;
    std::ranges::stable_sort(in_order, numbered_before);
    for (const AlloyAtom& atom : in_order) {
      const std::vector<bool> sigs = sigs_of(atom);
      names.insert_or_assign(atom, places[sigs][used[sigs]++]);
    }
  }

 private:
  struct Rule {
    std::set<AlloyAtom> members;
    const TupleSet* lower;
    const TupleSet* upper;
  };

  bool place(std::size_t atom, std::vector<bool>& tried) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (owner_[i] || !fits(atoms_[atom], candidates_[i])) continue;
      owner_[i] = atom;
      return true;
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (tried[i] || !fits(atoms_[atom], candidates_[i])) continue;
      tried[i] = true;
      if (!place(*owner_[i], tried)) continue;
      owner_[i] = atom;
      return true;
    }
    return false;
  }

  bool fits(const AlloyAtom& atom, Atom candidate) const {
    const std::array row{candidate};
    return std::ranges::all_of(rules_, [&](const Rule& rule) {
      const bool member = rule.members.contains(atom);
      return member ? rule.upper->contains(row) : !rule.lower->contains(row);
    });
  }

  std::vector<bool> sigs_of(const AlloyAtom& atom) const {
    std::vector<bool> sigs;
    for (const Rule& rule : rules_) sigs.push_back(rule.members.contains(atom));
    return sigs;
  }

  const std::vector<AlloyAtom>& atoms_;
  std::span<const Atom> candidates_;
  std::vector<std::optional<std::size_t>> owner_;  // by candidate: which atom it has become
  std::vector<Rule> rules_;
};

}  // namespace

Result<AtomNames> rename_atoms(const LoweringContext& context, const AlloyState& state) {
  const Universe& universe = context.problem.universe;
  AtomNames names;
  for (const Atom atom : context.upper(model::kString).atoms()) names.emplace(universe.name(atom), atom);
  for (const auto& [value, atom] : context.problem.integers.atoms) names.insert_or_assign(value, atom);

  for (const AlloySig& sig : state.sigs) {
    const auto known = std::ranges::find(context.model->sigs, sig.name, &Sig::name);
    if (known == context.model->sigs.end() || known->builtin || !known->is_top_level()) continue;
    Matching matching(context, state, *known, sig.atoms);
    if (!matching.run()) {
      return input_error(
          fmt::format("the atoms of '{}' do not fit the scope of the command, which allows at most {}",
                      sig.name, context.upper(known->id).size()));
    }
    matching.write(names);
  }
  return names;
}

}  // namespace fretsaw::lowering
