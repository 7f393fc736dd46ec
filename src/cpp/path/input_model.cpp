// SPDX-License-Identifier: MIT
#include "cpp/path/input_model.hpp"

#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"

namespace fretsaw::path {

namespace {

using Cursor = JsonCursor<nlohmann::json>;

template <class Number>
Number last_of(std::size_t count) {
  return static_cast<Number>(static_cast<std::int64_t>(count) - 1);
}

DomainValue read_value(const Cursor& json, std::size_t objects) {
  DomainValue value;
  value.rank = json[0].integer<std::int64_t>();
  value.object = json[1].integer<int>(-1, last_of<int>(objects));
  if (json.size() < 3) json.refuse("an array of a rank, an object and words");
  for (std::size_t i = 2; i < json.size() && json.good(); ++i)
    value.words.push_back(json[i].integer<std::uint64_t>());
  return value;
}

class ModelReader {
 public:
  ModelReader(const Cursor& root, InputModel& model) : root_(root), model_(model) {}

  void read() {
    root_["objects"].each(
        [&](const Cursor& object) { model_.class_of_object.push_back(object.integer<int>()); });
    root_["domains"].each([&](const Cursor& domain) {
      auto& values = model_.domains.emplace_back();
      domain.each(
          [&](const Cursor& value) { values.push_back(read_value(value, model_.class_of_object.size())); });
    });
    root_["variables"].each([&](const Cursor& variable) { read_variable(variable); });
    root_["cells"].each([&](const Cursor& cell) { read_cell(cell); });
    root_["conditions"].each([&](const Cursor& condition) {
      model_.conditions.push_back({domain(condition[0]), condition[1].integer<std::size_t>(),
                                   guard(condition[2]), condition[3].integer<std::int64_t>(),
                                   condition[4].integer<std::int64_t>()});
    });
  }

 private:
  std::size_t domain(const Cursor& json) const {
    const auto index = json.integer<std::size_t>();
    if (index >= model_.domains.size()) json.refuse("the number of a domain");
    return index;
  }

  int guard(const Cursor& json) const {
    return json.integer<int>(-1, last_of<int>(root_["variables"].size()));
  }

  void read_variable(const Cursor& json) {
    InputVariable variable;
    variable.name = json["name"].text();
    variable.field = json["field"].text();
    variable.object = json["object"].integer<std::size_t>();
    variable.address = json["address"].integer<std::uint64_t>();
    variable.bytes = json["bytes"].integer<unsigned>();
    variable.bits = json["bits"].integer<unsigned>();
    variable.domain = json["domain"].integer<std::size_t>();
    variable.is_followed = json["followed"].boolean();
    variable.is_fixed = json["fixed"].boolean();
    variable.is_unique = json["unique"].boolean();
    variable.is_length = json["length"].boolean();
    variable.guard = guard(json["guard"]);
    variable.above = json["above"].integer<std::int64_t>();
    variable.last = json["last"].integer<std::int64_t>();
    if (json.has("bound")) variable.bound = json["bound"].text();
    if (json.has("keys")) variable.keys = json["keys"].text();
    if (!variable.bound) domain(json["domain"]);
    model_.variables.push_back(std::move(variable));
  }

  void read_cell(const Cursor& json) {
    InputCell cell{
        json[0].integer<std::uint64_t>(), json[1].integer<unsigned>(), json[2].integer<std::uint64_t>(), {}};
    if (json.size() < 4) json.refuse("an array of an address, bits, a word and parts");
    for (std::size_t i = 3; i < json.size() && json.good(); ++i) {
      const Cursor part = json[i];
      cell.parts.push_back(
          {part[0].integer<std::uint32_t>(0, last_of<std::uint32_t>(model_.variables.size())),
           part[1].integer<std::uint32_t>(), part[2].integer<std::uint32_t>(),
           part[3].integer<std::uint32_t>()});
    }
    model_.cell_at.emplace(cell.address, model_.cells.size());
    model_.cells.push_back(std::move(cell));
  }

  const Cursor& root_;
  InputModel& model_;
};

}  // namespace

Result<InputModel> InputModel::read(const std::string& text) {
  InputModel model;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  JsonComplaint complaint;
  const Cursor root(json, complaint);
  ModelReader(root, model).read();
  if (complaint.message)
    return input_error("the program under exploration describes its input in a way that cannot be read: " +
                       *complaint.message);
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
