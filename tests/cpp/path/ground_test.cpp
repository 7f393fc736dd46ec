// SPDX-License-Identifier: MIT
// Clauses in braces: what the solver is told against what the evaluator of contracts finds on the same
// inputs.
#include "cpp/path/ground.hpp"

#include <gtest/gtest.h>

#include <random>

#include "cpp/call/contract_checker.hpp"
#include "cpp/path/asked.hpp"
#include "cpp/space/candidate_heap.hpp"

namespace fretsaw::path {

namespace {

// All variables have few values here, so that random inputs are valid now and then.
void compare(const std::string& header, const std::string& method, const std::vector<std::string>& bounds,
             int inputs) {
  Asked asked(header, method, bounds);
  auto clauses = inputs::InputSpace::build(*asked.method().subject->theory, asked.model.space,
                                           inputs::question_of(asked.method()));
  ASSERT_TRUE(clauses) << render(clauses.error());
  Terms terms;
  PathSolver solver(asked.model, terms);
  const Status status = require_clauses(*clauses, asked.model, solver, [](std::size_t) { return true; });
  ASSERT_TRUE(status) << render(status.error());
  auto judge = call::ContractChecker::make(asked.program->program->classes(), asked.program->subjects, 0);
  ASSERT_TRUE(judge);
  const auto& classes = asked.program->program->classes();
  space::CandidateHeap heap(asked.model.space, classes.classes, classes.types);
  const auto is_valid = [&](const InputWords& input) {
    const std::vector<std::uint32_t> candidate(input.begin(), input.end());
    auto allowed = judge->allowed(heap.words(candidate));
    EXPECT_TRUE(allowed);
    return *allowed != 0;
  };
  // What the solver finds is valid; and a change here and there is valid exactly if the solver says so.
  std::mt19937_64 random(7);
  std::size_t valid = 0;
  for (int i = 0; i < inputs; ++i) {
    SCOPED_TRACE("input " + std::to_string(i) + " of seed 7");
    std::vector<Literal> some;
    for (int k = 0; k < 3; ++k) {
      const std::size_t v = random() % asked.model.variables.size();
      some.push_back(solver.input().is(v, random() % asked.model.domain(v).size()));
    }
    auto input = solver.solve(some, no_limits());
    if (!input) continue;
    ASSERT_TRUE(is_valid(*input));
    for (int k = 0; k < 2; ++k) {
      const std::size_t v = random() % input->size();
      (*input)[v] = random() % asked.model.domain(v).size();
    }
    std::vector<Literal> exactly;
    for (std::size_t v = 0; v < input->size(); ++v) exactly.push_back(solver.input().is(v, (*input)[v]));
    const bool expected = is_valid(*input);
    ASSERT_EQ(solver.solve(exactly, no_limits()).has_value(), expected);
    valid += expected ? 1 : 0;
  }
  EXPECT_GT(valid, 0U);
}

TEST(Clauses, AreTheSameToTheSolverAndTheEvaluatorForSearchTrees) {
  compare("collections.hpp", "BinarySearchTree::successor", {"size", "3", "values", "Node::key=1..4"}, 300);
}

TEST(Clauses, AreTheSameToTheSolverAndTheEvaluatorForLists) {
  compare("collections.hpp", "LinkedList::contains",
          {"size", "3", "values", "Entry::element=0..2", "values", "LinkedList::size=-1..3", "values",
           "contains::value=0..2"},
          300);
}

TEST(Clauses, AreTheSameToTheSolverAndTheEvaluatorForRedBlackTrees) {
  compare(
      "collections.hpp", "TreeMap::firstEntry",
      {"size", "4", "values", "Node::key=1..5", "values", "Node::value=0,1", "values", "TreeMap::size=-1..5"},
      300);
}

TEST(Clauses, DivideByConstants) {
  compare("kinds.hpp", "divided", {"size", "2", "values", "divided::a=-8..8", "values", "divided::b=-20..20"},
          300);
}

TEST(Clauses, DivisionByAnythingIsRefused) {
  const auto report = explored("tests/cpp/path/headers/kinds.hpp", "divided_by_anything", 2);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message.substr(0, 42), "not supported by 'explore' in a clause: di");
}

}  // namespace

}  // namespace fretsaw::path
