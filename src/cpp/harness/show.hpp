// SPDX-License-Identifier: MIT
// What a counterexample of a model check looks like.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "alloy/model/model.hpp"
#include "fretsaw/check_model.hpp"

namespace fretsaw::harness {

// For people: the instance, what the code gave, and which parts of the formula that does not satisfy.
std::string show_text(const model::Model& model, const ModelCounterexample& found, const std::string& name,
                      bool color);
nlohmann::ordered_json show_json(const model::Model& model, const ModelCounterexample& found);

}  // namespace fretsaw::harness
