// SPDX-License-Identifier: MIT
// Relational clauses on heaps, compared with the same conditions in C++ on the test's own model of a heap.
#include "cpp/contract/heap_check.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <random>
#include <set>

#include "cpp/contract/fixture.hpp"

namespace fretsaw::contract {
namespace {

constexpr const char* kList = R"(
enum Color { Red, Green = 7 };
struct List {
  struct Node { Node* next; long value; Color color; bool marked; };
  Node* head;
  int size;
  unsigned long total;
  /*@ invariant { all n: this.head.*next | n !in n.^next
                  this.size = #this.head.*next } */
  /*@ ensures { this.head.*next.value = this.head`.*next`.value` - @key }
      ensures { this.head.next` = this.head`.next }
      ensures { all n: Node | n.marked = n.marked` }
      ensures { (sum n: this.head.*next | n.value) = this.total }
      ensures { @result = true <=> @key in this.head`.*next`.value` }
      ensures { this.head.color = Green }
      ensures { plus[this.head.value, @key] > this.head`.value` }
      ensures { @other in this.head.*next and @other !in this.head`.*next` }
      requires { @key > 0 }
      requires { some @other } */
  bool remove(long key, Node* other);
};
)";

// One state of a list and a node that may be in it.
struct State1 {
  struct Node {
    int next = -1;  // an index
    std::int64_t value = 0;
    std::int64_t color = 0;
    bool marked = false;
  };
  std::vector<Node> nodes;
  int head = -1;
  std::int64_t size = 0;
  std::uint64_t total = 0;
};

struct Call {
  State1 before, after;
  std::int64_t key = 0;
  int other = -1;
  bool result = false;
};

// The nodes from one on; each once.
std::vector<int> chain(const State1& state, int from) {
  std::vector<int> met;
  while (from >= 0 && std::ranges::find(met, from) == met.end()) {
    met.push_back(from);
    from = state.nodes[static_cast<std::size_t>(from)].next;
  }
  return met;
}

std::set<std::int64_t> values(const State1& state) {
  std::set<std::int64_t> result;
  for (const int n : chain(state, state.head)) result.insert(state.nodes[static_cast<std::size_t>(n)].value);
  return result;
}

class ListCheck : public testing::Test {
 protected:
  ListCheck() : header_(kList), read_(read_subject(header_, "List", "remove")) {
    EXPECT_TRUE(read_.ok()) << render(read_.error());
    list_ = class_named("List");
    node_ = class_named("List::Node");
    frame_ = read_->classes->callables[static_cast<std::size_t>(read_->callable)].frame;
    auto check = HeapCheck::build(read_->subject->theory, frame_);
    EXPECT_TRUE(check.ok()) << render(check.error());
    check_ = std::make_unique<HeapCheck>(*std::move(check));
  }

  int class_named(const std::string& name) const {
    const auto& classes = read_->classes->classes;
    return static_cast<int>(std::ranges::find(classes, name, &code::ClassInfo::name) - classes.begin());
  }

  // Objects that the frame reaches: 0 is the frame, 1 the list, then the nodes.
  std::vector<std::int64_t> words(const State1& state, const Call& call) const {
    std::vector<std::int64_t> result = {0, frame_, 1, call.key,
                                        call.other < 0 ? object::kNull : call.other + 2};
    const auto id = [](int node) { return node < 0 ? object::kNull : node + 2; };
    result.insert(result.end(),
                  {1, list_, id(state.head), state.size, static_cast<std::int64_t>(state.total)});
    std::set<int> reached;
    for (const int from : {state.head, call.other}) {
      for (const int n : chain(state, from)) reached.insert(n);
    }
    for (const int n : reached) {
      const State1::Node& node = state.nodes[static_cast<std::size_t>(n)];
      result.insert(result.end(), {id(n), node_, id(node.next), node.value, node.color, node.marked ? 1 : 0});
    }
    return result;
  }

  void load(const Call& call) {
    before_ = words(call.before, call);
    after_ = words(call.after, call);
    result_ = {call.result ? 1 : 0};
    check_->load(before_, after_, result_);
  }

  Truth ensures(std::size_t i) {
    return check_->holds(*read_->subject->behavior_contracts[0].postconditions[i].relational);
  }
  Truth requirement(std::size_t i) {
    return check_->holds(*read_->subject->behavior_contracts[0].preconditions[i].relational);
  }
  Truth invariant(State state) {
    return check_->invariant(*read_->subject->invariants[0].condition.relational, state);
  }

  HeaderFile header_;
  Result<Read> read_;
  int list_ = -1, node_ = -1, frame_ = -1;
  std::unique_ptr<HeapCheck> check_;
  std::vector<std::int64_t> before_, after_, result_;
};

bool valid(const State1& state) {
  int steps = 0;
  for (int n = state.head; n >= 0; n = state.nodes[static_cast<std::size_t>(n)].next) {
    if (++steps > static_cast<int>(state.nodes.size())) return false;
  }
  return state.size == steps;
}

State1 random_state(std::mt19937& random, std::size_t nodes) {
  static constexpr std::int64_t kValues[] = {
      0, 1, 2, 3, -5, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  State1 state;
  for (std::size_t i = 0; i < nodes; ++i) {
    const bool forward = pick(4) > 0;
    const int next = forward ? (i + 1 < nodes && pick(3) > 0 ? static_cast<int>(i) + 1 : -1)
                             : static_cast<int>(pick(nodes));
    state.nodes.push_back({next, kValues[pick(7)], pick(2) == 0 ? 0 : pick(2) == 0 ? 7 : 3, pick(3) == 0});
  }
  state.head = pick(5) == 0 ? -1 : static_cast<int>(pick(nodes));
  state.size = pick(3) == 0 ? 2 : static_cast<std::int64_t>(chain(state, state.head).size());
  state.total = pick(2) == 0 ? pick(9) : ~std::uint64_t{0} - pick(3);
  return state;
}

TEST_F(ListCheck, AgreesWithCxxOnRandomHeaps) {
  std::vector<int> holds(10, 0);
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    std::mt19937 random(seed);
    Call call;
    const std::size_t nodes = 1 + random() % 4;
    call.before = random_state(random, nodes);
    call.after = random() % 3 == 0 ? call.before : random_state(random, nodes);
    call.key = static_cast<std::int64_t>(random() % 5) - 1;
    call.other = static_cast<int>(random() % (nodes + 1)) - 1;
    call.result = random() % 2 == 0;
    load(call);
    const auto agree = [&](std::size_t which, Truth found, bool expected) {
      ASSERT_EQ(found == Truth::True, expected) << "clause " << which << ", seed " << seed;
      ASSERT_NE(found, Truth::TooLarge);
      holds[which] += expected ? 1 : 0;
    };
    const State1 &before = call.before, &after = call.after;
    const auto node = [](const State1& state, int n) { return state.nodes[static_cast<std::size_t>(n)]; };
    // Fields of objects that are not reachable in a state are not there in it.
    const auto reached = [&](const State1& state, int n) {
      const auto a = chain(state, state.head), b = chain(state, call.other);
      return std::ranges::count(a, n) + std::ranges::count(b, n) > 0;
    };
    std::set<std::int64_t> expected = values(before);
    expected.erase(call.key);
    agree(0, ensures(0), values(after) == expected);
    const auto next_of = [&](const State1& state, int n) {
      return n >= 0 && reached(state, n) ? node(state, n).next : -1;
    };
    agree(1, ensures(1), next_of(before, after.head) == next_of(after, before.head));
    bool same_marks = true;
    for (int n = 0; n < static_cast<int>(nodes); ++n) {
      if (!reached(before, n) && !reached(after, n)) continue;
      same_marks &= reached(before, n) == reached(after, n) &&
                    (!reached(before, n) || node(before, n).marked == node(after, n).marked);
    }
    agree(2, ensures(2), same_marks);
    Whole sum = 0;
    for (const int n : chain(after, after.head)) sum += node(after, n).value;
    agree(3, ensures(3), sum == static_cast<Whole>(after.total));
    agree(4, ensures(4), call.result == values(before).contains(call.key));
    agree(5, ensures(5), after.head >= 0 && node(after, after.head).color == 7);
    const Whole first = after.head < 0 ? 0 : node(after, after.head).value;
    const Whole second = before.head < 0 ? 0 : node(before, before.head).value;
    agree(6, ensures(6), first + call.key > second);
    const auto in_after = chain(after, after.head), in_before = chain(before, before.head);
    agree(7, ensures(7),
          call.other >= 0 && (std::ranges::count(in_after, call.other) > 0 &&
                              std::ranges::count(in_before, call.other) == 0));
    agree(8, requirement(0), call.key > 0);
    agree(9, requirement(1), call.other >= 0);
    ASSERT_EQ(invariant(State::Before) == Truth::True, valid(before)) << "seed " << seed;
    ASSERT_EQ(invariant(State::After) == Truth::True, valid(after)) << "seed " << seed;
  }
  // Nothing is true or false by chance of how inputs are drawn.
  for (const int count : holds) {
    EXPECT_GT(count, 20);
    EXPECT_LT(count, 3980);
  }
}

TEST_F(ListCheck, GrowsWithTheHeap) {
  Call call;
  for (int i = 0; i < 300; ++i)
    call.before.nodes.push_back({i + 1 < 300 ? i + 1 : -1, i * 1'000'000'000LL, 0, false});
  call.before.head = 0;
  call.before.size = 300;
  call.after = call.before;
  call.key = -1;
  load(call);
  EXPECT_EQ(invariant(State::After), Truth::True);
  EXPECT_EQ(ensures(0), Truth::True);
  call.after.nodes[150].value += 1;
  load(call);
  EXPECT_EQ(ensures(0), Truth::False);
}

}  // namespace
}  // namespace fretsaw::contract
