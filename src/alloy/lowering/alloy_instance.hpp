// SPDX-License-Identifier: MIT
// Instances as users of Alloy see them (the types are public: fretsaw/alloy_instance.hpp), and how their names
// belong to a model.
#pragma once

#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "fretsaw/alloy_instance.hpp"

namespace fretsaw::lowering {

using fretsaw::to_string;

// "Node.next": the name of a field in JSON and messages.
std::string field_key(const model::Model& model, model::FieldId field);

// The type of a skolem constant, by the names of sigs, and back. Requires names of the model.
std::vector<std::vector<std::string>> type_names(const model::Model& model, const model::Type& type);
model::Type type_of(const model::Model& model, const AlloySkolem& skolem);

}  // namespace fretsaw::lowering
