// SPDX-License-Identifier: MIT
// The parts of one search, whose results may not be isomorphic to each other.
#pragma once

#include <vector>

#include "cli/part_file.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

// An error if the same isomorphism class is in two of the documents (part_document.hpp), which is a bug of
// Fretsaw.
Status compare_classes_of(const std::vector<PartFile>& parts);

}  // namespace fretsaw::cli
