// SPDX-License-Identifier: MIT
// A class can derive where reflection does not read: reflection skips the bodies of functions, because they
// take as long to read as everything else together, and the other sources. So this reads them only if there
// is a virtual function at all. Without one, code that has a pointer to a base cannot distinguish what it
// points to, and an object of the base itself serves as well.
//
// A template's text has no objects, and reflection knows the specializations that are mentioned. What it does
// not know are those that other templates mention with their own parameters: they depend on the uses of these.
#include "cpp/code/hidden_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

namespace fretsaw::code {

namespace {

bool is_function(CXCursorKind kind) {
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate ||
         kind == CXCursor_Constructor || kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction ||
         kind == CXCursor_LambdaExpr;
}

bool is_class_template(CXCursorKind kind) {
  return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

bool is_class_definition(CXCursor cursor) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  const bool is_class = kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || is_class_template(kind);
  return is_class && clang_isCursorDefinition(cursor) != 0;
}

bool is_users(CXCursor cursor) {
  return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) == 0;
}

// Does the user declare a virtual function? What overrides one is virtual, too.
bool has_virtual_functions(const ClangUnit& unit) {
  bool found = false;
  for_each_child(unit.cursor(), [&](CXCursor top) {
    if (!is_users(top)) return CXChildVisit_Continue;
    const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
      const CXCursorKind kind = clang_getCursorKind(child);
      const bool is_method = kind == CXCursor_CXXMethod || kind == CXCursor_Destructor;
      found = found || (is_method && clang_CXXMethod_isVirtual(child) != 0);
      return found ? CXChildVisit_Break : CXChildVisit_Recurse;
    };
    if (clang_getCursorKind(top) != CXCursor_FunctionDecl) for_each_child(top, visit);
    return found ? CXChildVisit_Break : CXChildVisit_Continue;
  });
  return found;
}

class HiddenReader {
 public:
  HiddenReader(const Classes& classes, bool is_source) : is_source_(is_source) {
    for (const ClassInfo& info : classes.classes) known_.insert(info.name);
  }

  void read(const ClangUnit& unit) { read(unit.cursor()); }

  std::vector<std::string> found;

 private:
  void read(CXCursor scope) {
    for_each_child(scope, [&](CXCursor child) {
      if (!is_users(child)) return CXChildVisit_Continue;
      const CXCursorKind kind = clang_getCursorKind(child);
      if (is_class_definition(child)) inspect(child);
      if (kind == CXCursor_TemplateRef && !templates_.empty() && makes_objects(scope))
        inspect_mention(clang_getCursorReferenced(child));
      const bool is_template = is_class_template(kind) || kind == CXCursor_FunctionTemplate;
      if (is_template) templates_.push_back(qualified_name(child));
      read(child);
      if (is_template) templates_.pop_back();
      return CXChildVisit_Continue;
    });
  }

  void inspect(CXCursor definition) {
    const std::string name = spelling(canonical(clang_getCursorType(definition)));
    const bool is_local = is_inside_function(definition);
    const bool is_template = is_class_template(clang_getCursorKind(definition));
    if ((!is_local && (is_template || known_.contains(name))) || !derives(definition)) return;
    const Place place = place_of(definition);
    const std::string file = std::filesystem::path(place.file).filename().string();
    if (clang_Cursor_isAnonymous(definition) != 0) {
      describe(fmt::format("the class at {}:{} is unnamed", file, place.line));
    } else if (is_local) {
      add(inside_function_text(spelling(definition)));
    } else if (!templates_.empty()) {
      describe(fmt::format("'{}' is nested in a template", qualified_name(definition)));
    } else if (is_source_) {
      describe(fmt::format("'{}' is declared in '{}', not in the header", name, file));
    }
  }

  // Is a type that is mentioned right here one of objects, and not only of what pointers point to?
  static bool makes_objects(CXCursor scope) {
    const CXCursorKind kind = clang_getCursorKind(scope);
    if (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl || kind == CXCursor_TypeAliasDecl ||
        kind == CXCursor_TypedefDecl) {
      const CXTypeKind type = clang_getCanonicalType(clang_getCursorType(scope)).kind;
      return type != CXType_Pointer && type != CXType_LValueReference && type != CXType_RValueReference;
    }
    return clang_isExpression(kind) != 0 && kind != CXCursor_CXXStaticCastExpr &&
           kind != CXCursor_CXXDynamicCastExpr;
  }

  // Some template of the user's, in another one.
  void inspect_mention(CXCursor mentioned) {
    const CXCursor definition = clang_getCursorDefinition(mentioned);
    if (clang_Cursor_isNull(definition) != 0 || !is_users(definition) || !is_class_definition(definition))
      return;
    const std::string name = qualified_name(definition);
    const bool is_within = std::ranges::find(templates_, name) != templates_.end();
    if (!is_within && is_class_template(clang_getCursorKind(definition)) && derives(definition))
      describe(fmt::format("'{}' is a template that is used with the parameters of another template", name));
  }

  // From a class that is known, directly or not; or from something that depends on a parameter.
  bool derives(CXCursor definition) {
    std::set<std::string> seen;
    return derives(definition, seen);
  }

  bool derives(CXCursor definition, std::set<std::string>& seen) {
    if (!seen.insert(qualified_name(definition)).second) return false;
    bool out = false;
    for_each_child(definition, [&](CXCursor child) {
      if (clang_getCursorKind(child) == CXCursor_CXXBaseSpecifier && leads_to_known(child, seen)) out = true;
      return out ? CXChildVisit_Break : CXChildVisit_Continue;
    });
    return out;
  }

  bool leads_to_known(CXCursor base, std::set<std::string>& seen) {
    const CXType type = canonical(clang_getCursorType(base));
    if (type.kind == CXType_Record) {
      if (known_.contains(spelling(type))) return true;
      const CXCursor declaration = clang_getTypeDeclaration(type);
      const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
      const CXCursor definition =
          clang_getCursorDefinition(clang_Cursor_isNull(pattern) != 0 ? declaration : pattern);
      return clang_Cursor_isNull(definition) == 0 && derives(definition, seen);
    }
    // A specialization that depends on parameters is as good as its template; a parameter may be anything.
    CXCursor pattern = clang_getNullCursor();
    for_each_child(base, [&](CXCursor child) {
      if (clang_getCursorKind(child) != CXCursor_TemplateRef) return CXChildVisit_Continue;
      pattern = clang_getCursorReferenced(child);
      return CXChildVisit_Break;
    });
    if (clang_Cursor_isNull(pattern) != 0) return true;
    const std::string prefix = qualified_name(pattern) + "<";
    const auto first = known_.lower_bound(prefix);
    if (first != known_.end() && first->starts_with(prefix)) return true;
    const CXCursor definition = clang_getCursorDefinition(pattern);
    return clang_Cursor_isNull(definition) == 0 && derives(definition, seen);
  }

  void describe(const std::string& why) {
    add(fmt::format("{}: pointers to its bases never point to its objects", why));
  }
  void add(const std::string& sentence) {
    if (std::ranges::find(found, sentence) == found.end()) found.push_back(sentence);
  }

  bool is_source_;
  std::set<std::string> known_;
  std::vector<std::string> templates_;  // around what is read
};

}  // namespace

bool is_inside_function(CXCursor declaration) {
  for (CXCursor around = clang_getCursorSemanticParent(declaration);
       clang_Cursor_isNull(around) == 0 && clang_getCursorKind(around) != CXCursor_TranslationUnit;
       around = clang_getCursorSemanticParent(around)) {
    if (is_function(clang_getCursorKind(around))) return true;
  }
  return false;
}

std::string inside_function_text(const std::string& class_name) {
  return fmt::format(
      "'{}' is local to a function and cannot be named: pointers to its bases never point to objects of it or "
      "of classes derived from it",
      class_name);
}

HiddenClasses hidden_classes(const UserCode& code, const ClangUnit& header, const Classes& classes) {
  HiddenClasses out;
  if (!has_virtual_functions(header)) return out;
  const auto read = [&](const std::string& file, bool is_source) {
    const std::string text = fmt::format("#include \"{}\"\n", std::filesystem::absolute(file).string());
    const ClangUnit unit(text, code.flags, ClangUnit::Bodies::Read);
    out.files.merge(unit.files());
    HiddenReader reader(classes, is_source);
    reader.read(unit);
    for (const std::string& sentence : reader.found) {
      if (std::ranges::find(out.sentences, sentence) == out.sentences.end())
        out.sentences.push_back(sentence);
    }
  };
  read(code.header, false);
  for (const std::string& source : code.sources) read(source, true);
  return out;
}

}  // namespace fretsaw::code
