// SPDX-License-Identifier: MIT
//
// Spectra of programs list which statements failing and passing tests execute. All of a formula is evaluated
// in every test, so here a test "executes" a node if its outcome depends on the node's value: the node is
// replaced by the extremes of its type (true and false, empty and full) and the tests are run again. A
// failing test that passes with one of them is evidence for the node, a passing one that fails is evidence
// against it; the two numbers are combined as Ochiai's coefficient. Of nodes with the same evidence, the
// smaller one comes first: a larger one that contains it explains at least as much.
#include "alloy/modeltest/locate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "alloy/modeltest/build_expr.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::Kind;
using model::Op;

// What the node could be at the extremes.
std::vector<ExprPtr> extremes_of(const model::Model& model, const Expr& node) {
  if (node.kind == Kind::Formula) return {make_true(), make_not(make_true())};
  const int arity = node.arity();
  ExprPtr nothing, everything;
  for (int column = 0; column < arity; ++column) {
    const auto extend = [&](ExprPtr& rows, const model::Sig& sig) {
      const ExprPtr leaf = make_sig(sig);
      if (!rows) {
        rows = leaf;
        return;
      }
      auto product = std::make_shared<Expr>(*make_leaf(Op::Arrow, node.type));
      product->children = {rows, leaf};
      rows = product;
    };
    // The smallest sig that has all of the column.
    model::SigId all = node.type->products.empty()
                           ? model::kUniv
                           : node.type->products.front()[static_cast<std::size_t>(column)];
    for (const model::Product& product : node.type->products) {
      while (all != model::kUniv && !model.hierarchy.within(product[static_cast<std::size_t>(column)], all))
        all = model.sig(all).parent;
    }
    extend(nothing, model.sig(model::kNone));
    extend(everything, model.sig(all));
  }
  return {nothing, everything};
}

struct Candidate {
  const Expr* node = nullptr;
  std::string paragraph;
  std::optional<std::size_t> fact, function;  // in which one it is
};

class Candidates {
 public:
  Candidates(const model::Model& model, const std::function<bool(const Span&)>& under_test) {
    for (std::size_t i = 0; i < model.facts.size(); ++i) {
      const model::Fact& fact = model.facts[i];
      if (model.modules[fact.module].builtin || !under_test(fact.span)) continue;
      const bool named = fact.name.find('$') == std::string::npos;
      paragraph_of_ = {nullptr, named ? "fact " + fact.name : "a fact", i, {}};
      walk(*fact.formula);
    }
    for (const model::Function& function : model.functions) {
      if (model.modules[function.module].builtin || !under_test(function.span)) continue;
      paragraph_of_ = {
          nullptr, (function.is_predicate ? "pred " : "fun ") + function.name, {}, index(function.id)};
      walk(*function.body);
    }
  }

  std::vector<Candidate> all;

 private:
  void walk(const Expr& expr) {
    const bool compound = !expr.children.empty() && expr.op != Op::IntToSet && expr.op != Op::SetToInt;
    const bool block = expr.op == Op::Block && expr.children.size() < 2;
    const bool valued = expr.kind == Kind::Formula || (expr.kind == Kind::Relation && expr.arity() > 0);
    if (valued && compound && !block && expr.span.source != nullptr) {
      all.push_back(paragraph_of_);
      all.back().node = &expr;
    }
    for (const model::Decl& decl : expr.decls) walk(*decl.bound);
    for (const ExprPtr& child : expr.children) walk(*child);
  }

  Candidate paragraph_of_;
};

model::Model changed_model(const model::Model& model, const Candidate& candidate, const ExprPtr& value) {
  model::Model copy = model;
  if (candidate.fact) {
    ExprPtr& formula = copy.facts[*candidate.fact].formula;
    formula = with_replaced(formula, candidate.node, value);
  } else {
    ExprPtr& body = copy.functions[*candidate.function].body;
    body = with_replaced(body, candidate.node, value);
  }
  return copy;
}

class FaultLocalization {
 public:
  FaultLocalization(const TestRun& run, const TestFile& file, const StageOptions& options)
      : file_(file), options_(options), budget_(options.limits) {
    for (const auto& result : run.results()) {
      if (result->file != &file || result->outcome.error || result->outcome.solved) continue;
      (result->outcome.passed() ? passing_ : failing_).push_back(&result->command);
    }
  }

  std::vector<Suspect> suspects() {
    std::vector<Suspect> result;
    if (failing_.empty()) return result;
    const auto no_test = under_test_in(file_.model);
    const Candidates candidates(file_.model,
                                [&](const Span& span) { return no_test(span) && file_.is_under_test(span); });
    for (const Candidate& candidate : candidates.all) {
      const Suspect suspect = suspicion(candidate);
      if (suspect.repairs > 0) result.push_back(suspect);
    }
    return result;
  }

 private:
  Suspect suspicion(const Candidate& candidate) {
    std::vector<bool> repaired(failing_.size(), false), disturbed(passing_.size(), false);
    for (const ExprPtr& value : extremes_of(file_.model, *candidate.node)) {
      const model::Model changed = changed_model(file_.model, candidate, value);
      Executor executor(changed, options_);
      const auto passes = [&](const model::Command& command) {
        budget_.poll();
        const Outcome outcome = executor.execute(command);
        return outcome.error ? std::nullopt : std::optional(outcome.passed());
      };
      for (std::size_t i = 0; i < failing_.size(); ++i)
        repaired[i] = repaired[i] || passes(*failing_[i]) == true;
      for (std::size_t i = 0; i < passing_.size(); ++i)
        disturbed[i] = disturbed[i] || passes(*passing_[i]) == false;
    }
    Suspect suspect;
    suspect.place = whole(candidate.node->span);
    suspect.text = one_line(suspect.place.text());
    suspect.paragraph = candidate.paragraph;
    suspect.repairs = static_cast<std::size_t>(std::ranges::count(repaired, true));
    suspect.disturbs = static_cast<std::size_t>(std::ranges::count(disturbed, true));
    const auto repairs = static_cast<double>(suspect.repairs);
    const auto failures = static_cast<double>(failing_.size());
    suspect.score =
        repairs == 0 ? 0 : repairs / std::sqrt(failures * (repairs + static_cast<double>(suspect.disturbs)));
    return suspect;
  }

  const TestFile& file_;
  const StageOptions& options_;
  Budget budget_;
  std::vector<const model::Command*> failing_, passing_;
};

}  // namespace

std::vector<Suspect> locate(const TestRun& run, const StageOptions& options) {
  std::vector<Suspect> all;
  for (const auto& file : run.files()) {
    for (Suspect& suspect : FaultLocalization(run, *file, options).suspects())
      all.push_back(std::move(suspect));
  }
  std::ranges::stable_sort(all, [](const Suspect& a, const Suspect& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.place.end - a.place.begin < b.place.end - b.place.begin;
  });
  return all;
}

}  // namespace fretsaw::modeltest
