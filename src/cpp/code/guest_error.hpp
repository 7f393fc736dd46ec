// SPDX-License-Identifier: MIT
// Why a program of the user's classes does not do what it is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "cpp/guest/guest.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

// If the message is an error of the guest (guest::kError), that: what cpp/space/child/describe.hpp has
// written.
std::optional<Diagnostic> guest_error_in(const work::Message& message, const guest::Guest& guest);

// The content of the guest's next message, which must be of that kind. Throws LimitReached.
Result<std::string> receive_expected(guest::Guest& guest, std::uint32_t kind, Budget& budget);

}  // namespace fretsaw::code
