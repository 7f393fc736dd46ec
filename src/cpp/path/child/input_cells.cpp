// SPDX-License-Identifier: MIT
#include "cpp/path/child/input_cells.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "cpp/space/child/describe.hpp"

namespace fretsaw::path {

namespace {

using space::Part;
using space::SearchSpace;
using space::Variable;

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

std::size_t begin_of(const Variable& variable) { return variable.offset - variable.image_before; }
std::size_t end_of(const Variable& variable) {
  return begin_of(variable) + (variable.is_container ? variable.image_size : variable.width);
}

class CellBuilder {
 public:
  explicit CellBuilder(const SearchSpace& space)
      : space_(space), base_(reinterpret_cast<std::uint64_t>(space.arena)), users_(space.arena_size, 0) {
    out_.fields.resize(space.variables.size());
    for (const space::Object& object : space.objects)
      name_fields(space, object.class_index, object.parts, "", out_.fields);
    for (const Variable& variable : space.variables) {
      for (std::size_t i = begin_of(variable); i < end_of(variable); ++i) ++users_[i];
    }
  }

  InputCells build() {
    for (std::uint32_t v = 0; v < space_.variables.size(); ++v) {
      const Variable& variable = space_.variables[v];
      out_.is_followed.push_back(variable.bit_width != 0 || can_be_followed(variable));
      if (variable.bit_width != 0)
        bit_fields_.push_back(v);
      else if (out_.is_followed.back())
        add_words(v);
      else
        out_.untracked.emplace_back(base_ + begin_of(variable), end_of(variable) - begin_of(variable));
    }
    add_bit_fields();
    return std::move(out_);
  }

 private:
  // Its bytes belong to it alone, and are the value.
  bool can_be_followed(const Variable& variable) const {
    for (std::size_t i = begin_of(variable); i < end_of(variable); ++i) {
      if (users_[i] != 1) return false;
    }
    if (variable.is_container) return variable.image_before == 0 && variable.image_size % 8 == 0;
    return variable.width != 0 && (variable.width <= 8 || variable.width == 16);
  }

  std::uint32_t field_of(std::uint32_t v) const {
    std::uint32_t field = 0;
    while (out_.fields[field] != out_.fields[v]) ++field;
    return field;
  }

  void add_words(std::uint32_t v) {
    const Variable& variable = space_.variables[v];
    const std::size_t begin = begin_of(variable);
    const std::size_t size = end_of(variable) - begin;
    const auto bytes = static_cast<std::uint32_t>(size > 8 ? 8 : size);
    for (std::size_t at = 0; at < size; at += bytes) {
      out_.cells.push_back({base_ + begin + at, bytes, field_of(v), variable.is_container ? v + 1 : 0});
      out_.parts.push_back({{v, static_cast<std::uint32_t>(8 * at), 0, 8 * bytes}});
    }
  }

  // Those that lie together are read together: one cell of one, two, four or eight bytes, if nothing else
  // lies there; else one for each byte.
  void add_bit_fields() {
    std::stable_sort(bit_fields_.begin(), bit_fields_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return space_.variables[a].offset < space_.variables[b].offset;
    });
    for (std::size_t first = 0; first < bit_fields_.size();) {
      const std::size_t begin = begin_of(space_.variables[bit_fields_[first]]);
      std::size_t end = begin;
      std::size_t last = first;
      for (; last < bit_fields_.size() && begin_of(space_.variables[bit_fields_[last]]) <= end; ++last)
        end = std::max(end, end_of(space_.variables[bit_fields_[last]]));
      const std::span<const std::uint32_t> together(bit_fields_.data() + first, last - first);
      if (const std::size_t bytes = unit(begin, end); bytes != 0) {
        add_unit(together, begin, bytes);
      } else {
        for (std::size_t at = begin; at < end; ++at) add_unit(together, at, 1);
      }
      first = last;
    }
  }

  std::size_t unit(std::size_t begin, std::size_t end) const {
    for (const std::size_t bytes : {1, 2, 4, 8}) {
      if (begin + bytes < end || begin % bytes != 0) continue;
      for (std::size_t i = end; i < begin + bytes; ++i) {
        if (i >= users_.size() || users_[i] != 0) return 0;
      }
      return bytes;
    }
    return 0;
  }

  void add_unit(std::span<const std::uint32_t> variables, std::size_t begin, std::size_t bytes) {
    std::vector<CellSlice> parts;
    for (const std::uint32_t v : variables) {
      const Variable& variable = space_.variables[v];
      const std::size_t from = 8 * variable.offset + variable.bit_offset;
      const std::size_t low = std::max(from, 8 * begin);
      const std::size_t high = std::min(from + variable.bit_width, 8 * (begin + bytes));
      if (low < high)
        parts.push_back({v, static_cast<std::uint32_t>(low - from),
                         static_cast<std::uint32_t>(low - 8 * begin),
                         static_cast<std::uint32_t>(high - low)});
    }
    if (parts.empty()) return;
    out_.cells.push_back(
        {base_ + begin, static_cast<std::uint32_t>(bytes), field_of(parts.front().variable), 0});
    out_.parts.push_back(std::move(parts));
  }

  const SearchSpace& space_;
  std::uint64_t base_;
  std::vector<std::uint32_t> users_;  // by byte: how many variables lie there
  std::vector<std::uint32_t> bit_fields_;
  InputCells out_;
};

// What the cell has where there is no variable.
std::uint64_t rest_of(const Cell& cell, const std::vector<CellSlice>& parts) {
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(cell.address), cell.bytes);
  for (const CellSlice& part : parts) word &= ~(mask(part.bits) << part.shift);
  return word;
}

// What the value is in memory; the domain is that of a container or not.
std::vector<std::uint64_t> words_of(const space::Value& value, const Variable* container) {
  const std::size_t count = container != nullptr ? (container->image_size + 7U) / 8 : 2;
  const std::uint64_t* const words =
      container != nullptr ? reinterpret_cast<const std::uint64_t*>(value.words[0]) : value.words;
  return {words, words + count};
}

}  // namespace

InputCells input_cells(const SearchSpace& space) { return CellBuilder(space).build(); }

space::Space described_with_places(const SearchSpace& space, const InputCells& cells) {
  space::Space out = space::described(space);
  std::map<std::uint32_t, const Variable*> containers;  // by domain
  for (const Variable& variable : space.variables) {
    if (variable.is_container) containers.emplace(variable.domain, &variable);
  }
  for (std::uint32_t d = 0; d < space.domains.size(); ++d) {
    const auto container = containers.find(d);
    for (std::size_t v = 0; v < space.domains[d].size(); ++v) {
      space::SpaceValue& value = out.domains[d][v];
      value.rank = space.domains[d][v].rank;
      value.words =
          words_of(space.domains[d][v], container != containers.end() ? container->second : nullptr);
      if (d < space.conditions.size() && v < space.conditions[d].size())
        value.condition = space.conditions[d][v];
    }
  }
  const auto base = reinterpret_cast<std::uint64_t>(space.arena);
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    const Variable& variable = space.variables[v];
    space::Placement& place = out.places.emplace_back();
    place.name = space::variable_name(space, static_cast<std::uint32_t>(v));
    place.field = cells.fields[v];
    place.address = base + variable.offset;
    place.bytes = variable.width;
    place.bits = variable.bit_width != 0 ? variable.bit_width : 8U * variable.width;
    place.is_followed = cells.is_followed[v];
    place.is_fixed = !cells.is_followed[v] && (variable.is_container || variable.is_overlay);
    place.is_unique = variable.ownership == space::Ownership::Unique;
    place.is_length = variable.is_length || variable.is_container;
    const auto unbounded = space.unbounded.find(variable.domain);
    if (unbounded != space.unbounded.end() && variable.is_container) place.keys = unbounded->second;
  }
  return out;
}

std::vector<InputCell> described_cells(const InputCells& cells) {
  std::vector<InputCell> out;
  for (std::size_t c = 0; c < cells.cells.size(); ++c) {
    const Cell& cell = cells.cells[c];
    out.push_back({cell.address, 8 * cell.bytes, rest_of(cell, cells.parts[c]), cells.parts[c]});
  }
  return out;
}

void put_input(const SearchSpace& space, std::span<const std::uint64_t> words) {
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    const Variable& variable = space.variables[v];
    std::byte* const at = space.arena + variable.offset;
    if (is_free(space, variable)) {
      space::Value value;
      value.words[0] = words[v];
      space::store(variable, value, at);
      continue;
    }
    const std::vector<space::Value>& domain = space.domains[variable.domain];
    if (variable.is_overlay) {
      // Only what is there.
      const std::int32_t guard = variable.condition.guard;
      if (guard >= 0) {
        const auto& other = space.domains[space.variables[static_cast<std::size_t>(guard)].domain];
        if (!variable.condition.holds_for(other[words[static_cast<std::size_t>(guard)]].rank)) continue;
      }
    }
    if (words[v] < domain.size()) space::store(variable, domain[words[v]], at);
  }
}

}  // namespace fretsaw::path
