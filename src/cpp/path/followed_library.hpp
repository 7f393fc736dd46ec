// SPDX-License-Identifier: MIT
// Functions of the C library that inspect characters and strings, written anew: they are compiled
// with the user's code, so that what they see is followed.
#pragma once

#include <span>
#include <string>

namespace fretsaw::path {

// Each stands for that of the library (the linker's --wrap).
std::span<const char* const> followed_functions();

// The file of their line information: not one of the user's.
inline constexpr const char* kFollowedFile = "/fretsaw/followed_library";

// Their definitions, as text.
std::string followed_source();

}  // namespace fretsaw::path
