// SPDX-License-Identifier: MIT
// Compares both heaps side by side. What an object holds by value is part of it, wherever it is stored; what it points
// to is not.
#include "cpp/call/constancy.hpp"

#include <algorithm>
#include <map>

#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::call {

namespace {

using object::HeapWords;
using space::HeapCursor;

// A heap, and where its objects are in it: behind the word of the class.
struct IndexedHeap {
  IndexedHeap(const code::Classes& classes, HeapWords heap_words) : words(heap_words) {
    for (HeapCursor cursor{classes.types, words}; cursor.at + 1 < words.size();) {
      const std::int64_t id = cursor.next();
      const int class_index = object::class_of_word(cursor.next());
      places[id] = {class_index, cursor.at};
      for (const code::FieldInfo& field : classes.at(class_index).fields) cursor.skip(field.type);
    }
  }

  struct Place {
    int class_index;
    std::size_t at;
  };
  HeapWords words;
  std::map<std::int64_t, Place> places;
};

class Comparison {
 public:
  Comparison(const code::Classes& classes, HeapWords before, HeapWords after)
      : classes_(classes), before_(classes, before), after_(classes, after) {}

  // Where the fields of the first object begin: that is the frame of the call.
  HeapCursor frame_before() const { return {classes_.types, before_.words, 2}; }
  HeapCursor frame_after() const { return {classes_.types, after_.words, 2}; }

  // Deleted objects are reported elsewhere.
  bool same_object(std::int64_t was, std::int64_t is) const {
    const auto first = before_.places.find(was);
    const auto second = after_.places.find(is);
    if (first == before_.places.end() || second == after_.places.end()) return true;
    if (first->second.class_index != second->second.class_index) return false;
    HeapCursor one{classes_.types, before_.words, first->second.at};
    HeapCursor other{classes_.types, after_.words, second->second.at};
    return std::ranges::all_of(classes_.at(first->second.class_index).fields,
                               [&](const code::FieldInfo& field) { return same(field.type, one, other); });
  }

  // Passes over both, if they are the same.
  bool same(int type, HeapCursor& one, HeapCursor& other) const {
    const code::TypeInfo& info = classes_.type(type);
    switch (info.kind) {
      case detail::kRecordType: {
        const std::int64_t was = one.next();
        return same_object(was, other.next());
      }
      case detail::kArrayType:
        return same_elements(info.target, static_cast<std::int64_t>(info.count), one, other);
      case detail::kVectorType:
      case detail::kOptionalType: {
        const std::int64_t length = one.next();
        return other.next() == length && same_elements(info.target, length, one, other);
      }
      case detail::kPointerType: {
        const std::int64_t was = one.next(), is = other.next();
        return was == is || is == object::kDangling;
      }
      case detail::kContainerType:
        if (!info.is_string && info.count == 0) return same_entries(info, one, other);
        [[fallthrough]];
      default: {
        const std::size_t begin = one.at, begin_other = other.at;
        one.skip(type);
        other.skip(type);
        return std::ranges::equal(one.words.subspan(begin, one.at - begin),
                                  other.words.subspan(begin_other, other.at - begin_other));
      }
    }
  }

 private:
  bool same_elements(int type, std::int64_t count, HeapCursor& one, HeapCursor& other) const {
    for (; count > 0; --count) {
      if (!same(type, one, other)) return false;
    }
    return true;
  }

  bool same_entries(const code::TypeInfo& info, HeapCursor& one, HeapCursor& other) const {
    const std::int64_t length = one.next();
    if (other.next() != length) return false;
    for (std::int64_t i = 0; i < length; ++i) {
      if (info.key >= 0 && !same(info.key, one, other)) return false;
      if (info.target >= 0 && !same(info.target, one, other)) return false;
    }
    return true;
  }

  const code::Classes& classes_;
  IndexedHeap before_, after_;
};

bool leads_to_object(const code::TypeInfo& type) {
  return type.kind == detail::kPointerType || type.kind == detail::kReferenceType;
}

}  // namespace

std::vector<std::string> changed_constants(const code::Classes& classes, const code::Callable& callable,
                                           HeapWords before, HeapWords after) {
  std::vector<std::string> changed;
  if (!std::ranges::any_of(callable.parameters, &code::Parameter::is_const)) return changed;
  if (std::ranges::equal(before, after)) return changed;
  const Comparison heaps(classes, before, after);
  HeapCursor was = heaps.frame_before(), is = heaps.frame_after();
  const std::size_t first = callable.kind == code::Callable::Kind::Method ? 1 : 0;
  std::vector<std::int64_t> changeable;  // objects that a non-const argument refers to
  std::vector<std::pair<std::size_t, std::int64_t>> constant;
  const auto& fields = classes.at(callable.frame).fields;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const bool is_const = f < first ? callable.is_const : callable.parameters[f - first].is_const;
    const HeapCursor at = was, at_after = is;
    was.skip(fields[f].type);
    is.skip(fields[f].type);
    if (leads_to_object(classes.type(fields[f].type))) {
      const std::int64_t id = HeapCursor(at).next();
      if (!is_const)
        changeable.push_back(id);
      else if (f >= first)
        constant.emplace_back(f - first, id);
    } else if (is_const && f >= first) {
      HeapCursor one = at, other = at_after;
      if (!heaps.same(fields[f].type, one, other)) changed.push_back(callable.parameters[f - first].name);
    }
  }
  for (const auto& [parameter, id] : constant) {
    if (std::ranges::count(changeable, id) == 0 && !heaps.same_object(id, id))
      changed.push_back(callable.parameters[parameter].name);
  }
  return changed;
}

}  // namespace fretsaw::call
