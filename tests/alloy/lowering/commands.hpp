// SPDX-License-Identifier: MIT
// Models as text, run through the whole pipeline, for tests that state what comes out.
#pragma once

#include <cstdint>
#include <string>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/lower.hpp"
#include "alloy/model/load.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw::lowering {

// Fail the test and give an empty model if the text is no model.
model::Model model_of(const std::string& text);

// How many instances the command of the model has, without symmetry breaking. Fails the test, and gives a
// number that no test expects, if there is an error.
std::uint64_t count(const model::Model& model, std::size_t command, Overflow overflow);
std::uint64_t count(const std::string& text, Overflow overflow = Overflow::Prevent);  // of the first command

Verdict verdict(const model::Model& model, std::size_t command, Overflow overflow);

// The first instance of the first command; fails the test if there is none.
AlloyInstance first_instance(const std::string& text);

}  // namespace fretsaw::lowering
