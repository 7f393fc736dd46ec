// SPDX-License-Identifier: MIT
#include "lowering/alloy_instance.hpp"

#include <fmt/format.h>

namespace fretsaw::lowering {

std::string to_string(const AlloyAtom& atom) {
  if (const auto* number = std::get_if<std::int64_t>(&atom)) return std::to_string(*number);
  return std::get<std::string>(atom);
}

std::string field_key(const model::Model& model, model::FieldId field) {
  const model::Field& f = model.field(field);
  return fmt::format("{}.{}", model.sig(f.owner).name, f.name);
}

}  // namespace fretsaw::lowering
