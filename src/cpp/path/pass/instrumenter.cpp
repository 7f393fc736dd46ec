// SPDX-License-Identifier: MIT
#include "cpp/path/pass/instrumenter.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Operator.h>

#include "cpp/path/pass/library_calls.hpp"

namespace fretsaw::path {

using namespace llvm;

namespace {

// Is this block one of those that the conditions of the source lead to?
bool is_of_source(const BasicBlock& block) {
  for (const char* const prefix : {"if.", "for.", "while.", "do.", "land.", "lor.", "cond."}) {
    if (block.getName().starts_with(prefix)) return true;
  }
  return false;
}

// Is this the value of an && or ||, or its negation? Its operands count, and it does not: clang makes loops
// branch on the whole, and a simple ?: choose by it.
bool is_of_operator(const Value* value) {
  while (const auto* const negation = dyn_cast<BinaryOperator>(value)) {
    const bool is_not =
        negation->getOpcode() == Instruction::Xor && isa<ConstantInt>(negation->getOperand(1));
    if (!is_not) return false;
    value = negation->getOperand(0);
  }
  const auto* const merge = dyn_cast<PHINode>(value);
  if (merge == nullptr) return false;
  const StringRef name = merge->getParent()->getName();
  return name.starts_with("land.end") || name.starts_with("lor.end");
}

// Clang gives all branches of `x && y` places that are not those of x and y; what is computed there has the
// right one.
DebugLoc place_of(const BranchInst& jump) {
  const auto* const condition = dyn_cast<Instruction>(jump.getCondition());
  const bool has_place = condition != nullptr && condition->getDebugLoc() &&
                         condition->getDebugLoc().getLine() != 0 && !isa<PHINode>(condition);
  return has_place ? condition->getDebugLoc() : jump.getDebugLoc();
}

// The size of `new T[n]`: all there is, if it would be too large.
bool is_of_new(const SelectInst& select) {
  const auto* const most = dyn_cast<ConstantInt>(select.getTrueValue());
  if (most == nullptr || !most->isMinusOne()) return false;
  return any_of(select.users(), [&](const User* user) {
    const auto* const call = dyn_cast<CallBase>(user);
    const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && call->getDebugLoc() == select.getDebugLoc() &&
           starts_with_one_of(callee->getName(), {"_Zna", "_Znw"});
  });
}

bool follows_tail_call(ReturnInst& back) {
  auto* const call = dyn_cast_or_null<CallInst>(back.getPrevNode());
  return call != nullptr && call->isMustTailCall();
}

}  // namespace

bool is_word(Type* type) {
  return type->isIntegerTy() ? type->getIntegerBitWidth() <= 64 : type->isPointerTy();
}

SmallVector<Type*, 2> words_of(Type* type) {
  if (is_word(type)) return {type};
  SmallVector<Type*, 2> out;
  auto* const record = dyn_cast<StructType>(type);
  if (record == nullptr || record->getNumElements() > 8) return {};
  for (Type* const member : record->elements()) {
    if (!is_word(member)) return {};
    out.push_back(member);
  }
  return out;
}

void Instrumenter::run(Function& function) {
  function_ = &function;
  ids_.clear();
  sites_.begin(function);
  std::vector<Instruction*> all;
  for (BasicBlock* const block : ReversePostOrderTraversal<Function*>(&function)) {
    for (Instruction& each : *block) all.push_back(&each);
  }
  enter(function);
  std::vector<PHINode*> merges;
  for (Instruction* const each : all) {
    auto* const merge = dyn_cast<PHINode>(each);
    if (merge == nullptr || words_of(merge->getType()).empty()) continue;
    build_.SetInsertPoint(merge);
    Ids made;
    for (std::size_t i = 0; i < words_of(merge->getType()).size(); ++i)
      made.push_back(build_.CreatePHI(build_.getInt32Ty(), merge->getNumIncomingValues()));
    ids_[merge] = made;
    merges.push_back(merge);
  }
  for (Instruction* const each : all) {
    build_.SetInsertPoint(each);
    build_.SetCurrentDebugLocation(each->getDebugLoc());
    visit(*each);
  }
  for (PHINode* const merge : merges) finish(*merge);
  for (const PendingBranch& each : std::exchange(later_, {})) {
    build_.SetInsertPoint(each.before);
    build_.SetCurrentDebugLocation(each.place);
    branch(sites_.branch(each.place, true), each.value);
  }
}

void Instrumenter::enter(Function& function) {
  build_.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
  build_.SetCurrentDebugLocation(DebugLoc());
  if (const DISubprogram* const place = function.getSubprogram())
    build_.SetCurrentDebugLocation(
        DILocation::get(function.getContext(), place->getLine(), 0, const_cast<DISubprogram*>(place)));
  Value* const number = build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), first_function_),
                                         build_.getInt32(sites_.function()));
  build_.CreateCall(hooks_.enter, {&function, number});
  unsigned slot = 0;
  for (Argument& argument : function.args()) {
    if (argument.hasByValAttr()) {
      build_.CreateCall(hooks_.parameter_bytes,
                        {build_.getInt32(slot), &argument, bytes(argument.getParamByValType())});
    }
    Ids ids;
    for (std::size_t i = 0; i < words_of(argument.getType()).size(); ++i)
      ids.push_back(build_.CreateCall(hooks_.parameter, {build_.getInt32(slot++)}));
    if (!ids.empty()) ids_[&argument] = ids;
  }
}

// A value's Ids; zeros if it has none.
Ids Instrumenter::ids(Value* value) const {
  if (const auto found = ids_.find(value); found != ids_.end()) return found->second;
  return Ids(std::max<std::size_t>(1, words_of(value->getType()).size()), zero_);
}

Value* Instrumenter::word(Value* value) {
  if (value->getType()->isPointerTy()) return build_.CreatePtrToInt(value, build_.getInt64Ty());
  return build_.CreateZExtOrTrunc(value, build_.getInt64Ty());
}

Value* Instrumenter::bytes(Type* type) {
  return build_.getInt32(static_cast<unsigned>(module_.getDataLayout().getTypeStoreSize(type)));
}

Value* Instrumenter::site(unsigned number) {
  return build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), first_site_), build_.getInt32(number));
}

void Instrumenter::lose(Value* value, TrackingLoss why) {
  for (Value* const each : ids(value)) {
    if (each != zero_) build_.CreateCall(hooks_.lose, {each, build_.getInt32(static_cast<unsigned>(why))});
  }
}

void Instrumenter::lose_operands(Instruction& instruction, TrackingLoss why) {
  for (Value* const operand : instruction.operands()) lose(operand, why);
}

void Instrumenter::branch(unsigned number, Value* condition) {
  build_.CreateCall(hooks_.branch,
                    {site(number), id(condition), build_.CreateZExt(condition, build_.getInt32Ty())});
}

void Instrumenter::visit(Instruction& each) {
  if (auto* const load = dyn_cast<LoadInst>(&each)) return visit_load(*load);
  if (auto* const store = dyn_cast<StoreInst>(&each)) return visit_store(*store);
  if (auto* const place = dyn_cast<GetElementPtrInst>(&each)) return visit_place(*place);
  if (auto* const compare = dyn_cast<ICmpInst>(&each)) return visit_compare(*compare);
  if (auto* const binary = dyn_cast<BinaryOperator>(&each)) return visit_binary(*binary);
  if (auto* const cast = dyn_cast<CastInst>(&each)) return visit_cast(*cast);
  if (isa<FreezeInst>(each)) {
    if (depends(each.getOperand(0))) ids_[&each] = ids(each.getOperand(0));
    return;
  }
  if (auto* const select = dyn_cast<SelectInst>(&each)) return visit_select(*select);
  if (auto* const merge = dyn_cast<PHINode>(&each)) return visit_merge(*merge);
  if (auto* const jump = dyn_cast<BranchInst>(&each)) {
    if (!jump->isConditional()) return;
    if (const auto range = sites_.range(*jump)) return branch(*range, jump->getCondition());
    const bool counts = (is_of_source(*jump->getSuccessor(0)) || is_of_source(*jump->getSuccessor(1)) ||
                         jump->getParent()->getName().starts_with("sw.caserange")) &&
                        !is_of_operator(jump->getCondition()) && !isa<ConstantInt>(jump->getCondition());
    return branch(sites_.branch(place_of(*jump), counts), jump->getCondition());
  }
  if (auto* const choice = dyn_cast<SwitchInst>(&each)) return visit_switch(*choice);
  if (auto* const part = dyn_cast<ExtractValueInst>(&each)) {
    if (!depends(part->getAggregateOperand())) return;
    if (part->getNumIndices() != 1) return lose_operands(each, TrackingLoss::Struct);
    ids_[part] = {ids(part->getAggregateOperand())[part->getIndices()[0]]};
    return;
  }
  if (auto* const part = dyn_cast<InsertValueInst>(&each)) {
    const bool fits = part->getNumIndices() == 1 && !words_of(part->getType()).empty();
    if (!fits) return lose_operands(each, TrackingLoss::Struct);
    Ids made = ids(part->getAggregateOperand());
    made[part->getIndices()[0]] = id(part->getInsertedValueOperand());
    ids_[part] = made;
    return;
  }
  if (auto* const back = dyn_cast<ReturnInst>(&each)) {
    Value* const value = back->getReturnValue();
    if (value == nullptr || words_of(value->getType()).empty() || follows_tail_call(*back)) return;
    const Ids made = ids(value);
    for (unsigned i = 0; i < made.size(); ++i)
      build_.CreateCall(hooks_.give, {function_, build_.getInt32(i), made[i]});
    return;
  }
  if (auto* const call = dyn_cast<CallBase>(&each)) return visit_call(*call);
  if (auto* const change = dyn_cast<AtomicRMWInst>(&each))
    return visit_atomic(change->getPointerOperand(), change->getValOperand());
  if (auto* const change = dyn_cast<AtomicCmpXchgInst>(&each))
    return visit_atomic(change->getPointerOperand(), change->getNewValOperand());
  if (auto* const local = dyn_cast<AllocaInst>(&each)) return visit_local(*local);
  if (isa<UnreachableInst, FenceInst, LandingPadInst, ResumeInst>(each)) return;
  lose_operands(each, TrackingLoss::Instruction);
}

void Instrumenter::visit_compare(ICmpInst& compare) {
  Value* const a = compare.getOperand(0);
  Value* const b = compare.getOperand(1);
  const auto is_address = [](Value* value) {
    return value->getType()->isPointerTy() || isa<PtrToIntInst>(value);
  };
  if (compare.isRelational() && is_address(a) && is_address(b))
    build_.CreateCall(hooks_.order, {word(a), word(b)});
  if (!depends(a) && !depends(b)) return;
  ids_[&compare] = {build_.CreateCall(
      hooks_.compare, {build_.getInt32(compare.getPredicate()), build_.getInt32(width(a->getType())), id(a),
                       id(b), word(a), word(b)})};
}

void Instrumenter::visit_binary(BinaryOperator& binary) {
  Value* const a = binary.getOperand(0);
  Value* const b = binary.getOperand(1);
  if (!depends(a) && !depends(b)) return;
  if (!is_word(binary.getType())) return lose_operands(binary, TrackingLoss::Type);
  const auto* const overflowing = dyn_cast<OverflowingBinaryOperator>(&binary);
  const unsigned flag = overflowing != nullptr && overflowing->hasNoSignedWrap() ? fretsaw::path::kNoWrap : 0;
  ids_[&binary] = {build_.CreateCall(
      hooks_.binary, {build_.getInt32(binary.getOpcode() | flag), build_.getInt32(width(binary.getType())),
                      id(a), id(b), word(a), word(b)})};
}

void Instrumenter::visit_cast(CastInst& cast) {
  Value* const from = cast.getOperand(0);
  if (!depends(from)) return;
  if (!is_word(cast.getType()) || !is_word(from->getType()))
    return lose(from, cast.getType()->isFloatingPointTy() ? TrackingLoss::Floating : TrackingLoss::Type);
  ids_[&cast] = {build_.CreateCall(
      hooks_.cast, {build_.getInt32(cast.getOpcode()), build_.getInt32(width(from->getType())),
                    build_.getInt32(width(cast.getType())), id(from), word(from)})};
}

// Clang makes one of a simple x ? y : z.
void Instrumenter::visit_select(SelectInst& select) {
  if (!select.getCondition()->getType()->isIntegerTy(1)) return lose_operands(select, TrackingLoss::Type);
  const bool counts = !is_of_new(select) && !is_of_operator(select.getCondition());
  branch(sites_.branch(select.getDebugLoc(), counts), select.getCondition());
  if (words_of(select.getType()).empty()) return;
  const Ids yes = ids(select.getTrueValue());
  const Ids no = ids(select.getFalseValue());
  Ids made;
  for (std::size_t i = 0; i < yes.size(); ++i) {
    made.push_back(yes[i] == no[i] ? yes[i] : build_.CreateSelect(select.getCondition(), yes[i], no[i]));
  }
  ids_[&select] = made;
}

// `x && y` as a value: y decides nothing, but it is an operand that counts.
void Instrumenter::visit_merge(PHINode& merge) {
  if (!is_of_operator(&merge) || !merge.getType()->isIntegerTy(1)) return;
  for (unsigned i = 0; i < merge.getNumIncomingValues(); ++i) {
    Value* const value = merge.getIncomingValue(i);
    if (isa<Constant>(value) || is_of_operator(value)) continue;
    Instruction* const end = merge.getIncomingBlock(i)->getTerminator();
    auto* const source = dyn_cast<Instruction>(value);
    later_.push_back({end, value, source != nullptr ? source->getDebugLoc() : end->getDebugLoc()});
  }
}

void Instrumenter::visit_switch(SwitchInst& choice) {
  bool counts = false;
  for (BasicBlock* const next : successors(&choice)) counts = counts || next->getName().starts_with("sw.");
  Value* const value = choice.getCondition();
  const unsigned number = sites_.choice(choice, counts);
  // Which of the outcomes: the switch again, as a row of selects.
  Value* outcome = build_.getInt32(choice.getNumCases());
  unsigned index = choice.getNumCases();
  for (auto each = choice.case_end(); each != choice.case_begin();) {
    --each;
    --index;
    outcome = build_.CreateSelect(build_.CreateICmpEQ(value, each->getCaseValue()), build_.getInt32(index),
                                  outcome);
  }
  build_.CreateCall(hooks_.choose, {site(number), id(value), word(value),
                                    build_.getInt32(width(value->getType())), outcome});
}

void Instrumenter::finish(PHINode& merge) {
  const Ids made = ids_[&merge];
  for (std::size_t k = 0; k < made.size(); ++k) {
    for (unsigned i = 0; i < merge.getNumIncomingValues(); ++i)
      cast<PHINode>(made[k])->addIncoming(ids(merge.getIncomingValue(i))[k], merge.getIncomingBlock(i));
  }
}

}  // namespace fretsaw::path
