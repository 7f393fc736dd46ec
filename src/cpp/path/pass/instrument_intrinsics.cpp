// SPDX-License-Identifier: MIT
// The compiler's own functions: what they compute is written down with operations that are followed. The same
// operations are added to the program, because every hook is told the values along with the Ids.
#include "cpp/path/pass/instrumenter.hpp"

namespace fretsaw::path {

using namespace llvm;

void Instrumenter::visit_intrinsic(IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::assume:
    case Intrinsic::is_constant:  // known to the compiler, that is: which does not depend on the value
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
      return;
    case Intrinsic::expect:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
      if (depends(call.getArgOperand(0))) ids_[&call] = ids(call.getArgOperand(0));
      return;
    case Intrinsic::abs:
    case Intrinsic::ctpop:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
      return visit_bits(call);
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::umul_with_overflow:
    case Intrinsic::smul_with_overflow:
      return visit_overflow(cast<WithOverflowInst>(call));
    default:
      lose_operands(call, TrackingLoss::Intrinsic);
  }
}

Instrumenter::TrackedValue Instrumenter::operation(Instruction::BinaryOps opcode, TrackedValue a,
                                                   TrackedValue b) {
  Value* const made =
      build_.CreateCall(hooks_.binary, {build_.getInt32(opcode), build_.getInt32(width(a.value->getType())),
                                        a.id, b.id, word(a.value), word(b.value)});
  return {build_.CreateBinOp(opcode, a.value, b.value), made};
}

Instrumenter::TrackedValue Instrumenter::comparison(CmpInst::Predicate predicate, TrackedValue a,
                                                    TrackedValue b) {
  Value* const made = build_.CreateCall(
      hooks_.compare, {build_.getInt32(predicate), build_.getInt32(width(a.value->getType())), a.id, b.id,
                       word(a.value), word(b.value)});
  return {build_.CreateICmp(predicate, a.value, b.value), made};
}

Instrumenter::TrackedValue Instrumenter::conversion(Instruction::CastOps opcode, TrackedValue a, Type* to) {
  Value* const made =
      build_.CreateCall(hooks_.cast, {build_.getInt32(opcode), build_.getInt32(width(a.value->getType())),
                                      build_.getInt32(width(to)), a.id, word(a.value)});
  return {build_.CreateCast(opcode, a.value, to), made};
}

// In pairs of bits, in fours, in bytes; then the sum of all bytes, in the highest one.
Instrumenter::TrackedValue Instrumenter::count_of_ones(TrackedValue x) {
  Type* const type = x.value->getType();
  const unsigned bits = width(type);
  const auto each_byte = [&](std::uint64_t byte) {
    return TrackedValue{ConstantInt::get(type, APInt::getSplat(bits, APInt(8, byte))), zero_};
  };
  const auto shifted = [&](TrackedValue a, unsigned by) {
    return operation(Instruction::LShr, a, {ConstantInt::get(type, by), zero_});
  };
  const auto masked = [&](TrackedValue a, std::uint64_t byte) {
    return operation(Instruction::And, a, each_byte(byte));
  };
  x = operation(Instruction::Sub, x, masked(shifted(x, 1), 0x55));
  x = operation(Instruction::Add, masked(x, 0x33), masked(shifted(x, 2), 0x33));
  x = masked(operation(Instruction::Add, x, shifted(x, 4)), 0x0f);
  return shifted(operation(Instruction::Mul, x, each_byte(1)), bits - 8);
}

void Instrumenter::visit_bits(IntrinsicInst& call) {
  Value* const operand = call.getArgOperand(0);
  if (!depends(operand)) return;
  Type* const type = operand->getType();
  const bool is_whole = is_word(type) && width(type) % 8 == 0;
  if (!is_whole) return lose(operand, is_word(type) ? TrackingLoss::Intrinsic : TrackingLoss::Type);
  const unsigned bits = width(type);
  const TrackedValue ones = {ConstantInt::getAllOnesValue(type), zero_};
  const auto number = [&](std::uint64_t value) { return TrackedValue{ConstantInt::get(type, value), zero_}; };
  TrackedValue x = {operand, id(operand)};
  switch (call.getIntrinsicID()) {
    case Intrinsic::abs: {  // with s = x >> 31, which is 0 or -1: (x ^ s) - s
      const TrackedValue sign = operation(Instruction::AShr, x, number(bits - 1));
      x = operation(Instruction::Sub, operation(Instruction::Xor, x, sign), sign);
      break;
    }
    case Intrinsic::ctlz:  // what is below the highest one becomes one, too
      for (unsigned by = 1; by < bits; by *= 2)
        x = operation(Instruction::Or, x, operation(Instruction::LShr, x, number(by)));
      x = count_of_ones(operation(Instruction::Xor, x, ones));
      break;
    case Intrinsic::cttz:  // what is below the lowest one: ~x & (x - 1)
      x = count_of_ones(operation(Instruction::And, operation(Instruction::Xor, x, ones),
                                  operation(Instruction::Add, x, ones)));
      break;
    default:
      x = count_of_ones(x);
  }
  ids_[&call] = {x.id};
}

// The result, and whether it overflowed. `new T[n]` uses this.
void Instrumenter::visit_overflow(WithOverflowInst& call) {
  const TrackedValue a = {call.getLHS(), id(call.getLHS())};
  const TrackedValue b = {call.getRHS(), id(call.getRHS())};
  if (!depends(a.value) && !depends(b.value)) return;
  Type* const type = a.value->getType();
  if (!is_word(type)) return lose_operands(call, TrackingLoss::Type);
  const TrackedValue made = operation(call.getBinaryOp(), a, b);
  const TrackedValue none = {ConstantInt::get(type, 0), zero_};
  const bool is_signed = call.isSigned();
  const auto differ = [&](TrackedValue x, TrackedValue y) { return operation(Instruction::Xor, x, y); };
  TrackedValue over = none;
  switch (call.getBinaryOp()) {
    case Instruction::Add:  // unsigned: it is smaller; signed: both have another sign than it has
      over = !is_signed ? comparison(CmpInst::ICMP_ULT, made, a)
                        : comparison(CmpInst::ICMP_SLT,
                                     operation(Instruction::And, differ(a, made), differ(b, made)), none);
      break;
    case Instruction::Sub:
      over = !is_signed ? comparison(CmpInst::ICMP_ULT, a, b)
                        : comparison(CmpInst::ICMP_SLT,
                                     operation(Instruction::And, differ(a, b), differ(a, made)), none);
      break;
    default: {
      Type* const wide = build_.getInt64Ty();
      auto* const factor = dyn_cast<ConstantInt>(b.value);
      if (width(type) <= 32) {
        const auto extend = is_signed ? Instruction::SExt : Instruction::ZExt;
        over =
            comparison(CmpInst::ICMP_NE,
                       operation(Instruction::Mul, conversion(extend, a, wide), conversion(extend, b, wide)),
                       conversion(extend, made, wide));
      } else if (factor != nullptr && !factor->isZero() && !is_signed) {
        const std::uint64_t most = ~std::uint64_t{0} >> (64 - width(type));
        over =
            comparison(CmpInst::ICMP_UGT, a, {ConstantInt::get(type, most / factor->getZExtValue()), zero_});
      } else {
        return lose_operands(call, TrackingLoss::Intrinsic);
      }
    }
  }
  ids_[&call] = {made.id, over.id};
}

}  // namespace fretsaw::path
