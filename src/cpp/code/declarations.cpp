// SPDX-License-Identifier: MIT
#include "cpp/code/declarations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/nearest_name.hpp"

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

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Diagnostic no_class(const std::string& name, std::vector<std::string> names, const std::string& header) {
  names = sorted(std::move(names));
  std::vector<std::string> known;
  for (const std::string& each : names) {
    known.push_back(each.substr(0, each.find('<')));
    const std::size_t scope = known.back().rfind("::");
    if (scope != std::string::npos) known.push_back(known.back().substr(scope + 2));
  }
  Diagnostic error = file_error(
      header, fmt::format("no class '{}' in '{}'{}", name, header, suggestion(nearest_name(name, known))));
  error.notes.push_back({names.empty() ? "the header defines no classes"
                                       : fmt::format("the header defines {}", fmt::join(names, ", ")),
                         std::nullopt});
  return error;
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
  own = sorted(std::move(own));
  Diagnostic error = file_error(header, fmt::format("no classes in '{}'", header));
  if (own.size() == 1) {
    error.message = fmt::format("'{}' defines only a class template", header);
    error.hint = fmt::format("select a specialization, such as --class '{}int>'",
                             own.front().substr(0, own.front().find('<') + 1));
  } else if (!own.empty()) {
    error.message = fmt::format("'{}' defines several classes", header);
    error.hint = fmt::format("select one with --class: {}", fmt::join(own, ", "));
  }
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

Result<std::string> find_class_name(const std::string& given, const Declarations& declared,
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
    // A nested class of a specialization, or an alias: the compiler resolves it.
    if (bracket != std::string::npos) return given;
    return no_class(given, std::move(names), header);
  }
  if (found.size() > 1) {
    return input_error(fmt::format("class name '{}' is ambiguous", given),
                       fmt::format("use --class {}", fmt::join(found, " or --class ")));
  }
  if (is_template && bracket == std::string::npos) {
    return input_error(fmt::format("'{}' is a class template", *found.begin()),
                       fmt::format("select a specialization, such as --class '{}<int>'", *found.begin()));
  }
  return *found.begin() + (bracket == std::string::npos ? "" : given.substr(bracket));
}

}  // namespace fretsaw::code
