// SPDX-License-Identifier: MIT
// Makes code say what its branches depend on. Beside each value of the program runs an Id, the number of an
// expression over the input that the runtime keeps (src/path/runtime): loads ask for the Id of what they
// read, operations combine Ids, calls hand them over, and branches report theirs with the outcome. Where the
// program's own input is not involved, Ids are 0 and nothing is recorded.
//
// This runs on what the front end of clang emits, after SROA only: conditions are still the ones that the
// source has, operands of && and || by themselves, and each has its line. Blocks still have the names that
// clang gave them, which tell conditions of the source from those that clang adds (the test before a delete,
// cleanups). Later passes would merge loads and turn branches into arithmetic.
//
// Every module gets a table of its functions and branches as text; see SiteTable. Nothing is left out
// silently: a value that goes where it cannot be followed is reported to the runtime (`lose`).
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "path/pass/loss.hpp"

namespace {

using namespace llvm;
using fretsaw::path::Library;
using fretsaw::path::Loss;

using Ids = SmallVector<Value*, 2>;  // of a value: one, or one for each member of a struct

struct Hooks {
  explicit Hooks(Module& module) {
    LLVMContext& context = module.getContext();
    Type* const Void = Type::getVoidTy(context);
    Type* const Id = Type::getInt32Ty(context);
    Type* const Count = Type::getInt32Ty(context);
    Type* const Word = Type::getInt64Ty(context);
    Type* const Address = PointerType::get(context, 0);
#define HOOK(name, result, ...) \
  name = module.getOrInsertFunction("fretsaw_path_" #name, FunctionType::get(result, {__VA_ARGS__}, false));
#include "path/pass/hooks.def"
#undef HOOK
  }
#define HOOK(name, ...) FunctionCallee name;
#include "path/pass/hooks.def"
#undef HOOK
};

// Lines of text, one for each function and for what is in it, in order:
//   f NAME LINE FILE           a function
//   c NAME                     it calls that one
//   b LINE COLUMN COUNTS       a branch with two outcomes; COUNTS is 1 if it is a condition of the source
//   s LINE COLUMN COUNTS V...  a switch, with an outcome for each value, and one for all others
//   a                          there is assembly in it
// Branches have numbers in that order; so have functions.
class SiteTable {
 public:
  void begin(const Function& function) {
    std::string file = "-";
    unsigned line = 0;
    if (const DISubprogram* const place = function.getSubprogram()) {
      SmallString<128> path(place->getDirectory());
      if (sys::path::is_absolute(place->getFilename())) path.clear();
      sys::path::append(path, place->getFilename());
      file = std::string(path);
      line = place->getLine();
    }
    text_ += ("f " + function.getName() + " " + Twine(line) + " " + file + "\n").str();
    ++functions_;
  }
  void calls(const Function& callee) { text_ += ("c " + callee.getName() + "\n").str(); }
  void has_assembly() { text_ += "a\n"; }
  unsigned branch(const DebugLoc& place, bool counts) {
    text_ += "b" + at(place, counts) + "\n";
    return sites_++;
  }
  unsigned choice(const SwitchInst& choice, bool counts) {
    text_ += "s" + at(choice.getDebugLoc(), counts);
    for (const auto& each : choice.cases())
      text_ += " " + std::to_string(each.getCaseValue()->getZExtValue());
    text_ += "\n";
    return sites_++;
  }
  unsigned function() const { return functions_ - 1; }
  const std::string& text() const { return text_; }

 private:
  static std::string at(const DebugLoc& place, bool counts) {
    const unsigned line = place ? place.getLine() : 0;
    const unsigned column = place ? place.getCol() : 0;
    return (" " + Twine(line) + " " + Twine(column) + " " + Twine(counts && line != 0 ? 1 : 0)).str();
  }

  std::string text_;
  unsigned sites_ = 0;
  unsigned functions_ = 0;
};

// Is this block one of those that the conditions of the source lead to?
bool is_of_source(const BasicBlock& block) {
  for (const char* const prefix : {"if.", "for.", "while.", "do.", "land.", "lor.", "cond."}) {
    if (block.getName().starts_with(prefix)) return true;
  }
  return false;
}

// Is this the value of an && or ||? Its operands count, and it does not: clang makes loops branch on the
// whole.
bool is_of_operator(const Value* value) {
  const auto* const merge = dyn_cast<PHINode>(value);
  if (merge == nullptr) return false;
  const StringRef name = merge->getParent()->getName();
  return name.starts_with("land.end") || name.starts_with("lor.end");
}

bool starts_with_one_of(StringRef name, ArrayRef<const char*> prefixes) {
  return any_of(prefixes, [&](const char* prefix) { return name.starts_with(prefix); });
}

// What becomes of the input's values in a function that is not compiled here.
Library library_of(const Function& callee) {
  const StringRef name = callee.getName();
  if (name == "malloc" || name == "free") return Library::Harmless;
  if (!callee.isDeclaration()) return Library::Unknown;
  // Memory, exceptions, and ends of the program.
  if (starts_with_one_of(name, {"_Znw", "_Zna", "_Zdl", "_Zda", "__cxa_", "__clang_call_terminate", "_Unwind",
                                "__assert", "_ZSt9terminatev"}) ||
      name.contains("__throw_"))
    return Library::Harmless;
  if (name == "printf" || name == "puts" || name == "putchar") return Library::Harmless;
  if (starts_with_one_of(name,
                         {"_ZNSolsE", "_ZNSo9_M_insert", "_ZNSo3put", "_ZNSo5flush", "_ZNSo5write", "_ZStls",
                          "_ZSt4endl", "_ZSt16__ostream_insert", "fprintf", "fputs", "fputc", "fflush"}))
    return Library::Output;
  // Links of nodes, and numbers of buckets.
  if (name.contains("_Rb_tree_")) return Library::Tree;
  if (name.contains("_List_node_base") || name.contains("_Prime_rehash_policy") || name == "__dynamic_cast")
    return Library::Pinned;
  return Library::Unknown;
}

// Does the function give the same result for the same arguments? The standard library does, apart from clocks
// and the like; of others, only these are known to.
bool is_function_of_arguments(const Function& callee) {
  const StringRef name = callee.getName();
  if (library_of(callee) != Library::Unknown) return true;
  if (starts_with_one_of(name, {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}))
    return !name.contains("chrono") && !name.contains("random_device") && !name.contains("istream");
  static const StringSet<> kPure = {
      "strlen",  "strnlen", "memcmp",  "bcmp",    "strcmp",   "strncmp",  "strcoll", "abs",
      "labs",    "llabs",   "toupper", "tolower", "isalpha",  "isdigit",  "isalnum", "isspace",
      "isupper", "islower", "ispunct", "isprint", "isxdigit", "iscntrl",  "isgraph", "atoi",
      "atol",    "atoll",   "strtol",  "strtoll", "strtoul",  "strtoull", "wcslen",  "wmemcmp",
      "strspn",  "strcspn", "div",     "ldiv",    "lldiv"};
  return kPure.contains(name);
}

bool is_word(Type* type) {
  return type->isIntegerTy() ? type->getIntegerBitWidth() <= 64 : type->isPointerTy();
}

// The members of a struct in registers, or the value itself; nothing if there is something else among them.
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

class Instrumenter {
 public:
  Instrumenter(Module& module, const Hooks& hooks, SiteTable& sites, GlobalVariable* first_site,
               GlobalVariable* first_function)
      : module_(module),
        hooks_(hooks),
        sites_(sites),
        first_site_(first_site),
        first_function_(first_function),
        build_(module.getContext()),
        zero_(build_.getInt32(0)) {}

  void run(Function& function) {
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
    for (const Later& each : std::exchange(later_, {})) {
      build_.SetInsertPoint(each.before);
      build_.SetCurrentDebugLocation(each.place);
      branch(sites_.branch(each.place, true), each.value);
    }
  }

 private:
  void enter(Function& function) {
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
  Ids ids(Value* value) const {
    if (const auto found = ids_.find(value); found != ids_.end()) return found->second;
    return Ids(std::max<std::size_t>(1, words_of(value->getType()).size()), zero_);
  }
  Value* id(Value* value) const { return ids(value).front(); }
  bool depends(Value* value) const { return ids_.contains(value); }

  Value* word(Value* value) {
    if (value->getType()->isPointerTy()) return build_.CreatePtrToInt(value, build_.getInt64Ty());
    return build_.CreateZExtOrTrunc(value, build_.getInt64Ty());
  }
  unsigned width(Type* type) const { return type->isPointerTy() ? 64 : type->getIntegerBitWidth(); }
  Value* bytes(Type* type) {
    return build_.getInt32(static_cast<unsigned>(module_.getDataLayout().getTypeStoreSize(type)));
  }
  Value* site(unsigned number) {
    return build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), first_site_), build_.getInt32(number));
  }
  void lose(Value* value, Loss why) {
    for (Value* const each : ids(value)) {
      if (each != zero_) build_.CreateCall(hooks_.lose, {each, build_.getInt32(static_cast<unsigned>(why))});
    }
  }
  void lose_operands(Instruction& instruction, Loss why) {
    for (Value* const operand : instruction.operands()) lose(operand, why);
  }
  // Clang gives all branches of `x && y` places that are not those of x and y; what is computed there has the
  // right one.
  static DebugLoc place_of(const BranchInst& jump) {
    const auto* const condition = dyn_cast<Instruction>(jump.getCondition());
    const bool has_place = condition != nullptr && condition->getDebugLoc() &&
                           condition->getDebugLoc().getLine() != 0 && !isa<PHINode>(condition);
    return has_place ? condition->getDebugLoc() : jump.getDebugLoc();
  }
  void branch(unsigned number, Value* condition) {
    build_.CreateCall(hooks_.branch,
                      {site(number), id(condition), build_.CreateZExt(condition, build_.getInt32Ty())});
  }

  void visit(Instruction& each) {
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
      const bool counts = (is_of_source(*jump->getSuccessor(0)) || is_of_source(*jump->getSuccessor(1))) &&
                          !is_of_operator(jump->getCondition());
      return branch(sites_.branch(place_of(*jump), counts), jump->getCondition());
    }
    if (auto* const choice = dyn_cast<SwitchInst>(&each)) return visit_switch(*choice);
    if (auto* const part = dyn_cast<ExtractValueInst>(&each)) {
      if (!depends(part->getAggregateOperand())) return;
      if (part->getNumIndices() != 1) return lose_operands(each, Loss::Struct);
      ids_[part] = {ids(part->getAggregateOperand())[part->getIndices()[0]]};
      return;
    }
    if (auto* const part = dyn_cast<InsertValueInst>(&each)) {
      const bool fits = part->getNumIndices() == 1 && !words_of(part->getType()).empty();
      if (!fits) return lose_operands(each, Loss::Struct);
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
    if (isa<AllocaInst, UnreachableInst, FenceInst, LandingPadInst, ResumeInst>(each)) return;
    lose_operands(each, Loss::Instruction);
  }

  // What was there, and what is there then, are plain numbers.
  void visit_atomic(Value* place, Value* value) {
    Value* const size = bytes(value->getType());
    Value* const why = build_.getInt32(static_cast<unsigned>(Loss::Atomic));
    build_.CreateCall(hooks_.lose_bytes, {place, size, why});
    build_.CreateCall(hooks_.forget, {place, size});
    lose(value, Loss::Atomic);
  }

  static bool follows_tail_call(ReturnInst& back) {
    auto* const call = dyn_cast_or_null<CallInst>(back.getPrevNode());
    return call != nullptr && call->isMustTailCall();
  }

  // A static variable, if that is what is read, and if it can have more than one value.
  static const GlobalVariable* static_variable(const LoadInst& load) {
    if (!load.getType()->isIntegerTy()) return nullptr;
    const Value* place = load.getPointerOperand()->stripInBoundsConstantOffsets();
    if (const auto* const own = dyn_cast<IntrinsicInst>(place);
        own != nullptr && own->getIntrinsicID() == Intrinsic::threadlocal_address)
      place = own->getArgOperand(0);
    const auto* const variable = dyn_cast<GlobalVariable>(place);
    // Not those of the library, nor what clang adds.
    const bool is_one = variable != nullptr && !variable->isConstant() &&
                        !starts_with_one_of(variable->getName(), {"_ZGV", "_ZTV", "__", "_ZSt", "_ZNSt"});
    const bool is_read_only = is_one && variable->hasLocalLinkage() &&
                              all_of(variable->users(), [](const User* user) { return isa<LoadInst>(user); });
    return is_one && !is_read_only ? variable : nullptr;
  }

  void visit_load(LoadInst& load) {
    if (!is_word(load.getType())) {
      const Loss why = load.getType()->isFloatingPointTy() ? Loss::Floating : Loss::Type;
      build_.CreateCall(hooks_.lose_bytes, {load.getPointerOperand(), bytes(load.getType()),
                                            build_.getInt32(static_cast<unsigned>(why))});
      return lose(load.getPointerOperand(), why);
    }
    if (const GlobalVariable* const variable = static_variable(load)) {
      ids_[&load] = {
          build_.CreateCall(hooks_.load_static, {load.getPointerOperand(), bytes(load.getType()),
                                                 build_.CreateGlobalStringPtr(variable->getName())})};
      return;
    }
    ids_[&load] = {build_.CreateCall(
        hooks_.load, {load.getPointerOperand(), bytes(load.getType()), id(load.getPointerOperand())})};
  }

  void visit_store(StoreInst& store) {
    Value* const value = store.getValueOperand();
    if (!is_word(value->getType())) {
      build_.CreateCall(hooks_.forget, {store.getPointerOperand(), bytes(value->getType())});
      return lose(value, Loss::Type);
    }
    build_.CreateCall(hooks_.store, {store.getPointerOperand(), bytes(value->getType()),
                                     id(store.getPointerOperand()), id(value), word(value)});
  }

  // The address of a part is a sum; so is its Id.
  void visit_place(GetElementPtrInst& place) {
    bool any = depends(place.getPointerOperand());
    for (Value* const index : place.indices()) any = any || depends(index);
    if (!any) return;
    const DataLayout& layout = module_.getDataLayout();
    MapVector<Value*, APInt> terms;
    APInt constant(64, 0);
    if (!cast<GEPOperator>(place).collectOffset(layout, 64, terms, constant))
      return lose_operands(place, Loss::Instruction);
    Value* sum = word(place.getPointerOperand());
    Value* made = id(place.getPointerOperand());
    const auto add = [&](Value* value, Value* value_id) {
      made = build_.CreateCall(hooks_.binary, {build_.getInt32(Instruction::Add), build_.getInt32(64), made,
                                               value_id, sum, value});
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

  void visit_compare(ICmpInst& compare) {
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

  void visit_binary(BinaryOperator& binary) {
    Value* const a = binary.getOperand(0);
    Value* const b = binary.getOperand(1);
    if (!depends(a) && !depends(b)) return;
    if (!is_word(binary.getType())) return lose_operands(binary, Loss::Type);
    const auto* const overflowing = dyn_cast<OverflowingBinaryOperator>(&binary);
    const unsigned flag =
        overflowing != nullptr && overflowing->hasNoSignedWrap() ? fretsaw::path::kNoWrap : 0;
    ids_[&binary] = {build_.CreateCall(
        hooks_.binary, {build_.getInt32(binary.getOpcode() | flag), build_.getInt32(width(binary.getType())),
                        id(a), id(b), word(a), word(b)})};
  }

  void visit_cast(CastInst& cast) {
    Value* const from = cast.getOperand(0);
    if (!depends(from)) return;
    if (!is_word(cast.getType()) || !is_word(from->getType())) return lose(from, Loss::Floating);
    ids_[&cast] = {build_.CreateCall(
        hooks_.cast, {build_.getInt32(cast.getOpcode()), build_.getInt32(width(from->getType())),
                      build_.getInt32(width(cast.getType())), id(from), word(from)})};
  }

  // Clang makes one of a simple x ? y : z.
  void visit_select(SelectInst& select) {
    if (!select.getCondition()->getType()->isIntegerTy(1)) return lose_operands(select, Loss::Type);
    branch(sites_.branch(select.getDebugLoc(), true), select.getCondition());
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
  void visit_merge(PHINode& merge) {
    if (!is_of_operator(&merge) || !merge.getType()->isIntegerTy(1)) return;
    for (unsigned i = 0; i < merge.getNumIncomingValues(); ++i) {
      Value* const value = merge.getIncomingValue(i);
      if (isa<Constant>(value) || is_of_operator(value)) continue;
      Instruction* const end = merge.getIncomingBlock(i)->getTerminator();
      auto* const source = dyn_cast<Instruction>(value);
      later_.push_back({end, value, source != nullptr ? source->getDebugLoc() : end->getDebugLoc()});
    }
  }

  void visit_switch(SwitchInst& choice) {
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

  void visit_call(CallBase& call) {
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
    Value* const callee = call.getCalledOperand();
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
    const Library library = known != nullptr ? library_of(*known) : Library::Unknown;
    build_.CreateCall(hooks_.call,
                      {callee, build_.getInt32(slot), build_.getInt32(static_cast<unsigned>(library))});
    const std::size_t count = words_of(call.getType()).size();
    if (count == 0) return;
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
      made.push_back(
          build_.CreateCall(hooks_.result, {callee, build_.getInt32(i), build_.getInt32(is_known ? 1 : 0)}));
    ids_[&call] = made;
  }

  void visit_intrinsic(IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::lifetime_start:
      case Intrinsic::lifetime_end:
      case Intrinsic::dbg_declare:
      case Intrinsic::dbg_value:
      case Intrinsic::dbg_label:
      case Intrinsic::assume:
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
  void visit_absolute(IntrinsicInst& call) {
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

  void finish(PHINode& merge) {
    const Ids made = ids_[&merge];
    for (std::size_t k = 0; k < made.size(); ++k) {
      for (unsigned i = 0; i < merge.getNumIncomingValues(); ++i)
        cast<PHINode>(made[k])->addIncoming(ids(merge.getIncomingValue(i))[k], merge.getIncomingBlock(i));
    }
  }

  struct Later {
    Instruction* before;
    Value* value;
    DebugLoc place;
  };

  Module& module_;
  const Hooks& hooks_;
  SiteTable& sites_;
  GlobalVariable* first_site_;
  GlobalVariable* first_function_;
  IRBuilder<> build_;
  Constant* zero_;
  Function* function_ = nullptr;
  DenseMap<Value*, Ids> ids_;
  std::vector<Later> later_;  // branches to report once every value has its Ids
};

struct PathPass : PassInfoMixin<PathPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
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
    add_constructor(module, sites, first_site, first_function);
    return PreservedAnalyses::none();
  }

  static void add_constructor(Module& module, const SiteTable& sites, GlobalVariable* first_site,
                              GlobalVariable* first_function) {
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
