// SPDX-License-Identifier: MIT
#include "cpp/space/numbered_inputs.hpp"

#include <algorithm>

#include "cpp/space/read_space.hpp"

namespace fretsaw::space {

namespace {

void add_types(const std::vector<SpacePart>& parts, std::vector<std::int32_t>& type_of) {
  for (const SpacePart& part : parts) {
    if (part.kind == SpacePart::Kind::Slot) type_of[static_cast<std::size_t>(part.variable)] = part.type;
    add_types(part.parts, type_of);
  }
}

SpaceValue value_of(std::uint64_t word, const code::TypeInfo& type) {
  SpaceValue value;
  value.number = static_cast<std::int64_t>(word);
  const bool is_large = !type.is_signed && value.number < 0;
  value.kind = type.kind == detail::kCharType ? SpaceValue::Kind::Character
               : is_large                     ? SpaceValue::Kind::Large
                                              : SpaceValue::Kind::Number;
  return value;
}

}  // namespace

Result<NumberedInputs> numbered(Space space, const code::Classes& classes,
                                std::span<const std::vector<std::uint64_t>> inputs) {
  std::vector<std::int32_t> type_of(space.variables.size(), -1);
  for (const SpaceObject& object : space.objects) add_types(object.parts, type_of);
  NumberedInputs out{std::move(space), {}};
  for (const std::vector<std::uint64_t>& input : inputs) {
    std::vector<std::uint32_t>& candidate = out.candidates.emplace_back();
    for (std::size_t v = 0; v < input.size() && v < type_of.size(); ++v) {
      if (!out.space.variables[v].is_free || type_of[v] < 0) {
        candidate.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(input[v], UINT32_MAX)));
        continue;
      }
      std::vector<SpaceValue>& domain = out.space.domains[out.space.variables[v].domain];
      const auto number = static_cast<std::int64_t>(input[v]);
      const auto found = std::ranges::find(domain, number, &SpaceValue::number);
      candidate.push_back(static_cast<std::uint32_t>(found - domain.begin()));
      if (found == domain.end()) domain.push_back(value_of(input[v], classes.type(type_of[v])));
    }
    if (input.size() != type_of.size() || !is_candidate(out.space, candidate))
      return input_error("an input does not belong to the program that runs it");
  }
  return out;
}

}  // namespace fretsaw::space
