// SPDX-License-Identifier: MIT
// Reads, writes, and addresses of parts.
#include <llvm/IR/Operator.h>

#include "cpp/path/pass/instrumenter.hpp"

namespace fretsaw::path {

using namespace llvm;

void Instrumenter::visit_load(LoadInst& load) {
  if (!is_word(load.getType())) {
    const TrackingLoss why =
        load.getType()->isFloatingPointTy() ? TrackingLoss::Floating : TrackingLoss::Type;
    build_.CreateCall(hooks_.lose_bytes, {load.getPointerOperand(), bytes(load.getType()),
                                          build_.getInt32(static_cast<unsigned>(why))});
    return lose(load.getPointerOperand(), why);
  }
  ids_[&load] = {build_.CreateCall(
      hooks_.load, {load.getPointerOperand(), bytes(load.getType()), id(load.getPointerOperand())})};
}

void Instrumenter::visit_store(StoreInst& store) {
  Value* const value = store.getValueOperand();
  if (!is_word(value->getType())) {
    build_.CreateCall(hooks_.forget, {store.getPointerOperand(), bytes(value->getType())});
    return lose(value, TrackingLoss::Type);
  }
  build_.CreateCall(hooks_.store, {store.getPointerOperand(), bytes(value->getType()),
                                   id(store.getPointerOperand()), id(value), word(value)});
}

// What earlier calls have left there is not tracked: padding that is copied with a struct, for example.
void Instrumenter::visit_local(AllocaInst& local) {
  build_.SetInsertPoint(local.getNextNode());
  const auto size = module_.getDataLayout().getTypeAllocSize(local.getAllocatedType()).getFixedValue();
  Value* const count = build_.CreateZExtOrTrunc(local.getArraySize(), build_.getInt64Ty());
  build_.CreateCall(hooks_.appear, {&local, build_.CreateMul(count, build_.getInt64(size))});
}

// What was there, and what is there then, are plain numbers.
void Instrumenter::visit_atomic(Value* place, Value* value) {
  Value* const size = bytes(value->getType());
  Value* const why = build_.getInt32(static_cast<unsigned>(TrackingLoss::Atomic));
  build_.CreateCall(hooks_.lose_bytes, {place, size, why});
  build_.CreateCall(hooks_.forget, {place, size});
  lose(value, TrackingLoss::Atomic);
}

// The address of a part is a sum; so is its Id.
void Instrumenter::visit_place(GetElementPtrInst& place) {
  bool any = depends(place.getPointerOperand());
  for (Value* const index : place.indices()) any = any || depends(index);
  if (!any) return;
  const DataLayout& layout = module_.getDataLayout();
  MapVector<Value*, APInt> terms;
  APInt constant(64, 0);
  if (!cast<GEPOperator>(place).collectOffset(layout, 64, terms, constant))
    return lose_operands(place, TrackingLoss::Instruction);
  Value* sum = word(place.getPointerOperand());
  Value* made = id(place.getPointerOperand());
  const auto add = [&](Value* value, Value* value_id) {
    made = build_.CreateCall(
        hooks_.binary, {build_.getInt32(Instruction::Add), build_.getInt32(64), made, value_id, sum, value});
    sum = build_.CreateAdd(sum, value);
  };
  for (const auto& [index, scale] : terms) {
    const unsigned bits = index->getType()->getIntegerBitWidth();
    Value* wide_id = id(index);
    Value* const wide = build_.CreateSExtOrTrunc(index, build_.getInt64Ty());
    if (bits < 64)
      wide_id = build_.CreateCall(hooks_.cast, {build_.getInt32(Instruction::SExt), build_.getInt32(bits),
                                                build_.getInt32(64), wide_id, word(index)});
    Value* const factor = build_.getInt64(scale.getSExtValue());
    Value* const product = build_.CreateMul(wide, factor);
    add(product, build_.CreateCall(hooks_.binary, {build_.getInt32(Instruction::Mul), build_.getInt32(64),
                                                   wide_id, zero_, wide, factor}));
  }
  if (!constant.isZero()) add(build_.getInt64(constant.getSExtValue()), zero_);
  ids_[&place] = {made};
}

}  // namespace fretsaw::path
