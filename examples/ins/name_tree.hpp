// SPDX-License-Identifier: MIT
// The database of a resolver in the Intentional Naming System (Adjie-Winoto et al., SOSP 1999), and how it
// finds services. The description of a service is a tree in which attributes and values alternate; the
// database is such a tree for all services, in which an attribute may have several values, and a value has
// the records of the services whose descriptions end there.
//
// `lookup` is the published algorithm, including its faults; `corrected_lookup` returns exactly the records
// whose names contain the query.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ins {

using Records = std::set<std::string>;

// A name or a query: attributes, each with one value, which may have attributes itself. The wildcard `*`
// matches any value.
struct NameSpecifier {
  struct Pair;
  std::vector<Pair> pairs;
};

struct NameSpecifier::Pair {
  std::string attribute;
  std::string value;
  NameSpecifier below;

  bool is_wildcard() const { return value == "*"; }
  bool is_leaf() const { return below.pairs.empty(); }
};

class NameTree {
 public:
  // Adds the attributes and values of the name; its leaves get the record.
  void add(const NameSpecifier& name, const std::string& record) {
    all_.insert(record);
    add(root_, name, record);
  }

  // The name under which the record was added, reconstructed from the tree.
  NameSpecifier get_name(const std::string& record) const { return name_of(root_, record); }

  const Records& records() const { return all_; }

  // The published algorithm. The set of all records is represented by a flag next to an empty list, as in the
  // published class; the list is returned.
  Records lookup(const NameSpecifier& query) const { return published(root_, query).value_or(Records()); }

  // Finds the services that have every attribute of the query at the same position, with the same value, or
  // with any value if that of the query is the wildcard.
  Records corrected_lookup(const NameSpecifier& query) const { return conforming(root_, query, all_); }

 private:
  struct Value {
    std::map<std::string, std::map<std::string, Value>> attributes;
    Records records;  // of names that end here
  };

  static void add(Value& value, const NameSpecifier& name, const std::string& record) {
    for (const NameSpecifier::Pair& pair : name.pairs) {
      Value& next = value.attributes[pair.attribute][pair.value];
      if (pair.is_leaf())
        next.records.insert(record);
      else
        add(next, pair.below, record);
    }
  }

  static bool mentions(const Value& value, const std::string& record) {
    return below(value).contains(record);
  }

  static NameSpecifier name_of(const Value& value, const std::string& record) {
    NameSpecifier name;
    for (const auto& [attribute, values] : value.attributes) {
      for (const auto& [text, next] : values) {
        if (mentions(next, record)) name.pairs.push_back({attribute, text, name_of(next, record)});
      }
    }
    return name;
  }

  // All records at a value or anywhere under it.
  static Records below(const Value& value) {
    Records found = value.records;
    for (const auto& [attribute, values] : value.attributes) {
      for (const auto& [text, next] : values) found.merge(below(next));
    }
    return found;
  }

  static void intersect(std::optional<Records>& found, const Records& with) {
    if (!found) {
      found = with;  // it was the set of all records
      return;
    }
    std::erase_if(*found, [&](const std::string& record) { return !with.contains(record); });
  }

  // std::nullopt is the set of all records, which each attribute then restricts.
  static std::optional<Records> published(const Value& value, const NameSpecifier& query) {
    std::optional<Records> found;
    for (const NameSpecifier::Pair& pair : query.pairs) {
      const auto attribute = value.attributes.find(pair.attribute);
      if (attribute == value.attributes.end()) continue;  // ignored: no service has it
      if (pair.is_wildcard()) {
        Records any;
        for (const auto& [text, next] : attribute->second)
          any.insert(next.records.begin(), next.records.end());
        intersect(found, any);
        continue;
      }
      const auto next = attribute->second.find(pair.value);
      if (next == attribute->second.end()) return Records();
      const bool is_end = next->second.attributes.empty() || pair.is_leaf();
      if (is_end) {
        intersect(found, next->second.records);
      } else if (const auto inner = published(next->second, pair.below)) {
        intersect(found, *inner);
      }
    }
    // Services whose names end here match any further attributes of the query.
    if (found) found->insert(value.records.begin(), value.records.end());
    return found;
  }

  static Records conforming(const Value& value, const NameSpecifier& query, Records found) {
    for (const NameSpecifier::Pair& pair : query.pairs) {
      const auto attribute = value.attributes.find(pair.attribute);
      if (attribute == value.attributes.end()) return {};
      Records matching;
      for (const auto& [text, next] : attribute->second) {
        if (!pair.is_wildcard() && text != pair.value) continue;
        matching.merge(conforming(next, pair.below, below(next)));
      }
      std::erase_if(found, [&](const std::string& record) { return !matching.contains(record); });
    }
    return found;
  }

  Value root_;
  Records all_;
};

}  // namespace ins
