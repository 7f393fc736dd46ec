// SPDX-License-Identifier: MIT
// What instrumented code calls; hooks.def lists it. Arguments and results of calls go through a row of
// slots: an instrumented function takes what its caller has put there for it, if that was meant for this
// function. A call that no instrumented function takes went to code that is not tracked.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <vector>

#include "cpp/path/child/allocation.hpp"
#include "cpp/path/child/engine.hpp"
#include "cpp/path/child/expressions.hpp"
#include "cpp/path/child/modules.hpp"
#include "cpp/path/child/opaque.hpp"
#include "cpp/path/child/shadow.hpp"

namespace fretsaw::path {

bool in_user_code = false;

namespace {

constexpr std::uint32_t kSlots = 64;
constexpr std::uint64_t kMaxSteps = 20'000'000;

struct Slot {
  Id id = 0;
  std::uint64_t value = 0;
  std::vector<Shadow::Byte> bytes;
};

struct Calls {
  Slot arguments[kSlots];
  const void* called = nullptr;  // and not entered yet
  bool loses = false;            // something would be lost if no function did
  const void* giver = nullptr;
  Id results[kSlots] = {};
  bool is_for_us = false;  // the slots are those of the function that was entered last
};
Calls& calls() {
  static Calls* const kCalls = new Calls();
  return *kCalls;
}

// The call before went somewhere else.
void settle_call() {
  Calls& state = calls();
  if (state.called != nullptr && state.loses) note_library(state.called);
  state.called = nullptr;
  state.loses = false;
}

bool is_active() {
  if (record == nullptr || !in_user_code) return false;
  record->may_end_here = false;
  return true;
}

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

bool is_only_written(std::uint64_t stream) {
  const void* const known[] = {&std::cout, &std::cerr, &std::clog, stdout, stderr};
  return std::find(std::begin(known), std::end(known), reinterpret_cast<const void*>(stream)) !=
         std::end(known);
}

// Which argument says how many bytes, or elements of so many bytes as the next one says.
struct Amount {
  std::uint32_t slot;
  bool is_product;
};
std::optional<Amount> amount_of(Library kind) {
  switch (kind) {
    case Library::Memory:
      return Amount{0, false};
    case Library::MemoryOfSecond:
      return Amount{1, false};
    case Library::MemoryOfThird:
      return Amount{2, false};
    case Library::MemoryOfFirstTimesSecond:
      return Amount{0, true};
    case Library::MemoryOfSecondTimesThird:
      return Amount{1, true};
    default:
      return std::nullopt;
  }
}

// That there is so much memory is a condition of the path.
void ask_for_memory(const Slot* arguments, std::uint32_t count, Amount amount) {
  if (amount.slot + (amount.is_product ? 1 : 0) >= std::min(count, kSlots)) return;
  const Slot& asked = arguments[amount.slot];
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i != amount.slot) pin(without_opaque(arguments[i].id), arguments[i].value);
  }
  const std::uint64_t size = amount.is_product ? arguments[amount.slot + 1].value : 1;
  const std::uint64_t most = size == 0 ? ~std::uint64_t{0} : kMaxBatchBytes / size;
  const bool is_there = asked.value <= most;
  const Id id = checked(without_opaque(asked.id), asked.value, 64);
  if (id == 0 || size == 0) return;
  add_event(EventKind::Alias, 0, make(Op::ULessEqual, 1, id, constant(most, 64), is_there ? 1 : 0),
            is_there ? 1 : 0);
}

void count_step() {
  if (++record->steps < kMaxSteps) return;
  note_end(guest::Termination::Steps);
  _exit(0);
}

void cover(std::uint32_t site, std::uint32_t outcome) {
  if (!record->in_call) return;
  const std::uint32_t place = modules().first_outcome[site] + outcome;
  if (place < sizeof record->outcomes) record->outcomes[place] = 1;
}

}  // namespace

}  // namespace fretsaw::path

using namespace fretsaw::path;

extern "C" {

Id fretsaw_path_load(const void* address, std::uint32_t bytes, Id address_id) {
  if (!is_active()) return 0;
  const EngineScope scope;
  return shadow().load(number(address), bytes, without_opaque(address_id));
}

void fretsaw_path_store(void* address, std::uint32_t bytes, Id address_id, Id value_id, std::uint64_t value) {
  if (!is_active()) return;
  const EngineScope scope;
  shadow().store(number(address), bytes, without_opaque(address_id), value_id, value);
}

Id fretsaw_path_binary(std::uint32_t opcode, std::uint32_t width, Id a, Id b, std::uint64_t av,
                       std::uint64_t bv) {
  if ((a == 0 && b == 0) || !is_active()) return 0;
  const EngineScope scope;
  return binary(opcode, width, a, b, av, bv);
}

Id fretsaw_path_compare(std::uint32_t predicate, std::uint32_t width, Id a, Id b, std::uint64_t av,
                        std::uint64_t bv) {
  if ((a == 0 && b == 0) || !is_active()) return 0;
  const EngineScope scope;
  return compare(predicate, width, a, b, av, bv);
}

Id fretsaw_path_cast(std::uint32_t opcode, std::uint32_t from, std::uint32_t to, Id a, std::uint64_t value) {
  if (a == 0 || !is_active()) return 0;
  const EngineScope scope;
  return cast(opcode, from, to, a, value);
}

void fretsaw_path_branch(std::uint32_t site, Id condition, std::uint32_t outcome) {
  if (!is_active()) return;
  const EngineScope scope;
  count_step();
  cover(site, outcome);
  condition = without_opaque(checked(condition, outcome, 1));
  if (condition != 0) add_event(EventKind::Branch, site, condition, outcome);
}

void fretsaw_path_choose(std::uint32_t site, Id id, std::uint64_t value, std::uint32_t width,
                         std::uint32_t outcome) {
  if (!is_active()) return;
  const EngineScope scope;
  count_step();
  cover(site, outcome);
  id = without_opaque(checked(id, value, width));
  if (id != 0) add_event(EventKind::Switch, site, id, outcome);
}

void fretsaw_path_argument(std::uint32_t slot, Id id, std::uint64_t value) {
  if (!is_active()) return;
  const EngineScope scope;
  if (slot >= kSlots) {  // more than any function has
    if (without_opaque(id) != 0) note_loss(TrackingLoss::Instruction);
    return;
  }
  if (slot == 0) settle_call();
  calls().arguments[slot].id = id;
  calls().arguments[slot].value = value;
}

void fretsaw_path_argument_bytes(std::uint32_t slot, const void* address, std::uint32_t bytes) {
  if (!is_active() || slot >= kSlots) return;
  const EngineScope scope;
  if (slot == 0) settle_call();
  std::vector<Shadow::Byte>& copied = calls().arguments[slot].bytes;
  copied.clear();
  for (std::uint32_t i = 0; i < bytes; ++i) copied.push_back(shadow().byte(number(address) + i));
}

void fretsaw_path_call(const void* function, std::uint32_t count, std::uint32_t library) {
  if (!is_active()) return;
  const EngineScope scope;
  settle_call();
  Calls& state = calls();
  state.called = function;
  state.giver = nullptr;
  state.is_for_us = false;
  Library kind{library};
  for (std::uint32_t i = 0; i < count && i < kSlots && kind == Library::Output; ++i) {
    if (is_only_written(state.arguments[i].value)) kind = Library::Harmless;
  }
  if (const auto amount = amount_of(kind)) {
    ask_for_memory(state.arguments, count, *amount);
    kind = Library::Harmless;
  }
  for (std::uint32_t i = 0; i < count && i < kSlots && kind != Library::Harmless; ++i) {
    const Slot& slot = state.arguments[i];
    if (kind == Library::Pinned || kind == Library::Tree) {
      pin(without_opaque(slot.id), slot.value);
      shadow().settle_words(slot.value, kind == Library::Tree ? 4 : 2);
      continue;
    }
    const bool depends = slot.id != 0 && !is_opaque(slot.id);
    state.loses = state.loses || depends || shadow().is_interesting(slot.value);
  }
}

void fretsaw_path_enter(const void* function, std::uint32_t function_number) {
  if (!is_active()) return;
  const EngineScope scope;
  Calls& state = calls();
  state.is_for_us = state.called == function;
  if (state.is_for_us) state.called = nullptr;
  settle_call();
  count_step();
  if (record->in_call && function_number < kMaxSites) record->functions[function_number] = 1;
}

Id fretsaw_path_parameter(std::uint32_t slot) {
  return is_active() && slot < kSlots && calls().is_for_us ? calls().arguments[slot].id : 0;
}

void fretsaw_path_parameter_bytes(std::uint32_t slot, void* address, std::uint32_t bytes) {
  if (!is_active() || slot >= kSlots) return;
  const EngineScope scope;
  const std::vector<Shadow::Byte>& copied = calls().arguments[slot].bytes;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const bool known = calls().is_for_us && copied.size() == bytes;
    shadow().set_byte(number(address) + i, known ? copied[i] : Shadow::Byte());
  }
}

void fretsaw_path_give(const void* function, std::uint32_t slot, Id id) {
  if (!is_active() || slot >= kSlots) return;
  const EngineScope scope;
  settle_call();
  calls().giver = function;
  calls().results[slot] = id;
}

Id fretsaw_path_result(const void* function, std::uint32_t slot, std::uint32_t is_known) {
  if (!is_active() || slot >= kSlots) return 0;
  const EngineScope scope;
  const bool was_entered = calls().called != function;
  settle_call();
  if (calls().giver == function) return calls().results[slot];
  return was_entered || is_known != 0 ? 0 : opaque(TrackingLoss::World, function_name(function));
}

void fretsaw_path_copy(void* to, const void* from, std::uint64_t bytes, Id to_id, Id from_id, Id length_id) {
  if (!is_active()) return;
  const EngineScope scope;
  pin(without_opaque(length_id), bytes);
  shadow().copy(number(to), number(from), bytes, without_opaque(to_id), without_opaque(from_id));
}

void fretsaw_path_fill(void* to, std::uint64_t bytes, Id to_id, Id length_id) {
  if (!is_active()) return;
  const EngineScope scope;
  pin(without_opaque(length_id), bytes);
  shadow().clear(number(to), bytes, without_opaque(to_id));
}

void fretsaw_path_forget(void* address, std::uint32_t bytes) {
  if (!is_active()) return;
  const EngineScope scope;
  shadow().clear(number(address), bytes, 0);
}

void fretsaw_path_appear(void* address, std::uint64_t bytes) {
  if (!is_active()) return;
  const EngineScope scope;
  shadow().drop(number(address), bytes);
}

void fretsaw_path_lose(Id id, std::uint32_t why) {
  if (id == 0 || !is_active()) return;
  const EngineScope scope;
  if (without_opaque(id) != 0) note_loss(static_cast<TrackingLoss>(why));
}

void fretsaw_path_lose_bytes(const void* address, std::uint32_t bytes, std::uint32_t why) {
  if (!is_active()) return;
  const EngineScope scope;
  if (shadow().depends(number(address), bytes)) note_loss(static_cast<TrackingLoss>(why));
  without_opaque(shadow().byte(number(address)).id);
}

void fretsaw_path_order(std::uint64_t a, std::uint64_t b) {
  if (!is_active()) return;
  const EngineScope scope;
  if (are_of_different_blocks(a, b)) note_loss(TrackingLoss::Order);
}

}  // extern "C"
