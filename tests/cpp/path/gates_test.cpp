// SPDX-License-Identifier: MIT
// Terms as clauses against terms on inputs: two ways to the same values that share no code.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cpp/path/path_solver.hpp"

namespace fretsaw::path {

namespace {

// Two free numbers of that many bytes and a pointer to one of them.
InputModel small_model(unsigned bytes) {
  InputModel model;
  const auto add = [&](std::uint64_t address, unsigned size, bool is_free, std::size_t domain) {
    InputVariable variable;
    variable.name = "v" + std::to_string(model.variables.size());
    variable.address = address;
    variable.bytes = size;
    variable.bits = 8 * size;
    variable.domain = domain;
    variable.is_free = is_free;
    model.cell_at.emplace(address, model.cells.size());
    model.cells.push_back(
        {address, 8 * size, 0, {{static_cast<std::uint32_t>(model.variables.size()), 0, 0, 8 * size}}});
    model.variables.push_back(variable);
  };
  model.space.domains.resize(2);
  for (const std::uint64_t address : {0x0, 0x1000, 0x1010}) {
    space::SpaceValue& value = model.space.domains[1].emplace_back();
    value.rank = static_cast<std::int32_t>(model.space.domains[1].size()) - 1;
    value.words = {address, 0};
  }
  add(0x1000, bytes, true, 0);
  add(0x1010, bytes, true, 0);
  add(0x1020, 8, false, 1);
  return model;
}

class RandomTerms {
 public:
  RandomTerms(Terms& terms, unsigned bytes, std::mt19937_64& random)
      : terms_(terms), bits_(8 * bytes), random_(random) {}

  TermId number(int depth) {
    if (depth == 0) return leaf();
    const TermId a = number(depth - 1);
    const TermId b = number(depth - 1);
    static constexpr Op kOps[] = {Op::Add,  Op::Sub,  Op::Mul,  Op::And, Op::Or,   Op::Xor, Op::UDiv,
                                  Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr};
    const Op op = kOps[pick(std::size(kOps))];
    switch (op) {
      case Op::UDiv:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
        return terms_.make(op, bits_, a, terms_.make(Op::Or, bits_, b, terms_.constant(1, bits_)));
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
        return terms_.make(op, bits_, a, terms_.make(Op::And, bits_, b, terms_.constant(bits_ - 1, bits_)));
      default:
        return terms_.make(op, bits_, a, b);
    }
  }

  TermId condition(int depth) {
    static constexpr Op kOps[] = {Op::Equal, Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual};
    return terms_.make(kOps[pick(std::size(kOps))], 1, number(depth), number(depth));
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  TermId leaf() {
    switch (pick(4)) {
      case 0:
        return terms_.constant(random_(), bits_);
      case 1:  // through the pointer
        return terms_.make(Op::Read, bits_, terms_.make(Op::Read, 64, terms_.constant(0x1020, 64)));
      default:
        return terms_.make(Op::Read, bits_, terms_.constant(pick(2) == 0 ? 0x1000 : 0x1010, 64));
    }
  }

  Terms& terms_;
  unsigned bits_;
  std::mt19937_64& random_;
};

// A solution satisfies the conditions; where there is none, no input of many does.
TEST(PathSolver, SolutionsAreSolutionsAndNothingIsMissed) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const InputModel model = small_model(1);
    Terms terms;
    RandomTerms make(terms, 1, random);
    std::vector<TermId> conditions = {
        terms.make(Op::IsCell, 1, terms.make(Op::Read, 64, terms.constant(0x1020, 64)), 8)};
    for (int i = 0; i < 3; ++i) conditions.push_back(make.condition(2));
    PathSolver solver(model, terms);
    std::vector<Literal> literals;
    for (const TermId condition : conditions) literals.push_back(solver.literal(condition));
    const auto holds = [&](const InputWords& input) {
      TermEvaluator values(terms, model, input);
      for (const TermId condition : conditions) {
        if (values.value(condition) != 1) return false;
      }
      return true;
    };
    const auto input = solver.solve(literals, no_limits());
    if (input) {
      EXPECT_TRUE(holds(*input));
      continue;
    }
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) {
        for (std::uint64_t p = 1; p < 3; ++p) ASSERT_FALSE(holds({a, b, p})) << a << " " << b << " " << p;
      }
    }
  }
}

// Whatever is forbidden: what is read afterwards is what brute force finds, neither more nor less.
TEST(PathSolver, RulingOutValuesLosesNone) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const InputModel model = small_model(1);
    Terms terms;
    RandomTerms make(terms, 1, random);
    PathSolver solver(model, terms);
    const TermId pointer = terms.make(Op::Read, 64, terms.constant(0x1020, 64));
    const auto leads_to = [&](std::uint64_t address) {
      return terms.make(Op::Equal, 1, pointer, terms.constant(address, 64));
    };
    // Some of the pointer's values go, or those together with some condition.
    std::vector<std::vector<TermId>> forbidden;
    for (const std::uint64_t address : {0, 0x1000, 0x1010}) {
      if (random() % 2 == 0) forbidden.push_back({leads_to(address)});
    }
    forbidden.push_back({leads_to(0x1000), make.condition(1)});
    for (const auto& all : forbidden) {
      std::vector<Literal> literals;
      for (const TermId each : all) literals.push_back(solver.literal(each));
      solver.forbid(std::span<const Literal>(literals));
    }
    solver.rule_out_values(no_limits());
    const TermId asked = make.condition(2);
    const auto fits = [&](const InputWords& input) {
      TermEvaluator values(terms, model, input);
      const auto holds = [&](TermId each) { return values.value(each) == 1; };
      return holds(asked) && std::ranges::none_of(
                                 forbidden, [&](const auto& all) { return std::ranges::all_of(all, holds); });
    };
    const Literal literals[] = {solver.literal(asked), -solver.literal(leads_to(0))};
    if (const auto input = solver.solve(literals, no_limits())) {
      EXPECT_TRUE(fits(*input));
      continue;
    }
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) {
        for (std::uint64_t p = 1; p < 3; ++p) ASSERT_FALSE(fits({a, b, p})) << a << " " << b << " " << p;
      }
    }
  }
}

TEST(PathSolver, WideNumbersAreSolvedForExactly) {
  for (const unsigned bytes : {4U, 8U}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE("bytes " + std::to_string(bytes) + ", seed " + std::to_string(seed));
      std::mt19937_64 random(seed);
      const InputModel model = small_model(bytes);
      Terms terms;
      RandomTerms make(terms, bytes, random);
      PathSolver solver(model, terms);
      const TermId term = make.number(1);
      // The value that it has on some input; then an input with that value.
      const InputWords drawn = {random() & (bytes == 8 ? ~0ULL : 0xffffffffULL),
                                random() & (bytes == 8 ? ~0ULL : 0xffffffffULL), 1};
      TermEvaluator values(terms, model, drawn);
      const auto value = values.value(term);
      ASSERT_TRUE(value);
      const TermId condition = terms.make(Op::Equal, 1, term, terms.constant(*value, 8 * bytes));
      const Literal literals[] = {solver.literal(condition), solver.input().is(2, 1)};
      const auto input = solver.solve(literals, no_limits());
      ASSERT_TRUE(input);
      EXPECT_EQ(TermEvaluator(terms, model, *input).value(term), value);
    }
  }
}

TEST(PathSolver, WhatIsForbiddenDoesNotComeBack) {
  const InputModel model = small_model(1);
  Terms terms;
  PathSolver solver(model, terms);
  const TermId small =
      terms.make(Op::ULess, 1, terms.make(Op::Read, 8, terms.constant(0x1000, 64)), terms.constant(3, 8));
  const TermId zero =
      terms.make(Op::Equal, 1, terms.make(Op::Read, 8, terms.constant(0x1010, 64)), terms.constant(0, 8));
  std::set<InputWords> found;
  for (;;) {
    const Literal literals[] = {solver.literal(small), solver.literal(zero)};
    const auto input = solver.solve(literals, no_limits());
    if (!input) break;
    ASSERT_TRUE(found.insert(*input).second);
    solver.forbid(*input);
  }
  EXPECT_EQ(found.size(), 9U);  // three numbers, three values of the pointer
}

}  // namespace

}  // namespace fretsaw::path
