// SPDX-License-Identifier: MIT
#include "cpp/path/child/expressions.hpp"

#include <unistd.h>

#include <unordered_map>

#include "cpp/path/child/opaque.hpp"

namespace fretsaw::path {

namespace {

struct Key {
  std::uint64_t first, second;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return (key.first * 0x9e3779b97f4a7c15U ^ key.second) * 0xff51afd7ed558ccdU >> 7;
  }
};

std::unordered_map<Key, Id, KeyHash>& known() {
  static std::unordered_map<Key, Id, KeyHash> nodes;
  return nodes;
}

Id add(const Node& node) {
  const std::uint64_t head = static_cast<std::uint64_t>(node.op) << 8 | node.width;
  const Key key = node.op == Op::Constant ? Key{head, node.value}
                                          : Key{head | static_cast<std::uint64_t>(node.a) << 32, node.b};
  const auto [found, is_new] = known().try_emplace(key, record->node_count);
  if (!is_new) return found->second;
  if (record->node_count == kMaxNodes) {
    note_end(guest::Termination::Steps);
    _exit(0);
  }
  record->nodes[record->node_count] = node;
  return record->node_count++;
}

std::int64_t as_signed(std::uint64_t value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>((value & mask(width)) ^ sign) - static_cast<std::int64_t>(sign);
}

// Instruction::BinaryOps of LLVM 19.
struct BinaryOp {
  unsigned opcode;
  Op op;
};
constexpr BinaryOp kBinaryOps[] = {{13, Op::Add},  {15, Op::Sub},  {17, Op::Mul},  {19, Op::UDiv},
                                   {20, Op::SDiv}, {22, Op::URem}, {23, Op::SRem}, {25, Op::Shl},
                                   {26, Op::LShr}, {27, Op::AShr}, {28, Op::And},  {29, Op::Or},
                                   {30, Op::Xor}};

// Where the operation means something for some operands only, that this is so becomes a condition of the
// path: nothing is divided by zero, the smallest number is not divided by -1, and no shift is as wide as the
// number. False: it is not.
bool is_defined(Op op, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv) {
  const auto require = [&](bool holds, Id condition) {
    add_event(EventKind::Valid, 0, condition, holds ? 1 : 0);
    return holds;
  };
  const auto is_symbolic = [](Id id) { return record->nodes[id].op != Op::Constant; };
  switch (op) {
    case Op::UDiv:
    case Op::URem:
    case Op::SDiv:
    case Op::SRem: {
      if (is_symbolic(b)) {
        const Id zero = equal(b, constant(0, width));
        if (!require(bv != 0, make(Op::Not, 1, zero, 0, bv != 0 ? 1 : 0))) return false;
      }
      if (bv == 0) return false;
      if (op == Op::UDiv || op == Op::URem) return true;
      const std::uint64_t smallest = std::uint64_t{1} << (width - 1);
      const bool overflows = bv == mask(width) && av == smallest;
      const Id both = make(Op::And, 1, equal(a, constant(smallest, width)),
                           equal(b, constant(mask(width), width)), overflows ? 1 : 0);
      return require(!overflows, make(Op::Not, 1, both, 0, overflows ? 0 : 1));
    }
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      if (!is_symbolic(b)) return bv < width;
      return require(bv < width, make(Op::ULess, 1, b, constant(width, width), bv < width ? 1 : 0));
    default:
      return true;
  }
}

std::uint64_t result(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t sa = as_signed(a, width);
  const std::int64_t sb = as_signed(b, width);
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::UDiv:
      return a / b;
    case Op::SDiv:
      return static_cast<std::uint64_t>(sa / sb);
    case Op::URem:
      return a % b;
    case Op::SRem:
      return static_cast<std::uint64_t>(sa % sb);
    case Op::Shl:
      return a << b;
    case Op::LShr:
      return a >> b;
    case Op::AShr:
      return static_cast<std::uint64_t>(sa >> b);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    default:
      return a ^ b;
  }
}

}  // namespace

Id constant(std::uint64_t value, unsigned width) {
  return add({Op::Constant, static_cast<std::uint8_t>(width), 0, 0, 0, 0, value & mask(width)});
}

Id make(Op op, unsigned width, Id a, Id b, std::uint64_t value) {
  return add({op, static_cast<std::uint8_t>(width), 0, a, b, 0, value & mask(width)});
}

Id checked(Id id, std::uint64_t value, unsigned width) {
  if (id == 0 || is_opaque(id)) return id;
  const Node& node = record->nodes[id];
  if (node.width == width && node.value == (value & mask(width))) return id;
  ++record->mismatches;
  return 0;
}

namespace {

bool is_shift(Op op) { return op == Op::Shl || op == Op::LShr || op == Op::AShr; }

// Nothing ends there: the processor takes as many of the lower bits of `b` as say a place of the number. If
// it does not, the value that is checked next differs.
Id wide_shift(Op op, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv) {
  const std::uint64_t by = bv & (width - 1);
  if (record->in_call) ++record->overflows;
  return make(op, width, a, make(Op::And, width, b, constant(width - 1, width), by),
              result(op, width, av, by));
}

bool overflows(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  const auto number = [&](std::uint64_t word) {
    return static_cast<__int128>(static_cast<std::int64_t>(word << (64 - width)) >> (64 - width));
  };
  const __int128 exact = op == Op::Add   ? number(a) + number(b)
                         : op == Op::Sub ? number(a) - number(b)
                         : op == Op::Mul ? number(a) * number(b)
                                         : 0;
  const __int128 end = static_cast<__int128>(1) << (width - 1);
  return exact < -end || exact >= end;
}

}  // namespace

Id binary(unsigned opcode, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv) {
  const bool may_overflow = (opcode & kNoWrap) == 0;
  opcode &= ~kNoWrap;
  a = checked(a, av, width);
  b = checked(b, bv, width);
  if (is_opaque(a) || is_opaque(b)) return is_opaque(a) ? a : b;
  if (a == 0 && b == 0) return 0;
  av &= mask(width);
  bv &= mask(width);
  for (const BinaryOp& each : kBinaryOps) {
    if (each.opcode != opcode) continue;
    const Id left = operand(a, av, width);
    const Id right = operand(b, bv, width);
    if (!is_defined(each.op, width, left, right, av, bv)) {
      if (is_shift(each.op) && (width == 32 || width == 64))
        return wide_shift(each.op, width, left, right, av, bv);
      // The processor ends the run here. Where it does not, because the compiler uses other instructions,
      // what follows is unknown.
      note_loss(TrackingLoss::Undefined);
      record->may_end_here = true;
      return 0;
    }
    if (!may_overflow && record->in_call && overflows(each.op, width, av, bv)) ++record->overflows;
    return make(each.op, width, left, right, result(each.op, width, av, bv));
  }
  note_loss(TrackingLoss::Instruction);
  return 0;
}

Id compare(unsigned predicate, unsigned width, Id a, Id b, std::uint64_t av, std::uint64_t bv) {
  a = checked(a, av, width);
  b = checked(b, bv, width);
  if (is_opaque(a) || is_opaque(b)) return is_opaque(a) ? a : b;
  if (a == 0 && b == 0) return 0;
  av &= mask(width);
  bv &= mask(width);
  const Id left = operand(a, av, width);
  const Id right = operand(b, bv, width);
  const std::int64_t sa = as_signed(av, width);
  const std::int64_t sb = as_signed(bv, width);
  switch (predicate) {  // CmpInst::Predicate of LLVM 19
    case 32:
      return equal(left, right);
    case 33: {
      const Id same = equal(left, right);
      return make(Op::Not, 1, same, 0, av != bv ? 1 : 0);
    }
    case 34:
      return make(Op::ULess, 1, right, left, bv < av ? 1 : 0);
    case 35:
      return make(Op::ULessEqual, 1, right, left, bv <= av ? 1 : 0);
    case 36:
      return make(Op::ULess, 1, left, right, av < bv ? 1 : 0);
    case 37:
      return make(Op::ULessEqual, 1, left, right, av <= bv ? 1 : 0);
    case 38:
      return make(Op::SLess, 1, right, left, sb < sa ? 1 : 0);
    case 39:
      return make(Op::SLessEqual, 1, right, left, sb <= sa ? 1 : 0);
    case 40:
      return make(Op::SLess, 1, left, right, sa < sb ? 1 : 0);
    case 41:
      return make(Op::SLessEqual, 1, left, right, sa <= sb ? 1 : 0);
    default:
      note_loss(TrackingLoss::Instruction);
      return 0;
  }
}

Id cast(unsigned opcode, unsigned from, unsigned to, Id a, std::uint64_t value) {
  a = checked(a, value, from);
  if (a == 0 || is_opaque(a)) return a;
  switch (opcode) {  // Instruction::CastOps of LLVM 19
    case 38:         // Trunc
      return extract(a, 0, to);
    case 39:  // ZExt
      return make(Op::ZExt, to, a, 0, value & mask(from));
    case 40:  // SExt
      return make(Op::SExt, to, a, 0, static_cast<std::uint64_t>(as_signed(value, from)));
    case 47:  // PtrToInt
    case 48:  // IntToPtr
      return to == from ? a : to < from ? extract(a, 0, to) : make(Op::ZExt, to, a, 0, value & mask(from));
    case 49:  // BitCast
      return to == from ? a : 0;
    default:
      note_loss(TrackingLoss::Instruction);
      return 0;
  }
}

Id extract(Id a, unsigned low, unsigned width) {
  const Node node = record->nodes[a];
  if (low == 0 && node.width == width) return a;
  if (node.op == Op::Concat) {
    const unsigned below = record->nodes[node.b].width;
    if (low + width <= below) return extract(node.b, low, width);
    if (low >= below) return extract(node.a, low - below, width);
  }
  if (node.op == Op::Extract) return extract(node.a, node.b + low, width);
  if ((node.op == Op::ZExt || node.op == Op::SExt) && low + width <= record->nodes[node.a].width)
    return extract(node.a, low, width);
  if (node.op == Op::Constant) return constant(node.value >> low, width);
  return make(Op::Extract, width, a, low, node.value >> low);
}

Id concat(Id high, Id low) {
  const Node& above = record->nodes[high];
  const Node& below = record->nodes[low];
  // Pieces of the same value that belong together.
  const bool joins = above.op == Op::Extract && below.op == Op::Extract && above.a == below.a &&
                     above.b == below.b + below.width;
  if (joins) return extract(above.a, below.b, below.width + above.width);
  return make(Op::Concat, above.width + below.width, high, low, above.value << below.width | below.value);
}

Id equal(Id a, Id b) {
  return make(Op::Equal, 1, a, b, record->nodes[a].value == record->nodes[b].value ? 1 : 0);
}

}  // namespace fretsaw::path
