// SPDX-License-Identifier: MIT
#include "path/runtime/input_cells.hpp"

#include "predicate/runtime/describe.hpp"

namespace fretsaw::path {

namespace {

using runtime::Part;
using runtime::SearchSpace;
using runtime::Variable;

// The field that a variable is, by the class that declares it: the same for objects of derived classes.
void name_fields(const SearchSpace& space, int class_index, const std::vector<Part>& parts,
                 const std::string& outer, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    std::string name = outer;
    if (class_index >= 0 && static_cast<int>(i) < space.classes->classes[class_index].field_count) {
      const detail::FieldEntry& field = space.classes->classes[class_index].fields[i];
      name = std::string(field.owner) + "::" + field.name;
    }
    const bool is_value = part.kind == Part::Kind::Variable;
    if (part.variable >= 0) out[static_cast<std::size_t>(part.variable)] = name + (is_value ? "" : ".length");
    const bool is_record = part.kind == Part::Kind::Record && part.type != nullptr &&
                           part.type->target >= 0 && part.type->kind == detail::kRecordType;
    name_fields(space, is_record ? part.type->target : -1, part.parts, name, out);
  }
}

// Its bytes are nobody else's, and are the value.
bool can_be_followed(const Variable& variable) {
  return variable.bit_width == 0 && !variable.is_container && !variable.is_overlay && variable.width != 0 &&
         (variable.width <= 8 || variable.width == 16);
}

}  // namespace

InputCells input_cells(const SearchSpace& space) {
  InputCells out;
  out.fields.resize(space.variables.size());
  for (const runtime::Object& object : space.objects)
    name_fields(space, object.class_index, object.parts, "", out.fields);
  const auto base = reinterpret_cast<std::uint64_t>(space.arena);
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    const Variable& variable = space.variables[v];
    const std::uint64_t address = base + variable.offset;
    std::uint32_t field = 0;
    while (out.fields[field] != out.fields[v]) ++field;
    out.is_followed.push_back(can_be_followed(variable));
    if (!out.is_followed.back()) {
      const std::uint32_t bytes = variable.is_container ? variable.image_size : variable.width;
      out.blind.emplace_back(address - variable.image_before, bytes);
    } else if (variable.width == 16) {
      out.cells.push_back({address, 8, field});
      out.cells.push_back({address + 8, 8, field});
    } else {
      out.cells.push_back({address, variable.width, field});
    }
  }
  return out;
}

std::string describe_cells(const SearchSpace& space, const InputCells& cells) {
  std::string out = "{\"domains\":[";
  for (std::size_t d = 0; d < space.domains.size(); ++d) {
    out += d == 0 ? "[" : ",[";
    for (std::size_t v = 0; v < space.domains[d].size(); ++v) {
      const runtime::Value& value = space.domains[d][v];
      out += (v == 0 ? "[" : ",[") + std::to_string(value.words[0]) + "," + std::to_string(value.words[1]) +
             "," + std::to_string(value.rank) + "," +
             (value.domain_class == runtime::kNone ? "-1" : std::to_string(value.object)) + "]";
    }
    out += "]";
  }
  out += "],\"objects\":[";
  for (std::size_t o = 0; o < space.objects.size(); ++o)
    out += (o == 0 ? "" : ",") + std::to_string(space.objects[o].class_index);
  out += "],\"variables\":[";
  const auto base = reinterpret_cast<std::uint64_t>(space.arena);
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    const Variable& variable = space.variables[v];
    out += (v == 0 ? "{" : ",{") + std::string("\"name\":") +
           runtime::json_string(runtime::variable_name(space, static_cast<std::uint32_t>(v))) +
           ",\"field\":" + runtime::json_string(cells.fields[v]) +
           ",\"object\":" + std::to_string(variable.object) +
           ",\"address\":" + std::to_string(base + variable.offset) +
           ",\"bytes\":" + std::to_string(variable.width) + ",\"domain\":" + std::to_string(variable.domain) +
           ",\"followed\":" + (cells.is_followed[v] ? "true" : "false") +
           ",\"fixed\":" + (variable.is_container || variable.is_overlay ? "true" : "false") +
           ",\"unique\":" + (variable.ownership == runtime::Ownership::Unique ? "true" : "false") +
           ",\"guard\":" + std::to_string(variable.condition.guard) +
           ",\"above\":" + std::to_string(variable.condition.above) +
           ",\"last\":" + std::to_string(variable.condition.last);
    const auto free = space.unbounded.find(variable.domain);
    if (free != space.unbounded.end() && variable.bit_width == 0)
      out += ",\"bound\":" + runtime::json_string(free->second);
    out += "}";
  }
  out += "],\"conditions\":[";
  bool first = true;
  for (std::size_t d = 0; d < space.conditions.size(); ++d) {
    for (std::size_t v = 0; v < space.conditions[d].size(); ++v) {
      const runtime::Condition& condition = space.conditions[d][v];
      if (condition.guard == runtime::kNone) continue;
      out += (first ? "[" : ",[") + std::to_string(d) + "," + std::to_string(v) + "," +
             std::to_string(condition.guard) + "," + std::to_string(condition.above) + "," +
             std::to_string(condition.last) + "]";
      first = false;
    }
  }
  return out + "]}";
}

void put_input(const SearchSpace& space, std::span<const std::uint64_t> words) {
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    const Variable& variable = space.variables[v];
    std::byte* const at = space.arena + variable.offset;
    const bool is_free = space.unbounded.contains(variable.domain) && variable.bit_width == 0;
    if (is_free) {
      runtime::Value value;
      value.words[0] = words[v];
      runtime::store(variable, value, at);
      continue;
    }
    const std::vector<runtime::Value>& domain = space.domains[variable.domain];
    if (variable.is_overlay) {
      // Only what is there.
      const std::int32_t guard = variable.condition.guard;
      if (guard >= 0) {
        const auto& other = space.domains[space.variables[static_cast<std::size_t>(guard)].domain];
        if (!variable.condition.holds_for(other[words[static_cast<std::size_t>(guard)]].rank)) continue;
      }
    }
    if (words[v] < domain.size()) runtime::store(variable, domain[words[v]], at);
  }
}

}  // namespace fretsaw::path
