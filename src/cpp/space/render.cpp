// SPDX-License-Identifier: MIT
#include "cpp/space/render.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace fretsaw::space {

namespace {

using Kind = GraphValue::Kind;
using Parts = std::vector<std::pair<std::string, GraphValue>>;

std::string character(std::int64_t code) {
  if (code >= ' ' && code < 127 && code != '\'' && code != '\\')
    return fmt::format("'{}'", static_cast<char>(code));
  return fmt::format("'\\x{:02x}'", static_cast<unsigned>(code) & 0xFFU);
}

std::string parts_text(const ObjectGraph& graph, const Parts& parts, bool named) {
  std::string out;
  for (const auto& [name, value] : parts) {
    out += out.empty() ? "" : ", ";
    out += named ? fmt::format("{} = {}", name, text_of(graph, value)) : text_of(graph, value);
  }
  return out;
}

nlohmann::ordered_json json_of(const ObjectGraph& graph, const GraphValue& value);

nlohmann::ordered_json fields_of(const ObjectGraph& graph, const Parts& parts) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::object();
  for (const auto& [name, value] : parts) fields[name] = json_of(graph, value);
  return fields;
}

nlohmann::ordered_json json_of(const ObjectGraph& graph, const GraphValue& value) {
  switch (value.kind) {
    case Kind::Null:
    case Kind::Absent:
      return nullptr;
    case Kind::Number:
      return value.number;
    case Kind::Large:
      return std::strtoull(value.text.c_str(), nullptr, 10);
    case Kind::Bool:
      return value.number != 0;
    case Kind::Char: {
      const bool printable = value.number >= ' ' && value.number < 127;
      return printable ? nlohmann::ordered_json{{"char", std::string(1, static_cast<char>(value.number))}}
                       : nlohmann::ordered_json{{"char", value.number}};
    }
    case Kind::Real:
      return std::strtod(value.text.c_str(), nullptr);
    case Kind::Enumerator:
      return value.text;
    case Kind::Reference:
      if (!value.path.empty())
        return {{"ref", graph.objects[value.object].name}, {"path", value.path.substr(1)}};
      return {{"ref", graph.objects[value.object].name}};
    case Kind::Static:
      return {{"static", value.text}};
    case Kind::Text:
      return value.text;
    case Kind::Sequence: {
      auto elements = nlohmann::ordered_json::array();
      for (const auto& [name, element] : value.parts) elements.push_back(json_of(graph, element));
      return elements;
    }
    case Kind::Record:
      return {{"fields", fields_of(graph, value.parts)}};
    case Kind::Left:
      return {{"left", value.type}};
  }
  return nullptr;
}

}  // namespace

std::string quoted_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
    if (is_plain)
      out += c;
    else
      out += fmt::format("\\{:03o}", static_cast<unsigned>(c) & 0xFFU);
  }
  return out + "\"";
}

std::string text_of(const ObjectGraph& graph, const GraphValue& value) {
  switch (value.kind) {
    case Kind::Null:
      return "null";
    case Kind::Absent:
      return "nullopt";
    case Kind::Number:
      return std::to_string(value.number);
    case Kind::Bool:
      return value.number != 0 ? "true" : "false";
    case Kind::Char:
      return character(value.number);
    case Kind::Large:
    case Kind::Real:
    case Kind::Enumerator:
      return value.text;
    case Kind::Reference:
      return (value.path.empty() ? "" : "&") + graph.objects[value.object].name + value.path;
    case Kind::Static:
      return value.text.starts_with('*') ? value.text.substr(1) : "&" + value.text;
    case Kind::Text:
      return quoted_text(value.text);
    case Kind::Sequence:
      return fmt::format("[{}]", parts_text(graph, value.parts, false));
    case Kind::Record:
      return fmt::format("{{{}}}", parts_text(graph, value.parts, true));
    case Kind::Left:
      return "(default value)";
  }
  return "";
}

std::vector<ObjectState> states_of(const ObjectGraph& graph) {
  std::vector<ObjectState> states;
  for (const GraphObject& object : graph.objects) {
    ObjectState& state = states.emplace_back(ObjectState{object.name, object.class_name});
    for (const auto& [name, value] : object.fields) state.fields.emplace_back(name, text_of(graph, value));
  }
  return states;
}

std::string render_text(const ObjectGraph& graph) {
  std::string out;
  for (const ObjectState& state : states_of(graph)) out += to_string(state) + "\n";
  return out;
}

nlohmann::ordered_json render_json(const ObjectGraph& graph) {
  nlohmann::ordered_json objects = nlohmann::ordered_json::object();
  for (const GraphObject& object : graph.objects) {
    objects[object.name] = {{"class", object.class_name}, {"fields", fields_of(graph, object.fields)}};
  }
  return {{"root", graph.objects.empty() ? "" : graph.objects[0].name}, {"objects", std::move(objects)}};
}

}  // namespace fretsaw::space
