// SPDX-License-Identifier: MIT
#include "cpp/code/addressed.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>

#include "cpp/code/clang_unit.hpp"
#include "cpp/code/libclang.hpp"

namespace fretsaw::code {

namespace {

bool outlives_calls(CXCursor variable) {
  const CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(variable));
  const bool is_local = scope != CXCursor_Namespace && scope != CXCursor_TranslationUnit &&
                        scope != CXCursor_ClassDecl && scope != CXCursor_StructDecl &&
                        scope != CXCursor_ClassTemplate;
  return !is_local || clang_Cursor_getStorageClass(variable) == CX_SC_Static;
}

}  // namespace

std::vector<AddressedVariable> addressed_variables(const UserCode& code) {
  if (!load_libclang()) return {};
  const std::string header = std::filesystem::absolute(code.header).lexically_normal().string();
  const ClangUnit unit(fmt::format("#include \"{}\"\n", header), code.flags, ClangUnit::Bodies::Read);
  std::map<std::string, std::string> found;
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor cursor) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0) return CXChildVisit_Continue;
    const bool takes_address = clang_getCursorKind(cursor) == CXCursor_UnaryOperator &&
                               clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf;
    if (!takes_address) return CXChildVisit_Recurse;
    for_each_child(cursor, [&](CXCursor operand) {
      const CXCursor variable = clang_getCursorReferenced(operand);
      const CXType type = canonical(clang_getCursorType(variable));
      const CXCursorKind kind = clang_getCursorKind(operand);
      const bool is_name = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
      if (is_name && clang_getCursorKind(variable) == CXCursor_VarDecl && type.kind == CXType_Record &&
          outlives_calls(variable))
        found.emplace(qualified_name(variable), spelling(type));
      return CXChildVisit_Continue;
    });
    return CXChildVisit_Recurse;
  };
  for_each_child(unit.cursor(), visit);
  std::vector<AddressedVariable> out;
  for (const auto& [name, class_name] : found) out.push_back({name, class_name});
  return out;
}

}  // namespace fretsaw::code
