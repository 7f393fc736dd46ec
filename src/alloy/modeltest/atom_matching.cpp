// SPDX-License-Identifier: MIT
//
// Atoms of a scope are not all interchangeable: those that a sig must contain are in its lower bound, those
// of an ordered sig have the order that the bounds fix. An atom of the valuation matches an atom of the
// universe if it is in all sigs that must contain the latter and only in sigs that may contain it, and if the
// relations that the bounds fix have the values of the valuation. The matching is found by backtracking.
// Candidates are tried in the order of the names where possible; formulas do not distinguish the solutions,
// so the first one is sufficient.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/modeltest/valuation_placer.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Sig;
using model::SigId;

constexpr Atom kUnmatched = static_cast<Atom>(-1);
constexpr std::size_t kMaxMatchingSteps = 1'000'000;

void set_bit(std::vector<std::uint64_t>& words, std::size_t from, std::size_t bit) {
  words[from + bit / 64] |= std::uint64_t{1} << (bit % 64);
}

}  // namespace

AtomMatching::AtomMatching(const lowering::LoweringContext& context) : context_(context) {
  for (const Sig& sig : context.model->sigs) {
    if (!sig.builtin && !sig.is_subset()) sigs_.push_back(sig.id);
  }
  words_ = (sigs_.size() + 63) / 64;
  must_.resize(context.problem.universe.size() * words_);
  may_.resize(must_.size());
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    for (const Atom atom : context.lower(sigs_[s]).atoms()) set_bit(must_, atom * words_, s);
    for (const Atom atom : context.upper(sigs_[s]).atoms()) set_bit(may_, atom * words_, s);
  }
}

struct AtomMatching::Search {
  Search(const AtomMatching& own, const Valuation& valuation, const std::vector<Fixed>& relations)
      : atom_matching(own), fixed(relations) {
    const std::size_t atoms = valuation.atoms.size();
    tops.resize(atoms);
    member.resize(atoms * atom_matching.words_);
    for (std::size_t s = 0; s < atom_matching.sigs_.size(); ++s) {
      const Sig& sig = atom_matching.context_.model->sig(atom_matching.sigs_[s]);
      for (const AtomId atom : valuation.sig(sig.id)) {
        set_bit(member, index(atom) * atom_matching.words_, s);
        if (sig.is_top_level() && !tops[index(atom)]) tops[index(atom)] = sig.id;
      }
    }
    match.assign(atoms, kUnmatched);
    taken.assign(atom_matching.context_.problem.universe.size(), false);
  }

  bool fits(std::size_t atom, Atom candidate) const {
    const std::size_t words = atom_matching.words_;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t in = member[atom * words + w];
      if ((in & ~atom_matching.may_[candidate * words + w]) != 0) return false;
      if ((atom_matching.must_[candidate * words + w] & ~in) != 0) return false;
    }
    return true;
  }

  // A seat for this atom and all after it.
  bool match_atoms(std::size_t atom) {
    if (atom == match.size()) return true;
    if (!tops[atom] || ++steps > kMaxMatchingSteps) return false;
    for (const Atom candidate : atom_matching.context_.upper(*tops[atom]).atoms()) {
      if (taken[candidate] || !fits(atom, candidate)) continue;
      match[atom] = candidate;
      taken[candidate] = true;
      if (consistent(atom) && match_atoms(atom + 1)) return true;
      taken[candidate] = false;
      match[atom] = kUnmatched;
    }
    return false;
  }

  // Does no tuple with this atom, and with others that have a seat, fall out of a fixed relation?
  bool consistent(std::size_t atom) const {
    for (const Fixed& relation : fixed) {
      for (const auto& row : relation.rows) {
        if (std::ranges::none_of(row, [&](AtomId id) { return index(id) == atom; })) continue;
        std::vector<Atom> tuple;
        for (const AtomId id : row) {
          if (match[index(id)] == kUnmatched) break;
          tuple.push_back(match[index(id)]);
        }
        if (tuple.size() == row.size() && !relation.tuples->contains(tuple)) return false;
      }
    }
    return true;
  }

  const AtomMatching& atom_matching;
  const std::vector<Fixed>& fixed;
  std::vector<std::optional<SigId>> tops;
  std::vector<std::uint64_t> member;  // the sigs that an atom is in, one bit each
  std::vector<Atom> match;
  std::vector<bool> taken;
  std::size_t steps = 0;
};

AtomMatching::Match AtomMatching::match_atoms(const Valuation& valuation,
                                              const std::vector<Fixed>& fixed) const {
  Search search(*this, valuation, fixed);
  if (search.match_atoms(0)) return {std::move(search.match)};
  return {std::nullopt, search.steps > kMaxMatchingSteps};
}

std::string AtomMatching::obstacle(const Valuation& valuation) const {
  for (const SigId id : sigs_) {
    const std::string& name = context_.model->sig(id).name;
    const std::size_t wanted = valuation.sig(id).size();
    const std::size_t most = context_.upper(id).size();
    const std::size_t least = context_.lower(id).size();
    if (wanted > most)
      return fmt::format("the test has {}, the scope allows {}", atoms_of(wanted, name), most);
    if (wanted < least)
      return fmt::format("the test has {}, the scope requires {}", atoms_of(wanted, name), least);
  }
  std::vector<int> homes(valuation.atoms.size(), 0);
  for (const SigId id : sigs_) {
    if (!context_.model->sig(id).is_top_level()) continue;
    for (const AtomId atom : valuation.sig(id)) ++homes[index(atom)];
  }
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (homes[i] == 0) return fmt::format("{} is not in any top-level sig", valuation.atoms[i]);
    if (homes[i] > 1) return fmt::format("{} is in two disjoint sigs", valuation.atoms[i]);
  }
  return "the atoms of the test do not match the sigs and the order that the scope fixes";
}

}  // namespace fretsaw::modeltest
