// SPDX-License-Identifier: MIT
#include "alloy/modeltest/valuation_placer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "logic/relational/evaluator.hpp"

namespace fretsaw::modeltest {

namespace {

using lowering::LoweringContext;
using model::Field;
using model::Sig;
using model::SigId;

constexpr const char* kOutsideScope = "an integer or string outside of its scope";

// The rows made of atoms only; nothing if there is one that is not.
std::optional<std::vector<std::vector<AtomId>>> atom_rows(const std::vector<Row>& rows, std::size_t from) {
  std::vector<std::vector<AtomId>> result;
  for (const Row& row : rows) {
    std::vector<AtomId> atoms;
    for (std::size_t i = from; i < row.size(); ++i) {
      if (!std::holds_alternative<AtomId>(row[i])) return std::nullopt;
      atoms.push_back(std::get<AtomId>(row[i]));
    }
    result.push_back(std::move(atoms));
  }
  return result;
}

}  // namespace

ValuationPlacer::ValuationPlacer(const lowering::LoweredCommand& lowered)
    : lowered_(lowered), atom_matching_(lowered.context) {
  const LoweringContext& context = lowered.context;
  for (const Bound& bound : context.problem.bounds) {
    Meaning meaning;
    for (const Sig& sig : context.model->sigs) {
      if (!sig.builtin && context.sig(sig.id).node().leaf.get() == bound.relation.leaf())
        meaning.sig = sig.id;
    }
    for (const Field& field : context.model->fields) {
      const Node& node = context.field(field.id).node();
      if (node.leaf.get() == bound.relation.leaf()) meaning.field = field.id;
      if (node.op != fretsaw::Op::Product || node.children[1]->leaf.get() != bound.relation.leaf()) continue;
      meaning.field = field.id;
      meaning.without_owner = true;
    }
    const bool constant = bound.lower == bound.upper;
    if (!meaning.sig && !meaning.field && !constant && !unknown_) unknown_ = bound.relation.name();
    if (meaning.field && constant) fixed_.push_back(meanings_.size());
    meanings_.push_back(meaning);
  }
  for (const Sig& sig : context.model->sigs) {
    if (!sig.builtin && std::ranges::find(meanings_, sig.id, &Meaning::sig) == meanings_.end())
      derived_sigs_.push_back(sig.id);
  }
  for (const Field& field : context.model->fields) {
    if (std::ranges::find(meanings_, field.id, &Meaning::field) == meanings_.end())
      derived_fields_.push_back(field.id);
  }
  compare_derived();
}

// A question that is compiled once: is everything without a relation of its own what it is said to be?
void ValuationPlacer::compare_derived() {
  if (derived_sigs_.empty() && derived_fields_.empty()) return;
  const LoweringContext& context = lowered_.context;
  Problem problem = context.problem;
  problem.formulas.clear();
  const auto compare = [&](const fretsaw::Expr& value) {
    const Relation given("given", value.arity());
    problem.bounds.push_back({given, TupleSet(value.arity()), TupleSet(value.arity())});
    problem.formulas.push_back(equal(value, given));
    given_.push_back(given);
  };
  for (const SigId id : derived_sigs_) compare(context.sig(id));
  for (const model::FieldId id : derived_fields_) compare(context.field(id));
  derived_ = std::make_unique<Evaluator>(problem);
}

std::optional<Atom> ValuationPlacer::cell(const Cell& cell, const std::vector<Atom>& atoms) const {
  const LoweringContext& context = lowered_.context;
  if (const auto* atom = std::get_if<AtomId>(&cell)) return atoms[index(*atom)];
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    for (const auto& [value, atom] : context.problem.integers.atoms) {
      if (value == *number) return atom;
    }
    return std::nullopt;
  }
  const auto found = context.strings.find(std::get<std::string>(cell));
  if (found == context.strings.end()) return std::nullopt;
  const std::size_t position = context.bound_of.at(found->second.leaf());
  return context.problem.bounds[position].lower.atoms().front();
}

bool ValuationPlacer::is_owner(model::FieldId field, const Cell& cell, const Valuation& valuation) const {
  const auto* atom = std::get_if<AtomId>(&cell);
  const SigId owner = lowered_.context.model->field(field).owner;
  return atom != nullptr && std::ranges::binary_search(valuation.sig(owner), *atom);
}

TupleSet ValuationPlacer::value(const Meaning& meaning, const Bound& bound, const Valuation& valuation,
                                const std::vector<Atom>& atoms, std::string& open, bool& stray) const {
  std::vector<Atom> rows;
  if (meaning.sig) {
    for (const AtomId atom : valuation.sig(*meaning.sig)) rows.push_back(atoms[index(atom)]);
    return TupleSet::unary(std::move(rows));
  }
  for (const Row& row : valuation.field(*meaning.field)) {
    if (meaning.without_owner && !is_owner(*meaning.field, row.front(), valuation)) stray = true;
    for (std::size_t i = meaning.without_owner ? 1 : 0; i < row.size(); ++i) {
      const auto atom = cell(row[i], atoms);
      if (!atom) {
        open = kOutsideScope;
        return TupleSet(bound.upper.arity());
      }
      rows.push_back(*atom);
    }
  }
  return TupleSet::from_rows(bound.upper.arity(), std::move(rows));
}

std::string ValuationPlacer::misfit(const Meaning& meaning, const TupleSet& value, const Bound& bound) const {
  const LoweringContext& context = lowered_.context;
  if (meaning.sig) {
    const std::string& name = context.model->sig(*meaning.sig).name;
    if (!bound.upper.includes(value)) return fmt::format("{} has atoms that the scope does not allow", name);
    return fmt::format("the test has {}, the scope requires {}", atoms_of(value.size(), name),
                       bound.lower.size());
  }
  const Field& field = context.model->field(*meaning.field);
  const std::string name = fmt::format("{}.{}", context.model->sig(field.owner).name, field.name);
  if (bound.lower == bound.upper) return fmt::format("{} differs from the order that the scope fixes", name);
  return fmt::format("{} has a tuple that its declaration does not allow", name);
}

PlacedValuation ValuationPlacer::place(const Valuation& valuation) const {
  const LoweringContext& context = lowered_.context;
  std::vector<AtomMatching::Fixed> fixed;
  for (const std::size_t i : fixed_) {
    const Bound& bound = context.problem.bounds[i];
    auto rows = atom_rows(valuation.field(*meanings_[i].field), meanings_[i].without_owner ? 1 : 0);
    if (rows &&
        static_cast<int>(rows->empty() ? bound.lower.arity() : rows->front().size()) == bound.lower.arity())
      fixed.push_back({&bound.lower, *std::move(rows)});
  }
  PlacedValuation placed;
  auto match = atom_matching_.match_atoms(valuation, fixed);
  if (!match.atoms) {
    if (match.gave_up) {
      placed.open = "the matching of its atoms to those of an order";
    } else {
      placed.obstacle = atom_matching_.obstacle(valuation);
    }
    return placed;
  }
  placed.atoms = *std::move(match.atoms);
  Instance instance;
  instance.values().reserve(meanings_.size() + valuation.atoms.size());  // and parameters
  for (std::size_t i = 0; i < meanings_.size(); ++i) {
    const Bound& bound = context.problem.bounds[i];
    if (!meanings_[i].sig && !meanings_[i].field) {
      instance.values().emplace_back(bound.relation, bound.lower);
      continue;
    }
    bool stray = false;
    TupleSet value = this->value(meanings_[i], bound, valuation, placed.atoms, placed.open, stray);
    if (!placed.open.empty()) return placed;
    if (stray || !bound.upper.includes(value) || !value.includes(bound.lower)) {
      placed.obstacle = misfit(meanings_[i], value, bound);
      return placed;
    }
    instance.values().emplace_back(bound.relation, std::move(value));
  }
  if (derived_) placed.obstacle = contradiction(valuation, instance, placed.atoms, placed.open);
  if (placed.obstacle.empty() && placed.open.empty()) placed.instance = std::move(instance);
  return placed;
}

// What has no relation of its own must come out as the valuation says.
std::string ValuationPlacer::contradiction(const Valuation& valuation, const Instance& instance,
                                           const std::vector<Atom>& atoms, std::string& open) const {
  const LoweringContext& context = lowered_.context;
  Instance compared = instance;
  for (const SigId id : derived_sigs_) {
    std::vector<Atom> rows;
    for (const AtomId atom : valuation.sig(id)) rows.push_back(atoms[index(atom)]);
    compared.values().emplace_back(given_[compared.values().size() - meanings_.size()],
                                   TupleSet::unary(std::move(rows)));
  }
  for (const model::FieldId id : derived_fields_) {
    TupleSet given(context.field(id).arity());
    for (const Row& row : valuation.field(id)) {
      std::vector<Atom> tuple;
      for (const Cell& cell : row) {
        const auto atom = this->cell(cell, atoms);
        if (!atom) {
          open = kOutsideScope;
          return {};
        }
        tuple.push_back(*atom);
      }
      if (static_cast<int>(tuple.size()) == given.arity()) given.insert(tuple);
    }
    compared.values().emplace_back(given_[compared.values().size() - meanings_.size()], std::move(given));
  }
  const Truth truth = derived_->holds(compared);
  if (truth == Truth::True) return {};
  if (truth == Truth::TooLarge) {
    open = "an expression that is too large to evaluate";
    return {};
  }
  const std::size_t failure = derived_->first_failure();
  if (failure >= derived_sigs_.size()) {
    return fmt::format("the value of {} differs from its definition",
                       context.model->field(derived_fields_[failure - derived_sigs_.size()]).name);
  }
  const Sig& sig = context.model->sig(derived_sigs_[failure]);
  return fmt::format("the atoms of {} differ from those of its {}", sig.name,
                     sig.is_subset() ? "parents" : "subsigs");
}

Valuation ValuationPlacer::valuation_of(const Instance& instance,
                                        std::vector<std::optional<Cell>>* cells_out) const {
  const LoweringContext& context = lowered_.context;
  const model::Model& model = *context.model;
  Valuation valuation;
  std::map<Atom, AtomId> ids;
  std::map<Atom, Cell> cells;
  for (const auto& [number, atom] : context.problem.integers.atoms) cells.emplace(atom, Cell(number));
  for (const auto& [text, relation] : context.strings) {
    const std::size_t position = context.bound_of.at(relation.leaf());
    cells.emplace(context.problem.bounds[position].lower.atoms().front(), Cell(text));
  }
  const auto value_of = [&](const fretsaw::Expr& expr) { return *evaluate(context.problem, instance, expr); };
  std::vector<TupleSet> sigs;
  for (const Sig& sig : model.sigs) sigs.push_back(sig.builtin ? TupleSet(1) : value_of(context.sig(sig.id)));

  // Named after the smallest sig that they are in, numbered in the order of the universe.
  std::map<std::string, int> numbers;
  for (const Sig& top : model.sigs) {
    if (top.builtin || !top.is_top_level()) continue;
    for (const Atom atom : sigs[index(top.id)].atoms()) {
      const Sig* home = &top;
      for (bool deeper = true; deeper;) {
        deeper = false;
        for (const SigId child : home->children) {
          if (!sigs[index(child)].contains(std::array{atom})) continue;
          home = &model.sig(child);
          deeper = true;
          break;
        }
      }
      const std::string base = plain_name(home->name);
      ids.emplace(atom, static_cast<AtomId>(valuation.atoms.size()));
      cells.emplace(atom, Cell(static_cast<AtomId>(valuation.atoms.size())));
      valuation.atoms.push_back(fmt::format("{}{}", base, numbers[base]++));
    }
  }
  for (const Sig& sig : model.sigs) {
    std::vector<AtomId> atoms;
    for (const Atom atom : sigs[index(sig.id)].atoms()) atoms.push_back(ids.at(atom));
    std::ranges::sort(atoms);
    valuation.sigs.push_back(std::move(atoms));
  }
  for (const Field& field : model.fields) {
    const TupleSet tuples = value_of(context.field(field.id));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      Row row;
      for (const Atom atom : tuples.row(i)) row.push_back(cells.at(atom));
      rows.push_back(std::move(row));
    }
    std::ranges::sort(rows);
    valuation.fields.push_back(std::move(rows));
  }
  if (cells_out != nullptr) {
    cells_out->assign(context.problem.universe.size(), std::nullopt);
    for (const auto& [atom, cell] : cells) (*cells_out)[atom] = cell;
  }
  return valuation;
}

}  // namespace fretsaw::modeltest
