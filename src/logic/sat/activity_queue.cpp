// SPDX-License-Identifier: MIT
#include "logic/sat/activity_queue.hpp"

#include <numeric>

namespace fretsaw::sat {

ActivityQueue::ActivityQueue(Variable first, Variable end)
    : first_(first), heap_(end - first), places_(end - first), activities_(end - first) {
  std::iota(heap_.begin(), heap_.end(), first);
  std::iota(places_.begin(), places_.end(), 0U);
}

void ActivityQueue::grow(Variable end) {
  for (auto variable = first_ + static_cast<Variable>(places_.size()); variable < end; ++variable) {
    places_.push_back(kAbsent);
    activities_.push_back(0);
    append(variable);
  }
}

void ActivityQueue::bump(Variable variable) {
  constexpr double kMaxActivity = 1e100;
  double& bumped = activities_[variable - first_];
  bumped += increment_;
  if (bumped > kMaxActivity) rescale();
  if (place(variable) != kAbsent) rise(place(variable));
}

Variable ActivityQueue::pop() {
  const Variable best = heap_.front();
  const Variable last = heap_.back();
  heap_.pop_back();
  place(best) = kAbsent;
  if (!heap_.empty()) {
    put(0, last);
    sink(0);
  }
  return best;
}

void ActivityQueue::append(Variable variable) {
  heap_.push_back(variable);
  place(variable) = static_cast<std::uint32_t>(heap_.size() - 1);
  rise(place(variable));
}

void ActivityQueue::put(std::uint32_t index, Variable variable) {
  heap_[index] = variable;
  place(variable) = index;
}

void ActivityQueue::rise(std::uint32_t index) {
  const Variable variable = heap_[index];
  while (index > 0) {
    const std::uint32_t parent = (index - 1) / 2;
    if (!before(variable, heap_[parent])) break;
    put(index, heap_[parent]);
    index = parent;
  }
  put(index, variable);
}

void ActivityQueue::sink(std::uint32_t index) {
  const Variable variable = heap_[index];
  for (;;) {
    std::uint32_t child = 2 * index + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], variable)) break;
    put(index, heap_[child]);
    index = child;
  }
  put(index, variable);
}

void ActivityQueue::rescale() {
  constexpr double kFactor = 1e-100;
  for (double& activity : activities_) activity *= kFactor;
  increment_ *= kFactor;
}

}  // namespace fretsaw::sat
