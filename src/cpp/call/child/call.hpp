// SPDX-License-Identifier: MIT
// Runs one input: builds it, makes the call, and examines the effects.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpp/call/child/call_wire.hpp"
#include "cpp/call/child/heap_writer.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/object/objects.hpp"
#include "cpp/space/child/search_space.hpp"
#include "cpp/space/child/structure_graph.hpp"
#include "fretsaw/detail/contract_table.hpp"

namespace fretsaw::call {

// The results; see RecordHeader.
struct Record {
  Outcome outcome = Outcome::Rejected;
  std::int64_t held = 0;
  std::int64_t caught = 0;
  std::vector<Defect> defects;
  std::vector<std::int64_t> deleted;
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;
  std::vector<std::int64_t> result;
  std::string text;
  std::string parts;  // of violated C++ clauses
  std::string output;

  void clear();
  // Appends it as words.
  std::size_t size_in_words() const;
  std::int64_t* write(std::int64_t* at) const;
};

struct CallOptions {
  bool checks_invariants_before = true;  // those in C++; a search has done so already
  bool finds_leaks = false;
};

// What inputs are built in.
class InputMemory final : public object::Memory {
 public:
  std::byte* allocate(std::size_t size, std::size_t alignment) override;
  void enter_classes() override { tracked_scope_.emplace(false); }
  void leave_classes() override { tracked_scope_.reset(); }

 private:
  std::optional<TrackedScope> tracked_scope_;
};

class CallRunner {
 public:
  // All outlive it. `method` counts the table's methods; the space's root is its frame.
  CallRunner(const detail::ClassTable& classes, const detail::ContractTable& contracts, int method,
             const space::SearchSpace& space, const CallOptions& options);

  // `allowed`: a bit for each behavior whose relational preconditions hold.
  void run(std::span<const std::uint32_t> candidate, std::uint64_t allowed, guest::Worker& worker,
           Record& record);

 private:
  void build(std::span<const std::uint32_t> candidate);
  bool invariants_hold(const std::vector<std::int64_t>& objects, Record* record);
  bool preconditions(std::uint64_t allowed, Record& record);
  bool remember(Record& record);
  bool call(guest::Worker& worker, Record& record);
  void note_exception(Record& record);
  void read_heap_after(Record& record);
  void postconditions(Record& record);
  void find_leaks(Record& record);
  // Adds a defect, and the values of the parts of the C++ clause that it is about, which is evaluated again.
  template <class Clause>
  void add_broken_clause(const Defect& defect, const Clause& evaluate, Record& record);

  const detail::ClassTable& classes_;
  const detail::ContractTable& contracts_;
  const detail::MethodEntry& method_;
  const detail::CallableEntry& callable_;
  CallOptions options_;
  object::Shapes shapes_;
  space::GraphMaker graphs_;
  InputMemory memory_;
  object::Materializer materializer_;
  HeapWriter writer_;
  std::vector<std::vector<int>> invariants_of_;  // by class: those of its bases, too
  std::byte* frame_ = nullptr;
  std::byte* result_ = nullptr;
  std::vector<std::vector<void*>> old_;  // by behavior
};

}  // namespace fretsaw::call
