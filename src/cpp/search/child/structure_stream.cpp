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

#include "cpp/object/materialize.hpp"
#include "cpp/search/child/escape.hpp"
#include "cpp/search/child/object_text.hpp"
#include "cpp/search/child/search.hpp"
#include "cpp/space/child/loan.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/space_builder.hpp"
#include "cpp/space/child/structure_graph.hpp"
#include "fretsaw/structures.hpp"

namespace fretsaw {

namespace runtime {

namespace {

// Memory that is lent, and taken back all at once.
class LentMemory final : public object::Memory {
 public:
  explicit LentMemory(loan::Pool& pool) : pool_(pool) {}

  std::byte* allocate(std::size_t size, std::size_t alignment) override {
    void* const memory = pool_.allocate(size, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, size);
    return static_cast<std::byte*>(memory);
  }

 private:
  loan::Pool& pool_;
};

// What is printed while one lives goes nowhere.
class Silence {
 public:
  Silence() {
    std::fflush(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    for (std::size_t i = 0; i < std::size(kStreams); ++i) {
      kept_[i] = fcntl(kStreams[i], F_DUPFD_CLOEXEC, 100);
      if (kept_[i] >= 0) dup2(nowhere, kStreams[i]);
    }
    close(nowhere);
  }
  ~Silence() {
    std::fflush(nullptr);
    for (std::size_t i = 0; i < std::size(kStreams); ++i) {
      if (kept_[i] < 0) continue;
      dup2(kept_[i], kStreams[i]);
      close(kept_[i]);
    }
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  static constexpr int kStreams[] = {STDOUT_FILENO, STDERR_FILENO};
  int kept_[std::size(kStreams)] = {-1, -1};
};

SearchSpace space_or_throw(const detail::SearchSubject& subject, const Bounds& bounds) {
  if (!map_private_memory())
    throw std::runtime_error("the addresses for the predicate's stack and heap are taken");
  auto space = build_space(subject, bounds);
  if (!space)
    throw std::invalid_argument(space.error().message +
                                (space.error().hint.empty() ? "" : "; " + space.error().hint));
  return std::move(*space);
}

}  // namespace

}  // namespace runtime

namespace detail {

struct StructureStream::State {
  State(const SearchSubject& subject, const Bounds& bounds)
      : space(runtime::space_or_throw(subject, bounds)),
        shapes(runtime::shapes_of(space)),
        graphs(space),
        search(space, {}),
        pool(runtime::loan::borrow_pool()) {}
  ~State() {
    take_back();
    runtime::loan::return_pool(pool);
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
    runtime::LentMemory memory(pool);
    const runtime::loan::Construction construction(pool);
    return object::materialize(graph, shapes, memory).objects[0];
  }

  runtime::SearchSpace space;
  object::Shapes shapes;
  runtime::GraphMaker graphs;
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

std::string describe_object(const SearchSubject& subject, const void* object) {
  return runtime::object_text(*subject.classes, subject.root, static_cast<const std::byte*>(object));
}

void* StructureStream::again() {
  state_->take_back();
  state_->object = state_->build();
  return state_->object;
}

void* StructureStream::next() {
  state_->take_back();
  {
    const runtime::Silence silence;
    if (state_->search.next() != runtime::Search::Event::Structure) return nullptr;
  }
  state_->object = state_->build();
  return state_->object;
}

}  // namespace detail

}  // namespace fretsaw
