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

#include "modeltest/caller.hpp"
#include "modeltest/seek.hpp"
#include "modeltest/suite.hpp"

namespace fretsaw::modeltest {

inline constexpr std::size_t kMostArguments = 4096;  // of one predicate in one instance
inline constexpr std::size_t kShownRequirements = 3;

class SuiteMaker {
 public:
  SuiteMaker(const model::Model& model, const std::function<bool(const Span&)>& under_test,
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
    if (const auto& unknown = stage_->placing().unknown_relation())
      return input_error(
          fmt::format("in this scope the translation needs '{}', which a test cannot name", *unknown));
    for (const model::Fact& fact : model_.facts) {
      if (!model_.modules[fact.module].builtin) add_conjuncts(fact.formula);
    }
    find_borders();
    std::vector<model::ExprPtr> goals;
    for (const Border& border : borders_) goals.push_back(border.goal);
    auto seeker = Seeker::make(suite_->requirements, *stage_, facts_, options_.stage.limits, goals);
    if (!seeker) return seeker.error();
    seeker_ = *std::move(seeker);
    return Done{};
  }

  Status by_coverage();
  Status by_enumeration();
  Status minimise();

  std::unique_ptr<Suite> take() { return std::move(suite_); }

 private:
  // What a person would look at to see where a fact or predicate draws the line: the smallest thing that it
  // rejects, the richest that it accepts and rejects.
  struct Border {
    std::optional<std::size_t> fact;       // that is broken, in facts_
    std::optional<std::size_t> paragraph;  // a predicate
    bool holds = false;
    bool rich = false;
    model::ExprPtr goal;
  };

  // Facts are taken apart, so that one of them can be broken and the others kept.
  void add_conjuncts(const model::ExprPtr& formula) {
    if (formula->op != model::Op::Block && formula->op != model::Op::And) {
      facts_.push_back(formula);
      return;
    }
    for (const model::ExprPtr& child : formula->children) add_conjuncts(child);
  }

  bool full() const { return options_.limit && suite_->tests.size() >= *options_.limit; }

  void stop(Stop why) {
    suite_->complete = false;
    suite_->stop = why;
  }

  std::string describe(std::size_t requirement) const {
    const Requirement& r = suite_->requirements.all[requirement];
    return fmt::format("{}: {}", suite_->requirements.elements[r.element].text, r.what);
  }

  std::vector<std::string> purpose(std::string first, const std::vector<std::size_t>& covers) const {
    std::vector<std::string> lines{std::move(first)};
    for (std::size_t i = 0; i < covers.size() && i < kShownRequirements; ++i)
      lines.push_back("  covers " + describe(covers[i]));
    if (covers.size() > kShownRequirements)
      lines.push_back(fmt::format("  and {} more", covers.size() - kShownRequirements));
    return lines;
  }

  void add(const Caller& caller, const Instance& instance, std::string name,
           std::vector<std::string> comments, std::vector<alloy::ExprPtr> claims, int expect,
           std::vector<std::size_t> covers, const alloy::Command& scope, const Paragraph* called = nullptr,
           const Arguments& arguments = {}) {
    if (full()) return stop(Stop::None);
    SuiteTest made;
    made.test.name = fmt::format("test{}_{}", suite_->tests.size() + 1, name);
    made.test.comments = std::move(comments);
    made.test.valuation = caller.valuation();
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

  Status grow(Instance& instance, std::vector<std::size_t>& fresh, const std::vector<std::size_t>& left,
              RequirementMeter& meter);
  void find_borders();
  Status add_borders();
  Status extreme(std::size_t border, std::optional<Instance>& instance);
  void add_border(const Border& border, const Instance& instance);
  Result<Seeker::Found> break_one_fact(const std::vector<std::size_t>& target);
  void drop_redundant();
  void cover(const Instance& instance, const std::vector<std::size_t>& fresh);
  std::vector<std::size_t> callers_first() const;
  void call(Caller& caller, const Instance& instance, std::size_t paragraph, std::set<std::size_t>& left);
  void call_with_all(Caller& caller, const Instance& instance);
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
  std::vector<Border> borders_;
  std::unique_ptr<Seeker> seeker_;
};

}  // namespace fretsaw::modeltest
