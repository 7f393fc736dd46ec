// SPDX-License-Identifier: MIT
// The naming system of examples/ins by itself: what is looked up correctly is what the definition says, on
// random services.
#include <gtest/gtest.h>

#include <random>

#include "../ins/name_tree.hpp"

namespace ins {
namespace {

// Attributes of one level have different names, as in descriptions of services.
NameSpecifier random_name(std::mt19937& random, int depth, bool may_have_stars) {
  NameSpecifier name;
  for (const char* const attribute : {"a", "b"}) {
    if (random() % 3 == 0) continue;
    if (may_have_stars && random() % 3 == 0) {
      name.pairs.push_back({attribute, "*", {}});
      continue;
    }
    NameSpecifier below = depth > 0 ? random_name(random, depth - 1, may_have_stars) : NameSpecifier();
    name.pairs.push_back({attribute, random() % 2 == 0 ? "v" : "w", std::move(below)});
  }
  return name;
}

// The definition: each pair of the query is there, with its value or any, and what is below it likewise.
bool conforms(const NameSpecifier& name, const NameSpecifier& query) {
  for (const NameSpecifier::Pair& asked : query.pairs) {
    bool is_there = false;
    for (const NameSpecifier::Pair& pair : name.pairs) {
      const bool fits =
          pair.attribute == asked.attribute && (asked.is_wildcard() || pair.value == asked.value);
      is_there = is_there || (fits && conforms(pair.below, asked.below));
    }
    if (!is_there) return false;
  }
  return true;
}

std::string text_of(const NameSpecifier& name) {
  std::string out;
  for (const NameSpecifier::Pair& pair : name.pairs)
    out += "[" + pair.attribute + "=" + pair.value + text_of(pair.below) + "]";
  return out;
}

TEST(Naming, CorrectedLookupGivesJustTheServicesThatConform) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    NameTree database;
    std::map<std::string, NameSpecifier> services;
    for (const char* const record : {"R0", "R1", "R2"}) {
      NameSpecifier name = random_name(random, 2, false);
      if (name.pairs.empty()) continue;
      database.add(name, record);
      services.emplace(record, std::move(name));
    }
    const NameSpecifier query = random_name(random, 2, true);
    Records conforming;
    for (const auto& [record, name] : services) {
      if (conforms(name, query)) conforming.insert(record);
      EXPECT_EQ(text_of(database.get_name(record)), text_of(name));
    }
    EXPECT_EQ(database.corrected_lookup(query), conforming) << text_of(query);
  }
}

NameSpecifier pair(const std::string& attribute, const std::string& value, NameSpecifier below = {}) {
  return {{{attribute, value, std::move(below)}}};
}

// The counterexamples of docs/naming.md, without a model.
TEST(Naming, TheFlawsOfTheOriginalLookup) {
  NameTree database;
  database.add(pair("building", "NE-43"), "R0");
  NameSpecifier query = pair("service", "camera");
  EXPECT_EQ(database.lookup(query), Records());
  query.pairs.push_back({"building", "*", {}});
  EXPECT_EQ(database.lookup(query), Records({"R0"}));

  NameTree alone;
  alone.add(pair("a", "v"), "R0");
  EXPECT_EQ(alone.lookup(pair("a", "v", pair("b", "w"))), Records({"R0"}));
  EXPECT_EQ(alone.corrected_lookup(pair("a", "v", pair("b", "w"))), Records());
}

}  // namespace
}  // namespace ins
