// SPDX-License-Identifier: MIT
// What is drawn of an instance: which atoms are nodes, what is written in them, which tuples are edges.
#pragma once

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/model/model.hpp"
#include "report/diagram.hpp"

namespace fretsaw {

Diagram diagram_of(const model::Model& model, const AlloyInstance& instance);

// The states of a trace, each with its caption, all with the same nodes and edges; what a state does not have
// is hidden, what differs from the state before it is marked.
std::vector<Diagram> diagrams_of(const model::Model& model, const AlloyInstance& trace);

}  // namespace fretsaw
