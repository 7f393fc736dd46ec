// SPDX-License-Identifier: MIT
#include "lowering/alloy_instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw {

std::string to_string(const AlloyAtom& atom) {
  if (const auto* number = std::get_if<std::int64_t>(&atom)) return std::to_string(*number);
  return std::get<std::string>(atom);
}

std::string to_string(const AlloyTuple& tuple) {
  std::string out;
  for (const AlloyAtom& atom : tuple) out += (out.empty() ? "" : "->") + to_string(atom);
  return out;
}

const std::vector<AlloyAtom>& AlloyState::atoms(std::string_view sig) const {
  static const std::vector<AlloyAtom> nothing;
  const auto found = std::ranges::find(sigs, sig, &AlloySig::name);
  return found == sigs.end() ? nothing : found->atoms;
}

const std::vector<AlloyTuple>& AlloyState::tuples(std::string_view name) const {
  static const std::vector<AlloyTuple> nothing;
  if (const auto field = std::ranges::find(fields, name, &AlloyField::key); field != fields.end())
    return field->tuples;
  const auto skolem = std::ranges::find(skolems, name, &AlloySkolem::name);
  return skolem == skolems.end() ? nothing : skolem->tuples;
}

}  // namespace fretsaw

namespace fretsaw::lowering {

std::string field_key(const model::Model& model, model::FieldId field) {
  const model::Field& f = model.field(field);
  return fmt::format("{}.{}", model.sig(f.owner).name, f.name);
}

std::vector<std::vector<std::string>> type_names(const model::Model& model, const model::Type& type) {
  std::vector<std::vector<std::string>> result;
  for (const model::Product& product : type.products) {
    auto& names = result.emplace_back();
    for (const model::SigId sig : product) names.push_back(model.sig(sig).name);
  }
  return result;
}

model::Type type_of(const model::Model& model, const AlloySkolem& skolem) {
  model::Type type;
  for (const auto& names : skolem.type) {
    auto& product = type.products.emplace_back();
    for (const std::string& name : names)
      product.push_back(std::ranges::find(model.sigs, name, &model::Sig::name)->id);
  }
  return type;
}

}  // namespace fretsaw::lowering
