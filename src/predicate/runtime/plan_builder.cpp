// SPDX-License-Identifier: MIT
// Two passes, once it is known which classes are referred to (class_domains): where the objects lie; what
// their parts are and which values these take. A vector is a length and as many element places as the longest
// length allows, in a buffer of its own; an optional is the same with room for one; so is an array behind a
// pointer, whose length nothing stores, or a field beside it.
#include "predicate/runtime/plan_builder.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <utility>

#include "predicate/runtime/bounds_table.hpp"
#include "predicate/runtime/class_domains.hpp"
#include "predicate/runtime/loan.hpp"
#include "predicate/runtime/memory_map.hpp"
#include "predicate/runtime/names.hpp"
#include "predicate/runtime/scalar_domain.hpp"

namespace fretsaw::runtime {

namespace {

using detail::ClassEntry;
using detail::FieldEntry;
using detail::TypeEntry;

constexpr std::size_t kArenaCapacity = std::size_t{16} << 20;
constexpr std::size_t kMostSlots = std::size_t{1} << 17;
constexpr std::int64_t kLongestArray = 4096;
constexpr std::size_t kGap = 16;  // forbidden bytes behind every object

class PlanBuilder {
 public:
  PlanBuilder(const detail::SearchSubject& subject, const BoundsTable& bounds)
      : classes_(*subject.classes), root_(subject.root), bounds_(bounds) {
    plan_.subject = subject;
  }

  Result<Plan> build() {
    plan_.classes = &classes_;
    auto domains = class_domains(plan_.subject, bounds_);
    if (!domains) return domains.error();
    domains_ = std::move(*domains);
    place_objects();
    for (std::uint32_t object = 0; !error_ && object < plan_.objects.size(); ++object) describe(object);
    if (!error_) error_ = bounds_.unused();
    if (error_) return std::move(*error_);
    finish();
    return std::move(plan_);
  }

 private:
  // Where a part is: in which object, at which address, behind which length, under which names.
  struct Place {
    std::uint32_t object;
    std::byte* address;
    std::int32_t guard = kNone;
    std::int32_t guard_index = 0;
    std::vector<PartName> names;
    const FieldEntry* field = nullptr;  // the innermost that it is in
    int bit_offset = 0;
    int bit_width = 0;
  };

  void fail(Diagnostic error) {
    if (!error_) error_ = std::move(error);
  }

  static std::string display(const Place& place) { return runtime::display(place.names); }

  // ---- objects

  void place_objects() {
    plan_.arena = static_cast<std::byte*>(map_arena(kArenaCapacity));
    if (plan_.arena == nullptr) return fail(refusal("no memory for the objects below the 2 GB mark"));
    plan_.arena_mapped = kArenaCapacity;
    pool_ = {plan_.arena, kGap, kArenaCapacity};
    forbidden_.emplace_back(0, kGap);
    add_object(root_);
    for (ClassDomain& domain : domains_) {
      const bool is_root = domain.class_index == root_;
      plan_.class_of_domain.push_back(static_cast<std::uint32_t>(domain.class_index));
      plan_.initial_maximum.push_back(is_root ? 0 : -1);
      if (is_root) domain.objects.push_back(0);
      while (!error_ && domain.objects.size() < static_cast<std::size_t>(domain.count)) {
        domain.objects.push_back(static_cast<std::uint32_t>(plan_.objects.size()));
        add_object(domain.class_index);
      }
    }
  }

  std::byte* allocate(std::size_t size, std::size_t alignment) {
    void* const memory = pool_.allocate(size, alignment);
    const std::size_t end = pool_.used;
    if (memory == nullptr || pool_.allocate(kGap, 1) == nullptr) {
      fail(refusal("the objects do not fit into memory: the bounds are too large"));
      return nullptr;
    }
    forbidden_.emplace_back(end, pool_.used);
    return static_cast<std::byte*>(memory);
  }

  void add_object(int class_index) {
    const ClassEntry& entry = classes_.classes[class_index];
    std::byte* const memory = allocate(std::max(entry.size, 1UL), entry.alignment);
    if (memory == nullptr) return;
    if (entry.construct == nullptr && entry.is_polymorphic != 0) {
      return fail(refusal("objects of class " + std::string(entry.name) +
                              " cannot be made: it has virtual functions and no default constructor",
                          "give it a default constructor; it may be private", entry.place));
    }
    construct(entry, memory);
    const int number = numbers_[class_index]++;
    plan_.objects.push_back({.class_index = class_index,
                             .offset = static_cast<std::uint32_t>(memory - plan_.arena),
                             .name = short_name(class_index) + "$" + std::to_string(number),
                             .parts = {}});
  }

  void construct(const ClassEntry& entry, std::byte* memory) {
    if (entry.construct == nullptr) return;
    // What constructors allocate lies in the arena too, so that its addresses are the same in every run.
    const loan::Construction construction(pool_);
    const auto refuse = [&](const std::string& what) {
      fail(refusal("the default constructor of " + std::string(entry.name) + " throws " + what,
                   "objects of the class begin with it: the search fills in their fields afterwards",
                   entry.place));
    };
    try {
      entry.construct(memory);
    } catch (const std::exception& error) {
      refuse("an exception: " + std::string(error.what()));
    } catch (...) {
      refuse("something that is no std::exception");
    }
  }

  // Without its scope, unless another class is called the same.
  std::string short_name(int class_index) const {
    const std::string name = split_field_name(classes_.classes[class_index].name).field;
    for (int i = 0; i < classes_.class_count; ++i) {
      const bool clash = i != class_index && split_field_name(classes_.classes[i].name).field == name;
      if (clash) return classes_.classes[class_index].name;
    }
    return name;
  }

  // ---- parts

  void describe(std::uint32_t index) {
    const int class_index = plan_.objects[index].class_index;
    std::byte* const address = plan_.address(plan_.objects[index]);
    const auto first = static_cast<std::uint32_t>(plan_.slots.size());
    auto parts = fields(class_index, {.object = index, .address = address, .names = {}});
    Object& object = plan_.objects[index];
    object.parts = std::move(parts);
    object.first_slot = first;
    object.end_slot = static_cast<std::uint32_t>(plan_.slots.size());
  }

  std::vector<Part> fields(int class_index, const Place& place) {
    std::vector<Part> parts;
    const ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; !error_ && i < entry.field_count; ++i) {
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
    for (int i = 0; !error_ && i < entry.field_count; ++i) {
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
      default:
        out.kind = Part::Kind::Slot;
        out.slot = add_slot(type, place, text);
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
    for (std::size_t i = 0; !error_ && i < count; ++i) {
      Place inner = place;
      inner.address = buffer + i * size;
      if (guarded) {
        construct_element(classes_.types[type_index], inner.address);
        inner.guard = guard;
        inner.guard_index = static_cast<std::int32_t>(i);
      }
      parts.push_back(part(type_index, inner));
      parts.back().offset = static_cast<std::uint32_t>(i * size);
    }
    return parts;
  }

  // Elements of a vector are not constructed with the object that the vector belongs to.
  void construct_element(const TypeEntry& type, std::byte* memory) {
    if (type.kind == detail::kRecordType) construct(classes_.classes[type.target], memory);
  }

  std::vector<int> lengths(const Place& place, int largest_default) {
    const std::vector<PartName> names = extend(place.names, ".length");
    const std::string field = display(place) + ".length";
    const std::string* const text = bounds_.domain(names);
    if (text == nullptr && largest_default < 0) {
      fail(refusal(field + " has no domain", "give --values " + field + "=0..N, or --size N",
                   place.field->place));
      return {};
    }
    auto parsed = parse_lengths(text != nullptr ? *text : "0.." + std::to_string(largest_default), field);
    if (!parsed) {
      fail(parsed.error());
      return {};
    }
    return *parsed;
  }

  std::int32_t add_length(const Place& place, std::byte* address, std::uint8_t width,
                          std::vector<Value> values) {
    plan_.domains.push_back(std::move(values));
    Slot slot;
    slot.offset = static_cast<std::uint32_t>(address - plan_.arena);
    slot.width = width;
    slot.is_length = true;
    slot.object = place.object;
    slot.domain = static_cast<std::uint32_t>(plan_.domains.size() - 1);
    slot.guard = place.guard;
    slot.guard_index = place.guard_index;
    return push(slot);
  }

  // libstdc++'s vector is three pointers: begin, end, end of storage. The last two are the length.
  void describe_vector(const TypeEntry& type, const Place& place, Part& out) {
    out.kind = Part::Kind::Vector;
    const std::vector<int> allowed = lengths(place, bounds_.size());
    if (error_) return;
    const auto longest = static_cast<std::size_t>(*std::max_element(allowed.begin(), allowed.end()));
    const std::size_t size = classes_.types[type.target].size;
    std::byte* const buffer = allocate(std::max<std::size_t>(longest * size, 1), 16);
    if (buffer == nullptr) return;
    std::memcpy(place.address, &buffer, sizeof buffer);
    std::vector<Value> values;
    for (const int length : allowed) {
      const auto end = reinterpret_cast<std::uint64_t>(buffer + static_cast<std::size_t>(length) * size);
      values.push_back({.words = {end, end}, .rank = length});
    }
    out.slot = add_length(place, place.address + sizeof(void*), 16, std::move(values));
    out.parts = elements(type.target, longest, buffer, place, true, out.slot);
  }

  // libstdc++'s optional is the value, then a bool.
  void describe_optional(const TypeEntry& type, const Place& place, Part& out) {
    out.kind = Part::Kind::Optional;
    const std::vector<int> allowed = lengths(place, 1);
    if (error_) return;
    std::vector<Value> values;
    for (const int length : allowed) {
      if (length > 1) return fail(refusal(display(place) + ".length: an optional holds at most one value"));
      values.push_back({.words = {static_cast<std::uint64_t>(length), 0}, .rank = length});
    }
    out.slot = add_length(place, place.address + classes_.types[type.target].size, 1, std::move(values));
    out.parts = elements(type.target, 1, place.address, place, true, out.slot);
  }

  // ---- arrays behind pointers

  // `text` is a list of lengths, with null for no array, or the name of a field of the same class.
  void describe_buffer(const TypeEntry& type, const Place& place, const std::string& text,
                       const std::vector<Part>& siblings, Part& out) {
    out.kind = Part::Kind::Buffer;
    const std::string* const elements_text = bounds_.domain(place.names);
    if (elements_text != nullptr && *elements_text == "default")
      return fail(refusal(display(place) + " is left at its constructed value, so it cannot have a length"));
    const auto sibling = std::find_if(siblings.begin(), siblings.end(),
                                      [&](const Part& part) { return names_field(text, part.name); });
    if (sibling != siblings.end()) return describe_counted(type, place, *sibling, out);
    std::vector<std::string> items = split_items(text);
    const bool may_be_null = std::erase(items, "null") > 0;
    std::vector<int> allowed;
    if (!items.empty()) {
      auto parsed = parse_lengths(join(items, ","), display(place) + ".length");
      if (!parsed) return fail(length_error(parsed.error(), siblings));
      allowed = std::move(*parsed);
    }
    const int longest = allowed.empty() ? 0 : *std::max_element(allowed.begin(), allowed.end());
    std::byte* const buffer = allocate_array(type, longest);
    if (buffer == nullptr) return;
    std::vector<Value> values;
    if (may_be_null) values.emplace_back();
    for (const int length : allowed)
      values.push_back({.words = {reinterpret_cast<std::uint64_t>(buffer), 0}, .rank = length});
    out.slot = add_length(place, place.address, sizeof(void*), std::move(values));
    out.length = out.slot;
    out.parts = elements(type.element, static_cast<std::size_t>(longest), buffer, place, true, out.length);
  }

  // The array is as long as a field says, and always there. The field gets a domain of its own, whose values
  // know that they are lengths.
  void describe_counted(const TypeEntry& type, const Place& place, const Part& counter, Part& out) {
    const std::string field = display(place);
    if (counter.kind != Part::Kind::Slot || counter.type->kind != detail::kIntegerType)
      return fail(refusal(field + ".length: " + counter.name + " is not an integer that is chosen"));
    Slot& slot = plan_.slots[static_cast<std::size_t>(counter.slot)];
    std::vector<Value> values = plan_.domains[slot.domain];
    std::int64_t longest = 0;
    for (Value& value : values) {
      const auto length = static_cast<std::int64_t>(value.words[0]);
      longest = std::max(longest, length);
      value.rank = static_cast<std::int32_t>(std::clamp<std::int64_t>(length, 0, kLongestArray + 1));
    }
    if (longest > kLongestArray)
      return fail(refusal(field + ".length: lengths beyond 4096 cannot be searched"));
    if (!slot.is_length) {
      slot.is_length = true;
      slot.domain = static_cast<std::uint32_t>(plan_.domains.size());
      plan_.domains.push_back(std::move(values));
    }
    std::byte* const buffer = allocate_array(type, static_cast<int>(longest));
    if (buffer == nullptr) return;
    std::memcpy(place.address, &buffer, sizeof buffer);
    out.length = counter.slot;
    out.parts = elements(type.element, static_cast<std::size_t>(longest), buffer, place, true, out.length);
  }

  std::byte* allocate_array(const TypeEntry& type, int length) {
    const std::size_t size = classes_.types[type.element].size;
    return allocate(std::max<std::size_t>(static_cast<std::size_t>(length) * size, 1), 16);
  }

  static Diagnostic length_error(Diagnostic error, const std::vector<Part>& siblings) {
    std::vector<std::string> names;
    for (const Part& part : siblings) {
      if (part.kind == Part::Kind::Slot && part.type->kind == detail::kIntegerType)
        names.push_back(part.name);
    }
    if (error.hint.empty())
      error.hint = "a length is a number, a range or null" +
                   (names.empty() ? "" : ", or one of the fields " + join(names, ", "));
    return error;
  }

  // ---- slots

  std::int32_t push(const Slot& slot) {
    if (plan_.slots.size() >= kMostSlots)
      fail(refusal("more than a hundred thousand fields: the bounds are too large"));
    plan_.slots.push_back(slot);
    return static_cast<std::int32_t>(plan_.slots.size() - 1);
  }

  std::int32_t add_slot(const TypeEntry& type, const Place& place, const std::string* text) {
    Slot slot;
    slot.offset = static_cast<std::uint32_t>(place.address - plan_.arena);
    slot.width = static_cast<std::uint8_t>(type.size);
    slot.object = place.object;
    slot.guard = place.guard;
    slot.guard_index = place.guard_index;
    slot.ownership = type.kind == detail::kUniqueType ? Ownership::Unique : Ownership::None;
    if (place.bit_width != 0) {
      slot.bit_offset = static_cast<std::uint8_t>(place.bit_offset);
      slot.bit_width = static_cast<std::uint8_t>(place.bit_width);
      slot.width = static_cast<std::uint8_t>((place.bit_offset + place.bit_width + 7) / 8);
    }
    slot.domain = domain_of(type, place, text);
    return push(slot);
  }

  std::uint32_t domain_of(const TypeEntry& type, const Place& place, const std::string* text) {
    const auto key = std::make_pair(display(place), &type);
    if (const auto known = domain_cache_.find(key); known != domain_cache_.end()) return known->second;
    std::vector<Value> values = values_of(type, place, text);
    if (!error_ && values.empty()) {
      fail(refusal("the domain of " + display(place) + " is empty",
                   "it is never null, and there are no objects for it"));
    }
    plan_.domains.push_back(std::move(values));
    const auto index = static_cast<std::uint32_t>(plan_.domains.size() - 1);
    domain_cache_.emplace(key, index);
    return index;
  }

  std::vector<Value> values_of(const TypeEntry& type, const Place& place, const std::string* text) {
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
        return references(type, place, text);
      default:
        break;
    }
    const std::string field = display(place);
    auto values = text != nullptr ? scalar_values(type, place.bit_width, *text, field)
                                  : default_values(type, place.bit_width, bounds_.size(), field);
    if (values) return std::move(*values);
    Diagnostic error = values.error();
    fail(text != nullptr ? error : refusal(error.message, error.hint, place.field->place));
    return {};
  }

  std::vector<Value> references(const TypeEntry& type, const Place& place, const std::string* text) {
    std::vector<Value> values;
    const auto items = text != nullptr ? split_items(*text) : std::vector<std::string>{"null"};
    const bool null = std::find(items.begin(), items.end(), "null") != items.end();
    if (null && type.kind != detail::kReferenceType) values.emplace_back();
    if (null && text != nullptr && items.size() == 1) return values;
    const auto referred = referred_classes(classes_, type.target, text, display(place));
    if (!referred) {
      fail(referred.error());
      return {};
    }
    for (const int class_index : *referred) {
      for (std::size_t d = 0; d < domains_.size(); ++d) {
        if (domains_[d].class_index != class_index) continue;
        for (std::size_t rank = 0; rank < domains_[d].objects.size(); ++rank) {
          const std::uint32_t object = domains_[d].objects[rank];
          // Whoever has the root owns it.
          if (object == 0 && type.kind == detail::kUniqueType) continue;
          Value value;
          value.domain_class = static_cast<std::int32_t>(d);
          value.rank = static_cast<std::int32_t>(rank);
          value.object = object;
          set_reference(type, object, class_index, value);
          values.push_back(value);
        }
      }
    }
    return values;
  }

  void set_reference(const TypeEntry& type, std::uint32_t object, int class_index, Value& value) {
    std::byte* const pointer =
        plan_.address(plan_.objects[object]) + base_offset(classes_, class_index, type.target);
    value.words[0] = reinterpret_cast<std::uint64_t>(pointer);
    if (type.kind != detail::kSharedType) return;
    // One control block per object, made with the first pointer to it, and in the arena like everything else.
    const loan::Construction construction(pool_);
    void*& first = first_shared_[object];
    void* const shared = pool_.allocate(2 * sizeof(void*), 16);
    if (shared == nullptr)
      return fail(refusal("the objects do not fit into memory: the bounds are too large"));
    type.share(shared, pointer, first);
    if (first == nullptr) first = shared;
    std::memcpy(value.words, shared, sizeof value.words);
  }

  // ---- the end

  void finish() {
    plan_.arena_size = pool_.used;
    plan_.slot_at.assign(plan_.arena_size, Plan::kNoSlot);
    for (const auto& [begin, end] : forbidden_) {
      std::fill(plan_.slot_at.begin() + static_cast<long>(begin),
                plan_.slot_at.begin() + static_cast<long>(end), Plan::kForbidden);
    }
    for (std::uint32_t slot = static_cast<std::uint32_t>(plan_.slots.size()); slot-- > 0;) {
      const Slot& s = plan_.slots[slot];
      std::fill_n(plan_.slot_at.begin() + s.offset, s.width, slot + 1);
    }
    std::vector<std::uint32_t> unguarded(plan_.objects.size(), 0);
    for (const Slot& slot : plan_.slots) {
      if (slot.guard == kNone) {
        ++unguarded[slot.object];
        continue;
      }
      for (Value& value : plan_.domains[plan_.slots[static_cast<std::size_t>(slot.guard)].domain]) {
        if (value.rank > slot.guard_index) ++value.gain;
      }
    }
    plan_.root_slots = unguarded[0];
    for (const ClassDomain& domain : domains_) {
      plan_.initial_slots.push_back(domain.objects.empty() ? 0 : unguarded[domain.objects.back()]);
    }
  }

  const detail::ClassTable& classes_;
  int root_;
  const BoundsTable& bounds_;
  Plan plan_;
  std::optional<Diagnostic> error_;
  std::vector<ClassDomain> domains_;
  loan::Pool pool_;
  std::vector<std::pair<std::size_t, std::size_t>> forbidden_;
  std::map<int, int> numbers_;
  std::map<std::pair<std::string, const TypeEntry*>, std::uint32_t> domain_cache_;
  std::map<std::uint32_t, void*> first_shared_;
};

}  // namespace

Result<Plan> build_plan(const detail::SearchSubject& subject, const Bounds& bounds) {
  auto table = BoundsTable::read(bounds, subject);
  if (!table) return table.error();
  return PlanBuilder(subject, *table).build();
}

}  // namespace fretsaw::runtime
