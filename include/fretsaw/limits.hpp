// SPDX-License-Identifier: MIT
//
// Limits on time and memory, cancellation from another thread, and parts of a search.
//
// Example:
//
//     fretsaw::Limits limits;
//     limits.seconds = 10;
//     std::thread watcher([cancel = limits.cancel] { cancel.request(); });   // all copies share one flag
//     watcher.join();
//     std::cout << limits.cancel.requested() << "\n";   // 1
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace fretsaw {

// A cancellation flag shared by its copies. Safe in a signal handler.
class Cancel {
 public:
  void request() const { flag_->store(true, std::memory_order_relaxed); }
  bool requested() const { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

struct Limits {
  double seconds = 0;         // 0: no limit
  std::size_t memory_mb = 0;  // resident memory of the whole process; 0: no limit
  Cancel cancel{};
};

// One of `count` disjoint parts that together are the whole search, for several processes. A part does not depend on
// the number of threads.
struct SearchPart {
  std::uint64_t number = 1;  // from 1 to count
  std::uint64_t count = 1;
};

// Why work stopped before it was complete.
enum class StopReason { None, Time, Memory, Cancelled };

const char* to_string(StopReason stop);  // "none", "time", "memory", "cancelled"

}  // namespace fretsaw
