// SPDX-License-Identifier: MIT
#include "cpp/path/terms.hpp"

namespace fretsaw::path {

namespace {

std::uint64_t ones(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::int64_t to_signed(std::uint64_t value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>((value & ones(width)) ^ sign) - static_cast<std::int64_t>(sign);
}

bool is_undefined(Op op, unsigned width, std::uint64_t b) {
  if (op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem) return b == 0;
  return (op == Op::Shl || op == Op::LShr || op == Op::AShr) && b >= width;
}

}  // namespace

bool has_two_operands(Op op) { return (op >= Op::Add && op <= Op::SLessEqual) || op == Op::Concat; }

// `width` is that of the operands.
std::uint64_t apply(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t sa = to_signed(a, width);
  const std::int64_t sb = to_signed(b, width);
  const bool is_smallest = a == std::uint64_t{1} << (width - 1) && sb == -1;
  switch (op) {
    case Op::Add:
      return (a + b) & ones(width);
    case Op::Sub:
      return (a - b) & ones(width);
    case Op::Mul:
      return (a * b) & ones(width);
    case Op::UDiv:
      return a / b;
    case Op::SDiv:
      return is_smallest ? a : static_cast<std::uint64_t>(sa / sb) & ones(width);
    case Op::URem:
      return a % b;
    case Op::SRem:
      return is_smallest ? 0 : static_cast<std::uint64_t>(sa % sb) & ones(width);
    case Op::Shl:
      return (a << b) & ones(width);
    case Op::LShr:
      return a >> b;
    case Op::AShr:
      return static_cast<std::uint64_t>(sa >> b) & ones(width);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Equal:
      return a == b ? 1 : 0;
    case Op::ULess:
      return a < b ? 1 : 0;
    case Op::ULessEqual:
      return a <= b ? 1 : 0;
    case Op::SLess:
      return sa < sb ? 1 : 0;
    case Op::SLessEqual:
      return sa <= sb ? 1 : 0;
    default:
      return 0;
  }
}

Terms::Terms() { terms_.emplace_back(); }

TermId Terms::add(const Term& term) {
  const std::uint64_t hash =
      ((static_cast<std::uint64_t>(term.op) << 8 | term.width) * 0x9e3779b97f4a7c15U ^ term.a) *
          0xff51afd7ed558ccdU ^
      (term.b + term.constant) * 0xc4ceb9fe1a85ec53U;
  std::vector<TermId>& bucket = known_[hash];
  for (const TermId id : bucket) {
    const Term& other = terms_[id];
    if (other.op == term.op && other.width == term.width && other.a == term.a && other.b == term.b &&
        other.constant == term.constant)
      return id;
  }
  bucket.push_back(static_cast<TermId>(terms_.size()));
  terms_.push_back(term);
  return bucket.back();
}

TermId Terms::constant(std::uint64_t value, unsigned width) {
  return add({Op::Constant, static_cast<std::uint8_t>(width), 0, 0, value & ones(width)});
}

std::optional<std::uint64_t> Terms::value(TermId id) const {
  if (terms_[id].op != Op::Constant) return std::nullopt;
  return terms_[id].constant;
}

std::optional<std::uint64_t> Terms::folded(const Term& term) const {
  if (term.op == Op::Constant || term.op == Op::Read || term.op == Op::IsCell) return std::nullopt;
  const auto a = value(term.a);
  if (!a) return std::nullopt;
  const unsigned from = terms_[term.a].width;
  switch (term.op) {
    case Op::Not:
      return *a ^ 1;
    case Op::ZExt:
      return a;
    case Op::SExt:
      return static_cast<std::uint64_t>(to_signed(*a, from)) & ones(term.width);
    case Op::Extract:
      return (*a >> term.b) & ones(term.width);
    default:
      break;
  }
  const auto b = value(term.b);
  if (!b || is_undefined(term.op, from, *b)) return std::nullopt;
  if (term.op == Op::Concat) return *a << terms_[term.b].width | *b;
  return apply(term.op, from, *a, *b);
}

std::optional<TermId> Terms::simplified(const Term& term) {
  const Term a = terms_[term.a];
  const Term b = has_two_operands(term.op) ? terms_[term.b] : Term();
  const bool a_is_known = term.a != 0 && a.op == Op::Constant;
  const bool b_is_known = has_two_operands(term.op) && b.op == Op::Constant;
  switch (term.op) {
    case Op::Not:
      if (a.op == Op::Not) return a.a;
      break;
    case Op::Add:
      if (b_is_known && b.constant == 0) return term.a;
      if (a_is_known && a.constant == 0) return static_cast<TermId>(term.b);
      // (x + 8) + 8: addresses are made so.
      if (b_is_known && a.op == Op::Add) {
        if (const auto inner = value(a.b))
          return make(Op::Add, term.width, a.a, constant(*inner + b.constant, term.width));
      }
      if (a_is_known && !b_is_known) return make(Op::Add, term.width, term.b, term.a);
      break;
    case Op::Xor:
      if (term.width == 1 && b_is_known) return b.constant == 1 ? make(Op::Not, 1, term.a) : term.a;
      break;
    case Op::And:
      if (term.width == 1 && b_is_known) return b.constant == 1 ? term.a : constant(0, 1);
      if (term.width == 1 && a_is_known)
        return a.constant == 1 ? static_cast<TermId>(term.b) : constant(0, 1);
      if (term.a == term.b) return term.a;
      break;
    case Op::Or:
      if (term.width == 1 && b_is_known) return b.constant == 0 ? term.a : constant(1, 1);
      if (term.width == 1 && a_is_known)
        return a.constant == 0 ? static_cast<TermId>(term.b) : constant(1, 1);
      if (term.a == term.b) return term.a;
      break;
    case Op::Equal:
      if (term.a == term.b) return constant(1, 1);
      if (a_is_known && !b_is_known) return make(Op::Equal, 1, term.b, term.a);
      if (!a_is_known && !b_is_known && term.a > term.b) return make(Op::Equal, 1, term.b, term.a);
      // The same field of two objects.
      if (a.op == Op::Add && b.op == Op::Add && a.b == b.b && value(a.b)) return make(Op::Equal, 1, a.a, b.a);
      if (!b_is_known) break;
      if (a.width == 1) return b.constant == 1 ? term.a : make(Op::Not, 1, term.a);
      if (a.op == Op::ZExt) {
        const unsigned narrow = terms_[a.a].width;
        return b.constant > ones(narrow) ? constant(0, 1)
                                         : make(Op::Equal, 1, a.a, constant(b.constant, narrow));
      }
      if (a.op == Op::Add) {
        if (const auto inner = value(a.b))
          return make(Op::Equal, 1, a.a, constant(b.constant - *inner, a.width));
      }
      break;
    case Op::Extract:
      if (term.b == 0 && a.width == term.width) return term.a;
      if (a.op == Op::ZExt && term.b + term.width <= terms_[a.a].width)
        return make(Op::Extract, term.width, a.a, term.b);
      break;
    default:
      break;
  }
  return std::nullopt;
}

TermId Terms::make(Op op, unsigned width, TermId a, std::uint32_t b) {
  const Term term{op, static_cast<std::uint8_t>(width), a, b, 0};
  if (const auto value = folded(term)) return constant(*value, width);
  if (const auto simple = simplified(term)) return *simple;
  return add(term);
}

std::vector<TermId> Terms::import(std::span<const Node> nodes) {
  std::vector<TermId> out(nodes.size(), 0);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (node.op == Op::Constant)
      out[i] = constant(node.value, node.width);
    else
      out[i] = make(node.op, node.width, out[node.a], has_two_operands(node.op) ? out[node.b] : node.b);
  }
  return out;
}

std::optional<std::uint64_t> TermEvaluator::value(TermId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const auto value = compute(terms_[id]);
  known_.emplace(id, value);
  return value;
}

std::optional<std::uint64_t> TermEvaluator::compute(const Term& term) {
  if (term.op == Op::Constant) return term.constant;
  const auto a = value(term.a);
  if (!a) return std::nullopt;
  const unsigned from = terms_[term.a].width;
  switch (term.op) {
    case Op::Read:
    case Op::IsCell: {
      const auto cell = model_.cell_at.find(*a);
      const unsigned bits = term.op == Op::Read ? term.width : term.b;
      const bool is_there = cell != model_.cell_at.end() && model_.cells[cell->second].bits == bits;
      if (term.op == Op::IsCell) return is_there ? 1 : 0;
      if (!is_there) return std::nullopt;
      return model_.value(model_.cells[cell->second], input_);
    }
    case Op::Not:
      return *a ^ 1;
    case Op::ZExt:
      return a;
    case Op::SExt:
      return static_cast<std::uint64_t>(to_signed(*a, from)) & ones(term.width);
    case Op::Extract:
      return (*a >> term.b) & ones(term.width);
    default:
      break;
  }
  const auto b = value(term.b);
  if (!b || is_undefined(term.op, from, *b)) return std::nullopt;
  if (term.op == Op::Concat) return *a << terms_[term.b].width | *b;
  return apply(term.op, from, *a, *b);
}

}  // namespace fretsaw::path
