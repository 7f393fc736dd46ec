// SPDX-License-Identifier: MIT
// The heap of an input as numbers (see contract/heap.hpp), read from memory before and after the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpp/call/child/call_wire.hpp"
#include "cpp/call/child/tracked_heap.hpp"
#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/detail/contract_table.hpp"

namespace fretsaw::call {

class HeapWriter {
 public:
  // `arguments`: of the frame that is written.
  HeapWriter(const detail::ClassTable& classes, const detail::ArgumentEntry* arguments)
      : classes_(classes), arguments_(arguments) {}

  // Forgets all objects. Those that are known by their class from the beginning come next.
  void begin();
  std::int64_t add(const std::byte* address, int class_index);

  // What is reachable from the frame, an object that was added; then, if there is a type, from the result,
  // whose own value goes to `result`.
  void write(std::int64_t frame, std::vector<std::int64_t>& heap_words);
  void write_result(int type, const std::byte* at, std::vector<std::int64_t>& result,
                    std::vector<std::int64_t>& heap_words);
  // The same for a result that is a reference. If its referent is deleted, that is a defect, and `result`
  // stays empty.
  void write_referred(int type, const std::byte* to, std::vector<std::int64_t>& result,
                      std::vector<std::int64_t>& heap_words);

  // Invalid pointers that the last walk reached.
  const std::vector<Defect>& defects() const { return defects_; }
  // Objects that the last walk reached, in order.
  const std::vector<std::int64_t>& met() const { return pending_; }

  const std::byte* address(std::int64_t id) const { return objects_[static_cast<std::size_t>(id)].address; }
  int class_of(std::int64_t id) const { return objects_[static_cast<std::size_t>(id)].class_index; }
  // Of those that were there before the call: gone meanwhile?
  bool is_deleted(std::int64_t id) const;
  std::int64_t count() const { return static_cast<std::int64_t>(objects_.size()); }

 private:
  struct HeapObject {
    const std::byte* address;
    int class_index;
    std::int32_t previous;  // in the same block
    std::int32_t round;     // in which it was met last
    bool is_static;         // it lies among the variables of the program
  };

  void drain(std::vector<std::int64_t>& words);
  std::int64_t variable(const HeapObject& heap_object) const;
  void value(int type, const std::byte* at, const detail::FieldEntry* field);
  void elements(int type, const std::byte* row, std::size_t count);
  void vector(const detail::TypeEntry& type, const std::byte* at);
  void container(const detail::TypeEntry& type, const std::byte* at);
  void string(const std::byte* at);
  void row(int element, const std::byte* begin);
  void shared(const detail::TypeEntry& type, const std::byte* at);
  void pointer(int target, const std::byte* to, bool is_owner);
  void lost(DefectKind kind, std::int64_t word);
  void lost_pointer(DefectKind kind, bool is_owner = false);
  std::int64_t meet(std::int64_t id);
  std::int32_t* chain_of(const std::byte* address, std::size_t size, bool& is_deleted);
  std::int64_t find(std::int32_t chain, const std::byte* address, int class_index) const;
  bool find_whole(const std::byte*& pointer, int& class_index);

  const detail::ClassTable& classes_;
  const detail::ArgumentEntry* arguments_;
  std::vector<HeapObject> objects_;
  std::int32_t static_chain_ = -1;
  std::int32_t round_ = 0;
  std::vector<std::int64_t> pending_;
  std::size_t next_pending_ = 0;
  std::vector<std::int64_t>* words_ = nullptr;
  std::vector<Defect> defects_;
  std::int64_t frame_ = 0;
  std::int64_t owner_ = 0;
  std::int64_t field_ = 0;
  bool in_row_ = false;  // among the elements behind a pointer
};

}  // namespace fretsaw::call
