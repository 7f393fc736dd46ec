// SPDX-License-Identifier: MIT
// A module and a fragment that is read as its continuation, as published suites of unit tests are.
#pragma once

#include "alloy/syntax/ast.hpp"

namespace fretsaw::alloy {

// One module: the opens of both, each once; the paragraphs of the model without its commands; those of the
// fragment. A name that both declare means, in each part, its own: in the result the model's has another
// name. The spans of both keep their sources.
Module continued(const Module& model, const Module& fragment);

}  // namespace fretsaw::alloy
