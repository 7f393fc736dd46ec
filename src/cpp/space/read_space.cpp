// SPDX-License-Identifier: MIT
#include "cpp/space/read_space.hpp"

#include <algorithm>
#include <vector>

#include "cpp/space/heap_cursor.hpp"
#include "work/bytes.hpp"

namespace fretsaw::space {

namespace {

using PartKind = SpacePart::Kind;
using ValueKind = SpaceValue::Kind;

// The first thing that does not fit.
struct MalformedSpace {
  const char* what;
};

void require(bool fits, const char* what) {
  if (!fits) throw MalformedSpace{what};
}

class SpaceChecker {
 public:
  SpaceChecker(const Space& space, const code::Classes& classes) : space_(space), classes_(classes) {}

  void check() {
    require(!space_.objects.empty(), "no objects");
    check_variables();
    check_domains();
    for (const SpaceObject& object : space_.objects) {
      require(object.class_index >= 0 && has(classes_.classes, object.class_index), "an object has no class");
      fields(object.class_index, object.parts);
    }
    check_places();
  }

 private:
  template <class List, class Index>
  static bool has(const List& list, Index index) {
    return std::cmp_greater_equal(index, 0) && std::cmp_less(index, list.size());
  }

  bool is_guard(std::int32_t variable) const { return variable == -1 || has(space_.variables, variable); }

  void check_variables() {
    for (const SpaceVariable& variable : space_.variables) {
      require(has(space_.domains, variable.domain), "a variable has no domain");
      require(has(space_.objects, variable.object), "a variable is in no object");
      require(is_guard(variable.condition.guard), "a variable depends on none");
    }
    // A variable exists if its guards allow it: one after the other, and never the same again.
    enum class State : std::uint8_t { New, Open, Done };
    std::vector<State> states(space_.variables.size(), State::New);
    for (std::size_t v = 0; v < states.size(); ++v) {
      std::vector<std::size_t> open;
      for (auto at = static_cast<std::int32_t>(v); at >= 0;) {
        State& state = states[static_cast<std::size_t>(at)];
        require(state != State::Open, "a variable depends on itself");
        if (state == State::Done) break;
        state = State::Open;
        open.push_back(static_cast<std::size_t>(at));
        at = space_.variables[static_cast<std::size_t>(at)].condition.guard;
      }
      for (const std::size_t each : open) states[each] = State::Done;
    }
  }

  void check_domains() const {
    for (const auto& domain : space_.domains) {
      require(!domain.empty(), "a domain is empty");
      for (const SpaceValue& value : domain) {
        require(value.kind != ValueKind::Left || &value == &domain.back(),
                "a value has no place in its domain");
        require(value.kind <= ValueKind::Left && value.kind != ValueKind::Text,
                "a value has an unknown kind");
        require(value.referent() < 0 ? value.kind != ValueKind::Reference : has(space_.objects, value.object),
                "a value points to no object");
        require(value.kind != ValueKind::Length || value.number >= 0, "a length is negative");
        require(is_guard(value.condition.guard), "a value depends on no variable");
      }
    }
  }

  void check_places() const {
    if (space_.places.empty()) return;
    require(space_.places.size() == space_.variables.size(), "not every variable has a place");
    for (std::size_t v = 0; v < space_.places.size(); ++v) {
      const Placement& place = space_.places[v];
      require(
          place.bits <= 8 * std::uint64_t{place.bytes} && (!space_.variables[v].is_free || place.bits <= 64),
          "a variable is larger than its place");
      for (const SpaceValue& value : space_.domain(v)) require(!value.words.empty(), "a value has no words");
    }
  }

  const std::vector<SpaceValue>& domain(std::int32_t variable) const {
    require(has(space_.variables, variable), "a part has no variable");
    return space_.domain(static_cast<std::size_t>(variable));
  }

  void fields(std::int32_t class_index, const std::vector<SpacePart>& parts) const {
    const code::ClassInfo& info = classes_.at(class_index);
    require(parts.size() == info.fields.size(), "an object has other fields than its class");
    for (std::size_t i = 0; i < parts.size(); ++i) part(parts[i], info.fields[i].type);
  }

  void all(const std::vector<SpacePart>& parts, std::int32_t type) const {
    for (const SpacePart& each : parts) part(each, type);
  }

  // Whatever kind of part it is.
  void variables(const SpacePart& part) const {
    require(is_guard(part.variable) && is_guard(part.length), "a part has no variable");
  }

  void part(const SpacePart& part, std::int32_t type) const {
    variables(part);
    require(part.type == type && has(classes_.types, type), "a part has another type");
    const code::TypeInfo& info = classes_.type(type);
    switch (part.kind) {
      case PartKind::Slot:
        for (const SpaceValue& value : domain(part.variable))
          require(fits(value, info.kind), "a value of another type");
        return require(part.parts.empty(), "a value has parts");
      case PartKind::Array:
        require(info.kind == detail::kArrayType && part.parts.size() == info.count,
                "an array of another length");
        return all(part.parts, info.target);
      case PartKind::Vector:
      case PartKind::Optional:
        require(info.kind == (part.kind == PartKind::Vector ? detail::kVectorType : detail::kOptionalType),
                "a part of another kind");
        lengths(part, part.variable);
        return all(part.parts, info.target);
      case PartKind::Record:
        if (info.kind == detail::kRecordType) return fields(info.target, part.parts);
        return member(part, type);
      case PartKind::Buffer:
        lengths(part, part.length);
        if (part.variable != -1) static_cast<void>(domain(part.variable));
        require(info.element >= 0, "an array of nothing");
        return all(part.parts, info.element);
      case PartKind::Container:
        return container(part, type);
      case PartKind::Left:
        return require(part.parts.empty(), "a value has parts");
      case PartKind::Key:
        break;
    }
    require(false, "a part has an unknown kind");
  }

  // There is an element for every number below the greatest length.
  void lengths(const SpacePart& part, std::int32_t variable) const {
    for (const SpaceValue& value : domain(variable)) {
      const bool is_length = value.kind == ValueKind::Length || value.kind == ValueKind::Number;
      const bool is_none =
          value.kind == ValueKind::Left || (value.kind == ValueKind::Null && part.kind == PartKind::Buffer);
      require(is_length || is_none, "a length is not a number");
      require(value.number <= static_cast<std::int64_t>(part.parts.size()), "an element is missing");
    }
  }

  // Of a union or a std::variant: one at most, of any of their types.
  void member(const SpacePart& form, std::int32_t type) const {
    const code::TypeInfo& info = classes_.type(type);
    variables(form);
    require(form.kind == PartKind::Record && form.type == type && info.kind == detail::kContainerType &&
                info.count > 0 && form.parts.size() <= 1,
            "a part is not one of several");
    const auto& members = classes_.at(classes_.type(info.target).target).fields;
    for (const SpacePart& each : form.parts) {
      require(std::ranges::count(members, each.type, &code::FieldInfo::type) > 0,
              "a part is not one of several");
      part(each, each.type);
    }
  }

  void container(const SpacePart& part, std::int32_t type) const {
    const code::TypeInfo& info = classes_.type(type);
    require(info.kind == detail::kContainerType, "a part of another kind");
    const auto& values = domain(part.variable);
    const auto left =
        static_cast<std::size_t>(std::ranges::count(values, ValueKind::Left, &SpaceValue::kind));
    require(values.size() - left == part.parts.size(), "a container is not one of its forms");
    for (const SpacePart& form : part.parts) {
      if (info.count > 0) {
        member(form, type);
        continue;
      }
      variables(form);
      require(form.kind == PartKind::Record && form.type == type, "a container is not one of its forms");
      for (const SpacePart& element : form.parts) this->element(element, type, info);
    }
  }

  void element(const SpacePart& element, std::int32_t type, const code::TypeInfo& info) const {
    variables(element);
    if (info.key < 0) return part(element, info.target);
    if (info.target < 0) return key(element, info.key);
    require(element.kind == PartKind::Record && element.type == type && element.parts.size() == 2,
            "an element is not a key and a value");
    key(element.parts.front(), info.key);
    part(element.parts.back(), info.target);
  }

  void key(const SpacePart& part, std::int32_t type) const {
    variables(part);
    require(part.kind == PartKind::Key && part.type == type && part.parts.empty(), "an element has no key");
    const bool is_text = classes_.type(type).is_string;
    require(is_text ? part.key.kind == ValueKind::Text : is_scalar(part.key, classes_.type(type).kind),
            "a key of another type");
  }

  static bool is_scalar(const SpaceValue& value, detail::TypeKind type) {
    switch (value.kind) {
      case ValueKind::Boolean:
        return type == detail::kBoolType;
      case ValueKind::Number:
      case ValueKind::Large:
        return type == detail::kIntegerType;
      case ValueKind::Character:
        return type == detail::kCharType;
      case ValueKind::Real:
        return type == detail::kFloatType;
      case ValueKind::Enumerator:
        return type == detail::kEnumType;
      default:
        return false;
    }
  }

  static bool fits(const SpaceValue& value, detail::TypeKind type) {
    const bool is_reference = value.kind == ValueKind::Null || value.kind == ValueKind::Reference ||
                              value.kind == ValueKind::Static;
    return value.kind == ValueKind::Left || is_scalar(value, type) ||
           (is_reference && type > detail::kEnumType);
  }

  const Space& space_;
  const code::Classes& classes_;
};

}  // namespace

Result<Space> read_space(std::string_view bytes, const code::Classes& classes) {
  const auto bounds_error = [](const char* what) {
    return input_error(std::string("malformed description of the objects: ") + what);
  };
  work::BytesReader reader{bytes};
  Space space;
  reader(space);
  if (!reader.good || !reader.bytes.empty()) return bounds_error("the bytes are not a space");
  try {
    SpaceChecker(space, classes).check();
  } catch (const MalformedSpace& unfit) {
    return bounds_error(unfit.what);
  }
  return space;
}

bool is_candidate(const Space& space, std::span<const std::uint32_t> candidate) {
  if (candidate.size() != space.variables.size()) return false;
  for (std::size_t variable = 0; variable < candidate.size(); ++variable) {
    if (candidate[variable] >= space.domain(variable).size()) return false;
  }
  return true;
}

std::map<std::pair<std::string, std::string>, std::string> array_counters(const Space& space,
                                                                          const code::Classes& classes) {
  std::map<std::pair<std::string, std::string>, std::string> out;
  for (const SpaceObject& object : space.objects) {
    const code::ClassInfo& info = classes.at(object.class_index);
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
      const SpacePart& part = object.parts[i];
      if (part.kind != PartKind::Buffer || part.variable >= 0) continue;
      const auto counter = std::ranges::find_if(object.parts, [&](const SpacePart& each) {
        return each.kind == PartKind::Slot && each.variable == part.length;
      });
      const code::FieldInfo& field = info.fields[i];
      if (!is_row(classes.type(field.type)) || counter == object.parts.end()) continue;
      const code::ClassInfo& owner = field.base >= 0 ? classes.at(field.base) : info;
      out[{owner.name, field.name}] = counter->name;
    }
  }
  return out;
}

}  // namespace fretsaw::space
