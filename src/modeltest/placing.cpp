// SPDX-License-Identifier: MIT
//
// Atoms of a scope are not all alike: those that a sig must have are bounded from below, those of an ordered
// sig stand in the order that the bounds fix. An atom of the valuation may be an atom of the universe if it
// is in all sigs that must have that one and only in sigs that may have it, and if the relations that the
// bounds fix come out as the valuation says. Who becomes whom is searched for by backtracking. The order of
// trying keeps the order of the names where it can be kept; formulas cannot tell the solutions apart, so that
// the first one will do.
#include "modeltest/placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "relational/evaluator.hpp"

namespace fretsaw::modeltest {

namespace {

using lowering::Frame;
using model::Field;
using model::Sig;
using model::SigId;

std::string count_of(std::size_t n, const std::string& what) {
  return fmt::format("{} atom{} of {}", n, n == 1 ? "" : "s", what);
}

// Who becomes whom.
class Seating {
 public:
  Seating(const Frame& frame, const Valuation& valuation) : frame_(frame), valuation_(valuation) {
    const std::size_t atoms = valuation.atoms.size();
    candidates_.resize(atoms);
    member_.resize(atoms);
    for (const Sig& sig : frame.model->sigs) {
      if (sig.builtin || sig.is_subset()) continue;
      for (const AtomId atom : valuation.sig(sig.id)) member_[index(atom)].insert(sig.id);
    }
    for (std::size_t i = 0; i < atoms; ++i) find_candidates(i);
  }

  // Fixed relations that the solution has to respect: what the bounds say, and what the valuation says.
  void respect(const TupleSet& fixed, std::vector<std::vector<AtomId>> rows) {
    fixed_.push_back({&fixed, std::move(rows)});
  }

  bool run() {
    seats_.assign(candidates_.size(), kNobody);
    taken_.assign(frame_.problem.universe.size(), false);
    steps_ = 0;
    return seat(0);
  }

  const std::vector<Atom>& seats() const { return seats_; }

 private:
  static constexpr Atom kNobody = static_cast<Atom>(-1);
  static constexpr std::size_t kMostSteps = 1'000'000;

  struct Fixed {
    const TupleSet* tuples;
    std::vector<std::vector<AtomId>> rows;
  };

  void find_candidates(std::size_t atom) {
    const auto top =
        std::ranges::find_if(member_[atom], [&](SigId id) { return frame_.model->sig(id).is_top_level(); });
    if (top == member_[atom].end()) return;
    const TupleSet& room = frame_.upper(*top);
    for (const Atom candidate : room.atoms()) {
      const std::array row{candidate};
      const bool fits = std::ranges::all_of(frame_.model->sigs, [&](const Sig& sig) {
        if (sig.builtin || sig.is_subset()) return true;
        return member_[atom].contains(sig.id) ? frame_.upper(sig.id).contains(row)
                                              : !frame_.lower(sig.id).contains(row);
      });
      if (fits) candidates_[atom].push_back(candidate);
    }
  }

  bool seat(std::size_t atom) {
    if (atom == candidates_.size()) return true;
    if (++steps_ > kMostSteps) return false;
    for (const Atom candidate : candidates_[atom]) {
      if (taken_[candidate]) continue;
      seats_[atom] = candidate;
      taken_[candidate] = true;
      if (consistent(atom) && seat(atom + 1)) return true;
      taken_[candidate] = false;
      seats_[atom] = kNobody;
    }
    return false;
  }

  // Does no tuple with this atom, and with others that have a seat, fall out of a fixed relation?
  bool consistent(std::size_t atom) const {
    for (const Fixed& fixed : fixed_) {
      for (const auto& row : fixed.rows) {
        if (std::ranges::none_of(row, [&](AtomId id) { return index(id) == atom; })) continue;
        std::vector<Atom> tuple;
        for (const AtomId id : row) {
          if (seats_[index(id)] == kNobody) break;
          tuple.push_back(seats_[index(id)]);
        }
        if (tuple.size() == row.size() && !fixed.tuples->contains(tuple)) return false;
      }
    }
    return true;
  }

  const Frame& frame_;
  const Valuation& valuation_;
  std::vector<std::set<SigId>> member_;
  std::vector<std::vector<Atom>> candidates_;
  std::vector<Fixed> fixed_;
  std::vector<Atom> seats_;
  std::vector<bool> taken_;
  std::size_t steps_ = 0;
};

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

std::string why_no_seats(const Frame& frame, const Valuation& valuation) {
  for (const Sig& sig : frame.model->sigs) {
    if (sig.builtin || sig.is_subset()) continue;
    const std::size_t wanted = valuation.sig(sig.id).size();
    const std::size_t most = frame.upper(sig.id).size();
    const std::size_t least = frame.lower(sig.id).size();
    if (wanted > most)
      return fmt::format("the test has {}, the scope allows {}", count_of(wanted, sig.name), most);
    if (wanted < least)
      return fmt::format("the test has {}, the scope demands {}", count_of(wanted, sig.name), least);
  }
  std::vector<int> homes(valuation.atoms.size(), 0);
  for (const Sig& sig : frame.model->sigs) {
    if (sig.builtin || sig.is_subset() || !sig.is_top_level()) continue;
    for (const AtomId atom : valuation.sig(sig.id)) ++homes[index(atom)];
  }
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (homes[i] == 0) return fmt::format("{} is in no top-level sig", valuation.atoms[i]);
    if (homes[i] > 1) return fmt::format("{} is in two sigs that have no atom in common", valuation.atoms[i]);
  }
  return "the atoms of the test do not fit the sigs and the order that the scope fixes";
}

}  // namespace

Placing::Placing(const lowering::Lowered& lowered) : lowered_(lowered) {
  const Frame& frame = lowered.frame;
  for (const Bound& bound : frame.problem.bounds) {
    Meaning meaning;
    for (const Sig& sig : frame.model->sigs) {
      if (!sig.builtin && frame.sig(sig.id).node().leaf.get() == bound.relation.leaf()) meaning.sig = sig.id;
    }
    for (const Field& field : frame.model->fields) {
      const Node& node = frame.field(field.id).node();
      if (node.leaf.get() == bound.relation.leaf()) meaning.field = field.id;
      if (node.op != fretsaw::Op::Product || node.children[1]->leaf.get() != bound.relation.leaf()) continue;
      meaning.field = field.id;
      meaning.without_owner = true;
    }
    const bool constant = bound.lower == bound.upper;
    if (!meaning.sig && !meaning.field && !constant && !unknown_) unknown_ = bound.relation.name();
    meanings_.push_back(meaning);
  }
  for (const Sig& sig : frame.model->sigs) {
    if (!sig.builtin && std::ranges::find(meanings_, sig.id, &Meaning::sig) == meanings_.end())
      derived_sigs_.push_back(sig.id);
  }
  for (const Field& field : frame.model->fields) {
    if (std::ranges::find(meanings_, field.id, &Meaning::field) == meanings_.end())
      derived_fields_.push_back(field.id);
  }
}

std::optional<Atom> Placing::cell(const Cell& cell, const std::vector<Atom>& atoms) const {
  const Frame& frame = lowered_.frame;
  if (const auto* atom = std::get_if<AtomId>(&cell)) return atoms[index(*atom)];
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    for (const auto& [value, atom] : frame.problem.integers.atoms) {
      if (value == *number) return atom;
    }
    return std::nullopt;
  }
  const auto found = frame.strings.find(std::get<std::string>(cell));
  if (found == frame.strings.end()) return std::nullopt;
  const std::size_t position = frame.bound_of.at(found->second.leaf());
  return frame.problem.bounds[position].lower.atoms().front();
}

bool Placing::is_owner(model::FieldId field, const Cell& cell, const Valuation& valuation) const {
  const auto* atom = std::get_if<AtomId>(&cell);
  const SigId owner = lowered_.frame.model->field(field).owner;
  return atom != nullptr && std::ranges::binary_search(valuation.sig(owner), *atom);
}

TupleSet Placing::value(const Meaning& meaning, const Bound& bound, const Valuation& valuation,
                        const std::vector<Atom>& atoms, bool& foreign, bool& stray) const {
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
        foreign = true;
        return TupleSet(bound.upper.arity());
      }
      rows.push_back(*atom);
    }
  }
  return TupleSet::from_rows(bound.upper.arity(), std::move(rows));
}

std::string Placing::misfit(const Meaning& meaning, const TupleSet& value, const Bound& bound) const {
  const Frame& frame = lowered_.frame;
  if (meaning.sig) {
    const std::string& name = frame.model->sig(*meaning.sig).name;
    if (!bound.upper.includes(value)) return fmt::format("{} has atoms that it cannot have", name);
    return fmt::format("the test has {}, the scope demands {}", count_of(value.size(), name),
                       bound.lower.size());
  }
  const Field& field = frame.model->field(*meaning.field);
  const std::string name = fmt::format("{}.{}", frame.model->sig(field.owner).name, field.name);
  if (bound.lower == bound.upper) return fmt::format("{} is not the order that it must be", name);
  return fmt::format("{} has a tuple that its declaration does not allow", name);
}

Placed Placing::place(const Valuation& valuation, bool& foreign) const {
  const Frame& frame = lowered_.frame;
  Seating seating(frame, valuation);
  for (std::size_t i = 0; i < meanings_.size(); ++i) {
    const Bound& bound = frame.problem.bounds[i];
    if (!meanings_[i].field || bound.lower != bound.upper) continue;
    auto rows = atom_rows(valuation.field(*meanings_[i].field), meanings_[i].without_owner ? 1 : 0);
    if (rows &&
        static_cast<int>(rows->empty() ? bound.lower.arity() : rows->front().size()) == bound.lower.arity())
      seating.respect(bound.lower, *std::move(rows));
  }
  Placed placed;
  if (!seating.run()) {
    placed.obstacle = why_no_seats(frame, valuation);
    return placed;
  }
  placed.atoms = seating.seats();
  Instance instance;
  for (std::size_t i = 0; i < meanings_.size(); ++i) {
    const Bound& bound = frame.problem.bounds[i];
    if (!meanings_[i].sig && !meanings_[i].field) {
      instance.values().emplace_back(bound.relation, bound.lower);
      continue;
    }
    bool stray = false;
    TupleSet value = this->value(meanings_[i], bound, valuation, placed.atoms, foreign, stray);
    if (foreign) return placed;
    if (stray || !bound.upper.includes(value) || !value.includes(bound.lower)) {
      placed.obstacle = misfit(meanings_[i], value, bound);
      return placed;
    }
    instance.values().emplace_back(bound.relation, std::move(value));
  }
  placed.obstacle = contradiction(valuation, instance, placed.atoms, foreign);
  if (placed.obstacle.empty() && !foreign) placed.instance = std::move(instance);
  return placed;
}

// What has no relation of its own must come out as the valuation says.
std::string Placing::contradiction(const Valuation& valuation, const Instance& instance,
                                   const std::vector<Atom>& atoms, bool& foreign) const {
  const Frame& frame = lowered_.frame;
  for (const SigId id : derived_sigs_) {
    TupleSet given(1);
    for (const AtomId atom : valuation.sig(id)) given.insert(std::array{atoms[index(atom)]});
    if (*evaluate(frame.problem, instance, frame.sig(id)) == given) continue;
    return fmt::format("the atoms of {} are not those that its {} make it", frame.model->sig(id).name,
                       frame.model->sig(id).is_subset() ? "parents" : "subsigs");
  }
  for (const model::FieldId id : derived_fields_) {
    TupleSet given(frame.field(id).arity());
    for (const Row& row : valuation.field(id)) {
      std::vector<Atom> tuple;
      for (const Cell& cell : row) {
        const auto atom = this->cell(cell, atoms);
        if (!atom) {
          foreign = true;
          return {};
        }
        tuple.push_back(*atom);
      }
      if (static_cast<int>(tuple.size()) == given.arity()) given.insert(tuple);
    }
    if (*evaluate(frame.problem, instance, frame.field(id)) == given) continue;
    return fmt::format("{} is not what its declaration makes it", frame.model->field(id).name);
  }
  return {};
}

Valuation Placing::valuation_of(const Instance& instance, std::vector<std::optional<Cell>>* cells_out) const {
  const Frame& frame = lowered_.frame;
  const model::Model& model = *frame.model;
  Valuation valuation;
  std::map<Atom, AtomId> ids;
  std::map<Atom, Cell> cells;
  for (const auto& [number, atom] : frame.problem.integers.atoms) cells.emplace(atom, Cell(number));
  for (const auto& [text, relation] : frame.strings) {
    const std::size_t position = frame.bound_of.at(relation.leaf());
    cells.emplace(frame.problem.bounds[position].lower.atoms().front(), Cell(text));
  }
  const auto value_of = [&](const fretsaw::Expr& expr) { return *evaluate(frame.problem, instance, expr); };
  std::vector<TupleSet> sigs;
  for (const Sig& sig : model.sigs) sigs.push_back(sig.builtin ? TupleSet(1) : value_of(frame.sig(sig.id)));

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
    const TupleSet tuples = value_of(frame.field(field.id));
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
    cells_out->assign(frame.problem.universe.size(), std::nullopt);
    for (const auto& [atom, cell] : cells) (*cells_out)[atom] = cell;
  }
  return valuation;
}

}  // namespace fretsaw::modeltest
