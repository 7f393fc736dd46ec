// SPDX-License-Identifier: MIT
#include "alloy/lowering/alloy_instance.hpp"

#include <fmt/format.h>

#include <algorithm>

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
