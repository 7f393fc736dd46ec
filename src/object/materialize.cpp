// SPDX-License-Identifier: MIT
// All objects are constructed before any is filled, so that pointers have something to point to whatever the
// cycles are. Containers are those of libstdc++: a vector is three pointers (begin, end, end of storage), an
// optional is the value and then a bool.
#include "object/materialize.hpp"

#include <algorithm>
#include <cstring>

#include "object/scalar.hpp"

namespace fretsaw::object {

namespace {

class Materializer {
 public:
  Materializer(const Graph& graph, const Shapes& shapes, Memory& memory)
      : graph_(graph), shapes_(shapes), classes_(*shapes.classes), memory_(memory) {}

  Built build() {
    for (const Object& object : graph_.objects) {
      const detail::ClassEntry& entry = classes_.classes[object.class_index];
      std::byte* const at = memory_.allocate(std::max(entry.size, 1UL), entry.alignment);
      built_.objects.push_back(at);
      if (entry.construct != nullptr) entry.construct(at);
    }
    shared_.assign(graph_.objects.size(), nullptr);
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      next_ = graph_.objects[i].first;
      fill(shapes_.fields[static_cast<std::size_t>(graph_.objects[i].class_index)], built_.objects[i]);
    }
    return std::move(built_);
  }

 private:
  void fill(const std::vector<Shape>& fields, std::byte* at) {
    for (const Shape& shape : fields) fill(shape, at + shape.offset);
  }

  void fill(const Shape& shape, std::byte* at) {
    switch (shape.kind) {
      case Shape::Kind::Record:
        return fill(shape.parts, at);
      case Shape::Kind::Array:
        for (std::size_t i = 0; i < shape.type->count; ++i)
          fill(shape.parts[0], at + i * element_size(shape, classes_));
        return;
      default:
        break;
    }
    const Value& value = graph_.values[next_++];
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        return store_scalar(shape, value.number, at);
      case Shape::Kind::Pointer:
        return store_pointer(at, target(value));
      case Shape::Kind::Shared:
        return share(shape, value, at);
      case Shape::Kind::Vector:
        return fill_vector(shape, value, at);
      case Shape::Kind::Optional:
        return fill_optional(shape, value, at);
      case Shape::Kind::Row:
        return fill_row(shape, value, at);
      case Shape::Kind::String:
        if (value.kind == Value::Kind::Length) next_ += static_cast<std::size_t>(value.number);
        return;
      default:
        return;
    }
  }

  std::byte* target(const Value& value) const {
    return value.kind == Value::Kind::Object ? built_.objects[value.object] + value.number : nullptr;
  }

  static void store_pointer(std::byte* at, const std::byte* pointer) {
    std::memcpy(at, &pointer, sizeof pointer);
  }

  // The first shared pointer to an object owns it, the others share it.
  void share(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Object) return std::fill_n(at, shape.type->size, std::byte{0}), void();
    shape.type->share(at, target(value), shared_[value.object]);
    if (shared_[value.object] == nullptr) shared_[value.object] = at;
  }

  void fill_elements(const Shape& shape, int type_index, std::size_t length, std::byte* row) {
    const detail::TypeEntry& type = classes_.types[type_index];
    const detail::ClassEntry* const entry =
        type.kind == detail::kRecordType ? &classes_.classes[type.target] : nullptr;
    for (std::size_t i = 0; i < length; ++i) {
      if (entry != nullptr && entry->construct != nullptr) entry->construct(row + i * type.size);
      fill(shape.parts[0], row + i * type.size);
    }
  }

  void fill_vector(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length || value.number == 0) return;
    const auto length = static_cast<std::size_t>(value.number);
    const std::size_t bytes = length * element_size(shape, classes_);
    std::byte* const row = memory_.allocate(bytes, 16);
    built_.rows.push_back({reinterpret_cast<std::uintptr_t>(row), bytes});
    store_pointer(at, row);
    store_pointer(at + sizeof(void*), row + bytes);
    store_pointer(at + 2 * sizeof(void*), row + bytes);
    fill_elements(shape, shape.type->target, length, row);
  }

  void fill_optional(const Shape& shape, const Value& value, std::byte* at) {
    const bool is_there = value.kind == Value::Kind::Length && value.number != 0;
    if (is_there) fill_elements(shape, shape.type->target, 1, at);
    store_bytes(at + element_size(shape, classes_), is_there ? 1 : 0, 1);
  }

  // Like new T[length]: where elements have destructors, `delete[]` looks for their number before the first.
  void fill_row(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length) return store_pointer(at, nullptr);
    const auto length = static_cast<std::size_t>(std::max<std::int64_t>(value.number, 0));
    const std::size_t bytes = length * element_size(shape, classes_);
    constexpr std::size_t kHead = 16;
    std::byte* const row = memory_.allocate(kHead + std::max<std::size_t>(bytes, 1), 16) + kHead;
    std::memcpy(row - sizeof length, &length, sizeof length);
    built_.rows.push_back({reinterpret_cast<std::uintptr_t>(row), bytes});
    store_pointer(at, row);
    fill_elements(shape, shape.type->element, length, row);
  }

  const Graph& graph_;
  const Shapes& shapes_;
  const detail::ClassTable& classes_;
  Memory& memory_;
  Built built_;
  std::vector<const void*> shared_;  // by object: a shared pointer that owns it
  std::size_t next_ = 0;             // in the graph's values
};

}  // namespace

Built materialize(const Graph& graph, const Shapes& shapes, Memory& memory) {
  return Materializer(graph, shapes, memory).build();
}

Blocks blocks_of(const Built& built, const Graph& graph, const Shapes& shapes) {
  Blocks blocks;
  for (std::size_t i = 0; i < built.objects.size(); ++i)
    blocks.add(built.objects[i], shapes.classes->classes[graph.objects[i].class_index].size);
  for (const Block& row : built.rows) blocks.add(reinterpret_cast<const void*>(row.begin), row.size);
  return blocks;
}

}  // namespace fretsaw::object
