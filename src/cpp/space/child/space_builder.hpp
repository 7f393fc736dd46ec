// SPDX-License-Identifier: MIT
// From the layout of classes and the user's bounds to the candidate vector.
#pragma once

#include "cpp/space/child/search_space.hpp"
#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::space {

// Lays out and constructs the objects of every class domain in a fresh arena, and collects what can be
// chosen. Refuses fields without a domain, empty domains, types that cannot be searched, and bounds that make
// no sense. The class table outlives the space.
Result<SearchSpace> build_space(const detail::SearchSubject& subject, const Bounds& bounds);

}  // namespace fretsaw::space
