// SPDX-License-Identifier: MIT
#include "alloy/lowering/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "alloy/lowering/atom_names.hpp"
#include "base/text.hpp"
#include "logic/relational/evaluator.hpp"

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
std::vector<TupleSet> members(const LoweringContext& context, const Problem& problem,
                              const Instance& instance) {
  std::vector<TupleSet> result;
  for (const model::Sig& sig : context.model->sigs) {
    const bool everything = sig.id == model::kUniv || sig.id == model::kNone;
    result.push_back(everything    ? TupleSet(1)
                     : sig.builtin ? context.upper(sig.id)
                                   : value_of(problem, instance, context.sig(sig.id).node()));
  }
  return result;
}

bool has_unused_atom(const AlloyTuple& tuple) { return std::ranges::any_of(tuple, is_unused_name); }

class Decoder {
 public:
  Decoder(const LoweringContext& context, std::vector<AlloyAtom> atoms)
      : context_(context), atoms_(std::move(atoms)) {}

  std::vector<AlloyTuple> tuples(const TupleSet& set) const { return to_alloy_tuples(atoms_, set); }

  std::vector<AlloyAtom> atoms(const TupleSet& set) const {
    std::vector<AlloyAtom> result;
    result.reserve(set.size());
    for (const Atom atom : set.atoms()) result.push_back(atoms_[atom]);
    return result;
  }

  // Where its quantifier does not matter, a witness may be anything, even an atom that is in no sig: there is
  // no such atom in the instance.
  AlloySkolem skolem(const Witness& witness) const {
    AlloySkolem result{"$" + witness.name, witness.value.arity(), {}, tuples(witness.value)};
    std::erase_if(result.tuples, has_unused_atom);
    model::Type type;
    for (model::Product product : variable_type(witness.name).products) {
      const auto missing = static_cast<std::ptrdiff_t>(witness.value.arity()) - std::ssize(product);
      product.insert(product.begin(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(missing, 0)),
                     model::kUniv);
      type.products.push_back(std::move(product));
    }
    result.type = type_names(*context_.model, type);
    return result;
  }

 private:
  // Several witnesses of one name are numbered: x, x_2, x_3.
  model::Type variable_type(const std::string& name) const {
    auto found = context_.variable_types.find(name);
    if (found == context_.variable_types.end())
      found = context_.variable_types.find(name.substr(0, name.rfind('_')));
    return found == context_.variable_types.end() ? model::Type::of(model::kUniv) : found->second;
  }

  const LoweringContext& context_;
  std::vector<AlloyAtom> atoms_;
};

}  // namespace

namespace {

AlloyInstance empty_instance(const LoweringContext& context) {
  AlloyInstance result;
  result.bitwidth = context.scopes.bitwidth;
  result.max_seq = context.scopes.max_seq;
  return result;
}

AlloyState decode_state(const LoweringContext& context, const Problem& problem, const Instance& instance,
                        const std::vector<TupleSet>& atoms, const Decoder& decoder) {
  AlloyState state;
  for (const model::Sig& sig : context.model->sigs) {
    state.sigs.push_back({sig.name, decoder.atoms(atoms[index(sig.id)])});
  }
  for (const model::Field& field : context.model->fields) {
    const TupleSet value = value_of(problem, instance, context.field(field.id).node());
    state.fields.push_back({field_key(*context.model, field.id), value.arity(), decoder.tuples(value)});
  }
  return state;
}

}  // namespace

AlloyInstance to_alloy_instance(const LoweredCommand& lowered, const Instance& instance,
                                const std::vector<Witness>& witnesses) {
  if (lowered.timeline) return to_alloy_instance(lowered, trace_of(lowered, instance), witnesses);
  const LoweringContext& context = lowered.context;
  const std::vector<TupleSet> atoms = members(context, context.problem, instance);
  const Decoder decoder(context, atom_names(context, atoms));
  AlloyInstance result = empty_instance(context);
  result.first() = decode_state(context, context.problem, instance, atoms, decoder);
  for (const Witness& witness : witnesses) result.first().skolems.push_back(decoder.skolem(witness));
  return result;
}

Trace trace_of(const LoweredCommand& lowered, const Instance& instance) {
  const Timeline& timeline = *lowered.timeline;
  Trace shortest = timeline.unrolled.trace(timeline.timed, instance);
  return at_least(std::move(shortest), static_cast<std::size_t>(lowered.context.scopes.min_steps));
}

// An atom has one name in all states: that of the most specific sig that it is in at any time.
AlloyInstance to_alloy_instance(const LoweredCommand& lowered, const Trace& trace,
                                const std::vector<Witness>& witnesses) {
  const LoweringContext& context = lowered.context;
  const Timeline& timeline = *lowered.timeline;
  std::vector<std::vector<TupleSet>> atoms;
  for (const Instance& state : trace.states) atoms.push_back(members(context, timeline.timed.problem, state));
  const Decoder decoder(context, atom_names(lowered, trace));
  AlloyInstance result = empty_instance(context);
  result.is_trace = true;
  result.loop = trace.loop;
  result.states.clear();
  for (std::size_t s = 0; s < atoms.size(); ++s)
    result.states.push_back(
        decode_state(context, timeline.timed.problem, trace.states[s], atoms[s], decoder));
  for (const Witness& witness : witnesses) {
    const bool local = timeline.local.contains(witness.name) ||
                       timeline.local.contains(witness.name.substr(0, witness.name.rfind('_')));
    if (local) continue;
    for (AlloyState& state : result.states) state.skolems.push_back(decoder.skolem(witness));
  }
  return result;
}

std::vector<AlloyAtom> atom_names(const LoweredCommand& lowered, const Trace& trace) {
  const Problem& problem = lowered.timeline->timed.problem;
  std::vector<TupleSet> at_any_time = members(lowered.context, problem, trace.states[0]);
  for (std::size_t s = 1; s < trace.states.size(); ++s) {
    const std::vector<TupleSet> now = members(lowered.context, problem, trace.states[s]);
    for (std::size_t i = 0; i < now.size(); ++i) at_any_time[i] = unite(at_any_time[i], now[i]);
  }
  return atom_names(lowered.context, at_any_time);
}

std::vector<AlloyAtom> atom_names(const LoweredCommand& lowered, const Instance& instance) {
  return atom_names(lowered.context, members(lowered.context, lowered.context.problem, instance));
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
  return input_error(
      fmt::format("'{}' in '{}' is not an atom in the scope of the command", to_string(atom), where));
}

Result<TupleSet> to_tuple_set(const AtomNames& names, const std::vector<AlloyTuple>& tuples, int arity,
                              const std::string& where) {
  std::vector<Atom> rows;
  for (const AlloyTuple& tuple : tuples) {
    if (std::ssize(tuple) != arity) {
      return input_error(fmt::format("invalid tuple for '{}': expected {}, found {}", where,
                                     counted(static_cast<std::uint64_t>(arity), "atom"), tuple.size()));
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
  Encoder(const LoweringContext& context, const Problem& problem, const AlloyState& state,
          const AtomNames& names)
      : context_(context), problem_(problem), state_(state), names_(names) {}

  Result<Instance> run() {
    for (const AlloySig& sig : state_.sigs) {
      if (auto status = read_sig(sig); !status) return status.error();
    }
    for (const AlloyField& field : state_.fields) {
      if (auto status = read_field(field); !status) return status.error();
    }
    Instance result;
    for (const Bound& bound : problem_.bounds) result.values().emplace_back(bound.relation, bound.lower);
    for (auto& [relation, value] : result.values()) assign(relation, value);
    if (auto status = check(result); !status) return status.error();
    return result;
  }

 private:
  Status read_sig(const AlloySig& sig) {
    const auto known = std::ranges::find(context_.model->sigs, sig.name, &model::Sig::name);
    if (known == context_.model->sigs.end()) return input_error(fmt::format("unknown sig '{}'", sig.name));
    if (known->builtin) return Success{};
    std::vector<Atom> atoms;
    for (const AlloyAtom& atom : sig.atoms) {
      const auto found = names_.find(atom);
      if (found == names_.end()) return unknown(atom, sig.name);
      atoms.push_back(found->second);
    }
    sigs_.insert_or_assign(known->id, TupleSet::unary(std::move(atoms)));
    return Success{};
  }

  Status read_field(const AlloyField& field) {
    const auto known = std::ranges::find_if(context_.model->fields, [&](const model::Field& candidate) {
      return field_key(*context_.model, candidate.id) == field.key;
    });
    if (known == context_.model->fields.end())
      return input_error(fmt::format("unknown field '{}'", field.key));
    const int arity = context_.field(known->id).arity();
    auto value = to_tuple_set(names_, field.tuples, arity, field.key);
    if (!value) return value.error();
    fields_.insert_or_assign(known->id, *std::move(value));
    return Success{};
  }

  TupleSet sig_value(SigId sig) const {
    const auto found = sigs_.find(sig);
    return found == sigs_.end() ? TupleSet(1) : found->second;
  }

  TupleSet field_value(model::FieldId field) const {
    const auto found = fields_.find(field);
    return found == fields_.end() ? TupleSet(context_.field(field).arity()) : found->second;
  }

  // Meta sigs are the same in every instance, so a document need not list them.
  bool is_left_out(const model::Sig& sig) const { return sig.is_meta && sig_value(sig.id).empty(); }

  // The value of a relation that stands for a sig or a field, or for a field of a `one sig` without its first
  // column.
  void assign(const Relation& relation, TupleSet& value) const {
    for (const model::Sig& sig : context_.model->sigs) {
      if (sig.builtin || is_left_out(sig)) continue;
      if (context_.sig(sig.id).node().leaf.get() == relation.leaf()) value = sig_value(sig.id);
    }
    for (const model::Field& field : context_.model->fields) {
      if (field.is_meta) continue;
      const Node& node = context_.field(field.id).node();
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
    for (const model::Sig& sig : context_.model->sigs) {
      if (sig.builtin || is_left_out(sig)) continue;
      if (value_of(problem_, result, context_.sig(sig.id).node()) == sig_value(sig.id)) continue;
      return input_error(
          fmt::format("the atoms of '{}' differ from those of the sigs that define it", sig.name));
    }
    for (const model::Field& field : context_.model->fields) {
      if (field.is_meta && field_value(field.id).empty()) continue;
      if (value_of(problem_, result, context_.field(field.id).node()) == field_value(field.id)) continue;
      return input_error(
          fmt::format("the value of '{}' differs from its definition", field_key(*context_.model, field.id)));
    }
    return Success{};
  }

  const LoweringContext& context_;
  const Problem& problem_;
  const AlloyState& state_;
  const AtomNames& names_;
  std::map<SigId, TupleSet> sigs_;
  std::map<model::FieldId, TupleSet> fields_;
};

}  // namespace

namespace {

// What each sig has at any time: by that, the atoms of a trace are found again.
AlloyState ever(const AlloyInstance& instance) {
  AlloyState result = instance.first();
  for (std::size_t s = 1; s < instance.states.size(); ++s) {
    for (std::size_t i = 0; i < std::min(result.sigs.size(), instance.states[s].sigs.size()); ++i) {
      for (const AlloyAtom& atom : instance.states[s].sigs[i].atoms) {
        auto& atoms = result.sigs[i].atoms;
        if (std::ranges::find(atoms, atom) == atoms.end()) atoms.push_back(atom);
      }
    }
  }
  return result;
}

}  // namespace

Result<Instance> to_relational(const LoweredCommand& lowered, const AlloyInstance& instance) {
  const auto names = rename_atoms(lowered.context, instance.first());
  if (!names) return names.error();
  return Encoder(lowered.context, lowered.context.problem, instance.first(), *names).run();
}

Result<Trace> to_trace(const LoweredCommand& lowered, const AlloyInstance& instance) {
  const TimedProblem& timed = lowered.timeline->timed;
  const auto names = rename_atoms(lowered.context, ever(instance));
  if (!names) return names.error();
  Trace trace;
  trace.loop = instance.loop;
  for (std::size_t s = 0; s < instance.states.size(); ++s) {
    auto state = Encoder(lowered.context, timed.problem, instance.states[s], *names).run();
    if (!state) return state.error();
    for (const auto& [relation, value] : state->values()) {
      if (s == 0 || timed.varying.contains(relation.leaf()) || trace.states[0][relation] == value) continue;
      return input_error(fmt::format(
          "'{}' is not 'var', but its value in state {} differs from that in state 0", relation.name(), s));
    }
    trace.states.push_back(*std::move(state));
  }
  return trace;
}

Result<std::vector<Witness>> to_witnesses(const LoweredCommand& lowered, const AlloyInstance& instance) {
  const auto names = rename_atoms(lowered.context, ever(instance));
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
