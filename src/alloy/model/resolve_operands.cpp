// SPDX-License-Identifier: MIT
// Which part of the operands' types matters, operator by operator. For `A.f` with the relevance type R, say:
// only those products of A and f whose join meets R. Where nothing is left, a warning has been or will be
// given, and the operands are resolved by whatever has the right arity.
#include <fmt/format.h>

#include <vector>

#include "alloy/model/resolve.hpp"

namespace fretsaw::model {

namespace {

class Operands {
 public:
  Operands(const Term& term, const Type& relevant, const Typing& typing)
      : op_(term.op),
        left_(*term.children[0]),
        right_(*term.children[1]),
        type_(term.type),
        relevant_(relevant),
        typing_(typing),
        algebra_(typing.algebra()) {}

  Relevance find() const {
    switch (op_) {
      case Op::Equal:
      case Op::NotEqual:
        return equality();
      case Op::In:
      case Op::NotIn:
        return subset();
      case Op::Intersection:
        return intersection();
      case Op::Union:
      case Op::Override:
        return unite();
      case Op::Difference:
        return difference();
      case Op::Join:
        return join();
      case Op::DomainRestriction:
        return restriction(true);
      case Op::RangeRestriction:
        return restriction(false);
      case Op::Arrow:
        return arrow();
      case Op::Iff:
      case Op::Implies:
      case Op::Until:
      case Op::Releases:
      case Op::Since:
      case Op::Triggered:
        return {Type::of_formula(), Type::of_formula(), {}};
      default:
        return {Type::of_integer(), Type::of_integer(), {}};
    }
  }

 private:
  std::string types() const {
    return fmt::format("the left is {}, the right is {}", typing_.show(left_.type),
                       typing_.show(right_.type));
  }

  std::string always(const char* value) const {
    const bool negated = op_ == Op::NotEqual || op_ == Op::NotIn;
    const std::string_view truth = value;
    return negated ? (truth == "true" ? "false" : "true") : value;
  }

  Relevance equality() const {
    const Type& a = left_.type;
    const Type& b = right_.type;
    Relevance out;
    const Type common = algebra_.intersect(a, b);
    out.left = common.has_tuple() ? common : algebra_.pick_common_arity(a, b);
    out.right = common.has_tuple() ? common : algebra_.pick_common_arity(b, out.left);
    if (a.has_tuple() && b.has_tuple() && !algebra_.intersects(a, b)) {
      out.warning = fmt::format("the operands of '{}' are always disjoint: {}", to_string(op_), types());
    } else if (same_value(left_, right_)) {
      out.warning = fmt::format("both operands of '{}' are always equal", to_string(op_));
    }
    return out;
  }

  Relevance subset() const {
    Relevance out;
    out.left = algebra_.pick_common_arity(left_.type, right_.type);
    out.right = algebra_.intersect(right_.type, out.left);
    const char* op = to_string(op_);
    if (!left_.type.has_tuple() && !right_.type.has_tuple()) {
      out.warning = fmt::format("'{}' is always {}: both operands are always empty", op, always("true"));
    } else if (!left_.type.has_tuple()) {
      out.warning = fmt::format("'{}' is always {}: the left operand is always empty", op, always("true"));
    } else if (!right_.type.has_tuple()) {
      out.warning = fmt::format("the right operand of '{}' is always empty", op);
    } else if (!out.right.has_tuple()) {
      out.warning = fmt::format("the operands of '{}' are always disjoint: {}", op, types());
    } else if (same_value(left_, right_)) {
      out.warning = fmt::format("'{}' is always {}: both operands are equal", op, always("true"));
    }
    return out;
  }

  Relevance intersection() const {
    Relevance out{algebra_.intersect(left_.type, relevant_), algebra_.intersect(right_.type, relevant_), {}};
    if (!type_.has_tuple()) out.warning = "'&' is always empty: " + types();
    return out;
  }

  Relevance unite() const {
    Relevance out{algebra_.intersect(left_.type, relevant_), algebra_.intersect(right_.type, relevant_), {}};
    const bool left_idle = out.left.products.empty();
    const bool right_idle = out.right.products.empty() ||
                            (op_ == Op::Override && !algebra_.can_override(right_.type, left_.type));
    if (left_idle || right_idle) {
      const char* which = left_idle && right_idle ? "both operands"
                          : left_idle             ? "the left operand"
                                                  : "the right operand";
      out.warning = fmt::format("{} of '{}' {} no effect: {}", which, to_string(op_),
                                left_idle && right_idle ? "have" : "has", types());
    }
    return out;
  }

  Relevance difference() const {
    Relevance out{relevant_, algebra_.intersect(relevant_, right_.type), {}};
    if (!type_.has_tuple() || !out.right.has_tuple()) out.warning = "'-' has no effect: " + types();
    return out;
  }

  Relevance join() const {
    Relevance out;
    if (!type_.has_tuple()) out.warning = "join is always empty: " + types();
    for_each_pair([&](const Product& a, const Product& b) {
      const SigId middle = algebra_.hierarchy().intersect(a.back(), b.front());
      if (middle == kNone) return;
      for (const Product& r : relevant_.products) {
        const Product joined = algebra_.join(a, b);
        if (r.size() != joined.size()) continue;
        Product both = algebra_.intersect(r, joined);
        if (is_empty(both)) continue;
        both.insert(both.begin() + static_cast<std::ptrdiff_t>(a.size()) - 1, middle);
        algebra_.add(out.left.products,
                     Product(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(a.size())));
        algebra_.add(out.right.products,
                     Product(both.begin() + static_cast<std::ptrdiff_t>(a.size()) - 1, both.end()));
      }
    });
    for (const bool overlapping : {true, false}) {
      if (!out.left.products.empty() && !out.right.products.empty()) break;
      out.left.products.clear();
      out.right.products.clear();
      for_each_pair([&](const Product& a, const Product& b) {
        if (overlapping && !algebra_.hierarchy().overlap(a.back(), b.front())) return;
        algebra_.add(out.left.products, a);
        algebra_.add(out.right.products, b);
      });
    }
    return out;
  }

  // The pairs of products whose join has an arity that matters.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (const Product& a : left_.type.products) {
      for (const Product& b : right_.type.products) {
        if (relevant_.has_arity(static_cast<int>(a.size() + b.size()) - 2)) visit(a, b);
      }
    }
  }

  Relevance restriction(bool domain) const {
    const Term& set = domain ? left_ : right_;
    const Term& relation = domain ? right_ : left_;
    Type set_type;
    Type relation_type;
    for (const Product& s : set.type.products) {
      if (s.size() != 1) continue;
      for (const Product& r : relation.type.products) {
        const std::size_t column = domain ? 0 : r.size() - 1;
        const Product restricted = algebra_.restrict_column(r, s.front(), column);
        for (const Product& wanted : relevant_.products) {
          if (wanted.size() != r.size()) continue;
          const Product both = algebra_.intersect(wanted, restricted);
          if (is_empty(both)) continue;
          algebra_.add(set_type.products, {both[column]});
          algebra_.add(relation_type.products, both);
        }
      }
    }
    if (set_type.products.empty()) {
      set_type = algebra_.of_arity(set.type, 1);
      relation_type = algebra_.pick_common_arity(relation.type, relevant_);
    }
    Relevance out{domain ? set_type : relation_type, domain ? relation_type : set_type, {}};
    if (!type_.has_tuple()) out.warning = fmt::format("'{}' is always empty: {}", to_string(op_), types());
    return out;
  }

  Relevance arrow() const {
    Relevance out;
    if (left_.type.has_tuple() != right_.type.has_tuple()) {
      out.warning = fmt::format("'->' is always empty, because its {} operand is",
                                left_.type.has_tuple() ? "right" : "left");
    }
    for (const Product& a : left_.type.products) {
      for (const Product& b : right_.type.products) {
        if (is_empty(a) || is_empty(b)) continue;
        const Product whole = algebra_.product(a, b);
        for (const Product& wanted : relevant_.products) {
          if (wanted.size() != whole.size()) continue;
          const Product both = algebra_.intersect(wanted, whole);
          if (is_empty(both)) continue;
          const auto middle = both.begin() + static_cast<std::ptrdiff_t>(a.size());
          algebra_.add(out.left.products, Product(both.begin(), middle));
          algebra_.add(out.right.products, Product(middle, both.end()));
        }
      }
    }
    if (out.left.products.empty()) {
      out.left = left_.type;
      out.right = right_.type;
    }
    return out;
  }

  Op op_;
  const Term& left_;
  const Term& right_;
  const Type& type_;
  const Type& relevant_;
  const Typing& typing_;
  const TypeAlgebra& algebra_;
};

}  // namespace

Relevance relevance_of_operands(const Term& term, const Type& relevant, const Typing& typing) {
  return Operands(term, relevant, typing).find();
}

Type relevance_in_closure(const Type& parent, const Type& child, const TypeAlgebra& algebra) {
  const Hierarchy& hierarchy = algebra.hierarchy();
  std::vector<SigId> nodes;
  const auto node = [&](SigId sig) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == sig) return i;
    }
    nodes.push_back(sig);
    return nodes.size() - 1;
  };
  const Type edges = algebra.of_arity(child, 2);
  const Type wanted = algebra.of_arity(parent, 2);
  for (const Type* type : {&edges, &wanted}) {
    for (const Product& p : type->products) {
      node(p[0]);
      node(p[1]);
    }
  }
  // Sigs that overlap are joined in both directions; then everything that can be reached.
  const std::size_t n = nodes.size();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) reach[i][j] = i == j || hierarchy.overlap(nodes[i], nodes[j]);
  }
  for (const Product& p : edges.products) reach[node(p[0])][node(p[1])] = true;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!reach[i][k]) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (reach[k][j]) reach[i][j] = true;
      }
    }
  }
  Type out;
  for (const Product& edge : edges.products) {
    for (const Product& p : wanted.products) {
      if (!reach[node(p[0])][node(edge[0])] || !reach[node(edge[1])][node(p[1])]) continue;
      algebra.add(out.products, edge);
      break;
    }
  }
  return out;
}

}  // namespace fretsaw::model
