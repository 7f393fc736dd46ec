// SPDX-License-Identifier: MIT
// Calls: Ids are handed over in slots, one for each word of an argument or a result, and the compiler's own
// functions are operations like others.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "path/pass/instrumenter.hpp"
#include "path/pass/library_calls.hpp"

namespace fretsaw::path {

using namespace llvm;

void Instrumenter::visit_call(CallBase& call) {
  if (call.isInlineAsm()) {
    sites_.has_assembly();
    return lose_operands(call, Loss::Assembly);
  }
  if (auto* const move = dyn_cast<MemTransferInst>(&call)) {
    build_.CreateCall(hooks_.copy, {move->getDest(), move->getSource(), word(move->getLength()),
                                    id(move->getDest()), id(move->getSource()), id(move->getLength())});
    return;
  }
  if (auto* const set = dyn_cast<MemSetInst>(&call)) {
    build_.CreateCall(hooks_.fill,
                      {set->getDest(), word(set->getLength()), id(set->getDest()), id(set->getLength())});
    return lose(set->getValue(), Loss::Instruction);
  }
  if (auto* const intrinsic = dyn_cast<IntrinsicInst>(&call)) return visit_intrinsic(*intrinsic);
  Function* const known = call.getCalledFunction();
  if (known != nullptr) sites_.calls(*known);
  // What nobody compiled with this pass can be called, too: its results are plain numbers.
  const unsigned slots = hand_over(call);
  const Library library = known != nullptr ? library_of(*known) : Library::Unknown;
  build_.CreateCall(hooks_.call, {call.getCalledOperand(), build_.getInt32(slots),
                                  build_.getInt32(static_cast<unsigned>(library))});
  if (const std::size_t count = words_of(call.getType()).size(); count > 0) take_result(call, count);
}

// The slots that are used.
unsigned Instrumenter::hand_over(CallBase& call) {
  unsigned slot = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* const argument = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      build_.CreateCall(hooks_.argument_bytes,
                        {build_.getInt32(slot), argument, bytes(call.getParamByValType(i))});
    }
    const std::size_t count = words_of(argument->getType()).size();
    for (std::size_t k = 0; k < count; ++k) {
      Value* const value = is_word(argument->getType()) ? word(argument) : build_.getInt64(0);
      build_.CreateCall(hooks_.argument, {build_.getInt32(slot++), ids(argument)[k], value});
    }
  }
  return slot;
}

void Instrumenter::take_result(CallBase& call, std::size_t count) {
  const Function* const known = call.getCalledFunction();
  if (auto* const plain = dyn_cast<CallInst>(&call)) {
    if (plain->isMustTailCall()) return;
    build_.SetInsertPoint(call.getNextNode());
  } else {
    auto& invoke = cast<InvokeInst>(call);
    BasicBlock* next = invoke.getNormalDest();
    if (next->getSinglePredecessor() == nullptr) next = SplitEdge(invoke.getParent(), next);
    build_.SetInsertPoint(&*next->getFirstInsertionPt());
  }
  build_.SetCurrentDebugLocation(call.getDebugLoc());
  // Addresses that a library gives are those of its own memory.
  const bool is_known =
      !call.getType()->isIntegerTy() || (known != nullptr && is_function_of_arguments(*known));
  Ids made;
  for (unsigned i = 0; i < count; ++i)
    made.push_back(build_.CreateCall(
        hooks_.result, {call.getCalledOperand(), build_.getInt32(i), build_.getInt32(is_known ? 1 : 0)}));
  ids_[&call] = made;
}

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
      return visit_absolute(call);
    default:
      lose_operands(call, Loss::Intrinsic);
  }
}

// With s = x >> 31, which is 0 or -1: (x ^ s) - s.
void Instrumenter::visit_absolute(IntrinsicInst& call) {
  Value* const x = call.getArgOperand(0);
  if (!depends(x)) return;
  if (!is_word(x->getType())) return lose(x, Loss::Type);
  Value* const bits = build_.getInt32(width(x->getType()));
  const auto operation = [&](Instruction::BinaryOps opcode, Value* a, Value* a_id, Value* b, Value* b_id) {
    Value* const id =
        build_.CreateCall(hooks_.binary, {build_.getInt32(opcode), bits, a_id, b_id, word(a), word(b)});
    return std::pair(build_.CreateBinOp(opcode, a, b), id);
  };
  Value* const shift = ConstantInt::get(x->getType(), width(x->getType()) - 1);
  const auto [sign, sign_id] = operation(Instruction::AShr, x, id(x), shift, zero_);
  const auto [turned, turned_id] = operation(Instruction::Xor, x, id(x), sign, sign_id);
  ids_[&call] = {operation(Instruction::Sub, turned, turned_id, sign, sign_id).second};
}

}  // namespace fretsaw::path
