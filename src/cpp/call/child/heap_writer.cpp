// SPDX-License-Identifier: MIT
// A walk over untrusted memory: a pointer is dereferenced only into a held block that has room for an object of
// its type, or into the program's static objects; the internal pointers of containers are validated
// first. An object is known by its address and class, since its first member has the same address:
// whichever is reached first, a pointer to a member or the object around it, the number is the same.
//
// object/read_back.hpp does the same for graphs that are compared with each other. Here it matters which
// object is which from one moment to the next, and that nothing is allocated on the way.
#include "cpp/call/child/heap_writer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cpp/call/child/static_memory.hpp"
#include "cpp/object/heap.hpp"
#include "cpp/object/scalar.hpp"

namespace fretsaw::call {

namespace {

using object::kDangling;
using object::kNull;
using object::kUnallocated;

const std::byte* pointer_at(const std::byte* at) {
  const std::byte* pointer = nullptr;
  std::memcpy(&pointer, at, sizeof pointer);
  return pointer;
}

}  // namespace

void HeapWriter::begin() {
  objects_.clear();
  static_chain_ = -1;
}

// The list of objects in the block; null if there is none that holds all of it.
std::int32_t* HeapWriter::chain_of(const std::byte* address, std::size_t size, bool& is_deleted) {
  is_deleted = false;
  if (HeapBlock* const block = heap().find(address)) {
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - block->begin;
    is_deleted = !block->is_held;
    return block->is_held && offset + size <= std::max<std::size_t>(block->size, 1) ? &block->object
                                                                                    : nullptr;
  }
  return is_static(address, size) ? &static_chain_ : nullptr;
}

std::int64_t HeapWriter::add(const std::byte* address, int class_index) {
  bool is_deleted = false;
  std::int32_t* const chain = chain_of(address, 0, is_deleted);
  const auto id = static_cast<std::int32_t>(objects_.size());
  objects_.push_back({address, class_index, chain != nullptr ? *chain : -1, 0, chain == &static_chain_});
  if (chain != nullptr) *chain = id;
  return id;
}

// An object of that class there, or one that has it as a base there.
std::int64_t HeapWriter::find(std::int32_t chain, const std::byte* address, int class_index) const {
  for (std::int32_t id = chain; id >= 0; id = objects_[static_cast<std::size_t>(id)].previous) {
    const HeapObject& heap_object = objects_[static_cast<std::size_t>(id)];
    if (heap_object.class_index == class_index && heap_object.address == address) return id;
    const detail::ClassEntry& entry = classes_.classes[heap_object.class_index];
    for (int b = 0; b < entry.base_count; ++b) {
      if (entry.bases[b].class_index == class_index && heap_object.address + entry.bases[b].offset == address)
        return id;
    }
  }
  return -1;
}

bool HeapWriter::is_deleted(std::int64_t id) const {
  const HeapBlock* const block = heap().find(objects_[static_cast<std::size_t>(id)].address);
  return block != nullptr && !block->is_held;
}

void HeapWriter::write(std::int64_t frame, std::vector<std::int64_t>& heap_words) {
  ++round_;
  pending_.clear();
  defects_.clear();
  next_pending_ = 0;
  frame_ = frame;
  meet(frame);
  drain(heap_words);
}

void HeapWriter::write_result(int type, const std::byte* at, std::vector<std::int64_t>& result,
                              std::vector<std::int64_t>& heap_words) {
  owner_ = field_ = -1;
  words_ = &result;
  value(type, at, nullptr);
  drain(heap_words);
}

// Memory neither in the blocks nor on the stack belongs to something else: a static object, or an object of a
// library.
void HeapWriter::write_referred(int type, const std::byte* to, std::vector<std::int64_t>& result,
                                std::vector<std::int64_t>& heap_words) {
  const HeapBlock* const block = heap().find(to);
  const bool is_deleted = block != nullptr && !block->is_held;
  const bool is_lost =
      to == nullptr || is_uninitialized(to) || is_local(to) || (block == nullptr && heap().owns(to));
  if (!is_deleted && !is_lost) return write_result(type, to, result, heap_words);
  defects_.push_back({is_deleted ? DefectKind::Dangling : DefectKind::Lost, -1, -1});
}

void HeapWriter::drain(std::vector<std::int64_t>& words) {
  words_ = &words;
  while (next_pending_ < pending_.size()) {
    owner_ = pending_[next_pending_++];
    const HeapObject heap_object = objects_[static_cast<std::size_t>(owner_)];
    words.push_back(owner_);
    words.push_back(object::object_word(heap_object.class_index, variable(heap_object)));
    const detail::ClassEntry& entry = classes_.classes[heap_object.class_index];
    for (int i = 0; i < entry.field_count; ++i) {
      field_ = i;
      value(entry.fields[i].type, heap_object.address + entry.fields[i].offset, &entry.fields[i]);
    }
  }
}

// Which variable it is, as contract/heap.hpp counts them.
std::int64_t HeapWriter::variable(const HeapObject& heap_object) const {
  for (int i = 0; i < classes_.static_count; ++i) {
    const detail::StaticEntry& each = classes_.statics[i];
    if (each.address == heap_object.address && each.class_index == heap_object.class_index) return i + 1;
  }
  return heap_object.is_static ? classes_.static_count + 1 : 0;
}

std::int64_t HeapWriter::meet(std::int64_t id) {
  HeapObject& heap_object = objects_[static_cast<std::size_t>(id)];
  if (heap_object.round != round_) {
    heap_object.round = round_;
    pending_.push_back(id);
  }
  return id;
}

void HeapWriter::value(int type_index, const std::byte* at, const detail::FieldEntry* field) {
  const detail::TypeEntry& type = classes_.types[type_index];
  switch (type.kind) {
    case detail::kBoolType:
    case detail::kIntegerType:
    case detail::kCharType:
    case detail::kEnumType: {
      object::Shape shape;
      shape.type = &type;
      if (field != nullptr && field->bit_width != 0) {
        shape.bit_offset = static_cast<std::uint8_t>(field->bit_offset);
        shape.bit_width = static_cast<std::uint8_t>(field->bit_width);
      }
      words_->push_back(object::load_scalar(shape, at));
      return;
    }
    case detail::kPointerType:
    case detail::kReferenceType:
      return pointer(type.target, pointer_at(at), false);
    case detail::kUniqueType:
      return pointer(type.target, pointer_at(at), true);
    case detail::kSharedType:
      return shared(type, at);
    case detail::kArrayType:
      return elements(type.target, at, type.count);
    case detail::kVectorType:
      return vector(type, at);
    case detail::kOptionalType: {
      const bool is_there = object::load_bytes(at + classes_.types[type.target].size, 1) != 0;
      words_->push_back(is_there ? 1 : 0);
      if (is_there) value(type.target, at, nullptr);
      return;
    }
    case detail::kRecordType: {
      bool is_deleted = false;
      const std::int32_t* const chain = chain_of(at, 0, is_deleted);
      const std::int64_t known = find(chain != nullptr ? *chain : -1, at, type.target);
      words_->push_back(meet(known >= 0 ? known : add(at, type.target)));
      return;
    }
    case detail::kContainerType:
      return type.is_string != 0 ? string(at) : container(type, at);
    case detail::kPlaceType:
    case detail::kUnsupportedType:
      if (type.is_string != 0) return string(at);
      if (type.kind == detail::kUnsupportedType && type.element >= 0) row(type.element, pointer_at(at));
      return;
    default:
      return;
  }
}

void HeapWriter::elements(int type, const std::byte* row, std::size_t count) {
  const std::size_t size = classes_.types[type].size;
  for (std::size_t i = 0; i < count; ++i) value(type, row + i * size, nullptr);
}

void HeapWriter::lost(DefectKind kind, std::int64_t word) {
  defects_.push_back({kind, owner_, field_});
  words_->push_back(word);
}

// A pointer that was passed is not the method's: its target may be deleted. But the caller must not be left with
// a variable that points there, nor with an owner of it.
void HeapWriter::lost_pointer(DefectKind kind, bool is_owner) {
  if (owner_ == frame_ && !is_owner) {
    const detail::ArgumentEntry& argument = arguments_[field_];
    if ((in_row_ ? argument.has_kept_elements : argument.is_kept) == 0) return words_->push_back(kDangling);
  }
  lost(kind, kDangling);
}

void HeapWriter::vector(const detail::TypeEntry& type, const std::byte* at) {
  const std::byte* const begin = pointer_at(at);
  const std::byte* const end = pointer_at(at + sizeof(void*));
  const std::size_t size = classes_.types[type.target].size;
  if (begin == end) return words_->push_back(0);
  const auto bytes = static_cast<std::size_t>(end - begin);
  bool is_deleted = false;
  const bool is_whole =
      begin != nullptr && end > begin && bytes % size == 0 && chain_of(begin, bytes, is_deleted) != nullptr;
  if (!is_whole) return lost(is_deleted ? DefectKind::Dangling : DefectKind::Lost, 0);
  words_->push_back(static_cast<std::int64_t>(bytes / size));
  elements(type.target, begin, bytes / size);
}

// As many as there is room for: `new int[3]` is three. A pointer to the end of a block leads to none.
void HeapWriter::row(int element, const std::byte* begin) {
  if (begin == nullptr) return words_->push_back(kNull);
  const HeapBlock* const block = heap().find_up_to_end(begin);
  if (block == nullptr) {
    const bool is_nowhere = heap().owns(begin) || is_uninitialized(begin);
    return is_nowhere ? lost_pointer(DefectKind::Lost) : words_->push_back(kUnallocated);
  }
  if (!block->is_held) return lost_pointer(DefectKind::Dangling);
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(begin) - block->begin;
  std::size_t length = (block->size - offset) / std::max(classes_.types[element].size, 1UL);
  // Rows of an input know their length: there is room behind empty ones, too.
  constexpr std::size_t kRowHeaderBytes = 16;
  if (block->is_input && offset == kRowHeaderBytes)
    length =
        std::min(length, static_cast<std::size_t>(object::load_bytes(begin - sizeof length, sizeof length)));
  words_->push_back(static_cast<std::int64_t>(length));
  const bool was_in_row = std::exchange(in_row_, true);
  elements(element, begin, length);
  in_row_ = was_in_row;
}

// Through its own interface. A std::variant or a union is not written.
void HeapWriter::container(const detail::TypeEntry& type, const std::byte* at) {
  if (type.count != 0) return;
  struct Elements {
    std::vector<const std::byte*> heap_object;
    static void visit(void* context, const void* element) {
      static_cast<Elements*>(context)->heap_object.push_back(static_cast<const std::byte*>(element));
    }
  } elements;
  if (type.container != nullptr) type.container->each(at, &Elements::visit, &elements);
  words_->push_back(static_cast<std::int64_t>(elements.heap_object.size()));
  for (const std::byte* const element : elements.heap_object) {
    if (type.key >= 0) value(type.key, element, nullptr);
    if (type.target >= 0)
      value(type.target, type.key >= 0 ? element + type.container->value_offset : element, nullptr);
  }
}

// libstdc++: a pointer, the length, then room for short strings, to which the pointer points.
void HeapWriter::string(const std::byte* at) {
  const std::byte* const begin = pointer_at(at);
  const std::uint64_t length = object::load_bytes(at + sizeof(void*), sizeof(void*));
  constexpr std::uint64_t kMaxShortStringLength = 15;
  const bool is_short = begin == at + 2 * sizeof(void*);
  bool is_deleted = false;
  const bool is_whole = is_short ? length <= kMaxShortStringLength
                                 : length < (1U << 30) && chain_of(begin, length, is_deleted) != nullptr;
  if (!is_whole) return lost(is_deleted ? DefectKind::Dangling : DefectKind::Lost, 0);
  words_->push_back(static_cast<std::int64_t>(length));
  for (std::uint64_t i = 0; i < length; ++i)
    words_->push_back(static_cast<signed char>(object::load_bytes(begin + i, 1)));
}

// libstdc++: the object, then the control block, whose count of owners follows its virtual table.
void HeapWriter::shared(const detail::TypeEntry& type, const std::byte* at) {
  const std::byte* const control = pointer_at(at + sizeof(void*));
  if (type.is_weak != 0 && control != nullptr) {
    bool is_deleted = false;
    if (chain_of(control, 2 * sizeof(void*), is_deleted) == nullptr)
      return lost_pointer(is_deleted ? DefectKind::Dangling : DefectKind::Lost, true);
    if (static_cast<std::int32_t>(object::load_bytes(control + sizeof(void*), 4)) == 0)
      return words_->push_back(kNull);
  }
  pointer(type.target, pointer_at(at), true);
}

void HeapWriter::pointer(int target, const std::byte* to, bool is_owner) {
  if (to == nullptr) return words_->push_back(kNull);
  const detail::ClassEntry& entry = classes_.classes[target];
  bool is_deleted = false;
  const std::int32_t* const chain = chain_of(to, entry.size, is_deleted);
  if (chain == nullptr) return lost_pointer(is_deleted ? DefectKind::Dangling : DefectKind::Lost, is_owner);
  if (const std::int64_t known = find(*chain, to, target); known >= 0) return words_->push_back(meet(known));
  int class_index = target;
  const std::byte* whole = to;
  if (entry.is_polymorphic != 0 && !find_whole(whole, class_index))
    return lost_pointer(DefectKind::Lost, is_owner);
  words_->push_back(meet(add(whole, class_index)));
}

// From a base of an object to all of it, by its virtual table (Itanium C++ ABI: the distance to the beginning
// and the std::type_info stand before the first function). False if its class is not known.
bool HeapWriter::find_whole(const std::byte*& to, int& class_index) {
  const auto* const table = reinterpret_cast<const std::int64_t*>(pointer_at(to));
  if (table == nullptr || heap().owns(table)) return false;
  const auto* const type_id = reinterpret_cast<const void*>(table[-1]);
  if (type_id == nullptr) return true;  // compiled without: the pointer's own class will do
  const std::byte* const whole = to + table[-2];
  for (int i = 0; i < classes_.class_count; ++i) {
    if (classes_.classes[i].type_id != type_id) continue;
    bool is_deleted = false;
    if (chain_of(whole, classes_.classes[i].size, is_deleted) == nullptr) return false;
    to = whole;
    class_index = i;
    return true;
  }
  return false;
}

}  // namespace fretsaw::call
