// SPDX-License-Identifier: MIT
#include "cpp/object/construct.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace fretsaw::object {

namespace {

void construct_fields(const detail::ClassTable& classes, const detail::ClassEntry& entry, std::byte* memory) {
  for (int i = 0; i < entry.field_count; ++i)
    construct_value(classes, entry.fields[i].type, memory + entry.fields[i].offset);
}

using Constructors = std::map<const detail::ClassEntry*, void (*)(void*)>;

Constructors& constructors() {
  static Constructors all;
  return all;
}

}  // namespace

void set_constructor(const detail::ClassEntry& entry, void (*make)(void* memory)) {
  constructors()[&entry] = make;
}

bool can_construct(const detail::ClassEntry& entry) {
  return constructors().contains(&entry) || entry.construct != nullptr || entry.is_polymorphic == 0 ||
         entry.adopt != nullptr;
}

void construct_value(const detail::ClassTable& classes, int type_index, std::byte* memory) {
  const detail::TypeEntry& type = classes.types[type_index];
  switch (type.kind) {
    case detail::kRecordType:
      return construct(classes, type.target, memory);
    case detail::kContainerType:
      return type.container->construct(memory);
    case detail::kArrayType:
      for (unsigned long i = 0; i < type.count; ++i)
        construct_value(classes, type.target, memory + i * classes.types[type.target].size);
      return;
    default:
      return;
  }
}

void construct(const detail::ClassTable& classes, int class_index, std::byte* memory) {
  const detail::ClassEntry& entry = classes.classes[class_index];
  if (const auto own = constructors().find(&entry); own != constructors().end()) return own->second(memory);
  if (entry.construct != nullptr) return entry.construct(memory);
  construct_fields(classes, entry, memory);
  if (entry.adopt == nullptr) return;
  // What is moved from is never destroyed: it is no object, just fields.
  std::vector<std::uint64_t> source((entry.size + entry.alignment) / 8 + 2);
  auto* const begin = reinterpret_cast<std::byte*>(source.data());
  construct_fields(classes, entry, begin);
  entry.adopt(memory, begin);
}

}  // namespace fretsaw::object
