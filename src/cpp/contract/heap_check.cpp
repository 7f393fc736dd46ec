// SPDX-License-Identifier: MIT
//
// One problem with relations for two states, of which a heap fills as many as there are. Every clause is
// lowered for each state it can be asked in: an invariant twice. Atoms are objects and integers as they come;
// if there are more of them than the universe has, the evaluator is built anew with a larger one, which
// happens a few times in a run.
#include "cpp/contract/heap_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>

#include "alloy/model/clause_conjuncts.hpp"
#include "base/excerpt.hpp"
#include "cpp/contract/lower_clause.hpp"

namespace fretsaw::contract {

namespace {

constexpr std::size_t kNoTerm = static_cast<std::size_t>(-1);
constexpr Atom kFirstUniverse = 24;
constexpr Atom kMaxUniverse = 1 << 14;

}  // namespace

class HeapCheck::Impl {
 public:
  Impl(std::shared_ptr<const Theory> theory, int frame)
      : theory_(std::move(theory)), relations_(*theory_, frame) {}

  Status build() {
    parts_.resize(theory_->clauses.size());
    for (std::size_t c = 0; c < theory_->clauses.size(); ++c) {
      if (auto done = check_integers(*theory_, c); !done) return done.error();
      if (auto done = lower(c); !done) return done.error();
    }
    std::set<const Leaf*> mentioned;
    std::unordered_set<const Node*> seen;
    for (const NodePtr& root : roots_) collect_leaves(*root, seen, mentioned);
    relations_.keep_only(mentioned);
    resize(kFirstUniverse);
    return Success{};
  }

  void load(object::HeapWords before, object::HeapWords after, object::HeapWords result) {
    before_ = before;
    after_ = after;
    result_ = result;
    while (!try_load() && universe_ < kMaxUniverse) resize(2 * universe_);
  }

  bool try_load() { return relations_.load(*evaluator_, before_, after_, result_); }

  // The answer to a term; a universe that turns out to be too small is not the term's fault.
  Truth truth(std::size_t term) {
    is_unknown_ = !relations_.unknown().empty() && mentions(*roots_[term], relations_.unknown());
    if (is_unknown_) return Truth::TooLarge;
    for (;;) {
      const Truth answer = evaluator_->truth(term);
      if (evaluator_->failure() != ExactEvaluator::EvaluationFailure::NoAtoms || universe_ >= kMaxUniverse)
        return answer;
      do resize(2 * universe_);
      while (!try_load() && universe_ < kMaxUniverse);
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

  Meaning meaning(const Leaf* leaf) const { return relations_.meaning(leaf); }

  std::string failure_text() const {
    if (is_unknown_) return "the length of an array in memory that was not allocated is unknown";
    switch (evaluator_->failure()) {
      case ExactEvaluator::EvaluationFailure::NoNumber:
        return "a number exceeds 128 bits, or is divided by zero";
      case ExactEvaluator::EvaluationFailure::NoAtoms:
        return "too many objects and integers";
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

  // ---- clauses

  enum class View { Before, After, Both };

  lowering::LoweringContext view(View which) {
    lowering::LoweringContext frame = empty_context(*theory_);
    const auto& attributes = relations_.attributes();
    const auto& class_sets = relations_.class_sets();
    const bool plain_before = which == View::Before;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const Attribute& each = theory_->attributes[i];
      frame.fields[model::index(each.after)] =
          frame.terms(relations_.relation(plain_before ? attributes[i].before : attributes[i].after));
      frame.fields[model::index(each.before)] = frame.terms(relations_.relation(attributes[i].before));
    }
    for (std::size_t c = 0; c < theory_->sig_of_class.size(); ++c) {
      if (!theory_->sig_of_class[c]) continue;
      const Expr before = frame.terms(relations_.relation(class_sets[c].before));
      const Expr after = frame.terms(relations_.relation(class_sets[c].after));
      frame.sigs[model::index(*theory_->sig_of_class[c])] = which == View::Before ? before
                                                            : which == View::After
                                                                ? after
                                                                : frame.terms(before + after);
    }
    for (const auto& [sig, bound] : relations_.constant_sigs()) {
      frame.sigs[model::index(sig)] = frame.terms(relations_.relation(bound));
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
        lowering::LoweringContext frame = view(state == State::Before ? View::Before : View::After);
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
      return Success{};
    }
    const bool both = made.owned.two_states;
    lowering::LoweringContext frame = view(both ? View::Both : View::Before);
    auto body = lower_clause(*theory_, clause, frame, values_of(made, frame));
    if (!body) return body.error();
    if (auto done = check_exact(clause, *body, frame); !done) return done.error();
    (both ? terms_.back().after : terms_.back().before) = add_term(body->pointer());
    if (both) add_parts(clause, frame, values_of(made, frame));
    return Success{};
  }

  const model::Expr& body_of(std::size_t clause) const {
    return *theory_->model->function(theory_->clauses[clause].predicate).body;
  }

  void add_parts(std::size_t clause, lowering::LoweringContext& frame, const std::vector<Expr>& values) {
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

  void add_invariant_parts(std::size_t clause, State state, lowering::LoweringContext& frame,
                           const Variable& self, const Expr& objects) {
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
      if (evaluator_->failure() != ExactEvaluator::EvaluationFailure::None) return std::nullopt;
      return fretsaw::to_string(number);
    }
    const TupleSet tuples = evaluator_->tuples(term);
    if (evaluator_->failure() != ExactEvaluator::EvaluationFailure::None) return std::nullopt;
    // Numbers in their order, then the others in the order of their names.
    std::vector<std::pair<std::vector<Whole>, std::string>> rows;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      auto& [numbers, text] = rows.emplace_back();
      for (const Atom atom : tuples.row(i)) {
        text += (text.empty() ? "" : "->") + relations_.text(atom, name);
        numbers.push_back(relations_.is_number(atom) ? evaluator_->number_of(atom) : Whole{1} << 100);
      }
    }
    std::ranges::sort(rows);
    std::string out;
    constexpr std::size_t kMaxShownRows = 20;
    for (std::size_t i = 0; i < rows.size() && i <= kMaxShownRows; ++i)
      out += (i == 0 ? "" : ", ") + (i < kMaxShownRows ? rows[i].second : std::string("…"));
    return tuples.arity() == 1 && tuples.size() == 1 ? out : "{" + out + "}";
  }

  std::vector<Expr> values_of(const TheoryClause& made, lowering::LoweringContext& frame) const {
    std::vector<Expr> values;
    for (const ClauseVariable& variable : made.variables) {
      const bool is_made = made.owned.constructs && variable.kind == ClauseVariable::Kind::Receiver;
      if (variable.kind == ClauseVariable::Kind::Result || is_made) {
        values.push_back(frame.terms(relations_.relation(relations_.result(variable.level))));
        continue;
      }
      const std::string field = variable.kind == ClauseVariable::Kind::Receiver
                                    ? "this"
                                    : made.owned.parameters[variable.argument].field;
      const Stateful* const found = relations_.argument(field, variable.level);
      if (found == nullptr) {
        values.push_back(frame.terms(none(variable.columns())));
        continue;
      }
      const bool two = variable.kind == ClauseVariable::Kind::Argument &&
                       made.owned.parameters[variable.argument].has_two_states;
      const bool after = made.owned.two_states && two && !variable.before;
      values.push_back(frame.terms(relations_.relation(after ? found->after : found->before)));
    }
    return values;
  }

  Status check_exact(std::size_t clause, const Formula& formula,
                     const lowering::LoweringContext& frame) const {
    const Node* culprit = depends_on_all_integers(formula.node());
    if (culprit == nullptr) return Success{};
    Span place = theory_->clauses[clause].owned.clause->keyword;
    for (const auto& [leaf, origin] : frame.variables) {
      if (mentions_domain(formula.node(), leaf, culprit) && origin.span.source != nullptr)
        place = origin.span;
    }
    return error_at(
        place, ErrorClass::Type,
        fmt::format("'{}' depends on all integers and cannot be evaluated", to_string(*culprit, 60)),
        "restrict it to the values of a field, or to the indices of an array");
  }

  static void collect_leaves(const Node& node, std::unordered_set<const Node*>& seen,
                             std::set<const Leaf*>& out) {
    if (!seen.insert(&node).second) return;
    if (node.leaf != nullptr) out.insert(node.leaf.get());
    for (const Decl& decl : node.decls) collect_leaves(decl.domain.node(), seen, out);
    for (const NodePtr& child : node.children) collect_leaves(*child, seen, out);
  }

  // Whether the term contains one of them.
  static bool mentions(const Node& node, const std::set<const Leaf*>& relations) {
    if (node.leaf != nullptr && relations.contains(node.leaf.get())) return true;
    return std::ranges::any_of(node.decls,
                               [&](const Decl& decl) { return mentions(decl.domain.node(), relations); }) ||
           std::ranges::any_of(node.children,
                               [&](const NodePtr& child) { return mentions(*child, relations); });
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
    universe_ = std::max(universe, static_cast<Atom>(relations_.fixed_atoms() + 1));
    std::vector<std::string> names;
    for (Atom i = 0; i < universe_; ++i) names.push_back(fmt::format("{}", i));
    relations_.problem().universe = Universe(std::move(names));
    relations_.problem().integers = {30, Overflow::Exact, {}};
    evaluator_.emplace(relations_.problem(), roots_, relations_.fixed_atoms());
  }

  std::shared_ptr<const Theory> theory_;
  HeapRelations relations_;
  std::vector<Terms> terms_;
  std::vector<std::vector<PartTerms>> parts_;  // by clause
  std::vector<NodePtr> roots_;
  std::optional<ExactEvaluator> evaluator_;
  Atom universe_ = 0;
  object::HeapWords before_, after_, result_;
  bool is_unknown_ = false;  // the last result depends on unknown values
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

void HeapCheck::load(object::HeapWords before, object::HeapWords after, object::HeapWords result) {
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
std::string HeapCheck::failure_text() const { return impl_->failure_text(); }

}  // namespace fretsaw::contract
