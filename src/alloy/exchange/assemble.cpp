// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "alloy/exchange/raw_instance.hpp"
#include "alloy/exchange/writers.hpp"
#include "alloy/lowering/atom_names.hpp"
#include "alloy/model/names.hpp"
#include "base/nearest_name.hpp"
#include "base/text.hpp"

namespace fretsaw {

namespace {

using model::SigId;

constexpr int kMaxBitwidth = 30;
constexpr std::int64_t kMaxSequenceScope = (std::int64_t{1} << (kMaxBitwidth - 1)) - 1;

Diagnostic error(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Input, std::move(message), std::move(hint));
}

// Node$2 before Node$10: the order in which atoms are numbered.
bool numbered_before(const AlloyAtom& a, const AlloyAtom& b) {
  const std::string left = to_string(a);
  const std::string right = to_string(b);
  const std::size_t left_dollar = left.rfind('$');
  const std::size_t right_dollar = right.rfind('$');
  const bool same_stem = left.substr(0, left_dollar) == right.substr(0, right_dollar);
  if (same_stem && left.size() != right.size()) return left.size() < right.size();
  return left < right;
}

class Assembly {
 public:
  Assembly(const model::Model& model, const RawInstance& raw) : model_(model), raw_(raw) {}

  Result<AlloyInstance> assemble() {
    name_everything();
    for (const auto step :
         {&Assembly::read_numbers, &Assembly::read_sigs, &Assembly::nest_sigs, &Assembly::check_disjointness,
          &Assembly::check_subsets, &Assembly::read_fields, &Assembly::read_skolems}) {
      if (auto wrong = (this->*step)()) return *wrong;
    }
    instance_.first() = std::move(state_);
    return std::move(instance_);
  }

 private:
  using MaybeError = std::optional<Diagnostic>;

  void name_everything() {
    for (const model::Sig& sig : model_.sigs) {
      sig_ids_.emplace(sig.name, sig.id);
      state_.sigs.push_back({sig.name, {}});
    }
    for (const model::Field& field : model_.fields) {
      const std::string key = lowering::field_key(model_, field.id);
      field_ids_.emplace(key, field.id);
      state_.fields.push_back({key, field.type.arity(), {}});
    }
    members_.resize(model_.sigs.size());
    listed_.resize(model_.sigs.size());
  }

  MaybeError read_numbers() {
    if (raw_.bitwidth) {
      if (raw_.bitwidth->value < 0 || raw_.bitwidth->value > kMaxBitwidth) {
        return error(raw_.bitwidth->span,
                     fmt::format("invalid bit width {}: expected 0..{}", raw_.bitwidth->value, kMaxBitwidth));
      }
      instance_.bitwidth = static_cast<int>(raw_.bitwidth->value);
    }
    const std::int64_t largest = largest_integer();
    if (raw_.max_seq) {
      if (raw_.max_seq->value < 0 || raw_.max_seq->value > kMaxSequenceScope) {
        return error(raw_.max_seq->span, fmt::format("invalid maximum sequence length {}: expected 0..{}",
                                                     raw_.max_seq->value, kMaxSequenceScope));
      }
      instance_.max_seq = static_cast<int>(raw_.max_seq->value);
    }
    instance_.max_seq = static_cast<int>(std::min<std::int64_t>(instance_.max_seq, largest));
    return std::nullopt;
  }

  std::int64_t largest_integer() const {
    return instance_.bitwidth == 0 ? 0 : (std::int64_t{1} << (instance_.bitwidth - 1)) - 1;
  }

  bool holds(SigId sig, const AlloyAtom& atom) const {
    if (sig == model::kUniv) return true;
    if (const auto* number = std::get_if<std::int64_t>(&atom)) {
      if (sig == model::kInt) return true;
      if (sig == model::kSeqInt) return *number >= 0 && *number < instance_.max_seq;
    }
    return members_[index(sig)].contains(atom);
  }

  // Every atom of a tuple or subset sig is one of the instance.
  MaybeError unknown_atom(const RawAtom& atom) const {
    if (const auto* number = std::get_if<std::int64_t>(&atom.value)) {
      const std::int64_t largest = largest_integer();
      const std::int64_t least = instance_.bitwidth == 0 ? 0 : -largest - 1;
      if (*number >= least && *number <= largest) return std::nullopt;
      return error(atom.span,
                   fmt::format("the number {} does not fit the bit width {}", *number, instance_.bitwidth));
    }
    if (top_level_.contains(atom.value)) return std::nullopt;
    return error(atom.span, fmt::format("unknown atom '{}': no sig contains it", to_string(atom.value)));
  }

  MaybeError read_sigs() {
    for (const RawSig& raw : raw_.sigs) {
      const auto found = sig_ids_.find(raw.name);
      if (found == sig_ids_.end() && raw.is_meta) continue;
      if (found == sig_ids_.end())
        return error(raw.span, fmt::format("unknown sig '{}'{}", raw.name, sig_suggestion(raw.name)));
      const SigId id = found->second;
      if (model_.sig(id).builtin && id != model::kString) continue;  // they are what the numbers say
      if (const RawSig* first = listed_[index(id)]) {
        return with_note(error(raw.span, fmt::format("duplicate sig '{}'", raw.name)), "first listed here",
                         first->span);
      }
      listed_[index(id)] = &raw;
      for (const RawAtom& atom : raw.atoms) add(id, atom.value);
    }
    return std::nullopt;
  }

  void add(SigId sig, const AlloyAtom& atom) {
    if (members_[index(sig)].insert(atom).second) state_.sigs[index(sig)].atoms.push_back(atom);
  }

  // A sig holds what the sigs that extend it hold.
  MaybeError nest_sigs() {
    for (const model::Sig& sig : model_.sigs) {
      if (sig.is_top_level()) {
        if (auto wrong = nest(sig)) return wrong;
      }
    }
    return std::nullopt;
  }

  MaybeError nest(const model::Sig& sig) {
    for (const SigId child : sig.children) {
      if (auto wrong = nest(model_.sig(child))) return wrong;
      for (const AlloyAtom& atom : state_.sigs[index(child)].atoms) {
        if (const RawSig* listed = listed_[index(sig.id)];
            listed && raw_.sigs_list_all_atoms && !holds(sig.id, atom)) {
          return error(listed->span, fmt::format("'{}' is in '{}' but not in its parent '{}'",
                                                 to_string(atom), model_.sig(child).name, sig.name));
        }
        add(sig.id, atom);
      }
    }
    // Where the text gives no order of all of them, that of their numbers is the best.
    auto& atoms = state_.sigs[index(sig.id)].atoms;
    if (!raw_.sigs_list_all_atoms) std::stable_sort(atoms.begin(), atoms.end(), numbered_before);
    return std::nullopt;
  }

  // Sigs with the same parent share no atom, and those without one do not either.
  MaybeError check_disjointness() {
    std::map<std::pair<SigId, AlloyAtom>, SigId> owner;  // by parent and atom
    for (const model::Sig& sig : model_.sigs) {
      if (sig.is_subset() || (sig.builtin && sig.id != model::kString)) continue;
      for (const AlloyAtom& atom : state_.sigs[index(sig.id)].atoms) {
        if (sig.is_top_level()) top_level_.emplace(atom, sig.id);
        const auto [other, is_new] = owner.try_emplace({sig.parent, atom}, sig.id);
        if (!is_new) {
          return error(place_of(sig.id, atom),
                       fmt::format("'{}' is in both '{}' and '{}', which are disjoint", to_string(atom),
                                   model_.sig(other->second).name, sig.name));
        }
        if (std::holds_alternative<std::int64_t>(atom)) {
          return error(place_of(sig.id, atom),
                       fmt::format("the integer {} cannot be in '{}'", to_string(atom), sig.name));
        }
      }
    }
    return std::nullopt;
  }

  MaybeError check_subsets() {
    for (const model::Sig& sig : model_.sigs) {
      const RawSig* const listed = listed_[index(sig.id)];
      if (!sig.is_subset() || !listed) continue;
      for (const RawAtom& atom : listed->atoms) {
        if (auto wrong = unknown_atom(atom)) return wrong;
        const bool fits = std::any_of(sig.subset_of.begin(), sig.subset_of.end(),
                                      [&](SigId parent) { return holds(parent, atom.value); });
        if (!fits) {
          return error(atom.span, fmt::format("'{}' is in '{}' but in none of its parents",
                                              to_string(atom.value), sig.name));
        }
      }
    }
    return std::nullopt;
  }

  // Where the text puts the atom in the sig: itself or in one that extends it.
  Span place_of(SigId sig, const AlloyAtom& atom) const {
    if (const RawSig* listed = listed_[index(sig)]) {
      for (const RawAtom& candidate : listed->atoms) {
        if (candidate.value == atom) return candidate.span;
      }
    }
    for (const SigId child : model_.sig(sig).children) {
      if (holds(child, atom)) return place_of(child, atom);
    }
    return {};
  }

  MaybeError read_fields() {
    std::set<std::string> seen;
    for (const RawRelation& raw : raw_.fields) {
      const auto found = field_ids_.find(raw.name);
      if (found == field_ids_.end() && raw.is_meta) continue;
      if (found == field_ids_.end()) {
        return error(raw.span, fmt::format("unknown field '{}'{}", raw.name, field_suggestion(raw.name)));
      }
      if (!seen.insert(raw.name).second)
        return error(raw.span, fmt::format("duplicate field '{}'", raw.name));
      const model::Field& field = model_.field(found->second);
      if (auto wrong = read_tuples(raw, field.type.arity(), state_.fields[index(field.id)].tuples))
        return wrong;
      for (const RawTuple& tuple : raw.tuples) {
        if (!fits(tuple, field.type)) {
          return error(tuple.span, fmt::format("invalid tuple for '{}', whose type is {}", raw.name,
                                               model::to_string(field.type, model_)));
        }
      }
    }
    return std::nullopt;
  }

  bool fits(const RawTuple& tuple, const model::Type& type) const {
    return std::any_of(type.products.begin(), type.products.end(), [&](const model::Product& product) {
      if (product.size() != tuple.atoms.size()) return false;
      for (std::size_t i = 0; i < product.size(); ++i) {
        if (!holds(product[i], tuple.atoms[i].value)) return false;
      }
      return true;
    });
  }

  MaybeError read_tuples(const RawRelation& raw, int arity, std::vector<AlloyTuple>& tuples) const {
    std::set<AlloyTuple> seen;
    for (const RawTuple& row : raw.tuples) {
      if (static_cast<int>(row.atoms.size()) != arity) {
        return error(row.span,
                     fmt::format("invalid tuple for '{}': expected {}, found {}", raw.name,
                                 counted(static_cast<std::uint64_t>(arity), "atom"), row.atoms.size()));
      }
      AlloyTuple tuple;
      for (const RawAtom& atom : row.atoms) {
        if (auto wrong = unknown_atom(atom)) return wrong;
        tuple.push_back(atom.value);
      }
      if (seen.insert(tuple).second) tuples.push_back(std::move(tuple));
    }
    return std::nullopt;
  }

  // A witness of a quantifier that does not matter may be an atom that is in no sig.
  bool has_unused_atom(const RawTuple& tuple) const {
    return std::ranges::any_of(tuple.atoms, [&](const RawAtom& atom) {
      return lowering::is_unused_name(atom.value) && !top_level_.contains(atom.value);
    });
  }

  MaybeError read_skolems() {
    const model::TypeAlgebra algebra(model_.hierarchy);
    for (const RawRelation& listed : raw_.skolems) {
      RawRelation raw = listed;
      std::erase_if(raw.tuples, [&](const RawTuple& tuple) { return has_unused_atom(tuple); });
      AlloySkolem skolem{raw.name, 1, {}, {}};
      model::Type type;
      if (!raw.tuples.empty()) skolem.arity = static_cast<int>(raw.tuples.front().atoms.size());
      if (auto wrong = read_tuples(raw, skolem.arity, skolem.tuples)) return wrong;
      for (const AlloyTuple& tuple : skolem.tuples) {
        model::Product product;
        for (const AlloyAtom& atom : tuple) product.push_back(top_level_sig(atom));
        algebra.add(type.products, std::move(product));
      }
      if (skolem.tuples.empty()) type = model::Type::of(model::kUniv);
      skolem.type = lowering::type_names(model_, type);
      state_.skolems.push_back(std::move(skolem));
    }
    return std::nullopt;
  }

  SigId top_level_sig(const AlloyAtom& atom) const {
    return std::holds_alternative<std::int64_t>(atom) ? model::kInt : top_level_.at(atom);
  }

  std::string sig_suggestion(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [known, id] : sig_ids_) names.push_back(known);
    return suggestion(nearest_name(name, names));
  }

  std::string field_suggestion(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [known, id] : field_ids_) names.push_back(known);
    return suggestion(nearest_name(name, names));
  }

  const model::Model& model_;
  const RawInstance& raw_;
  AlloyInstance instance_;
  AlloyState state_;  // the only one
  std::map<std::string, SigId> sig_ids_;
  std::map<std::string, model::FieldId> field_ids_;
  std::vector<std::set<AlloyAtom>> members_;  // by sig
  std::vector<const RawSig*> listed_;         // by sig; null if the text does not mention it
  std::map<AlloyAtom, SigId> top_level_;
};

}  // namespace

Result<AlloyInstance> assemble(const model::Model& model, const RawInstance& raw) {
  return Assembly(model, raw).assemble();
}

Result<AlloyInstance> assemble_trace(const model::Model& model, const RawTrace& raw) {
  AlloyInstance result;
  result.states.clear();
  for (std::size_t i = 0; i < raw.states.size(); ++i) {
    RawInstance state = raw.states[i];
    // They are those of the first state, and need not exist in all.
    if (i > 0) state.skolems.clear();
    auto assembled = assemble(model, state);
    if (!assembled) return assembled.error();
    if (i == 0) {
      result.bitwidth = assembled->bitwidth;
      result.max_seq = assembled->max_seq;
    }
    result.states.push_back(std::move(assembled->first()));
  }
  result.is_trace = raw.loop.has_value();
  if (raw.loop) result.loop = static_cast<std::size_t>(raw.loop->value);
  return result;
}

}  // namespace fretsaw
