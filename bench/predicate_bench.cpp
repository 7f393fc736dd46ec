// SPDX-License-Identifier: MIT
// Speed of the search for objects with C++ predicates, in one run: one and two workers, resuming compared with
// executing the predicate from the start on every candidate, and a manually written enumerator for one class.
//
//     predicate_bench [--quick]
//
// Times exclude compiling. With one and two workers they are the best of three alternating runs, because
// other load on the machine only adds to them; it affects processor time (of all workers together, including
// their start) less. The times of the Java original are those of one core of the machine on which the
// project's goals were set; on another machine, compare the other columns.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "cpp/inputs/search_program.hpp"
#include "cpp/search/coordinator.hpp"

namespace fretsaw {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Subject {
  std::string class_name;
  std::string header;
  int size;        // for the search
  int small_size;  // for executing again, and with --quick
  double java_seconds;
  std::vector<std::string> (*bounds)(int n);
};

std::vector<std::string> tree_bounds(int n) {
  return {"size", std::to_string(n), "values", fmt::format("BinaryTree::size={}", n)};
}
std::vector<std::string> heap_bounds(int n) {
  return {"size", std::to_string(n), "values", fmt::format("HeapArray::array=-1..{}", n)};
}
std::vector<std::string> list_bounds(int n) {
  return {"size",    std::to_string(n),
          "objects", fmt::format("Entry={}", n + 1),
          "objects", fmt::format("Object={}", n + 1),
          "values",  fmt::format("SinglyLinkedList::size={}", n)};
}
std::vector<std::string> red_black_bounds(int n) {
  return {"size",   std::to_string(n),
          "values", fmt::format("RedBlackTree::size={}", n),
          "values", fmt::format("Node::key=-1..{}", n - 1),
          "values", "Node::value=0"};
}

const std::array<Subject, 4> kSubjects = {
    Subject{"BinaryTree", "binary_tree.hpp", 12, 10, 4.4, tree_bounds},
    Subject{"HeapArray", "heap_array.hpp", 9, 7, 5.1, heap_bounds},
    Subject{"SinglyLinkedList", "singly_linked_list.hpp", 11, 9, 3.0, list_bounds},
    Subject{"RedBlackTree", "red_black_tree.hpp", 10, 8, 4.3, red_black_bounds}};

constexpr int kRepetitions = 3;

struct Measured {
  double seconds = 0;
  double processor = 0;  // seconds of all workers together
  search::SearchTotals totals;
};

double processor_seconds_of_children() {
  rusage usage = {};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Measured measure(const inputs::SearchProgram& program, std::vector<std::string> bounds, unsigned workers,
                 bool resume) {
  search::SearchRequest request;
  request.command = {program.path()};
  request.classes = &program.classes();
  request.command.insert(request.command.end(), bounds.begin(), bounds.end());
  request.command.insert(request.command.end(), {"resume", resume ? "1" : "0"});
  request.workers = workers;
  request.wants_structures = false;
  const double processor = processor_seconds_of_children();
  Clock::time_point start = Clock::now();
  search::SearchListener listener;
  listener.started = [&](const space::CandidateReader&) {
    start = Clock::now();
    return Status(Success{});
  };
  auto totals = search::run_search(request, listener);
  if (!totals) fmt::print(stderr, "{}", render(totals.error()));
  const double seconds = seconds_since(start);
  return {seconds, processor_seconds_of_children() - processor, totals ? *totals : search::SearchTotals{}};
}

// The same search for binary trees, written manually: small integers for nodes, a bit set for visited ones,
// and the predicate executed from the start on every candidate.
class HandWritten {
 public:
  explicit HandWritten(int n) : n_(n) {}

  std::uint64_t run() {
    for (;;) {
      rep_ok();
      ++candidates_;
      if (!advance()) return candidates_;
    }
  }

 private:
  int read(int field) {
    if (!seen_[field]) {
      seen_[field] = true;
      largest_[length_] = length_ == 0 ? 0 : std::max(largest_[length_ - 1], value_[order_[length_ - 1]]);
      order_[length_++] = field;
    }
    return value_[field];
  }

  bool rep_ok() {
    const int root = read(0);
    if (root == 0) return n_ == 0;
    unsigned visited = 1U << root;
    std::array<int, 32> queue = {root};
    int end = 1;
    for (int i = 0; i < end; ++i) {
      for (const int side : {0, 1}) {
        const int child = read(2 * queue[i] + side);
        if (child == 0) continue;
        if ((visited >> child & 1U) != 0) return false;
        visited |= 1U << child;
        queue[end++] = child;
      }
    }
    return end == n_;
  }

  bool advance() {
    while (length_ > 0) {
      const int field = order_[length_ - 1];
      if (value_[field] <= largest_[length_ - 1] && value_[field] < n_) {
        ++value_[field];
        return true;
      }
      value_[field] = 0;
      seen_[field] = false;
      --length_;
    }
    return false;
  }

  int n_;
  int length_ = 0;
  std::uint64_t candidates_ = 0;
  std::array<int, 64> value_ = {};
  std::array<int, 64> order_ = {};
  std::array<int, 64> largest_ = {};
  std::array<bool, 64> seen_ = {};
};

void improve(Measured& best, const Measured& another) {
  best.seconds = std::min(best.seconds, another.seconds);
  best.processor = std::min(best.processor, another.processor);
}

void bench(const Subject& subject, bool quick) {
  const auto header = std::filesystem::path(FRETSAW_EXAMPLES) / subject.header;
  const auto start = Clock::now();
  const auto code = code::user_code({.header = header.string()});
  if (!code) return;
  const inputs::SearchCode searched{*code, subject.class_name};
  auto read = inputs::read_class(searched);
  if (!read) return;
  const auto program = inputs::SearchProgram::make(searched, *std::move(read));
  if (!program) return;
  const double compile = seconds_since(start);
  const int size = quick ? subject.small_size : subject.size;
  Measured one = measure(*program, subject.bounds(size), 1, true);
  Measured two = measure(*program, subject.bounds(size), 2, true);
  for (int repetition = 1; repetition < kRepetitions; ++repetition) {
    improve(one, measure(*program, subject.bounds(size), 1, true));
    improve(two, measure(*program, subject.bounds(size), 2, true));
  }
  const Measured resumed = measure(*program, subject.bounds(subject.small_size), 1, true);
  const Measured again = measure(*program, subject.bounds(subject.small_size), 1, false);
  const auto millions = static_cast<double>(one.totals.candidates) / 1e6;
  fmt::print("{:<17} {:>3} {:>11} {:>10} {:>8.2f} {:>8.2f} {:>6.2f} {:>6.2f} {:>7.2f} {:>9.1f}x {:>9.2f}",
             subject.class_name, size, one.totals.candidates, one.totals.structures, one.seconds, two.seconds,
             one.processor, two.processor, millions / one.seconds, again.seconds / resumed.seconds, compile);
  if (quick)
    fmt::print("\n");
  else
    fmt::print(" {:>7.1f} {:>5.1f}x {:>5.1f}x\n", subject.java_seconds, subject.java_seconds / one.seconds,
               subject.java_seconds / two.seconds);
}

}  // namespace
}  // namespace fretsaw

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  fmt::print("{:<17} {:>3} {:>11} {:>10} {:>8} {:>8} {:>6} {:>6} {:>7} {:>10} {:>9}{}\n", "class", "n",
             "candidates", "structures", "1 worker", "2 wrk.", "cpu 1", "cpu 2", "M/s", "resume", "compile s",
             quick ? "" : "    Java  1 wrk 2 wrk");
  for (const auto& subject : fretsaw::kSubjects) fretsaw::bench(subject, quick);
  const auto start = fretsaw::Clock::now();
  const std::uint64_t candidates = fretsaw::HandWritten(quick ? 10 : 12).run();
  const double seconds = fretsaw::seconds_since(start);
  fmt::print("by hand, BinaryTree: {} candidates, {:.2f} s, {:.1f} M/s\n", candidates, seconds,
             static_cast<double>(candidates) / seconds / 1e6);
}
