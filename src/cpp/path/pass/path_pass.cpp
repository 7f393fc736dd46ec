// SPDX-License-Identifier: MIT
// Makes code report what its branches depend on. Each value of the program has an Id next to it, the number of an
// expression over the input that the runtime keeps (src/cpp/path/child): loads get the Id of what they
// read, operations combine Ids, calls hand them over, and branches report theirs with the outcome. Where the
// program's own input is not involved, Ids are 0 and nothing is recorded.
//
// This runs on what the front end of clang emits, after SROA only: conditions are still the ones that the
// source has, operands of && and || by themselves, and each has its line. Blocks still have the names that
// clang gave them, which distinguish conditions of the source from those that clang adds (the test before a delete,
// cleanups). Later passes would merge loads and turn branches into arithmetic.
//
// Every module gets a table of its functions and branches as text; see SiteTable. Nothing is left out
// silently: a value that goes where it cannot be tracked is reported to the runtime (`lose`).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "cpp/path/pass/instrumenter.hpp"
#include "cpp/path/pass/static_variables.hpp"

namespace {

using namespace llvm;
using fretsaw::path::Hooks;
using fretsaw::path::Instrumenter;
using fretsaw::path::SiteTable;

struct PathPass : PassInfoMixin<PathPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    const std::vector<GlobalVariable*> variables = fretsaw::path::static_variables(module);
    const Hooks hooks(module);
    SiteTable sites;
    Type* const number = Type::getInt32Ty(module.getContext());
    const auto global = [&](const char* name) {
      return new GlobalVariable(module, number, false, GlobalValue::InternalLinkage,
                                ConstantInt::get(number, 0), name);
    };
    GlobalVariable* const first_site = global("fretsaw_path_first_site");
    GlobalVariable* const first_function = global("fretsaw_path_first_function");
    Instrumenter instrumenter(module, hooks, sites, first_site, first_function);
    for (Function& function : module) {
      if (!function.isDeclaration() && !function.getName().starts_with("fretsaw_path_"))
        instrumenter.run(function);
    }
    add_constructor(module, sites, first_site, first_function, variables);
    return PreservedAnalyses::none();
  }

  static void add_constructor(Module& module, const SiteTable& sites, GlobalVariable* first_site,
                              GlobalVariable* first_function, const std::vector<GlobalVariable*>& variables) {
    LLVMContext& context = module.getContext();
    Type* const address = PointerType::get(context, 0);
    const FunctionCallee add = module.getOrInsertFunction(
        "fretsaw_path_module",
        FunctionType::get(Type::getVoidTy(context), {address, address, address}, false));
    Function* const constructor =
        Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage,
                         "fretsaw_path_constructor", module);
    IRBuilder<> build(BasicBlock::Create(context, "", constructor));
    build.CreateCall(add, {build.CreateGlobalStringPtr(sites.text()), first_site, first_function});
    const FunctionCallee add_variable = module.getOrInsertFunction(
        "fretsaw_path_variable",
        FunctionType::get(Type::getVoidTy(context), {address, Type::getInt64Ty(context), address}, false));
    for (GlobalVariable* const each : variables) {
      Value* place = each;
      if (each->isThreadLocal()) place = build.CreateThreadLocalAddress(each);
      const auto size = module.getDataLayout().getTypeAllocSize(each->getValueType()).getFixedValue();
      build.CreateCall(add_variable,
                       {place, build.getInt64(size), build.CreateGlobalStringPtr(each->getName())});
    }
    build.CreateRetVoid();
    appendToGlobalCtors(module, constructor, 0);
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "fretsaw-path", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
              passes.addPass(PathPass());
            });
          }};
}
