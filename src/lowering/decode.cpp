// SPDX-License-Identifier: MIT
#include "lowering/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lowering/atom_names.hpp"
#include "lowering/rename_atoms.hpp"
#include "relational/evaluator.hpp"

namespace fretsaw::lowering {

namespace {

using model::SigId;

// What stands for sigs and fields is nearly always a relation, a union or a product: those need no evaluator.
TupleSet value_of(const Problem& problem, const Instance& instance, const Node& node) {
  switch (node.op) {
    case Op::Relation:
      for (const auto& [relation, value] : instance.values()) {
        if (relation.leaf() == node.leaf.get()) return value;
      }
      return TupleSet(node.arity);
    case Op::None:
      return TupleSet(node.arity);
    case Op::Univ:
      return TupleSet::all(1, problem.universe.size());
    case Op::Union:
      return unite(value_of(problem, instance, *node.children[0]),
                   value_of(problem, instance, *node.children[1]));
    case Op::Product:
      return TupleSet::product(value_of(problem, instance, *node.children[0]),
                               value_of(problem, instance, *node.children[1]));
    default: {
      auto value = evaluate(problem, instance, Expr(std::make_shared<const Node>(node)));
      return value ? *std::move(value) : TupleSet(node.arity);
    }
  }
}

// The atoms of each sig, by SigId.
std::vector<TupleSet> members(const Frame& frame, const Instance& instance) {
  std::vector<TupleSet> result;
  for (const model::Sig& sig : frame.model->sigs) {
    const bool everything = sig.id == model::kUniv || sig.id == model::kNone;
    result.push_back(everything    ? TupleSet(1)
                     : sig.builtin ? frame.upper(sig.id)
                                   : value_of(frame.problem, instance, frame.sig(sig.id).node()));
  }
  return result;
}

class Decoder {
 public:
  Decoder(const Frame& frame, std::vector<AlloyAtom> atoms) : frame_(frame), atoms_(std::move(atoms)) {}

  std::vector<AlloyTuple> tuples(const TupleSet& set) const { return to_alloy_tuples(atoms_, set); }

  std::vector<AlloyAtom> atoms(const TupleSet& set) const {
    std::vector<AlloyAtom> result;
    result.reserve(set.size());
    for (const Atom atom : set.atoms()) result.push_back(atoms_[atom]);
    return result;
  }

  AlloySkolem skolem(const Witness& witness) const {
    AlloySkolem result{"$" + witness.name, witness.value.arity(), {}, tuples(witness.value)};
    model::Type type;
    for (model::Product product : variable_type(witness.name).products) {
      const auto missing = static_cast<std::ptrdiff_t>(witness.value.arity()) - std::ssize(product);
      product.insert(product.begin(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(missing, 0)),
                     model::kUniv);
      type.products.push_back(std::move(product));
    }
    result.type = type_names(*frame_.model, type);
    return result;
  }

 private:
  // Several witnesses of one name are numbered: x, x_2, x_3.
  model::Type variable_type(const std::string& name) const {
    auto found = frame_.variable_types.find(name);
    if (found == frame_.variable_types.end())
      found = frame_.variable_types.find(name.substr(0, name.rfind('_')));
    return found == frame_.variable_types.end() ? model::Type::of(model::kUniv) : found->second;
  }

  const Frame& frame_;
  std::vector<AlloyAtom> atoms_;
};

}  // namespace

AlloyInstance to_alloy_instance(const Lowered& lowered, const Instance& instance,
                                const std::vector<Witness>& witnesses) {
  const Frame& frame = lowered.frame;
  const std::vector<TupleSet> atoms = members(frame, instance);
  const Decoder decoder(frame, atom_names(frame, atoms));
  AlloyInstance result;
  result.bitwidth = frame.scopes.bitwidth;
  result.max_seq = frame.scopes.max_seq;
  AlloyState& state = result.first();
  for (const model::Sig& sig : frame.model->sigs) {
    state.sigs.push_back({sig.name, decoder.atoms(atoms[index(sig.id)])});
  }
  for (const model::Field& field : frame.model->fields) {
    const TupleSet value = value_of(frame.problem, instance, frame.field(field.id).node());
    state.fields.push_back({field_key(*frame.model, field.id), value.arity(), decoder.tuples(value)});
  }
  for (const Witness& witness : witnesses) state.skolems.push_back(decoder.skolem(witness));
  return result;
}

std::vector<AlloyAtom> atom_names(const Lowered& lowered, const Instance& instance) {
  return atom_names(lowered.frame, members(lowered.frame, instance));
}

std::vector<AlloyTuple> to_alloy_tuples(const std::vector<AlloyAtom>& atom_names, const TupleSet& tuples) {
  std::vector<AlloyTuple> result;
  result.reserve(tuples.size());
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    AlloyTuple tuple;
    for (const Atom atom : tuples.row(i)) tuple.push_back(atom_names[atom]);
    result.push_back(std::move(tuple));
  }
  return result;
}

namespace {

Diagnostic unknown(const AlloyAtom& atom, const std::string& where) {
  return input_error(fmt::format("{} in {} is no atom of this command's scope", to_string(atom), where));
}

Result<TupleSet> to_tuple_set(const AtomNames& names, const std::vector<AlloyTuple>& tuples, int arity,
                              const std::string& where) {
  std::vector<Atom> rows;
  for (const AlloyTuple& tuple : tuples) {
    if (std::ssize(tuple) != arity) {
      return input_error(
          fmt::format("a tuple of {} has {} columns instead of {}", where, tuple.size(), arity));
    }
    for (const AlloyAtom& atom : tuple) {
      const auto found = names.find(atom);
      if (found == names.end()) return unknown(atom, where);
      rows.push_back(found->second);
    }
  }
  return TupleSet::from_rows(arity, std::move(rows));
}

class Encoder {
 public:
  Encoder(const Frame& frame, const AlloyState& state) : frame_(frame), state_(state) {}

  Result<Instance> run() {
    auto names = rename_atoms(frame_, state_);
    if (!names) return names.error();
    names_ = *std::move(names);
    for (const AlloySig& sig : state_.sigs) {
      if (auto status = read_sig(sig); !status) return status.error();
    }
    for (const AlloyField& field : state_.fields) {
      if (auto status = read_field(field); !status) return status.error();
    }
    Instance result;
    for (const Bound& bound : frame_.problem.bounds)
      result.values().emplace_back(bound.relation, bound.lower);
    for (auto& [relation, value] : result.values()) assign(relation, value);
    if (auto status = check(result); !status) return status.error();
    return result;
  }

 private:
  Status read_sig(const AlloySig& sig) {
    const auto known = std::ranges::find(frame_.model->sigs, sig.name, &model::Sig::name);
    if (known == frame_.model->sigs.end())
      return input_error(fmt::format("the model has no sig {}", sig.name));
    if (known->builtin) return Done{};
    std::vector<Atom> atoms;
    for (const AlloyAtom& atom : sig.atoms) {
      const auto found = names_.find(atom);
      if (found == names_.end()) return unknown(atom, sig.name);
      atoms.push_back(found->second);
    }
    sigs_.insert_or_assign(known->id, TupleSet::unary(std::move(atoms)));
    return Done{};
  }

  Status read_field(const AlloyField& field) {
    const auto known = std::ranges::find_if(frame_.model->fields, [&](const model::Field& candidate) {
      return field_key(*frame_.model, candidate.id) == field.key;
    });
    if (known == frame_.model->fields.end())
      return input_error(fmt::format("the model has no field {}", field.key));
    const int arity = frame_.field(known->id).arity();
    auto value = to_tuple_set(names_, field.tuples, arity, field.key);
    if (!value) return value.error();
    fields_.insert_or_assign(known->id, *std::move(value));
    return Done{};
  }

  TupleSet sig_value(SigId sig) const {
    const auto found = sigs_.find(sig);
    return found == sigs_.end() ? TupleSet(1) : found->second;
  }

  TupleSet field_value(model::FieldId field) const {
    const auto found = fields_.find(field);
    return found == fields_.end() ? TupleSet(frame_.field(field).arity()) : found->second;
  }

  // The value of a relation that stands for a sig or a field, or for a field of a `one sig` without its first
  // column.
  void assign(const Relation& relation, TupleSet& value) const {
    for (const model::Sig& sig : frame_.model->sigs) {
      if (!sig.builtin && frame_.sig(sig.id).node().leaf.get() == relation.leaf()) value = sig_value(sig.id);
    }
    for (const model::Field& field : frame_.model->fields) {
      const Node& node = frame_.field(field.id).node();
      if (node.leaf.get() == relation.leaf()) value = field_value(field.id);
      if (node.op != Op::Product || node.children[1]->leaf.get() != relation.leaf()) continue;
      const TupleSet whole = field_value(field.id);
      std::vector<Atom> rows;
      for (std::size_t i = 0; i < whole.size(); ++i) {
        const auto row = whole.row(i).subspan(1);
        rows.insert(rows.end(), row.begin(), row.end());
      }
      value = TupleSet::from_rows(relation.arity(), std::move(rows));
    }
  }

  // What has no relation of its own must come out as it was given.
  Status check(const Instance& result) const {
    for (const model::Sig& sig : frame_.model->sigs) {
      if (sig.builtin || value_of(frame_.problem, result, frame_.sig(sig.id).node()) == sig_value(sig.id))
        continue;
      return input_error(
          fmt::format("the atoms of {} are not those that the sigs it is made of have", sig.name));
    }
    for (const model::Field& field : frame_.model->fields) {
      if (value_of(frame_.problem, result, frame_.field(field.id).node()) == field_value(field.id)) continue;
      return input_error(fmt::format("the value of {} is not what its declaration makes it",
                                     field_key(*frame_.model, field.id)));
    }
    return Done{};
  }

  const Frame& frame_;
  const AlloyState& state_;
  AtomNames names_;
  std::map<SigId, TupleSet> sigs_;
  std::map<model::FieldId, TupleSet> fields_;
};

}  // namespace

Result<Instance> to_relational(const Lowered& lowered, const AlloyInstance& instance) {
  return Encoder(lowered.frame, instance.first()).run();
}

Result<std::vector<Witness>> to_witnesses(const Lowered& lowered, const AlloyInstance& instance) {
  const auto names = rename_atoms(lowered.frame, instance.first());
  if (!names) return names.error();
  std::vector<Witness> witnesses;
  for (const AlloySkolem& skolem : instance.first().skolems) {
    auto value = to_tuple_set(*names, skolem.tuples, skolem.arity, skolem.name);
    if (!value) return value.error();
    witnesses.push_back(
        {skolem.name.starts_with('$') ? skolem.name.substr(1) : skolem.name, *std::move(value)});
  }
  return witnesses;
}

}  // namespace fretsaw::lowering
