// SPDX-License-Identifier: MIT
#include "cpp/code/clang_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace fretsaw::code {

namespace {

constexpr const char* kTextName = "fretsaw_reflection.cpp";

}  // namespace

ClangUnit::ClangUnit(const std::string& text, const std::vector<std::string>& flags, Bodies bodies,
                     Directives directives)
    : index_(clang_createIndex(0, 0)) {
  std::vector<const char*> arguments = {"-x", "c++", "-fno-access-control", "-Wno-everything",
                                        "-ferror-limit=0"};
  for (const std::string& flag : flags) arguments.push_back(flag.c_str());
  unsigned options =
      bodies == Bodies::Skip ? CXTranslationUnit_SkipFunctionBodies : unsigned{CXTranslationUnit_None};
  if (directives == Directives::Remember) options |= CXTranslationUnit_DetailedPreprocessingRecord;
  CXUnsavedFile file = {kTextName, text.c_str(), text.size()};
  unit_.reset(clang_parseTranslationUnit(index_.get(), kTextName, arguments.data(),
                                         static_cast<int>(arguments.size()), &file, 1, options));
}

CXCursor ClangUnit::cursor() const {
  return unit_ ? clang_getTranslationUnitCursor(unit_.get()) : clang_getNullCursor();
}

std::set<std::string> ClangUnit::files() const {
  std::set<std::string> files;
  if (!unit_) return files;
  const auto add = [](CXFile file, CXSourceLocation*, unsigned depth, CXClientData out) {
    if (depth == 0) return;  // the text
    static_cast<std::set<std::string>*>(out)->insert(
        std::filesystem::absolute(to_string(clang_getFileName(file))).string());
  };
  clang_getInclusions(unit_.get(), add, &files);
  return files;
}

std::vector<ClangUnit::Error> ClangUnit::errors() const {
  std::vector<Error> errors;
  if (!unit_) {
    errors.push_back({"", 0, "libclang cannot read the header", false});
    return errors;
  }
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit_.get()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit_.get(), i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      CXFile file = nullptr;
      unsigned line = 0;
      clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, nullptr, nullptr);
      const std::string name = file != nullptr ? to_string(clang_getFileName(file)) : "";
      errors.push_back({name, line, to_string(clang_getDiagnosticSpelling(diagnostic)), name == kTextName});
    }
    clang_disposeDiagnostic(diagnostic);
  }
  return errors;
}

std::string to_string(CXString text) {
  const char* const characters = clang_getCString(text);
  std::string out = characters != nullptr ? characters : "";
  clang_disposeString(text);
  return out;
}

std::string spelling(CXCursor cursor) { return to_string(clang_getCursorSpelling(cursor)); }
std::string spelling(CXType type) { return to_string(clang_getTypeSpelling(type)); }

Place place_of(CXCursor cursor) {
  CXFile file = nullptr;
  Place place;
  clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &place.line, &place.column, nullptr);
  place.file = file != nullptr ? to_string(clang_getFileName(file)) : "";
  return place;
}

namespace {

TextRange text_range(CXSourceRange range) {
  TextRange out;
  CXFile file = nullptr;
  clang_getExpansionLocation(clang_getRangeStart(range), &file, nullptr, nullptr, &out.begin);
  clang_getExpansionLocation(clang_getRangeEnd(range), nullptr, nullptr, nullptr, &out.end);
  if (file != nullptr) out.file = to_string(clang_getFileName(file));
  return out;
}

}  // namespace

TextRange range_of(CXCursor cursor) { return text_range(clang_getCursorExtent(cursor)); }

std::vector<TextRange> ClangUnit::left_out() const {
  std::vector<TextRange> out;
  CXSourceRangeList* const ranges = unit_ ? clang_getAllSkippedRanges(unit_.get()) : nullptr;
  if (ranges == nullptr) return out;
  for (unsigned i = 0; i < ranges->count; ++i) {
    const CXSourceRange& range = ranges->ranges[i];
    if (clang_Location_isInSystemHeader(clang_getRangeStart(range)) == 0) out.push_back(text_range(range));
  }
  clang_disposeSourceRangeList(ranges);
  return out;
}

std::string qualified_name(CXCursor cursor) {
  std::string name = spelling(cursor);
  for (CXCursor parent = clang_getCursorSemanticParent(cursor);
       !clang_Cursor_isNull(parent) && clang_getCursorKind(parent) != CXCursor_TranslationUnit;
       parent = clang_getCursorSemanticParent(parent)) {
    const bool is_inline =
        clang_getCursorKind(parent) == CXCursor_Namespace && clang_Cursor_isInlineNamespace(parent) != 0;
    const std::string outer = spelling(parent);
    if (!is_inline && !outer.empty()) name.insert(0, outer + "::");
  }
  return name;
}

CXType canonical(CXType type) {
  // A template argument that is not a type; libclang does not check.
  if (type.kind == CXType_Invalid) return type;
  return clang_getUnqualifiedType(clang_getCanonicalType(type));
}

void for_each_child(CXCursor cursor, const std::function<CXChildVisitResult(CXCursor)>& visit) {
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        return (*static_cast<const std::function<CXChildVisitResult(CXCursor)>*>(data))(child);
      },
      const_cast<void*>(static_cast<const void*>(&visit)));
}

void for_each_field(CXType type, const std::function<void(CXCursor)>& visit) {
  clang_Type_visitFields(
      type,
      [](CXCursor field, CXClientData data) {
        (*static_cast<const std::function<void(CXCursor)>*>(data))(field);
        return CXVisit_Continue;
      },
      const_cast<void*>(static_cast<const void*>(&visit)));
}

bool is_in_std(CXCursor declaration) { return qualified_name(declaration).starts_with("std::"); }

std::vector<std::string> namespace_openings(CXCursor declaration) {
  std::vector<std::string> out;
  for (CXCursor around = clang_getCursorSemanticParent(declaration);
       clang_Cursor_isNull(around) == 0 && clang_getCursorKind(around) != CXCursor_TranslationUnit;
       around = clang_getCursorSemanticParent(around)) {
    if (clang_getCursorKind(around) != CXCursor_Namespace) continue;
    const bool is_inline = clang_Cursor_isInlineNamespace(around) != 0;
    out.push_back(fmt::format("{}namespace {} {{ ", is_inline ? "inline " : "",
                              clang_Cursor_isAnonymous(around) != 0 ? "" : spelling(around)));
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace fretsaw::code
