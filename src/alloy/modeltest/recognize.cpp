// SPDX-License-Identifier: MIT
//
// The goal is a conjunction under existential quantifiers. Whatever is pulled out of it, the meaning stays:
//
//     some x | p and q    is    p and some x | q
//
// so that taking too much for part of the valuation costs time, never the right answer. What is pulled out
// are the quantifiers over sigs under which something is defined (`S = …`, `no S`, `f = …`, `no f`), and the
// definitions; all else is a claim, to be evaluated, and so is whatever follows once everything is defined.
//
// Then atoms are chosen for the variables: one that a definition of a sig mentions may be a new atom or, if
// no `disj` forbids it, one that is there already; all others must be atoms that are there. Names bound again
// further inside (as published suites do for the atoms of subsigs) leave variables that are not mentioned:
// they only say that there are so many atoms. Each choice that survives is a reading; mostly there is one.
#include "alloy/modeltest/recognize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "alloy/modeltest/valuation.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::FieldId;
using model::Op;
using model::Sig;
using model::SigId;
using model::SigMult;

constexpr std::size_t kMaxReadings = 256;
constexpr std::size_t kMaxReadingSteps = 100'000;

struct Group {  // some disj a, b: S
  const model::Decl* decl;
  SigId sig, top;
  std::vector<bool> taken{};  // by atom: is it one of the variables? Only if they are disjoint
};

// A variable that names an atom.
struct Slot {
  const model::Variable* variable;
  std::size_t group;
  bool mentioned = false;
  std::optional<AtomId> atom{};  // chosen for it
};

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

  RecognizedTest run(const ExprPtr& goal) {
    sig_values_.assign(model_.sigs.size(), kNoValue);
    fields_.assign(model_.fields.size(), kNoValue);
    take(goal, 0);
    if (auto open = what_is_open()) return MissingValue{*open};
    find_slots();
    for (const Sig& sig : model_.sigs) {
      if (sig.builtin || !is_anonymous(sig)) continue;
      anonymous_.emplace_back(sig.id, static_cast<AtomId>(tops_.size()));
      tops_.push_back(top_of(sig.id));
      names_.push_back(plain_name(sig.name) + "0");
    }
    choose(0);
    if (too_many_) return MissingValue{"the equality of its names"};
    FixedTest test;
    test.readings = std::move(readings_);
    test.contradiction = std::move(contradiction_);
    test.claims = std::move(claims_);
    return test;
  }

 private:
  static constexpr std::size_t kNoValue = static_cast<std::size_t>(-1);

  // Takes the goal apart.
  void take(const ExprPtr& expr, int depth) {
    const bool conjunction = expr->op == Op::Block || expr->op == Op::And;
    if (conjunction) {
      for (const ExprPtr& child : expr->children) take(child, depth);
    } else if (names_atoms(model_, *expr) && contains_definition(model_, *expr) && what_is_open()) {
      for (const model::Decl& decl : expr->decls)
        groups_.push_back({&decl, decl.bound->sig, top_of(decl.bound->sig)});
      take(expr->body(), depth);
    } else if (expr->op == Op::Call && expr->children.empty() && depth < 8 &&
               contains_definition(model_, *expr) && what_is_open()) {
      take(model_.function(expr->function).body, depth + 1);
    } else if (auto definition = definition_of(model_, expr); definition && is_new(definition->target)) {
      definitions_.push_back(*std::move(definition));
    } else {
      claims_.push_back(expr);
    }
  }

  bool is_new(const AssignmentTarget& target) {
    const auto first = [&](std::size_t& place) {
      if (place != kNoValue) return false;
      place = definitions_.size();
      return true;
    };
    if (target.sig) return first(sig_values_[index(*target.sig)]);
    std::size_t& whole = fields_[index(*target.field)];
    if (target.owner) {
      if (whole != kNoValue) return false;
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
    return first(whole);
  }

  // Which sig or field has no value?
  std::optional<std::string> what_is_open() const {
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && !sig.is_meta && !is_determined(sig)) return fmt::format("the sig {}", sig.name);
    }
    for (const model::Field& field : model_.fields) {
      if (field.is_meta || fields_[index(field.id)] != kNoValue || partly_.contains(field.id)) continue;
      return fmt::format("the field {}.{}", model_.sig(field.owner).name, field.name);
    }
    return std::nullopt;
  }

  bool is_defined(SigId sig) const { return sig_values_[index(sig)] != kNoValue; }

  bool is_determined(const Sig& sig) const {
    if (is_defined(sig.id)) return true;
    if (sig.is_subset()) {
      return sig.equals_parents &&
             std::ranges::all_of(sig.subset_of, [&](SigId id) { return is_determined(model_.sig(id)); });
    }
    if (sig.is_abstract && !sig.children.empty()) {
      return std::ranges::all_of(sig.children, [&](SigId id) { return is_determined(model_.sig(id)); });
    }
    return is_anonymous(sig);
  }

  // The one atom of a sig that is not mentioned.
  bool is_anonymous(const Sig& sig) const {
    if (sig.mult != SigMult::One || !sig.children.empty() || is_defined(sig.id)) return false;
    for (SigId up = sig.parent; up != model::kUniv; up = model_.sig(up).parent) {
      if (is_defined(up) || !model_.sig(up).is_abstract) return false;
    }
    return true;
  }

  // Which variables name atoms, and in which order atoms are chosen for them: those that definitions of sigs
  // mention come first.
  void find_slots() {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (const model::VariablePtr& variable : groups_[g].decl->variables)
        slots_.push_back({variable.get(), g});
    }
    std::ranges::stable_sort(slots_, std::less<>(), &Slot::variable);
    const auto again = std::ranges::unique(slots_, std::equal_to<>(), &Slot::variable);
    slots_.erase(again.begin(), again.end());
    for (const Definition& definition : definitions_) {
      if (definition.target.sig && definition.value) mention(*definition.value);
    }
    makers_ = order_.size();
    for (const Definition& definition : definitions_) {
      if (definition.value) mention(*definition.value);
      if (definition.target.owner) mention(*definition.target.owner);
    }
    for (const ExprPtr& claim : claims_) mention(*claim);
  }

  void mention(const Expr& expr) {
    if (expr.op == Op::Variable) {
      Slot* const slot = slot_of(expr.variable.get());
      if (slot == nullptr || slot->mentioned) return;
      slot->mentioned = true;
      order_.push_back(static_cast<std::size_t>(slot - slots_.data()));
    }
    for (const ExprPtr& child : expr.children) mention(*child);
    for (const model::Decl& decl : expr.decls) mention(*decl.bound);
  }

  Slot* slot_of(const model::Variable* variable) {
    const auto found = std::ranges::lower_bound(slots_, variable, std::less<>(), &Slot::variable);
    return found == slots_.end() || found->variable != variable ? nullptr : &*found;
  }

  SigId top_of(SigId sig) const {
    const Sig* at = &model_.sig(sig);
    while (at->is_subset()) at = &model_.sig(at->subset_of.front());
    while (at->parent != model::kUniv && !at->builtin) at = &model_.sig(at->parent);
    return at->id;
  }

  // Chooses an atom for the position-th variable and those after it.
  void choose(std::size_t position) {
    if (too_many_ || ++steps_ > kMaxReadingSteps) {
      too_many_ = true;
      return;
    }
    if (position == order_.size()) {
      read();
      return;
    }
    Slot& slot = slots_[order_[position]];
    const Group& group = groups_[slot.group];
    const bool disjoint = group.decl->disjoint;
    bool any = false;
    for (std::size_t atom = 0; atom < tops_.size(); ++atom) {
      if (tops_[atom] != group.top) continue;
      any = true;
      if (!disjoint || atom >= group.taken.size() || !group.taken[atom]) choose(position, slot, atom);
    }
    if (position >= makers_) {
      if (!any) contradict(*slot.variable);
      return;
    }
    tops_.push_back(group.top);
    names_.push_back(slot.variable->name);
    choose(position, slot, tops_.size() - 1);
    tops_.pop_back();
    names_.pop_back();
  }

  // This atom for the variable, and then for those after it.
  void choose(std::size_t position, Slot& slot, std::size_t atom) {
    std::vector<bool>& taken = groups_[slot.group].taken;
    if (taken.size() <= atom) taken.resize(atom + 1);
    slot.atom = static_cast<AtomId>(atom);
    taken[atom] = true;
    choose(position + 1);
    taken[atom] = false;
    slot.atom.reset();
  }

  void contradict(const model::Variable& variable) {
    if (!contradiction_.empty()) return;
    contradiction_ = fmt::format("{} is not in any set that the test lists", variable.name);
  }

  // All variables have an atom: what follows for the sigs and fields?
  void read() {
    Reading reading;
    Valuation& valuation = reading.valuation;
    valuation.atoms = names_;
    values_.assign(model_.sigs.size(), std::nullopt);
    for (const auto& [sig, atom] : anonymous_) values_[index(sig)] = std::vector{atom};
    valuation.sigs.resize(model_.sigs.size());
    for (const Sig& sig : model_.sigs) {
      if (sig.builtin) continue;
      const std::vector<AtomId>* const value = sig_value(sig.id, 0);
      if (value == nullptr) {
        too_many_ = true;
        return;
      }
      valuation.sigs[index(sig.id)] = *value;
    }
    if (!domains_hold()) return;
    valuation.fields.reserve(model_.fields.size());
    for (const model::Field& field : model_.fields) {
      auto rows = field.is_meta ? std::optional(meta_rows(valuation, field)) : field_value(field);
      if (!rows) return;
      valuation.fields.push_back(*std::move(rows));
    }
    reading.bindings.reserve(order_.size());
    for (const std::size_t slot : order_)
      reading.bindings.emplace_back(slots_[slot].variable, *slots_[slot].atom);
    make_names_unique(valuation.atoms);
    readings_.push_back(std::move(reading));
    too_many_ = readings_.size() > kMaxReadings;
  }

  static void make_names_unique(std::vector<std::string>& names) {
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) == sorted.end()) return;
    std::set<std::string> seen;
    for (std::string& name : names) {
      std::string candidate = name;
      for (int i = 1; !seen.insert(candidate).second; ++i) candidate = fmt::format("{}_{}", name, i);
      name = candidate;
    }
  }

  // Ascending; null if it has no value, or one that depends on itself.
  const std::vector<AtomId>* sig_value(SigId id, int depth) {
    std::optional<std::vector<AtomId>>& value = values_[index(id)];
    if (value) return &*value;
    if (depth > 64) return nullptr;
    const Sig& sig = model_.sig(id);
    std::vector<AtomId> atoms;
    if (is_defined(id)) {
      const Definition& definition = definitions_[sig_values_[index(id)]];
      if (definition.value && !add_atoms(*definition.value, depth + 1, atoms)) return nullptr;
    } else {
      for (const SigId part : sig.is_subset() ? sig.subset_of : sig.children) {
        const std::vector<AtomId>* const found = sig_value(part, depth + 1);
        if (found == nullptr) return nullptr;
        atoms.insert(atoms.end(), found->begin(), found->end());
      }
    }
    sort_once(atoms);
    value = std::move(atoms);
    return &*value;
  }

  template <class T>
  static void sort_once(std::vector<T>& all) {
    if (!std::ranges::is_sorted(all)) std::ranges::sort(all);
    const auto again = std::ranges::unique(all);
    all.erase(again.begin(), again.end());
  }

  // The atoms of a value of one column; false if there is something else in it.
  bool add_atoms(const Expr& expr, int depth, std::vector<AtomId>& atoms) {
    if (expr.op == Op::Union)
      return add_atoms(*expr.child(0), depth, atoms) && add_atoms(*expr.child(1), depth, atoms);
    if (expr.op == Op::Variable) {
      const Slot* const slot = slot_of(expr.variable.get());
      if (slot == nullptr || !slot->atom) return false;
      atoms.push_back(*slot->atom);
      return true;
    }
    if (expr.op != Op::Sig) return false;
    if (expr.sig == model::kNone) return true;
    if (model_.sig(expr.sig).builtin) return false;
    const std::vector<AtomId>* const found = sig_value(expr.sig, depth + 1);
    if (found == nullptr) return false;
    atoms.insert(atoms.end(), found->begin(), found->end());
    return true;
  }

  // The rows of a value, in any order; false if it has none.
  bool add_rows(const Expr& expr, std::vector<Row>& rows) {
    const auto add = [&](Cell cell) { rows.emplace_back().push_back(std::move(cell)); };
    switch (expr.op) {
      case Op::Union:
        return add_rows(*expr.child(0), rows) && add_rows(*expr.child(1), rows);
      case Op::Text:
        add(expr.text.get());
        return true;
      case Op::IntToSet:
        add(std::int64_t{expr.child(0)->number});
        return true;
      case Op::Arrow:
        break;
      default: {
        std::vector<AtomId> atoms;
        if (!add_atoms(expr, 0, atoms)) return false;
        for (const AtomId atom : atoms) add(atom);
        return true;
      }
    }
    std::vector<Row> left, right;
    if (!add_rows(*expr.child(0), left) || !add_rows(*expr.child(1), right)) return false;
    for (const Row& a : left) {
      for (const Row& b : right) {
        Row& row = rows.emplace_back();
        row.reserve(a.size() + b.size());
        row.insert(row.end(), a.begin(), a.end());
        row.insert(row.end(), b.begin(), b.end());
      }
    }
    return true;
  }

  // Sorted, each once.
  std::optional<std::vector<Row>> rows_of(const Expr& expr) {
    std::vector<Row> rows;
    if (!add_rows(expr, rows)) return std::nullopt;
    sort_once(rows);
    return rows;
  }

  // Is each variable in the set it was declared in, and are there atoms for those that are not mentioned?
  bool domains_hold() {
    std::vector<AtomId> used;
    for (const Group& group : groups_) {
      const std::vector<AtomId>& domain = *values_[index(group.sig)];
      used.clear();
      std::size_t unused = 0;
      for (const model::VariablePtr& variable : group.decl->variables) {
        const Slot& slot = *slot_of(variable.get());
        if (!slot.atom) {
          ++unused;
        } else if (std::ranges::binary_search(domain, *slot.atom)) {
          used.push_back(*slot.atom);
        } else {
          contradiction_ =
              fmt::format("{} is declared in {}, but is not among the atoms that the test lists for it",
                          variable->name, model_.sig(group.sig).name);
          return false;
        }
      }
      sort_once(used);
      const std::size_t needed = group.decl->disjoint ? used.size() + unused : unused > 0 ? 1 : 0;
      if (domain.size() < needed) {
        contradiction_ = fmt::format("the test names {}, but lists {}",
                                     atoms_of(needed, model_.sig(group.sig).name), domain.size());
        return false;
      }
    }
    return true;
  }

  std::optional<std::vector<Row>> field_value(const model::Field& field) {
    if (const std::size_t whole = fields_[index(field.id)]; whole != kNoValue) {
      const ExprPtr& value = definitions_[whole].value;
      if (!value) return std::vector<Row>{};
      auto rows = rows_of(*value);
      if (!rows) too_many_ = true;
      return rows;
    }
    std::vector<Row> rows;
    std::set<Cell> owners;
    for (const std::size_t part : partly_.at(field.id)) {
      const Definition& definition = definitions_[part];
      const auto owner = rows_of(*definition.target.owner);
      if (!owner || owner->size() != 1) return open();
      if (!owners.insert(owner->front().front()).second) return open();
      if (!definition.value) continue;
      const auto values = rows_of(*definition.value);
      if (!values) return open();
      for (const Row& value : *values) {
        Row& row = rows.emplace_back(owner->front());
        row.insert(row.end(), value.begin(), value.end());
      }
    }
    // Owners that were not mentioned may have anything.
    if (owners.size() != values_[index(field.owner)]->size()) return open();
    sort_once(rows);
    return rows;
  }

  std::nullopt_t open() {
    too_many_ = true;
    return std::nullopt;
  }

  const model::Model& model_;
  std::vector<Group> groups_;
  std::vector<Definition> definitions_;
  std::vector<std::size_t> sig_values_;  // by SigId: the definition, or kNoValue
  std::vector<std::size_t> fields_;      // by FieldId
  std::map<FieldId, std::vector<std::size_t>> partly_;
  std::vector<ExprPtr> claims_;

  std::vector<Slot> slots_;         // by the address of the variable
  std::vector<std::size_t> order_;  // of the slots that something mentions; makers first
  std::size_t makers_ = 0;          // so many of them may be new atoms
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

RecognizedTest recognize(const model::Model& model, const model::Command& command) {
  if (command.is_check) return MissingValue{"all sigs and fields (a check covers every instance)"};
  if (!contains_definition(model, *command.goal)) return MissingValue{"all sigs and fields"};
  return Recognizer(model).run(command.goal);
}

}  // namespace fretsaw::modeltest
