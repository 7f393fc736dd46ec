// SPDX-License-Identifier: MIT
#include "cpp/code/static_reader.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace fretsaw::code {

namespace {

class StaticReader {
 public:
  StaticReader(const Classes& classes, bool others_define)
      : classes_(classes), others_define_(others_define) {}

  // Of a class, with the name by which C++ knows it.
  void read_members(CXType type) {
    CXCursor declaration = clang_getTypeDeclaration(type);
    const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
    const std::string scope = spelling(type);
    if (scope.find('(') != std::string::npos) return;
    if (clang_Cursor_isNull(pattern) == 0) declaration = pattern;
    for_each_child(declaration, [&](CXCursor child) {
      if (clang_getCursorKind(child) == CXCursor_VarDecl) add(child, scope);
      return CXChildVisit_Continue;
    });
  }

  void read_variables(CXCursor cursor) {
    for_each_child(cursor, [&](CXCursor child) {
      if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
      const CXCursorKind kind = clang_getCursorKind(child);
      // Out of its class, a static member is defined, and known already.
      const CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(child));
      const bool is_free = parent == CXCursor_Namespace || parent == CXCursor_TranslationUnit;
      if (kind == CXCursor_VarDecl && is_free) add(child, "");
      if (kind == CXCursor_Namespace) read_variables(child);
      if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl) read_variables(child);
      return CXChildVisit_Continue;
    });
  }

  std::vector<StaticInfo> take() { return std::move(statics_); }

 private:
  void add(CXCursor variable, const std::string& scope) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    const bool is_pointer = type.kind == CXType_Pointer;
    if (is_pointer) type = clang_getPointeeType(type);
    const int class_index = class_of(canonical(type), scope);
    if (class_index < 0) return;
    const bool is_defined = clang_Cursor_isNull(clang_getCursorDefinition(variable)) == 0;
    if (!is_defined && !others_define_) return;
    StaticInfo info;
    info.name = scope.empty() ? "::" + qualified_name(variable) : scope + "::" + spelling(variable);
    info.class_index = class_index;
    info.is_pointer = is_pointer;
    if (known_.insert(info.name).second) statics_.push_back(std::move(info));
  }

  // In a template, a class of its own goes by the name that it has in the specialization.
  int class_of(CXType type, const std::string& scope) const {
    std::string name = spelling(type);
    int found = find(name);
    if (found >= 0 || scope.empty()) return found;
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (clang_Cursor_isNull(declaration) != 0) return -1;
    name = spelling(declaration);
    const std::string stem = scope.substr(0, scope.find('<'));
    const std::size_t last = stem.rfind(':');
    const bool is_itself = name == (last == std::string::npos ? stem : stem.substr(last + 1));
    return find(is_itself ? scope : scope + "::" + name);
  }

  int find(const std::string& name) const {
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (!classes_.classes[i].is_frame && classes_.classes[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  const Classes& classes_;
  bool others_define_;
  std::set<std::string> known_;
  std::vector<StaticInfo> statics_;
};

}  // namespace

std::vector<StaticInfo> read_statics(const ClangUnit& unit, const Classes& classes, const TypeReader& types,
                                     bool others_define) {
  StaticReader reader(classes, others_define);
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    if (!classes.classes[i].is_frame && !classes.classes[i].is_standard)
      reader.read_members(types.type_of(static_cast<int>(i)));
  }
  reader.read_variables(unit.cursor());
  return reader.take();
}

}  // namespace fretsaw::code
