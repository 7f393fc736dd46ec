// SPDX-License-Identifier: MIT
// fretsaw::all inside a test. A structure found in the arena is built again as real objects in lent memory:
// their constructors run, then the values of the structure are put in place.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>

#include "cpp/object/objects.hpp"
#include "cpp/search/child/escape.hpp"
#include "cpp/search/child/object_text.hpp"
#include "cpp/search/child/search.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/object_pool.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "cpp/space/child/structure_graph.hpp"
#include "fretsaw/structures.hpp"

namespace fretsaw {

namespace search {

namespace {

// Memory that is lent, and taken back all at once.
class PoolMemory final : public object::Memory {
 public:
  explicit PoolMemory(space::object_pool::Pool& pool) : pool_(pool) {}

  std::byte* allocate(std::size_t size, std::size_t alignment) override {
    void* const memory = pool_.allocate(size, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, size);
    return static_cast<std::byte*>(memory);
  }

 private:
  space::object_pool::Pool& pool_;
};

// What is printed while one lives goes nowhere.
class OutputSuppressor {
 public:
  OutputSuppressor() {
    std::fflush(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    for (std::size_t i = 0; i < std::size(kStreams); ++i) {
      kept_[i] = fcntl(kStreams[i], F_DUPFD_CLOEXEC, 100);
      if (kept_[i] >= 0) dup2(nowhere, kStreams[i]);
    }
    close(nowhere);
  }
  ~OutputSuppressor() {
    std::fflush(nullptr);
    for (std::size_t i = 0; i < std::size(kStreams); ++i) {
      if (kept_[i] < 0) continue;
      dup2(kept_[i], kStreams[i]);
      close(kept_[i]);
    }
  }
  OutputSuppressor(const OutputSuppressor&) = delete;
  OutputSuppressor& operator=(const OutputSuppressor&) = delete;

 private:
  static constexpr int kStreams[] = {STDOUT_FILENO, STDERR_FILENO};
  int kept_[std::size(kStreams)] = {-1, -1};
};

std::string text_of(const Diagnostic& error) {
  std::string text = error.message;
  for (const Note& note : error.notes) text += "\nnote: " + note.message;
  return error.hint.empty() ? text : text + "\nhelp: " + error.hint;
}

space::SearchSpace space_or_throw(const detail::SearchSubject& subject, const Bounds& bounds) {
  if (!space::map_private_memory())
    throw std::runtime_error("the addresses for the predicate's stack and heap are in use");
  auto space = space::build_space(subject, bounds);
  if (!space) throw std::invalid_argument(text_of(space.error()));
  return std::move(*space);
}

}  // namespace

}  // namespace search

namespace detail {

struct StructureStream::State {
  State(const SearchSubject& subject, const Bounds& bounds)
      : space(search::space_or_throw(subject, bounds)),
        shapes(space::shapes_of(space)),
        graphs(space),
        search(space, {}),
        pool(space::object_pool::borrow_pool()) {}
  ~State() {
    take_back();
    space::object_pool::return_pool(pool);
  }

  // The last object ends like a local variable: its destructor frees what the user's code has added to it.
  void take_back() {
    const ClassEntry& root = space.classes->classes[space.subject.root];
    if (object != nullptr && root.destroy != nullptr) root.destroy(object);
    object = nullptr;
    pool.used = 0;
  }

  void* build() {
    const object::Graph& graph = graphs.make(search.candidate());
    search::PoolMemory memory(pool);
    const space::object_pool::Construction construction(pool);
    return object::materialize(graph, shapes, memory).objects[0];
  }

  space::SearchSpace space;
  object::Shapes shapes;
  space::GraphMaker graphs;
  search::Search search;
  space::object_pool::Pool pool;
  void* object = nullptr;
};

StructureStream::StructureStream(const SearchSubject& subject, const Bounds& bounds)
    : state_(std::make_unique<State>(subject, bounds)) {
  search::catch_signals();
}

StructureStream::StructureStream(StructureStream&&) noexcept = default;
StructureStream::~StructureStream() = default;

std::string describe_object(const SearchSubject& subject, const void* object) {
  return search::object_text(*subject.classes, subject.root, static_cast<const std::byte*>(object));
}

void* StructureStream::rebuild_current() {
  state_->take_back();
  state_->object = state_->build();
  return state_->object;
}

void* StructureStream::next() {
  state_->take_back();
  {
    const search::OutputSuppressor suppressor;
    if (state_->search.next() != search::Search::Event::Structure) return nullptr;
  }
  state_->object = state_->build();
  return state_->object;
}

}  // namespace detail

}  // namespace fretsaw
