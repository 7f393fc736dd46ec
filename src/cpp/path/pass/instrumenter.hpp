// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "cpp/path/child/tracking_loss.hpp"
#include "cpp/path/pass/site_table.hpp"

namespace fretsaw::path {

using Ids = llvm::SmallVector<llvm::Value*, 2>;  // of a value: one, or one for each member of a struct

// The functions of the runtime.
struct Hooks {
  explicit Hooks(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    // Named as in the list of hooks. NOLINTBEGIN(readability-identifier-naming)
    llvm::Type* const Void = llvm::Type::getVoidTy(context);
    llvm::Type* const Id = llvm::Type::getInt32Ty(context);
    llvm::Type* const Count = llvm::Type::getInt32Ty(context);
    llvm::Type* const Word = llvm::Type::getInt64Ty(context);
    llvm::Type* const Address = llvm::PointerType::get(context, 0);
    // NOLINTEND(readability-identifier-naming)
#define HOOK(name, result, ...)                            \
  name = module.getOrInsertFunction("fretsaw_path_" #name, \
                                    llvm::FunctionType::get(result, {__VA_ARGS__}, false));
#include "cpp/path/child/hooks.def"
#undef HOOK
  }
#define HOOK(name, ...) llvm::FunctionCallee name;
#include "cpp/path/child/hooks.def"
#undef HOOK
};

// Can it be followed: an integer or a pointer of at most 64 bits?
bool is_word(llvm::Type* type);

// The members of a struct in registers, or the value itself; nothing if there is something else among them.
llvm::SmallVector<llvm::Type*, 2> words_of(llvm::Type* type);

// Adds calls of the hooks to functions of a module; see path_pass.cpp.
class Instrumenter {
 public:
  Instrumenter(llvm::Module& module, const Hooks& hooks, SiteTable& sites, llvm::GlobalVariable* first_site,
               llvm::GlobalVariable* first_function)
      : module_(module),
        hooks_(hooks),
        sites_(sites),
        first_site_(first_site),
        first_function_(first_function),
        build_(module.getContext()),
        zero_(build_.getInt32(0)) {}

  void run(llvm::Function& function);

 private:
  void enter(llvm::Function& function);

  // A value's Ids; zeros if it has none.
  Ids ids(llvm::Value* value) const;
  llvm::Value* id(llvm::Value* value) const { return ids(value).front(); }
  bool depends(llvm::Value* value) const { return ids_.contains(value); }

  llvm::Value* word(llvm::Value* value);
  unsigned width(llvm::Type* type) const { return type->isPointerTy() ? 64 : type->getIntegerBitWidth(); }
  llvm::Value* bytes(llvm::Type* type);
  llvm::Value* site(unsigned number);
  void lose(llvm::Value* value, TrackingLoss why);
  void lose_operands(llvm::Instruction& instruction, TrackingLoss why);
  void branch(unsigned number, llvm::Value* condition);

  void visit(llvm::Instruction& each);
  void visit_select(llvm::SelectInst& select);
  void visit_merge(llvm::PHINode& merge);
  void visit_switch(llvm::SwitchInst& choice);
  void visit_compare(llvm::ICmpInst& compare);
  void visit_binary(llvm::BinaryOperator& binary);
  void visit_cast(llvm::CastInst& cast);
  void finish(llvm::PHINode& merge);

  void visit_load(llvm::LoadInst& load);
  void visit_store(llvm::StoreInst& store);
  void visit_local(llvm::AllocaInst& local);
  void visit_atomic(llvm::Value* place, llvm::Value* value);
  void visit_place(llvm::GetElementPtrInst& place);

  void visit_call(llvm::CallBase& call);
  unsigned pass_arguments(llvm::CallBase& call);
  void take_result(llvm::CallBase& call, std::size_t count);
  void visit_intrinsic(llvm::IntrinsicInst& call);
  void visit_bits(llvm::IntrinsicInst& call);
  void visit_overflow(llvm::WithOverflowInst& call);

  // A value with its Id, and operations that are added to the program.
  struct TrackedValue {
    llvm::Value* value;
    llvm::Value* id;
  };
  TrackedValue operation(llvm::Instruction::BinaryOps opcode, TrackedValue a, TrackedValue b);
  TrackedValue comparison(llvm::CmpInst::Predicate predicate, TrackedValue a, TrackedValue b);
  TrackedValue conversion(llvm::Instruction::CastOps opcode, TrackedValue a, llvm::Type* to);
  TrackedValue count_of_ones(TrackedValue x);

  struct PendingBranch {
    llvm::Instruction* before;
    llvm::Value* value;
    llvm::DebugLoc place;
  };

  llvm::Module& module_;
  const Hooks& hooks_;
  SiteTable& sites_;
  llvm::GlobalVariable* first_site_;
  llvm::GlobalVariable* first_function_;
  llvm::IRBuilder<> build_;
  llvm::Constant* zero_;
  llvm::Function* function_ = nullptr;
  llvm::DenseMap<llvm::Value*, Ids> ids_;
  std::vector<PendingBranch> later_;  // branches to report once every value has its Ids
};

}  // namespace fretsaw::path
