// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace fretsaw {

// Fit to stand in a document of XML or HTML, or in an attribute: < > & " ' and control characters are replaced.
std::string xml_escaped(std::string_view text);

}  // namespace fretsaw
