// SPDX-License-Identifier: MIT
// Two passes, once it is known which classes are referred to (class_domains): where the objects lie; what
// their parts are and which values these take. A vector is a length and as many element places as the longest
// length allows, in a buffer of its own; an optional is the same with room for one; so is an array behind a
// pointer, whose length nothing stores, or a field beside it.
#include "predicate/runtime/space_builder.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "object/layout.hpp"
#include "predicate/runtime/arena.hpp"
#include "predicate/runtime/bounds_table.hpp"
#include "predicate/runtime/class_domains.hpp"
#include "predicate/runtime/containers.hpp"
#include "predicate/runtime/describe.hpp"
#include "predicate/runtime/insides.hpp"
#include "predicate/runtime/names.hpp"
#include "predicate/runtime/reference_values.hpp"
#include "predicate/runtime/scalar_domain.hpp"

namespace fretsaw::runtime {

namespace {

using detail::ClassEntry;
using detail::FieldEntry;
using detail::TypeEntry;

constexpr std::size_t kMostVariables = std::size_t{1} << 17;
constexpr std::int64_t kLongestArray = 4096;
constexpr std::size_t kMostKeys = 4096;

SearchSpace space_for(const detail::SearchSubject& subject) {
  SearchSpace space;
  space.subject = subject;
  space.classes = subject.classes;
  return space;
}

// Throws Refused.
class SpaceBuilder {
 public:
  SpaceBuilder(const detail::SearchSubject& subject, const BoundsTable& bounds)
      : classes_(*subject.classes),
        bounds_(bounds),
        space_(space_for(subject)),
        domains_(domains_for(subject, bounds, space_)),
        arena_(space_),
        references_(space_, domains_, arena_) {}

  SearchSpace build() {
    check_layouts();
    place_objects();
    space_.insides = find_insides(space_, bounds_);
    for (std::uint32_t object = 0; object < space_.objects.size(); ++object) describe(object);
    if (auto error = bounds_.unused()) fail(std::move(*error));
    finish();
    return std::move(space_);
  }

 private:
  // Where a part is: in which object, at which address, behind which length, under which names.
  struct Place {
    std::uint32_t object;
    std::byte* address;
    std::int32_t guard = kNone;
    std::int32_t guard_index = 0;
    std::int32_t guard_last = INT32_MAX;
    std::vector<PartName> names;
    const FieldEntry* field = nullptr;  // the innermost that it is in
    int bit_offset = 0;
    int bit_width = 0;
  };

  [[noreturn]] static void fail(Diagnostic error) { throw Refused{std::move(error)}; }

  static std::vector<ClassDomain> domains_for(const detail::SearchSubject& subject, const BoundsTable& bounds,
                                              SearchSpace& space) {
    auto domains = class_domains(subject, bounds);
    if (!domains) fail(domains.error());
    space.group_limits = std::move(domains->group_limits);
    for (const ClassDomain& domain : domains->list) space.groups_of_domain.push_back(domain.groups);
    return std::move(domains->list);
  }

  static std::string display(const Place& place) { return runtime::display(place.names); }

  // ---- objects

  // Every byte of every object is accounted for, or there are no objects.
  void check_layouts() const {
    for (const ClassDomain& domain : domains_) check_layout(domain.class_index);
    check_layout(space_.subject.root);
  }

  void check_layout(int class_index) const {
    const ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; i < entry.field_count; ++i) {
      const TypeEntry& type = classes_.types[entry.fields[i].type];
      if (type.kind == detail::kRecordType) check_layout(type.target);
    }
    const auto lost = object::unexplained_bytes(classes_, class_index);
    if (!lost) return;
    fail(refusal("bytes " + std::to_string(lost->begin) + " to " + std::to_string(lost->end - 1) + " of " +
                     entry.name + " are neither a field nor a base nor padding",
                 "its layout is not understood, and objects of it would be wrong", entry.place));
  }

  void place_objects() {
    const int root = space_.subject.root;
    arena_.add_object(root);
    for (ClassDomain& domain : domains_) {
      const bool is_root = domain.class_index == root;
      space_.class_of_domain.push_back(static_cast<std::uint32_t>(domain.class_index));
      space_.initial_maximum.push_back(is_root ? 0 : -1);
      if (is_root) domain.objects.push_back(0);
      while (domain.objects.size() < static_cast<std::size_t>(domain.count)) {
        domain.objects.push_back(static_cast<std::uint32_t>(space_.objects.size()));
        arena_.add_object(domain.class_index);
      }
    }
  }

  // ---- parts

  void describe(std::uint32_t index) {
    const int class_index = space_.objects[index].class_index;
    std::byte* const address = space_.address(space_.objects[index]);
    const auto first = static_cast<std::uint32_t>(space_.variables.size());
    auto parts = fields(class_index, {.object = index, .address = address, .names = {}});
    Object& object = space_.objects[index];
    object.parts = std::move(parts);
    object.first_variable = first;
    object.end_variable = static_cast<std::uint32_t>(space_.variables.size());
  }

  std::vector<Part> fields(int class_index, const Place& place) {
    std::vector<Part> parts;
    const ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; i < entry.field_count; ++i) {
      const FieldEntry& field = entry.fields[i];
      const Place inner = place_of(class_index, field, place);
      const bool is_array = array_length(classes_.types[field.type], inner.names, bounds_) != nullptr;
      parts.push_back(is_array || keeps_its_value(entry, field, inner) ? left(field.type)
                                                                       : part(field.type, inner));
      parts.back().name = part_name(entry, field);
      parts.back().offset = static_cast<std::uint32_t>(field.offset);
      parts.back().is_const = field.is_const != 0;
    }
    // These come last: a field beside them may be their length.
    for (int i = 0; i < entry.field_count; ++i) {
      const Place inner = place_of(class_index, entry.fields[i], place);
      const TypeEntry& type = classes_.types[entry.fields[i].type];
      if (const std::string* const length = array_length(type, inner.names, bounds_))
        describe_buffer(type, inner, *length, parts, parts[static_cast<std::size_t>(i)]);
    }
    return parts;
  }

  Place place_of(int class_index, const FieldEntry& field, const Place& outer) const {
    Place place = outer;
    place.address += field.offset;
    place.names = names_of(classes_, class_index, field, outer.names);
    place.field = &field;
    place.bit_offset = field.bit_offset;
    place.bit_width = field.bit_width;
    return place;
  }

  // `const int limit = 4;`: all objects that C++ itself makes have this value, unless a constructor says
  // otherwise.
  bool keeps_its_value(const ClassEntry& entry, const FieldEntry& field, const Place& place) const {
    return field.is_const != 0 && field.has_initializer != 0 && entry.construct != nullptr &&
           bounds_.domain(place.names) == nullptr;
  }

  // Fields of a class and its base may be called the same.
  static std::string part_name(const ClassEntry& entry, const FieldEntry& field) {
    const auto same =
        std::count_if(entry.fields, entry.fields + entry.field_count,
                      [&](const FieldEntry& other) { return std::string_view(other.name) == field.name; });
    return same == 1 ? field.name : std::string(field.owner) + "::" + field.name;
  }

  Part left(int type_index) const {
    Part out;
    out.type = &classes_.types[type_index];
    return out;
  }

  Part part(int type_index, const Place& place) {
    const TypeEntry& type = classes_.types[type_index];
    Part out = left(type_index);
    const std::string* const text = bounds_.domain(place.names);
    if (text != nullptr && *text == "default") return out;
    switch (type.kind) {
      case detail::kUnsupportedType:
        refuse(type, place);
        break;
      case detail::kRecordType:
        out.kind = Part::Kind::Record;
        out.parts = fields(type.target, place);
        break;
      case detail::kArrayType:
        out.kind = Part::Kind::Array;
        out.parts = elements(type.target, type.count, place.address, place, false);
        break;
      case detail::kVectorType:
        describe_vector(type, place, out);
        break;
      case detail::kOptionalType:
        describe_optional(type, place, out);
        break;
      case detail::kContainerType:
        describe_container(type, place, out);
        break;
      default:
        out.kind = Part::Kind::Variable;
        out.variable = add_variable(type, place, text);
    }
    return out;
  }

  void refuse(const TypeEntry& type, const Place& place) {
    const std::string field = display(place);
    const std::string array =
        type.element < 0
            ? ""
            : "if it points to an array, say how long that is: --values \"" + field +
                  ".length=0..3\", or =FIELD for the field that holds its length;\n    otherwise, ";
    fail(refusal(field + " has the type " + type.name + ", which cannot be searched: " + type.reason,
                 array + "leave it at its constructed value with --values \"" + field +
                     "=default\", or f.leave(\"" + field + "\") in a finitization",
                 place.field->place));
  }

  std::vector<Part> elements(int type_index, std::size_t count, std::byte* buffer, const Place& place,
                             bool guarded, std::int32_t guard = kNone) {
    std::vector<Part> parts;
    const std::size_t size = classes_.types[type_index].size;
    for (std::size_t i = 0; i < count; ++i) {
      Place inner = place;
      inner.address = buffer + i * size;
      if (guarded) {
        construct_element(classes_.types[type_index], inner.address);
        inner.guard = guard;
        inner.guard_index = static_cast<std::int32_t>(i);
        inner.guard_last = INT32_MAX;
      }
      parts.push_back(part(type_index, inner));
      parts.back().offset = static_cast<std::uint32_t>(i * size);
    }
    return parts;
  }

  // Elements of a vector are not constructed with the object that the vector belongs to.
  void construct_element(const TypeEntry& type, std::byte* memory) {
    if (type.kind == detail::kRecordType) arena_.construct(type.target, memory);
  }

  std::vector<int> lengths(const Place& place, int largest_default) {
    const std::vector<PartName> names = extend(place.names, ".length");
    const std::string field = display(place) + ".length";
    const std::string* const text = bounds_.domain(names);
    if (text == nullptr && largest_default < 0) {
      fail(refusal(field + " has no domain", "give --values " + field + "=0..N, or --size N",
                   place.field->place));
    }
    auto parsed = parse_lengths(text != nullptr ? *text : "0.." + std::to_string(largest_default), field);
    if (!parsed) {
      fail(parsed.error());
    }
    return *parsed;
  }

  std::int32_t add_length(const Place& place, std::byte* address, std::uint8_t width,
                          std::vector<Value> values) {
    space_.domains.push_back(std::move(values));
    Variable variable;
    variable.offset = static_cast<std::uint32_t>(address - space_.arena);
    variable.width = width;
    variable.is_length = true;
    variable.object = place.object;
    variable.domain = static_cast<std::uint32_t>(space_.domains.size() - 1);
    variable.guard = place.guard;
    variable.guard_index = place.guard_index;
    variable.guard_last = place.guard_last;
    return push(variable);
  }

  // libstdc++'s vector is three pointers: begin, end, end of storage. The last two are the length.
  void describe_vector(const TypeEntry& type, const Place& place, Part& out) {
    out.kind = Part::Kind::Vector;
    const std::vector<int> allowed = lengths(place, bounds_.size());
    const auto longest = static_cast<std::size_t>(*std::max_element(allowed.begin(), allowed.end()));
    const std::size_t size = classes_.types[type.target].size;
    std::byte* const buffer = arena_.allocate(std::max<std::size_t>(longest * size, 1), 16);
    std::memcpy(place.address, &buffer, sizeof buffer);
    std::vector<Value> values;
    for (const int length : allowed) {
      const auto end = reinterpret_cast<std::uint64_t>(buffer + static_cast<std::size_t>(length) * size);
      values.push_back({.words = {end, end}, .rank = length});
    }
    out.variable = add_length(place, place.address + sizeof(void*), 16, std::move(values));
    out.parts = elements(type.target, longest, buffer, place, true, out.variable);
  }

  // libstdc++'s optional is the value, then a bool.
  void describe_optional(const TypeEntry& type, const Place& place, Part& out) {
    out.kind = Part::Kind::Optional;
    const std::vector<int> allowed = lengths(place, 1);
    std::vector<Value> values;
    for (const int length : allowed) {
      if (length > 1) fail(refusal(display(place) + ".length: an optional holds at most one value"));
      values.push_back({.words = {static_cast<std::uint64_t>(length), 0}, .rank = length});
    }
    out.variable = add_length(place, place.address + classes_.types[type.target].size, 1, std::move(values));
    out.parts = elements(type.target, 1, place.address, place, true, out.variable);
  }

  // ---- containers

  void describe_container(const TypeEntry& type, const Place& place, Part& out) {
    out.kind = Part::Kind::Container;
    const std::vector<KeyValue> keys = type.key < 0 ? std::vector<KeyValue>() : key_values(type, place);
    std::vector<Form> forms = container_forms(type, lengths(place, bounds_.size()), keys, place.address,
                                              arena_, space_, display(place));
    if (forms.empty()) fail(refusal("the domain of " + display(place) + " is empty", "it has too few keys"));
    std::vector<Value> values;
    for (const Form& form : forms) values.push_back(form.value);
    out.variable = add_length(place, place.address, static_cast<std::uint8_t>(type.size), std::move(values));
    space_.variables.back().is_container = type.size > sizeof Value().words;
    Place inner = place;
    if (type.key >= 0) inner.names = extend(place.names, ".value");
    inner.guard = out.variable;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      inner.guard_index = static_cast<std::int32_t>(i) - 1;
      inner.guard_last = static_cast<std::int32_t>(i);
      out.parts.push_back(form_part(type, forms[i], keys, inner));
    }
  }

  // The elements of one form; those of a map are a key and a value each.
  Part form_part(const TypeEntry& type, const Form& form, const std::vector<KeyValue>& keys, Place inner) {
    Part out;
    out.kind = Part::Kind::Record;
    out.type = &type;
    const std::size_t count = type.key >= 0 ? form.keys.size() : form.elements.size();
    for (std::size_t i = 0; i < count; ++i) {
      Part key;
      if (type.key >= 0) {
        key.kind = Part::Kind::Key;
        key.type = &classes_.types[type.key];
        key.name = type.target >= 0 ? "key" : "";
        key.text = keys[form.keys[i]].text;
        key.key = keys[form.keys[i]].object;
      }
      if (type.target < 0) {
        out.parts.push_back(std::move(key));
        continue;
      }
      inner.address = form.elements[i];
      construct_element(classes_.types[type.target], inner.address);
      Part element = part(type.target, inner);
      if (type.key < 0) {
        out.parts.push_back(std::move(element));
        continue;
      }
      element.name = "value";
      Part entry;
      entry.kind = Part::Kind::Record;
      entry.type = &type;
      entry.parts.push_back(std::move(key));
      entry.parts.push_back(std::move(element));
      out.parts.push_back(std::move(entry));
    }
    return out;
  }

  std::vector<KeyValue> key_values(const TypeEntry& type, const Place& place) {
    Place inner = place;
    if (type.target >= 0) inner.names = extend(place.names, ".key");
    inner.bit_width = 0;
    const TypeEntry& key = classes_.types[type.key];
    const std::string* const text = bounds_.domain(inner.names);
    if (key.kind == detail::kContainerType) return string_keys(key, inner);
    std::vector<KeyValue> out;
    for (const Value& value : values_of(key, inner, text)) {
      std::byte* const object = arena_.allocate(std::max<std::size_t>(key.size, 8), 16);
      std::memcpy(object, value.words, 8);
      out.push_back({object, scalar_text(key, value)});
    }
    return out;
  }

  // All strings of the lengths allowed, shorter ones first.
  std::vector<KeyValue> string_keys(const TypeEntry& type, const Place& place) {
    const TypeEntry& character = classes_.types[type.target];
    const std::vector<Value> letters = values_of(character, place, bounds_.domain(place.names));
    std::vector<KeyValue> out;
    for (const int length : lengths(place, bounds_.size())) {
      std::vector<std::string> texts = {""};
      for (int i = 0; i < length; ++i) {
        std::vector<std::string> longer;
        for (const std::string& text : texts) {
          for (const Value& letter : letters) longer.push_back(text + static_cast<char>(letter.words[0]));
        }
        texts = std::move(longer);
        if (texts.size() > kMostKeys) fail(refusal(display(place) + ": too many keys", "give fewer letters"));
      }
      for (const std::string& text : texts) {
        std::byte* const object = arena_.allocate(type.size, 16);
        const loan::Construction construction(arena_.pool());
        make_string(type, text, object);
        out.push_back({object, json_string(text)});
      }
    }
    return out;
  }

  // ---- arrays behind pointers

  // `text` is a list of lengths, with null for no array, or the name of a field of the same class.
  void describe_buffer(const TypeEntry& type, const Place& place, const std::string& text,
                       const std::vector<Part>& siblings, Part& out) {
    out.kind = Part::Kind::Buffer;
    const std::string* const elements_text = bounds_.domain(place.names);
    if (elements_text != nullptr && *elements_text == "default")
      fail(refusal(display(place) + " is left at its constructed value, so it cannot have a length"));
    const auto sibling = std::find_if(siblings.begin(), siblings.end(),
                                      [&](const Part& part) { return names_field(text, part.name); });
    if (sibling != siblings.end()) return describe_counted(type, place, *sibling, out);
    std::vector<std::string> items = split_items(text);
    const bool may_be_null = std::erase(items, "null") > 0;
    std::vector<int> allowed;
    if (!items.empty()) {
      auto parsed = parse_lengths(join(items, ","), display(place) + ".length");
      if (!parsed) fail(length_error(parsed.error(), siblings));
      allowed = std::move(*parsed);
    }
    const int longest = allowed.empty() ? 0 : *std::max_element(allowed.begin(), allowed.end());
    std::byte* const buffer = allocate_array(type, longest);
    std::vector<Value> values;
    if (may_be_null) values.emplace_back();
    for (const int length : allowed)
      values.push_back({.words = {reinterpret_cast<std::uint64_t>(buffer), 0}, .rank = length});
    out.variable = add_length(place, place.address, sizeof(void*), std::move(values));
    out.length = out.variable;
    out.parts = elements(type.element, static_cast<std::size_t>(longest), buffer, place, true, out.length);
  }

  // The array is as long as a field says, and always there. The field gets a domain of its own, whose values
  // know that they are lengths.
  void describe_counted(const TypeEntry& type, const Place& place, const Part& counter, Part& out) {
    const std::string field = display(place);
    if (counter.kind != Part::Kind::Variable || counter.type->kind != detail::kIntegerType)
      fail(refusal(field + ".length: " + counter.name + " is not an integer that is chosen"));
    Variable& variable = space_.variables[static_cast<std::size_t>(counter.variable)];
    std::vector<Value> values = space_.domains[variable.domain];
    std::int64_t longest = 0;
    for (Value& value : values) {
      const auto length = static_cast<std::int64_t>(value.words[0]);
      longest = std::max(longest, length);
      value.rank = static_cast<std::int32_t>(std::clamp<std::int64_t>(length, 0, kLongestArray + 1));
    }
    if (longest > kLongestArray) fail(refusal(field + ".length: lengths beyond 4096 cannot be searched"));
    if (!variable.is_length) {
      variable.is_length = true;
      variable.domain = static_cast<std::uint32_t>(space_.domains.size());
      space_.domains.push_back(std::move(values));
    }
    std::byte* const buffer = allocate_array(type, static_cast<int>(longest));
    std::memcpy(place.address, &buffer, sizeof buffer);
    out.length = counter.variable;
    out.parts = elements(type.element, static_cast<std::size_t>(longest), buffer, place, true, out.length);
  }

  std::byte* allocate_array(const TypeEntry& type, int length) {
    const std::size_t size = classes_.types[type.element].size;
    return arena_.allocate(std::max<std::size_t>(static_cast<std::size_t>(length) * size, 1), 16);
  }

  static Diagnostic length_error(Diagnostic error, const std::vector<Part>& siblings) {
    std::vector<std::string> names;
    for (const Part& part : siblings) {
      if (part.kind == Part::Kind::Variable && part.type->kind == detail::kIntegerType)
        names.push_back(part.name);
    }
    if (error.hint.empty())
      error.hint = "a length is a number, a range or null" +
                   (names.empty() ? "" : ", or one of the fields " + join(names, ", "));
    return error;
  }

  // ---- variables

  std::int32_t push(const Variable& variable) {
    if (space_.variables.size() >= kMostVariables)
      fail(refusal("more than a hundred thousand fields: the bounds are too large"));
    space_.variables.push_back(variable);
    return static_cast<std::int32_t>(space_.variables.size() - 1);
  }

  std::int32_t add_variable(const TypeEntry& type, const Place& place, const std::string* text) {
    Variable variable;
    variable.offset = static_cast<std::uint32_t>(place.address - space_.arena);
    variable.width = static_cast<std::uint8_t>(type.size);
    variable.object = place.object;
    variable.guard = place.guard;
    variable.guard_index = place.guard_index;
    variable.guard_last = place.guard_last;
    variable.ownership = type.kind == detail::kUniqueType ? Ownership::Unique : Ownership::None;
    if (place.bit_width != 0) {
      variable.bit_offset = static_cast<std::uint8_t>(place.bit_offset);
      variable.bit_width = static_cast<std::uint8_t>(place.bit_width);
      variable.width = static_cast<std::uint8_t>((place.bit_offset + place.bit_width + 7) / 8);
    }
    variable.domain = domain_of(type, place, text);
    return push(variable);
  }

  std::uint32_t domain_of(const TypeEntry& type, const Place& place, const std::string* text) {
    // Fields of a class and its bases may be called the same.
    const auto key = std::make_tuple(display(place), &type, place.field);
    if (const auto known = domain_cache_.find(key); known != domain_cache_.end()) return known->second;
    std::vector<Value> values = values_of(type, place, text);
    if (values.empty()) {
      fail(refusal("the domain of " + display(place) + " is empty",
                   "it is never null, and there are no objects for it"));
    }
    space_.domains.push_back(std::move(values));
    const auto index = static_cast<std::uint32_t>(space_.domains.size() - 1);
    domain_cache_.emplace(key, index);
    return index;
  }

  std::vector<Value> values_of(const TypeEntry& type, const Place& place, const std::string* text) {
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
      case detail::kPlaceType:
        return references_.of(type, text, display(place));
      default:
        break;
    }
    const std::string field = display(place);
    auto values = text != nullptr ? scalar_values(type, place.bit_width, *text, field)
                                  : default_values(type, place.bit_width, bounds_.size(), field);
    if (values) return std::move(*values);
    Diagnostic error = values.error();
    fail(text != nullptr ? error : refusal(error.message, error.hint, place.field->place));
  }

  // ---- the end

  void finish() {
    arena_.finish();
    for (std::uint32_t variable = static_cast<std::uint32_t>(space_.variables.size()); variable-- > 0;) {
      const Variable& s = space_.variables[variable];
      std::fill_n(space_.variable_at.begin() + s.offset, s.width, variable + 1);
    }
    std::vector<std::uint32_t> unguarded(space_.objects.size(), 0);
    for (const Variable& variable : space_.variables) {
      if (variable.guard == kNone) {
        ++unguarded[variable.object];
        continue;
      }
      for (Value& value : space_.domains[space_.variables[static_cast<std::size_t>(variable.guard)].domain]) {
        if (value.rank > variable.guard_index && value.rank <= variable.guard_last) ++value.gain;
      }
    }
    space_.root_variables = unguarded[0];
    for (const ClassDomain& domain : domains_) {
      space_.initial_variables.push_back(domain.objects.empty() ? 0 : unguarded[domain.objects.back()]);
    }
  }

  const detail::ClassTable& classes_;
  const BoundsTable& bounds_;
  SearchSpace space_;
  std::vector<ClassDomain> domains_;
  Arena arena_;
  ReferenceValues references_;
  std::map<std::tuple<std::string, const TypeEntry*, const FieldEntry*>, std::uint32_t> domain_cache_;
};

}  // namespace

Result<SearchSpace> build_space(const detail::SearchSubject& subject, const Bounds& bounds) {
  auto table = BoundsTable::read(bounds, subject);
  if (!table) return table.error();
  try {
    SearchSpace space = SpaceBuilder(subject, *table).build();
    space.leaves_unread = bounds.leave_unread;
    return space;
  } catch (const Refused& refused) {
    return refused.why;
  }
}

}  // namespace fretsaw::runtime
