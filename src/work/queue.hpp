// SPDX-License-Identifier: MIT
// The units of a search in their order, while several workers process them. A worker takes the first free unit
// and returns a result and the rest of the unit, as one or two shorter ones that replace it. Results are taken out
// at the front only: in the order of the search, whatever the order in which the workers finish.
//
//     queue.fill(placed_units);
//     auto mine = queue.take();
//     queue.finish(mine, result, rest);
//     while (auto* front = queue.done_front()) { use(front->result); queue.pop_front(); }
//
// Not for several threads at once without a lock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "work/unit.hpp"

namespace fretsaw::work {

template <class Result>
class Queue {
 public:
  enum class State : std::uint8_t { Waiting, Running, Done };
  struct QueueEntry {
    PlacedUnit placed_unit;
    State state = State::Waiting;
    Result result{};                     // Done
    std::shared_ptr<QueueEntry> origin;  // the one it is a rest of
  };
  using Handle = std::shared_ptr<QueueEntry>;

  void fill(std::vector<PlacedUnit> placed_units) {
    for (PlacedUnit& placed_unit : placed_units) insert(entries_.end(), std::move(placed_unit), nullptr);
  }

  bool empty() const { return entries_.empty(); }
  std::size_t waiting() const { return waiting_; }

  // The first free unit; null if all are taken.
  Handle take() {
    if (waiting_ == 0) return nullptr;
    const auto next = std::find_if(entries_.begin(), entries_.end(),
                                   [](const Handle& s) { return s->state == State::Waiting; });
    claim(*next);
    return *next;
  }

  // For a worker that continues with the rest of its unit.
  void claim(const Handle& entry) {
    entry->state = State::Running;
    --waiting_;
  }

  // It was not done after all.
  void give_back(const Handle& entry) {
    entry->state = State::Waiting;
    ++waiting_;
  }

  // Gives the first rest; null if there is none, or if the stretch has been given up meanwhile.
  Handle finish(const Handle& entry, Result result, std::vector<Unit> rest) {
    entry->result = std::move(result);
    entry->state = State::Done;
    const auto place = std::find(entries_.begin(), entries_.end(), entry);
    if (place == entries_.end()) return nullptr;
    const auto after = std::next(place);
    for (Unit& unit : rest) insert(after, {std::move(unit), entry->placed_unit.place}, entry);
    return rest.empty() ? nullptr : *std::next(place);
  }

  // The front if it is done, else null.
  QueueEntry* done_front() const {
    const bool is_done = !entries_.empty() && entries_.front()->state == State::Done;
    return is_done ? entries_.front().get() : nullptr;
  }
  bool front_waits() const { return !entries_.empty() && waits(entries_.front()); }
  bool waits(const Handle& entry) const { return entry->state == State::Waiting; }
  bool is_front(const Handle& entry) const { return !entries_.empty() && entries_.front() == entry; }
  void pop_front() {
    // Rests that still refer to it keep it alive, but neither its result nor those before it.
    entries_.front()->result = {};
    entries_.front()->origin = nullptr;
    entries_.pop_front();
  }

  // The front must be done again; its result is discarded.
  void redo_front() {
    const Handle front = entries_.front();
    std::set<const QueueEntry*> forgotten = {front.get()};
    for (auto place = std::next(entries_.begin()); place != entries_.end();) {
      const bool descends = (*place)->origin && forgotten.contains((*place)->origin.get());
      if (descends) forgotten.insert(place->get());
      if (descends && (*place)->state == State::Waiting) --waiting_;
      place = descends ? entries_.erase(place) : std::next(place);
    }
    front->result = {};
    front->state = State::Waiting;
    ++waiting_;
  }

  // The rest of the search if results that are not taken out are lost: for finished entries, the unit they began as.
  std::vector<PlacedUnit> rest() const {
    std::vector<PlacedUnit> left;
    std::set<const QueueEntry*> covered;
    for (const Handle& entry : entries_) {
      if (entry->origin && covered.contains(entry->origin.get())) {
        covered.insert(entry.get());
        continue;
      }
      left.push_back(entry->placed_unit);
      if (entry->state == State::Done) covered.insert(entry.get());
    }
    return left;
  }

 private:
  using Place = typename std::list<Handle>::iterator;

  void insert(Place before, PlacedUnit placed_unit, Handle origin) {
    auto entry = std::make_shared<QueueEntry>();
    entry->placed_unit = std::move(placed_unit);
    entry->origin = std::move(origin);
    entries_.insert(before, std::move(entry));
    ++waiting_;
  }

  std::list<Handle> entries_;
  std::size_t waiting_ = 0;
};

}  // namespace fretsaw::work
