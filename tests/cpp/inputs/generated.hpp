// SPDX-License-Identifier: MIT
// All objects of a class, as texts in which isomorphic ones are the same.
#pragma once

#include <fmt/format.h>

#include <set>

#include "cpp/contract/fixture.hpp"
#include "cpp/inputs/generate.hpp"
#include "support/bounds.hpp"

namespace fretsaw::inputs {

// Objects by their place in the walk, not by their names.
inline void write(const space::GraphValue& value, std::string& out) {
  out += fmt::format("({} {} {} {}", static_cast<int>(value.kind), value.number, value.text,
                     value.kind == space::GraphValue::Kind::Reference ? value.object : 0);
  for (const auto& [name, part] : value.parts) {
    out += name;
    write(part, out);
  }
  out += ")";
}

inline std::string text_of(const space::ObjectGraph& graph) {
  std::string out;
  for (const space::GraphObject& object : graph.objects) {
    out += object.class_name;
    for (const auto& [name, value] : object.fields) {
      out += name;
      write(value, out);
    }
  }
  return out;
}

struct Generated {
  std::set<std::string> objects;
  std::size_t given = 0;
  search::SearchTotals totals;
};

inline Result<Generated> generated(const contract::HeaderFile& header, const std::string& class_name,
                                   const std::optional<std::string>& predicate, int size,
                                   const std::vector<std::string>& values = {},
                                   const std::vector<std::string>& objects = {}) {
  GenerateRequest request;
  request.code.header = header.path();
  request.class_name = class_name;
  request.predicate = predicate;
  request.bounds.size = size;
  request.bounds.values = values_of(values);
  request.bounds.objects = objects_of(objects);
  request.use_cache = false;
  Generated result;
  std::optional<space::CandidateReader> reader;
  search::SearchListener listener;
  listener.started = [&](const space::CandidateReader& read) {
    reader = read;
    return Status(Success{});
  };
  listener.structure = [&](std::uint64_t, std::span<const std::uint32_t> candidate) {
    ++result.given;
    result.objects.insert(text_of(reader->graph(candidate)));
    return true;
  };
  listener.progress = [](const search::SearchProgress&) {};
  auto totals = generate(request, listener);
  if (!totals) return totals.error();
  result.totals = *totals;
  return result;
}

}  // namespace fretsaw::inputs
