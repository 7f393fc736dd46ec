// SPDX-License-Identifier: MIT
// The first steps of reading a type, the user's or the standard library's.
#pragma once

#include <string>

#include "cpp/code/type_reader.hpp"

namespace fretsaw::code {

TypeInfo unsupported_type(CXType type, std::string reason);
TypeInfo plain_type(CXType type, detail::TypeKind kind, bool is_signed = false);

// "std::vector<int, ...>" is "vector".
std::string standard_name(const std::string& name);
bool is_empty_class(CXType type);

// Of a template's specialization.
CXType template_argument(CXType type, unsigned index);
unsigned long template_number(CXType type, unsigned index);

}  // namespace fretsaw::code
