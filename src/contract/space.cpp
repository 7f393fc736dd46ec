// SPDX-License-Identifier: MIT
#include "contract/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "contract/frames.hpp"
#include "contract/heap_cursor.hpp"
#include "contract/integers.hpp"
#include "relational/higher_order.hpp"

namespace fretsaw::contract {

// An element of a row before the integers have their atoms.
struct Element {
  bool is_integer = false;
  std::int64_t value = 0;  // an integer, or an atom

  friend auto operator<=>(const Element&, const Element&) = default;
};

class SpaceBuilder {
 public:
  SpaceBuilder(const Theory& theory, const ObjectSpace& space, const Question& question)
      : theory_(theory), space_(space), question_(question), frame_(empty_frame(theory)) {}

  Result<InputSpace> run() {
    add_objects();
    if (error_) return *error_;
    add_constants();
    describe_relations();
    bind_model();
    constrain_heap();
    for (const std::size_t clause : question_.invariants) invariant(clause);
    preconditions();
    for (const std::size_t clause : question_.purposes)
      require(about_root(clause), theory_.clauses[clause].owned.clause);
    if (error_) return *error_;
    return finish();
  }

 private:
  // One relation: a field's value or the length of one of its dimensions.
  struct Relating {
    int class_index;
    std::string field;
    int level;
    Shape shape;
    std::vector<std::vector<Element>> rows{};
    std::vector<std::vector<InputSpace::Choice>> choices{};  // what each row means for the candidate
    std::set<std::int64_t> total{};                          // owners that must have a value
    std::set<std::int64_t> partial{};                        // owners that may have none
    std::optional<Relation> relation{};
    int counter = -1;  // the slot of a field that is the length
    int arity() const { return 2 + (level >= 0 ? level : shape.dimensions); }
  };
  using Key = std::tuple<int, std::string, int>;

  void fail(Diagnostic error) {
    if (!error_) error_ = std::move(error);
  }

  // ---- atoms

  std::int64_t add_atom(std::string name) {
    atoms_.push_back(std::move(name));
    return static_cast<std::int64_t>(atoms_.size()) - 1;
  }

  void add_objects() {
    initial_.assign(space_.domain_of_slot.size(), 0);
    for (std::size_t slot = 0; slot < initial_.size(); ++slot) {
      const auto& domain = space_.domain(static_cast<int>(slot));
      const auto nothing = std::ranges::find_if(domain, [](const SpaceValue& value) {
        return value.kind == SpaceValue::Kind::Null ||
               (value.kind == SpaceValue::Kind::Length && value.number == 0);
      });
      if (nothing != domain.end()) initial_[slot] = static_cast<std::uint32_t>(nothing - domain.begin());
    }
    for (const SpaceObject& object : space_.objects) {
      add_atom(object.name);
      class_of_atom_.push_back(class_index_of(object, *theory_.classes.classes));
    }
    object_atoms_ = atoms_.size();
    for (std::size_t i = 0; i < space_.objects.size(); ++i)
      describe(static_cast<std::int64_t>(i), class_of_atom_[i], space_.objects[i].parts,
               space_.objects[i].name);
  }

  void describe(std::int64_t owner, int class_index, const std::vector<SpacePart>& parts,
                const std::string& name) {
    const cxx::ClassInfo& info = theory_.classes.at(class_index);
    for (std::size_t i = 0; !error_ && i < parts.size() && i < info.fields.size(); ++i) {
      const cxx::FieldInfo& field = info.fields[i];
      const int declaring = field.base >= 0 ? field.base : class_index;
      part({owner,
            declaring,
            field.name,
            shape_of(*theory_.classes.types, field.type),
            {},
            {},
            {},
            name + "." + field.name},
           field.type, parts[i]);
    }
  }

  // Where a part is.
  struct Place {
    std::int64_t owner;
    int class_index;
    std::string field;
    Shape shape;
    std::vector<Element> indices;
    std::vector<InputSpace::Choice> condition;  // what an optional around it must be for it to be there
    bool may_be_missing;
    std::string name;
  };

  Relating& relating(const Place& place, int level) {
    const Key key{place.class_index, place.field, level};
    const auto [at, fresh] = by_key_.emplace(key, relatings_.size());
    if (fresh) relatings_.push_back({place.class_index, place.field, level, place.shape});
    return relatings_[at->second];
  }

  static std::vector<Element> row(const Place& place, Element value) {
    std::vector<Element> result{{false, place.owner}};
    result.insert(result.end(), place.indices.begin(), place.indices.end());
    result.push_back(value);
    return result;
  }

  void part(const Place& place, int type, const SpacePart& description) {
    const cxx::TypeInfo& info = theory_.classes.type(type);
    switch (description.kind) {
      case SpacePart::Kind::Slot:
        return choose(place, info, description.slot);
      case SpacePart::Kind::Record:
        return record(place, info, description);
      case SpacePart::Kind::Array:
      case SpacePart::Kind::Vector:
        return sequence(place, info, description);
      case SpacePart::Kind::Optional: {
        Place inner = place;
        inner.may_be_missing = true;
        const auto& lengths = space_.domain(description.slot);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
          if (lengths[i].number == 1)
            inner.condition.push_back(
                {static_cast<std::uint32_t>(description.slot), static_cast<std::uint32_t>(i)});
          if (lengths.size() == 1) inner.may_be_missing = lengths[i].number == 0;
        }
        if (lengths.size() == 1 && lengths[0].number == 0) {
          relating(place, -1).partial.insert(place.owner);
          return;
        }
        return part(inner, info.target, description.parts.front());
      }
      case SpacePart::Kind::Buffer:
        if (is_row(info)) return row_behind(place, info, description);
        return cannot_choose(
            place, input_error(fmt::format("{} is {}, which relational clauses cannot speak of", place.name,
                                           info.kind == detail::kContainerType
                                               ? "a " + info.name
                                               : "an array of objects or pointers behind a pointer"),
                               "use a std::vector, or a C++ invariant"));
      case SpacePart::Kind::Left:
        left_.insert({place.class_index, place.field});
        return;
    }
  }

  void cannot_choose(const Place& place, Diagnostic why) {
    if (!question_.only_filters) return fail(std::move(why));
    leaves_fields_out_ = true;
    left_.insert({place.class_index, place.field});
    unrelated_.emplace(std::pair(place.class_index, place.field), std::move(why));
  }

  void choose(const Place& place, const cxx::TypeInfo& type, int slot) {
    Relating& relation = relating(place, -1);
    const auto& domain = space_.domain(slot);
    bool has_null = place.may_be_missing;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if (domain[i].kind == SpaceValue::Kind::Null) {
        has_null = true;
        continue;
      }
      const bool is_pointer = type.kind >= detail::kPointerType && type.kind != detail::kUnsupportedType;
      if (is_pointer && domain[i].kind == SpaceValue::Kind::Opaque) {
        return cannot_choose(
            place, input_error(fmt::format("{} may lead into an object or to a variable, which relational "
                                           "clauses cannot speak of",
                                           place.name),
                               "use a C++ invariant"));
      }
      relation.rows.push_back(row(place, element(type, domain[i], place)));
      std::vector<InputSpace::Choice> choices = place.condition;
      choices.push_back({static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(i)});
      relation.choices.push_back(std::move(choices));
    }
    (has_null ? relation.partial : relation.total).insert(place.owner);
  }

  Element element(const cxx::TypeInfo& type, const SpaceValue& value, const Place& place) {
    switch (value.kind) {
      case SpaceValue::Kind::Number:
      case SpaceValue::Kind::Length:
        integers_.insert(value.number);
        return {true, value.number};
      case SpaceValue::Kind::Boolean:
        return {false, constant(value.number != 0 ? "true" : "false")};
      case SpaceValue::Kind::Reference:
        return {false, value.number};
      case SpaceValue::Kind::Enumerator:
        for (const auto& [name, number] : type.enumerators) {
          if (name == value.text) return {false, constant(fmt::format("{}={}", type.name, number))};
        }
        return {false, constant(fmt::format("{}={}", type.name, value.text))};
      default:
        return {false, constant(place.name.substr(place.name.find('.')) + "=" + value.text)};
    }
  }

  std::int64_t constant(const std::string& name) {
    const auto [at, fresh] = constants_.emplace(name, 0);
    if (fresh)
      at->second = -1 - static_cast<std::int64_t>(constants_.size());  // gets its atom after all objects
    return at->second;
  }

  void record(const Place& place, const cxx::TypeInfo& type, const SpacePart& description) {
    const std::int64_t inner = -1'000'000 - static_cast<std::int64_t>(records_.size());  // likewise
    records_.push_back({place.name, type.target});
    Relating& relation = relating(place, -1);
    relation.rows.push_back(row(place, {false, inner}));
    relation.choices.push_back(place.condition);
    (place.may_be_missing ? relation.partial : relation.total).insert(place.owner);
    describe(inner, type.target, description.parts, place.name);
  }

  void sequence(const Place& place, const cxx::TypeInfo& type, const SpacePart& description) {
    const int level = static_cast<int>(place.indices.size());
    {
      Relating& lengths = relating(place, level);
      lengths.total.insert(place.owner);
      if (description.kind == SpacePart::Kind::Array) {
        add_length(lengths, place, static_cast<std::int64_t>(description.parts.size()), {});
      } else {
        const auto& domain = space_.domain(description.slot);
        for (std::size_t i = 0; i < domain.size(); ++i)
          add_length(lengths, place, domain[i].number,
                     {{static_cast<std::uint32_t>(description.slot), static_cast<std::uint32_t>(i)}});
      }
    }
    elements_of(place, type.target, description);
  }

  void elements_of(const Place& place, int type, const SpacePart& description) {
    // Also if there is never an element, the relation is there.
    if (description.parts.empty()) relating(place, -1).total.insert(place.owner);
    for (std::size_t i = 0; i < description.parts.size(); ++i) {
      Place inner = place;
      integers_.insert(static_cast<std::int64_t>(i));
      inner.indices.push_back({true, static_cast<std::int64_t>(i)});
      inner.name = fmt::format("{}[{}]", place.name, i);
      part(inner, type, description.parts[i]);
    }
  }

  // An array behind a pointer. Its length is chosen with the pointer, or it is what another field says: then
  // that field's relation decides, and the length follows it.
  void row_behind(const Place& place, const cxx::TypeInfo& type, const SpacePart& description) {
    Relating& lengths = relating(place, static_cast<int>(place.indices.size()));
    lengths.total.insert(place.owner);
    const auto& domain = space_.domain(description.length);
    const bool is_counted = description.slot < 0;
    if (is_counted) lengths.counter = description.length;
    bool has_null = false, has_empty = false;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      const bool is_null = domain[i].kind == SpaceValue::Kind::Null;
      const std::int64_t length = is_null ? 0 : std::max<std::int64_t>(domain[i].number, 0);
      has_null |= is_null;
      has_empty |= !is_null && length == 0;
      if (is_counted) {
        counted_.insert({domain[i].number, length});
        add_length(lengths, place, length, {});
      } else {
        add_length(lengths, place, length,
                   {{static_cast<std::uint32_t>(description.slot), static_cast<std::uint32_t>(i)}});
      }
    }
    if (has_null && has_empty && question_.only_filters) leaves_fields_out_ = true;
    if (has_null && has_empty && !question_.only_filters) {
      return fail(input_error(
          fmt::format("{} may be null or lead to an empty array, which are the same to relational clauses",
                      place.name),
          "leave out null or 0 among its lengths, or use a C++ invariant"));
    }
    elements_of(place, type.element, description);
  }

  void add_length(Relating& lengths, const Place& place, std::int64_t length,
                  std::vector<InputSpace::Choice> choices) {
    integers_.insert(length);
    longest_ = std::max(longest_, length);
    lengths.rows.push_back(row(place, {true, length}));
    lengths.choices.push_back(std::move(choices));
  }

  // Objects first, then what they hold by value, then constants; only now do the latter two have atoms.
  void add_constants() {
    std::map<std::int64_t, std::int64_t> final_atom;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      final_atom[-1'000'000 - static_cast<std::int64_t>(i)] = add_atom(records_[i].first);
      class_of_atom_.push_back(records_[i].second);
    }
    object_atoms_ = atoms_.size();
    constant("true");
    constant("false");
    for (const Theory::Enumerator& each : theory_.enumerators)
      constant(fmt::format("{}={}", theory_.classes.type(each.type).name, each.value));
    for (auto& [name, atom] : constants_) {
      const std::int64_t made = add_atom(name);
      final_atom[atom] = made;
      atom = made;
    }
    const auto settle = [&](std::int64_t& atom) {
      if (atom < 0) atom = final_atom.at(atom);
    };
    for (Relating& relation : relatings_) {
      for (auto& each : relation.rows) {
        for (Element& one : each) {
          if (!one.is_integer) settle(one.value);
        }
      }
      for (std::set<std::int64_t>* owners : {&relation.total, &relation.partial}) {
        std::set<std::int64_t> settled;
        for (std::int64_t owner : *owners) {
          settle(owner);
          settled.insert(owner);
        }
        *owners = std::move(settled);
      }
    }
  }

  // ---- relations

  Relation declare(const std::string& name, int arity) {
    const Relation relation(name, arity);
    frame_.terms(relation);
    return relation;
  }

  Expr constant_set(const std::string& name, const std::set<std::int64_t>& atoms) {
    const Relation relation = declare(name, 1);
    std::vector<std::vector<Element>> rows;
    for (const std::int64_t atom : atoms) rows.push_back({{false, atom}});
    fixed_.push_back({relation, std::move(rows)});
    return frame_.terms(relation);
  }

  void describe_relations() {
    for (Relating& relation : relatings_) {
      const std::string name =
          relation.level < 0 ? relation.field : length_name(relation.field, relation.level);
      relation.relation =
          declare(theory_.classes.at(relation.class_index).name + "::" + name, relation.arity());
    }
    live_.emplace(declare("live", 1));
    root_.emplace(constant_set("root", {0}));
    std::vector<std::vector<Element>> rows;
    for (std::int64_t n = 1; n <= longest_; ++n) {
      for (std::int64_t i = 0; i < n; ++i) rows.push_back({{true, n}, {true, i}});
    }
    below_.emplace(declare("below", 2));
    counted_lengths_.emplace(declare("counted", 2));
    std::vector<std::vector<Element>> counted;
    for (const auto& [count, length] : counted_) counted.push_back({{true, count}, {true, length}});
    fixed_.push_back({*counted_lengths_, std::move(counted)});
    for (std::int64_t i = 0; i <= longest_; ++i) integers_.insert(i);
    fixed_.push_back({*below_, std::move(rows)});
  }

  const Relating* find(int class_index, const std::string& field, int level) const {
    const auto at = by_key_.find({class_index, field, level});
    return at == by_key_.end() ? nullptr : &relatings_[at->second];
  }

  bool derives(int derived, int base) const {
    return derived == base || std::ranges::count(theory_.classes.at(derived).bases, base) > 0;
  }

  void bind_model() {
    frame_.sigs[model::index(model::kInt)] = frame_.terms(ints());
    for (std::size_t c = 0; c < theory_.sig_of_class.size(); ++c) {
      if (!theory_.sig_of_class[c]) continue;
      std::set<std::int64_t> atoms;
      for (std::size_t a = 0; a < class_of_atom_.size(); ++a) {
        if (derives(class_of_atom_[a], static_cast<int>(c))) atoms.insert(static_cast<std::int64_t>(a));
      }
      if (atoms.empty()) continue;
      const Expr all = constant_set(theory_.classes.at(static_cast<int>(c)).name, atoms);
      frame_.sigs[model::index(*theory_.sig_of_class[c])] = frame_.terms(*live_ & all);
    }
    bind_constant(theory_.yes, "true");
    bind_constant(theory_.no, "false");
    frame_.sigs[model::index(theory_.boolean)] =
        frame_.terms(frame_.sig(theory_.yes) + frame_.sig(theory_.no));
    for (const Theory::Enumerator& each : theory_.enumerators)
      bind_constant(each.sig, fmt::format("{}={}", theory_.classes.type(each.type).name, each.value));
    for (const auto& [type, sig] : theory_.enums) {
      Expr all = none();
      for (const Theory::Enumerator& each : theory_.enumerators) {
        if (each.type == type) all = frame_.terms(all + frame_.sig(each.sig));
      }
      frame_.sigs[model::index(sig)] = all;
    }
    for (const Attribute& attribute : theory_.attributes) {
      if (const Relating* relation = find(attribute.class_index, attribute.field, attribute.level))
        frame_.fields[model::index(attribute.after)] = frame_.terms(*relation->relation);
    }
  }

  void bind_constant(model::SigId sig, const std::string& name) {
    const Expr value = constant_set(name, {constants_.at(name)});
    frame_.sigs[model::index(sig)] = value;
    frame_.singletons.insert(value.pointer().get());
  }

  // ---- what holds of every heap

  void require(const Formula& formula, const Clause* origin) {
    formulas_.push_back(frame_.terms(formula));
    origins_.push_back(origin);
  }

  void constrain_heap() {
    std::set<std::int64_t> objects;
    for (std::size_t i = 0; i < object_atoms_; ++i) objects.insert(static_cast<std::int64_t>(i));
    Expr links = none(2);
    for (const Relating& relation : relatings_) {
      constrain(relation);
      if (relation.counter >= 0) follow_counter(relation);
      if (relation.level < 0 && relation.shape.kind == Shape::Kind::Object) links = links + link(relation);
    }
    require(equal(*live_, join(*root_, reflexive_closure(links))), nullptr);
  }

  Expr link(const Relating& relation) {
    if (relation.shape.dimensions == 0) return *relation.relation;
    std::set<std::int64_t> owners = relation.total;
    owners.insert(relation.partial.begin(), relation.partial.end());
    const Variable from("from"), to("to");
    Expr image = join(from, *relation.relation);
    for (int i = 0; i < relation.shape.dimensions; ++i) image = join(ints(), image);
    return comprehension({{from, constant_set("owners", owners)}, {to, image}}, fretsaw::constant(true));
  }

  void constrain(const Relating& relation) {
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
  void follow_counter(const Relating& lengths) {
    const auto counts = std::ranges::find_if(relatings_, [&](const Relating& each) {
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
  Formula elements(const Relating& relation, const Expr& value, const Variable& owner, int level, int depth,
                   bool total) {
    if (level == depth) return total ? one(value) : lone(value);
    const Relating* lengths = find(relation.class_index, relation.field, level);
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
    const TheoryClause& made = theory_.clauses[clause];
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
    const TheoryClause& made = theory_.clauses[clause];
    const int root_class = class_of_atom_.front();
    std::vector<Expr> values;
    for (const ClauseVariable& variable : made.variables) {
      if (!theory_.classes.at(root_class).is_frame) {
        values.push_back(*root_);
        continue;
      }
      const std::string field = variable.kind == ClauseVariable::Kind::Receiver
                                    ? "this"
                                    : made.owned.parameters[variable.argument].field;
      const Relating* relation = find(root_class, field, variable.level);
      if (relation == nullptr) {
        values.push_back(none(variable.columns()));
        if (variable.kind != ClauseVariable::Kind::Result && left_.contains({root_class, field}))
          fail(
              error_at(made.owned.clause->keyword, ErrorClass::Input,
                       fmt::format("the parameter '{}' is not chosen, so no clause can be about it", field)));
      } else {
        values.push_back(join(*root_, *relation->relation));
      }
    }
    return lowered(clause, values);
  }

  Formula lowered(std::size_t clause, const std::vector<Expr>& values) {
    auto formula = lower_clause(theory_, clause, frame_, values);
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
    look_for_left(*predicate.body, seen);
  }

  void look_for_left(const model::Expr& expr, std::set<model::FunctionId>& seen) {
    if (expr.op == model::Op::Field) {
      for (const Attribute& attribute : theory_.attributes) {
        if (attribute.after == expr.field && left_.contains({attribute.class_index, attribute.field})) {
          const auto unrelated = unrelated_.find({attribute.class_index, attribute.field});
          if (unrelated != unrelated_.end()) return fail(unrelated->second);
          fail(error_at(
              expr.span, ErrorClass::Input,
              fmt::format("{}::{} keeps the value that the constructor gives it, so no formula can choose it",
                          theory_.classes.at(attribute.class_index).name, attribute.field),
              "bound it with --values, or write the clause in C++"));
        }
      }
    }
    if (expr.op == model::Op::Call && seen.insert(expr.function).second) {
      if (const auto& body = theory_.model->function(expr.function).body) look_for_left(*body, seen);
    }
    for (const model::ExprPtr& child : expr.children) look_for_left(*child, seen);
    for (const model::Decl& decl : expr.decls) look_for_left(*decl.bound, seen);
  }

  // ---- the problem

  void note(std::map<const Leaf*, Columns>& columns, const Relation& relation,
            const std::vector<std::vector<Element>>& rows) const {
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

  Result<InputSpace> finish() {
    std::vector<std::vector<Element>> live_rows;
    for (std::size_t i = 0; i < object_atoms_; ++i)
      live_rows.push_back({{false, static_cast<std::int64_t>(i)}});
    std::map<const Leaf*, Columns> columns;
    for (const Relating& relation : relatings_) note(columns, *relation.relation, relation.rows);
    for (const auto& [relation, rows] : fixed_) note(columns, relation, rows);
    note(columns, *live_, live_rows);
    const IntegerNeeds needs = integer_needs(formulas_, columns);
    if (needs.too_many) {
      return input_error("the numbers in the relational clauses may become too large to search",
                         "bound the integers with --values, or write the clause in C++");
    }
    integers_.insert(needs.atoms.begin(), needs.atoms.end());
    InputSpace result;
    Problem& problem = result.problem_;
    const std::int64_t low = std::min(needs.smallest, integers_.empty() ? 0 : *integers_.begin());
    const std::int64_t high = std::max(needs.largest, integers_.empty() ? 0 : *integers_.rbegin());
    if (low < -(std::int64_t{1} << 29) || high >= std::int64_t{1} << 29) {
      return input_error(
          fmt::format("relational clauses over integers from {} to {} cannot be searched", low, high),
          "bound the integers with --values, or write the clause in C++");
    }
    int width = 1;
    while (low < -(std::int64_t{1} << (width - 1)) || high > (std::int64_t{1} << (width - 1)) - 1) ++width;
    problem.integers.bitwidth = width;
    problem.integers.overflow = Overflow::Wrap;  // there is none
    for (const std::int64_t value : integers_) {
      problem.integers.atoms.emplace_back(value, static_cast<Atom>(atoms_.size()));
      atom_of_integer_[value] = static_cast<Atom>(atoms_.size());
      atoms_.push_back(fmt::format("{}", value));
    }
    problem.universe = Universe(atoms_);
    problem.bounds.push_back({*live_, TupleSet(1, {{0}}), tuples(1, live_rows)});
    for (const auto& [relation, rows] : fixed_) {
      const TupleSet value = tuples(relation.arity(), rows);
      problem.bounds.push_back({relation, value, value});
    }
    for (const Relating& relation : relatings_) {
      result.tables_.push_back(table(relation, problem.bounds.size()));
      problem.bounds.push_back(
          {*relation.relation, TupleSet(relation.arity()), tuples(relation.arity(), relation.rows)});
    }
    problem.formulas = formulas_;
    if (const auto variable = higher_order_variable(problem)) return ranges_over_sets(*variable);
    result.origins_ = origins_;
    result.initial_ = initial_;
    result.leaves_fields_out_ = leaves_fields_out_;
    return result;
  }

  Diagnostic ranges_over_sets(const Variable& variable) const {
    const auto origin = frame_.variables.find(variable.leaf());
    const Span span = origin == frame_.variables.end() ? Span{} : origin->second.span;
    return error_at(
        span, ErrorClass::Type,
        fmt::format("'{}' stands for sets here, and no search goes through all of them", variable.name()),
        "a field alone is the whole relation: its value for an object is this.field");
  }

  Atom atom(const Element& element) const {
    return element.is_integer ? atom_of_integer_.at(element.value) : static_cast<Atom>(element.value);
  }

  TupleSet tuples(int arity, const std::vector<std::vector<Element>>& rows) const {
    std::vector<Atom> all;
    for (const auto& each : rows) {
      for (const Element& one : each) all.push_back(atom(one));
    }
    return TupleSet::from_rows(arity, std::move(all));
  }

  InputSpace::Table table(const Relating& relation, std::size_t bound) const {
    InputSpace::Table result{bound, {}};
    for (std::size_t i = 0; i < relation.rows.size(); ++i) {
      std::uint64_t number = 0;
      for (const Element& one : relation.rows[i]) number = number * atoms_.size() + atom(one);
      for (const InputSpace::Choice& choice : relation.choices[i])
        result.choices.emplace_back(number, choice);
    }
    std::ranges::stable_sort(result.choices, {}, [](const auto& each) { return each.first; });
    return result;
  }

  const Theory& theory_;
  const ObjectSpace& space_;
  const Question& question_;
  lowering::Frame frame_;
  std::optional<Diagnostic> error_;
  std::vector<std::string> atoms_;
  std::vector<int> class_of_atom_;  // of objects, those held by value included
  std::size_t object_atoms_ = 0;
  std::vector<std::pair<std::string, int>> records_;
  std::map<std::string, std::int64_t> constants_;
  std::set<std::int64_t> integers_;
  std::map<std::int64_t, Atom> atom_of_integer_;
  std::int64_t longest_ = 0;
  std::vector<Relating> relatings_;
  std::map<Key, std::size_t> by_key_;
  std::set<std::pair<int, std::string>> left_;  // fields that keep their constructed values
  std::map<std::pair<int, std::string>, Diagnostic>
      unrelated_;  // those among them that something else chooses
  bool leaves_fields_out_ = false;
  std::optional<Relation> live_;
  std::optional<Expr> root_;
  std::optional<Relation> below_;
  std::set<std::pair<std::int64_t, std::int64_t>> counted_;  // what counting fields may be, and the lengths
  std::optional<Relation> counted_lengths_;
  std::vector<Variable> indices_;
  std::vector<std::pair<Relation, std::vector<std::vector<Element>>>> fixed_;
  std::vector<Formula> formulas_;
  std::vector<const Clause*> origins_;
  std::vector<std::uint32_t> initial_;
};

Result<InputSpace> InputSpace::build(const Theory& theory, const ObjectSpace& space,
                                     const Question& question) {
  return SpaceBuilder(theory, space, question).run();
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

}  // namespace fretsaw::contract
