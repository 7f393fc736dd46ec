// SPDX-License-Identifier: MIT
#include "cpp/call/child/call.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "cpp/call/child/static_memory.hpp"
#include "cpp/guest/child/faults.hpp"

// Values of subexpressions that C++ clauses report (see contract/clause_glue.cpp), if requested.
extern "C" {
bool fretsaw_wants_parts = false;
void fretsaw_take_part(int number, const char* text, std::size_t size);
}

namespace fretsaw::call {

std::byte* InputMemory::allocate(std::size_t size, std::size_t alignment) {
  std::byte* const memory = heap().allocate_input(size, std::max<std::size_t>(alignment, 16));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

namespace {

std::size_t words_for(std::size_t bytes) { return (bytes + 7) / 8; }

std::string* parts_of_clause = nullptr;  // lines, see call_wire.hpp
std::size_t defect_of_parts = 0;

}  // namespace

template <class Clause>
void CallRunner::add_broken_clause(const Defect& defect, const Clause& evaluate, Record& record) {
  defect_of_parts = record.defects.size();
  record.defects.push_back(defect);
  parts_of_clause = &record.parts;
  fretsaw_wants_parts = true;
  try {
    const TrackedScope user(false);
    evaluate();
  } catch (...) {
  }
  fretsaw_wants_parts = false;
}

void Record::clear() {
  outcome = Outcome::Rejected;
  held = caught = 0;
  defects.clear();
  deleted.clear();
  before.clear();
  after.clear();
  result.clear();
  text.clear();
  parts.clear();
  output.clear();
}

std::size_t Record::size_in_words() const {
  return sizeof(RecordHeader) / 8 + 3 * defects.size() + deleted.size() + before.size() + after.size() +
         result.size() + words_for(text.size()) + words_for(parts.size()) + words_for(output.size());
}

std::int64_t* Record::write(std::int64_t* at) const {
  const auto count = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
  const RecordHeader header = {static_cast<std::int64_t>(size_in_words()),
                               outcome,
                               held,
                               caught,
                               count(defects),
                               count(deleted),
                               count(before),
                               count(after),
                               count(result),
                               count(text),
                               count(parts),
                               count(output)};
  std::memcpy(at, &header, sizeof header);
  at += sizeof header / 8;
  std::memcpy(at, defects.data(), defects.size() * sizeof(Defect));
  at += 3 * defects.size();
  for (const auto* const list : {&deleted, &before, &after, &result}) {
    std::memcpy(at, list->data(), list->size() * 8);
    at += list->size();
  }
  for (const auto* const bytes : {&text, &parts, &output}) {
    if (!bytes->empty()) at[words_for(bytes->size()) - 1] = 0;
    std::memcpy(at, bytes->data(), bytes->size());
    at += words_for(bytes->size());
  }
  return at;
}

CallRunner::CallRunner(const detail::ClassTable& classes, const detail::ContractTable& contracts, int method,
                       const space::SearchSpace& space, const CallOptions& options)
    : classes_(classes),
      contracts_(contracts),
      method_(contracts.methods[method]),
      callable_(classes.callables[method_.callable]),
      options_(options),
      shapes_(space::shapes_of(space)),
      graphs_(space),
      materializer_(shapes_, memory_),
      writer_(classes, method_.arguments),
      invariants_of_(static_cast<std::size_t>(classes.class_count)),
      old_(static_cast<std::size_t>(method_.behavior_count)) {
  for (int i = 0; i < contracts.invariant_count; ++i) {
    const int owner = contracts.invariants[i].class_index;
    for (int c = 0; c < classes.class_count; ++c) {
      const detail::ClassEntry& entry = classes.classes[c];
      const bool has = c == owner || std::any_of(entry.bases, entry.bases + entry.base_count,
                                                 [&](const auto& base) { return base.class_index == owner; });
      if (has) invariants_of_[static_cast<std::size_t>(c)].push_back(i);
    }
  }
  for (int b = 0; b < method_.behavior_count; ++b)
    old_[static_cast<std::size_t>(b)].resize(static_cast<std::size_t>(method_.behaviors[b].old_count));
}

void CallRunner::run(std::span<const std::uint32_t> candidate, std::uint64_t allowed, guest::Worker& worker,
                     Record& record) {
  const auto enter = [&](Phase phase) { worker.set_phase(static_cast<std::uint8_t>(phase)); };
  record.clear();
  heap().reset();
  writer_.begin();
  build(candidate);
  if ((allowed & kBuildOnly) != 0) return;
  enter(Phase::Before);
  writer_.write(0, record.before);
  if (options_.checks_invariants_before && !invariants_hold(writer_.met(), nullptr)) return;
  if (!preconditions(allowed, record)) return;
  if ((allowed & kValidateOnly) != 0) {
    record.outcome = Outcome::Returned;
    return;
  }
  enter(Phase::Remembering);
  if (!remember(record)) {
    record.outcome = Outcome::Returned;
    record.after = record.before;
    return;
  }
  const std::int64_t objects_before = writer_.count();
  enter(Phase::Call);
  const bool returned = call(worker, record);
  enter(Phase::After);
  record.outcome = returned ? Outcome::Returned : Outcome::Threw;
  if ((allowed & kCallOnly) != 0) return;
  read_heap_after(record);
  for (std::int64_t id = 0; id < objects_before; ++id) {
    if (writer_.is_deleted(id)) record.deleted.push_back(id);
  }
  // Invariants of objects with invalid pointers are not evaluated: their code would dereference them.
  if (record.defects.empty()) {
    invariants_hold(writer_.met(), &record);
    if (returned) postconditions(record);
  }
  if (options_.finds_leaks) find_leaks(record);
}

void CallRunner::build(std::span<const std::uint32_t> candidate) {
  const object::Graph& graph = graphs_.make(candidate);
  const object::BuiltObjects& built = materializer_.build(graph);
  frame_ = built.objects[0];
  for (std::size_t i = 0; i < built.objects.size(); ++i)
    writer_.add(built.objects[i], graph.objects[i].class_index);
  result_ = nullptr;
  if (callable_.result >= 0) {
    const detail::TypeEntry& type = classes_.types[callable_.result];
    result_ = heap().allocate(std::max(type.size, 8UL), 64, 0, false);
  }
}

bool CallRunner::invariants_hold(const std::vector<std::int64_t>& objects, Record* record) {
  bool all = true;
  for (const std::int64_t id : objects) {
    for (const int invariant : invariants_of_[static_cast<std::size_t>(writer_.class_of(id))]) {
      const int owner = contracts_.invariants[invariant].class_index;
      const detail::ClassEntry& entry = classes_.classes[writer_.class_of(id)];
      long offset = 0;
      for (int b = 0; b < entry.base_count; ++b) {
        if (entry.bases[b].class_index == owner) offset = entry.bases[b].offset;
      }
      void* const object = const_cast<std::byte*>(writer_.address(id)) + offset;
      bool threw = false;
      bool holds = false;
      try {
        const TrackedScope user(false);
        holds = contracts_.invariants[invariant].holds(object);
      } catch (...) {
        threw = true;
        if (record != nullptr) record->text += guest::exception_text() + "\n";
      }
      if (holds) continue;
      all = false;
      if (record == nullptr) return false;
      if (threw)
        record->defects.push_back({DefectKind::InvariantThrew, invariant, id});
      else
        add_broken_clause(
            {DefectKind::Invariant, invariant, id},
            [&] { return contracts_.invariants[invariant].holds(object); }, *record);
    }
  }
  return all;
}

// False if no behavior applies to this input.
bool CallRunner::preconditions(std::uint64_t allowed, Record& record) {
  if (method_.behavior_count == 0) return true;
  for (int b = 0; b < method_.behavior_count; ++b) {
    const detail::BehaviorEntry& behavior = method_.behaviors[b];
    if ((allowed >> b & 1U) == 0) continue;
    bool holds = true;
    try {
      const TrackedScope user(false);
      for (int p = 0; holds && p < behavior.precondition_count; ++p)
        holds = behavior.preconditions[p](frame_, nullptr, nullptr);
    } catch (...) {
      holds = false;
    }
    if (!holds) continue;
    record.held |= std::int64_t{1} << b;
  }
  return record.held != 0;
}

// What \old stands for, once it is known which behaviors matter. False if that throws: the input is valid,
// and the contract cannot be kept.
bool CallRunner::remember(Record& record) {
  for (int b = 0; b < method_.behavior_count; ++b) {
    const detail::BehaviorEntry& behavior = method_.behaviors[b];
    if ((record.held >> b & 1) == 0 || behavior.remember == nullptr) continue;
    try {
      const TrackedScope user(false);
      behavior.remember(frame_, old_[static_cast<std::size_t>(b)].data());
    } catch (...) {
      record.text = guest::exception_text();
      record.defects.push_back({DefectKind::OldThrew, b, 0});
      return false;
    }
  }
  return true;
}

bool CallRunner::call(guest::Worker& worker, Record& record) {
  try {
    const TrackedScope user(true);
    callable_.call(frame_, result_);
    return true;
  } catch (...) {
    worker.set_phase(static_cast<std::uint8_t>(Phase::After));
    note_exception(record);
    return false;
  }
}

// Requires that an exception is being handled.
void CallRunner::note_exception(Record& record) {
  record.text = guest::exception_text();
  int bit = 0;
  for (int b = 0; b < method_.behavior_count; ++b) {
    const detail::BehaviorEntry& behavior = method_.behaviors[b];
    for (int e = 0; e < behavior.exception_count; ++e, ++bit) {
      const detail::SignalEntry& signal = behavior.exceptions[e];
      if ((record.held >> b & 1) == 0 || !signal.is_caught()) continue;
      bool holds = true;
      try {
        const TrackedScope user(false);
        if (signal.holds != nullptr)
          holds = signal.holds(frame_, nullptr, old_[static_cast<std::size_t>(b)].data());
      } catch (...) {
        holds = false;
      }
      if (holds && bit < 62) record.caught |= std::int64_t{1} << bit;
    }
  }
}

void CallRunner::read_heap_after(Record& record) {
  writer_.write(0, record.after);
  if (record.outcome == Outcome::Returned && callable_.result >= 0) {
    if (method_.is_result_elsewhere != 0) {
      const std::byte* referred = nullptr;
      std::memcpy(&referred, result_, sizeof referred);
      writer_.write_referred(callable_.result, referred, record.result, record.after);
    } else {
      writer_.write_result(callable_.result, result_, record.result, record.after);
    }
  }
  record.defects = writer_.defects();
}

void CallRunner::postconditions(Record& record) {
  for (int b = 0; b < method_.behavior_count; ++b) {
    if ((record.held >> b & 1) == 0) continue;
    const detail::BehaviorEntry& behavior = method_.behaviors[b];
    for (int p = 0; p < behavior.postcondition_count; ++p) {
      if (behavior.postconditions[p] == nullptr) continue;
      const auto holds = [&] {
        return behavior.postconditions[p](frame_, result_, old_[static_cast<std::size_t>(b)].data());
      };
      try {
        const bool is_kept = [&] {
          const TrackedScope user(false);
          return holds();
        }();
        if (!is_kept) add_broken_clause({DefectKind::Postcondition, b, p}, holds, record);
      } catch (...) {
        record.text += guest::exception_text() + "\n";
        record.defects.push_back({DefectKind::PostconditionThrew, b, p});
      }
    }
  }
}

// Held blocks that no pointer points to, not even one in the program's static objects. Whatever
// looks like a pointer is one.
void CallRunner::find_leaks(Record& record) {
  std::vector<HeapBlock>& blocks = heap().blocks();
  std::vector<bool> reached(blocks.size(), false);
  std::vector<std::size_t> work;
  const auto reach = [&](const void* pointer) {
    if (!heap().owns(pointer)) return;
    const HeapBlock* const block = heap().find(pointer);
    if (block == nullptr || !block->is_held) return;
    const auto index = static_cast<std::size_t>(block - blocks.data());
    if (reached[index]) return;
    reached[index] = true;
    work.push_back(index);
  };
  reach(frame_);
  if (result_ != nullptr) reach(result_);
  for_each_static_word([&](const void* word) { reach(word); });
  while (!work.empty()) {
    const HeapBlock block = blocks[work.back()];
    work.pop_back();
    for (std::size_t at = 0; at + sizeof(void*) <= block.size; at += sizeof(void*)) {
      const void* word = nullptr;
      std::memcpy(&word, reinterpret_cast<const void*>(block.begin + at), sizeof word);
      reach(word);
    }
  }
  std::int64_t bytes = 0;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (reached[i] || !blocks[i].is_held || !blocks[i].counts) continue;
    bytes += static_cast<std::int64_t>(blocks[i].size);
    ++count;
  }
  if (count > 0) record.defects.push_back({DefectKind::Leaked, bytes, count});
}

}  // namespace fretsaw::call

void fretsaw_take_part(int number, const char* text, std::size_t size) {
  using namespace fretsaw::call;
  const TrackingPause own;
  constexpr std::size_t kMaxValueLength = 200;
  std::string line = std::to_string(defect_of_parts) + " " + std::to_string(number) + " " +
                     std::string(text, std::min(size, kMaxValueLength)) +
                     (size > kMaxValueLength ? "..." : "");
  std::replace(line.begin(), line.end(), '\n', ' ');
  *parts_of_clause += line + "\n";
}
