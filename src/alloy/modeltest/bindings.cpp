// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/modeltest/stage.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Mult;

// Subsets of more tuples than these are not listed.
constexpr std::size_t kMaxSetTuples = 12;

TupleSet pick(const TupleSet& from, std::uint64_t bits) {
  TupleSet result(from.arity());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if ((bits >> i & 1) != 0) result.insert(from.row(i));
  }
  return result;
}

class BindingEnumerator {
 public:
  BindingEnumerator(const model::Function& function, const Stage& stage, const Instance& instance,
                    std::size_t most)
      : function_(function), stage_(stage), instance_(instance), most_(most) {}

  ArgumentList run() {
    choose(0, 0);
    return std::move(result_);
  }

 private:
  // The values of the variable-th variable of the decl-th declaration, then all others.
  void choose(std::size_t decl, std::size_t variable) {
    if (!result_.complete) return;
    if (decl == function_.parameters.size()) {
      if (result_.all.size() >= most_) {
        result_.complete = false;
      } else {
        result_.all.push_back(chosen_);
      }
      return;
    }
    const model::Decl& declared = function_.parameters[decl];
    if (variable == declared.variables.size()) return choose(decl + 1, 0);
    for (TupleSet& value : values_of(declared)) {
      if (declared.disjoint && overlaps(value, variable)) continue;
      chosen_.push_back(std::move(value));
      choose(decl, variable + 1);
      chosen_.pop_back();
    }
  }

  bool overlaps(const TupleSet& value, std::size_t variable) const {
    for (std::size_t i = chosen_.size() - variable; i < chosen_.size(); ++i) {
      for (std::size_t t = 0; t < value.size(); ++t) {
        if (chosen_[i].contains(value.row(t))) return true;
      }
    }
    return false;
  }

  std::vector<TupleSet> values_of(const model::Decl& decl) {
    const TupleSet domain = domain_of(decl);
    std::vector<TupleSet> values;
    if (decl.mult == Mult::One || decl.mult == Mult::Lone) {
      if (decl.mult == Mult::Lone) values.emplace_back(domain.arity());
      for (std::size_t i = 0; i < domain.size(); ++i) values.push_back(pick_one(domain, i));
      return values;
    }
    if (domain.size() > kMaxSetTuples) {
      result_.complete = false;
      return values;
    }
    const std::uint64_t first = decl.mult == Mult::Some ? 1 : 0;
    for (std::uint64_t bits = first; bits >> domain.size() == 0; ++bits) values.push_back(pick(domain, bits));
    return values;
  }

  static TupleSet pick_one(const TupleSet& domain, std::size_t i) {
    const auto row = domain.row(i);
    return TupleSet::from_rows(domain.arity(), {row.begin(), row.end()});
  }

  TupleSet domain_of(const model::Decl& decl) {
    lowering::LoweringContext context = stage_.lowered().context;
    context.problem.formulas.clear();
    Budget no_limit;
    lowering::ExprLowerer lowerer(context, "", no_limit);
    Instance instance = instance_;
    std::size_t i = 0;
    for (const model::Decl& before : function_.parameters) {
      for (const model::VariablePtr& variable : before.variables) {
        if (i >= chosen_.size()) break;
        const Relation constant = context.add_constant(variable->name, chosen_[i]);
        lowerer.bind(*variable, constant.pointer());
        instance.values().emplace_back(constant, chosen_[i]);
        ++i;
      }
    }
    const Expr bound = lowerer.relation(*decl.bound);
    auto value = lowerer.error() ? TupleSet(1) : evaluate(context.problem, instance, bound).value();
    return value;
  }

  const model::Function& function_;
  const Stage& stage_;
  const Instance& instance_;
  std::size_t most_;
  Arguments chosen_;
  ArgumentList result_;
};

// Is there a permutation of atoms that maps each relation of a list onto that of the other?
class Isomorphism {
 public:
  Isomorphism(Atom atoms, const std::vector<bool>& movable, const std::vector<const TupleSet*>& from,
              const std::vector<const TupleSet*>& to)
      : movable_(movable), from_(from), to_(to), image_(atoms, kNoAtom), taken_(atoms, false) {
    for (Atom atom = 0; atom < atoms; ++atom) {
      if (movable[atom]) continue;
      image_[atom] = atom;
      taken_[atom] = true;
    }
  }

  bool exists() {
    for (std::size_t r = 0; r < from_.size(); ++r) {
      if (from_[r]->size() != to_[r]->size()) return false;
    }
    for (std::size_t r = 0; r < from_.size(); ++r) {
      if (!keeps(r)) return false;
    }
    return map(0);
  }

 private:
  static constexpr Atom kNoAtom = static_cast<Atom>(-1);

  bool map(Atom atom) {
    while (atom < image_.size() && image_[atom] != kNoAtom) ++atom;
    if (atom == image_.size()) return true;
    for (Atom to = 0; to < image_.size(); ++to) {
      if (taken_[to] || !movable_[to]) continue;
      image_[atom] = to;
      taken_[to] = true;
      bool kept = true;
      for (std::size_t r = 0; kept && r < from_.size(); ++r) kept = keeps(r);
      if (kept && map(atom + 1)) return true;
      image_[atom] = kNoAtom;
      taken_[to] = false;
    }
    return false;
  }

  // Tuples whose atoms all have an image have theirs in the other relation.
  bool keeps(std::size_t r) const {
    std::vector<Atom> image;
    for (std::size_t t = 0; t < from_[r]->size(); ++t) {
      image.clear();
      for (const Atom atom : from_[r]->row(t)) {
        if (image_[atom] == kNoAtom) break;
        image.push_back(image_[atom]);
      }
      if (image.size() == static_cast<std::size_t>(from_[r]->arity()) && !to_[r]->contains(image))
        return false;
    }
    return true;
  }

  const std::vector<bool>& movable_;
  const std::vector<const TupleSet*>& from_;
  const std::vector<const TupleSet*>& to_;
  std::vector<Atom> image_;
  std::vector<bool> taken_;
};

// What an automorphism cannot change about an atom: how often it is in which column of which relation; of
// atoms that stay where they are, who they are.
std::vector<std::string> profiles_of(Atom atoms, const std::vector<bool>& movable,
                                     const std::vector<const TupleSet*>& relations) {
  std::vector<std::string> profiles(atoms);
  for (std::size_t r = 0; r < relations.size(); ++r) {
    const auto arity = static_cast<std::size_t>(relations[r]->arity());
    std::map<std::pair<std::size_t, Atom>, int> counts;
    for (std::size_t t = 0; t < relations[r]->size(); ++t) {
      for (std::size_t c = 0; c < arity; ++c) ++counts[{c, relations[r]->row(t)[c]}];
    }
    for (const auto& [place, count] : counts)
      profiles[place.second] += fmt::format("{}.{}={} ", r, place.first, count);
  }
  for (Atom atom = 0; atom < atoms; ++atom) {
    if (!movable[atom]) profiles[atom] = fmt::format("#{}", atom);
  }
  return profiles;
}

}  // namespace

ArgumentList arguments_of(const model::Function& function, const Stage& stage, const Instance& instance,
                          std::size_t most) {
  return BindingEnumerator(function, stage, instance, most).run();
}

std::vector<Arguments> without_isomorphic(std::vector<Arguments> arguments, const Stage& stage,
                                          const Instance& instance) {
  const lowering::LoweringContext& context = stage.lowered().context;
  const Atom atoms = context.problem.universe.size();
  // Only atoms that exist can be distinguished by anything; integers and strings are what they are.
  std::vector<bool> movable(atoms, false);
  std::vector<const TupleSet*> relations;
  for (const auto& [relation, value] : instance.values()) {
    relations.push_back(&value);
    for (const Atom atom : value.atoms()) movable[atom] = true;
  }
  for (const auto& [number, atom] : context.problem.integers.atoms) movable[atom] = false;
  for (const auto& [text, relation] : context.strings) {
    const std::size_t position = context.bound_of.at(relation.leaf());
    movable[context.problem.bounds[position].lower.atoms().front()] = false;
  }
  const std::vector<std::string> profiles = profiles_of(atoms, movable, relations);
  std::map<std::string, std::vector<Arguments>> kept_by_profile;
  std::vector<Arguments> kept;
  for (Arguments& candidate : arguments) {
    std::string profile;
    for (const TupleSet& value : candidate) {
      for (const Atom atom : value.atoms()) profile += profiles[atom] + ",";
      profile += ";";
    }
    std::vector<Arguments>& alike = kept_by_profile[profile];
    const bool known = std::ranges::any_of(alike, [&](const Arguments& other) {
      std::vector<const TupleSet*> from = relations, to = relations;
      for (std::size_t i = 0; i < candidate.size(); ++i) {
        from.push_back(&other[i]);
        to.push_back(&candidate[i]);
      }
      return Isomorphism(atoms, movable, from, to).exists();
    });
    if (known) continue;
    alike.push_back(candidate);
    kept.push_back(std::move(candidate));
  }
  return kept;
}

}  // namespace fretsaw::modeltest
