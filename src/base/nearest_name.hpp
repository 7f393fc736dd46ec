// SPDX-License-Identifier: MIT
// Names that do not exist, and the existing one that is probably meant.
//
//     fmt::format("unknown sig '{}'{}", name, suggestion(nearest_name(name, sigs)))
//     unknown sig 'Nod'; did you mean 'Node'?
//
// Needs the C++ standard library only: processes that run the user's code use it, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fretsaw {

// The nearest of the candidates if it is near enough to be meant; else empty.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

// "; did you mean 'NEAREST'?", to stand behind a message; nothing if there is none.
std::string suggestion(std::string_view nearest);

}  // namespace fretsaw
