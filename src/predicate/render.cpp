// SPDX-License-Identifier: MIT
#include "predicate/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

namespace fretsaw {

namespace {

using Kind = GraphValue::Kind;
using Parts = std::vector<std::pair<std::string, GraphValue>>;

std::string character(std::int64_t code) {
  if (code >= ' ' && code < 127 && code != '\'' && code != '\\')
    return fmt::format("'{}'", static_cast<char>(code));
  return fmt::format("'\\x{:02x}'", static_cast<unsigned>(code) & 0xFFU);
}

std::string text_of(const ObjectGraph& graph, const GraphValue& value);

std::string text_of(const ObjectGraph& graph, const Parts& parts, bool named) {
  std::string out;
  for (const auto& [name, value] : parts) {
    out += out.empty() ? "" : ", ";
    out += named ? fmt::format("{} = {}", name, text_of(graph, value)) : text_of(graph, value);
  }
  return out;
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
    case Kind::Real:
    case Kind::Enumerator:
      return value.text;
    case Kind::Reference:
      return graph.objects[value.object].name;
    case Kind::Sequence:
      return fmt::format("[{}]", text_of(graph, value.parts, false));
    case Kind::Record:
      return fmt::format("{{{}}}", text_of(graph, value.parts, true));
    case Kind::Left:
      return "(as constructed)";
  }
  return "";
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
      return {{"ref", graph.objects[value.object].name}};
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

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '{' || c == '}' || c == '|' || c == '<' || c == '>') out += '\\';
    out += c;
  }
  return out;
}

// References become edges, everything else is written into the node.
void dot_parts(const ObjectGraph& graph, const Parts& parts, const std::string& prefix, std::size_t from,
               std::string& label, std::string& edges) {
  std::size_t index = 0;
  for (const auto& [name, value] : parts) {
    const std::string path = name.empty()     ? fmt::format("{}[{}]", prefix, index)
                             : prefix.empty() ? name
                                              : prefix + "." + name;
    ++index;
    if (value.kind == Kind::Reference) {
      edges += fmt::format("  n{} -> n{} [label=\"{}\"];\n", from, value.object, escaped(path));
    } else if (value.kind == Kind::Sequence || value.kind == Kind::Record) {
      dot_parts(graph, value.parts, path, from, label, edges);
    } else if (value.kind != Kind::Null) {
      label += fmt::format("|{} = {}", escaped(path), escaped(text_of(graph, value)));
    }
  }
}

std::string variable(const std::string& object_name) {
  std::string out;
  for (const char c : object_name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

class CppWriter {
 public:
  explicit CppWriter(const ObjectGraph& graph) : graph_(graph) {}

  std::string write() {
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      const GraphObject& object = graph_.objects[i];
      out_ += i == 0 ? fmt::format("{} {};\n", object.class_name, variable(object.name))
                     : fmt::format("auto* const {} = new {}();\n", variable(object.name), object.class_name);
    }
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      const GraphObject& object = graph_.objects[i];
      assign(object.fields, variable(object.name) + (i == 0 ? "." : "->"));
    }
    return out_;
  }

 private:
  void assign(const Parts& parts, const std::string& prefix) {
    for (const auto& [name, value] : parts) assign(prefix + name, value);
  }

  void assign(const std::string& place, const GraphValue& value) {
    switch (value.kind) {
      case Kind::Left:
        return;
      case Kind::Record:
        return assign(value.parts, place + ".");
      case Kind::Sequence:
        if (value.type.starts_with("std::vector"))
          out_ += fmt::format("{}.resize({});\n", place, value.parts.size());
        for (std::size_t i = 0; i < value.parts.size(); ++i)
          assign(fmt::format("{}[{}]", place, i), value.parts[i].second);
        return;
      case Kind::Reference:
        if (value.type.starts_with("std::unique_ptr")) {
          out_ += fmt::format("{}.reset({});\n", place, address(value));
          return;
        }
        if (value.type.starts_with("std::shared_ptr")) return share(place, value);
        break;
      default:
        break;
    }
    out_ += fmt::format("{} = {};\n", place, expression(value));
  }

  // The first std::shared_ptr to an object owns it, the others share it.
  void share(const std::string& place, const GraphValue& value) {
    std::string& owner = owners_[value.object];
    if (owner.empty()) {
      owner = place;
      out_ += fmt::format("{}.reset({});\n", place, address(value));
    } else {
      out_ += fmt::format("{} = {};\n", place, owner);
    }
  }

  std::string address(const GraphValue& value) const {
    return fmt::format("{}{}", value.object == 0 ? "&" : "", variable(graph_.objects[value.object].name));
  }

  std::string expression(const GraphValue& value) const {
    switch (value.kind) {
      case Kind::Null:
        return "nullptr";
      case Kind::Absent:
        return "std::nullopt";
      case Kind::Reference:
        return address(value);
      case Kind::Enumerator: {
        const bool is_number = value.text.find_first_not_of("-0123456789") == std::string::npos;
        return is_number ? fmt::format("static_cast<{}>({})", value.type, value.text)
                         : fmt::format("{}::{}", value.type, value.text);
      }
      default:
        return text_of(graph_, value);
    }
  }

  const ObjectGraph& graph_;
  std::map<std::size_t, std::string> owners_;
  std::string out_;
};

}  // namespace

std::string render_text(const ObjectGraph& graph) {
  std::string out;
  for (const GraphObject& object : graph.objects) {
    out +=
        fmt::format("{} = {} {{{}}}\n", object.name, object.class_name, text_of(graph, object.fields, true));
  }
  return out;
}

nlohmann::ordered_json render_json(const ObjectGraph& graph) {
  nlohmann::ordered_json objects = nlohmann::ordered_json::object();
  for (const GraphObject& object : graph.objects) {
    objects[object.name] = {{"class", object.class_name}, {"fields", fields_of(graph, object.fields)}};
  }
  return {{"root", graph.objects.empty() ? "" : graph.objects[0].name}, {"objects", std::move(objects)}};
}

std::string render_dot(const ObjectGraph& graph, const std::string& name) {
  std::string out = fmt::format(
      "digraph \"{}\" {{\n  node [shape=record, fontname=\"sans-serif\"];\n  edge "
      "[fontname=\"sans-serif\"];\n",
      name);
  std::string edges;
  for (std::size_t i = 0; i < graph.objects.size(); ++i) {
    std::string label = escaped(graph.objects[i].name);
    dot_parts(graph, graph.objects[i].fields, "", i, label, edges);
    out += fmt::format("  n{} [label=\"{{{}}}\"];\n", i, label);
  }
  return out + edges + "}\n";
}

std::string render_cpp(const ObjectGraph& graph) {
  return "// Members are named directly: where they are private, compile with -fno-access-control or make "
         "this a friend.\n" +
         CppWriter(graph).write();
}

}  // namespace fretsaw
