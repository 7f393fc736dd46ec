// SPDX-License-Identifier: MIT
//
// One problem with relations for two states, of which a heap fills as many as there are. Every clause is
// lowered for each state it can be asked in: an invariant twice. Atoms are objects and integers as they come;
// if there are more of them than the universe has, the evaluator is built anew with a larger one, which
// happens a few times in a run.
#include "contract/heap_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "base/excerpt.hpp"
#include "contract/clause_parts.hpp"
#include "contract/frames.hpp"

namespace fretsaw::contract {

namespace {

constexpr std::size_t kNoTerm = static_cast<std::size_t>(-1);
constexpr Atom kFirstUniverse = 24;
constexpr Atom kLargestUniverse = 1 << 14;

}  // namespace

class HeapCheck::Impl {
 public:
  Impl(std::shared_ptr<const Theory> theory, int frame)
      : theory_(std::move(theory)), frame_class_(frame), types_(*theory_->classes.types) {}

  Status build() {
    parts_.resize(theory_->clauses.size());
    declare_relations();
    plan_classes();
    for (std::size_t c = 0; c < theory_->clauses.size(); ++c) {
      if (auto done = check_integers(*theory_, c); !done) return done.error();
      if (auto done = lower(c); !done) return done.error();
    }
    resize(kFirstUniverse);
    return Done{};
  }

  void load(HeapWords before, HeapWords after, HeapWords result) {
    before_ = before;
    after_ = after;
    result_ = result;
    while (!try_load() && universe_ < kLargestUniverse) resize(2 * universe_);
  }

  // The answer to a term; a universe that turns out to be too small is not the term's fault.
  Truth truth(std::size_t term) {
    for (;;) {
      const Truth answer = evaluator_->truth(term);
      if (evaluator_->trouble() != ExactEvaluator::Trouble::NoAtoms || universe_ >= kLargestUniverse)
        return answer;
      do resize(2 * universe_);
      while (!try_load() && universe_ < kLargestUniverse);
    }
  }

  Truth holds(std::size_t clause) {
    return truth(theory_->clauses[clause].owned.two_states ? terms_[clause].after : terms_[clause].before);
  }

  Truth invariant(std::size_t clause, State state) {
    return truth(state == State::Before ? terms_[clause].before : terms_[clause].after);
  }

  std::optional<Reason> explain(std::size_t clause, State state,
                                const std::function<std::string(std::int64_t)>& name) {
    const bool is_invariant = theory_->clauses[clause].owned.clause->kind == ClauseKind::Invariant;
    for (const PartTerms& part : parts_[clause]) {
      const std::size_t term = is_invariant && state == State::Before ? part.before : part.after;
      if (truth(term) != Truth::False) continue;
      Reason reason{fretsaw::whole(part.formula->span), {}};
      for (const auto& [expr, value] : part.values) {
        if (auto shown = value_text(*expr, value, name))
          reason.values.emplace_back(one_line(fretsaw::whole(expr->span).text()), *std::move(shown));
      }
      return reason;
    }
    return std::nullopt;
  }

  NodePtr term(std::size_t clause, State state) const {
    const Terms& terms = terms_[clause];
    return roots_[state == State::Before ? terms.before : terms.after];
  }

  Meaning meaning(const Leaf* leaf) const {
    using Kind = Meaning::Kind;
    const auto is = [&](std::size_t bound) { return problem_.bounds[bound].relation.leaf() == leaf; };
    const auto either = [&](const Stateful& pair, Meaning out) -> std::optional<Meaning> {
      if (!is(pair.before) && !is(pair.after)) return std::nullopt;
      out.state = is(pair.before) ? State::Before : State::After;
      return out;
    };
    for (std::size_t c = 0; c < class_sets_.size(); ++c) {
      if (auto found = either(class_sets_[c], {.kind = Kind::Objects, .class_index = static_cast<int>(c)}))
        return *found;
    }
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const Attribute& each = theory_->attributes[i];
      if (auto found = either(attributes_[i], {.kind = Kind::Field,
                                               .class_index = each.class_index,
                                               .field = each.field,
                                               .level = each.level}))
        return *found;
    }
    for (const auto& [key, pair] : frame_relations_) {
      if (auto found = either(pair, {.kind = Kind::Argument, .field = key.first, .level = key.second}))
        return *found;
    }
    for (std::size_t i = 0; i < result_plan_.relations.size(); ++i) {
      if (is(result_plan_.relations[i].after))
        return {.kind = Kind::Result, .level = static_cast<int>(i) - 1};
    }
    Meaning out;
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

  std::string trouble() const {
    switch (evaluator_->trouble()) {
      case ExactEvaluator::Trouble::NoNumber:
        return "a number is beyond 128 bits, or divided by zero";
      case ExactEvaluator::Trouble::NoAtoms:
        return "there are too many objects and integers";
      default:
        return "a quantifier or an expression is too large";
    }
  }

 private:
  // A part of a clause that must hold by itself.
  struct PartTerms {
    const model::Expr* formula;
    std::size_t before = kNoTerm;
    std::size_t after = kNoTerm;
    std::vector<std::pair<const model::Expr*, std::size_t>> values{};
  };

  struct Terms {
    std::size_t before = kNoTerm;
    std::size_t after = kNoTerm;
  };

  // A relation in two states, by its position among the bounds.
  struct Stateful {
    std::size_t before = 0;
    std::size_t after = 0;
  };

  // What to do with the words of a field.
  struct FieldPlan {
    int type = -1;
    std::vector<Stateful> relations;  // the value's, then those of the lengths; empty: the value is skipped
  };

  struct ClassPlan {
    std::vector<std::size_t> sets;  // of Stateful: the class itself and its bases
    std::vector<FieldPlan> fields;
    bool is_frame = false;
  };

  // ---- relations

  std::size_t add(const std::string& name, int arity, TupleSet constant = TupleSet(1)) {
    const Relation relation(name, arity);
    problem_.bounds.push_back({relation, constant.empty() ? TupleSet(arity) : constant,
                               constant.empty() ? TupleSet(arity) : constant});
    return problem_.bounds.size() - 1;
  }

  Stateful add_stateful(const std::string& name, int arity) {
    const std::size_t before = add(before_name(name), arity);
    return {before, add(name, arity)};
  }

  Expr relation(std::size_t bound) const { return problem_.bounds[bound].relation; }

  Atom constant_atom(int type, std::int64_t value) {
    const auto [at, fresh] = constants_.emplace(std::pair(type, value), static_cast<Atom>(constants_.size()));
    return at->second;
  }

  void declare_relations() {
    for (std::size_t c = 0; c < theory_->sig_of_class.size(); ++c)
      class_sets_.push_back(add_stateful(theory_->classes.at(static_cast<int>(c)).name, 1));
    for (const Attribute& attribute : theory_->attributes)
      attributes_.push_back(add_stateful(
          attribute.is_length() ? length_name(attribute.field, attribute.level) : attribute.field,
          attribute.columns()));
    no_ = constant_atom(kBoolean, 0);
    yes_ = constant_atom(kBoolean, 1);
    constant_set(theory_->no, {no_});
    constant_set(theory_->yes, {yes_});
    constant_set(theory_->boolean, {no_, yes_});
    std::map<int, std::vector<Atom>> members;
    for (const Theory::Enumerator& each : theory_->enumerators) {
      const Atom atom = constant_atom(each.type, each.value);
      constant_set(each.sig, {atom});
      members[each.type].push_back(atom);
    }
    for (const auto& [type, sig] : theory_->enums) constant_set(sig, members[type]);
    fixed_atoms_ = static_cast<Atom>(constants_.size());
  }

  void constant_set(model::SigId sig, const std::vector<Atom>& atoms) {
    constant_sigs_.emplace_back(sig, add(theory_->model->sig(sig).name, 1, TupleSet::unary(atoms)));
  }

  Stateful attribute(int class_index, const std::string& field, int level) const {
    for (std::size_t i = 0; i < theory_->attributes.size(); ++i) {
      const Attribute& each = theory_->attributes[i];
      if (each.class_index == class_index && each.field == field && each.level == level)
        return attributes_[i];
    }
    return {};
  }

  void plan_classes() {
    for (std::size_t c = 0; c < theory_->classes.classes->size(); ++c) {
      const int index = static_cast<int>(c);
      const cxx::ClassInfo& info = theory_->classes.at(index);
      ClassPlan plan;
      plan.is_frame = info.is_frame;
      if (!plan.is_frame) {
        plan.sets.push_back(c);
        for (const int base : info.bases) plan.sets.push_back(static_cast<std::size_t>(base));
      }
      for (const cxx::FieldInfo& field : info.fields) {
        FieldPlan made{field.type, {}};
        const Shape shape = shape_of(types_, field.type);
        if (shape.kind != Shape::Kind::Unsupported) {
          for (int level = -1; level < shape.dimensions; ++level) {
            if (plan.is_frame) {
              made.relations.push_back(frame_relation(index, field.name, level, shape));
            } else {
              made.relations.push_back(attribute(field.base >= 0 ? field.base : index, field.name, level));
            }
          }
        }
        plan.fields.push_back(std::move(made));
      }
      class_plans_.push_back(std::move(plan));
    }
    for (const TheoryClause& clause : theory_->clauses) {
      if (clause.owned.result < 0 || result_plan_.type >= 0) continue;
      const Shape shape = shape_of(types_, clause.owned.result);
      result_plan_.type = clause.owned.result;
      for (int level = -1; shape.kind != Shape::Kind::Unsupported && level < shape.dimensions; ++level) {
        const int arity = 1 + (level >= 0 ? level : shape.dimensions);
        const std::size_t bound = add("@result", arity);
        result_plan_.relations.push_back({bound, bound});
      }
    }
  }

  // The fields of the frame that calls begin with are relations without an owner's column.
  Stateful frame_relation(int class_index, const std::string& field, int level, const Shape& shape) {
    const int arity = 1 + (level >= 0 ? level : shape.dimensions);
    const Stateful made = add_stateful("@" + field, arity);
    if (class_index == frame_class_) frame_relations_[{field, level}] = made;
    return made;
  }

  // ---- clauses

  enum class View { Before, After, Both };

  lowering::Frame view(View which) {
    lowering::Frame frame = empty_frame(*theory_);
    const bool plain_before = which == View::Before;
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const Attribute& each = theory_->attributes[i];
      frame.fields[model::index(each.after)] =
          frame.terms(relation(plain_before ? attributes_[i].before : attributes_[i].after));
      frame.fields[model::index(each.before)] = frame.terms(relation(attributes_[i].before));
    }
    for (std::size_t c = 0; c < theory_->sig_of_class.size(); ++c) {
      if (!theory_->sig_of_class[c]) continue;
      const Expr before = frame.terms(relation(class_sets_[c].before));
      const Expr after = frame.terms(relation(class_sets_[c].after));
      frame.sigs[model::index(*theory_->sig_of_class[c])] = which == View::Before ? before
                                                            : which == View::After
                                                                ? after
                                                                : frame.terms(before + after);
    }
    for (const auto& [sig, bound] : constant_sigs_) {
      frame.sigs[model::index(sig)] = frame.terms(relation(bound));
      if (theory_->model->sig(sig).mult == model::SigMult::One)
        frame.singletons.insert(frame.sigs[model::index(sig)].pointer().get());
    }
    frame.sigs[model::index(model::kInt)] = frame.terms(ints());
    frame.problem.integers.bitwidth = 30;
    return frame;
  }

  Status lower(std::size_t clause) {
    const TheoryClause& made = theory_->clauses[clause];
    terms_.emplace_back();
    if (made.owned.clause->kind == ClauseKind::Invariant) {
      for (const State state : {State::Before, State::After}) {
        lowering::Frame frame = view(state == State::Before ? View::Before : View::After);
        const Variable self("this");
        auto body = lower_clause(*theory_, clause, frame, {Expr(self)});
        if (!body) return body.error();
        const Expr& objects =
            frame.sig(*theory_->sig_of_class[static_cast<std::size_t>(made.owned.receiver)]);
        const Formula formula = all({{self, objects}}, *body);
        if (auto done = check_exact(clause, formula, frame); !done) return done.error();
        (state == State::Before ? terms_.back().before : terms_.back().after) = add_term(formula.pointer());
        add_invariant_parts(clause, state, frame, self, objects);
      }
      return Done{};
    }
    const bool both = made.owned.two_states;
    lowering::Frame frame = view(both ? View::Both : View::Before);
    auto body = lower_clause(*theory_, clause, frame, values_of(made, frame));
    if (!body) return body.error();
    if (auto done = check_exact(clause, *body, frame); !done) return done.error();
    (both ? terms_.back().after : terms_.back().before) = add_term(body->pointer());
    if (both) add_parts(clause, frame, values_of(made, frame));
    return Done{};
  }

  const model::Expr& body_of(std::size_t clause) const {
    return *theory_->model->function(theory_->clauses[clause].predicate).body;
  }

  void add_parts(std::size_t clause, lowering::Frame& frame, const std::vector<Expr>& values) {
    for (const Conjunct& conjunct : conjuncts_of(body_of(clause))) {
      std::vector<const model::Expr*> wanted = {conjunct.formula};
      wanted.insert(wanted.end(), conjunct.values.begin(), conjunct.values.end());
      const std::vector<NodePtr> nodes = lower_parts(*theory_, clause, frame, values, wanted);
      PartTerms part{conjunct.formula};
      part.after = add_term(nodes.front());
      for (std::size_t i = 1; i < nodes.size(); ++i) part.values.emplace_back(wanted[i], add_term(nodes[i]));
      parts_[clause].push_back(std::move(part));
    }
  }

  void add_invariant_parts(std::size_t clause, State state, lowering::Frame& frame, const Variable& self,
                           const Expr& objects) {
    const std::vector<Conjunct> conjuncts = conjuncts_of(body_of(clause));
    std::vector<const model::Expr*> wanted;
    for (const Conjunct& conjunct : conjuncts) wanted.push_back(conjunct.formula);
    const std::vector<NodePtr> nodes = lower_parts(*theory_, clause, frame, {Expr(self)}, wanted);
    auto& parts = parts_[clause];
    parts.resize(conjuncts.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      parts[i].formula = wanted[i];
      const std::size_t term = add_term(all({{self, objects}}, Formula(nodes[i])).pointer());
      (state == State::Before ? parts[i].before : parts[i].after) = term;
    }
  }

  // "{Node$0, Node$1}", "3", "true"; nothing if it takes too much.
  std::optional<std::string> value_text(const model::Expr& expr, std::size_t term,
                                        const std::function<std::string(std::int64_t)>& name) {
    if (expr.kind == model::Kind::Integer) {
      const Whole number = evaluator_->number(term);
      if (evaluator_->trouble() != ExactEvaluator::Trouble::None) return std::nullopt;
      return fretsaw::to_string(number);
    }
    const TupleSet tuples = evaluator_->tuples(term);
    if (evaluator_->trouble() != ExactEvaluator::Trouble::None) return std::nullopt;
    // Numbers in their order, then the others in the order of their names.
    std::vector<std::pair<std::vector<Whole>, std::string>> rows;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      auto& [numbers, text] = rows.emplace_back();
      for (const Atom atom : tuples.row(i)) {
        text += (text.empty() ? "" : "->") + atom_text(atom, name);
        numbers.push_back(is_object_or_constant(atom) ? Whole{1} << 100 : evaluator_->number_of(atom));
      }
    }
    std::ranges::sort(rows);
    std::string out;
    constexpr std::size_t kMostRows = 20;
    for (std::size_t i = 0; i < rows.size() && i <= kMostRows; ++i)
      out += (i == 0 ? "" : ", ") + (i < kMostRows ? rows[i].second : std::string("…"));
    return tuples.arity() == 1 && tuples.size() == 1 ? out : "{" + out + "}";
  }

  bool is_object_or_constant(Atom atom) const {
    return atom < fixed_atoms_ || std::ranges::find(atom_of_id_, atom) != atom_of_id_.end();
  }

  std::string atom_text(Atom atom, const std::function<std::string(std::int64_t)>& name) const {
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
    return fretsaw::to_string(evaluator_->number_of(atom));
  }

  std::vector<Expr> values_of(const TheoryClause& made, lowering::Frame& frame) const {
    std::vector<Expr> values;
    for (const ClauseVariable& variable : made.variables) {
      const bool is_made = made.owned.constructs && variable.kind == ClauseVariable::Kind::Receiver;
      if (variable.kind == ClauseVariable::Kind::Result || is_made) {
        values.push_back(frame.terms(
            relation(result_plan_.relations[static_cast<std::size_t>(variable.level + 1)].after)));
        continue;
      }
      const std::string field = variable.kind == ClauseVariable::Kind::Receiver
                                    ? "this"
                                    : made.owned.parameters[variable.argument].field;
      const auto found = frame_relations_.find({field, variable.level});
      if (found == frame_relations_.end()) {
        values.push_back(frame.terms(none(variable.columns())));
        continue;
      }
      const bool two = variable.kind == ClauseVariable::Kind::Argument &&
                       made.owned.parameters[variable.argument].has_two_states;
      const bool after = made.owned.two_states && two && !variable.before;
      values.push_back(frame.terms(relation(after ? found->second.after : found->second.before)));
    }
    return values;
  }

  Status check_exact(std::size_t clause, const Formula& formula, const lowering::Frame& frame) const {
    const Node* culprit = depends_on_all_integers(formula.node());
    if (culprit == nullptr) return Done{};
    Span place = theory_->clauses[clause].owned.clause->keyword;
    for (const auto& [leaf, origin] : frame.variables) {
      if (mentions_domain(formula.node(), leaf, culprit) && origin.span.source != nullptr)
        place = origin.span;
    }
    return error_at(place, ErrorClass::Type,
                    fmt::format("'{}' depends on all integers there are, which no evaluation can go through",
                                to_string(*culprit, 60)),
                    "say which integers: those of a field, or the indices of an array");
  }

  // Is the variable bound to the domain somewhere in the term?
  static bool mentions_domain(const Node& node, const Leaf* leaf, const Node* domain) {
    for (const Decl& decl : node.decls) {
      if (decl.variable.leaf() == leaf && &decl.domain.node() == domain) return true;
      if (mentions_domain(decl.domain.node(), leaf, domain)) return true;
    }
    return std::ranges::any_of(node.children,
                               [&](const NodePtr& child) { return mentions_domain(*child, leaf, domain); });
  }

  std::size_t add_term(NodePtr term) {
    roots_.push_back(std::move(term));
    return roots_.size() - 1;
  }

  void resize(Atom universe) {
    universe_ = std::max(universe, static_cast<Atom>(fixed_atoms_ + 1));
    std::vector<std::string> names;
    for (Atom i = 0; i < universe_; ++i) names.push_back(fmt::format("{}", i));
    problem_.universe = Universe(std::move(names));
    problem_.integers = {30, Overflow::Exact, {}};
    evaluator_.emplace(problem_, roots_, fixed_atoms_);
  }

  // ---- heaps

  // False if there are not enough atoms.
  bool try_load() {
    evaluator_->begin();
    full_ = false;
    std::fill(atom_of_id_.begin(), atom_of_id_.end(), kNoAtom);
    number_objects(before_);
    number_objects(after_);
    if (!full_) read_heap(before_, State::Before);
    if (!full_) read_heap(after_, State::After);
    if (!full_ && !result_.empty() && result_plan_.type >= 0) {
      Reader reader{*this, result_, 0, State::After};
      reader.field(result_plan_, nullptr);
    }
    return !full_;
  }

  static constexpr Atom kNoAtom = ~Atom{0};

  void number_objects(HeapWords words) {
    Reader reader{*this, words, 0, State::Before};
    while (reader.at < words.size() && !full_) {
      const std::int64_t id = words[reader.at];
      const auto class_index = static_cast<std::size_t>(words[reader.at + 1]);
      reader.at += 2;
      if (!class_plans_[class_index].is_frame) give_atom(id);
      for (const FieldPlan& field : class_plans_[class_index].fields) reader.skip(field.type);
    }
  }

  void give_atom(std::int64_t id) {
    if (static_cast<std::size_t>(id) >= atom_of_id_.size())
      atom_of_id_.resize(static_cast<std::size_t>(id) + 16, kNoAtom);
    Atom& atom = atom_of_id_[static_cast<std::size_t>(id)];
    if (atom != kNoAtom) return;
    const auto fresh = evaluator_->object();
    if (!fresh) {
      full_ = true;
      return;
    }
    atom = *fresh;
  }

  void read_heap(HeapWords words, State state) {
    Reader reader{*this, words, 0, state};
    while (reader.at < words.size() && !full_) {
      const std::int64_t id = words[reader.at];
      const ClassPlan& plan = class_plans_[static_cast<std::size_t>(words[reader.at + 1])];
      reader.at += 2;
      const Atom* owner = plan.is_frame ? nullptr : &atom_of_id_[static_cast<std::size_t>(id)];
      for (const std::size_t set : plan.sets) insert(class_sets_[set], state, {owner, 1});
      for (const FieldPlan& field : plan.fields) reader.field(field, owner);
    }
  }

  void insert(const Stateful& relation, State state, std::span<const Atom> row) {
    evaluator_->insert(state == State::Before ? relation.before : relation.after, row);
  }

  struct Reader {
    Impl& check;
    HeapWords words;
    std::size_t at;
    State state;
    std::vector<Atom> row{};

    std::int64_t next() { return words[at++]; }

    void field(const FieldPlan& plan, const Atom* owner) {
      if (plan.relations.empty()) return skip(plan.type);
      row.clear();
      if (owner != nullptr) row.push_back(*owner);
      value(plan, plan.type, 0);
    }

    void value(const FieldPlan& plan, int type, std::size_t level) {
      const cxx::TypeInfo& info = check.types_[static_cast<std::size_t>(type)];
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
          return text(plan, next());
        default: {
          const Atom atom = leaf(info, type, next());
          if (atom == kNoAtom) return;
          row.push_back(atom);
          check.insert(plan.relations.front(), state, row);
          row.pop_back();
        }
      }
    }

    void sequence(const FieldPlan& plan, int element, std::size_t level, std::int64_t length) {
      insert_integer(plan.relations[level + 1], length);
      for (std::int64_t i = 0; i < length && !check.full_; ++i) {
        const auto index = check.evaluator_->integer(i);
        if (!index) {
          check.full_ = true;
          return;
        }
        row.push_back(*index);
        value(plan, element, level + 1);
        row.pop_back();
      }
    }

    // The characters of a string.
    void text(const FieldPlan& plan, std::int64_t length) {
      insert_integer(plan.relations[1], length);
      for (std::int64_t i = 0; i < length && !check.full_; ++i) {
        const auto index = check.evaluator_->integer(i);
        if (!index) check.full_ = true;
        row.push_back(index.value_or(0));
        insert_integer(plan.relations.front(), next());
        row.pop_back();
      }
    }

    void insert_integer(const Stateful& relation, std::int64_t number) {
      const auto atom = check.evaluator_->integer(number);
      if (!atom) {
        check.full_ = true;
        return;
      }
      row.push_back(*atom);
      check.insert(relation, state, row);
      row.pop_back();
    }

    Atom leaf(const cxx::TypeInfo& info, int type, std::int64_t word) {
      switch (info.kind) {
        case detail::kBoolType:
          return word != 0 ? check.yes_ : check.no_;
        case detail::kIntegerType:
        case detail::kCharType: {
          const bool is_large = !info.is_signed && word < 0 && info.size == 8;
          const auto atom = check.evaluator_->integer(
              is_large ? static_cast<Whole>(static_cast<std::uint64_t>(word)) : word);
          if (!atom) check.full_ = true;
          return atom.value_or(kNoAtom);
        }
        case detail::kEnumType:
          return check.enumerator(type, word);
        default:
          return word < 0 ? kNoAtom : check.atom_of_id_[static_cast<std::size_t>(word)];
      }
    }

    void skip(int type) {
      const cxx::TypeInfo& info = check.types_[static_cast<std::size_t>(type)];
      switch (info.kind) {
        case detail::kArrayType:
          for (unsigned long i = 0; i < info.count; ++i) skip(info.target);
          return;
        case detail::kVectorType:
          for (std::int64_t n = next(); n > 0; --n) skip(info.target);
          return;
        case detail::kOptionalType:
          if (next() != 0) skip(info.target);
          return;
        case detail::kContainerType:
          if (!info.is_string && info.count == 0) {
            for (std::int64_t n = next(); n > 0; --n) {
              if (info.key >= 0) skip(info.key);
              if (info.target >= 0) skip(info.target);
            }
            return;
          }
          [[fallthrough]];
        case detail::kPlaceType:
        case detail::kUnsupportedType:
          if (info.is_string) at += static_cast<std::size_t>(next());
          return;
        case detail::kFloatType:
          return;
        default:
          ++at;
      }
    }
  };

  // A value that is none of the enumerators is a constant of its own, different from all integers and
  // objects.
  Atom enumerator(int type, std::int64_t value) {
    if (const auto known = constants_.find({type, value}); known != constants_.end()) return known->second;
    // Atoms of integers far beyond 64 bits are used by nothing else.
    const Whole beyond = (Whole{1} << 100) + (static_cast<Whole>(type) << 66) + value;
    const auto atom = evaluator_->integer(beyond);
    if (!atom) full_ = true;
    return atom.value_or(kNoAtom);
  }

  static constexpr int kBoolean = -1;

  std::shared_ptr<const Theory> theory_;
  int frame_class_;
  const std::vector<cxx::TypeInfo>& types_;
  Problem problem_;
  std::vector<Stateful> class_sets_;
  std::vector<Stateful> attributes_;
  std::map<std::pair<int, std::int64_t>, Atom> constants_;
  std::vector<std::pair<model::SigId, std::size_t>> constant_sigs_;
  std::map<std::pair<std::string, int>, Stateful> frame_relations_;
  std::vector<ClassPlan> class_plans_;
  FieldPlan result_plan_;
  Atom yes_ = 0;
  Atom no_ = 0;
  Atom fixed_atoms_ = 0;
  std::vector<Terms> terms_;
  std::vector<std::vector<PartTerms>> parts_;  // by clause
  std::vector<NodePtr> roots_;
  std::optional<ExactEvaluator> evaluator_;
  Atom universe_ = 0;
  bool full_ = false;
  HeapWords before_, after_, result_;
  std::vector<Atom> atom_of_id_;
};

HeapCheck::HeapCheck(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HeapCheck::~HeapCheck() = default;
HeapCheck::HeapCheck(HeapCheck&&) noexcept = default;
HeapCheck& HeapCheck::operator=(HeapCheck&&) noexcept = default;

Result<HeapCheck> HeapCheck::build(std::shared_ptr<const Theory> theory, int frame) {
  auto impl = std::make_unique<Impl>(std::move(theory), frame);
  if (auto built = impl->build(); !built) return built.error();
  return HeapCheck(std::move(impl));
}

void HeapCheck::load(HeapWords before, HeapWords after, HeapWords result) {
  impl_->load(before, after, result);
}
Truth HeapCheck::holds(std::size_t clause) { return impl_->holds(clause); }
Truth HeapCheck::invariant(std::size_t clause, State state) { return impl_->invariant(clause, state); }
std::optional<HeapCheck::Reason> HeapCheck::explain(std::size_t clause, State state,
                                                    const std::function<std::string(std::int64_t)>& name) {
  return impl_->explain(clause, state, name);
}
NodePtr HeapCheck::term(std::size_t clause, State state) const { return impl_->term(clause, state); }
HeapCheck::Meaning HeapCheck::meaning(const Leaf* relation) const { return impl_->meaning(relation); }
std::string HeapCheck::trouble() const { return impl_->trouble(); }

}  // namespace fretsaw::contract
