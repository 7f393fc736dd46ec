// SPDX-License-Identifier: MIT
#include "path/input_model.hpp"

#include <nlohmann/json.hpp>

namespace fretsaw::path {

Result<InputModel> InputModel::read(const std::string& text) {
  InputModel model;
  try {
    const auto json = nlohmann::json::parse(text);
    for (const auto& domain : json.at("domains")) {
      auto& values = model.domains.emplace_back();
      for (const auto& value : domain) {
        DomainValue& read = values.emplace_back();
        read.rank = value.at(0);
        read.object = value.at(1);
        for (std::size_t i = 2; i < value.size(); ++i) read.words.push_back(value[i]);
      }
    }
    for (const auto& each : json.at("objects")) model.class_of_object.push_back(each.get<int>());
    for (const auto& each : json.at("variables")) {
      InputVariable variable;
      variable.name = each.at("name");
      variable.field = each.at("field");
      variable.object = each.at("object");
      variable.address = each.at("address");
      variable.bytes = each.at("bytes");
      variable.bits = each.at("bits");
      variable.domain = each.at("domain");
      variable.is_followed = each.at("followed");
      variable.is_fixed = each.at("fixed");
      variable.is_unique = each.at("unique");
      variable.is_length = each.at("length");
      variable.guard = each.at("guard");
      variable.above = each.at("above");
      variable.last = each.at("last");
      if (each.contains("bound")) variable.bound = each.at("bound").get<std::string>();
      if (each.contains("keys")) variable.keys = each.at("keys").get<std::string>();
      model.variables.push_back(std::move(variable));
    }
    for (const auto& each : json.at("cells")) {
      InputCell cell{each.at(0), each.at(1), each.at(2), {}};
      for (std::size_t i = 3; i < each.size(); ++i)
        cell.parts.push_back({each[i][0], each[i][1], each[i][2], each[i][3]});
      model.cell_at.emplace(cell.address, model.cells.size());
      model.cells.push_back(std::move(cell));
    }
    for (const auto& each : json.at("conditions"))
      model.conditions.push_back({each[0], each[1], each[2], each[3], each[4]});
  } catch (const nlohmann::json::exception&) {
    return input_error("the program under exploration says what cannot be understood");
  }
  return model;
}

std::uint64_t InputModel::value(const InputCell& cell, const InputWords& input) const {
  std::uint64_t word = cell.rest;
  for (const CellPart& part : cell.parts) {
    const std::uint64_t bits = variables[part.variable].bound
                                   ? bits_of(input[part.variable], part.low, part.bits)
                                   : domain(part.variable)[input[part.variable]].bits(part.low, part.bits);
    word |= bits << part.shift;
  }
  return word;
}

bool InputModel::exists(std::size_t variable, const InputWords& input) const {
  for (int at = static_cast<int>(variable); variables[static_cast<std::size_t>(at)].guard >= 0;) {
    const InputVariable& guarded = variables[static_cast<std::size_t>(at)];
    const auto guard = static_cast<std::size_t>(guarded.guard);
    const std::int64_t rank =
        variables[guard].bound ? static_cast<std::int64_t>(input[guard]) : domain(guard)[input[guard]].rank;
    if (rank <= guarded.above || rank > guarded.last) return false;
    at = guarded.guard;
  }
  return true;
}

}  // namespace fretsaw::path
