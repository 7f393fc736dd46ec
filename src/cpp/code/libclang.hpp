// SPDX-License-Identifier: MIT
// libclang, loaded when it is first needed: it and the LLVM behind it take longer to load than most Alloy
// commands take in all, and most of the memory. Nothing is linked with it. The functions of its interface
// that are used here stand in this namespace as pointers of the same names, which hide the declarations of
// <clang-c/Index.h>; a function that is missing in the list below is an undefined reference.
#pragma once

#include <clang-c/Index.h>

#include "fretsaw/diagnostic.hpp"

// clang-format off
#define FRETSAW_LIBCLANG_FUNCTIONS(F) \
  F(clang_CXXConstructor_isCopyConstructor) F(clang_CXXConstructor_isMoveConstructor) \
  F(clang_CXXMethod_isConst) F(clang_CXXMethod_isStatic) F(clang_CXXMethod_isVirtual) F(clang_CXXRecord_isAbstract) \
  F(clang_Cursor_getArgument) F(clang_Cursor_getNumArguments) F(clang_Cursor_getNumTemplateArguments) \
  F(clang_Cursor_getOffsetOfField) F(clang_Cursor_getStorageClass) F(clang_Cursor_getTemplateArgumentKind) \
  F(clang_Cursor_getTemplateArgumentType) F(clang_Cursor_getTemplateArgumentUnsignedValue) F(clang_Cursor_getTemplateArgumentValue) \
  F(clang_Cursor_isAnonymous) F(clang_Cursor_isAnonymousRecordDecl) F(clang_Cursor_isBitField) \
  F(clang_Cursor_isInlineNamespace) F(clang_Cursor_isNull) F(clang_Location_isInSystemHeader) \
  F(clang_PrintingPolicy_dispose) F(clang_PrintingPolicy_setProperty) F(clang_Type_getAlignOf) \
  F(clang_Type_getNumTemplateArguments) F(clang_Type_getSizeOf) F(clang_Type_getTemplateArgumentAsType) \
  F(clang_Type_visitFields) F(clang_createIndex) F(clang_disposeDiagnostic) F(clang_disposeIndex) F(clang_disposeSourceRangeList) \
  F(clang_disposeString) F(clang_disposeTranslationUnit) F(clang_equalCursors) F(clang_equalTypes) F(clang_getAllSkippedRanges) \
  F(clang_getArgType) F(clang_getArrayElementType) F(clang_getArraySize) F(clang_getCString) F(clang_getCXXAccessSpecifier) \
  F(clang_getCanonicalCursor) F(clang_getCanonicalType) F(clang_getClangVersion) F(clang_getCursorAvailability) \
  F(clang_getCursorDefinition) F(clang_getCursorExtent) F(clang_getCursorKind) F(clang_getCursorLexicalParent) \
  F(clang_getCursorLocation) F(clang_getCursorPrettyPrinted) F(clang_getCursorPrintingPolicy) \
  F(clang_getCursorResultType) F(clang_getCursorSemanticParent) F(clang_getCursorSpelling) \
  F(clang_getCursorReferenced) F(clang_getCursorType) F(clang_getCursorUSR) F(clang_getCursorUnaryOperatorKind) \
  F(clang_getDiagnostic) F(clang_getDiagnosticLocation) \
  F(clang_getDiagnosticSeverity) F(clang_getDiagnosticSpelling) F(clang_getEnumConstantDeclValue) F(clang_getEnumConstantDeclUnsignedValue) \
  F(clang_getEnumDeclIntegerType) F(clang_getExceptionSpecificationType) F(clang_getExpansionLocation) \
  F(clang_getFieldDeclBitWidth) F(clang_getFileName) F(clang_getInclusions) F(clang_getNullCursor) F(clang_getNumArgTypes) F(clang_getNumDiagnostics) \
  F(clang_getPointeeType) F(clang_getRangeEnd) F(clang_getRangeStart) F(clang_getResultType) \
  F(clang_getSpecializedCursorTemplate) F(clang_getTranslationUnitCursor) F(clang_getTypeDeclaration) \
  F(clang_getTypeSpelling) F(clang_getTypedefDeclUnderlyingType) F(clang_getUnqualifiedType) \
  F(clang_isConstQualifiedType) F(clang_isCursorDefinition) F(clang_isDeclaration) F(clang_isExpression) \
  F(clang_isVirtualBase) F(clang_parseTranslationUnit) F(clang_visitChildren)
// clang-format on

namespace fretsaw::code {

#define FRETSAW_DECLARE(function) \
  extern decltype(&::function) function;  // NOLINT(bugprone-macro-parentheses): a name that is declared
FRETSAW_LIBCLANG_FUNCTIONS(FRETSAW_DECLARE)
#undef FRETSAW_DECLARE

// Call it before any of them. Errors: the library is not installed.
Status load_libclang();

}  // namespace fretsaw::code
