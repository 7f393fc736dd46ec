// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "alloy/exchange/format.hpp"

namespace fretsaw {

// {"sigs":{…},"fields":{…},"skolems":{…},"bitwidth":4,"maxseq":4}, with every sig and field of the model, but
// of the builtin sigs only String, if it has atoms: the integers follow from the bit width.
nlohmann::ordered_json instance_to_json(const model::Model& model, const AlloyInstance& instance);

// An integer becomes a number, everything else a string.
nlohmann::ordered_json atom_to_json(const AlloyAtom& atom);
nlohmann::ordered_json tuples_to_json(const std::vector<AlloyTuple>& tuples);

}  // namespace fretsaw
