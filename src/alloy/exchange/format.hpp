// SPDX-License-Identifier: MIT
// Instances of Alloy models as text for people, programs and visualizers, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/model/model.hpp"
#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

const char* to_string(
    Format format);  // "text", "json", "xml", "dot", "svg"; also what files end in, but for "txt"
std::optional<Format> parse_format(std::string_view word);
const char* file_extension(Format format);

struct RenderOptions {
  std::string command{};    // what was run, for the heads of XML and pictures: "run show for 3"
  std::size_t width = 100;  // of a line of text, as far as names allow
  bool color = false;       // in text: for terminals
};

// The instance, which is one of the model, ending in a newline. An error only for SVG, which needs Graphviz.
Result<std::string> render(const model::Model& model, const AlloyInstance& instance, Format format,
                           const RenderOptions& options = {});

// The instance of the model that the text describes, in JSON (an instance, or a document of `run` or
// `enumerate` with one in it) or in XML. Errors name the place: text that is neither, unknown or
// contradictory names, tuples that do not fit. Sigs and fields that the text does not mention are empty,
// except that a sig holds what its subsigs hold; so are Int and seq/Int, which follow from the numbers.
Result<AlloyInstance> read_instance(const model::Model& model, const SourcePtr& text);

}  // namespace fretsaw
