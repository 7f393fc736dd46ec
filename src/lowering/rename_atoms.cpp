// SPDX-License-Identifier: MIT
//
// Within one top-level sig, an atom of the instance may be an atom of the problem if it is in all sigs that
// must have that one and only in sigs that may have it. Who becomes whom is a matching, found by augmenting
// paths; atoms are tried in order, so that the order of the names is kept where it can be.
#include "lowering/rename_atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace fretsaw::lowering {

namespace {

using model::Sig;

class Matching {
 public:
  Matching(const Frame& frame, const AlloyState& state, const Sig& top,
           const std::vector<AlloyAtom>& atoms)
      : atoms_(atoms), candidates_(frame.upper(top.id).atoms()), owner_(candidates_.size()) {
    for (const AlloySig& sig : state.sigs) {
      const auto known = std::ranges::find(frame.model->sigs, sig.name, &Sig::name);
      if (known == frame.model->sigs.end() || known->builtin || known->is_subset()) continue;
      rules_.push_back({std::set<AlloyAtom>(sig.atoms.begin(), sig.atoms.end()), &frame.lower(known->id),
                        &frame.upper(known->id)});
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
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      if (owner_[i]) names.insert_or_assign(atoms_[*owner_[i]], candidates_[i]);
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
      if (tried[i] || !fits(atoms_[atom], candidates_[i])) continue;
      tried[i] = true;
      if (!owner_[i] || place(*owner_[i], tried)) {
        owner_[i] = atom;
        return true;
      }
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

  const std::vector<AlloyAtom>& atoms_;
  std::span<const Atom> candidates_;
  std::vector<std::optional<std::size_t>> owner_;  // by candidate: which atom it has become
  std::vector<Rule> rules_;
};

}  // namespace

Result<AtomNames> rename_atoms(const Frame& frame, const AlloyState& state) {
  const Universe& universe = frame.problem.universe;
  AtomNames names;
  for (Atom atom = 0; atom < universe.size(); ++atom) names.emplace(universe.name(atom), atom);
  for (const auto& [value, atom] : frame.problem.integers.atoms) names.insert_or_assign(value, atom);

  for (const AlloySig& sig : state.sigs) {
    const auto known = std::ranges::find(frame.model->sigs, sig.name, &Sig::name);
    if (known == frame.model->sigs.end() || known->builtin || !known->is_top_level()) continue;
    const auto is_known = [&](const AlloyAtom& atom) {
      const auto found = names.find(atom);
      return found != names.end() && frame.upper(known->id).contains(std::array{found->second});
    };
    if (std::ranges::all_of(sig.atoms, is_known)) continue;
    Matching matching(frame, state, *known, sig.atoms);
    if (!matching.run()) {
      return input_error(
          fmt::format("the atoms of {} do not fit the scope of this command: it may have {} of them at most",
                      sig.name, frame.upper(known->id).size()));
    }
    matching.write(names);
  }
  return names;
}

}  // namespace fretsaw::lowering
