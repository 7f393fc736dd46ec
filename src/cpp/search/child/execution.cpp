// SPDX-License-Identifier: MIT
// Resumable execution. Two neighboring candidates differ in the last field read only, so the predicate does
// the same on both until that read. Instead of running it again, its stack and heap are saved at the first
// read of every field that has a choice, and the next candidate resumes from there. This needs all its state
// in one place: it runs on its own stack, allocates from its own heap, and writes elsewhere are logged and
// undone (fork() would do as well, at four hundred microseconds apiece; coroutines cannot be resumed twice).
//
// State that this cannot see: what uninstrumented libraries keep in globals, and exceptions in flight, which
// live in the C++ runtime. While one is, no snapshot is taken; an earlier one, or the start, serves instead.
// `run_plainly` is the check of all this.
#include "cpp/search/child/execution.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "cpp/search/child/engine_scope.hpp"
#include "cpp/search/child/predicate_heap.hpp"
#include "cpp/search/child/static_guards.hpp"

namespace fretsaw::search {

Execution* running = nullptr;
Watch watch;
bool inside_engine = false;
int static_initializers = 0;

namespace {

// The layout that the Itanium C++ ABI prescribes for what __cxa_get_globals returns.
struct ExceptionGlobals {
  void* caught;
  unsigned int uncaught;
};

ExceptionGlobals& exception_globals() {
  static thread_local ExceptionGlobals* const kGlobals =
      reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  return *kGlobals;
}

const std::byte* pointer(std::uintptr_t address) { return reinterpret_cast<const std::byte*>(address); }

void enter_predicate() {
  try {
    // All of this lies on the predicate's own stack, like everything that it writes.
    const space::SearchSpace& space = running->space();
    void* root = space.root();
    bool holds = false;
    void* const frame = space.subject.root == space.classes->root ? static_cast<void*>(&root) : root;
    space.classes->callables[space.subject.predicate].call(frame, &holds);
    running->set_verdict(holds);
  } catch (const std::exception& exception) {
    running->set_abort(Termination::Threw, exception.what());
  } catch (...) {
    running->set_abort(Termination::Threw, "not a std::exception");
  }
  fretsaw_finish();
}

}  // namespace

Execution::Execution(const space::SearchSpace& space, FieldOrder& order, ExecutionOptions options)
    : space_(space),
      order_(order),
      options_(options),
      snapshots_(space.variables.size()),
      was_read_(space.variables.size(), 0) {}

void Execution::set_abort(Termination reason, const char* detail) {
  const EngineScope scope;
  verdict_ = {false, reason};
  abort_detail_ = detail;
}

Verdict Execution::execute(bool from_snapshot) {
  begin();
  if (from_snapshot && !snapshots_.empty()) {
    resume_top();
  } else {
    predicate_heap::reset();
    watch.steps_left = options_.step_limit;
    watch.arena_size = space_.arena_size;
    fretsaw_start(space::kStackTop - 64, enter_predicate);
  }
  end();
  return verdict_;
}

void Execution::clean_up() {
  inside_engine = false;
  abandon_static_initializers();
  exception_globals() = {};
}

void Execution::resume_top() {
  const Snapshot& top = snapshots_.top();
  snapshots_.restore_top();
  watch.steps_left = top.steps_left;
  // The access that is being returned from covers other variables too: they are read now, with the new value
  // in place.
  suspended_ = top.stack;
  if (const Termination abort = observe(top.address, top.access_size); abort != Termination::Returned) {
    return set_abort(abort, "");
  }
  watch.arena_size = space_.arena_size;
  fretsaw_resume(suspended_);
}

void Execution::undo(std::size_t changed, std::size_t size_before_advance) {
  log_.roll_back(options_.resume && !snapshots_.empty() ? snapshots_.top().undo_size : 0);
  order_.restore_values(changed, size_before_advance);
}

void Execution::restart() {
  snapshots_.clear();
  log_.roll_back(0);
}

bool Execution::timed_out() {
  static std::uint64_t run_seen = 0;
  static int ticks = 0;
  ticks = run_seen == runs_ ? ticks + 1 : 0;
  run_seen = runs_;
  return ticks * kSecondsPerTick > options_.seconds_per_candidate;
}

void Execution::take_snapshot(std::size_t position, std::uintptr_t address, std::size_t size, bool is_whole) {
  const ExceptionGlobals& exceptions = exception_globals();
  if (exceptions.caught != nullptr || exceptions.uncaught != 0 || static_initializers != 0) return;
  snapshots_.push({.stack = suspended_,
                   .position = position,
                   .undo_size = log_.size(),
                   .steps_left = watch.steps_left,
                   .is_whole = is_whole,
                   .address = address,
                   .access_size = size});
}

// Whether nothing of the access is left after this variable.
bool Execution::access_ends_at(const space::Variable& variable, std::uintptr_t address,
                               std::size_t size) const {
  return variable.bit_width == 0 &&
         space_.arena + variable.offset + variable.width >= pointer(address) + size;
}

Termination Execution::observe(std::uintptr_t address, std::size_t size) {
  const std::size_t begin = address - watch.arena;
  const std::size_t end = std::min(begin + size, space_.variable_at.size());
  // The usual access: one variable, all of it, and nothing else.
  if (begin < end && !plain_) [[likely]] {
    const std::uint32_t variable = space_.variable_at[begin] - 1;
    if (variable < space_.variables.size() && order_.is_exactly(variable, pointer(address), size))
      return observe_variable(variable, address, size, true);
  }
  for (std::size_t byte = begin; byte < end; ++byte) {
    const std::uint32_t entry = space_.variable_at[byte];
    if (entry == space::SearchSpace::kForbidden) return Termination::OutOfRange;
    if (entry == space::SearchSpace::kNoVariable) continue;
    if (space_.variables[entry - 1].is_overlay) [[unlikely]] {
      if (const Termination abort = observe_overlays(static_cast<std::uint32_t>(byte), address, size);
          abort != Termination::Returned)
        return abort;
      continue;
    }
    // Bit-fields that share this byte follow each other.
    for (std::uint32_t variable = entry - 1; variable < space_.variables.size(); ++variable) {
      const space::Variable& s = space_.variables[variable];
      if (variable != entry - 1 && (s.bit_width == 0 || s.offset > byte)) break;
      const Termination abort =
          plain_ ? observe_plainly(variable)
                 : observe_variable(variable, address, size, access_ends_at(s, address, size));
      if (abort != Termination::Returned) return abort;
      if (s.bit_width == 0) {
        byte = s.offset + s.width - 1;
        break;
      }
    }
  }
  return Termination::Returned;
}

// Those that are there at the moment: bit-fields of one alternative may share a byte.
Termination Execution::observe_overlays(std::uint32_t byte, std::uintptr_t address, std::size_t size) {
  for (const std::uint32_t variable : space_.overlays.at(byte)) {
    bool is_there = false;
    if (const Termination abort = exists(variable, address, size, is_there); abort != Termination::Returned)
      return abort;
    if (!is_there) continue;
    const bool ends_here = access_ends_at(space_.variables[variable], address, size);
    const Termination abort =
        plain_ ? observe_plainly(variable) : observe_variable(variable, address, size, ends_here);
    if (abort != Termination::Returned) return abort;
  }
  return Termination::Returned;
}

// Whatever decides about it is read first.
Termination Execution::exists(std::uint32_t variable, std::uintptr_t address, std::size_t size,
                              bool& answer) {
  const space::Condition& condition = space_.variables[variable].condition;
  answer = true;
  if (condition.guard == space::kNone) return Termination::Returned;
  const auto guard = static_cast<std::uint32_t>(condition.guard);
  if (const Termination abort = exists(guard, address, size, answer);
      abort != Termination::Returned || !answer)
    return abort;
  const Termination abort = plain_ ? observe_plainly(guard) : observe_variable(guard, address, size, false);
  if (abort != Termination::Returned) return abort;
  answer = condition.holds_for(space_.domains[space_.variables[guard].domain][order_.index(guard)].rank);
  return Termination::Returned;
}

Termination Execution::observe_variable(std::uint32_t variable, std::uintptr_t address, std::size_t size,
                                        bool ends_access) {
  if (!order_.is_unread(variable)) return Termination::Returned;
  was_read_[variable] = 1;
  const std::size_t before = order_.size();
  const FieldOrder::Recorded recorded = order_.record(variable);
  const bool is_recorded = recorded == FieldOrder::Recorded::Yes;
  if (options_.resume) {
    // It is the last itself; those before it are the lengths that it is behind.
    const std::size_t end = order_.size();
    for (std::size_t position = before; position < end; ++position) {
      if (!order_.has_choice(position)) continue;
      take_snapshot(position, address, size, ends_access && is_recorded && position + 1 == end);
    }
  }
  if (is_recorded) return Termination::Returned;
  return recorded == FieldOrder::Recorded::NoValue ? Termination::NoValue : Termination::OutOfRange;
}

void Execution::on_first_read(std::uintptr_t address, std::size_t size, std::uintptr_t stack) {
  suspended_ = stack;
  Termination abort = Termination::Returned;
  {
    const EngineScope scope;
    abort = observe(address, size);
  }
  if (abort != Termination::Returned) abort_candidate(abort);
}

void Execution::on_write(std::uintptr_t address, std::size_t size) {
  const EngineScope scope;
  const std::size_t offset = address - watch.arena;
  if (offset < space_.arena_size) {
    ++writes_to_fields_;
    const std::uint32_t entry = space_.variable_at[offset];
    if (first_variable_written_ < 0 && entry != space::SearchSpace::kNoVariable &&
        entry != space::SearchSpace::kForbidden)
      first_variable_written_ = entry - 1;
  } else {
    ++writes_to_globals_;
    if (plain_) return;
  }
  log_.remember(address, size);
}

Verdict Execution::run_plainly() {
  plain_ = true;
  plain_reads_.clear();
  plain_noted_.assign(space_.variables.size(), false);
  plain_unread_.assign(space_.arena_size + 64, 0);
  for (std::size_t byte = 0; byte < space_.variable_at.size(); ++byte)
    plain_unread_[byte] = space_.variable_at[byte] != space::SearchSpace::kNoVariable;
  // The candidate as it was chosen, without what the watched run wrote to it.
  UndoLog watched = std::exchange(log_, UndoLog());
  order_.restore_values(0, order_.size());
  watch.unread = plain_unread_.data();
  const Verdict verdict = execute(false);
  watch.unread = order_.unread_bytes();
  log_.roll_back(0);
  log_ = std::move(watched);
  plain_ = false;
  return verdict;
}

Termination Execution::observe_plainly(std::uint32_t variable) {
  if (plain_noted_[variable]) return Termination::Returned;
  const space::Variable& s = space_.variables[variable];
  if (s.condition.guard != space::kNone) {
    const auto guard = static_cast<std::uint32_t>(s.condition.guard);
    if (const Termination abort = observe_plainly(guard); abort != Termination::Returned) return abort;
    const std::int32_t length = space_.domains[space_.variables[guard].domain][order_.index(guard)].rank;
    if (!s.condition.holds_for(length)) return Termination::OutOfRange;
  }
  plain_noted_[variable] = true;
  plain_reads_.push_back(variable);
  if (s.bit_width == 0) std::fill_n(plain_unread_.begin() + s.offset, s.width, std::uint8_t{0});
  return Termination::Returned;
}

// ---- what the hooks call

void on_read_range(const volatile void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!space::is_low(address) || size == 0 || inside_engine) return;
  if (address - watch.arena >= watch.arena_size) return access_below_arena(address);
  if (--watch.steps_left < 0) out_of_steps();
  const std::uint8_t* const unread = watch.unread + (address - watch.arena);
  const std::size_t inside = std::min(size, watch.arena + watch.arena_size - address);
  if (std::any_of(unread, unread + inside, [](std::uint8_t byte) { return byte != 0; }))
    fretsaw_observe(address, inside);
}

void on_write_range(const volatile void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!space::is_private(address) && size != 0) write_outside(address, size);
}

void write_outside(std::uintptr_t address, std::size_t size) {
  if (running == nullptr || inside_engine || static_initializers != 0 || !space::on_predicate_stack()) return;
  if (space::is_low(address)) {
    if (address - watch.arena >= watch.arena_size) {
      access_below_arena(address);
    } else {
      on_read_range(reinterpret_cast<void*>(address), size);
    }
  }
  running->on_write(address, size);
}

void access_below_arena(std::uintptr_t address) {
  constexpr std::uintptr_t kNullPages = 65536;
  if (address < kNullPages && running != nullptr && space::on_predicate_stack())
    abort_candidate(Termination::NullAccess);
}

void out_of_steps() { abort_candidate(Termination::Steps); }

void abort_candidate(Termination reason, const char* detail) {
  running->set_abort(reason, detail);
  fretsaw_finish();
}

extern "C" void fretsaw_on_first_read(std::uintptr_t address, std::uint64_t size, std::uintptr_t stack) {
  running->on_first_read(address, size, stack);
}

}  // namespace fretsaw::search
