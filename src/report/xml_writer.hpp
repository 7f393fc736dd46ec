// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/format.hpp"

namespace fretsaw {

// A document <alloy> with one <instance>, as Alloy 6 writes it and its visualisers read it.
std::string xml_of(const model::Model& model, const AlloyInstance& instance,
                   const RenderOptions& options);

// Fit to stand in a document or an attribute: < > & " ' and control characters are replaced.
std::string xml_escaped(std::string_view text);

}  // namespace fretsaw
