// SPDX-License-Identifier: MIT
#include "cpp/code/declarations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace fretsaw::code {

namespace {

bool is_class(CXCursorKind kind) {
  return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_ClassTemplate;
}

class DeclarationReader {
 public:
  explicit DeclarationReader(std::string header) : header_(std::move(header)) {}

  void read(CXCursor scope, bool in_template = false, bool nested = false) {
    for_each_child(scope, [&](CXCursor child) {
      if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
      const CXCursorKind kind = clang_getCursorKind(child);
      if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec) read(child);
      if (kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl) read_alias(child, in_template);
      if (is_class(kind) && clang_isCursorDefinition(child) != 0 && clang_Cursor_isAnonymous(child) == 0) {
        const bool is_template = kind == CXCursor_ClassTemplate;
        found.classes.push_back({qualified_name(child), child, is_template, in_template, nested,
                                 place_of(child).file == header_});
        read(child, in_template || is_template, true);
      }
      return CXChildVisit_Continue;
    });
  }

  Declarations found;

 private:
  void read_alias(CXCursor cursor, bool in_template) {
    const CXType type = canonical(clang_getTypedefDeclUnderlyingType(cursor));
    if (!in_template && type.kind == CXType_Record) found.aliases.push_back(qualified_name(cursor));
  }

  std::string header_;
};

Diagnostic no_class(const std::string& message, std::vector<std::string> names, const std::string& header) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return file_error(
      header, message,
      names.empty() ? "it defines no classes" : fmt::format("its classes are {}", fmt::join(names, ", ")));
}

bool declares_predicate(CXCursor declaration) {
  bool found = false;
  for_each_child(declaration, [&](CXCursor child) {
    const std::string name = spelling(child);
    found =
        found || (clang_getCursorKind(child) == CXCursor_CXXMethod && (name == "rep_ok" || name == "repOk"));
    return CXChildVisit_Continue;
  });
  return found;
}

// The class of a header that has only one, or only one with a predicate.
Result<std::string> only_class(const Declarations& declared, const std::string& header) {
  std::vector<std::string> own;
  std::vector<std::string> with_predicate;
  for (const ClassDeclaration& declaration : declared.classes) {
    if (declaration.is_nested || !declaration.is_in_header) continue;
    own.push_back(declaration.name + (declaration.is_template ? "<...>" : ""));
    if (!declaration.is_template && declares_predicate(declaration.cursor))
      with_predicate.push_back(declaration.name);
  }
  if (with_predicate.size() == 1) return with_predicate.front();
  if (own.size() == 1 && !own.front().ends_with('>')) return own.front();
  Diagnostic error = no_class("which class?", own, header);
  if (!own.empty()) error.hint += "; name one with --class";
  error.error_class = ErrorClass::Usage;
  return error;
}

}  // namespace

Declarations read_declarations(const ClangUnit& unit, const std::string& header) {
  DeclarationReader reader(header);
  reader.read(unit.cursor());
  return std::move(reader.found);
}

bool is_suffix_of(const std::string& given, const std::string& full) {
  return given == full || full.ends_with("::" + given);
}

Result<std::string> class_called(const std::string& given, const Declarations& declared,
                                 const std::string& header) {
  if (given.empty()) return only_class(declared, header);
  const std::size_t bracket = given.find('<');
  const std::string stem = given.substr(0, bracket);
  std::set<std::string> found;
  std::vector<std::string> names;
  bool is_template = false;
  for (const ClassDeclaration& declaration : declared.classes) {
    names.push_back(declaration.name + (declaration.is_template ? "<...>" : ""));
    if (declaration.name == stem)
      found = {stem};
    else if (is_suffix_of(stem, declaration.name) && !found.contains(stem))
      found.insert(declaration.name);
    if (is_suffix_of(stem, declaration.name)) is_template = declaration.is_template;
  }
  if (found.empty() && bracket == std::string::npos) {
    for (const std::string& alias : declared.aliases) {
      if (alias == stem)
        found = {stem};
      else if (is_suffix_of(stem, alias) && !found.contains(stem))
        found.insert(alias);
    }
  }
  if (found.empty()) {
    // A nested class of a specialisation, or an alias: C++ itself will know.
    if (bracket != std::string::npos) return given;
    return no_class(fmt::format("there is no class '{}'", given), std::move(names), header);
  }
  if (found.size() > 1) {
    return input_error(fmt::format("the class name '{}' is ambiguous", given),
                       fmt::format("it may be {}", fmt::join(found, " or ")));
  }
  if (is_template && bracket == std::string::npos) {
    return input_error(fmt::format("{} is a template", *found.begin()),
                       fmt::format("name a specialisation, such as --class '{}<int>'", *found.begin()));
  }
  return *found.begin() + (bracket == std::string::npos ? "" : given.substr(bracket));
}

}  // namespace fretsaw::code
