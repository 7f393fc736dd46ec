// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "alloy/exchange/format.hpp"

namespace fretsaw {

// A document <alloy> with one <instance>, as Alloy 6 writes it and its visualisers read it.
std::string xml_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options);

}  // namespace fretsaw
