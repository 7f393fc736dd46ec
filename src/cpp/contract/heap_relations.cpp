// SPDX-License-Identifier: MIT
#include "cpp/contract/heap_relations.hpp"

#include <algorithm>

namespace fretsaw::contract {

HeapRelations::HeapRelations(const Theory& theory, int frame)
    : theory_(theory), types_(*theory.classes.types) {
  declare();
  plan_classes(frame);
}

// ---- what there is

std::size_t HeapRelations::add(const std::string& name, int arity, const TupleSet& constant) {
  const Relation relation(name, arity);
  problem_.bounds.push_back({relation, constant.empty() ? TupleSet(arity) : constant,
                             constant.empty() ? TupleSet(arity) : constant});
  return problem_.bounds.size() - 1;
}

Stateful HeapRelations::add_stateful(const std::string& name, int arity) {
  const std::size_t before = add(before_name(name), arity);
  return {before, add(name, arity)};
}

Atom HeapRelations::constant_atom(int type, std::int64_t value) {
  const auto [at, fresh] = constants_.emplace(std::pair(type, value), static_cast<Atom>(constants_.size()));
  return at->second;
}

void HeapRelations::constant_set(model::SigId sig, const std::vector<Atom>& atoms) {
  constant_sigs_.emplace_back(sig, add(theory_.model->sig(sig).name, 1, TupleSet::unary(atoms)));
}

void HeapRelations::declare() {
  for (std::size_t c = 0; c < theory_.sig_of_class.size(); ++c)
    class_sets_.push_back(add_stateful(theory_.classes.at(static_cast<int>(c)).name, 1));
  for (const Attribute& attribute : theory_.attributes)
    attributes_.push_back(
        add_stateful(attribute.is_length() ? length_name(attribute.field, attribute.level) : attribute.field,
                     attribute.columns()));
  no_ = constant_atom(kBoolean, 0);
  yes_ = constant_atom(kBoolean, 1);
  constant_set(theory_.no, {no_});
  constant_set(theory_.yes, {yes_});
  constant_set(theory_.boolean, {no_, yes_});
  std::map<int, std::vector<Atom>> members;
  for (const Theory::Enumerator& each : theory_.enumerators) {
    const Atom atom = constant_atom(each.type, each.value);
    constant_set(each.sig, {atom});
    members[each.type].push_back(atom);
  }
  for (const auto& [type, sig] : theory_.enums) constant_set(sig, members[type]);
  fixed_atoms_ = static_cast<Atom>(constants_.size());
}

Stateful HeapRelations::attribute(int class_index, const std::string& field, int level) const {
  for (std::size_t i = 0; i < theory_.attributes.size(); ++i) {
    const Attribute& each = theory_.attributes[i];
    if (each.class_index == class_index && each.field == field && each.level == level) return attributes_[i];
  }
  return {};
}

// The fields of the frame that calls begin with are relations without an owner's column.
void HeapRelations::plan_classes(int frame) {
  for (std::size_t c = 0; c < theory_.classes.classes->size(); ++c) {
    const int index = static_cast<int>(c);
    const code::ClassInfo& info = theory_.classes.at(index);
    ClassPlan plan;
    plan.is_frame = info.is_frame;
    const auto add_set = [&](std::size_t of) {
      plan.sets[0].push_back(class_sets_[of].before);
      plan.sets[1].push_back(class_sets_[of].after);
    };
    if (!plan.is_frame) {
      add_set(c);
      for (const int base : info.bases) add_set(static_cast<std::size_t>(base));
    }
    for (const code::FieldInfo& field : info.fields) {
      FieldPlan made{field.type, {}};
      const Shape shape = shape_of(types_, field.type);
      for (int level = -1; shape.kind != Shape::Kind::Unsupported && level < shape.dimensions; ++level) {
        if (!plan.is_frame) {
          made.relations.push_back(attribute(field.base >= 0 ? field.base : index, field.name, level));
          continue;
        }
        made.relations.push_back(add_stateful("@" + field.name, 1 + (level >= 0 ? level : shape.dimensions)));
        if (index == frame) arguments_[{field.name, level}] = made.relations.back();
      }
      plan.fields.push_back(std::move(made));
    }
    class_plans_.push_back(std::move(plan));
  }
  for (const TheoryClause& clause : theory_.clauses) {
    if (clause.owned.result < 0 || result_plan_.type >= 0) continue;
    const Shape shape = shape_of(types_, clause.owned.result);
    result_plan_.type = clause.owned.result;
    for (int level = -1; shape.kind != Shape::Kind::Unsupported && level < shape.dimensions; ++level) {
      const std::size_t bound = add("@result", 1 + (level >= 0 ? level : shape.dimensions));
      result_plan_.relations.push_back({bound, bound});
    }
  }
}

void HeapRelations::keep_only(const std::set<const Leaf*>& relations) {
  const auto is_kept = [&](std::size_t bound) {
    return relations.contains(problem_.bounds[bound].relation.leaf());
  };
  for (ClassPlan& plan : class_plans_) {
    for (auto& sets : plan.sets) std::erase_if(sets, [&](std::size_t bound) { return !is_kept(bound); });
    for (FieldPlan& field : plan.fields) {
      field.is_wanted[0] = std::ranges::any_of(field.relations, is_kept, &Stateful::before);
      field.is_wanted[1] = std::ranges::any_of(field.relations, is_kept, &Stateful::after);
    }
  }
}

const Stateful* HeapRelations::argument(const std::string& field, int level) const {
  const auto found = arguments_.find({field, level});
  return found == arguments_.end() ? nullptr : &found->second;
}

RelationMeaning HeapRelations::meaning(const Leaf* leaf) const {
  using Kind = RelationMeaning::Kind;
  const auto is = [&](std::size_t bound) { return problem_.bounds[bound].relation.leaf() == leaf; };
  const auto either = [&](const Stateful& pair, RelationMeaning out) -> std::optional<RelationMeaning> {
    if (!is(pair.before) && !is(pair.after)) return std::nullopt;
    out.state = is(pair.before) ? State::Before : State::After;
    return out;
  };
  for (std::size_t c = 0; c < class_sets_.size(); ++c) {
    if (auto found = either(class_sets_[c], {.kind = Kind::Objects, .class_index = static_cast<int>(c)}))
      return *found;
  }
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const Attribute& each = theory_.attributes[i];
    if (auto found = either(
            attributes_[i],
            {.kind = Kind::Field, .class_index = each.class_index, .field = each.field, .level = each.level}))
      return *found;
  }
  for (const auto& [key, pair] : arguments_) {
    if (auto found = either(pair, {.kind = Kind::Argument, .field = key.first, .level = key.second}))
      return *found;
  }
  for (std::size_t i = 0; i < result_plan_.relations.size(); ++i) {
    if (is(result_plan_.relations[i].after)) return {.kind = Kind::Result, .level = static_cast<int>(i) - 1};
  }
  RelationMeaning out;
  for (const auto& [sig, bound] : constant_sigs_) {
    if (!is(bound)) continue;
    for (const Atom atom : problem_.bounds[bound].upper.atoms()) {
      for (const auto& [constant, number] : constants_) {
        if (number == atom) out.constants.push_back(constant);
      }
    }
  }
  return out;
}

// ---- what is loaded

Atom HeapRelations::integer(Whole number) {
  const auto atom = evaluator_->integer(number);
  if (!atom) full_ = true;
  return atom.value_or(kNoAtom);
}

namespace {

// Atoms of integers far beyond 64 bits are used by nothing else.
constexpr Whole kUnnamed = Whole{1} << 100;
constexpr Whole kValues = Whole{1} << 66;  // of each type

}  // namespace

// A value that is none of the enumerators is a constant of its own, different from all integers and objects.
Atom HeapRelations::enumerator(int type, std::int64_t value) {
  if (const auto known = constants_.find({type, value}); known != constants_.end()) return known->second;
  return integer(kUnnamed + type * kValues + value);
}

void HeapRelations::insert(const Stateful& relation, State state, std::span<const Atom> row) {
  evaluator_->insert(state == State::Before ? relation.before : relation.after, row);
}

// Reads values, and puts them into the relations of the plan.
class HeapRelations::Loader {
 public:
  Loader(HeapRelations& into, object::HeapWords words, State state)
      : into_(into), cursor_{into.types_, words}, state_(state) {}

  bool has_more() const { return cursor_.at < cursor_.words.size() && !into_.full_; }
  std::int64_t next() { return cursor_.next(); }

  void field(const FieldPlan& plan, const Atom* owner) {
    const bool is_skipped = plan.relations.empty() || !plan.is_wanted[static_cast<std::size_t>(state_)];
    if (is_skipped) return cursor_.skip(plan.type);
    row_.clear();
    if (owner != nullptr) row_.push_back(*owner);
    value(plan, plan.type, 0);
  }

 private:
  void value(const FieldPlan& plan, int type, std::size_t level) {
    const code::TypeInfo& info = cursor_.type(type);
    switch (info.kind) {
      case detail::kArrayType:
        return sequence(plan, info.target, level, static_cast<std::int64_t>(info.count));
      case detail::kVectorType:
        return sequence(plan, info.target, level, next());
      case detail::kOptionalType:
        if (next() != 0) value(plan, info.target, level);
        return;
      case detail::kContainerType:
      case detail::kUnsupportedType:
        if (space::is_row(info)) return row(plan, info.element, level, next());
        return text(plan, next());
      default:
        insert(plan.relations.front(), leaf(info, type, next()));
    }
  }

  void insert(const Stateful& relation, Atom value) {
    if (value == kNoAtom) return;
    row_.push_back(value);
    into_.insert(relation, state_, row_);
    row_.pop_back();
  }

  void sequence(const FieldPlan& plan, int element, std::size_t level, std::int64_t length) {
    insert(plan.relations[level + 1], into_.integer(length));
    for (std::int64_t i = 0; i < length && !into_.full_; ++i) {
      row_.push_back(into_.integer(i));
      if (!into_.full_) value(plan, element, level + 1);
      row_.pop_back();
    }
  }

  // Behind null and behind what was deleted there is nothing.
  void row(const FieldPlan& plan, int element, std::size_t level, std::int64_t length) {
    if (length == object::kUnallocated) {
      for (const Stateful& each : plan.relations) {
        const std::size_t bound = state_ == State::Before ? each.before : each.after;
        into_.unknown_.insert(into_.problem_.bounds[bound].relation.leaf());
      }
    }
    sequence(plan, element, level, std::max<std::int64_t>(length, 0));
  }

  // The characters of a string.
  void text(const FieldPlan& plan, std::int64_t length) {
    insert(plan.relations[1], into_.integer(length));
    for (std::int64_t i = 0; i < length && !into_.full_; ++i) {
      row_.push_back(into_.integer(i));
      const std::int64_t character = next();
      if (!into_.full_) insert(plan.relations.front(), into_.integer(character));
      row_.pop_back();
    }
  }

  Atom leaf(const code::TypeInfo& info, int type, std::int64_t word) {
    switch (info.kind) {
      case detail::kBoolType:
        return word != 0 ? into_.yes_ : into_.no_;
      case detail::kIntegerType:
      case detail::kCharType: {
        const bool is_large = !info.is_signed && word < 0 && info.size == 8;
        return into_.integer(is_large ? static_cast<Whole>(static_cast<std::uint64_t>(word)) : word);
      }
      case detail::kEnumType:
        return into_.enumerator(type, word);
      default:
        return word < 0 ? kNoAtom : into_.object(word);
    }
  }

  HeapRelations& into_;
  space::HeapCursor cursor_;
  State state_;
  std::vector<Atom> row_;
};

bool HeapRelations::load(ExactEvaluator& evaluator, object::HeapWords before, object::HeapWords after,
                         object::HeapWords result) {
  evaluator_ = &evaluator;
  evaluator.begin();
  full_ = false;
  unknown_.clear();
  std::fill(atom_of_id_.begin(), atom_of_id_.end(), kNoAtom);
  if (!full_) read_heap(before, State::Before);
  if (!full_) read_heap(after, State::After);
  if (!full_ && !result.empty() && result_plan_.type >= 0)
    Loader(*this, result, State::After).field(result_plan_, nullptr);
  return !full_;
}

// A new one, if it is met for the first time.
Atom HeapRelations::object(std::int64_t id) {
  if (static_cast<std::size_t>(id) >= atom_of_id_.size())
    atom_of_id_.resize(static_cast<std::size_t>(id) + 16, kNoAtom);
  Atom& atom = atom_of_id_[static_cast<std::size_t>(id)];
  if (atom != kNoAtom) return atom;
  const auto fresh = evaluator_->object();
  if (!fresh) full_ = true;
  return atom = fresh.value_or(kNoAtom);
}

void HeapRelations::read_heap(object::HeapWords words, State state) {
  Loader loader(*this, words, state);
  while (loader.has_more()) {
    const std::int64_t id = loader.next();
    const ClassPlan& plan = class_plans_[static_cast<std::size_t>(object::class_of_word(loader.next()))];
    const Atom atom = plan.is_frame ? kNoAtom : object(id);
    if (full_) return;
    const Atom* const owner = plan.is_frame ? nullptr : &atom;
    for (const std::size_t set : plan.sets[static_cast<std::size_t>(state)])
      evaluator_->insert(set, {owner, 1});
    for (const FieldPlan& field : plan.fields) loader.field(field, owner);
  }
}

bool HeapRelations::is_number(Atom atom) const {
  return atom >= fixed_atoms_ && std::ranges::find(atom_of_id_, atom) == atom_of_id_.end();
}

std::string HeapRelations::text(Atom atom, const std::function<std::string(std::int64_t)>& name) const {
  if (atom == yes_) return "true";
  if (atom == no_) return "false";
  for (const auto& [key, constant] : constants_) {
    if (constant != atom) continue;
    for (const auto& [enumerator, value] : types_[static_cast<std::size_t>(key.first)].enumerators) {
      if (value == key.second) return enumerator;
    }
  }
  for (std::size_t id = 0; id < atom_of_id_.size(); ++id) {
    if (atom_of_id_[id] == atom) return name(static_cast<std::int64_t>(id));
  }
  const Whole number = evaluator_->number_of(atom);
  if (number < kUnnamed - kValues / 2) return fretsaw::to_string(number);
  const Whole type = (number - kUnnamed + kValues / 2) / kValues;
  return types_[static_cast<std::size_t>(type)].name + "(" +
         fretsaw::to_string(number - kUnnamed - type * kValues) + ")";
}

}  // namespace fretsaw::contract
