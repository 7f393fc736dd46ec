// SPDX-License-Identifier: MIT
#include "cpp/space/child/arena.hpp"

#include <algorithm>
#include <exception>

#include "cpp/object/construct.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

constexpr std::size_t kCapacity = std::size_t{16} << 20;
constexpr std::size_t kGap = 16;  // forbidden bytes behind every object

[[noreturn]] void refuse_size() {
  throw SpaceError{bounds_error("the bounds are too large: the objects exceed 16 MB", "use smaller bounds")};
}

}  // namespace

Arena::Arena(SearchSpace& space) : space_(space), classes_(*space.classes) {
  space_.arena = static_cast<std::byte*>(map_arena(kCapacity));
  if (space_.arena == nullptr) throw SpaceError{bounds_error("cannot map memory for the objects below 2 GB")};
  space_.arena_mapped = kCapacity;
  pool_ = {space_.arena, kGap, kCapacity};
  forbidden_.emplace_back(0, kGap);
}

std::byte* Arena::allocate(std::size_t size, std::size_t alignment) {
  void* const memory = pool_.allocate(size, alignment);
  const std::size_t end = pool_.used;
  if (memory == nullptr || pool_.allocate(kGap, 1) == nullptr) refuse_size();
  forbidden_.emplace_back(end, pool_.used);
  return static_cast<std::byte*>(memory);
}

void Arena::construct(int class_index, std::byte* memory) {
  const detail::ClassEntry& entry = classes_.classes[class_index];
  if (!object::can_construct(entry)) {
    throw SpaceError{bounds_error(
        "cannot construct objects of '" + std::string(entry.name) +
            "': it has virtual functions, but no default constructor and no move constructor",
        "add a default constructor, which may be private; or construct them in a finitization: f.construct(\"" +
            std::string(entry.name) + "\", [](void* memory) { new (memory) " + entry.name + "(...); })",
        entry.place)};
  }
  std::string what;
  try {
    const object_pool::Construction construction(pool_);
    object::construct(classes_, class_index, memory);
    return;
  } catch (const std::exception& error) {
    what = "an exception: " + std::string(error.what());
  } catch (...) {
    what = "an object that is not a std::exception";
  }
  throw SpaceError{
      with_note(bounds_error("the " + std::string(entry.construct != nullptr ? "default" : "move") +
                                 " constructor of '" + entry.name + "' threw " + what,
                             "", entry.place),
                "the search constructs each object once, and sets its fields afterwards")};
}

void Arena::add_object(int class_index) {
  const detail::ClassEntry& entry = classes_.classes[class_index];
  std::byte* const memory = allocate(std::max(entry.size, 1UL), entry.alignment);
  construct(class_index, memory);
  const int number = numbers_[class_index]++;
  space_.objects.push_back({.class_index = class_index,
                            .offset = static_cast<std::uint32_t>(memory - space_.arena),
                            .name = short_name(class_index) + "$" + std::to_string(number),
                            .parts = {}});
}

void* Arena::share(const detail::TypeEntry& type, void* pointer, const void* sibling) {
  const object_pool::Construction construction(pool_);
  void* const shared = pool_.allocate(2 * sizeof(void*), 16);
  if (shared == nullptr) refuse_size();
  type.share(shared, pointer, sibling);
  return shared;
}

void Arena::finish() {
  space_.arena_size = pool_.used;
  space_.variable_at.assign(space_.arena_size, SearchSpace::kNoVariable);
  for (const auto& [begin, end] : forbidden_) {
    std::fill(space_.variable_at.begin() + static_cast<long>(begin),
              space_.variable_at.begin() + static_cast<long>(end), SearchSpace::kForbidden);
  }
}

// Without its scope, unless another class is called the same.
std::string Arena::short_name(int class_index) const {
  std::string name = split_field_name(classes_.classes[class_index].name).field;
  for (int i = 0; i < classes_.class_count; ++i) {
    const bool clash = i != class_index && split_field_name(classes_.classes[i].name).field == name;
    if (clash) return classes_.classes[class_index].name;
  }
  return name;
}

}  // namespace fretsaw::space
