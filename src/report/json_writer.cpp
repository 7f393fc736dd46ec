// SPDX-License-Identifier: MIT
#include "report/json_writer.hpp"

#include <nlohmann/json.hpp>

namespace fretsaw {

namespace {
using Json = nlohmann::ordered_json;
}

Json atom_to_json(const lowering::AlloyAtom& atom) {
  return std::visit([](const auto& value) { return Json(value); }, atom);
}

Json tuples_to_json(const std::vector<lowering::AlloyTuple>& tuples) {
  Json list = Json::array();
  for (const auto& tuple : tuples) {
    Json& row = list.emplace_back(Json::array());
    for (const auto& atom : tuple) row.push_back(atom_to_json(atom));
  }
  return list;
}

Json instance_to_json(const model::Model& model, const lowering::AlloyInstance& instance) {
  Json sigs = Json::object();
  for (const model::Sig& sig : model.sigs) {
    const auto& atoms = instance.sig(sig.id).atoms;
    if (sig.builtin && (sig.id != model::kString || atoms.empty())) continue;
    Json& list = sigs[sig.name] = Json::array();
    for (const auto& atom : atoms) list.push_back(atom_to_json(atom));
  }
  Json fields = Json::object();
  for (const auto& field : instance.fields) fields[field.key] = tuples_to_json(field.tuples);
  Json skolems = Json::object();
  for (const auto& skolem : instance.skolems) skolems[skolem.name] = tuples_to_json(skolem.tuples);
  return {{"sigs", std::move(sigs)},
          {"fields", std::move(fields)},
          {"skolems", std::move(skolems)},
          {"bitwidth", instance.bitwidth},
          {"maxseq", instance.max_seq}};
}

std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace fretsaw
