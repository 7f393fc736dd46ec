// SPDX-License-Identifier: MIT
#include "cpp/path/input_model.hpp"

#include <algorithm>

#include "cpp/space/read_space.hpp"
#include "work/bytes.hpp"

namespace fretsaw::path {

namespace {

InputVariable variable_at(const space::SpaceVariable& variable, const space::Placement& place) {
  InputVariable out;
  out.name = place.name;
  out.field = place.field;
  out.object = variable.object;
  out.address = place.address;
  out.bytes = place.bytes;
  out.bits = place.bits;
  out.domain = variable.domain;
  out.is_free = variable.is_free;
  out.is_followed = place.is_followed;
  out.is_fixed = place.is_fixed;
  out.is_unique = place.is_unique;
  out.is_length = place.is_length;
  out.keys = place.keys;
  out.guard = variable.condition.guard;
  out.above = variable.condition.above;
  out.last = variable.condition.last;
  return out;
}

bool makes_sense(const InputCell& cell, const std::vector<InputVariable>& variables) {
  return cell.bits > 0 && cell.bits <= 64 && !cell.parts.empty() &&
         std::ranges::all_of(cell.parts, [&](const CellSlice& part) {
           if (part.variable >= variables.size()) return false;
           const InputVariable& variable = variables[part.variable];
           const bool is_in_cell =
               part.shift < cell.bits && part.bits > 0 && part.bits <= cell.bits - part.shift;
           return is_in_cell && (!variable.is_free || std::uint64_t{part.low} + part.bits <= variable.bits);
         });
}

}  // namespace

Result<InputModel> InputModel::read(std::string_view space_bytes, std::string_view cell_bytes,
                                    const code::Classes& classes) {
  const auto bounds_error = [] {
    return input_error("the test process sent a malformed description of its input");
  };
  auto space = space::read_space(space_bytes, classes);
  if (!space) return space.error();
  InputModel model;
  model.space = *std::move(space);
  if (model.space.places.size() != model.space.variables.size()) return bounds_error();
  for (std::size_t v = 0; v < model.space.variables.size(); ++v)
    model.variables.push_back(variable_at(model.space.variables[v], model.space.places[v]));
  work::BytesReader reader{cell_bytes};
  reader(model.cells);
  if (!reader.good || !reader.bytes.empty()) return bounds_error();
  for (std::size_t c = 0; c < model.cells.size(); ++c) {
    if (!makes_sense(model.cells[c], model.variables)) return bounds_error();
    model.cell_at.emplace(model.cells[c].address, c);
  }
  return model;
}

std::uint64_t InputModel::value(const InputCell& cell, const InputWords& input) const {
  std::uint64_t word = cell.rest;
  for (const CellSlice& part : cell.parts) {
    const std::uint64_t bits = variables[part.variable].is_free
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
        variables[guard].is_free ? static_cast<std::int64_t>(input[guard]) : domain(guard)[input[guard]].rank;
    if (rank <= guarded.above || rank > guarded.last) return false;
    at = guarded.guard;
  }
  return true;
}

}  // namespace fretsaw::path
