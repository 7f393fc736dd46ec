// SPDX-License-Identifier: MIT
#include "alloy/lowering/reachable.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <unordered_set>

namespace fretsaw::lowering {

namespace {

using model::Op;

class Search {
 public:
  explicit Search(const model::Model& model) : model_(model), called_(model.functions.size(), false) {}

  Reachable run(const model::Command& command) {
    for (const model::Sig& sig : model_.sigs) {
      if (std::ranges::any_of(sig.subset_of, is_integer_sig)) result_.integers = true;
    }
    for (const model::Field& field : model_.fields) {
      if (mentions_integers(field.type)) result_.integers = true;
      visit(field.bound);
    }
    for (const model::Fact& fact : model_.facts) visit(fact.formula);
    visit(command.goal);
    return std::move(result_);
  }

 private:
  static bool is_integer_sig(model::SigId sig) {
    return sig == model::kInt || sig == model::kSeqInt || sig == model::kUniv;
  }

  static bool mentions_integers(const model::Type& type) {
    return std::ranges::any_of(type.products, [](const model::Product& product) {
      return std::ranges::any_of(product, is_integer_sig);
    });
  }

  // A list instead of recursion: chains of operators may be long.
  void visit(const model::ExprPtr& root) {
    if (!root) return;
    pending_.push_back(root.get());
    while (!pending_.empty()) {
      const model::Expr* expr = pending_.back();
      pending_.pop_back();
      if (!seen_.insert(expr).second) continue;
      inspect(*expr);
      for (const model::ExprPtr& child : expr->children | std::views::reverse)
        pending_.push_back(child.get());
      for (const model::Decl& decl : expr->decls | std::views::reverse) pending_.push_back(decl.bound.get());
    }
  }

  void inspect(const model::Expr& expr) {
    switch (expr.op) {
      case Op::Text:
        if (strings_.insert(expr.text).second) result_.strings.push_back(expr.text);
        break;
      case Op::Sig:
        if (is_integer_sig(expr.sig)) result_.integers = true;
        break;
      case Op::Iden:
      case Op::IntNext:
      case Op::SeqOf:
        result_.integers = true;
        break;
      case Op::Call:
        if (!called_[index(expr.function)]) {
          called_[index(expr.function)] = true;
          pending_.push_back(model_.function(expr.function).body.get());
        }
        break;
      default:
        break;
    }
  }

  const model::Model& model_;
  Reachable result_;
  std::vector<bool> called_;
  std::set<std::string> strings_;
  std::unordered_set<const model::Expr*> seen_;
  std::vector<const model::Expr*> pending_;
};

}  // namespace

Reachable reachable(const model::Model& model, const model::Command& command) {
  return Search(model).run(command);
}

}  // namespace fretsaw::lowering
