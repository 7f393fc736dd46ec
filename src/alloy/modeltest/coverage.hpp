// SPDX-License-Identifier: MIT
// Which requirements the valuations of a suite meet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "alloy/modeltest/requirements.hpp"
#include "alloy/modeltest/stage.hpp"

namespace fretsaw::modeltest {

enum class CoverageState : std::uint8_t {
  No,  // some instance in the scope meets it, and no valuation of the suite does
  Yes,
  Infeasible,  // no instance in the scope meets it, whether the facts hold or not
  Undecided,   // not known which of the others: a limit, or a question that no translation can answer
};

const char* to_string(CoverageState covered);  // "missed", "covered", "infeasible", "undecided"

class Coverage {
 public:
  // The requirements must outlive it.
  explicit Coverage(const Requirements& requirements)
      : requirements_(&requirements), states_(requirements.all.size(), CoverageState::No) {}

  const Requirements& requirements() const { return *requirements_; }
  CoverageState state(std::size_t requirement) const { return states_[requirement]; }
  void set(std::size_t requirement, CoverageState state) { states_[requirement] = state; }

  std::size_t count(CoverageState state) const;
  std::size_t total() const { return states_.size(); }
  std::vector<std::size_t> in_state(CoverageState state) const;

  // The state of an element: missed if something of it is, else covered if something is, else infeasible.
  CoverageState element(std::size_t element) const;

 private:
  const Requirements* requirements_;
  std::vector<CoverageState> states_;
};

// Asks which requirements an instance of a stage meets. The requirements are those of the stage's model.
class RequirementMeter {
 public:
  RequirementMeter(const Requirements& requirements, Stage& stage);

  bool meets(std::size_t requirement, const Instance& instance);
  std::vector<std::size_t> met(const Instance& instance, const std::vector<std::size_t>& asked);

 private:
  std::vector<Question*> questions_;  // null for what cannot be evaluated
};

// Where each requirement of one list is in the other, which is of the same model read with other tests; kNone
// for none.
inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);
std::vector<std::size_t> match(const Requirements& from, const Requirements& to);

// Coverage for people and for viewers: text, LCOV, and an HTML page.

// "33 of 35 requirements covered (94.3 %), 2 infeasible in this scope"
std::string coverage_summary(const Coverage& coverage);

// Per paragraph and in total, then the source: each line with a mark (+ covered, ! something missed, ~
// something infeasible, ? undecided), and under it what is not covered.
std::string coverage_text(const Coverage& coverage);

// A record a source file, for genhtml and editors: a line is hit as often as requirements on it are met; each
// requirement is a branch. What is infeasible is left out.
std::string coverage_lcov(const Coverage& coverage);

// A page of its own, without anything from elsewhere.
std::string coverage_html(const Coverage& coverage, const std::string& title);

}  // namespace fretsaw::modeltest
