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
      for (const auto& value : domain)
        values.push_back({{value[0].get<std::uint64_t>(), value[1].get<std::uint64_t>()},
                          value[2].get<std::int64_t>(),
                          value[3].get<int>()});
    }
    for (const auto& each : json.at("objects")) model.class_of_object.push_back(each.get<int>());
    for (const auto& each : json.at("variables")) {
      InputVariable variable;
      variable.name = each.at("name");
      variable.field = each.at("field");
      variable.object = each.at("object");
      variable.address = each.at("address");
      variable.bytes = each.at("bytes");
      variable.domain = each.at("domain");
      variable.is_followed = each.at("followed");
      variable.is_fixed = each.at("fixed");
      variable.is_unique = each.at("unique");
      variable.guard = each.at("guard");
      variable.above = each.at("above");
      variable.last = each.at("last");
      if (each.contains("bound")) variable.bound = each.at("bound").get<std::string>();
      model.variables.push_back(std::move(variable));
    }
    for (const auto& each : json.at("conditions"))
      model.conditions.push_back({each[0], each[1], each[2], each[3], each[4]});
  } catch (const nlohmann::json::exception&) {
    return input_error("the program under exploration says what cannot be understood");
  }
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const InputVariable& variable = model.variables[v];
    if (!variable.is_followed) continue;
    const unsigned words = variable.bytes == 16 ? 2 : 1;
    for (unsigned word = 0; word < words; ++word) {
      model.cell_at.emplace(variable.address + 8 * word, model.cells.size());
      model.cells.push_back(
          {variable.address + 8 * word, 8 * variable.bytes / words, v, static_cast<int>(word)});
    }
  }
  return model;
}

std::uint64_t InputModel::value(const InputCell& cell, const InputWords& input) const {
  const std::uint64_t word = variables[cell.variable].bound
                                 ? input[cell.variable]
                                 : domain(cell.variable)[input[cell.variable]].words[cell.word];
  return cell.bits >= 64 ? word : word & ((std::uint64_t{1} << cell.bits) - 1);
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
