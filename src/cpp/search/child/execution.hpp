// SPDX-License-Identifier: MIT
// Running the predicate on the candidate in the arena, under watch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpp/search/child/field_order.hpp"
#include "cpp/search/child/snapshot_stack.hpp"
#include "cpp/search/child/undo_log.hpp"
#include "cpp/search/child/watch.hpp"

namespace fretsaw::search {

struct ExecutionOptions {
  bool resume = true;
  std::int64_t step_limit = 200'000;
  double seconds_per_candidate = 3;  // of processor time, for loops that read nothing
};

struct Verdict {
  bool holds = false;
  Termination abort = Termination::Returned;
};

class Execution;

// The execution whose predicate is running; null otherwise.
[[gnu::visibility("hidden")]] extern Execution* running;

class Execution {
 public:
  Execution(const space::SearchSpace& space, FieldOrder& order, ExecutionOptions options);

  // While one lives, the hooks and signal handlers work for its execution: needed for every run.
  class WatchScope {
   public:
    explicit WatchScope(Execution& execution) {
      running = &execution;
      watch.arena = reinterpret_cast<std::uintptr_t>(execution.space_.arena);
      watch.unread = execution.order_.unread_bytes();
    }
    ~WatchScope() { running = nullptr; }
    WatchScope(const WatchScope&) = delete;
    WatchScope& operator=(const WatchScope&) = delete;
  };

  // Runs the predicate on the current candidate: from the latest snapshot that is still valid, or from the
  // start. New reads are appended to the order.
  Verdict run() {
    const Snapshot& top = snapshots_.top();
    if (!top.is_whole) return execute(options_.resume);
    // The usual case, kept free of calls: a return would be mispredicted after the change of stacks.
    begin();
    snapshots_.restore_top();
    watch.steps_left = top.steps_left;
    watch.arena_size = space_.arena_size;
    fretsaw_resume(top.stack);
    end();
    return verdict_;
  }

  // Call after order.advance() or order.restart(), before the next run: undoes the predicate's writes, and
  // drops what happened after the position that changed, which is now the last.
  void rewind(std::size_t changed, std::size_t size_before_advance) {
    snapshots_.drop_after(changed);
    if (log_.size() != 0) [[unlikely]]
      undo(changed, size_before_advance);
  }
  void restart();

  // Runs from the start without touching the order and without undoing writes to globals, as the user's own
  // program would; what it read, in order, is in plain_reads().
  Verdict run_plainly();
  const std::vector<std::uint32_t>& plain_reads() const { return plain_reads_; }

  // The detail of the last aborted run: the exception's message, the address, the signal.
  const std::string& abort_detail() const { return abort_detail_; }

  // Writes that the predicate made to the candidate and elsewhere; all undone.
  std::uint64_t writes_to_fields() const { return writes_to_fields_; }
  std::uint64_t writes_to_globals() const { return writes_to_globals_; }
  std::int64_t first_variable_written() const { return first_variable_written_; }

  // Whether the predicate ever read it.
  bool was_read(std::size_t variable) const { return was_read_[variable] != 0; }

  // For the hooks only.
  void on_first_read(std::uintptr_t address, std::size_t size, std::uintptr_t stack);
  void on_write(std::uintptr_t address, std::size_t size);
  void set_abort(Termination reason, const char* detail);
  void set_verdict(bool holds) { verdict_.holds = holds; }
  const space::SearchSpace& space() const { return space_; }
  bool timed_out();

 private:
  void begin() {
    ++runs_;
    verdict_ = {};
  }
  void end() {
    watch.arena_size = 0;
    if (verdict_.abort != Termination::Returned) [[unlikely]]
      clean_up();
  }
  void clean_up();
  void undo(std::size_t changed, std::size_t size_before_advance);
  Verdict execute(bool from_snapshot);
  Termination observe(std::uintptr_t address, std::size_t size);
  Termination observe_variable(std::uint32_t variable, std::uintptr_t address, std::size_t size,
                               bool ends_access);
  bool access_ends_at(const space::Variable& variable, std::uintptr_t address, std::size_t size) const;
  Termination observe_overlays(std::uint32_t byte, std::uintptr_t address, std::size_t size);
  Termination exists(std::uint32_t variable, std::uintptr_t address, std::size_t size, bool& answer);
  Termination observe_plainly(std::uint32_t variable);
  void resume_top();
  void take_snapshot(std::size_t position, std::uintptr_t address, std::size_t size, bool is_whole);

  const space::SearchSpace& space_;
  FieldOrder& order_;
  ExecutionOptions options_;
  SnapshotStack snapshots_;
  std::uintptr_t suspended_ = 0;  // the stack of the predicate at the read that is being observed
  UndoLog log_;
  Verdict verdict_;
  std::string abort_detail_;
  bool plain_ = false;
  std::vector<std::uint8_t> plain_unread_;
  std::vector<bool> plain_noted_;
  std::vector<std::uint32_t> plain_reads_;
  std::uint64_t writes_to_fields_ = 0;
  std::uint64_t writes_to_globals_ = 0;
  std::int64_t first_variable_written_ = -1;
  std::uint64_t runs_ = 0;
  std::vector<std::uint8_t> was_read_;  // by variable
};

}  // namespace fretsaw::search
