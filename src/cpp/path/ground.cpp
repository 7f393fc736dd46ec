// SPDX-License-Identifier: MIT
// A clause, made of gates: sets are lists of guarded rows (guarded_rows.hpp). Numbers have a sign, and grow
// with every operation instead of going around: clauses are about integers, and not about machine words.
//
// What ranges over all integers cannot be listed, and is refused; so is everything else that is not here.
// Nothing is narrowed.
#include "cpp/path/ground.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cpp/path/guarded_rows.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw::path {

namespace {

using TermNode = fretsaw::Node;
using TermOp = fretsaw::Op;

class Grounder {
 public:
  Grounder(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
           const std::function<bool(std::size_t)>& is_signed)
      : gates_(solver.gates()), algebra_(gates_), leaves_(space, model, solver, is_signed) {}

  Literal truth(const Formula& formula) { return formula_of(formula.node()); }

 private:
  using Environment = std::map<const Leaf*, Rows>;

  // ---- expressions

  // That of a relation without variables is asked for again and again: n.*next, for every n.
  Rows closure_of(const TermNode& node) {
    if (!free_.of(node).empty()) return algebra_.closure(expression(node));
    if (const auto known = closures_.find(&node); known != closures_.end()) return known->second;
    return closures_.emplace(&node, algebra_.closure(expression(node))).first->second;
  }

  static bool is_everything(const TermNode& node) {
    return node.op == TermOp::Univ || node.op == TermOp::Ints;
  }

  Rows expression(const TermNode& node) {
    const bool is_closed = free_.of(node).empty();
    if (is_closed) {
      if (const auto known = closed_.find(&node); known != closed_.end()) return known->second;
    }
    Rows rows = compute(node);
    if (is_closed) closed_.emplace(&node, rows);
    return rows;
  }

  Rows child(const TermNode& node, std::size_t i) { return expression(*node.children[i]); }

  Rows compute(const TermNode& node) {
    switch (node.op) {
      case TermOp::Relation:
        return leaves_.rows(node.leaf.get());
      case TermOp::Variable:
        return variables_.at(node.leaf.get());
      case TermOp::None:
        return {};
      case TermOp::Union:
        return algebra_.merged(RowAlgebra::united(child(node, 0), child(node, 1)));
      case TermOp::Intersection:
      case TermOp::Difference: {
        const bool keeps = node.op == TermOp::Intersection;
        // Everything that is an integer is among all integers.
        if (keeps && is_everything(*node.children[1])) return restricted(child(node, 0), *node.children[1]);
        const Rows right = child(node, 1);
        Rows out = child(node, 0);
        for (Row& row : out) {
          const Literal there = algebra_.contains(right, row);
          row.guard = gates_.conjunction(row.guard, keeps ? there : -there);
        }
        return algebra_.merged(std::move(out));
      }
      case TermOp::Override: {
        const Rows right = child(node, 1);
        Rows out = child(node, 0);
        for (Row& row : out) {
          Bits any;
          for (const Row& each : right)
            any.push_back(gates_.conjunction(each.guard, algebra_.same(each.columns[0], row.columns[0])));
          row.guard = gates_.conjunction(row.guard, -gates_.disjunction(std::span<const Literal>(any)));
        }
        return algebra_.merged(RowAlgebra::united(std::move(out), right));
      }
      case TermOp::Product: {
        Rows out;
        const Rows right = child(node, 1);
        for (const Row& a : child(node, 0)) {
          for (const Row& b : right) {
            Row row{a.columns, gates_.conjunction(a.guard, b.guard)};
            row.columns.insert(row.columns.end(), b.columns.begin(), b.columns.end());
            out.push_back(std::move(row));
          }
        }
        return algebra_.merged(std::move(out));
      }
      case TermOp::Join:
        return join_of(node);
      case TermOp::DomainRestriction:
      case TermOp::RangeRestriction: {
        const bool is_domain = node.op == TermOp::DomainRestriction;
        const Rows set = child(node, is_domain ? 0 : 1);
        Rows out = child(node, is_domain ? 1 : 0);
        for (Row& row : out) {
          const Row one{{is_domain ? row.columns.front() : row.columns.back()}, row.guard};
          row.guard = gates_.conjunction(row.guard, algebra_.contains(set, one));
        }
        return algebra_.merged(std::move(out));
      }
      case TermOp::Transpose: {
        Rows out = child(node, 0);
        for (Row& row : out) std::swap(row.columns[0], row.columns[1]);
        return algebra_.merged(std::move(out));
      }
      case TermOp::Closure:
        return closure_of(*node.children[0]);
      case TermOp::Comprehension: {
        Rows out;
        each_choice(node.decls, 0, gates_.yes(), {}, [&](Literal guard, const std::vector<Column>& columns) {
          out.push_back({columns, gates_.conjunction(guard, formula_of(*node.children[0]))});
        });
        return algebra_.merged(std::move(out));
      }
      case TermOp::IfExpr: {
        const Literal condition = formula_of(*node.children[0]);
        Rows out = child(node, 1);
        for (Row& row : out) row.guard = gates_.conjunction(row.guard, condition);
        Rows other = child(node, 2);
        for (Row& row : other) row.guard = gates_.conjunction(row.guard, -condition);
        return algebra_.merged(RowAlgebra::united(std::move(out), other));
      }
      case TermOp::IntToExpr:
        return {{{{true, 0, integer(*node.children[0])}}, gates_.yes()}};
      case TermOp::Univ:
      case TermOp::Ints:
        throw UnsupportedFormula{"the set of all integers"};
      default:
        throw UnsupportedFormula{to_string(node, 60)};
    }
  }

  Rows restricted(Rows rows, const TermNode& everything) const {
    if (everything.op == TermOp::Univ) return rows;
    std::erase_if(rows, [](const Row& row) { return !row.columns.front().is_number; });
    return rows;
  }

  Rows join_of(const TermNode& node) {
    const TermNode& left = *node.children[0];
    const TermNode& right = *node.children[1];
    if (is_everything(right) || is_everything(left)) {
      const bool is_left = is_everything(left);
      const TermNode& all = is_left ? left : right;
      Rows out;
      for (Row row : expression(is_left ? right : left)) {
        const Column gone = is_left ? row.columns.front() : row.columns.back();
        if (all.op == TermOp::Ints && !gone.is_number) continue;
        row.columns.erase(is_left ? row.columns.begin() : row.columns.end() - 1);
        out.push_back(std::move(row));
      }
      return algebra_.merged(std::move(out));
    }
    // x.*r is x and x.^r: the identity is on everything.
    if (right.op == TermOp::ReflexiveClosure) {
      const Rows from = expression(left);
      return algebra_.merged(RowAlgebra::united(from, algebra_.join(from, closure_of(*right.children[0]))));
    }
    if (left.op == TermOp::ReflexiveClosure) {
      const Rows to = expression(right);
      return algebra_.merged(RowAlgebra::united(to, algebra_.join(closure_of(*left.children[0]), to)));
    }
    return algebra_.join(expression(left), expression(right));
  }

  // Calls `visit` for every row of the domains, with the variables bound to it.
  template <class Visit>
  void each_choice(const Decls& decls, std::size_t i, Literal guard, const std::vector<Column>& columns,
                   const Visit& visit) {
    if (i == decls.size()) return visit(guard, columns);
    if (decls[i].multiplicity != Multiplicity::One)
      throw UnsupportedFormula{"a quantified variable that ranges over sets"};
    for (const Row& row : expression(decls[i].domain.node())) {
      variables_[decls[i].variable.leaf()] = {{row.columns, gates_.yes()}};
      std::vector<Column> more = columns;
      more.insert(more.end(), row.columns.begin(), row.columns.end());
      each_choice(decls, i + 1, gates_.conjunction(guard, row.guard), more, visit);
    }
    variables_.erase(decls[i].variable.leaf());
  }

  // ---- formulas

  Literal formula_of(const TermNode& node) {
    const auto f = [&](std::size_t i) { return formula_of(*node.children[i]); };
    switch (node.op) {
      case TermOp::True:
        return gates_.yes();
      case TermOp::False:
        return gates_.no();
      case TermOp::In:
        return included(*node.children[0], *node.children[1]);
      case TermOp::Equal:
        return gates_.conjunction(included(*node.children[0], *node.children[1]),
                                  included(*node.children[1], *node.children[0]));
      case TermOp::Some:
        return some(child(node, 0));
      case TermOp::No:
        return -some(child(node, 0));
      case TermOp::Lone:
        return lone(child(node, 0));
      case TermOp::One: {
        const Rows rows = child(node, 0);
        return gates_.conjunction(some(rows), lone(rows));
      }
      case TermOp::All:
      case TermOp::Exists: {
        const bool is_all = node.op == TermOp::All;
        Bits parts;
        each_choice(node.decls, 0, gates_.yes(), {}, [&](Literal guard, const std::vector<Column>&) {
          const Literal body = formula_of(*node.children[0]);
          parts.push_back(is_all ? gates_.disjunction(-guard, body) : gates_.conjunction(guard, body));
        });
        return is_all ? gates_.conjunction(std::span<const Literal>(parts))
                      : gates_.disjunction(std::span<const Literal>(parts));
      }
      case TermOp::And:
      case TermOp::Or: {
        Bits parts;
        for (std::size_t i = 0; i < node.children.size(); ++i) parts.push_back(f(i));
        return node.op == TermOp::And ? gates_.conjunction(std::span<const Literal>(parts))
                                      : gates_.disjunction(std::span<const Literal>(parts));
      }
      case TermOp::Not:
        return -f(0);
      case TermOp::Implies:
        return gates_.disjunction(-f(0), f(1));
      case TermOp::Iff:
        return -gates_.exclusive(f(0), f(1));
      case TermOp::IfFormula:
        return gates_.choose(f(0), f(1), f(2));
      case TermOp::IntEqual:
      case TermOp::IntLess:
      case TermOp::IntLessEqual: {
        Bits a = integer(*node.children[0]);
        Bits b = integer(*node.children[1]);
        widen(a, b, 0);
        if (node.op == TermOp::IntEqual) return gates_.equal(a, b);
        return node.op == TermOp::IntLess ? gates_.less(a, b, true) : gates_.less_equal(a, b, true);
      }
      default:
        throw UnsupportedFormula{to_string(node, 60)};
    }
  }

  Literal included(const TermNode& a, const TermNode& b) {
    const Rows left = expression(a);
    if (b.op == TermOp::Univ) return gates_.yes();
    if (b.op == TermOp::Ints) {
      Bits all;
      for (const Row& row : left) {
        if (!row.columns.front().is_number) all.push_back(-row.guard);
      }
      return gates_.conjunction(std::span<const Literal>(all));
    }
    const Rows right = expression(b);
    Bits all;
    for (const Row& row : left) all.push_back(gates_.disjunction(-row.guard, algebra_.contains(right, row)));
    return gates_.conjunction(std::span<const Literal>(all));
  }

  Literal some(const Rows& rows) {
    Bits any;
    for (const Row& row : rows) any.push_back(row.guard);
    return gates_.disjunction(std::span<const Literal>(any));
  }

  // No two that differ.
  Literal lone(const Rows& rows) {
    Bits all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const Literal both = gates_.conjunction(rows[i].guard, rows[k].guard);
        all.push_back(gates_.disjunction(-both, algebra_.same(rows[i], rows[k])));
      }
    }
    return gates_.conjunction(std::span<const Literal>(all));
  }

  // ---- integers

  void widen(Bits& a, Bits& b, std::size_t more) const {
    const std::size_t width = std::max(a.size(), b.size()) + more;
    a = gates_.extended(a, width, true);
    b = gates_.extended(b, width, true);
  }

  Bits plus(Bits a, Bits b) {
    widen(a, b, 1);
    return gates_.sum(a, b);
  }

  Bits total(const Rows& rows) {
    Bits out = signed_bits(gates_, 0);
    for (const Row& row : algebra_.distinct(rows)) {
      if (row.columns.size() != 1 || !row.columns.front().is_number) continue;
      Bits term;
      for (const Literal bit : row.columns.front().bits) term.push_back(gates_.conjunction(bit, row.guard));
      out = plus(out, term);
    }
    return out;
  }

  // The number that it is whatever the input is.
  std::optional<std::int64_t> known(const Bits& bits) const {
    std::int64_t value = bits.back() == gates_.yes() ? -1 : 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (bits[i] != gates_.yes() && bits[i] != gates_.no()) return std::nullopt;
      if (i < 64 && (bits[i] == gates_.yes()) != ((value >> i & 1) != 0)) value ^= std::int64_t{1} << i;
    }
    return value;
  }

  Bits integer(const TermNode& node) {
    switch (node.op) {
      case TermOp::Constant:
        return signed_bits(gates_, node.constant);
      case TermOp::Count: {
        Bits out = signed_bits(gates_, 0);
        for (const Row& row : algebra_.distinct(child(node, 0))) out = plus(out, {row.guard, gates_.no()});
        return out;
      }
      case TermOp::Sum: {
        const Rows rows = child(node, 0);
        // The value of a field: at most one, and no sum.
        if (rows.size() == 1 && rows.front().guard == gates_.yes() && rows.front().columns.front().is_number)
          return rows.front().columns.front().bits;
        return total(rows);
      }
      case TermOp::Plus:
        return plus(integer(*node.children[0]), integer(*node.children[1]));
      case TermOp::Minus: {
        Bits a = integer(*node.children[0]);
        Bits b = integer(*node.children[1]);
        widen(a, b, 1);
        return gates_.difference(a, b);
      }
      case TermOp::Times: {
        Bits a = integer(*node.children[0]);
        Bits b = integer(*node.children[1]);
        const std::size_t width = a.size() + b.size();
        return gates_.product(gates_.extended(a, width, true), gates_.extended(b, width, true));
      }
      case TermOp::Divide:
      case TermOp::Remainder: {
        const auto by = known(integer(*node.children[1]));
        if (!by || *by == 0) throw UnsupportedFormula{to_string(node, 60)};
        Bits a = integer(*node.children[0]);
        Bits b = signed_bits(gates_, *by);
        widen(a, b, 1);
        const auto [quotient, rest] = gates_.signed_quotient(a, b);
        return node.op == TermOp::Divide ? quotient : rest;
      }
      case TermOp::Negate: {
        Bits a = integer(*node.children[0]);
        return gates_.negated(gates_.extended(a, a.size() + 1, true));
      }
      case TermOp::IfInt: {
        const Literal condition = formula_of(*node.children[0]);
        Bits a = integer(*node.children[1]);
        Bits b = integer(*node.children[2]);
        widen(a, b, 0);
        return gates_.choose(condition, a, b);
      }
      default:
        throw UnsupportedFormula{to_string(node, 60)};
    }
  }

  Gates& gates_;
  RowAlgebra algebra_;
  const GroundLeaves leaves_;
  Environment variables_;
  FreeVariables free_;
  std::map<const TermNode*, Rows> closed_;
  std::map<const TermNode*, Rows> closures_;
};

}  // namespace

Status require_clauses(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
                       const std::function<bool(std::size_t)>& is_signed) {
  Grounder grounder(space, model, solver, is_signed);
  for (std::size_t i = 0; i < space.problem().formulas.size(); ++i) {
    try {
      solver.gates().require(grounder.truth(space.problem().formulas[i]));
    } catch (const UnsupportedFormula& refused) {
      const std::string message = fmt::format("not supported by 'explore' in a clause: {}", refused.why);
      const char* const hint =
          "write the clause in C++, or use 'fretsaw check' to run the method on every valid input";
      const contract::Clause* const clause = space.origin(i);
      return clause != nullptr ? error_at(clause->span, ErrorClass::Input, message, hint)
                               : input_error(message, hint);
    }
  }
  return Success{};
}

}  // namespace fretsaw::path
