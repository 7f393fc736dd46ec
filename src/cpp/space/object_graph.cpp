// SPDX-License-Identifier: MIT
#include "cpp/space/object_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "cpp/space/child/names.hpp"
#include "cpp/space/read_space.hpp"

namespace fretsaw::space {

struct CandidateReader::Description {
  std::shared_ptr<const Space> space;
  std::vector<std::string> class_names;  // by index
  std::vector<std::string> type_names;
  std::vector<std::vector<GraphValue>> domains;  // a length is a Sequence without parts

  const SpaceValue& value(std::size_t variable, std::uint32_t position) const {
    return space->domain(variable)[position];
  }
  const std::string& class_name(const SpaceObject& object) const {
    return class_names[static_cast<std::size_t>(object.class_index)];
  }
};

namespace {

using Description = CandidateReader::Description;
using PartKind = SpacePart::Kind;
using ValueKind = SpaceValue::Kind;

GraphValue::Kind kind_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Null:
      return GraphValue::Kind::Null;
    case ValueKind::Boolean:
      return GraphValue::Kind::Bool;
    case ValueKind::Number:
      return GraphValue::Kind::Number;
    case ValueKind::Large:
      return GraphValue::Kind::Large;
    case ValueKind::Character:
      return GraphValue::Kind::Char;
    case ValueKind::Real:
      return GraphValue::Kind::Real;
    case ValueKind::Enumerator:
      return GraphValue::Kind::Enumerator;
    case ValueKind::Reference:
      return GraphValue::Kind::Reference;
    case ValueKind::Static:
      return GraphValue::Kind::Static;
    case ValueKind::Length:
      return GraphValue::Kind::Sequence;
    case ValueKind::Text:
      return GraphValue::Kind::Text;
    case ValueKind::Left:
      return GraphValue::Kind::Left;
  }
  return GraphValue::Kind::Left;
}

GraphValue graph_value(const SpaceValue& value) {
  GraphValue out;
  out.kind = kind_of(value.kind);
  const bool has_number = value.kind == ValueKind::Boolean || value.kind == ValueKind::Number ||
                          value.kind == ValueKind::Character;
  if (has_number) out.number = value.number;
  out.text =
      value.kind == ValueKind::Large ? std::to_string(static_cast<std::uint64_t>(value.number)) : value.text;
  out.object = value.object;
  out.path = value.path;
  return out;
}

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
    const SpaceObject& described = description_.space->objects[object];
    graph_.objects.push_back(
        {described.name, description_.class_name(described), described.is_constructible, {}});
    auto fields = parts(described.parts, described.parts.size());
    graph_.objects[number].fields = std::move(fields);
    return number;
  }

  std::vector<std::pair<std::string, GraphValue>> parts(const std::vector<SpacePart>& list,
                                                        std::size_t count) {
    std::vector<std::pair<std::string, GraphValue>> out;
    for (std::size_t i = 0; i < count && i < list.size(); ++i) out.emplace_back(list[i].name, part(list[i]));
    return out;
  }

  const SpaceValue& chosen(std::int32_t variable) const {
    const auto index = static_cast<std::size_t>(variable);
    return description_.value(index, candidate_[index]);
  }

  // It was never read, and keeps what it was constructed with.
  bool is_left(const SpacePart& described) const {
    const auto left = [&](std::int32_t variable) {
      return variable >= 0 && chosen(variable).kind == ValueKind::Left;
    };
    return left(described.variable) || left(described.length);
  }

  const std::string& type_name(const SpacePart& described) const {
    return description_.type_names[static_cast<std::size_t>(described.type)];
  }

  GraphValue part(const SpacePart& described) {
    GraphValue value;
    if (is_left(described)) {
      value.kind = GraphValue::Kind::Left;
      value.type = type_name(described);
      return value;
    }
    switch (described.kind) {
      case PartKind::Slot: {
        const auto variable = static_cast<std::size_t>(described.variable);
        value = description_.domains[description_.space->variables[variable].domain][candidate_[variable]];
        if (value.kind == GraphValue::Kind::Reference) value.object = visit(value.object);
        break;
      }
      case PartKind::Optional:
        if (chosen(described.variable).number == 0) {
          value.kind = GraphValue::Kind::Absent;
          value.type = type_name(described);
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
        value = graph_value(described.key);
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
                                       : static_cast<std::size_t>(chosen(described.variable).number));
        break;
    }
    if (!value.is_optional) value.type = type_name(described);
    value.is_const = described.is_const;
    value.offset = described.offset;
    return value;
  }

  void fill_container(const SpacePart& described, GraphValue& value) {
    const SpacePart& form = described.parts[candidate_[static_cast<std::size_t>(described.variable)]];
    value.kind = GraphValue::Kind::Sequence;
    value.parts = parts(form.parts, form.parts.size());
    // What is one of several things is told by the name of the one that it is.
    if (value.parts.size() == 1 && !value.parts[0].first.empty()) value.kind = GraphValue::Kind::Record;
    if (!type_name(described).starts_with("std::basic_string<")) return;
    value.kind = GraphValue::Kind::Text;
    for (const auto& [name, character] : value.parts) value.text += static_cast<char>(character.number);
    value.parts.clear();
  }

  // The length is a choice of its own, or the number in a field.
  void fill_buffer(const SpacePart& described, GraphValue& value) {
    const SpaceValue& length = chosen(described.length);
    if (length.kind == ValueKind::Null) return;
    value.kind = GraphValue::Kind::Sequence;
    value.parts = parts(described.parts, static_cast<std::size_t>(std::max<std::int64_t>(length.number, 0)));
  }

  const Description& description_;
  std::span<const std::uint32_t> candidate_;
  std::map<std::size_t, std::size_t> number_;
  ObjectGraph graph_;
};

bool find_path(const std::vector<SpacePart>& parts, std::size_t variable, std::string& path) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t length = path.size();
    path += parts[i].name.empty() ? fmt::format("[{}]", i) : fmt::format(".{}", parts[i].name);
    if (std::cmp_equal(parts[i].variable, variable)) return true;
    if (find_path(parts[i].parts, variable, path)) return true;
    path.resize(length);
  }
  return false;
}

}  // namespace

CandidateReader::CandidateReader(Space space, const code::Classes& classes) {
  Description description;
  for (const code::ClassInfo& info : classes.classes) description.class_names.push_back(info.name);
  for (const code::TypeInfo& info : classes.types) description.type_names.push_back(info.name);
  for (const auto& domain : space.domains) {
    auto& values = description.domains.emplace_back();
    for (const SpaceValue& value : domain) values.push_back(graph_value(value));
  }
  description.space = std::make_shared<const Space>(std::move(space));
  description_ = std::make_shared<const Description>(std::move(description));
}

Result<CandidateReader> CandidateReader::read(std::string_view bytes, const code::Classes& classes) {
  auto space = read_space(bytes, classes);
  if (!space) return space.error();
  return CandidateReader(*std::move(space), classes);
}

const Space& CandidateReader::space() const { return *description_->space; }

std::size_t CandidateReader::variables() const { return space().variables.size(); }

bool CandidateReader::is_candidate(std::span<const std::uint32_t> candidate) const {
  return space::is_candidate(space(), candidate);
}

double CandidateReader::log2_of_state_space() const {
  double sum = 0;
  for (std::size_t variable = 0; variable < variables(); ++variable)
    sum += std::log2(static_cast<double>(space().domain(variable).size()));
  return sum;
}

ObjectGraph CandidateReader::graph(std::span<const std::uint32_t> candidate) const {
  ObjectGraph graph = Walk(*description_, candidate).run();
  graph.predicate = space().predicate;
  return graph;
}

const std::string& CandidateReader::class_name() const {
  return description_->class_name(space().objects.front());
}

bool CandidateReader::may_refer_to(const std::string& variable) const {
  for (const auto& domain : space().domains) {
    for (const SpaceValue& value : domain) {
      if (value.kind == ValueKind::Static && names_class(variable, value.text)) return true;
    }
  }
  return false;
}

std::string CandidateReader::values_text(std::size_t variable) const {
  std::vector<std::string> texts;
  for (const SpaceValue& value : space().domain(variable)) {
    switch (value.kind) {
      case ValueKind::Reference:
        texts.push_back((value.path.empty() ? "" : "&") + space().objects[value.object].name + value.path);
        break;
      case ValueKind::Length:
        texts.push_back(fmt::format("of length {}", value.number));
        break;
      case ValueKind::Null:
        texts.emplace_back("null");
        break;
      case ValueKind::Static:
        texts.push_back(value.text.starts_with('*') ? value.text.substr(1) : "&" + value.text);
        break;
      case ValueKind::Number:
        texts.push_back(std::to_string(value.number));
        break;
      case ValueKind::Large:
        texts.push_back(std::to_string(static_cast<std::uint64_t>(value.number)));
        break;
      case ValueKind::Boolean:
        texts.emplace_back(value.number != 0 ? "true" : "false");
        break;
      case ValueKind::Character:
        texts.push_back(fmt::format("character {}", value.number));
        break;
      case ValueKind::Left:
        break;
      default:
        texts.push_back(value.text);
    }
  }
  constexpr std::size_t kMaxShownValues = 8;
  if (texts.size() > kMaxShownValues) return fmt::format("{}, {}, ... {}", texts[0], texts[1], texts.back());
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ") + texts[i];
  return out;
}

std::string CandidateReader::field_name(std::size_t variable) const {
  for (const SpaceObject& object : space().objects) {
    std::string path;
    if (!find_path(object.parts, variable, path)) continue;
    std::string name = description_->class_name(object) + "::";
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
  for (const SpaceObject& object : space().objects) {
    std::string path = object.name;
    if (find_path(object.parts, variable, path)) return path;
  }
  return "a field";
}

}  // namespace fretsaw::space
