// SPDX-License-Identifier: MIT
// Building a structure and reading it back yields the same structure: for all structures of classes of every
// kind of field. This program is instrumented by fretsaw_instrument().
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "array_stack.hpp"
#include "attribute_value_tree.hpp"
#include "binary_tree.hpp"
#include "cpp/object/objects.hpp"
#include "cpp/search/child/search.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "cpp/space/child/structure_graph.hpp"
#include "fretsaw/structures.hpp"
#include "hash_set.hpp"
#include "heap_array.hpp"
#include "types.hpp"

namespace fretsaw {
namespace {

// Memory that is not freed: the structures here are small.
class TestMemory final : public object::Memory {
 public:
  std::byte* allocate(std::size_t size, std::size_t alignment) override {
    const std::size_t aligned = alignment < 16 ? 16 : alignment;
    blocks_.emplace_back(
        static_cast<std::byte*>(std::aligned_alloc(aligned, (size + aligned - 1) / aligned * aligned)));
    std::memset(blocks_.back().get(), 0, size);
    return blocks_.back().get();
  }

 private:
  struct Free {
    void operator()(std::byte* block) const { std::free(block); }
  };
  std::vector<std::unique_ptr<std::byte, Free>> blocks_;
};

// How many structures came back the same.
template <class T>
int round_trips(const Bounds& bounds) {
  EXPECT_TRUE(space::map_private_memory());
  auto space = space::build_space(detail::search_subject<T>(), bounds);
  if (!space) {
    ADD_FAILURE() << space.error().message;
    return 0;
  }
  const object::Shapes shapes = space::shapes_of(*space);
  space::GraphMaker graphs(*space);
  search::Search search(*space, {});
  int same = 0;
  while (search.next() == search::Search::Event::Structure) {
    const object::Graph& graph = graphs.make(search.candidate());
    TestMemory memory;
    const object::BuiltObjects built = object::materialize(graph, shapes, memory);
    const object::Graph read =
        object::read_back(built.objects[0], space->subject.root, shapes, blocks_of(built, graph, shapes));
    EXPECT_EQ(read.objects, graph.objects);
    EXPECT_EQ(read.values, graph.values);
    if (read != graph) return same;
    ++same;
  }
  return same;
}

TEST(RoundTrip, Trees) { EXPECT_EQ(round_trips<BinaryTree>({.size = 4}), 1 + 1 + 2 + 5 + 14); }

TEST(RoundTrip, Vectors) {
  EXPECT_EQ(round_trips<HeapArray>({.size = 3, .values = {{"HeapArray::array", "-1..3"}}}), 66);
}

TEST(RoundTrip, OwnedObjectsAndRealNumbers) {
  EXPECT_EQ(round_trips<HashSet>({.size = 2, .values = {{"HashSet::max_load_", "0.75"}}}), 5);
}

TEST(RoundTrip, SharedObjects) { EXPECT_EQ(round_trips<ins::AttributeValueTree>({.size = 2}), 169); }

TEST(RoundTrip, RowsBehindPointers) {
  EXPECT_GT(round_trips<ArrayStack>({.size = 2, .values = {{"ArrayStack::elements.length", "capacity"}}}), 3);
}

TEST(RoundTrip, NumbersOfEveryKind) {
  EXPECT_EQ(round_trips<zoo::Values>({.size = 1,
                                      .values = {{"Values::letter", "'a','\\xff'"},
                                                 {"Values::number", "-5,7"},
                                                 {"Values::real", "0.5"},
                                                 {"Values::small", "-1.5"},
                                                 {"Inner::level", "-1..0"},
                                                 {"Values::high", "-4..3"},
                                                 {"Values::low", "0..3"}}}),
            2 * 2 * 3 * 2 * 2 * 8 * 4);
}

TEST(RoundTrip, SequencesOfSequences) {
  EXPECT_GT(round_trips<zoo::Sequences>({.size = 1,
                                         .values = {{"Sequences::numbers.length", "0..2"},
                                                    {"Sequences::table.length", "0..2"},
                                                    {"Sequences::pair", "0"},
                                                    {"Inner::level", "-1"}}}),
            100);
}

TEST(RoundTrip, OwnersAndSharers) { EXPECT_GT(round_trips<zoo::Owners>({.size = 2}), 20); }

TEST(RoundTrip, DerivedClassesBehindABaseThatIsNotAtTheirBeginning) {
  EXPECT_GT(round_trips<zoo::Drawing>({.size = 2, .values = {{"Square::extra_", "5"}}}), 1);
}

TEST(RoundTrip, CyclesThroughTheRoot) { EXPECT_GT(round_trips<zoo::Ring>({.size = 3}), 5); }

TEST(RoundTrip, References) { EXPECT_GT(round_trips<zoo::Referring>({.size = 2}), 0); }

}  // namespace
}  // namespace fretsaw
