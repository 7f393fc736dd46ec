// SPDX-License-Identifier: MIT
// All objects are constructed before any is filled, so that pointers have something to point to whatever the
// cycles are. Containers are those of libstdc++: a vector is three pointers (begin, end, end of storage), an
// optional is the value and then a bool.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "cpp/object/construct.hpp"
#include "cpp/object/objects.hpp"
#include "cpp/object/scalar.hpp"

namespace fretsaw::object {

namespace {

class UserCodeScope {
 public:
  explicit UserCodeScope(Memory& memory) : memory_(memory) { memory.enter_classes(); }
  ~UserCodeScope() { memory_.leave_classes(); }
  UserCodeScope(const UserCodeScope&) = delete;
  UserCodeScope& operator=(const UserCodeScope&) = delete;

 private:
  Memory& memory_;
};

}  // namespace

class Materializer::Work {
 public:
  Work(const Shapes& shapes, Memory& memory) : shapes_(shapes), classes_(*shapes.classes), memory_(memory) {}

  BuiltObjects& build(const Graph& graph) {
    begin(graph);
    for (const Object& object : graph.objects) {
      const detail::ClassEntry& entry = classes_.classes[object.class_index];
      std::byte* const at = memory_.allocate(std::max(entry.size, 1UL), entry.alignment);
      built_.objects.push_back(at);
      const UserCodeScope own(memory_);
      construct(classes_, object.class_index, at);
    }
    for (std::size_t i = 0; i < graph.objects.size(); ++i) {
      next_ = graph.values.data() + graph.objects[i].first;
      filled_ = i;
      fill(shapes_.fields[static_cast<std::size_t>(graph.objects[i].class_index)], built_.objects[i]);
    }
    for (const auto& [at, value] : to_elements_) {
      const auto element = static_cast<std::size_t>(value->number >> 32);
      store_pointer(at, elements_[value->object][element] + (value->number & INT64_C(0xFFFFFFFF)));
    }
    return built_;
  }

 private:
  void begin(const Graph& graph) {
    built_.objects.clear();
    built_.objects.reserve(graph.objects.size());
    built_.rows.clear();
    shared_.assign(graph.objects.size(), nullptr);
    if (elements_.size() < graph.objects.size()) elements_.resize(graph.objects.size());
    for (auto& elements : elements_) elements.clear();
    keys_.clear();
    to_elements_.clear();
  }

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
    const Value& value = *next_++;
    if (value.kind == Value::Kind::Left) return;
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        return store_scalar(shape, value.number, at);
      case Shape::Kind::Pointer:
        if (value.kind == Value::Kind::Element) return to_elements_.emplace_back(at, &value), void();
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
        return fill_string(shape, value, at);
      case Shape::Kind::Container:
        return fill_container(shape, value, at);
      case Shape::Kind::Variant:
        return fill_variant(shape, value, at);
      default:
        return;
    }
  }

  std::byte* target(const Value& value) const {
    if (value.kind == Value::Kind::Static)
      return static_cast<std::byte*>(classes_.statics[value.object].address) + value.number;
    return value.kind == Value::Kind::Object ? built_.objects[value.object] + value.number : nullptr;
  }

  static void store_pointer(std::byte* at, const std::byte* pointer) {
    std::memcpy(at, static_cast<const void*>(&pointer), sizeof pointer);
  }

  // The first shared pointer to an object owns it, the others share it.
  void share(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Object) return std::fill_n(at, shape.type->size, std::byte{0}), void();
    {
      const UserCodeScope own(memory_);
      shape.type->share(at, target(value), shared_[value.object]);
    }
    if (shared_[value.object] == nullptr) shared_[value.object] = at;
  }

  void fill_elements(const Shape& shape, int type_index, std::size_t length, std::byte* row) {
    const detail::TypeEntry& type = classes_.types[type_index];
    for (std::size_t i = 0; i < length; ++i) {
      {
        const UserCodeScope own(memory_);
        construct_value(classes_, type_index, row + i * type.size);
      }
      elements_[filled_].push_back(row + i * type.size);
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

  struct Elements {
    std::vector<std::byte*> found;
    static void visit(void* context, const void* element) {
      static_cast<Elements*>(context)->found.push_back(
          const_cast<std::byte*>(static_cast<const std::byte*>(element)));
    }
  };

  static std::vector<std::byte*> elements_of(const detail::TypeEntry& type, const std::byte* at) {
    Elements elements;
    type.container->each(at, &Elements::visit, &elements);
    return std::move(elements.found);
  }

  // With that many elements, as they are constructed.
  void make_container(const detail::TypeEntry& type, std::byte* at, std::size_t length) {
    const UserCodeScope own(memory_);
    type.container->construct(at);
    for (std::size_t i = 0; i < length; ++i) type.container->add(at, nullptr);
  }

  std::byte* add_element(const detail::TypeEntry& type, std::byte* at, const void* key) {
    const UserCodeScope own(memory_);
    return static_cast<std::byte*>(type.container->add(at, key));
  }

  void fill_string(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length) return;
    const auto length = static_cast<std::size_t>(value.number);
    const detail::TypeEntry& type = *shape.type;
    if (type.container == nullptr) {
      next_ += length;
      return;
    }
    make_container(type, at, length);
    for (std::byte* const character : elements_of(type, at))
      *character = static_cast<std::byte>(next_++->number);
  }

  void fill_container(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length) return;
    const auto length = static_cast<std::size_t>(value.number);
    const detail::TypeEntry& type = *shape.type;
    if (type.key < 0) {
      make_container(type, at, length);
      for (std::byte* const element : elements_of(type, at)) {
        elements_[filled_].push_back(element);
        fill(shape.parts[0], element);
      }
      return;
    }
    make_container(type, at, 0);
    for (std::size_t i = 0; i < length; ++i) {
      // Not memory of the container: it is not among the tracked blocks.
      std::byte* const key = keys_.emplace_back(new std::byte[classes_.types[type.key].size + 8]()).get();
      fill(shape.parts[0], key);
      auto* const element = add_element(type, at, key);
      elements_[filled_].push_back(element == nullptr ? key : element + type.container->value_offset);
      if (shape.parts.size() > 1 && element != nullptr)
        fill(shape.parts[1], element + type.container->value_offset);
    }
  }

  void fill_variant(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length) return;
    const auto which = static_cast<int>(value.number);
    make_container(*shape.type, at, 0);
    add_element(*shape.type, at, &which);
    const Shape& part = shape.parts[static_cast<std::size_t>(which)];
    fill(part, at + part.offset);
  }

  // Like new T[length]: where elements have destructors, `delete[]` looks for their number before the first.
  void fill_row(const Shape& shape, const Value& value, std::byte* at) {
    if (value.kind != Value::Kind::Length) return store_pointer(at, nullptr);
    const auto length = static_cast<std::size_t>(std::max<std::int64_t>(value.number, 0));
    const std::size_t bytes = length * element_size(shape, classes_);
    constexpr std::size_t kTableHeaderBytes = 16;
    std::byte* const row =
        memory_.allocate(kTableHeaderBytes + std::max<std::size_t>(bytes, 1), 16) + kTableHeaderBytes;
    std::memcpy(row - sizeof length, &length, sizeof length);
    built_.rows.push_back({reinterpret_cast<std::uintptr_t>(row), bytes});
    store_pointer(at, row);
    fill_elements(shape, shape.type->element, length, row);
  }

  const Shapes& shapes_;
  const detail::ClassTable& classes_;
  Memory& memory_;
  BuiltObjects built_;
  std::vector<const void*> shared_;                               // by object: a shared pointer that owns it
  const Value* next_ = nullptr;                                   // of the graph's values
  std::size_t filled_ = 0;                                        // the object that is being filled
  std::vector<std::vector<std::byte*>> elements_;                 // by object, in the order of the values
  std::vector<std::unique_ptr<std::byte[]>> keys_;                // that elements were made of
  std::vector<std::pair<std::byte*, const Value*>> to_elements_;  // pointers that wait for all elements
};

Materializer::Materializer(const Shapes& shapes, Memory& memory)
    : work_(std::make_unique<Work>(shapes, memory)) {}
Materializer::~Materializer() = default;
Materializer::Materializer(Materializer&&) noexcept = default;

const BuiltObjects& Materializer::build(const Graph& graph) { return work_->build(graph); }

BuiltObjects materialize(const Graph& graph, const Shapes& shapes, Memory& memory) {
  return std::move(Materializer::Work(shapes, memory).build(graph));
}

Blocks blocks_of(const BuiltObjects& built, const Graph& graph, const Shapes& shapes) {
  Blocks blocks;
  for (std::size_t i = 0; i < built.objects.size(); ++i)
    blocks.add(built.objects[i], shapes.classes->classes[graph.objects[i].class_index].size);
  for (const Block& row : built.rows) blocks.add(reinterpret_cast<const void*>(row.begin), row.size);
  return blocks;
}

}  // namespace fretsaw::object
