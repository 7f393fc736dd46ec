// SPDX-License-Identifier: MIT
// Calls: Ids are handed over in slots, one for each word of an argument or a result.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "cpp/path/pass/instrumenter.hpp"
#include "cpp/path/pass/library_calls.hpp"

namespace fretsaw::path {

using namespace llvm;

void Instrumenter::visit_call(CallBase& call) {
  if (call.isInlineAsm()) {
    sites_.has_assembly();
    return lose_operands(call, TrackingLoss::Assembly);
  }
  if (auto* const move = dyn_cast<MemTransferInst>(&call)) {
    build_.CreateCall(hooks_.copy, {move->getDest(), move->getSource(), word(move->getLength()),
                                    id(move->getDest()), id(move->getSource()), id(move->getLength())});
    return;
  }
  if (auto* const set = dyn_cast<MemSetInst>(&call)) {
    build_.CreateCall(hooks_.fill,
                      {set->getDest(), word(set->getLength()), id(set->getDest()), id(set->getLength())});
    return lose(set->getValue(), TrackingLoss::Instruction);
  }
  if (auto* const intrinsic = dyn_cast<IntrinsicInst>(&call)) return visit_intrinsic(*intrinsic);
  Function* const known = call.getCalledFunction();
  if (known != nullptr) sites_.calls(*known);
  // Functions that were not compiled with this pass can be called, too: their results are plain numbers.
  const unsigned slots = pass_arguments(call);
  const Library library = known != nullptr ? library_of(*known) : Library::Unknown;
  build_.CreateCall(hooks_.call, {call.getCalledOperand(), build_.getInt32(slots),
                                  build_.getInt32(static_cast<unsigned>(library))});
  // The callee finds the arguments after the last that has a name where it cannot be watched.
  if (call.getFunctionType()->isVarArg() && library == Library::Unknown) {
    for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i)
      lose(call.getArgOperand(i), TrackingLoss::Instruction);
  }
  const std::size_t count = words_of(call.getType()).size();
  const bool is_number = call.getType()->isFloatingPointTy() && (known == nullptr || known->isDeclaration());
  if (count > 0 || is_number) take_result(call, std::max<std::size_t>(count, 1));
}

// The slots that are used.
unsigned Instrumenter::pass_arguments(CallBase& call) {
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
  const bool is_known = known != nullptr && is_function_of_arguments(*known);
  Ids made;
  for (unsigned i = 0; i < count; ++i)
    made.push_back(build_.CreateCall(
        hooks_.result, {call.getCalledOperand(), build_.getInt32(i), build_.getInt32(is_known ? 1 : 0)}));
  if (!call.getType()->isFloatingPointTy()) {
    ids_[&call] = made;
    return;
  }
  // Such numbers are not followed: what depends on them is not known.
  build_.CreateCall(hooks_.lose,
                    {made.front(), build_.getInt32(static_cast<unsigned>(TrackingLoss::Floating))});
}

}  // namespace fretsaw::path
