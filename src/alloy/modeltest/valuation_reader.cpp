// SPDX-License-Identifier: MIT
//
// Lines are sorted by what they are about. Sigs come first, because their lists are where atoms are named;
// then what follows for sigs that are not listed; then fields, and orders that are not given.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "alloy/model/names.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "alloy/syntax/printer.hpp"
#include "base/excerpt.hpp"
#include "base/nearest_name.hpp"
#include "base/text.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Sig;
using model::SigId;

bool is_builtin(const model::Model& model, const Sig& sig) { return model.modules[sig.module].builtin; }

// From the equations of a block to a valuation.
class ValuationReader {
 public:
  explicit ValuationReader(const model::Model& model) : model_(model) {
    given_.resize(model.sigs.size());
    result_.sigs.resize(model.sigs.size());
    result_.fields.resize(model.fields.size());
  }

  Result<Valuation> read(const alloy::Expr& block) {
    for (const alloy::ExprPtr& line : block.children) {
      if (auto done = sort(line); !done) return done.error();
    }
    for (const auto& [sig, value] : sig_lines_) {
      if (auto done = list(sig, value); !done) return done.error();
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin) add_unlisted(sig);
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin) result_.sigs[index(sig.id)] = atoms_of(sig.id);
    }
    for (const auto& [field, value] : field_lines_) {
      if (auto done = fill(field, value); !done) return done.error();
    }
    for (const Order& order : orders_of(model_)) put_in_order(order);
    for (auto& atoms : result_.sigs) std::ranges::sort(atoms);
    for (const model::Field& field : model_.fields) {
      if (field.is_meta) result_.fields[model::index(field.id)] = meta_rows(result_, field);
    }
    return std::move(result_);
  }

 private:
  // Which line is about what?
  Status sort(const alloy::ExprPtr& line) {
    const bool equal = line->op == alloy::Op::Equal;
    if (!equal && line->op != alloy::Op::No) {
      return error_at(line->span, ErrorClass::Syntax, "expected 'name = atoms' or 'no name'",
                      "write claims after the closing brace: 'satisfies …'");
    }
    const std::string name = alloy::print(*line->child(0));
    const alloy::ExprPtr value = equal ? line->child(1) : nullptr;
    for (const Sig& sig : model_.sigs) {
      if (sig.builtin || sig.is_meta || sig.name != name) continue;
      if (given_[index(sig.id)]) return repeated_part(line, name);
      given_[index(sig.id)].emplace();
      sig_lines_.emplace_back(sig.id, value);
      return Success{};
    }
    for (const model::Field& field : model_.fields) {
      const Sig& owner = model_.sig(field.owner);
      if (field.is_meta) continue;
      const bool plain = !is_builtin(model_, owner) && field.name == name;
      if (!plain && fmt::format("{} <: {}", owner.name, field.name) != name) continue;
      if (!given_fields_.insert(field.id).second) return repeated_part(line, name);
      field_lines_.emplace_back(field.id, value);
      return Success{};
    }
    for (const Order& order : orders_of(model_)) {
      for (const auto& [field, word] : {std::pair(order.first, "first"), std::pair(order.next, "next")}) {
        if (fmt::format("{}/{}", order.path, word) != name) continue;
        if (!given_fields_.insert(field).second) return repeated_part(line, name);
        order_lines_.emplace(field, value);
        return Success{};
      }
    }
    std::vector<std::string> known;
    for (const Sig& sig : model_.sigs) known.push_back(sig.name);
    for (const model::Field& field : model_.fields) known.push_back(field.name);
    return error_at(line->child(0)->span, ErrorClass::Type,
                    fmt::format("unknown sig or field '{}'{}", name, suggestion(nearest_name(name, known))));
  }

  static Diagnostic repeated_part(const alloy::ExprPtr& line, const std::string& name) {
    return error_at(line->span, ErrorClass::Syntax, fmt::format("duplicate value of '{}'", name));
  }

  // The operands of a union.
  static void summands(const alloy::ExprPtr& expr, std::vector<alloy::ExprPtr>& out) {
    if (expr->op != alloy::Op::Union) {
      out.push_back(expr);
      return;
    }
    for (const alloy::ExprPtr& child : expr->children) summands(child, out);
  }

  Status list(SigId sig, const alloy::ExprPtr& value) {
    if (!value) return Success{};
    std::vector<alloy::ExprPtr> names;
    summands(value, names);
    for (const alloy::ExprPtr& name : names) {
      if (name->op != alloy::Op::Name)
        return error_at(name->span, ErrorClass::Syntax, "expected a list of atoms, as in 'Node0 + Node1'");
      const auto [known, fresh] = atoms_.emplace(name->name, static_cast<AtomId>(result_.atoms.size()));
      if (fresh) result_.atoms.push_back(name->name);
      given_[index(sig)]->push_back(known->second);
    }
    return Success{};
  }

  // A `one sig` that is not listed has one atom, named after it.
  void add_unlisted(const Sig& sig) {
    if (sig.mult != model::SigMult::One || given_[index(sig.id)] || !sig.children.empty() || sig.is_subset())
      return;
    for (SigId up = sig.parent; up != model::kUniv; up = model_.sig(up).parent) {
      if (given_[index(up)] || !model_.sig(up).is_abstract) return;
    }
    std::string name = plain_name(sig.name) + "0";
    while (atoms_.contains(name)) name += "_";
    const auto id = static_cast<AtomId>(result_.atoms.size());
    atoms_.emplace(name, id);
    atoms_.emplace(sig.name, id);
    result_.atoms.push_back(name);
    given_[index(sig.id)] = std::vector{id};
  }

  std::vector<AtomId> atoms_of(SigId id) const {
    if (given_[index(id)]) return *given_[index(id)];
    const Sig& sig = model_.sig(id);
    std::vector<AtomId> atoms;
    if (sig.is_subset() && !sig.equals_parents) return atoms;
    for (const SigId part : sig.is_subset() ? sig.subset_of : sig.children) {
      for (const AtomId atom : atoms_of(part)) {
        if (std::ranges::find(atoms, atom) == atoms.end()) atoms.push_back(atom);
      }
    }
    return atoms;
  }

  Result<Cell> cell(const alloy::ExprPtr& expr) const {
    if (expr->op == alloy::Op::Number) return Cell(expr->number);
    if (expr->op == alloy::Op::Text) return Cell(expr->name);
    if (expr->op == alloy::Op::Name) {
      const auto found = atoms_.find(expr->name);
      if (found != atoms_.end()) return Cell(found->second);
      std::vector<std::string> known;
      for (const auto& [name, id] : atoms_) known.push_back(name);
      const std::string guess = nearest_name(expr->name, known);
      return error_at(expr->span, ErrorClass::Type,
                      fmt::format("unknown atom '{}'{}", expr->name, suggestion(guess)),
                      guess.empty() ? "list it in a sig first, as in 'Node = Node0 + Node1'" : "");
    }
    return error_at(expr->span, ErrorClass::Syntax,
                    "expected a list of tuples, as in 'Node0->Node1 + Node1->Node2'");
  }

  Result<Row> row(const alloy::ExprPtr& expr) const {
    if (expr->op != alloy::Op::Arrow) {
      auto only = cell(expr);
      if (!only) return only.error();
      return Row{*only};
    }
    auto left = row(expr->child(0));
    if (!left) return left;
    auto right = row(expr->child(1));
    if (!right) return right;
    left->insert(left->end(), right->begin(), right->end());
    return left;
  }

  Result<std::vector<Row>> rows(const alloy::ExprPtr& value, int arity) const {
    std::vector<Row> result;
    if (!value) return result;
    std::vector<alloy::ExprPtr> parts;
    summands(value, parts);
    for (const alloy::ExprPtr& part : parts) {
      auto tuple = row(part);
      if (!tuple) return tuple.error();
      if (static_cast<int>(tuple->size()) != arity) {
        return error_at(part->span, ErrorClass::Type,
                        fmt::format("expected a tuple of {}, found {}",
                                    counted(static_cast<std::uint64_t>(arity), "atom"), tuple->size()));
      }
      result.push_back(*std::move(tuple));
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  Status fill(model::FieldId field, const alloy::ExprPtr& value) {
    auto tuples = rows(value, model_.field(field).type.arity());
    if (!tuples) return tuples.error();
    result_.fields[index(field)] = *std::move(tuples);
    return Success{};
  }

  void put_in_order(const Order& order) {
    const auto owner = atoms_of(order.owner);
    if (owner.size() != 1) return;
    const std::vector<AtomId> atoms = atoms_of(order.elements);
    for (const model::FieldId field : {order.first, order.next}) {
      const auto line = order_lines_.find(field);
      if (line == order_lines_.end()) {
        result_.fields[index(field)] =
            field == order.first ? listed_first(atoms, owner[0]) : listed_next(atoms, owner[0]);
        continue;
      }
      auto tuples = rows(line->second, field == order.first ? 1 : 2);
      if (!tuples) continue;
      for (Row& tuple : *tuples) tuple.insert(tuple.begin(), owner[0]);
      result_.fields[index(field)] = *std::move(tuples);
    }
  }

  const model::Model& model_;
  Valuation result_;
  std::map<std::string, AtomId> atoms_;
  std::vector<std::optional<std::vector<AtomId>>> given_;  // by SigId, in the order of the list
  std::set<model::FieldId> given_fields_;
  std::vector<std::pair<SigId, alloy::ExprPtr>> sig_lines_;
  std::vector<std::pair<model::FieldId, alloy::ExprPtr>> field_lines_;
  std::map<model::FieldId, alloy::ExprPtr> order_lines_;
};

}  // namespace

Result<Valuation> read_valuation(const model::Model& model, const alloy::Expr& block) {
  return ValuationReader(model).read(block);
}

}  // namespace fretsaw::modeltest
