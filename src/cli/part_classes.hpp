// SPDX-License-Identifier: MIT
// The parts of one search, whose results may not be isomorphic to each other.
#pragma once

#include <vector>

#include "cli/part_file.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

// An error if what the documents say of the classes of their results (part_document.hpp) has one twice, which
// is a defect of Fretsaw.
Status compare_classes_of(const std::vector<PartFile>& parts);

}  // namespace fretsaw::cli
