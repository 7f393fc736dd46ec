// SPDX-License-Identifier: MIT
#include "alloy/exchange/format.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "alloy/exchange/instance_diagram.hpp"
#include "alloy/exchange/raw_instance.hpp"
#include "alloy/exchange/writers.hpp"
#include "report/diagram.hpp"
#include "report/json_document.hpp"

namespace fretsaw {

namespace {
constexpr std::array kFormats = {Format::Text, Format::Json, Format::Xml, Format::Dot, Format::Svg};

std::string dot_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options) {
  if (instance.is_trace) {
    Diagram frame;
    frame.name = "trace";
    frame.caption = options.command;
    return to_dot(frame, diagrams_of(model, instance));
  }
  Diagram diagram = diagram_of(model, instance);
  diagram.name = "instance";
  diagram.caption = options.command;
  return to_dot(diagram);
}
}  // namespace

const char* to_string(Format format) {
  switch (format) {
    case Format::Text:
      return "text";
    case Format::Json:
      return "json";
    case Format::Xml:
      return "xml";
    case Format::Dot:
      return "dot";
    case Format::Svg:
      return "svg";
  }
  return "text";
}

const char* file_extension(Format format) { return format == Format::Text ? "txt" : to_string(format); }

std::optional<Format> parse_format(std::string_view word) {
  for (const Format format : kFormats) {
    if (word == to_string(format)) return format;
  }
  return std::nullopt;
}

Result<std::string> render(const model::Model& model, const AlloyInstance& instance, Format format,
                           const RenderOptions& options) {
  switch (format) {
    case Format::Text:
      return text_of(model, instance, options);
    case Format::Json:
      return json_text(instance_to_json(model, instance)) + "\n";
    case Format::Xml:
      return xml_of(model, instance, options);
    case Format::Dot:
      return dot_of(model, instance, options);
    case Format::Svg:
      return draw_svg(dot_of(model, instance, options));
  }
  return std::string();
}

Result<AlloyInstance> read_instance(const model::Model& model, const SourcePtr& text) {
  const std::size_t first = text->text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const char start = first == std::string_view::npos ? '\0' : text->text()[first];
  if (start != '{' && start != '<') {
    const auto at = static_cast<std::uint32_t>(first == std::string_view::npos ? 0 : first);
    return with_note(error_at({text.get(), at, at + 1}, ErrorClass::Input, "expected JSON or XML"),
                     "an instance in JSON begins with '{', one in XML with '<'");
  }
  const auto raw = start == '{' ? read_json_instance(text) : read_xml_instance(text);
  if (!raw) return raw.error();
  return assemble_trace(model, *raw);
}

}  // namespace fretsaw
