// SPDX-License-Identifier: MIT
// fretsaw::all inside a test. A structure found in the arena is built again as real objects in lent memory:
// their constructors run, then the values of the structure are put in place.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "fretsaw/structures.hpp"
#include "predicate/runtime/escape.hpp"
#include "predicate/runtime/loan.hpp"
#include "predicate/runtime/memory_map.hpp"
#include "predicate/runtime/plan_builder.hpp"
#include "predicate/runtime/search.hpp"

namespace fretsaw {

namespace runtime {

namespace {

// Builds one structure. Objects come into being when something first refers to them.
class Materializer {
 public:
  Materializer(const Plan& plan, const std::vector<std::uint32_t>& candidate, loan::Pool& pool)
      : plan_(plan),
        candidate_(candidate),
        pool_(pool),
        objects_(plan.objects.size(), nullptr),
        shared_(plan.objects.size(), nullptr) {}

  void* build() {
    const loan::Construction construction(pool_);
    return object(0);
  }

 private:
  std::byte* allocate(std::size_t size, std::size_t alignment) {
    void* const memory = pool_.allocate(size, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, size);
    return static_cast<std::byte*>(memory);
  }

  std::byte* object(std::uint32_t index) {
    if (objects_[index] != nullptr) return objects_[index];
    const Object& description = plan_.objects[index];
    const detail::ClassEntry& entry = plan_.classes->classes[description.class_index];
    std::byte* const memory = allocate(entry.size == 0 ? 1 : entry.size, entry.alignment);
    objects_[index] = memory;
    if (entry.construct != nullptr) entry.construct(memory);
    for (const Part& part : description.parts) fill(part, memory + part.offset);
    return memory;
  }

  const Value& value(std::int32_t slot) const {
    const auto index = static_cast<std::size_t>(slot);
    return plan_.domains[plan_.slots[index].domain][candidate_[index]];
  }

  void fill(const Part& part, std::byte* at) {
    switch (part.kind) {
      case Part::Kind::Left:
        return;
      case Part::Kind::Slot:
        return fill_slot(part, at);
      case Part::Kind::Array:
      case Part::Kind::Record:
        for (const Part& inner : part.parts) fill(inner, at + inner.offset);
        return;
      case Part::Kind::Vector:
        return fill_vector(part, at);
      case Part::Kind::Buffer:
        return fill_buffer(part, at);
      case Part::Kind::Optional:
        if (value(part.slot).rank == 0) return;
        construct_element(part.type->target, at);
        fill(part.parts[0], at);
        store(plan_.slots[static_cast<std::size_t>(part.slot)], value(part.slot),
              at + plan_.classes->types[part.type->target].size);
        return;
    }
  }

  void fill_slot(const Part& part, std::byte* at) {
    const Slot& slot = plan_.slots[static_cast<std::size_t>(part.slot)];
    Value chosen = value(part.slot);
    if (chosen.domain_class == kNone) return store(slot, chosen, at);
    std::byte* const target = object(chosen.object);
    const auto origin = reinterpret_cast<std::uint64_t>(plan_.address(plan_.objects[chosen.object]));
    std::byte* const pointer = target + (chosen.words[0] - origin);  // the base that is referred to
    if (part.type->kind == detail::kSharedType) {
      part.type->share(at, pointer, shared_[chosen.object]);
      if (shared_[chosen.object] == nullptr) shared_[chosen.object] = at;
      return;
    }
    chosen.words[0] = reinterpret_cast<std::uint64_t>(pointer);
    store(slot, chosen, at);
  }

  void construct_element(int type_index, std::byte* at) const {
    const detail::TypeEntry& element = plan_.classes->types[type_index];
    if (element.kind != detail::kRecordType) return;
    const detail::ClassEntry& entry = plan_.classes->classes[element.target];
    if (entry.construct != nullptr) entry.construct(at);
  }

  void fill_vector(const Part& part, std::byte* at) {
    const auto length = static_cast<std::size_t>(value(part.slot).rank);
    if (length == 0) return;
    const std::size_t size = plan_.classes->types[part.type->target].size;
    std::byte* const buffer = allocate(length * size, 16);
    std::byte* const pointers[] = {buffer, buffer + length * size, buffer + length * size};
    std::memcpy(at, pointers, sizeof pointers);
    for (std::size_t i = 0; i < length; ++i) {
      construct_element(part.type->target, buffer + i * size);
      fill(part.parts[i], buffer + i * size);
    }
  }

  // Like new T[length]: where elements have destructors, `delete[]` looks for their number before the first.
  void fill_buffer(const Part& part, std::byte* at) {
    std::byte* none = nullptr;
    if (part.slot != kNone && value(part.slot).words[0] == 0) {
      std::memcpy(at, &none, sizeof none);
      return;
    }
    const auto length = static_cast<std::size_t>(value(part.length).rank);
    const std::size_t size = plan_.classes->types[part.type->element].size;
    constexpr std::size_t kHead = 16;
    std::byte* const buffer = allocate(kHead + std::max<std::size_t>(length * size, 1), 16) + kHead;
    std::memcpy(buffer - sizeof length, &length, sizeof length);
    std::memcpy(at, &buffer, sizeof buffer);
    for (std::size_t i = 0; i < length; ++i) {
      construct_element(part.type->element, buffer + i * size);
      fill(part.parts[i], buffer + i * size);
    }
  }

  const Plan& plan_;
  const std::vector<std::uint32_t>& candidate_;
  loan::Pool& pool_;
  std::vector<std::byte*> objects_;
  std::vector<const void*> shared_;  // by object: a shared pointer that owns it
};

Plan plan_or_throw(const detail::SearchSubject& subject, const Bounds& bounds) {
  if (!map_private_memory())
    throw std::runtime_error("the addresses for the predicate's stack and heap are taken");
  auto plan = build_plan(subject, bounds);
  if (!plan)
    throw std::invalid_argument(plan.error().message +
                                (plan.error().hint.empty() ? "" : "; " + plan.error().hint));
  return std::move(*plan);
}

}  // namespace

}  // namespace runtime

namespace detail {

struct StructureStream::State {
  State(const SearchSubject& subject, const Bounds& bounds)
      : plan(runtime::plan_or_throw(subject, bounds)), search(plan, {}), pool(runtime::loan::borrow_pool()) {}
  ~State() {
    take_back();
    runtime::loan::return_pool(pool);
  }

  // The last object ends like a local variable: its destructor frees what the user's code has added to it.
  void take_back() {
    const ClassEntry& root = plan.classes->classes[plan.subject.root];
    if (object != nullptr && root.destroy != nullptr) root.destroy(object);
    object = nullptr;
    pool.used = 0;
  }

  runtime::Plan plan;
  runtime::Search search;
  runtime::loan::Pool pool;
  void* object = nullptr;
};

StructureStream::StructureStream(const SearchSubject& subject, const Bounds& bounds)
    : state_(std::make_unique<State>(subject, bounds)) {
  runtime::catch_signals();
}

StructureStream::StructureStream(StructureStream&&) noexcept = default;
StructureStream::~StructureStream() = default;

void* StructureStream::next() {
  state_->take_back();
  if (state_->search.next() != runtime::Search::Event::Structure) return nullptr;
  state_->object = runtime::Materializer(state_->plan, state_->search.candidate(), state_->pool).build();
  return state_->object;
}

}  // namespace detail

}  // namespace fretsaw
