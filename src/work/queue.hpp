// SPDX-License-Identifier: MIT
// The units of a search in their order, while several workers process them. A worker takes the first free unit
// and returns a result and the rest of the unit, as one or two shorter ones that replace it. Results are taken out
// at the front only: in the order of the search, whatever the order in which the workers finish.
//
//     queue.fill(pieces);
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
  struct Stretch {
    Piece piece;
    State state = State::Waiting;
    Result result{};                  // Done
    std::shared_ptr<Stretch> origin;  // the one it is a rest of
  };
  using Handle = std::shared_ptr<Stretch>;

  void fill(std::vector<Piece> pieces) {
    for (Piece& piece : pieces) insert(stretches_.end(), std::move(piece), nullptr);
  }

  bool empty() const { return stretches_.empty(); }
  std::size_t waiting() const { return waiting_; }

  // The first free unit; null if all are taken.
  Handle take() {
    if (waiting_ == 0) return nullptr;
    const auto next = std::find_if(stretches_.begin(), stretches_.end(),
                                   [](const Handle& s) { return s->state == State::Waiting; });
    claim(*next);
    return *next;
  }

  // For a worker that continues with the rest of its unit.
  void claim(const Handle& stretch) {
    stretch->state = State::Running;
    --waiting_;
  }

  // It was not done after all.
  void give_back(const Handle& stretch) {
    stretch->state = State::Waiting;
    ++waiting_;
  }

  // Gives the first rest; null if there is none, or if the stretch has been given up meanwhile.
  Handle finish(const Handle& stretch, Result result, std::vector<Unit> rest) {
    stretch->result = std::move(result);
    stretch->state = State::Done;
    const auto place = std::find(stretches_.begin(), stretches_.end(), stretch);
    if (place == stretches_.end()) return nullptr;
    const auto after = std::next(place);
    for (Unit& unit : rest) insert(after, {std::move(unit), stretch->piece.place}, stretch);
    return rest.empty() ? nullptr : *std::next(place);
  }

  // The front if it is done, else null.
  Stretch* done_front() const {
    const bool is_done = !stretches_.empty() && stretches_.front()->state == State::Done;
    return is_done ? stretches_.front().get() : nullptr;
  }
  bool front_waits() const { return !stretches_.empty() && waits(stretches_.front()); }
  bool waits(const Handle& stretch) const { return stretch->state == State::Waiting; }
  bool is_front(const Handle& stretch) const { return !stretches_.empty() && stretches_.front() == stretch; }
  void pop_front() {
    // Rests that still refer to it keep it alive, but neither its result nor those before it.
    stretches_.front()->result = {};
    stretches_.front()->origin = nullptr;
    stretches_.pop_front();
  }

  // The front must be done again; its result is discarded.
  void redo_front() {
    const Handle front = stretches_.front();
    std::set<const Stretch*> forgotten = {front.get()};
    for (auto place = std::next(stretches_.begin()); place != stretches_.end();) {
      const bool descends = (*place)->origin && forgotten.contains((*place)->origin.get());
      if (descends) forgotten.insert(place->get());
      if (descends && (*place)->state == State::Waiting) --waiting_;
      place = descends ? stretches_.erase(place) : std::next(place);
    }
    front->result = {};
    front->state = State::Waiting;
    ++waiting_;
  }

  // The rest of the search if results that are not taken out are lost: for finished entries, the unit they began as.
  std::vector<Piece> rest() const {
    std::vector<Piece> left;
    std::set<const Stretch*> covered;
    for (const Handle& stretch : stretches_) {
      if (stretch->origin && covered.contains(stretch->origin.get())) {
        covered.insert(stretch.get());
        continue;
      }
      left.push_back(stretch->piece);
      if (stretch->state == State::Done) covered.insert(stretch.get());
    }
    return left;
  }

 private:
  using Place = typename std::list<Handle>::iterator;

  void insert(Place before, Piece piece, Handle origin) {
    auto stretch = std::make_shared<Stretch>();
    stretch->piece = std::move(piece);
    stretch->origin = std::move(origin);
    stretches_.insert(before, std::move(stretch));
    ++waiting_;
  }

  std::list<Handle> stretches_;
  std::size_t waiting_ = 0;
};

}  // namespace fretsaw::work
