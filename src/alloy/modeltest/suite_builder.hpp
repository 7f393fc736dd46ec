// SPDX-License-Identifier: MIT
// How suites are made (suite.hpp); private to suite*.cpp.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "alloy/modeltest/distinction_solver.hpp"
#include "alloy/modeltest/requirement_solver.hpp"
#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_call_builder.hpp"

namespace fretsaw::modeltest {

inline constexpr std::size_t kMaxArguments = 4096;  // of one predicate in one instance
inline constexpr std::size_t kMaxShownReasons = 3;

class SuiteBuilder {
 public:
  SuiteBuilder(const model::Model& model, const std::function<bool(const Span&)>& under_test,
               const SuiteOptions& options)
      : model_(model), free_(without_facts(model)), options_(options), suite_(std::make_unique<Suite>()) {
    suite_->requirements = collect_requirements(model, under_test);
    suite_->coverage = Coverage(suite_->requirements);
  }

  Status begin() {
    auto command = empty_command(free_, options_.scope);
    if (!command) return command.error();
    command_ = *std::move(command);
    auto stage = Stage::make(free_, command_, options_.stage);
    if (!stage) return stage.error();
    stage_ = *std::move(stage);
    if (const auto& unknown = stage_->placer().unknown_relation())
      return input_error(
          fmt::format("the translation in this scope requires '{}', which a test cannot name", *unknown));
    for (const model::Fact& fact : model_.facts) {
      if (!model_.modules[fact.module].builtin) add_conjuncts(fact.formula);
    }
    auto solver = RequirementSolver::make(suite_->requirements, *stage_, facts_, options_.stage.limits);
    if (!solver) return solver.error();
    solver_ = *std::move(solver);
    return Success{};
  }

  Status by_coverage();
  Status by_enumeration();
  Status minimize();

  std::unique_ptr<Suite> take() { return std::move(suite_); }

 private:
  // Facts are taken apart, so that one of them can be broken and the others kept.
  void add_conjuncts(const model::ExprPtr& formula) {
    if (formula->op != model::Op::Block && formula->op != model::Op::And) {
      facts_.push_back(formula);
      return;
    }
    for (const model::ExprPtr& child : formula->children) add_conjuncts(child);
  }

  bool full() const { return options_.limit && suite_->tests.size() >= *options_.limit; }

  void stop(StopReason why) {
    suite_->complete = false;
    suite_->stop = why;
  }

  std::string describe(std::size_t requirement) const {
    const Requirement& r = suite_->requirements.all[requirement];
    return fmt::format("{}: {}", suite_->requirements.elements[r.element].text, r.what);
  }

  void add(const TestCallBuilder& test_calls, const Instance& instance, std::string name,
           std::vector<std::string> comments, std::vector<alloy::ExprPtr> claims, int expect,
           std::vector<std::size_t> covers, const alloy::Command& scope, const Paragraph* called = nullptr,
           const Arguments& arguments = {}) {
    SuiteTest made;
    made.test.name = fmt::format("test{}_{}", suite_->tests.size() + 1, name);
    made.test.comments = std::move(comments);
    made.test.valuation = test_calls.valuation();
    made.test.claims = std::move(claims);
    made.test.expect = expect;
    made.test.scope = scope;
    made.valuation = suite_->valuations;
    made.covers = std::move(covers);
    if (called != nullptr)
      made.paragraph = static_cast<std::size_t>(called - suite_->requirements.paragraphs.data());
    made.arguments = arguments;
    made.instance = instance;
    suite_->tests.push_back(std::move(made));
  }

  // A predicate, function or assertion, labeled as the call says.
  void add_call(const TestCallBuilder& test_calls, const Instance& instance, const Paragraph& called,
                const Arguments& arguments, const TestCallBuilder::Call& made,
                std::vector<std::size_t> covers);

  Status grow(Instance& instance, std::vector<std::size_t>& fresh, const std::vector<std::size_t>& left,
              RequirementMeter& meter);
  Status decide();
  bool same_paragraph(std::size_t a, std::size_t b) const;
  void decide_more(DistinctionSolver::Case& at, std::size_t first, const std::vector<bool>& done);
  bool accepted(std::size_t distinction, const DistinctionSolver::Case& at);
  std::vector<std::size_t> decided_by(const SuiteTest& test);
  void add_deciding(const DistinctionSolver::Case& at, std::size_t distinction);
  void choose();
  std::vector<std::size_t> chosen_order();
  void find_covers();
  void number_valuations();
  Result<RequirementSolver::SearchResult> break_one_fact(const std::vector<std::size_t>& target);
  void cover(const Instance& instance, const std::vector<std::size_t>& fresh);
  std::vector<std::size_t> callers_first() const;
  void call(TestCallBuilder& test_calls, const Instance& instance, std::size_t paragraph,
            std::set<std::size_t>& left);
  void call_with_all(TestCallBuilder& test_calls, const Instance& instance);
  Status break_facts();
  std::vector<std::size_t> covers_of(const SuiteTest& test, RequirementMeter& meter);
  const model::Function* function_of(const Paragraph& paragraph) const {
    const bool is_function =
        paragraph.kind == ParagraphKind::Predicate || paragraph.kind == ParagraphKind::Function;
    return is_function ? &model_.functions[paragraph.index] : nullptr;
  }

  static std::string plain_identifier(const std::string& name) {
    std::string result;
    for (const char c : plain_name(name)) {
      const bool good =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      result += good ? c : '_';
    }
    return result;
  }

  const model::Model& model_;
  model::Model free_;
  const SuiteOptions& options_;
  std::unique_ptr<Suite> suite_;
  model::Command command_;
  std::unique_ptr<Stage> stage_;
  std::vector<model::ExprPtr> facts_;
  std::unique_ptr<RequirementSolver> solver_;
  std::vector<Distinction> distinctions_;
  std::unique_ptr<DistinctionSolver> distinction_solver_;
};

}  // namespace fretsaw::modeltest
