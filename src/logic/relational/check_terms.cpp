// SPDX-License-Identifier: MIT
//
// Is a term well formed? Each node is examined once, after its operands, however often it is shared, and
// without recursion: only what passes here may be walked over by recursion (kMaxTermDepth).
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "logic/relational/check.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw {

// Recursion takes a few hundred bytes of stack a level, several times that without optimization, and several
// kilobytes with sanitizers; a thread has eight megabytes.
#if defined(__SANITIZE_ADDRESS__)
const int kMaxTermDepth = 250;
#elif !defined(__OPTIMIZE__)
const int kMaxTermDepth = 500;
#else
const int kMaxTermDepth = 2000;
#endif

namespace {

// More would make the table of free variables quadratic, and no quantifier so deep can be answered.
constexpr std::size_t kMaxFreeVariables = 1000;
constexpr std::size_t kMaxShownTermLength = 80;

const Status kOkStatus = Success{};

std::string show(const Node& node) { return fmt::format("'{}'", to_string(node, kMaxShownTermLength)); }

enum class Sort { Expression, Formula, Integer };

Sort sort_of(Op op) {
  if (op <= Op::IntToExpr) return Sort::Expression;
  return op <= Op::IntLessEqual ? Sort::Formula : Sort::Integer;
}

const char* word(Sort sort) {
  switch (sort) {
    case Sort::Expression:
      return "an expression";
    case Sort::Formula:
      return "a formula";
    case Sort::Integer:
      return "an integer";
  }
  return "";
}

// What the operands of an operator are; empty for the connectives that take any number of formulas.
std::vector<Sort> operand_sorts(Op op) {
  switch (op) {
    case Op::Relation:
    case Op::Variable:
    case Op::None:
    case Op::Univ:
    case Op::Iden:
    case Op::Ints:
    case Op::True:
    case Op::False:
    case Op::Constant:
    case Op::And:
    case Op::Or:
    case Op::Temporal:
      return {};
    case Op::Union:
    case Op::Intersection:
    case Op::Difference:
    case Op::Override:
    case Op::Product:
    case Op::Join:
    case Op::DomainRestriction:
    case Op::RangeRestriction:
    case Op::In:
    case Op::Equal:
      return {Sort::Expression, Sort::Expression};
    case Op::Prime:
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure:
    case Op::Some:
    case Op::One:
    case Op::Lone:
    case Op::No:
    case Op::Count:
    case Op::Sum:
      return {Sort::Expression};
    case Op::Comprehension:
    case Op::All:
    case Op::Exists:
    case Op::Not:
      return {Sort::Formula};
    case Op::IfExpr:
      return {Sort::Formula, Sort::Expression, Sort::Expression};
    case Op::IfFormula:
      return {Sort::Formula, Sort::Formula, Sort::Formula};
    case Op::IfInt:
      return {Sort::Formula, Sort::Integer, Sort::Integer};
    case Op::Implies:
    case Op::Iff:
      return {Sort::Formula, Sort::Formula};
    case Op::IntToExpr:
    case Op::SumOver:
    case Op::Negate:
      return {Sort::Integer};
    default:
      return {Sort::Integer, Sort::Integer};
  }
}

class TermChecker {
 public:
  explicit TermChecker(const Problem& problem) : atoms_(problem.universe.size()) {
    for (const Bound& bound : problem.bounds) bounded_.insert(bound.relation.leaf());
  }

  Status check(const Node& root) {
    Status status = kOkStatus;
    walk_operands_first(root, seen_, [&](const Node& node) {
      status = check_node(node);
      return status.ok();
    });
    if (!status) return status;
    const LeafSet& free = free_variables_.of(root);
    if (free.empty()) return kOkStatus;
    return input_error(fmt::format("variable '{}' is not declared around its use in {}",
                                   first_by_name(free)->name, show(root)));
  }

 private:
  Status check_node(const Node& node) {
    if (auto status = check_shape(node); !status) return status;
    if (auto status = check_size(node); !status) return status;
    if (auto status = check_arities(node); !status) return status;
    if (sort_of(node.op) == Sort::Expression && !tuples_can_be_numbered(atoms_, node.arity)) {
      return input_error(fmt::format("{} has arity {}: over {} atoms it may have more than 2^62 tuples",
                                     show(node), node.arity, atoms_));
    }
    return kOkStatus;
  }

  static const Leaf* first_by_name(const LeafSet& leaves) {
    return *std::ranges::min_element(leaves, {}, &Leaf::name);
  }

  // The number and the sorts of the operands. The builders get them right; nodes made by hand may not.
  static Status check_shape(const Node& node) {
    for (std::size_t i = 0; i < operand_count(node); ++i) {
      if (operand(node, i) == nullptr) return input_error(fmt::format("a term is missing in {}", show(node)));
    }
    const bool any_number = node.op == Op::And || node.op == Op::Or || node.op == Op::Temporal;
    const auto sorts = operand_sorts(node.op);
    if (!any_number && node.children.size() != sorts.size()) {
      return input_error(
          fmt::format("a term has {} operands instead of {}", node.children.size(), sorts.size()));
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Sort wanted = any_number ? Sort::Formula : sorts[i];
      const Sort found = sort_of(node.children[i]->op);
      if (found != wanted) {
        return input_error(
            fmt::format("{} is {}, expected {}", show(*node.children[i]), word(found), word(wanted)));
      }
    }
    return kOkStatus;
  }

  // Not too deep, and not too many variables at one place.
  Status check_size(const Node& node) {
    int depth = 1;
    for (std::size_t i = 0; i < operand_count(node); ++i)
      depth = std::max(depth, depth_.at(operand(node, i)) + 1);
    depth_.emplace(&node, depth);
    if (depth > kMaxTermDepth) {
      return input_error(fmt::format("a term is nested more than {} deep: {}", kMaxTermDepth, show(node)),
                         "group long chains of operators as a balanced tree");
    }
    if (free_variables_.of(node).size() > kMaxFreeVariables) {
      return input_error(fmt::format("more than {} free variables in one term", kMaxFreeVariables));
    }
    return kOkStatus;
  }

  Status check_arities(const Node& node) const {
    switch (node.op) {
      case Op::Relation:
        return check_relation(node);
      case Op::Prime:
      case Op::Temporal:
        return input_error(
            fmt::format("temporal operator in {}, but the problem has only one state", show(node)));
      case Op::Variable:
      case Op::None:
        return check_own_arity(node);
      case Op::Union:
      case Op::Intersection:
      case Op::Difference:
      case Op::Override:
      case Op::In:
      case Op::Equal:
        return same(node, *node.children[0], *node.children[1]);
      case Op::IfExpr:
        return same(node, *node.children[1], *node.children[2]);
      case Op::Product:
        return check_product(node);
      case Op::Join:
        return check_join(node);
      case Op::DomainRestriction:
        return wants(node, *node.children[0], 1, "a set on the left");
      case Op::RangeRestriction:
        return wants(node, *node.children[1], 1, "a set on the right");
      case Op::Transpose:
      case Op::Closure:
      case Op::ReflexiveClosure:
        return wants(node, *node.children[0], 2, "a binary relation");
      case Op::Sum:
        return wants(node, *node.children[0], 1, "a set of integers");
      case Op::Comprehension:
      case Op::All:
      case Op::Exists:
      case Op::SumOver:
        return check_decls(node);
      default:
        return kOkStatus;
    }
  }

  Status check_relation(const Node& node) const {
    if (bounded_.contains(node.leaf.get())) return kOkStatus;
    return input_error(fmt::format("relation '{}' is used, but has no bounds", node.leaf->name));
  }

  static Status check_own_arity(const Node& node) {
    const int arity = node.op == Op::Variable ? node.leaf->arity : node.arity;
    if (arity >= 1 && arity <= kMaxArity) return kOkStatus;
    return input_error(fmt::format("{} has arity {}, outside 1..{}", show(node), arity, kMaxArity));
  }

  static Status same(const Node& node, const Node& a, const Node& b) {
    if (a.arity == b.arity) return kOkStatus;
    return input_error(fmt::format("the arities in {} do not match: {} has arity {}, {} has arity {}",
                                   show(node), show(a), a.arity, show(b), b.arity));
  }

  static Status wants(const Node& node, const Node& part, int arity, const char* what) {
    if (part.arity == arity) return kOkStatus;
    return input_error(
        fmt::format("{} requires {}, but {} has arity {}", show(node), what, show(part), part.arity));
  }

  static Status check_product(const Node& node) {
    if (node.arity > 0) return kOkStatus;
    return input_error(fmt::format("{} has an arity of more than {}", show(node), kMaxArity));
  }

  static Status check_join(const Node& node) {
    if (node.arity > 0) return kOkStatus;
    const Node& a = *node.children[0];
    const Node& b = *node.children[1];
    if (a.arity + b.arity > 2) {
      return input_error(fmt::format("{} has an arity of more than {}", show(node), kMaxArity));
    }
    return input_error(
        fmt::format("the join {} has arity 0: {} and {} both have arity 1", show(node), show(a), show(b)));
  }

  static Status check_decls(const Node& node) {
    const bool one_tuple_each = node.op == Op::Comprehension || node.op == Op::SumOver;
    std::set<const Leaf*> declared;
    for (const Decl& decl : node.decls) {
      if (auto status = check_decl(node, decl, one_tuple_each); !status) return status;
      if (!declared.insert(decl.variable.leaf()).second) {
        return input_error(
            fmt::format("variable '{}' is declared twice in {}", decl.variable.name(), show(node)));
      }
    }
    if (node.op != Op::Comprehension || node.arity > 0) return kOkStatus;
    return input_error(node.decls.empty()
                           ? "a comprehension requires a variable"
                           : fmt::format("{} has an arity of more than {}", show(node), kMaxArity));
  }

  static Status check_decl(const Node& node, const Decl& decl, bool one_tuple_each) {
    if (decl.variable.pointer() == nullptr)
      return input_error("the variable of a declaration was moved from");
    if (sort_of(decl.domain.node().op) != Sort::Expression) {
      return input_error(
          fmt::format("the domain of variable '{}' is not an expression", decl.variable.name()));
    }
    if (auto status = check_own_arity(decl.variable.node()); !status) return status;
    if (decl.variable.arity() != decl.domain.arity()) {
      return input_error(fmt::format("variable '{}' has arity {}, but its domain {} has arity {}",
                                     decl.variable.name(), decl.variable.arity(), show(decl.domain.node()),
                                     decl.domain.arity()));
    }
    if (one_tuple_each && decl.multiplicity != Multiplicity::One) {
      return input_error(fmt::format("variable '{}' of {} must be a single tuple, not a set",
                                     decl.variable.name(), show(node)));
    }
    return kOkStatus;
  }

  std::uint64_t atoms_;
  std::unordered_set<const Leaf*> bounded_;
  std::unordered_set<const Node*> seen_;
  std::unordered_map<const Node*, int> depth_;
  FreeVariables free_variables_;
};

}  // namespace

Status check_terms(const Problem& problem, std::span<const NodePtr> terms) {
  TermChecker checker(problem);
  for (const NodePtr& term : terms) {
    if (term == nullptr) return input_error("a term was moved from");
    if (auto status = checker.check(*term); !status) return status;
  }
  return kOkStatus;
}

}  // namespace fretsaw
