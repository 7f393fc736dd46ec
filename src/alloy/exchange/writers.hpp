// SPDX-License-Identifier: MIT
// Instances as JSON, text and XML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "alloy/exchange/format.hpp"

namespace fretsaw {

// {"sigs":{…},"fields":{…},"skolems":{…},"bitwidth":4,"maxseq":4}, with every sig and field of the model, but
// of the builtin sigs only String, if it has atoms: the integers follow from the bit width.
nlohmann::ordered_json instance_to_json(const model::Model& model, const AlloyInstance& instance);

// An integer becomes a number, everything else a string.
nlohmann::ordered_json atom_to_json(const AlloyAtom& atom);
nlohmann::ordered_json tuples_to_json(const std::vector<AlloyTuple>& tuples);

// One line a sig, followed by its fields, and the skolem constants at the end:
//
//     Node      = {Node$0, Node$1}
//       next    = {Node$0->Node$1}
//     $show_n   = {Node$0}
//
// Sets that do not fit the width continue in the next line, below their first element.
std::string text_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options);

// Node$0->Node$1
std::string tuple_text(const AlloyTuple& tuple);

// A document <alloy> with one <instance>, as Alloy 6 writes it and its visualizers read it.
std::string xml_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options);

}  // namespace fretsaw
