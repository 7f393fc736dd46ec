// SPDX-License-Identifier: MIT
// The rows of the space become upper bounds of relations; formulas say which of them go together in a heap
// (an object that is there has one value in each field, an index lies below its length, an array is as long
// as the field says that counts it, what is there is reachable), and then what the clauses say.
#include "cpp/inputs/input_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cpp/contract/lower_clause.hpp"
#include "cpp/inputs/integers.hpp"
#include "cpp/inputs/space_rows.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::inputs {

class SpaceBuilder {
 public:
  SpaceBuilder(const contract::Theory& theory, SpaceRows rows, const Question& question)
      : theory_(theory),
        question_(question),
        rows_(std::move(rows)),
        frame_(contract::empty_context(theory)) {}

  Result<InputSpace> run() {
    describe_relations();
    bind_model();
    constrain_heap();
    for (const std::size_t clause : question_.invariants) invariant(clause);
    preconditions();
    for (const std::size_t clause : question_.extra_preconditions)
      require(about_root(clause), theory_.clauses[clause].owned.clause);
    if (error_) return *error_;
    return finish();
  }

 private:
  void fail(Diagnostic error) {
    if (!error_) error_ = std::move(error);
  }

  // ---- relations

  Relation declare(const std::string& name, int arity) {
    const Relation relation(name, arity);
    frame_.terms(relation);
    return relation;
  }

  Expr constant_set(const std::string& name, const std::set<std::int64_t>& atoms) {
    const Relation relation = declare(name, 1);
    std::vector<std::vector<RowElement>> rows;
    for (const std::int64_t atom : atoms) rows.push_back({{false, atom}});
    fixed_.emplace_back(relation, std::move(rows));
    return frame_.terms(relation);
  }

  void describe_relations() {
    for (SpaceRelation& relation : rows_.relations) {
      const std::string name =
          relation.level < 0 ? relation.field : contract::length_name(relation.field, relation.level);
      relation.relation =
          declare(theory_.classes.at(relation.class_index).name + "::" + name, relation.arity());
    }
    live_.emplace(declare("live", 1));
    root_.emplace(constant_set("root", {0}));
    std::vector<std::vector<RowElement>> rows;
    for (std::int64_t n = 1; n <= rows_.longest; ++n) {
      for (std::int64_t i = 0; i < n; ++i) rows.push_back({{true, n}, {true, i}});
    }
    below_.emplace(declare("below", 2));
    counted_lengths_.emplace(declare("counted", 2));
    std::vector<std::vector<RowElement>> counted;
    for (const auto& [count, length] : rows_.counted) counted.push_back({{true, count}, {true, length}});
    fixed_.emplace_back(*counted_lengths_, std::move(counted));
    for (std::int64_t i = 0; i <= rows_.longest; ++i) rows_.integers.insert(i);
    fixed_.emplace_back(*below_, std::move(rows));
  }

  bool derives(int derived, int base) const {
    return derived == base || std::ranges::count(theory_.classes.at(derived).bases, base) > 0;
  }

  void bind_model() {
    frame_.sigs[model::index(model::kInt)] = frame_.terms(ints());
    for (std::size_t c = 0; c < theory_.sig_of_class.size(); ++c) {
      if (!theory_.sig_of_class[c]) continue;
      std::set<std::int64_t> atoms;
      for (std::size_t a = 0; a < rows_.class_of_atom.size(); ++a) {
        if (derives(rows_.class_of_atom[a], static_cast<int>(c))) atoms.insert(static_cast<std::int64_t>(a));
      }
      if (atoms.empty()) continue;
      const Expr all = constant_set(theory_.classes.at(static_cast<int>(c)).name, atoms);
      frame_.sigs[model::index(*theory_.sig_of_class[c])] = frame_.terms(*live_ & all);
    }
    bind_constant(theory_.yes, "true");
    bind_constant(theory_.no, "false");
    frame_.sigs[model::index(theory_.boolean)] =
        frame_.terms(frame_.sig(theory_.yes) + frame_.sig(theory_.no));
    for (const contract::Theory::Enumerator& each : theory_.enumerators)
      bind_constant(each.sig, fmt::format("{}={}", theory_.classes.type(each.type).name, each.value));
    for (const auto& [type, sig] : theory_.enums) {
      Expr all = none();
      for (const contract::Theory::Enumerator& each : theory_.enumerators) {
        if (each.type == type) all = frame_.terms(all + frame_.sig(each.sig));
      }
      frame_.sigs[model::index(sig)] = all;
    }
    for (const contract::Attribute& attribute : theory_.attributes) {
      if (const SpaceRelation* relation = rows_.find(attribute.class_index, attribute.field, attribute.level))
        frame_.fields[model::index(attribute.after)] = frame_.terms(*relation->relation);
    }
  }

  void bind_constant(model::SigId sig, const std::string& name) {
    const Expr value = constant_set(name, {rows_.constants.at(name)});
    frame_.sigs[model::index(sig)] = value;
    frame_.singletons.insert(value.pointer().get());
  }

  // ---- what holds of every heap

  void require(const Formula& formula, const contract::Clause* origin) {
    formulas_.push_back(frame_.terms(formula));
    origins_.push_back(origin);
  }

  void constrain_heap() {
    std::set<std::int64_t> objects;
    for (std::size_t i = 0; i < rows_.object_atoms; ++i) objects.insert(static_cast<std::int64_t>(i));
    Expr links = none(2);
    for (const SpaceRelation& relation : rows_.relations) {
      constrain(relation);
      if (relation.counter >= 0) follow_counter(relation);
      if (relation.level < 0 && relation.shape.kind == contract::Shape::Kind::Object)
        links = links + link(relation);
    }
    require(equal(*live_, join(*root_, reflexive_closure(links))), nullptr);
    constrain_owners();
  }

  // No two pointers own the same object.
  void constrain_owners() {
    std::vector<Expr> owned;
    for (const SpaceRelation& relation : rows_.relations) {
      if (!relation.owns) continue;
      const Variable object("o");
      require(all({{object, *live_}}, lone(join(*relation.relation, object))), nullptr);
      Expr image = *relation.relation;
      while (image.arity() > 1) image = join(univ(), image);
      for (const Expr& others : owned) require(no(image & others), nullptr);
      owned.push_back(image);
    }
  }

  Expr link(const SpaceRelation& relation) {
    if (relation.shape.dimensions == 0) return *relation.relation;
    std::set<std::int64_t> owners = relation.total;
    owners.insert(relation.partial.begin(), relation.partial.end());
    const Variable from("from"), to("to");
    Expr image = join(from, *relation.relation);
    for (int i = 0; i < relation.shape.dimensions; ++i) image = join(ints(), image);
    return comprehension({{from, constant_set("owners", owners)}, {to, image}}, fretsaw::constant(true));
  }

  void constrain(const SpaceRelation& relation) {
    for (const bool total : {true, false}) {
      const std::set<std::int64_t>& atoms = total ? relation.total : relation.partial;
      if (atoms.empty()) continue;
      const Expr owners = constant_set("owners", atoms);
      const Variable owner("o");
      const int depth = relation.arity() - 2;
      require(all({{owner, owners & *live_}},
                  elements(relation, join(owner, *relation.relation), owner, 0, depth, total)),
              nullptr);
      require(no(domain_restriction(owners - *live_, *relation.relation)), nullptr);
    }
  }

  // The length of an array behind a pointer is what the field says that counts its elements, if that is not
  // negative.
  void follow_counter(const SpaceRelation& lengths) {
    const auto counts = std::ranges::find_if(rows_.relations, [&](const SpaceRelation& each) {
      return std::ranges::any_of(each.choices, [&](const auto& choices) {
        return std::ranges::any_of(choices, [&](const InputSpace::Choice& c) {
          return static_cast<int>(c.slot) == lengths.counter;
        });
      });
    });
    const Expr owners = constant_set("owners", lengths.total);
    require(equal(*lengths.relation, join(domain_restriction(owners, *counts->relation), *counted_lengths_)),
            nullptr);
  }

  // `value` is the relation with the owner and the first `level` indices given.
  Formula elements(const SpaceRelation& relation, const Expr& value, const Variable& owner, int level,
                   int depth, bool total) {
    if (level == depth) return total ? one(value) : lone(value);
    const SpaceRelation* lengths = rows_.find(relation.class_index, relation.field, level);
    Expr length = join(owner, *lengths->relation);
    for (int i = 0; i < level; ++i) length = join(indices_[static_cast<std::size_t>(i)], length);
    const Expr valid = join(length, *below_);
    Expr used = value;
    while (used.arity() > 1) used = join(used, univ());
    const Variable index("i");
    indices_.push_back(index);
    const Formula inside = elements(relation, join(index, value), owner, level + 1, depth, total);
    indices_.pop_back();
    return in(used, valid) && all({{index, valid}}, inside);
  }

  // ---- clauses

  void invariant(std::size_t clause) {
    const contract::TheoryClause& made = theory_.clauses[clause];
    const Variable self("this");
    frame_.variables.emplace(self.leaf(), lowering::VariableOrigin{made.owned.clause->keyword, {}, "all"});
    const Formula body = lowered(clause, {Expr(self)});
    const Expr& objects = frame_.sig(*theory_.sig_of_class[static_cast<std::size_t>(made.owned.receiver)]);
    require(all({{self, objects}}, body), made.owned.clause);
  }

  void preconditions() {
    if (question_.preconditions.empty()) return;
    std::vector<Formula> behaviors;
    for (const auto& clauses : question_.preconditions) {
      std::vector<Formula> parts;
      for (const std::size_t clause : clauses) parts.push_back(about_root(clause));
      behaviors.push_back(conjunction(parts));
    }
    const bool single = question_.preconditions.size() == 1;
    if (single) {
      for (const std::size_t clause : question_.preconditions.front())
        require(about_root(clause), theory_.clauses[clause].owned.clause);
      return;
    }
    const auto& first = question_.preconditions.front();
    require(disjunction(behaviors), first.empty() ? nullptr : theory_.clauses[first.front()].owned.clause);
  }

  // Its variables are what the root's fields hold.
  Formula about_root(std::size_t clause) {
    const contract::TheoryClause& made = theory_.clauses[clause];
    const int root_class = rows_.class_of_atom.front();
    std::vector<Expr> values;
    for (const contract::ClauseVariable& variable : made.variables) {
      if (!theory_.classes.at(root_class).is_frame) {
        values.push_back(*root_);
        continue;
      }
      const std::string field = variable.kind == contract::ClauseVariable::Kind::Receiver
                                    ? "this"
                                    : made.owned.parameters[variable.argument].field;
      const SpaceRelation* relation = rows_.find(root_class, field, variable.level);
      if (relation == nullptr) {
        values.push_back(none(variable.columns()));
        if (variable.kind != contract::ClauseVariable::Kind::Result &&
            rows_.left.contains({root_class, field}))
          fail(error_at(
              made.owned.clause->keyword, ErrorClass::Input,
              fmt::format("'{}' is not supported in a relational clause: its values are not enumerated",
                          field)));
      } else {
        values.push_back(join(*root_, *relation->relation));
      }
    }
    return lowered(clause, values);
  }

  Formula lowered(std::size_t clause, const std::vector<Expr>& values) {
    auto formula = contract::lower_clause(theory_, clause, frame_, values);
    if (!formula) {
      fail(formula.error());
      return fretsaw::constant(true);
    }
    check_left(clause);
    return *formula;
  }

  void check_left(std::size_t clause) {
    const model::Function& predicate = theory_.model->function(theory_.clauses[clause].predicate);
    std::set<model::FunctionId> seen;
    find_default_fields(*predicate.body, seen);
  }

  void find_default_fields(const model::Expr& expr, std::set<model::FunctionId>& seen) {
    if (expr.op == model::Op::Field) {
      for (const contract::Attribute& attribute : theory_.attributes) {
        if (attribute.after == expr.field && rows_.left.contains({attribute.class_index, attribute.field})) {
          const auto unrelated = rows_.unrelated.find({attribute.class_index, attribute.field});
          if (unrelated != rows_.unrelated.end()) return fail(unrelated->second);
          fail(error_at(
              expr.span, ErrorClass::Input,
              fmt::format("'{}::{}' is not supported in a relational clause: it keeps its default value",
                          theory_.classes.at(attribute.class_index).name, attribute.field),
              "bound it with --values, or write the clause in C++"));
        }
      }
    }
    if (expr.op == model::Op::Call && seen.insert(expr.function).second) {
      if (const auto& body = theory_.model->function(expr.function).body) find_default_fields(*body, seen);
    }
    for (const model::ExprPtr& child : expr.children) find_default_fields(*child, seen);
    for (const model::Decl& decl : expr.decls) find_default_fields(*decl.bound, seen);
  }

  // ---- the problem

  void note(std::map<const Leaf*, Columns>& columns, const Relation& relation,
            const std::vector<std::vector<RowElement>>& rows) const {
    Columns& result = columns[relation.leaf()];
    result.resize(static_cast<std::size_t>(relation.arity()));
    for (const auto& each : rows) {
      for (std::size_t i = 0; i < each.size(); ++i) {
        if (each[i].is_integer) {
          result[i].integers.insert(each[i].value);
        } else {
          result[i].others.insert(static_cast<std::uint32_t>(each[i].value));
        }
      }
    }
  }

  // Of the first clause that is too much by itself, if one is.
  Diagnostic numbers_too_large(const std::map<const Leaf*, Columns>& columns) const {
    const std::string message = "the numbers in the relational clauses may be too large for the solver";
    const std::string hint = "bound the integers with --values, or write the clause in C++";
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
      if (origins_[i] != nullptr && integer_needs({formulas_[i]}, columns).too_many)
        return error_at(origins_[i]->span, ErrorClass::Input, message, hint);
    }
    return input_error(message, hint);
  }

  Result<InputSpace> finish() {
    std::vector<std::vector<RowElement>> live_rows;
    for (std::size_t i = 0; i < rows_.object_atoms; ++i)
      live_rows.push_back({{false, static_cast<std::int64_t>(i)}});
    std::map<const Leaf*, Columns> columns;
    for (const SpaceRelation& relation : rows_.relations) note(columns, *relation.relation, relation.rows);
    for (const auto& [relation, rows] : fixed_) note(columns, relation, rows);
    note(columns, *live_, live_rows);
    if (!rows_.beyond.empty()) return integers_up_to(0, rows_.beyond);
    const IntegerNeeds needs = integer_needs(formulas_, columns);
    if (needs.too_many) {
      return numbers_too_large(columns);
    }
    rows_.integers.insert(needs.atoms.begin(), needs.atoms.end());
    InputSpace result;
    Problem& problem = result.problem_;
    const std::int64_t low = std::min(needs.smallest, rows_.integers.empty() ? 0 : *rows_.integers.begin());
    const std::int64_t high = std::max(needs.largest, rows_.integers.empty() ? 0 : *rows_.integers.rbegin());
    if (low < -(std::int64_t{1} << 29) || high >= std::int64_t{1} << 29)
      return integers_up_to(low, fmt::format("{}", high));
    int width = 1;
    while (low < -(std::int64_t{1} << (width - 1)) || high > (std::int64_t{1} << (width - 1)) - 1) ++width;
    problem.integers.bitwidth = width;
    problem.integers.overflow = Overflow::Wrap;  // there is none
    for (const std::int64_t value : rows_.integers) {
      problem.integers.atoms.emplace_back(value, static_cast<Atom>(rows_.atoms.size()));
      atom_of_integer_[value] = static_cast<Atom>(rows_.atoms.size());
      rows_.atoms.push_back(fmt::format("{}", value));
    }
    problem.universe = Universe(rows_.atoms);
    problem.bounds.push_back({*live_, TupleSet(1, {{0}}), tuples(1, live_rows)});
    for (const auto& [relation, rows] : fixed_) {
      const TupleSet value = tuples(relation.arity(), rows);
      problem.bounds.push_back({relation, value, value});
    }
    for (const SpaceRelation& relation : rows_.relations) {
      result.tables_.push_back(table(relation, problem.bounds.size()));
      problem.bounds.push_back(
          {*relation.relation, TupleSet(relation.arity()), tuples(relation.arity(), relation.rows)});
    }
    problem.formulas = formulas_;
    if (const auto variable = higher_order_variable(problem)) return ranges_over_sets(*variable);
    result.origins_ = origins_;
    result.initial_ = rows_.initial;
    result.leaves_fields_out_ = rows_.leaves_fields_out;
    return result;
  }

  // No solver chooses among such numbers. Who only filters can: the search takes all of them, and clauses are
  // evaluated on what it finds.
  Result<InputSpace> integers_up_to(std::int64_t low, const std::string& high) const {
    if (question_.only_filters) {
      InputSpace result;
      result.leaves_fields_out_ = true;
      return result;
    }
    return input_error(
        fmt::format("relational clauses over integers from {} to {} are not supported", low, high),
        "bound the integers with --values, or write the clause in C++");
  }

  Diagnostic ranges_over_sets(const Variable& variable) const {
    const auto origin = frame_.variables.find(variable.leaf());
    const Span span = origin == frame_.variables.end() ? Span{} : origin->second.span;
    Diagnostic error =
        error_at(span, ErrorClass::Type,
                 fmt::format("'{}' ranges over sets, which is not supported", variable.name()));
    error.notes.push_back(
        {"a field alone is the whole relation; its value for an object is this.field", std::nullopt});
    return error;
  }

  Atom atom(const RowElement& element) const {
    return element.is_integer ? atom_of_integer_.at(element.value) : static_cast<Atom>(element.value);
  }

  TupleSet tuples(int arity, const std::vector<std::vector<RowElement>>& rows) const {
    std::vector<Atom> all;
    for (const auto& each : rows) {
      for (const RowElement& one : each) all.push_back(atom(one));
    }
    return TupleSet::from_rows(arity, std::move(all));
  }

  InputSpace::Table table(const SpaceRelation& relation, std::size_t bound) const {
    InputSpace::Table result{bound, {}};
    for (std::size_t i = 0; i < relation.rows.size(); ++i) {
      std::uint64_t number = 0;
      for (const RowElement& one : relation.rows[i]) number = number * rows_.atoms.size() + atom(one);
      for (const InputSpace::Choice& choice : relation.choices[i])
        result.choices.emplace_back(number, choice);
    }
    std::ranges::stable_sort(result.choices, {}, [](const auto& each) { return each.first; });
    return result;
  }

  const contract::Theory& theory_;
  const Question& question_;
  SpaceRows rows_;
  lowering::LoweringContext frame_;
  std::optional<Diagnostic> error_;
  std::map<std::int64_t, Atom> atom_of_integer_;
  std::optional<Relation> live_;
  std::optional<Expr> root_;
  std::optional<Relation> below_;
  std::optional<Relation> counted_lengths_;
  std::vector<Variable> indices_;
  std::vector<std::pair<Relation, std::vector<std::vector<RowElement>>>> fixed_;
  std::vector<Formula> formulas_;
  std::vector<const contract::Clause*> origins_;
};

Result<InputSpace> InputSpace::build(const contract::Theory& theory, const space::Space& space,
                                     const Question& question) {
  auto rows = space_rows(theory, space, question.only_filters);
  if (!rows) return rows.error();
  return SpaceBuilder(theory, *std::move(rows), question).run();
}

std::vector<std::uint32_t> InputSpace::candidate(const Instance& instance) const {
  std::vector<std::uint32_t> result = initial_;
  const std::uint64_t atoms = problem_.universe.size();
  for (const Table& table : tables_) {
    const TupleSet& tuples = instance.values()[table.bound].second;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      std::uint64_t number = 0;
      for (const Atom atom : tuples.row(i)) number = number * atoms + atom;
      auto at =
          std::ranges::lower_bound(table.choices, number, {}, [](const auto& each) { return each.first; });
      for (; at != table.choices.end() && at->first == number; ++at)
        result[at->second.slot] = at->second.position;
    }
  }
  return result;
}

}  // namespace fretsaw::inputs
