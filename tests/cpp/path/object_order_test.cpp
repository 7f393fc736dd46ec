// SPDX-License-Identifier: MIT
// Of the inputs that differ in names only, at least one is left, and for trees and lists exactly one: counted
// against all inputs by brute force, and against what 'check' would call with.
#include "cpp/path/object_order.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cpp/path/asked.hpp"
#include "cpp/path/ground.hpp"

namespace fretsaw::path {

namespace {

// The input without names: objects in the order in which they are met from the first, depth first, each with
// what its variables hold.
class Unnamed {
 public:
  Unnamed(const InputModel& model, const InputWords& input) : model_(model), input_(input) { visit(0); }
  const std::vector<std::int64_t>& text() const { return text_; }

 private:
  void visit(std::size_t object) {
    met_.emplace(object, static_cast<std::int64_t>(met_.size()));
    std::vector<std::size_t> next;
    text_.push_back(model_.space.objects[object].class_index);
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      if (model_.variables[v].object != object) continue;
      const int to = model_.variables[v].is_free ? -1 : model_.domain(v)[input_[v]].referent();
      if (to < 0) {
        text_.push_back(static_cast<std::int64_t>(input_[v]));
        continue;
      }
      if (!met_.contains(static_cast<std::size_t>(to))) visit(static_cast<std::size_t>(to));
      text_.push_back(-1 - met_.at(static_cast<std::size_t>(to)));
    }
    text_.push_back(-1000);
  }

  const InputModel& model_;
  const InputWords& input_;
  std::map<std::size_t, std::int64_t> met_;
  std::vector<std::int64_t> text_;
};

using Classes = std::set<std::vector<std::int64_t>>;

struct AllInputs {
  std::size_t count = 0;
  Classes classes{};
};

AllInputs all_inputs(const Asked& asked, bool is_ordered) {
  Terms terms;
  PathSolver solver(asked.model, terms);
  if (is_ordered) require_order(asked.model, solver);
  auto clauses = inputs::InputSpace::build(*asked.method().subject->theory, asked.model.space,
                                           inputs::question_of(asked.method()));
  EXPECT_TRUE(clauses) << render(clauses.error());
  EXPECT_TRUE(require_clauses(*clauses, asked.model, solver, [](std::size_t) { return true; }));
  AllInputs out;
  while (const auto input = solver.solve({}, no_limits())) {
    ++out.count;
    out.classes.insert(Unnamed(asked.model, *input).text());
    solver.forbid(*input);
  }
  return out;
}

std::size_t inputs_of_check(const Asked& asked) {
  std::size_t count = 0;
  inputs::InputRequest wish;
  wish.take = [&](auto, const inputs::PositionFunction&) {
    ++count;
    return true;
  };
  const auto done = inputs::solve_inputs(asked.method(), asked.model.space, wish);
  EXPECT_TRUE(done);
  return count;
}

TEST(ObjectOrder, LeavesEachTreeOnce) {
  const Asked asked("collections.hpp", "BinarySearchTree::firstEntry",
                    {"size", "4", "values", "Node::key=1..4"});
  ASSERT_EQ(interchangeable_objects(asked.model).size(), 1U);
  const AllInputs ordered = all_inputs(asked, true);
  EXPECT_EQ(ordered.count, ordered.classes.size());
  EXPECT_EQ(ordered.count, inputs_of_check(asked));
  EXPECT_GT(ordered.count, 50U);
}

TEST(ObjectOrder, LeavesEachRingOnce) {
  const Asked asked("collections.hpp", "LinkedList::contains",
                    {"size", "3", "values", "Entry::element=0,1", "values", "LinkedList::size=0..3", "values",
                     "contains::value=0"});
  const AllInputs ordered = all_inputs(asked, true);
  EXPECT_EQ(ordered.count, ordered.classes.size());
  EXPECT_EQ(ordered.count, inputs_of_check(asked));
  EXPECT_GT(ordered.count, 5U);
}

// Roads are met by way of towns and towns by way of roads, so that names are not all given; but no input is
// lost.
TEST(ObjectOrder, LosesNothingWhereClassesReferToEachOther) {
  const Asked asked("kinds.hpp", "returns", {"size", "2"});
  ASSERT_EQ(interchangeable_objects(asked.model).size(), 2U);
  const AllInputs named = all_inputs(asked, false);
  const AllInputs ordered = all_inputs(asked, true);
  EXPECT_EQ(ordered.classes, named.classes);
  EXPECT_LT(ordered.count, named.count);
  EXPECT_EQ(named.classes.size(), inputs_of_check(asked));
}

}  // namespace

}  // namespace fretsaw::path
