// SPDX-License-Identifier: MIT
//
// The goal is a conjunction under existential quantifiers. Whatever is pulled out of it, the meaning stays:
//
//     some x | p and q    is    p and some x | q
//
// so that taking too much for part of the valuation costs time, never the right answer. What is pulled out
// are the quantifiers over sigs under which something is defined (`S = …`, `no S`, `f = …`, `no f`), and the
// definitions; all else is a claim, to be evaluated.
//
// Then atoms are chosen for the variables: one that a definition of a sig mentions may be a new atom or, if
// no `disj` forbids it, one that is there already; all others must be atoms that are there. Names bound again
// further inside (as published suites do for the atoms of subsigs) leave variables that nobody mentions: they
// only say that there are so many atoms. Each choice that survives is a reading; mostly there is one.
#include "modeltest/recognize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "modeltest/definition.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::FieldId;
using model::Op;
using model::Sig;
using model::SigId;
using model::SigMult;

constexpr std::size_t kMostReadings = 256;
constexpr std::size_t kMostSteps = 100'000;

struct Group {  // some disj a, b: S
  std::vector<const model::Variable*> variables;
  SigId sig{};
  bool disjoint = false;
};

void collect_variables(const Expr& expr, std::set<const model::Variable*>& out) {
  if (expr.op == Op::Variable) out.insert(expr.variable.get());
  for (const ExprPtr& child : expr.children) collect_variables(*child, out);
  for (const model::Decl& decl : expr.decls) collect_variables(*decl.bound, out);
}

// Names of variables in the order in which they are mentioned.
void mentioned(const Expr& expr, std::vector<const model::Variable*>& out) {
  if (expr.op == Op::Variable && std::ranges::find(out, expr.variable.get()) == out.end())
    out.push_back(expr.variable.get());
  for (const ExprPtr& child : expr.children) mentioned(*child, out);
}

// Is a sig defined under a quantifier that names atoms?
bool lists_atoms(const model::Model& model, const ExprPtr& formula, bool named) {
  if (const auto definition = definition_of(model, formula); named && definition && definition->target.sig)
    return true;
  named = named || names_atoms(model, *formula);
  if (formula->op != Op::Block && formula->op != Op::And && !names_atoms(model, *formula)) return false;
  return std::ranges::any_of(formula->children,
                             [&](const ExprPtr& child) { return lists_atoms(model, child, named); });
}

class Recognizer {
 public:
  explicit Recognizer(const model::Model& model) : model_(model) {}

  Recognized run(const ExprPtr& goal) {
    take(goal, 0);
    if (auto open = what_is_open()) return LeftOpen{*open};
    find_used();
    for (const Sig& sig : model_.sigs) {
      if (sig.builtin || !is_anonymous(sig)) continue;
      anonymous_.emplace_back(sig.id, static_cast<AtomId>(tops_.size()));
      tops_.push_back(top_of(sig.id));
      names_.push_back(plain_name(sig.name) + "0");
    }
    choose(0);
    if (too_many_) return LeftOpen{"which of its names mean the same atom"};
    FixedTest test;
    test.readings = std::move(readings_);
    test.contradiction = std::move(contradiction_);
    test.claims = std::move(claims_);
    return test;
  }

 private:
  // Takes the goal apart.
  void take(const ExprPtr& expr, int depth) {
    const bool conjunction = expr->op == Op::Block || expr->op == Op::And;
    if (conjunction) {
      for (const ExprPtr& child : expr->children) take(child, depth);
    } else if (names_atoms(model_, *expr) && contains_definition(model_, *expr)) {
      for (const model::Decl& decl : expr->decls) {
        Group group{{}, decl.bound->sig, decl.disjoint};
        for (const model::VariablePtr& variable : decl.variables) group.variables.push_back(variable.get());
        groups_.push_back(std::move(group));
      }
      take(expr->body(), depth);
    } else if (expr->op == Op::Call && expr->children.empty() && depth < 8 &&
               contains_definition(model_, *expr)) {
      take(model_.function(expr->function).body, depth + 1);
    } else if (auto definition = definition_of(model_, expr); definition && is_new(definition->target)) {
      definitions_.push_back(*std::move(definition));
    } else {
      claims_.push_back(expr);
    }
  }

  bool is_new(const Assigned& target) {
    if (target.sig) return sig_values_.emplace(*target.sig, definitions_.size()).second;
    if (target.owner) {
      if (fields_.contains(*target.field)) return false;
      for (const std::size_t other : partly_[*target.field]) {
        const Expr& owner = *definitions_[other].target.owner;
        if (owner.variable == target.owner->variable && owner.sig == target.owner->sig) return false;
      }
      partly_[*target.field].push_back(definitions_.size());
      return true;
    }
    if (const auto parts = partly_.find(*target.field); parts != partly_.end()) {
      for (const std::size_t part : parts->second) claims_.push_back(definitions_[part].formula);
      partly_.erase(parts);
    }
    return fields_.emplace(*target.field, definitions_.size()).second;
  }

  // Which sig or field has no value?
  std::optional<std::string> what_is_open() {
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && !is_determined(sig)) return fmt::format("the sig {}", sig.name);
    }
    for (const model::Field& field : model_.fields) {
      if (fields_.contains(field.id) || partly_.contains(field.id)) continue;
      return fmt::format("the field {}.{}", model_.sig(field.owner).name, field.name);
    }
    return std::nullopt;
  }

  bool is_determined(const Sig& sig) const {
    if (sig_values_.contains(sig.id)) return true;
    if (sig.is_subset()) {
      return sig.equals_parents &&
             std::ranges::all_of(sig.subset_of, [&](SigId id) { return is_determined(model_.sig(id)); });
    }
    if (sig.is_abstract && !sig.children.empty()) {
      return std::ranges::all_of(sig.children, [&](SigId id) { return is_determined(model_.sig(id)); });
    }
    return is_anonymous(sig);
  }

  // The one atom of a sig that nobody speaks of.
  bool is_anonymous(const Sig& sig) const {
    if (sig.mult != SigMult::One || !sig.children.empty() || sig_values_.contains(sig.id)) return false;
    for (SigId up = sig.parent; up != model::kUniv; up = model_.sig(up).parent) {
      if (sig_values_.contains(up) || !model_.sig(up).is_abstract) return false;
    }
    return true;
  }

  void find_used() {
    std::set<const model::Variable*> used;
    for (const Definition& definition : definitions_) {
      if (definition.value) collect_variables(*definition.value, used);
      if (definition.target.owner) collect_variables(*definition.target.owner, used);
    }
    for (const ExprPtr& claim : claims_) collect_variables(*claim, used);
    std::vector<const model::Variable*> makers;
    for (const Definition& definition : definitions_) {
      if (definition.target.sig && definition.value) mentioned(*definition.value, makers);
    }
    for (const model::Variable* variable : makers) {
      if (group_of(variable)) order_.push_back(variable);
    }
    makers_ = order_.size();
    for (const Group& group : groups_) {
      for (const model::Variable* variable : group.variables) {
        const bool known = std::ranges::find(order_, variable) != order_.end();
        if (!known && used.contains(variable)) order_.push_back(variable);
      }
    }
  }

  const Group* group_of(const model::Variable* variable) const {
    for (const Group& group : groups_) {
      if (std::ranges::find(group.variables, variable) != group.variables.end()) return &group;
    }
    return nullptr;
  }

  SigId top_of(SigId sig) const {
    const Sig* at = &model_.sig(sig);
    while (at->is_subset()) at = &model_.sig(at->subset_of.front());
    while (at->parent != model::kUniv && !at->builtin) at = &model_.sig(at->parent);
    return at->id;
  }

  // Chooses an atom for the position-th variable and those after it.
  void choose(std::size_t position) {
    if (too_many_ || ++steps_ > kMostSteps) {
      too_many_ = true;
      return;
    }
    if (position == order_.size()) {
      read();
      return;
    }
    const model::Variable* variable = order_[position];
    const Group& group = *group_of(variable);
    for (std::size_t atom = 0; atom < tops_.size(); ++atom) {
      if (tops_[atom] != top_of(group.sig) || taken_in(group, atom)) continue;
      chosen_[variable] = static_cast<AtomId>(atom);
      choose(position + 1);
      chosen_.erase(variable);
    }
    if (position >= makers_) {
      if (!any_atom_for(group)) contradict(*variable);
      return;
    }
    chosen_[variable] = static_cast<AtomId>(tops_.size());
    tops_.push_back(top_of(group.sig));
    names_.push_back(variable->name);
    choose(position + 1);
    tops_.pop_back();
    names_.pop_back();
    chosen_.erase(variable);
  }

  bool any_atom_for(const Group& group) const {
    return std::ranges::find(tops_, top_of(group.sig)) != tops_.end();
  }

  bool taken_in(const Group& group, std::size_t atom) const {
    if (!group.disjoint) return false;
    return std::ranges::any_of(group.variables, [&](const model::Variable* other) {
      const auto found = chosen_.find(other);
      return found != chosen_.end() && index(found->second) == atom;
    });
  }

  void contradict(const model::Variable& variable) {
    if (!contradiction_.empty()) return;
    contradiction_ = fmt::format("{} is in no set that the test lists", variable.name);
  }

  // All variables have an atom: what follows for the sigs and fields?
  void read() {
    Reading reading;
    reading.valuation.atoms = names_;
    values_.clear();
    values_.resize(model_.sigs.size());
    for (const auto& [sig, atom] : anonymous_) values_[index(sig)] = std::vector{atom};
    for (const Sig& sig : model_.sigs) {
      const auto value = sig.builtin ? std::vector<AtomId>{} : sig_value(sig.id, 0);
      if (!value) {
        too_many_ = true;
        return;
      }
      reading.valuation.sigs.push_back(*value);
    }
    if (!domains_hold()) return;
    for (const model::Field& field : model_.fields) {
      auto rows = field_value(field);
      if (!rows) return;
      reading.valuation.fields.push_back(*std::move(rows));
    }
    for (const auto& [variable, atom] : chosen_) reading.bindings.emplace_back(variable, atom);
    make_names_unique(reading.valuation.atoms);
    readings_.push_back(std::move(reading));
    too_many_ = readings_.size() > kMostReadings;
  }

  static void make_names_unique(std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (std::string& name : names) {
      std::string candidate = name;
      for (int i = 1; !seen.insert(candidate).second; ++i) candidate = fmt::format("{}_{}", name, i);
      name = candidate;
    }
  }

  std::optional<std::vector<AtomId>> sig_value(SigId id, int depth) {
    if (values_[index(id)]) return values_[index(id)];
    if (depth > 64) return std::nullopt;
    const Sig& sig = model_.sig(id);
    std::set<AtomId> atoms;
    if (const auto defined = sig_values_.find(id); defined != sig_values_.end()) {
      const Definition& definition = definitions_[defined->second];
      if (definition.value) {
        const auto rows = rows_of(*definition.value, depth + 1);
        if (!rows) return std::nullopt;
        for (const Row& row : *rows) {
          if (row.size() != 1 || !std::holds_alternative<AtomId>(row[0])) return std::nullopt;
          atoms.insert(std::get<AtomId>(row[0]));
        }
      }
    } else {
      for (const SigId part : sig.is_subset() ? sig.subset_of : sig.children) {
        const auto value = sig_value(part, depth + 1);
        if (!value) return std::nullopt;
        atoms.insert(value->begin(), value->end());
      }
    }
    values_[index(id)] = std::vector(atoms.begin(), atoms.end());
    return values_[index(id)];
  }

  // Sorted, each once.
  std::optional<std::vector<Row>> rows_of(const Expr& expr, int depth) {
    std::vector<Row> rows;
    switch (expr.op) {
      case Op::Variable: {
        const auto found = chosen_.find(expr.variable.get());
        if (found == chosen_.end()) return std::nullopt;
        rows.push_back({found->second});
        return rows;
      }
      case Op::Sig: {
        if (expr.sig == model::kNone) return rows;
        if (model_.sig(expr.sig).builtin) return std::nullopt;
        const auto atoms = sig_value(expr.sig, depth + 1);
        if (!atoms) return std::nullopt;
        for (const AtomId atom : *atoms) rows.push_back({atom});
        return rows;
      }
      case Op::Text:
        rows.push_back({expr.text});
        return rows;
      case Op::IntToSet:
        rows.push_back({std::int64_t{expr.child(0)->number}});
        return rows;
      default:
        break;
    }
    auto left = rows_of(*expr.child(0), depth + 1);
    auto right = rows_of(*expr.child(1), depth + 1);
    if (!left || !right) return std::nullopt;
    if (expr.op == Op::Union) {
      std::ranges::set_union(*left, *right, std::back_inserter(rows));
      return rows;
    }
    for (const Row& a : *left) {
      for (const Row& b : *right) {
        Row row = a;
        row.insert(row.end(), b.begin(), b.end());
        rows.push_back(std::move(row));
      }
    }
    return rows;
  }

  // Is each variable in the set it was declared in, and are there atoms for those that nobody mentions?
  bool domains_hold() {
    for (const Group& group : groups_) {
      const std::vector<AtomId>& domain = *values_[index(group.sig)];
      std::set<AtomId> used;
      std::size_t unused = 0;
      for (const model::Variable* variable : group.variables) {
        const auto found = chosen_.find(variable);
        if (found == chosen_.end()) {
          ++unused;
        } else if (std::ranges::binary_search(domain, found->second)) {
          used.insert(found->second);
        } else {
          contradiction_ = fmt::format("{} is declared in {}, but the test lists other atoms for that set",
                                       variable->name, model_.sig(group.sig).name);
          return false;
        }
      }
      const std::size_t needed = group.disjoint ? used.size() + unused : unused > 0 ? 1 : 0;
      if (domain.size() < needed) {
        contradiction_ = fmt::format("it names {} atoms of {} and lists {}", needed,
                                     model_.sig(group.sig).name, domain.size());
        return false;
      }
    }
    return true;
  }

  std::optional<std::vector<Row>> field_value(const model::Field& field) {
    if (const auto whole = fields_.find(field.id); whole != fields_.end()) {
      const ExprPtr& value = definitions_[whole->second].value;
      if (!value) return std::vector<Row>{};
      auto rows = rows_of(*value, 0);
      if (!rows) too_many_ = true;
      return rows;
    }
    std::set<Row> rows;
    std::set<Cell> owners;
    for (const std::size_t part : partly_.at(field.id)) {
      const Definition& definition = definitions_[part];
      const auto owner = rows_of(*definition.target.owner, 0);
      if (!owner || owner->size() != 1) return open();
      if (!owners.insert(owner->front().front()).second) return open();
      if (!definition.value) continue;
      const auto values = rows_of(*definition.value, 0);
      if (!values) return open();
      for (const Row& value : *values) {
        Row row = owner->front();
        row.insert(row.end(), value.begin(), value.end());
        rows.insert(std::move(row));
      }
    }
    // Owners that were not mentioned may have anything.
    if (owners.size() != values_[index(field.owner)]->size()) return open();
    return std::vector<Row>(rows.begin(), rows.end());
  }

  std::nullopt_t open() {
    too_many_ = true;
    return std::nullopt;
  }

  const model::Model& model_;
  std::vector<Group> groups_;
  std::vector<Definition> definitions_;
  std::map<SigId, std::size_t> sig_values_;
  std::map<FieldId, std::size_t> fields_;
  std::map<FieldId, std::vector<std::size_t>> partly_;
  std::vector<ExprPtr> claims_;

  std::vector<const model::Variable*> order_;  // those that something mentions; makers first
  std::size_t makers_ = 0;                     // so many of them may be new atoms
  std::map<const model::Variable*, AtomId> chosen_;
  std::vector<std::pair<SigId, AtomId>> anonymous_;
  std::vector<SigId> tops_;  // by atom
  std::vector<std::string> names_;
  std::vector<std::optional<std::vector<AtomId>>> values_;  // of sigs, in the reading at hand
  std::vector<Reading> readings_;
  std::string contradiction_;
  std::size_t steps_ = 0;
  bool too_many_ = false;
};

}  // namespace

bool defines_valuation(const model::Model& model, const ExprPtr& body) {
  if (!contains_definition(model, *body)) return false;
  return lists_atoms(model, body, false) || std::holds_alternative<FixedTest>(Recognizer(model).run(body));
}

Recognized recognize(const model::Model& model, const model::Command& command) {
  if (command.is_check) return LeftOpen{"all of it: a check is about every instance"};
  if (!contains_definition(model, *command.goal))
    return LeftOpen{"all of it: it gives no sig and no field a value"};
  return Recognizer(model).run(command.goal);
}

}  // namespace fretsaw::modeltest
