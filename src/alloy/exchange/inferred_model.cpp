// SPDX-License-Identifier: MIT
// Atoms are called after the most specific sig that they are in, so some sigs are known not to be subsets:
// those that atoms are called after, and those that have all or none of the atoms of each such sig. They are
// placed by their number of atoms, so that every sig that may be above another is already placed: below the
// smallest one that always has all its atoms. What is left, and what would share atoms with a neighbor, are
// subsets. Several models may fit, and all of them lead to the same diagram.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "alloy/exchange/raw_instance.hpp"

namespace fretsaw {

namespace {

using model::SigId;

using AtomSet = std::set<AlloyAtom>;

model::Sig builtin_sig(SigId id, const char* name, SigId parent) {
  model::Sig sig;
  sig.id = id;
  sig.name = name;
  sig.builtin = true;
  sig.parent = parent;
  sig.type = model::Type::of(id);
  return sig;
}

class Inference {
 public:
  explicit Inference(const RawTrace& trace) : trace_(trace) {
    model_.modules.emplace_back();
    model_.sigs = {
        builtin_sig(model::kUniv, "univ", model::kUniv), builtin_sig(model::kNone, "none", model::kUniv),
        builtin_sig(model::kInt, "Int", model::kUniv), builtin_sig(model::kSeqInt, "seq/Int", model::kInt),
        builtin_sig(model::kString, "String", model::kUniv)};
    for (const model::Sig& sig : model_.sigs) ids_.emplace(sig.name, sig.id);
    atoms_.assign(model_.sigs.size(), std::vector<AtomSet>(trace_.states.size()));
  }

  Result<model::Model> run() {
    for (std::size_t s = 0; s < trace_.states.size(); ++s) {
      for (const RawSig& sig : trace_.states[s].sigs) name(sig, s);
    }
    place_all();
    for (const model::Sig& sig : model_.sigs) {
      if (!sig.builtin) model_.hierarchy.add(sig.id, sig.is_subset() ? model::kUniv : sig.parent);
    }
    for (const RawInstance& state : trace_.states) {
      for (const RawRelation& field : state.fields) {
        if (auto wrong = add_field(field)) return *wrong;
      }
    }
    return std::move(model_);
  }

 private:
  void name(const RawSig& raw, std::size_t state) {
    const auto [place, is_new] = ids_.emplace(raw.name, static_cast<SigId>(model_.sigs.size()));
    if (is_new) {
      model::Sig sig;
      sig.id = place->second;
      sig.name = raw.name;
      sig.type = model::Type::of(sig.id);
      sig.span = raw.span;
      model_.sigs.push_back(std::move(sig));
      atoms_.emplace_back(trace_.states.size());
    }
    for (const RawAtom& atom : raw.atoms) {
      atoms_[index(place->second)][state].insert(atom.value);
      const std::string text = to_string(atom.value);
      names_of_atoms_.insert(text.substr(0, text.rfind('$')));
    }
  }

  bool is_ever_shared(SigId a, SigId b) const {
    for (std::size_t s = 0; s < trace_.states.size(); ++s) {
      const AtomSet& others = atoms_[index(b)][s];
      if (std::ranges::any_of(atoms_[index(a)][s],
                              [&](const AlloyAtom& atom) { return others.contains(atom); }))
        return true;
    }
    return false;
  }

  bool is_always_within(SigId a, SigId b) const {
    for (std::size_t s = 0; s < trace_.states.size(); ++s) {
      if (!std::ranges::includes(atoms_[index(b)][s], atoms_[index(a)][s])) return false;
    }
    return true;
  }

  bool names_atoms(const model::Sig& sig) const { return names_of_atoms_.contains(sig.name); }

  bool may_be_extended(const model::Sig& sig) const {
    return names_atoms(sig) || std::ranges::all_of(model_.sigs, [&](const model::Sig& other) {
             return other.builtin || !names_atoms(other) || !is_ever_shared(other.id, sig.id) ||
                    is_always_within(other.id, sig.id);
           });
  }

  std::size_t size_of(SigId sig) const {
    AtomSet all;
    for (const AtomSet& atoms : atoms_[index(sig)]) all.insert(atoms.begin(), atoms.end());
    return all.size();
  }

  void place_all() {
    std::vector<std::size_t> order(model_.sigs.size() - model::kBuiltinSigs);
    std::iota(order.begin(), order.end(), model::kBuiltinSigs);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return size_of(static_cast<SigId>(i)); });
    std::vector<std::size_t> left;
    for (const std::size_t i : order) {
      if (!may_be_extended(model_.sigs[i]) || !place(model_.sigs[i])) left.push_back(i);
    }
    for (const std::size_t i : left) model_.sigs[i].subset_of = {above(model_.sigs[i].id)};
  }

  // The smallest of those placed that always has its atoms.
  SigId above(SigId sig) const {
    SigId found = model::kUniv;
    for (const SigId other : placed_) {  // those further down come later
      if (is_always_within(sig, other)) found = other;
    }
    return found;
  }

  bool place(model::Sig& sig) {
    if (size_of(sig.id) == 0) return true;
    const SigId parent = above(sig.id);
    const bool shares = std::ranges::any_of(placed_, [&](SigId other) {
      return model_.sig(other).parent == parent && is_ever_shared(other, sig.id);
    });
    if (shares) return false;
    sig.parent = parent;
    if (parent != model::kUniv) model_.sigs[index(parent)].children.push_back(sig.id);
    placed_.push_back(sig.id);
    return true;
  }

  std::optional<Diagnostic> add_field(const RawRelation& raw) {
    const std::size_t dot = raw.name.rfind('.');
    const auto owner = dot == std::string::npos ? ids_.end() : ids_.find(raw.name.substr(0, dot));
    if (owner == ids_.end())
      return error_at(raw.span, ErrorClass::Input,
                      fmt::format("the owner of field '{}' is not a sig of the instance", raw.name),
                      "name the field Sig.field");
    const std::size_t arity = raw.tuples.empty() ? 2 : raw.tuples.front().atoms.size();
    const auto known = fields_.find(raw.name);
    if (known != fields_.end()) {
      // A state in which it has tuples says more than one in which it has none.
      if (!raw.tuples.empty())
        model_.fields[known->second].type = model::Type::of(model::Product(arity, model::kUniv));
      return std::nullopt;
    }
    fields_.emplace(raw.name, model_.fields.size());
    model::Field field;
    field.id = static_cast<model::FieldId>(model_.fields.size());
    field.name = raw.name.substr(dot + 1);
    field.owner = owner->second;
    field.mult = model::Mult::Set;
    field.type = model::Type::of(model::Product(arity, model::kUniv));
    field.span = raw.span;
    model_.sigs[index(owner->second)].fields.push_back(field.id);
    model_.fields.push_back(std::move(field));
    return std::nullopt;
  }

  const RawTrace& trace_;
  model::Model model_;
  std::map<std::string, SigId> ids_;
  std::map<std::string, std::size_t> fields_;
  std::vector<std::vector<AtomSet>> atoms_;  // by sig and state
  std::set<std::string> names_of_atoms_;     // before the dollar
  std::vector<SigId> placed_;
};

}  // namespace

Result<model::Model> inferred_model(const RawTrace& trace) { return Inference(trace).run(); }

}  // namespace fretsaw
