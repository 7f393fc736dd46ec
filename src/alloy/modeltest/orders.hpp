// SPDX-License-Identifier: MIT
// The orders that a model opens (util/ordering), and orders given by a list.
#pragma once

#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/valuation.hpp"

namespace fretsaw::modeltest {

// An order: its elements, and the fields that hold it.
struct Order {
  model::SigId elements{};
  model::SigId owner{};
  model::FieldId first{};
  model::FieldId next{};
  std::string path;
};

std::vector<Order> orders_of(const model::Model& model);

// What the fields of an order hold whose elements are these, in this sequence.
std::vector<Row> listed_first(const std::vector<AtomId>& atoms, AtomId owner);
std::vector<Row> listed_next(const std::vector<AtomId>& atoms, AtomId owner);

}  // namespace fretsaw::modeltest
