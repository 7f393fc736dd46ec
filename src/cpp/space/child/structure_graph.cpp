// SPDX-License-Identifier: MIT
#include "cpp/space/child/structure_graph.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "cpp/object/scalar.hpp"

namespace fretsaw::space {

namespace {

using object::Shape;

Shape::Kind kind_of(const Part& part) {
  switch (part.kind) {
    case Part::Kind::Variable:
      switch (part.type->kind) {
        case detail::kPointerType:
        case detail::kReferenceType:
        case detail::kUniqueType:
        case detail::kPlaceType:
          return Shape::Kind::Pointer;
        case detail::kSharedType:
          return Shape::Kind::Shared;
        default:
          return Shape::Kind::Scalar;
      }
    case Part::Kind::Array:
      return Shape::Kind::Array;
    case Part::Kind::Vector:
      return Shape::Kind::Vector;
    case Part::Kind::Optional:
      return Shape::Kind::Optional;
    case Part::Kind::Record:
      return Shape::Kind::Record;
    case Part::Kind::Buffer:
      return Shape::Kind::Row;
    case Part::Kind::Container:
      if (part.type->container->alternatives > 0) return Shape::Kind::Variant;
      return part.type->is_string != 0 ? Shape::Kind::String : Shape::Kind::Container;
    case Part::Kind::Key:
      return part.type->is_string != 0 ? Shape::Kind::String : Shape::Kind::Scalar;
    case Part::Kind::Left:
      return Shape::Kind::Left;
  }
  return Shape::Kind::Left;
}

std::vector<Shape> shapes_of(const SearchSpace& space, const std::vector<Part>& parts);
Shape shape_of(const SearchSpace& space, const Part& part, const std::vector<Part>& siblings);

// Elements are all alike: the first one shows their shape; without any, their types do.
std::vector<Shape> container_parts(const SearchSpace& space, const Part& part) {
  for (const Part& form : part.parts) {
    if (form.parts.empty()) continue;
    const Part& element = form.parts[0];
    const bool is_map = part.type->key >= 0 && part.type->target >= 0;
    std::vector<Shape> shapes =
        is_map ? shapes_of(space, element.parts) : std::vector<Shape>{shape_of(space, element, form.parts)};
    for (Shape& shape : shapes) shape.offset = 0;
    return shapes;
  }
  return object::shape_of(*space.classes, static_cast<int>(part.type - space.classes->types)).parts;
}

std::vector<Shape> alternatives(const SearchSpace& space, const Part& part) {
  const int record = space.classes->types[part.type->target].target;
  std::vector<Shape> shapes = object::shapes_of(*space.classes).fields[static_cast<std::size_t>(record)];
  for (const Part& form : part.parts) {
    if (form.length == kNone) continue;
    Shape& shape = shapes[static_cast<std::size_t>(form.length)];
    const std::uint32_t offset = shape.offset;
    shape = shape_of(space, form.parts[0], form.parts);
    shape.offset = offset;
  }
  return shapes;
}

Shape shape_of(const SearchSpace& space, const Part& part, const std::vector<Part>& siblings) {
  Shape shape;
  shape.kind = kind_of(part);
  shape.type = part.type;
  shape.offset = part.offset;
  if (part.kind == Part::Kind::Variable) {
    const Variable& variable = space.variables[static_cast<std::size_t>(part.variable)];
    shape.bit_offset = variable.bit_offset;
    shape.bit_width = variable.bit_width;
  }
  if (part.kind == Part::Kind::Record) shape.parts = shapes_of(space, part.parts);
  if (shape.kind == Shape::Kind::Variant)
    shape.parts = alternatives(space, part);
  else if (part.kind == Part::Kind::Container)
    shape.parts = container_parts(space, part);
  const bool has_elements = shape.kind == Shape::Kind::Array || shape.kind == Shape::Kind::Vector ||
                            shape.kind == Shape::Kind::Optional || shape.kind == Shape::Kind::Row;
  if (has_elements) {
    const int element = shape.kind == Shape::Kind::Row ? part.type->element : part.type->target;
    shape.parts = {part.parts.empty() ? object::shape_of(*space.classes, element)
                                      : shape_of(space, part.parts[0], part.parts)};
  }
  const bool is_tagged = shape.kind == Shape::Kind::Variant && part.type->container->index_offset < 0;
  if ((shape.kind == Shape::Kind::Row && part.length != part.variable) || is_tagged) {
    const auto counter = std::find_if(siblings.begin(), siblings.end(), [&](const Part& sibling) {
      return sibling.kind == Part::Kind::Variable &&
             sibling.variable == (is_tagged ? part.variable : part.length);
    });
    shape.counter = static_cast<std::int32_t>(counter - siblings.begin());
  }
  return shape;
}

std::vector<Shape> shapes_of(const SearchSpace& space, const std::vector<Part>& parts) {
  std::vector<Shape> shapes;
  for (const Part& part : parts) shapes.push_back(shape_of(space, part, parts));
  return shapes;
}

}  // namespace

// In the order of object::Graph: objects first come first served.
class GraphMaker::Walk {
 public:
  explicit Walk(const SearchSpace& space) : space_(space), elements_(space.objects.size()) {}

  const object::Graph& run(std::span<const std::uint32_t> candidate) {
    candidate_ = candidate;
    numbers_.assign(space_.objects.size(), kNone);
    met_.clear();
    graph_.objects.clear();
    graph_.values.clear();
    to_elements_.clear();
    number_of(0);
    for (std::size_t i = 0; i < met_.size(); ++i) {
      graph_.objects[i].first = static_cast<std::uint32_t>(graph_.values.size());
      visited_ = i;
      elements_[i].clear();
      for (const Part& part : space_.objects[met_[i]].parts) visit(part);
      graph_.objects[i].end = static_cast<std::uint32_t>(graph_.values.size());
    }
    for (const auto& [value, address] : to_elements_) find_element(graph_.values[value], address);
    return graph_;
  }

 private:
  using Kind = object::Value::Kind;

  std::uint32_t number_of(std::uint32_t object) {
    if (numbers_[object] == kNone) {
      numbers_[object] = static_cast<std::int32_t>(met_.size());
      met_.push_back(object);
      graph_.objects.push_back({space_.objects[object].class_index, 0, 0});
    }
    return static_cast<std::uint32_t>(numbers_[object]);
  }

  // It was never read, and keeps what it was constructed with.
  bool is_left(std::int32_t variable) const {
    if (variable == kNone) return false;
    const auto index = static_cast<std::size_t>(variable);
    return candidate_[index] >= space_.domains[space_.variables[index].domain].size();
  }

  const Value& chosen(std::int32_t variable) const {
    const auto index = static_cast<std::size_t>(variable);
    return space_.domains[space_.variables[index].domain][candidate_[index]];
  }

  void put(Kind kind, std::int64_t number = 0, std::uint32_t object = 0) {
    graph_.values.push_back({kind, object, number});
  }

  void visit_elements(const Part& part, std::int64_t count) {
    put(Kind::Length, count);
    for (std::int64_t i = 0; i < count; ++i) {
      const Part& element = part.parts[static_cast<std::size_t>(i)];
      if (part.type->is_string == 0) elements_[visited_].push_back(&element);
      visit(element);
    }
  }

  // An element that contains the address, the innermost if several do.
  void find_element(object::Value& value, const std::byte* address) const {
    const std::vector<const Part*>& all = elements_[value.object];
    for (std::size_t i = all.size(); i-- > 0;) {
      const bool has_key = !all[i]->parts.empty() && all[i]->parts[0].kind == Part::Kind::Key;
      const Part& element = has_key ? all[i]->parts.back() : *all[i];
      if (address < element.at || address >= element.at + std::max<std::size_t>(element.type->size, 1))
        continue;
      value.number = object::element_number(i, address - element.at);
      return;
    }
  }

  void visit(const Part& part) {
    if (is_left(part.variable) || is_left(part.length)) return put(Kind::Left);
    switch (part.kind) {
      case Part::Kind::Left:
        return put(Kind::Left);
      case Part::Kind::Variable:
        return visit_variable(part);
      case Part::Kind::Array:
      case Part::Kind::Record:
        for (const Part& inner : part.parts) visit(inner);
        return;
      case Part::Kind::Vector:
      case Part::Kind::Optional:
        return visit_elements(part, chosen(part.variable).rank);
      case Part::Kind::Container: {
        const Part& form = part.parts[candidate_[static_cast<std::size_t>(part.variable)]];
        if (part.type->container->alternatives > 0) {
          if (form.length == kNone) return put(Kind::Left);
          put(Kind::Length, form.length);
          return visit(form.parts[0]);
        }
        return visit_elements(form, static_cast<std::int64_t>(form.parts.size()));
      }
      case Part::Kind::Key:
        return visit_key(part);
      case Part::Kind::Buffer:
        if (part.variable != kNone && chosen(part.variable).words[0] == 0) return put(Kind::Null);
        return visit_elements(part, chosen(part.length).rank);
    }
  }

  void visit_key(const Part& part) {
    Shape shape;
    shape.type = part.type;
    if (part.type->is_string == 0) return put(Kind::Number, object::load_scalar(shape, part.at));
    std::vector<signed char> characters;
    part.type->container->each(
        part.at,
        [](void* context, const void* character) {
          static_cast<std::vector<signed char>*>(context)->push_back(
              *static_cast<const signed char*>(character));
        },
        &characters);
    put(Kind::Length, static_cast<std::int64_t>(characters.size()));
    for (const signed char character : characters) put(Kind::Number, character);
  }

  void visit_variable(const Part& part) {
    const Value& value = chosen(part.variable);
    if (value.domain_class != kNone) {
      // Further than its beginning, if a base is what is referred to.
      const Object& object = space_.objects[value.object];
      const auto origin = reinterpret_cast<std::uint64_t>(space_.address(object));
      if (value.words[0] - origin >= std::max(space_.classes->classes[object.class_index].size, 1UL)) {
        to_elements_.emplace_back(graph_.values.size(), reinterpret_cast<const std::byte*>(value.words[0]));
        return put(Kind::Element, 0, number_of(value.object));
      }
      return put(Kind::Object, static_cast<std::int64_t>(value.words[0] - origin), number_of(value.object));
    }
    const bool is_scalar = kind_of(part) == Shape::Kind::Scalar;
    if (!is_scalar && value.words[0] != 0) {
      const auto index = static_cast<std::uint32_t>(value.rank - 1);
      const auto begin = reinterpret_cast<std::uint64_t>(space_.classes->statics[index].address);
      return put(Kind::Static, static_cast<std::int64_t>(value.words[0] - begin), index);
    }
    put(is_scalar ? Kind::Number : Kind::Null, is_scalar ? static_cast<std::int64_t>(value.words[0]) : 0);
  }

  const SearchSpace& space_;
  std::span<const std::uint32_t> candidate_;
  std::vector<std::int32_t> numbers_;  // by object of the space
  std::vector<std::uint32_t> met_;     // by object of the graph
  object::Graph graph_;
  std::size_t visited_ = 0;                         // the object of the graph
  std::vector<std::vector<const Part*>> elements_;  // by object of the graph, in the order of the values
  // Values that point to elements, of which the number is known in the end.
  std::vector<std::pair<std::size_t, const std::byte*>> to_elements_;
};

object::Shapes shapes_of(const SearchSpace& space) {
  object::Shapes shapes = object::shapes_of(*space.classes);
  for (const Object& object : space.objects)
    shapes.fields[static_cast<std::size_t>(object.class_index)] = shapes_of(space, object.parts);
  return shapes;
}

GraphMaker::GraphMaker(const SearchSpace& space) : walk_(std::make_unique<Walk>(space)) {}
GraphMaker::~GraphMaker() = default;
GraphMaker::GraphMaker(GraphMaker&&) noexcept = default;

const object::Graph& GraphMaker::make(std::span<const std::uint32_t> candidate) {
  return walk_->run(candidate);
}

}  // namespace fretsaw::space
