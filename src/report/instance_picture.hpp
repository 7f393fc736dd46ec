// SPDX-License-Identifier: MIT
// What is drawn of an instance: which atoms are nodes, what is written in them, which tuples are edges.
#pragma once

#include "lowering/alloy_instance.hpp"
#include "model/model.hpp"
#include "report/picture.hpp"

namespace fretsaw {

Picture picture_of(const model::Model& model, const AlloyInstance& instance);

}  // namespace fretsaw
