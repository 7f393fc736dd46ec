// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

#include "cpp/object/objects.hpp"

namespace fretsaw::object {
namespace {

struct Shape0 {
  virtual ~Shape0() = default;
  int id = 1;
};
struct Extra {
  virtual ~Extra() = default;
  long extra = 5;
};
struct Square : Extra, Shape0 {
  int side = 2;
};

struct Node {
  int key = 0;
  Node* next = nullptr;
};

struct Everything {
  Node* node = nullptr;
  Shape0* shape = nullptr;
  std::vector<short> numbers;
  std::string text;
  std::optional<int> maybe;
  std::shared_ptr<Node> shared;
  std::weak_ptr<Node> weak;
  int* row = nullptr;
  int count = 0;
  Node inner;
};

enum Type {
  kInt,
  kMaxShortStringLength,
  kLong,
  kNodePointer,
  kShapePointer,
  kNumbers,
  kText,
  kMaybe,
  kShared,
  kWeak,
  kRow,
  kNode
};
enum Class { kEverythingClass, kNodeClass, kShapeClass, kExtraClass, kSquareClass };

const detail::TypeEntry kTypes[] = {
    {detail::kIntegerType, "int", 4, 1, 0, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1, nullptr},
    {detail::kIntegerType, "short", 2, 1, 0, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1, nullptr},
    {detail::kIntegerType, "long", 8, 1, 0, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1, nullptr},
    {detail::kPointerType, "Node *", 8, 0, kNodeClass, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1,
     nullptr},
    {detail::kPointerType, "Shape0 *", 8, 0, kShapeClass, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1,
     nullptr},
    {detail::kVectorType, "std::vector<short>", 24, 0, kMaxShortStringLength, -1, 0, nullptr, 0, nullptr, 0,
     0, nullptr, -1, nullptr},
    {detail::kContainerType, "std::string", 32, 0, kMaxShortStringLength, -1, 0, nullptr, 0, "", 0, 1,
     nullptr, -1, nullptr},
    {detail::kOptionalType, "std::optional<int>", 8, 0, kInt, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1,
     nullptr},
    {detail::kSharedType, "std::shared_ptr<Node>", 16, 0, kNodeClass, -1, 0, nullptr, 0, nullptr, 0, 0,
     nullptr, -1, nullptr},
    {detail::kSharedType, "std::weak_ptr<Node>", 16, 0, kNodeClass, -1, 0, nullptr, 0, nullptr, 1, 0, nullptr,
     -1, nullptr},
    {detail::kUnsupportedType, "int *", 8, 0, -1, kInt, 0, nullptr, 0, "", 0, 0, nullptr, -1, nullptr},
    {detail::kRecordType, "Node", sizeof(Node), 0, kNodeClass, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1,
     nullptr},
};

constexpr detail::PlaceEntry kNowhere = {"", 0, 0};

long base_offset(const Square& square) {
  return reinterpret_cast<const char*>(static_cast<const Shape0*>(&square)) -
         reinterpret_cast<const char*>(&square);
}

detail::FieldEntry field(const char* name, std::size_t offset, Type type) {
  return {"", name, static_cast<long>(offset), type, 0, 0, 0, 0, kNowhere};
}

class ReadBack : public ::testing::Test {
 protected:
  ReadBack() {
    everything_fields_ = {field("node", offsetof(Everything, node), kNodePointer),
                          field("shape", offsetof(Everything, shape), kShapePointer),
                          field("numbers", offsetof(Everything, numbers), kNumbers),
                          field("text", offsetof(Everything, text), kText),
                          field("maybe", offsetof(Everything, maybe), kMaybe),
                          field("shared", offsetof(Everything, shared), kShared),
                          field("weak", offsetof(Everything, weak), kWeak),
                          field("row", offsetof(Everything, row), kRow),
                          field("count", offsetof(Everything, count), kInt),
                          field("inner", offsetof(Everything, inner), kNode)};
    node_fields_ = {field("key", offsetof(Node, key), kInt),
                    field("next", offsetof(Node, next), kNodePointer)};
    const Square square;
    const auto offset = [&](const void* member) {
      return static_cast<std::size_t>(static_cast<const char*>(member) -
                                      reinterpret_cast<const char*>(&square));
    };
    square_fields_ = {field("extra", offset(&square.extra), kLong), field("id", offset(&square.id), kInt),
                      field("side", offset(&square.side), kInt)};
    classes_ = {entry<Everything>("Everything", everything_fields_), entry<Node>("Node", node_fields_),
                entry<Shape0>("Shape0", {}), entry<Extra>("Extra", {}),
                entry<Square>("Square", square_fields_)};
    table_ = {classes_.data(), static_cast<int>(classes_.size()),
              kTypes,          static_cast<int>(std::size(kTypes)),
              nullptr,         0,
              kEverythingClass};
    shapes_ = shapes_of(table_);
    // What the bounds would say: a row as long as `count`.
    Shape& row = shapes_.fields[kEverythingClass][7];
    row.kind = Shape::Kind::Row;
    row.counter = 8;
    row.parts = {shape_of(table_, kInt)};
  }

  template <class T>
  static detail::ClassEntry entry(const char* name, const std::vector<detail::FieldEntry>& fields) {
    const void* type_id = nullptr;
    if constexpr (std::is_polymorphic_v<T>) type_id = &typeid(T);
    return {name,
            sizeof(T),
            alignof(T),
            0,
            0,
            std::is_polymorphic_v<T>,
            nullptr,
            nullptr,
            fields.data(),
            static_cast<int>(fields.size()),
            nullptr,
            0,
            type_id,
            kNowhere};
  }

  template <class T>
  void hold(const T* object, std::size_t count = 1) {
    blocks_.add(object, count * sizeof(T));
  }

  Graph read(const Everything& root) const {
    return read_back(reinterpret_cast<const std::byte*>(&root), kEverythingClass, shapes_, blocks_);
  }

  // The values of the root's field with that index; each field before `inner` has one, unless it has
  // elements.
  static std::vector<Value> values_of(const Graph& graph, std::size_t object) {
    return {graph.values.begin() + graph.objects[object].first,
            graph.values.begin() + graph.objects[object].end};
  }

  static Value number(std::int64_t n) { return {Value::Kind::Number, 0, n}; }
  static Value length(std::int64_t n) { return {Value::Kind::Length, 0, n}; }
  static Value object(std::uint32_t index, std::int64_t offset = 0) {
    return {Value::Kind::Object, index, offset};
  }
  static Value null() { return {Value::Kind::Null, 0, 0}; }

  std::vector<detail::FieldEntry> everything_fields_, node_fields_, square_fields_;
  std::vector<detail::ClassEntry> classes_;
  detail::ClassTable table_ = {};
  Shapes shapes_;
  Blocks blocks_;
};

TEST_F(ReadBack, AnEmptyObject) {
  const Everything root;
  EXPECT_EQ(values_of(read(root), 0),
            (std::vector<Value>{null(), null(), length(0), length(0), length(0), null(), null(), null(),
                                number(0), number(0), null()}));
}

TEST_F(ReadBack, CyclesSharedNodesAndPointersIntoTheRoot) {
  Everything root;
  Node a, b;
  hold(&a);
  hold(&b);
  hold(&root);
  root.node = &a;
  a.next = &b;
  b.next = &a;
  root.inner.next = &root.inner;
  const Graph graph = read(root);
  ASSERT_EQ(graph.objects.size(), 3U);
  EXPECT_EQ(values_of(graph, 0).front(), object(1));
  EXPECT_EQ(values_of(graph, 0).back(), object(0, offsetof(Everything, inner)));
  EXPECT_EQ(values_of(graph, 1), (std::vector<Value>{number(0), object(2)}));
  EXPECT_EQ(values_of(graph, 2), (std::vector<Value>{number(0), object(1)}));
}

TEST_F(ReadBack, PointersToFreedMemoryAreDanglingAndToOtherMemoryUnknown) {
  Everything root;
  Node gone, foreign;
  hold(&gone);
  blocks_.release(&gone);
  root.node = &gone;
  EXPECT_EQ(values_of(read(root), 0).front().kind, Value::Kind::Dangling);
  root.node = &foreign;
  EXPECT_EQ(values_of(read(root), 0).front().kind, Value::Kind::Unknown);
  root.node = reinterpret_cast<Node*>(16);
  EXPECT_EQ(values_of(read(root), 0).front().kind, Value::Kind::Unknown);
  hold(&gone);  // the memory is used again
  root.node = &gone;
  EXPECT_EQ(values_of(read(root), 0).front(), object(1));
}

TEST_F(ReadBack, ABlockThatIsTooSmallHoldsNoObject) {
  Everything root;
  Node node;
  blocks_.add(&node, sizeof(Node) - 1);
  root.node = &node;
  EXPECT_EQ(values_of(read(root), 0).front().kind, Value::Kind::Dangling);
}

TEST_F(ReadBack, TheVirtualTableDeterminesTheClass) {
  Everything root;
  Square square;
  hold(&square);
  root.shape = &square;
  const Graph graph = read(root);
  ASSERT_EQ(graph.objects.size(), 2U);
  EXPECT_EQ(graph.objects[1].class_index, kSquareClass);
  EXPECT_EQ(values_of(graph, 0)[1], object(1, base_offset(square)));
  EXPECT_EQ(values_of(graph, 1), (std::vector<Value>{number(5), number(1), number(2)}));
}

TEST_F(ReadBack, Containers) {
  Everything root;
  root.numbers = {1, -2, 3};
  hold(root.numbers.data(), root.numbers.capacity());
  root.text = "ab";
  root.maybe = -7;
  int row[] = {4, 5};
  hold(row, 2);
  root.row = row;
  root.count = 2;
  EXPECT_EQ(values_of(read(root), 0),
            (std::vector<Value>{null(), null(), length(3), number(1), number(-2), number(3), length(2),
                                number('a'), number('b'), length(1), number(-7), null(), null(), length(2),
                                number(4), number(5), number(2), number(0), null()}));
  root.text = "longer than what fits into the string itself";
  EXPECT_EQ(values_of(read(root), 0)[6].kind, Value::Kind::Unknown);
  hold(root.text.data(), root.text.size() + 1);
  EXPECT_EQ(values_of(read(root), 0)[6], length(44));
  root.text.clear();
  root.text.shrink_to_fit();
  root.count = 3;  // more than there are
  const auto values = values_of(read(root), 0);
  EXPECT_EQ(values[values.size() - 4].kind, Value::Kind::Dangling);
  blocks_.release(root.numbers.data());
  EXPECT_EQ(values_of(read(root), 0)[2].kind, Value::Kind::Dangling);
}

TEST_F(ReadBack, SharedAndExpiredPointers) {
  Everything root;
  root.shared.reset(new Node{3, nullptr});
  hold(root.shared.get());
  root.weak = root.shared;
  Graph graph = read(root);
  EXPECT_EQ(values_of(graph, 0)[5], object(1));
  EXPECT_EQ(values_of(graph, 0)[6], object(1));
  blocks_.release(root.shared.get());
  root.shared.reset();
  graph = read(root);
  EXPECT_EQ(values_of(graph, 0)[5], null());
  EXPECT_EQ(values_of(graph, 0)[6], null());
}

TEST(MemoryBlocks, DistinguishHeldReleasedAndUnknownMemory) {
  alignas(8) static char memory[64];
  Blocks blocks;
  blocks.add(memory + 8, 16);
  blocks.add(memory + 32, 0);
  using State = Blocks::State;
  EXPECT_EQ(blocks.state(memory + 8, 16), State::Held);
  EXPECT_EQ(blocks.state(memory + 20, 4), State::Held);
  EXPECT_EQ(blocks.state(memory + 20, 5), State::Released);  // cut short
  EXPECT_EQ(blocks.state(memory, 8), State::Unknown);
  EXPECT_EQ(blocks.state(memory + 32, 0), State::Held);
  EXPECT_EQ(blocks.size_behind(memory + 20), 4U);
  blocks.release(memory + 8);
  EXPECT_EQ(blocks.state(memory + 8, 1), State::Released);
  EXPECT_EQ(blocks.state(memory + 24, 1), State::Unknown);
  blocks.add(memory + 16, 8);
  EXPECT_EQ(blocks.state(memory + 16, 8), State::Held);
}

}  // namespace
}  // namespace fretsaw::object
