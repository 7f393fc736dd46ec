// SPDX-License-Identifier: MIT
#include "cpp/space/object_space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/json_edits.hpp"

namespace fretsaw::space {
namespace {

const auto kDescription = nlohmann::ordered_json::parse(R"({
  "objects": [
    {"name": "List$0", "class": "List", "constructible": true, "parts": [
      {"name": "head", "type": "Node*", "kind": "variable", "variable": 0, "offset": 0, "parts": []},
      {"name": "row", "type": "int*", "kind": "buffer", "variable": 2, "offset": 8, "length": 1, "parts": [
        {"name": "0", "type": "int", "kind": "variable", "variable": 1, "offset": 0, "parts": []}]},
      {"name": "set", "type": "set", "kind": "record", "variable": -1, "offset": 16, "parts": [
        {"name": "", "type": "int", "kind": "key", "variable": -1, "offset": 0, "key": 7, "parts": []}]}]},
    {"name": "Node$0", "class": "Node", "constructible": true, "parts": []}],
  "domains": [[null, {"ref": 1}, {"into": 0, "path": "row[0]"}, {"static": "ns::nil"}],
              [0, 1, true, {"char": 97}, {"enum": "Red"}, {"real": "1.5"}],
              [{"length": 0}, {"length": 1}, {"left": true}]],
  "variables": [0, 1, 2]})");

TEST(ObjectSpaceReader, TakesWhatProgramsSay) {
  const auto space = read_object_space(kDescription.dump(), 3);
  ASSERT_TRUE(space) << render(space.error());
  ASSERT_EQ(space->objects.size(), 2U);
  EXPECT_EQ(space->objects[0].class_index, 3);
  EXPECT_EQ(space->objects[0].parts[1].length, 1);
  EXPECT_EQ(space->domain(0)[1].kind, SpaceValue::Kind::Reference);
  EXPECT_EQ(space->domain(0)[2].text, R"({"into":0,"path":"row[0]"})");
  EXPECT_EQ(space->domain(1)[4].text, "Red");
}

// What is read can be followed: every index leads somewhere.
TEST(ObjectSpaceReader, BelievesNothingElse) {
  std::size_t refused = 0;
  test::for_each_edit(kDescription, [&](const test::JsonEdit& edit) {
    const auto space = read_object_space(edit.text);
    if (!space) {
      ++refused;
      EXPECT_THAT(space.error().message, testing::HasSubstr("cannot be read: ")) << edit.what;
      return;
    }
    for (const std::size_t domain : space->domain_of_slot) {
      ASSERT_LT(domain, space->domains.size()) << edit.what;
      ASSERT_FALSE(space->domains[domain].empty()) << edit.what;
    }
    for (const auto& domain : space->domains) {
      for (const SpaceValue& value : domain) {
        if (value.kind != SpaceValue::Kind::Reference) continue;
        EXPECT_GE(value.number, 0) << edit.what;
        EXPECT_LT(value.number, std::ssize(space->objects)) << edit.what;
      }
    }
    static_cast<void>(array_counters(*space, {}, {}));
  });
  EXPECT_GT(refused, 200U);
  for (const char* const text : {"", "null", "[]", "{", "\xff"})
    EXPECT_FALSE(read_object_space(text)) << text;
}

}  // namespace
}  // namespace fretsaw::space
