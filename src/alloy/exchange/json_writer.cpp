// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "alloy/exchange/writers.hpp"

namespace fretsaw {

namespace {
using Json = nlohmann::ordered_json;
}

Json atom_to_json(const AlloyAtom& atom) {
  return std::visit([](const auto& value) { return Json(value); }, atom);
}

Json tuples_to_json(const std::vector<AlloyTuple>& tuples) {
  Json list = Json::array();
  for (const auto& tuple : tuples) {
    Json& row = list.emplace_back(Json::array());
    for (const auto& atom : tuple) row.push_back(atom_to_json(atom));
  }
  return list;
}

namespace {

Json state_to_json(const model::Model& model, const AlloyInstance& instance, const AlloyState& state) {
  Json sigs = Json::object();
  for (const model::Sig& sig : model.sigs) {
    const auto& atoms = state.sig(sig.id).atoms;
    if (sig.builtin && (sig.id != model::kString || atoms.empty())) continue;
    Json& list = sigs[sig.name] = Json::array();
    for (const auto& atom : atoms) list.push_back(atom_to_json(atom));
  }
  Json fields = Json::object();
  for (const auto& field : state.fields) fields[field.key] = tuples_to_json(field.tuples);
  Json skolems = Json::object();
  for (const auto& skolem : state.skolems) skolems[skolem.name] = tuples_to_json(skolem.tuples);
  return {{"sigs", std::move(sigs)},
          {"fields", std::move(fields)},
          {"skolems", std::move(skolems)},
          {"bitwidth", instance.bitwidth},
          {"maxseq", instance.max_seq}};
}

}  // namespace

Json instance_to_json(const model::Model& model, const AlloyInstance& instance) {
  if (!instance.is_trace) return state_to_json(model, instance, instance.first());
  Json states = Json::array();
  for (const AlloyState& state : instance.states) states.push_back(state_to_json(model, instance, state));
  return {{"loop", instance.loop}, {"states", std::move(states)}};
}

}  // namespace fretsaw
