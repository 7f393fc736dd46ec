// SPDX-License-Identifier: MIT
// A walk in the order of the fields, objects first come first served: its numbering is the same for
// isomorphic heaps. Memory is not trusted: a pointer is dereferenced only if its whole target is held,
// and the internal pointers of containers are validated before use.
//
// Which object a pointer into memory belongs to: one that is known and contains the address; otherwise a new
// one. An element of a vector and the like belongs to the object that has the vector: since a pointer may be
// met before that vector, the walk is done twice, and the first one only looks for elements. The class of an
// object is told by its virtual table (Itanium C++ ABI: the distance to the beginning of the whole object and
// its std::type_info stand before the first function), if the class that the pointer names has one.
#include <algorithm>
#include <map>
#include <optional>

#include "cpp/object/objects.hpp"
#include "cpp/object/scalar.hpp"

namespace fretsaw::object {

namespace {

struct Element {
  std::size_t size;
  const std::byte* owner;  // the object
  int owner_class;
  std::size_t number;  // among the elements of the owner
};
// Some lie in others, and may begin where they do.
using Elements = std::multimap<const std::byte*, Element>;

// The innermost that contains the address.
const Elements::value_type* element_at(const Elements& elements, const std::byte* pointer) {
  for (auto after = elements.upper_bound(pointer); after != elements.begin();) {
    --after;
    if (pointer < after->first + std::max<std::size_t>(after->second.size, 1)) return &*after;
  }
  return nullptr;
}

class Reader {
 public:
  // Pointers to these elements lead to them; elements themselves are added to `found`, if it is not null.
  Reader(const Shapes& shapes, const Blocks& blocks, const Elements& known, Elements* found)
      : shapes_(shapes), classes_(*shapes.classes), blocks_(blocks), known_(known), found_(found) {}

  Graph read(const std::byte* root, int class_index) {
    add(root, class_index);
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      graph_.objects[i].first = static_cast<std::uint32_t>(graph_.values.size());
      visited_ = i;
      elements_ = 0;
      const auto at = static_cast<std::size_t>(graph_.objects[i].class_index);
      for (const Shape& shape : shapes_.fields[at])
        visit(shape, addresses_[i] + shape.offset, shapes_.fields[at], addresses_[i]);
      graph_.objects[i].end = static_cast<std::uint32_t>(graph_.values.size());
    }
    return std::move(graph_);
  }

 private:
  static const std::byte* pointer_at(const std::byte* at) {
    return reinterpret_cast<const std::byte*>(load_bytes(at, sizeof(void*)));
  }

  void put(Value::Kind kind, std::int64_t number = 0, std::uint32_t object = 0) {
    graph_.values.push_back({kind, object, number});
  }

  std::uint32_t add(const std::byte* address, int class_index) {
    const auto index = static_cast<std::uint32_t>(graph_.objects.size());
    graph_.objects.push_back({class_index, 0, 0});
    addresses_.push_back(address);
    by_address_.emplace(address, index);
    return index;
  }

  // `siblings` are what lies beside the shape, at `owner`.
  void visit(const Shape& shape, const std::byte* at, const std::vector<Shape>& siblings,
             const std::byte* owner) {
    switch (shape.kind) {
      case Shape::Kind::Left:
        return put(Value::Kind::Left);
      case Shape::Kind::Scalar:
        return put(Value::Kind::Number, load_scalar(shape, at));
      case Shape::Kind::Record:
        for (const Shape& field : shape.parts) visit(field, at + field.offset, shape.parts, at);
        return;
      case Shape::Kind::Array:
        return visit_elements(shape, at, shape.type->count);
      case Shape::Kind::Pointer:
        return shape.type->kind == detail::kPlaceType ? refer_to_place(pointer_at(at))
                                                      : refer(shape.type->target, pointer_at(at));
      case Shape::Kind::Container:
        return visit_container(shape, at);
      case Shape::Kind::Shared:
        return visit_shared(shape, at);
      case Shape::Kind::Vector:
        return visit_vector(shape, at);
      case Shape::Kind::String:
        return visit_string(at);
      case Shape::Kind::Optional: {
        const bool is_there = load_bytes(at + element_size(shape, classes_), 1) != 0;
        put(Value::Kind::Length, is_there ? 1 : 0);
        return visit_elements(shape, at, is_there ? 1 : 0, true);
      }
      case Shape::Kind::Row:
        return visit_row(shape, at, siblings, owner);
      case Shape::Kind::Variant:
        return visit_variant(shape, at, siblings, owner);
    }
  }

  void visit_elements(const Shape& shape, const std::byte* row, std::size_t count, bool counted = false) {
    const std::size_t size = element_size(shape, classes_);
    for (std::size_t i = 0; i < count; ++i) {
      if (counted) note(row + i * size, size);
      visit(shape.parts[0], row + i * size, shape.parts, row + i * size);
    }
  }

  void note(const std::byte* element, std::size_t size) {
    const std::size_t number = elements_++;
    if (found_ == nullptr) return;
    const Element noted{size, addresses_[visited_], graph_.objects[visited_].class_index, number};
    const auto [begin, end] = found_->equal_range(element);
    const auto same = std::find_if(begin, end, [&](const auto& other) { return other.second.size == size; });
    if (same == end) {
      found_->emplace(element, noted);
      return;
    }
    // An element that a pointer made look like an object of its own does not own what is in it.
    if (element_at(*found_, noted.owner) == nullptr) same->second = noted;
  }

  void put_lost(const std::byte* pointer, std::size_t size) {
    const bool released = blocks_.state(pointer, size) == Blocks::State::Released;
    put(released ? Value::Kind::Dangling : Value::Kind::Unknown);
  }

  // ---- pointers

  void refer(int target, const std::byte* pointer) {
    if (pointer == nullptr) return put(Value::Kind::Null);
    if (put_static(pointer) || put_element(pointer)) return;
    if (const auto known = containing(pointer, classes_.classes[target].size))
      return put_object(*known, pointer);
    const detail::ClassEntry& entry = classes_.classes[target];
    if (blocks_.state(pointer, entry.size) != Blocks::State::Held) return put_lost(pointer, entry.size);
    int class_index = target;
    const std::byte* whole = pointer;
    if (entry.is_polymorphic != 0 && !find_whole(whole, class_index)) return put(Value::Kind::Unknown);
    put_object(add(whole, class_index), pointer);
  }

  // A pointer to a field: of an object that is known, or of no interest.
  void refer_to_place(const std::byte* pointer) {
    if (pointer == nullptr) return put(Value::Kind::Null);
    if (put_element(pointer)) return;
    if (const auto known = containing(pointer, sizeof(void*))) return put_object(*known, pointer);
    put_lost(pointer, sizeof(void*));
  }

  // What lies in the object itself, as the value of an optional does, is a place in it like others.
  bool put_element(const std::byte* pointer) {
    const auto* const found = element_at(known_, pointer);
    if (found == nullptr) return false;
    const Element& element = found->second;
    const std::size_t size = classes_.classes[element.owner_class].size;
    const auto owner = by_address_.find(element.owner);
    const std::uint32_t index =
        owner != by_address_.end() ? owner->second : add(element.owner, element.owner_class);
    if (pointer >= element.owner && pointer < element.owner + size)
      put_object(index, pointer);
    else
      put(Value::Kind::Element, element_number(element.number, pointer - found->first), index);
    return true;
  }

  bool put_static(const std::byte* pointer) {
    for (int i = 0; i < classes_.static_count; ++i) {
      const auto* const begin = static_cast<const std::byte*>(classes_.statics[i].address);
      const std::size_t size = classes_.classes[classes_.statics[i].class_index].size;
      if (begin == nullptr || pointer < begin || pointer >= begin + size) continue;
      put(Value::Kind::Static, pointer - begin, static_cast<std::uint32_t>(i));
      return true;
    }
    return false;
  }

  void put_object(std::uint32_t index, const std::byte* pointer) {
    put(Value::Kind::Object, pointer - addresses_[index], index);
  }

  // A known object with room for `size` bytes at the address, which it still holds.
  std::optional<std::uint32_t> containing(const std::byte* pointer, std::size_t size) const {
    auto after = by_address_.upper_bound(pointer);
    if (after == by_address_.begin()) return std::nullopt;
    const std::uint32_t index = (--after)->second;
    const std::size_t whole = classes_.classes[graph_.objects[index].class_index].size;
    const auto offset = static_cast<std::size_t>(pointer - after->first);
    return offset + size <= whole || offset == 0 ? std::optional(index) : std::nullopt;
  }

  // From a base of an object to all of it. False if it is of no class that is known, or not all there.
  bool find_whole(const std::byte*& pointer, int& class_index) const {
    const auto* const table = reinterpret_cast<const std::int64_t*>(pointer_at(pointer));
    constexpr std::size_t kTableHeaderBytes = 2 * sizeof *table;
    // Tables are no blocks: where blocks are counted, a pointer to a held object is believed to have one.
    if (table == nullptr || !Blocks::can_be_read(table - 2, kTableHeaderBytes)) return false;
    const auto* const type_id = reinterpret_cast<const void*>(table[-1]);
    const std::byte* const whole = pointer + table[-2];
    if (type_id == nullptr) return true;  // compiled without: the pointer's own class will do
    for (int i = 0; i < classes_.class_count; ++i) {
      if (classes_.classes[i].type_id != type_id) continue;
      if (blocks_.state(whole, classes_.classes[i].size) != Blocks::State::Held) return false;
      pointer = whole;
      class_index = i;
      return true;
    }
    return false;
  }

  // libstdc++: the object, then the control block, whose count of owners follows its virtual table.
  void visit_shared(const Shape& shape, const std::byte* at) {
    const std::byte* const control = pointer_at(at + sizeof(void*));
    const bool is_expired = shape.type->is_weak != 0 && control != nullptr &&
                            static_cast<std::int32_t>(load_bytes(control + sizeof(void*), 4)) == 0;
    if (is_expired) return put(Value::Kind::Null);
    refer(shape.type->target, pointer_at(at));
  }

  // ---- rows of elements

  void visit_vector(const Shape& shape, const std::byte* at) {
    const std::byte* const begin = pointer_at(at);
    const std::byte* const end = pointer_at(at + sizeof(void*));
    const std::size_t size = element_size(shape, classes_);
    if (begin == end) return put(Value::Kind::Length, 0);
    const auto bytes = static_cast<std::size_t>(end - begin);
    if (begin == nullptr || end < begin || bytes % size != 0) return put(Value::Kind::Unknown);
    if (blocks_.state(begin, bytes) != Blocks::State::Held) return put_lost(begin, bytes);
    put(Value::Kind::Length, static_cast<std::int64_t>(bytes / size));
    visit_elements(shape, begin, bytes / size, true);
  }

  // libstdc++: a pointer, the length, then room for short strings, to which the pointer points.
  void visit_string(const std::byte* at) {
    const std::byte* const begin = pointer_at(at);
    const std::uint64_t length = load_bytes(at + sizeof(void*), sizeof(void*));
    constexpr std::uint64_t kMaxShortStringLength = 15;
    const bool is_short = begin == at + 2 * sizeof(void*);
    if (is_short && length > kMaxShortStringLength) return put(Value::Kind::Unknown);
    if (!is_short && blocks_.state(begin, length) != Blocks::State::Held) return put_lost(begin, length);
    put(Value::Kind::Length, static_cast<std::int64_t>(length));
    for (std::uint64_t i = 0; i < length; ++i)
      put(Value::Kind::Number, static_cast<signed char>(load_bytes(begin + i, 1)));
  }

  // In the order of the keys, if the container has none of its own.
  void visit_container(const Shape& shape, const std::byte* at) {
    const detail::TypeEntry& type = *shape.type;
    std::vector<const std::byte*> elements;
    type.container->each(
        at,
        [](void* context, const void* element) {
          static_cast<std::vector<const std::byte*>*>(context)->push_back(
              static_cast<const std::byte*>(element));
        },
        &elements);
    if (type.container->is_ordered == 0) sort_by_key(shape, elements);
    put(Value::Kind::Length, static_cast<std::int64_t>(elements.size()));
    for (const std::byte* const element : elements) {
      note(element + type.container->value_offset,
           type.target >= 0 ? classes_.types[type.target].size : classes_.types[type.key].size);
      if (type.key >= 0) visit(shape.parts[0], element, shape.parts, element);
      const std::byte* const value = element + type.container->value_offset;
      if (type.target >= 0) visit(shape.parts.back(), value, shape.parts, value);
    }
  }

  void sort_by_key(const Shape& shape, std::vector<const std::byte*>& elements) {
    const auto key_of = [&](const std::byte* element) {
      Reader reader(shapes_, blocks_, known_, nullptr);
      reader.visit(shape.parts[0], element, shape.parts, element);
      std::vector<std::int64_t> key;
      for (const Value& value : reader.graph_.values) key.push_back(value.number);
      return key;
    };
    std::stable_sort(elements.begin(), elements.end(),
                     [&](const std::byte* a, const std::byte* b) { return key_of(a) < key_of(b); });
  }

  void visit_variant(const Shape& shape, const std::byte* at, const std::vector<Shape>& siblings,
                     const std::byte* owner) {
    auto which = static_cast<std::int64_t>(shape.parts.size());
    if (shape.counter >= 0) {
      const Shape& tag = siblings[static_cast<std::size_t>(shape.counter)];
      which = load_scalar(tag, owner + tag.offset);
    } else if (shape.type->container->index_offset >= 0) {
      which = static_cast<std::int64_t>(load_bytes(at + shape.type->container->index_offset, 1));
    }
    const bool is_there = which >= 0 && which < static_cast<std::int64_t>(shape.parts.size());
    if (!is_there) return put(shape.counter >= 0 ? Value::Kind::Left : Value::Kind::Unknown);
    put(Value::Kind::Length, which);
    const Shape& part = shape.parts[static_cast<std::size_t>(which)];
    visit(part, at + part.offset, shape.parts, at);
  }

  void visit_row(const Shape& shape, const std::byte* at, const std::vector<Shape>& siblings,
                 const std::byte* owner) {
    const std::byte* const row = pointer_at(at);
    if (row == nullptr) return put(Value::Kind::Null);
    const std::size_t size = element_size(shape, classes_);
    std::size_t length = blocks_.size_behind(row) / size;
    if (shape.counter >= 0) {
      const Shape& counter = siblings[static_cast<std::size_t>(shape.counter)];
      length =
          static_cast<std::size_t>(std::max<std::int64_t>(load_scalar(counter, owner + counter.offset), 0));
    }
    const std::size_t bytes = length > SIZE_MAX / size ? SIZE_MAX : length * size;
    if (blocks_.state(row, bytes) != Blocks::State::Held) return put_lost(row, bytes);
    put(Value::Kind::Length, static_cast<std::int64_t>(length));
    visit_elements(shape, row, length, true);
  }

  const Shapes& shapes_;
  const detail::ClassTable& classes_;
  const Blocks& blocks_;
  Graph graph_;
  std::vector<const std::byte*> addresses_;  // by object
  std::map<const std::byte*, std::uint32_t> by_address_;
  const Elements& known_;
  Elements* found_;
  std::size_t visited_ = 0;   // the object
  std::size_t elements_ = 0;  // of it, so far
};

}  // namespace

Graph read_back(const std::byte* root, int class_index, const Shapes& shapes, const Blocks& blocks) {
  static const Elements kNoElements;
  Elements elements;
  Graph graph = Reader(shapes, blocks, kNoElements, &elements).read(root, class_index);
  return elements.empty() ? graph : Reader(shapes, blocks, elements, nullptr).read(root, class_index);
}

}  // namespace fretsaw::object
