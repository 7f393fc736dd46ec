// SPDX-License-Identifier: MIT
//
// From terms to the evaluator's instructions.
//
// Equal subterms become one instruction, whether they were built as one node or not. What makes two
// occurrences of a node different is what its free variables are bound to, and, if numbers occur in it and
// overflow matters, the place it stands in (positive or negative) and how the quantifiers around it are read:
// all that is known here, so that nothing of it is left to be decided when the program runs. Hence the table
// from a node to its instructions has an entry per place and per bindings of the free variables.
//
// A variable is an instruction whose value is written by the loop that binds it; its level, and those of all
// instructions that depend on it, tell the machine how long values can be kept. That hoists what a loop does
// not change out of the loop.
#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

#include "logic/relational/evaluator_code.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw {

namespace {

constexpr std::size_t kMaxInstructions = std::size_t{1} << 20;
constexpr std::size_t kMaxWords = std::size_t{1} << 25;  // of all dense values together

bool is_integer(Op op) { return op >= Op::Constant; }

class Compiler {
 public:
  Compiler(const Problem& problem, EvaluatorCode& code, std::size_t max_dense_words, const Choices& choices)
      : code_(code),
        choices_(choices),
        free_(variables_of(choices)),
        max_dense_words_(max_dense_words),
        prevent_(problem.integers.overflow == Overflow::Prevent),
        exact_(problem.integers.overflow == Overflow::Exact) {
    code_.shape = DenseShape(problem.universe.size());
    code_.integers = problem.integers;
    std::ranges::sort(code_.integers.atoms);
    for (std::size_t i = 0; i < problem.bounds.size(); ++i) {
      const Relation& relation = problem.bounds[i].relation;
      Instruction leaf{.op = Op::Relation, .arity = relation.arity(), .level = kInstanceLevel};
      leaf.constant = static_cast<std::int64_t>(i);
      code_.relations.push_back(append(leaf, {}));
      relations_.emplace(relation.leaf(), code_.relations.back());
    }
  }

  InstructionId compile(const Node& node, bool positive) {
    if (code_.instructions.size() > kMaxInstructions) code_.too_large = true;
    if (code_.too_large) return 0;
    if (node.op == Op::Relation) return relations_.at(node.leaf.get());
    if (node.op == Op::Variable) return scope_.at(node.leaf.get()).back().variable;

    const bool place = !may_overflow(node) || positive;
    Occurrence here = {place ? 1U : 0U};
    for (const Leaf* leaf : free_.of(node)) here.push_back(scope_.at(leaf).back().variable);
    auto& occurrences = occurrences_[&node];
    if (const auto known = occurrences.find(here); known != occurrences.end()) return known->second;
    const InstructionId id = translate(node, place);
    occurrences.emplace(std::move(here), id);
    return id;
  }

 private:
  struct Binding {
    InstructionId variable;
    Level level;
    bool over_ints;
    bool universal;  // bound by a quantifier that is universal where it stands
  };
  // The place, and what the free variables are bound to.
  using Occurrence = std::vector<InstructionId>;

  static FreeVariables::Dependencies variables_of(const Choices& choices) {
    FreeVariables free;
    FreeVariables::Dependencies result;
    for (const auto& [decl, choice] : choices) result.emplace(decl, free.of(choice.node()));
    return result;
  }

  // Can the place of the node make a difference to its value?
  bool may_overflow(const Node& node) { return prevent_ && has_numbers(node); }

  bool has_numbers(const Node& node) {
    if (is_integer(node.op)) return true;
    if (const auto known = has_numbers_.find(&node); known != has_numbers_.end()) return known->second;
    const bool found =
        std::ranges::any_of(node.decls, [&](const Decl& decl) { return has_numbers(decl.domain.node()); }) ||
        std::ranges::any_of(node.children, [&](const NodePtr& child) { return has_numbers(*child); });
    return has_numbers_.emplace(&node, found).first->second;
  }

  InstructionId translate(const Node& node, bool positive) {
    switch (node.op) {
      case Op::All:
      case Op::Exists:
        return binder(node, positive, positive);
      case Op::Comprehension:
      case Op::SumOver:
        return binder(node, positive, true);
      case Op::Not:
        return combine(Op::Not, {compile(*node.children[0], !positive)});
      case Op::Implies:
        return either(combine(Op::Not, {compile(*node.children[0], positive)}),
                      compile(*node.children[1], positive));
      case Op::Iff:
        return iff(node, positive);
      case Op::ReflexiveClosure:
        return reflexive_closure(node, positive);
      case Op::IfFormula:
        return if_formula(node, positive);
      case Op::In:
      case Op::Equal:
      case Op::Some:
      case Op::One:
      case Op::Lone:
      case Op::No:
      case Op::IntEqual:
      case Op::IntLess:
      case Op::IntLessEqual:
        return atomic(node, positive);
      default:
        return operation(node, positive);
    }
  }

  // ^a + iden: ^a is often needed as well.
  InstructionId reflexive_closure(const Node& node, bool positive) {
    const InstructionId steps =
        append({.op = Op::Closure, .arity = 2}, {compile(*node.children[0], positive)});
    return append({.op = Op::Union, .arity = 2}, {steps, append({.op = Op::Iden, .arity = 2}, {})});
  }

  InstructionId iff(const Node& node, bool positive) {
    return combine(Op::Iff, {compile(*node.children[0], positive), compile(*node.children[1], positive)});
  }

  InstructionId if_formula(const Node& node, bool positive) {
    const InstructionId then = compile(*node.children[1], positive);
    const InstructionId otherwise = compile(*node.children[2], positive);
    const InstructionId condition = compile(*node.children[0], positive);
    return either(both(condition, then), both(combine(Op::Not, {condition}), otherwise));
  }

  InstructionId both(InstructionId a, InstructionId b) { return combine(Op::And, {a, b}); }
  InstructionId either(InstructionId a, InstructionId b) { return combine(Op::Or, {a, b}); }
  InstructionId combine(Op op, const std::vector<InstructionId>& operands) {
    return append(Instruction{.op = op}, operands);
  }

  InstructionId atomic(const Node& node, bool positive) {
    Instruction made{.op = node.op, .checks_overflow = may_overflow(node), .positive = positive};
    std::vector<InstructionId> operands;
    for (const NodePtr& side : node.children) {
      if (made.checks_overflow) made.universal[operands.size()] = reads_universally(*side);
      operands.push_back(compile(*side, positive));
    }
    made.shortcut = node.op == Op::In && holds_one_atom(operands[0]) && is_dense(operands[1]);
    return append(made, operands);
  }

  InstructionId operation(const Node& node, bool positive) {
    Instruction made{.op = node.op, .arity = node.arity};
    made.constant = node.constant;
    // In exact arithmetic every instance has its own atoms for numbers.
    if (exact_ && (node.op == Op::IntToExpr || node.op == Op::Ints)) made.level = kInstanceLevel;
    std::vector<InstructionId> operands;
    for (const NodePtr& child : node.children) operands.push_back(compile(*child, positive));
    made.shortcut = node.op == Op::Join && holds_one_atom(operands[0]) && is_dense(operands[1]);
    return append(made, operands);
  }

  bool holds_one_atom(InstructionId id) const {
    const Instruction& i = code_.instructions[id];
    return i.op == Op::Variable && i.constant == 1 && i.arity == 1 && i.dense;
  }
  bool is_dense(InstructionId id) const { return code_.instructions[id].dense; }

  // `inside` is the place of the body, and of all domains but the first.
  InstructionId binder(const Node& node, bool positive, bool inside) {
    Instruction made{.op = node.op, .arity = node.arity};
    std::vector<Loop> loops;
    std::vector<InstructionId> operands;
    for (const Decl& decl : node.decls) {
      const InstructionId domain = compile(decl.domain.node(), loops.empty() ? positive : inside);
      const auto chosen = choices_.find(&decl);
      const InstructionId choice =
          chosen == choices_.end() ? kNoInstruction : compile(chosen->second.node(), inside);
      operands.push_back(domain);
      const bool universal = node.op == (positive ? Op::All : Op::Exists);
      const bool one = decl.multiplicity == Multiplicity::One;
      Instruction variable{.op = Op::Variable, .arity = decl.variable.arity(), .level = code_.levels++};
      variable.constant = one ? 1 : 0;
      const InstructionId id = append(variable, {});
      scope_[decl.variable.leaf()].push_back(
          {id, variable.level, decl.domain.node().op == Op::Ints, universal});
      loops.push_back({id, domain, decl.multiplicity, choice});
    }
    operands.push_back(compile(*node.children[0], inside));
    for (const Decl& decl : node.decls) scope_.at(decl.variable.leaf()).pop_back();

    made.level = kConstantLevel;
    for (const Leaf* leaf : free_.of(node)) made.level = std::max(made.level, scope_.at(leaf).back().level);
    if (mentions_relations(node)) made.level = std::max(made.level, kInstanceLevel);
    made.first_loop = static_cast<std::uint32_t>(code_.loops.size());
    made.loops = static_cast<std::uint32_t>(loops.size());
    code_.loops.insert(code_.loops.end(), loops.begin(), loops.end());
    return append(made, operands);
  }

  bool mentions_relations(const Node& node) {
    if (node.op == Op::Relation) return true;
    if (const auto known = mentions_.find(&node); known != mentions_.end()) return known->second;
    const bool found =
        std::ranges::any_of(node.decls,
                            [&](const Decl& decl) {
                              return choices_.contains(&decl) || mentions_relations(decl.domain.node());
                            }) ||
        std::ranges::any_of(node.children, [&](const NodePtr& child) { return mentions_relations(*child); });
    return mentions_.emplace(&node, found).first->second;
  }

  // The innermost of the variables in the side's integer expressions that range directly over Int decides.
  bool reads_universally(const Node& side) {
    const Binding* innermost = nullptr;
    for (const Leaf* leaf : integer_variables(side)) {
      const Binding& binding = scope_.at(leaf).back();
      if (binding.over_ints && (innermost == nullptr || binding.level > innermost->level))
        innermost = &binding;
    }
    return innermost != nullptr && innermost->universal;
  }

  // Of a side of an atomic formula: the variables that its numbers are counted or summed from.
  const LeafSet& integer_variables(const Node& side) {
    if (const auto known = integer_variables_.find(&side); known != integer_variables_.end())
      return known->second;
    LeafSet found;
    const bool conditional = side.op == Op::IfExpr || side.op == Op::IfInt;
    if (side.op == Op::Count || side.op == Op::Sum) {
      found = uncounted_variables(*side.children[0]);
    } else if (side.op != Op::Comprehension) {
      for (std::size_t i = conditional ? 1 : 0; i < side.children.size(); ++i)
        found = united(found, integer_variables(*side.children[i]));
      for (const Decl& decl : side.decls) std::erase(found, decl.variable.leaf());
    }
    return integer_variables_.emplace(&side, std::move(found)).first->second;
  }

  // The free variables that occur anywhere but in what is counted or summed inside.
  const LeafSet& uncounted_variables(const Node& node) {
    if (const auto known = uncounted_variables_.find(&node); known != uncounted_variables_.end())
      return known->second;
    LeafSet found;
    if (node.op == Op::Variable) found = {node.leaf.get()};
    if (node.op != Op::Count && node.op != Op::Sum) {
      for (const NodePtr& child : node.children) found = united(found, uncounted_variables(*child));
      for (std::size_t i = node.decls.size(); i-- > 0;) {
        std::erase(found, node.decls[i].variable.leaf());
        found = united(found, uncounted_variables(node.decls[i].domain.node()));
      }
    }
    return uncounted_variables_.emplace(&node, std::move(found)).first->second;
  }

  static LeafSet united(const LeafSet& a, const LeafSet& b) {
    LeafSet both;
    std::ranges::set_union(a, b, std::back_inserter(both));
    return both;
  }

  // Gives back an instruction that does the same if there is one.
  InstructionId append(Instruction made, const std::vector<InstructionId>& operands) {
    const bool binds = made.loops > 0;
    if (!binds) {
      for (const InstructionId id : operands) {
        made.level = std::max(made.level, code_.instructions[id].level);
      }
    }
    const bool is_leaf = made.op == Op::Relation || made.op == Op::Variable;
    if (!binds && !is_leaf) {
      const auto [known, fresh] = cached_.try_emplace(fingerprint(made, operands), next_id());
      if (!fresh) return known->second;
    }
    made.first_operand = static_cast<std::uint32_t>(code_.operands.size());
    made.operands = static_cast<std::uint32_t>(operands.size());
    code_.operands.insert(code_.operands.end(), operands.begin(), operands.end());
    if (made.arity > 0) allocate(made);
    made.all_dense =
        made.dense && std::ranges::all_of(operands, [&](InstructionId id) { return is_dense(id); });
    code_.instructions.push_back(made);
    return static_cast<InstructionId>(code_.instructions.size() - 1);
  }

  InstructionId next_id() const { return static_cast<InstructionId>(code_.instructions.size()); }

  static std::vector<std::int64_t> fingerprint(const Instruction& i,
                                               const std::vector<InstructionId>& operands) {
    std::vector<std::int64_t> key = {
        static_cast<std::int64_t>(i.op), i.arity,        i.constant,    i.checks_overflow,
        i.checks_overflow && i.positive, i.universal[0], i.universal[1]};
    key.insert(key.end(), operands.begin(), operands.end());
    return key;
  }

  void allocate(Instruction& made) {
    std::size_t words = code_.shape.row();
    for (int i = 1; i < made.arity && words <= max_dense_words_; ++i) words *= code_.shape.atoms();
    made.dense = words <= max_dense_words_;
    if (made.dense) {
      made.value = static_cast<std::uint32_t>(code_.words);
      made.words = static_cast<std::uint32_t>(words);
      code_.words += words;
    } else {
      made.value = static_cast<std::uint32_t>(code_.lists++);
    }
    if (code_.words > kMaxWords) code_.too_large = true;
  }

  EvaluatorCode& code_;
  const Choices& choices_;
  FreeVariables free_;
  std::size_t max_dense_words_;
  bool prevent_;
  bool exact_;
  std::unordered_map<const Leaf*, InstructionId> relations_;
  std::unordered_map<const Leaf*, std::vector<Binding>> scope_;
  std::unordered_map<const Node*, std::map<Occurrence, InstructionId>> occurrences_;
  std::unordered_map<const Node*, bool> has_numbers_;
  std::unordered_map<const Node*, bool> mentions_;
  std::unordered_map<const Node*, LeafSet> integer_variables_;
  std::unordered_map<const Node*, LeafSet> uncounted_variables_;
  std::map<std::vector<std::int64_t>, InstructionId> cached_;
};

}  // namespace

EvaluatorCode compile(const Problem& problem, std::span<const NodePtr> terms, std::size_t max_dense_words,
                      const Choices& choices) {
  EvaluatorCode code;
  Compiler compiler(problem, code, max_dense_words, choices);
  for (const NodePtr& term : terms) code.roots.push_back(compiler.compile(*term, true));
  return code;
}

}  // namespace fretsaw
