// SPDX-License-Identifier: MIT
// Random postconditions: judged as `eval` judges them, and what is said not to hold does not hold.
#include <gtest/gtest.h>

#include <random>

#include "fretsaw/check_model.hpp"

namespace fretsaw {
namespace {

class RandomFormula {
 public:
  explicit RandomFormula(unsigned seed) : random_(seed) {}

  std::string formula(int depth, const std::string& variable) {
    if (depth == 0) return simple(variable);
    const std::string inner = variable.empty() ? "n" : "m";
    const auto left = [&] { return formula(depth - 1, variable); };
    switch (random_() % 8) {
      case 0:
        return "{ " + left() + "\n  " + left() + " }";
      case 1:
        return "(" + left() + " and " + left() + ")";
      case 2:
        return "(" + left() + " or " + left() + ")";
      case 3:
        return "(" + left() + " implies " + left() + ")";
      case 4:
        return "(not " + left() + ")";
      case 5:
        return "(let zz = " + set(variable) + " | zz in s or " + left() + ")";
      default:
        return std::string(random_() % 3 == 0 ? "(some " : "(all ") + inner + ": " + set(variable) + " | " +
               formula(depth - 1, inner) + ")";
    }
  }

 private:
  std::string set(const std::string& variable) {
    const std::vector<std::string> sets = {"Node", "s", "s.next", "Node - s",
                                           variable.empty() ? "next.s" : variable + ".*next"};
    return sets[random_() % sets.size()];
  }
  std::string simple(const std::string& variable) {
    switch (random_() % 5) {
      case 0:
        return "some " + set(variable);
      case 1:
        return "helper[" + set(variable) + "]";
      case 2:
        return "#(" + set(variable) + ") > 1";
      default:
        return set(variable) + " in " + set(variable);
    }
  }

  std::mt19937 random_;
};

// "let s = Node$0 + Node$1, n = Node$0 | ": the values that a message names.
std::string lets(const std::string& subset, const std::string& message) {
  std::string out = "let s = " + subset;
  const std::size_t at = message.find(" for ");
  return out + (at == std::string::npos ? "" : ", " + message.substr(at + 5)) + " | ";
}

TEST(Explanation, RandomFormulasAreCheckedAndTakenApartRightly) {
  std::size_t failures = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::string formula = RandomFormula(seed).formula(3, "");
    const auto model = load_text(
        "sig Node { next: lone Node }\nrun lists {} for exactly 3 Node\npred helper[q: set Node] { lone q }\n"
        "pred P[s: set Node] { " +
        formula + " }\n");
    ASSERT_TRUE(model) << render(model.error());
    const Command command = *model->command("lists");
    std::vector<std::string> subsets;
    std::uint64_t right = 0;
    const auto harness = [&](const AlloyInstance& instance) {
      ModelResults results;
      auto& given = results["s"];
      std::string subset = "none";
      const std::size_t bits = (subsets.size() * 2654435761U + seed * 40503U) >> 5;
      for (std::size_t i = 0; i < 3; ++i) {
        if ((bits >> i) % 2 == 0) continue;
        given.push_back({instance.atoms("Node")[i]});
        subset += " + " + to_string(instance.atoms("Node")[i]);
      }
      subsets.push_back(subset);
      const auto value = command.evaluate("P[" + subset + "]", instance);
      EXPECT_TRUE(value) << render(value.error());
      right += value && std::get<bool>(value->value) ? 1 : 0;
      return results;
    };
    const ModelCheckResult verdict = check_model(
        command, harness, "P", {.keep_going = true, .in_process = true, .max_counterexamples = 100});
    ASSERT_FALSE(verdict.error) << verdict.text;
    EXPECT_EQ(verdict.passed, right) << formula;
    EXPECT_EQ(verdict.inputs, 16U);
    for (const ModelCounterexample& found : verdict.counterexamples) {
      ASSERT_FALSE(found.failures.empty()) << formula;
      for (const CheckFailure& failure : found.failures) {
        if (failure.formula.find("zz") != std::string::npos || failure.formula == "lone q")
          continue;  // names that are not told
        ++failures;
        const std::string expression =
            lets(subsets[found.number - 1], failure.message) + "(" + failure.formula + ")";
        AlloyInstance plain = found.instance;
        plain.first().skolems.clear();
        const auto value = command.evaluate(expression, plain);
        ASSERT_TRUE(value) << expression << "\n" << render(value.error());
        EXPECT_FALSE(std::get<bool>(value->value)) << expression << "\n" << formula;
      }
    }
  }
  EXPECT_GT(failures, 100U);
}

}  // namespace
}  // namespace fretsaw
