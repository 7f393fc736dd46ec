// SPDX-License-Identifier: MIT
// The description comes from another process, which the user's code may have damaged: all of it is checked
// when it is read, and nothing afterwards.
#include "cpp/space/object_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cpp/space/child/names.hpp"

namespace fretsaw::space {

namespace {

using Json = nlohmann::json;

struct Nonsense {};

void require(bool condition) {
  if (!condition) throw Nonsense();
}

}  // namespace

// See child/describe.hpp.
struct CandidateReader::Description {
  struct Part {
    enum class Kind { Variable, Array, Vector, Optional, Record, Buffer, Container, Key, Left };
    Kind kind = Kind::Left;
    std::string name;
    std::string type;
    std::size_t variable = 0;  // Variable: of the value; Vector, Optional: of the length
    std::size_t length = 0;    // Buffer: the variable of the length
    bool has_variable = false;
    std::size_t offset = 0;
    bool is_const = false;
    GraphValue key;  // Key
    std::vector<Part> parts;
  };
  struct Object {
    std::string name;
    std::string class_name;
    bool is_constructible = true;
    std::vector<Part> parts;
  };
  // A length is a Sequence without parts.
  struct Choosable {
    GraphValue value;
    std::int64_t length = 0;
  };

  std::vector<Object> objects;
  std::vector<std::vector<Choosable>> domains;
  std::vector<std::size_t> variables;  // the domain of each
  std::string predicate;

  const std::vector<Choosable>& domain(std::size_t variable) const { return domains[variables[variable]]; }
};

namespace {

using Description = CandidateReader::Description;
using PartKind = Description::Part::Kind;

class DescriptionReader {
 public:
  Description read(const Json& json) {
    require(json.is_object() && json.at("objects").is_array() && !json.at("objects").empty());
    object_count_ = json.at("objects").size();
    for (const Json& domain : json.at("domains")) {
      require(domain.is_array() && !domain.empty());
      auto& values = out_.domains.emplace_back();
      for (const Json& value : domain) values.push_back(choosable(value));
      leaves_unread_ = values.back().value.kind == GraphValue::Kind::Left;
    }
    for (const Json& variable : json.at("variables")) {
      out_.variables.push_back(index(variable, out_.domains.size()));
    }
    for (const Json& object : json.at("objects")) {
      require(object.is_object());
      out_.objects.push_back({object.at("name").get<std::string>(), object.at("class").get<std::string>(),
                              object.at("constructible").get<bool>(), parts(object.at("parts"))});
    }
    out_.predicate = json.value("predicate", "");
    return std::move(out_);
  }

 private:
  static std::size_t index(const Json& json, std::size_t end) {
    require(json.is_number_integer() && json.get<std::int64_t>() >= 0 && json.get<std::uint64_t>() < end);
    return json.get<std::size_t>();
  }

  GraphValue key(const Json& json) const {
    GraphValue value;
    if (!json.is_string()) return choosable(json).value;
    value.kind = GraphValue::Kind::Text;
    value.text = json.get<std::string>();
    return value;
  }

  Description::Choosable choosable(const Json& json) const {
    Description::Choosable out;
    GraphValue& value = out.value;
    if (json.is_null()) return out;
    if (json.is_boolean()) {
      value.kind = GraphValue::Kind::Bool;
      value.number = json.get<bool>() ? 1 : 0;
    } else if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) {
      value.kind = GraphValue::Kind::Large;
      value.text = std::to_string(json.get<std::uint64_t>());
    } else if (json.is_number_integer()) {
      value.kind = GraphValue::Kind::Number;
      value.number = json.get<std::int64_t>();
      out.length = value.number;
    } else if (require(json.is_object()); json.contains("into")) {
      value.kind = GraphValue::Kind::Reference;
      value.object = index(json["into"], object_count_);
      value.path = json.at("path").get<std::string>();
    } else if (require(json.size() == 1); json.contains("static")) {
      value.kind = GraphValue::Kind::Static;
      value.text = json["static"].get<std::string>();
    } else if (json.contains("left")) {
      value.kind = GraphValue::Kind::Left;
    } else if (json.contains("ref")) {
      value.kind = GraphValue::Kind::Reference;
      value.object = index(json["ref"], object_count_);
    } else if (json.contains("char")) {
      value.kind = GraphValue::Kind::Char;
      value.number = json["char"].get<std::int64_t>();
    } else if (json.contains("length")) {
      value.kind = GraphValue::Kind::Sequence;
      out.length = json["length"].get<std::int64_t>();
    } else {
      value.kind = json.contains("enum") ? GraphValue::Kind::Enumerator : GraphValue::Kind::Real;
      value.text = json.at(json.contains("enum") ? "enum" : "real").get<std::string>();
    }
    return out;
  }

  std::vector<Description::Part> parts(const Json& list) const {
    require(list.is_array());
    std::vector<Description::Part> out;
    for (const Json& json : list) out.push_back(part(json));
    return out;
  }

  Description::Part part(const Json& json) const {
    static const std::map<std::string, PartKind> kKinds = {
        {"variable", PartKind::Variable},   {"array", PartKind::Array},   {"vector", PartKind::Vector},
        {"optional", PartKind::Optional},   {"record", PartKind::Record}, {"buffer", PartKind::Buffer},
        {"container", PartKind::Container}, {"key", PartKind::Key},       {"left", PartKind::Left}};
    require(json.is_object());
    const auto kind = kKinds.find(json.at("kind").get<std::string>());
    require(kind != kKinds.end());
    Description::Part out;
    out.kind = kind->second;
    out.name = json.at("name").get<std::string>();
    out.type = json.at("type").get<std::string>();
    out.offset = json.at("offset").get<std::size_t>();
    out.is_const = json.value("const", false);
    out.parts = parts(json.at("parts"));
    out.has_variable = json.at("variable") != -1;
    if (out.has_variable) out.variable = index(json.at("variable"), out_.variables.size());
    if (out.kind == PartKind::Buffer) out.length = index(json.at("length"), out_.variables.size());
    const bool needs_variable = out.kind == PartKind::Variable || out.kind == PartKind::Vector ||
                                out.kind == PartKind::Optional || out.kind == PartKind::Container;
    if (out.kind == PartKind::Key) out.key = key(json.at("key"));
    if (out.kind == PartKind::Container && out.has_variable)
      require(out_.domain(out.variable).size() - (leaves_unread_ ? 1 : 0) == out.parts.size());
    require(out.has_variable || !needs_variable);
    if (out.kind == PartKind::Vector || out.kind == PartKind::Optional) {
      for (const auto& value : out_.domain(out.variable))
        require(value.value.kind == GraphValue::Kind::Left ||
                (value.length >= 0 && static_cast<std::size_t>(value.length) <= out.parts.size()));
    }
    return out;
  }

  std::size_t object_count_ = 0;
  bool leaves_unread_ = false;
  Description out_;
};

// Walks the description of one candidate.
class Walk {
 public:
  Walk(const Description& description, std::span<const std::uint32_t> candidate)
      : description_(description), candidate_(candidate) {}

  ObjectGraph run() {
    visit(0);
    return std::move(graph_);
  }

 private:
  std::size_t visit(std::size_t object) {
    const auto [place, fresh] = number_.emplace(object, graph_.objects.size());
    if (!fresh) return place->second;
    const std::size_t number = place->second;
    const Description::Object& described = description_.objects[object];
    graph_.objects.push_back({described.name, described.class_name, described.is_constructible, {}});
    auto fields = parts(described.parts, described.parts.size());
    graph_.objects[number].fields = std::move(fields);
    return number;
  }

  std::vector<std::pair<std::string, GraphValue>> parts(const std::vector<Description::Part>& list,
                                                        std::size_t count) {
    std::vector<std::pair<std::string, GraphValue>> out;
    for (std::size_t i = 0; i < count && i < list.size(); ++i) out.emplace_back(list[i].name, part(list[i]));
    return out;
  }

  const Description::Choosable& chosen(std::size_t variable) const {
    return description_.domain(variable)[candidate_[variable]];
  }

  // It was never read, and keeps what it was constructed with.
  bool is_left(const Description::Part& described) const {
    const auto left = [&](std::size_t variable) {
      return chosen(variable).value.kind == GraphValue::Kind::Left;
    };
    return (described.has_variable && left(described.variable)) ||
           (described.kind == PartKind::Buffer && left(described.length));
  }

  GraphValue part(const Description::Part& described) {
    GraphValue value;
    if (is_left(described)) {
      value.kind = GraphValue::Kind::Left;
      value.type = described.type;
      return value;
    }
    switch (described.kind) {
      case PartKind::Variable:
        value = chosen(described.variable).value;
        if (value.kind == GraphValue::Kind::Reference) value.object = visit(value.object);
        break;
      case PartKind::Optional:
        if (chosen(described.variable).length == 0) {
          value.kind = GraphValue::Kind::Absent;
          value.type = described.type;
        } else {
          value = part(described.parts[0]);
        }
        value.is_optional = true;
        break;
      case PartKind::Buffer:
        fill_buffer(described, value);
        break;
      case PartKind::Container:
        fill_container(described, value);
        break;
      case PartKind::Key:
        value = described.key;
        break;
      case PartKind::Left:
        value.kind = GraphValue::Kind::Left;
        break;
      case PartKind::Record:
        value.kind = GraphValue::Kind::Record;
        value.parts = parts(described.parts, described.parts.size());
        break;
      case PartKind::Array:
      case PartKind::Vector:
        value.kind = GraphValue::Kind::Sequence;
        value.parts =
            parts(described.parts, described.kind == PartKind::Array
                                       ? described.parts.size()
                                       : static_cast<std::size_t>(chosen(described.variable).length));
        break;
    }
    if (!value.is_optional) value.type = described.type;
    value.is_const = described.is_const;
    value.offset = described.offset;
    return value;
  }

  void fill_container(const Description::Part& described, GraphValue& value) {
    const Description::Part& form = described.parts[candidate_[described.variable]];
    value.kind = GraphValue::Kind::Sequence;
    value.parts = parts(form.parts, form.parts.size());
    // What is one of several things is told by the name of the one that it is.
    if (value.parts.size() == 1 && !value.parts[0].first.empty()) value.kind = GraphValue::Kind::Record;
    if (!described.type.starts_with("std::basic_string<")) return;
    value.kind = GraphValue::Kind::Text;
    for (const auto& [name, character] : value.parts) value.text += static_cast<char>(character.number);
    value.parts.clear();
  }

  // The length is a choice of its own, or the number in a field.
  void fill_buffer(const Description::Part& described, GraphValue& value) {
    const Description::Choosable& length = chosen(described.length);
    if (length.value.kind == GraphValue::Kind::Null) return;
    value.kind = GraphValue::Kind::Sequence;
    value.parts = parts(described.parts, static_cast<std::size_t>(std::max<std::int64_t>(length.length, 0)));
  }

  const Description& description_;
  std::span<const std::uint32_t> candidate_;
  std::map<std::size_t, std::size_t> number_;
  ObjectGraph graph_;
};

bool find_path(const std::vector<Description::Part>& parts, std::size_t variable, std::string& path) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t length = path.size();
    path += parts[i].name.empty() ? fmt::format("[{}]", i) : fmt::format(".{}", parts[i].name);
    if (parts[i].has_variable && parts[i].variable == variable) return true;
    if (find_path(parts[i].parts, variable, path)) return true;
    path.resize(length);
  }
  return false;
}

}  // namespace

Result<CandidateReader> CandidateReader::read(const std::string& text) {
  try {
    CandidateReader reader;
    reader.description_ = std::make_shared<const Description>(DescriptionReader().read(Json::parse(text)));
    return reader;
  } catch (const Json::exception&) {
    // as below
  } catch (const Nonsense&) {
    // as below
  }
  return input_error("the program under search describes its objects in a way that cannot be read");
}

std::size_t CandidateReader::variables() const { return description_->variables.size(); }

bool CandidateReader::is_candidate(std::span<const std::uint32_t> candidate) const {
  if (candidate.size() != variables()) return false;
  for (std::size_t variable = 0; variable < candidate.size(); ++variable) {
    if (candidate[variable] >= description_->domain(variable).size()) return false;
  }
  return true;
}

double CandidateReader::log2_of_state_space() const {
  double sum = 0;
  for (std::size_t variable = 0; variable < variables(); ++variable)
    sum += std::log2(static_cast<double>(description_->domain(variable).size()));
  return sum;
}

ObjectGraph CandidateReader::graph(std::span<const std::uint32_t> candidate) const {
  ObjectGraph graph = Walk(*description_, candidate).run();
  graph.predicate = description_->predicate;
  return graph;
}

const std::string& CandidateReader::class_name() const { return description_->objects.front().class_name; }

bool CandidateReader::may_refer_to(const std::string& variable) const {
  for (const auto& domain : description_->domains) {
    for (const Description::Choosable& choice : domain) {
      if (choice.value.kind == GraphValue::Kind::Static && names_class(variable, choice.value.text))
        return true;
    }
  }
  return false;
}

std::string CandidateReader::values_text(std::size_t variable) const {
  std::vector<std::string> texts;
  for (const Description::Choosable& choice : description_->domain(variable)) {
    const GraphValue& value = choice.value;
    switch (value.kind) {
      case GraphValue::Kind::Reference:
        texts.push_back((value.path.empty() ? "" : "&") + description_->objects[value.object].name +
                        value.path);
        break;
      case GraphValue::Kind::Sequence:
        texts.push_back(fmt::format("of length {}", choice.length));
        break;
      case GraphValue::Kind::Null:
        texts.emplace_back("null");
        break;
      case GraphValue::Kind::Static:
        texts.push_back(value.text.starts_with('*') ? value.text.substr(1) : "&" + value.text);
        break;
      case GraphValue::Kind::Number:
        texts.push_back(std::to_string(value.number));
        break;
      case GraphValue::Kind::Bool:
        texts.emplace_back(value.number != 0 ? "true" : "false");
        break;
      case GraphValue::Kind::Char:
        texts.push_back(fmt::format("character {}", value.number));
        break;
      case GraphValue::Kind::Left:
        break;
      default:
        texts.push_back(value.text);
    }
  }
  constexpr std::size_t kMost = 8;
  if (texts.size() > kMost) return fmt::format("{}, {}, ... {}", texts[0], texts[1], texts.back());
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ") + texts[i];
  return out;
}

std::string CandidateReader::field_name(std::size_t variable) const {
  for (const Description::Object& object : description_->objects) {
    std::string path;
    if (!find_path(object.parts, variable, path)) continue;
    std::string name = object.class_name + "::";
    int depth = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
      depth += path[i] == '[' ? 1 : 0;
      if (depth == 0) name += path[i];
      depth -= path[i] == ']' ? 1 : 0;
    }
    return name;
  }
  return "a field";
}

std::string CandidateReader::variable_name(std::size_t variable) const {
  for (const Description::Object& object : description_->objects) {
    std::string path = object.name;
    if (find_path(object.parts, variable, path)) return path;
  }
  return "a field";
}

}  // namespace fretsaw::space
