// SPDX-License-Identifier: MIT
#include "predicate/object_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fretsaw {

namespace {

using Json = nlohmann::json;

// Walks the description of one candidate.
class Walk {
 public:
  Walk(const Json& objects, const Json& domains, const std::vector<std::size_t>& domain_of_slot,
       std::span<const std::uint32_t> candidate)
      : objects_(objects), domains_(domains), domain_of_slot_(domain_of_slot), candidate_(candidate) {}

  ObjectGraph run() {
    visit(0);
    return std::move(graph_);
  }

 private:
  std::size_t visit(std::size_t object) {
    const auto [place, fresh] = number_.emplace(object, graph_.objects.size());
    if (!fresh) return place->second;
    const std::size_t number = place->second;
    const Json& description = objects_[object];
    graph_.objects.push_back(
        {description["name"], description["class"], description.value("constructible", true), {}});
    auto fields = parts(description["parts"], description["parts"].size());
    graph_.objects[number].fields = std::move(fields);
    return number;
  }

  std::vector<std::pair<std::string, GraphValue>> parts(const Json& list, std::size_t count) {
    std::vector<std::pair<std::string, GraphValue>> out;
    for (std::size_t i = 0; i < count && i < list.size(); ++i)
      out.emplace_back(list[i]["name"], part(list[i]));
    return out;
  }

  const Json& chosen(const Json& part, const char* slot_key = "slot") const {
    const std::size_t slot = part[slot_key];
    return domains_[domain_of_slot_[slot]][candidate_[slot]];
  }

  GraphValue part(const Json& description) {
    const std::string kind = description["kind"];
    GraphValue value;
    if (kind == "slot") {
      value = scalar(chosen(description));
    } else if (kind == "optional") {
      const std::size_t length = chosen(description)["length"];
      if (length == 0) {
        value.kind = GraphValue::Kind::Absent;
        value.type = description["type"];
      } else {
        value = part(description["parts"][0]);
      }
      value.is_optional = true;
    } else if (kind == "buffer") {
      buffer(description, value);
    } else if (kind == "left") {
      value.kind = GraphValue::Kind::Left;
    } else {
      value.kind = kind == "record" ? GraphValue::Kind::Record : GraphValue::Kind::Sequence;
      const std::size_t count =
          kind == "vector" ? chosen(description)["length"].get<std::size_t>() : description["parts"].size();
      value.parts = parts(description["parts"], count);
    }
    if (!value.is_optional) value.type = description["type"];
    value.is_const = description.value("const", false);
    value.offset = description["offset"];
    return value;
  }

  // The length is a choice of its own, or the number in a field.
  void buffer(const Json& description, GraphValue& value) {
    const Json& length = chosen(description, "length");
    if (length.is_null()) return;
    value.kind = GraphValue::Kind::Sequence;
    const std::int64_t count =
        length.is_number() ? length.get<std::int64_t>() : length["length"].get<std::int64_t>();
    value.parts = parts(description["parts"], static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  }

  GraphValue scalar(const Json& json) {
    GraphValue value;
    if (json.is_null()) return value;
    if (json.is_boolean()) {
      value.kind = GraphValue::Kind::Bool;
      value.number = json.get<bool>() ? 1 : 0;
    } else if (json.is_number()) {
      value.kind = GraphValue::Kind::Number;
      value.number = json.get<std::int64_t>();
    } else if (json.contains("ref")) {
      value.kind = GraphValue::Kind::Reference;
      value.object = visit(json["ref"].get<std::size_t>());
    } else if (json.contains("char")) {
      value.kind = GraphValue::Kind::Char;
      value.number = json["char"].get<std::int64_t>();
    } else {
      value.kind = json.contains("enum") ? GraphValue::Kind::Enumerator : GraphValue::Kind::Real;
      value.text = json.contains("enum") ? json["enum"] : json["real"];
    }
    return value;
  }

  const Json& objects_;
  const Json& domains_;
  const std::vector<std::size_t>& domain_of_slot_;
  std::span<const std::uint32_t> candidate_;
  std::map<std::size_t, std::size_t> number_;
  ObjectGraph graph_;
};

bool find_path(const Json& parts, std::size_t slot, std::string& path) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t length = path.size();
    const std::string name = parts[i]["name"];
    path += name.empty() ? fmt::format("[{}]", i) : fmt::format(".{}", name);
    if (parts[i]["slot"] == slot) return true;
    if (find_path(parts[i]["parts"], slot, path)) return true;
    path.resize(length);
  }
  return false;
}

}  // namespace

Result<CandidateReader> CandidateReader::read(const std::string& description) {
  Json json = Json::parse(description, nullptr, false);
  if (!json.is_object())
    return input_error("the program under search describes its objects in a way that cannot be read");
  CandidateReader reader;
  reader.objects_ = std::move(json["objects"]);
  reader.domains_ = std::move(json["domains"]);
  reader.domain_of_slot_ = json["slots"].get<std::vector<std::size_t>>();
  reader.predicate_ = json.value("predicate", "");
  return reader;
}

double CandidateReader::log2_of_state_space() const {
  double sum = 0;
  for (const std::size_t domain : domain_of_slot_)
    sum += std::log2(static_cast<double>(domains_[domain].size()));
  return sum;
}

ObjectGraph CandidateReader::graph(std::span<const std::uint32_t> candidate) const {
  ObjectGraph graph = Walk(objects_, domains_, domain_of_slot_, candidate).run();
  graph.predicate = predicate_;
  return graph;
}

std::string CandidateReader::slot_name(std::size_t slot) const {
  for (const Json& object : objects_) {
    std::string path = object["name"];
    if (find_path(object["parts"], slot, path)) return path;
  }
  return "a field";
}

}  // namespace fretsaw
