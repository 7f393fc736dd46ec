// SPDX-License-Identifier: MIT
#include "cpp/space/read_space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "cpp/space/candidate_heap.hpp"
#include "cpp/space/described_space.hpp"
#include "cpp/space/numbered_inputs.hpp"
#include "cpp/space/object_graph.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::space {
namespace {

// Everything that is made of a space: what it says is followed to its end.
void follow(const Space& space, const code::Classes& classes) {
  const CandidateReader reader(space, classes);
  CandidateHeap heap(space, classes.classes, classes.types);
  static_cast<void>(array_counters(space, classes));
  static_cast<void>(reader.log2_of_state_space());
  std::mt19937 random(7);
  for (int round = 0; round < 8; ++round) {
    std::vector<std::uint32_t> candidate;
    for (std::size_t v = 0; v < space.variables.size(); ++v)
      candidate.push_back(static_cast<std::uint32_t>(random() % space.domain(v).size()));
    ASSERT_TRUE(is_candidate(space, candidate));
    static_cast<void>(render_text(reader.graph(candidate)));
    static_cast<void>(heap.words(candidate));
  }
  for (std::size_t v = 0; v < space.variables.size(); ++v)
    static_cast<void>(reader.variable_name(v) + reader.field_name(v) + reader.values_text(v));
}

TEST(ReadSpace, AcceptsTheDescriptionsOfPrograms) {
  const code::Classes classes = described_classes();
  const auto space = read_space(bytes_of(described_space()), classes);
  ASSERT_TRUE(space) << render(space.error());
  EXPECT_EQ(bytes_of(*space), bytes_of(described_space()));
  const CandidateReader reader(*space, classes);
  std::vector<std::uint32_t> candidate;
  for (std::size_t v = 0; v < space->variables.size(); ++v) {
    const auto& domain = space->domain(v);
    const bool has_left = domain.back().kind == SpaceValue::Kind::Left;
    candidate.push_back(static_cast<std::uint32_t>(domain.size() - (has_left ? 2 : 1)));
  }
  EXPECT_EQ(
      render_text(reader.graph(candidate)),
      "List$0 = List {head = &List::nil, row = [7], size = 1, set = [7], items = [Blue, Blue], last = 7, "
      "pair = [7, 7], map = [{key = \"ab\", value = true}], node = {key = 7}, left = (default value), name = "
      "\"a\"}\n");
  EXPECT_EQ((array_counters(*space, classes)),
            (std::map<std::pair<std::string, std::string>, std::string>{{{"List", "row"}, "size"}}));
  follow(*space, classes);
}

TEST(ReadSpace, RefusesMalformedSpaces) {
  const code::Classes classes = described_classes();
  const auto bounds_error = [&](const std::function<void(Space&)>& change) {
    Space space = described_space();
    change(space);
    const auto read = read_space(bytes_of(space), classes);
    return read ? std::string() : read.error().message.substr(read.error().message.rfind(": ") + 2);
  };
  const auto list = [](Space& space) -> std::vector<SpacePart>& { return space.objects[0].parts; };
  EXPECT_EQ(bounds_error([](Space& s) { s.objects.pop_back(); }), "a variable is in no object");
  EXPECT_EQ(bounds_error([](Space& s) { s = {}; }), "no objects");
  EXPECT_EQ(bounds_error([](Space& s) { s.objects[1].class_index = 2; }), "an object has no class");
  EXPECT_EQ(bounds_error([](Space& s) { s.objects[1].class_index = 0; }),
            "an object has other fields than its class");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[0].clear(); }), "a domain is empty");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[0][1].object = 2; }), "a value points to no object");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[0][1].kind = SpaceValue::Kind(40); }),
            "a value has an unknown kind");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[0][1].condition.guard = 99; }),
            "a value depends on no variable");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[1][0].kind = SpaceValue::Kind::Real; }),
            "a length is not a number");
  EXPECT_EQ(
      bounds_error([](Space& s) { s.domains[0].insert(s.domains[0].begin(), {SpaceValue::Kind::Left}); }),
      "a value has no place in its domain");
  EXPECT_EQ(bounds_error([&](Space& s) {
              const auto variable = static_cast<std::size_t>(list(s)[6].parts[0].variable);
              s.domains[s.variables[variable].domain][0].kind = SpaceValue::Kind::Real;
            }),
            "a value of another type");
  EXPECT_EQ(bounds_error([](Space& s) { s.variables[3].domain = 99; }), "a variable has no domain");
  EXPECT_EQ(bounds_error([](Space& s) { s.variables[0].condition.guard = -2; }),
            "a variable depends on none");
  EXPECT_EQ(bounds_error([](Space& s) { s.variables[0].condition.guard = 0; }),
            "a variable depends on itself");
  EXPECT_EQ(bounds_error([](Space& s) {
              s.variables[0].condition.guard = 2;
              s.variables[1].condition.guard = 0;
            }),
            "a variable depends on itself");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[0].variable = -1; }), "a part has no variable");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[0].type = 99; }), "a part has another type");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[0].parts = list(s)[6].parts; }), "a value has parts");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[1].length = 99; }), "a part has no variable");
  EXPECT_EQ(bounds_error([](Space& s) { s.domains[1][1].number = 2; }), "an element is missing");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[3].parts.pop_back(); }),
            "a container is not one of its forms");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[3].parts[1].parts[0].kind = SpacePart::Kind::Left; }),
            "an element has no key");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[3].parts[1].parts[0].key.kind = SpaceValue::Kind::Text; }),
            "a key of another type");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[4].kind = SpacePart::Kind::Optional; }),
            "a part of another kind");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[5].parts.clear(); }), "an element is missing");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[6].parts.pop_back(); }), "an array of another length");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[7].parts[0].parts[0].parts.pop_back(); }),
            "an element is not a key and a value");
  EXPECT_EQ(bounds_error([&](Space& s) { list(s)[9].kind = SpacePart::Kind::Key; }),
            "a part has an unknown kind");
  EXPECT_EQ(bounds_error([](Space& s) { s.places.resize(1); }), "not every variable has a place");
  EXPECT_EQ(bounds_error([](Space& s) { s.places.resize(s.variables.size()); }), "a value has no words");
}

TEST(ReadSpace, IsNoMatchForBytesThatWereCutOrFlipped) {
  const code::Classes classes = described_classes();
  const std::string good = bytes_of(described_space());
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(read_space(good.substr(0, size), classes)) << size;
  EXPECT_FALSE(read_space(good + '\0', classes));
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char flip : {'\x01', '\x02', '\x80', '\xff'}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      const auto space = read_space(bad, classes);
      if (space)
        follow(*space, classes);
      else
        ++refused;
    }
  }
  EXPECT_GT(refused, good.size());
}

// Parts within parts, and lists that say how long they are and are not.
TEST(ReadSpace, TakesNoMoreMemoryThanThereAreBytes) {
  const code::Classes classes = described_classes();
  Space deep = described_space();
  SpacePart inner;
  for (int i = 0; i < 5000; ++i) {
    SpacePart outer;
    outer.parts.push_back(std::move(inner));
    inner = std::move(outer);
  }
  deep.objects[1].parts[0] = inner;
  EXPECT_FALSE(read_space(bytes_of(deep), classes));
  std::string huge(8, '\x7f');
  EXPECT_FALSE(read_space(huge, classes));
}

TEST(Numbered, GivesFreeVariablesTheNumbersOfInputs) {
  const code::Classes classes = described_classes();
  const Space space = described_space();
  std::vector<std::uint64_t> input(space.variables.size(), 0);
  input[0] = 1;  // leads to the node
  input.back() = static_cast<std::uint64_t>(-12);
  const std::vector<std::vector<std::uint64_t>> inputs = {input, input};
  const auto numbered = space::numbered(space, classes, inputs);
  ASSERT_TRUE(numbered) << render(numbered.error());
  EXPECT_EQ(numbered->candidates[0], numbered->candidates[1]);
  const auto graph = CandidateReader(numbered->space, classes).graph(numbered->candidates[0]);
  EXPECT_THAT(render_text(graph), testing::HasSubstr("Node$0 = Node {key = -12}"));
  std::vector<std::vector<std::uint64_t>> foreign = {input};
  foreign[0][0] = 4;
  EXPECT_FALSE(space::numbered(space, classes, foreign));
  foreign[0].pop_back();
  EXPECT_FALSE(space::numbered(space, classes, foreign));
}

}  // namespace
}  // namespace fretsaw::space
