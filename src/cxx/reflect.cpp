// SPDX-License-Identifier: MIT
// Reflection in rounds: libclang knows the layout of a template's specialisation only if something in the
// text needs it, and fields may refer to some that nothing needs yet. Each round adds a sizeof for those.
#include "cxx/reflect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/source.hpp"
#include "cxx/build.hpp"
#include "cxx/callable_reader.hpp"
#include "cxx/clang_unit.hpp"
#include "cxx/libclang.hpp"
#include "cxx/type_reader.hpp"

namespace fretsaw::cxx {

namespace {

struct ClassDeclaration {
  std::string name;
  CXCursor cursor;
  bool is_template;
};

bool is_class(CXCursorKind kind) {
  return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_ClassTemplate;
}

void collect_classes(CXCursor scope, std::vector<ClassDeclaration>& out) {
  for_each_child(scope, [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_Namespace) collect_classes(child, out);
    if (is_class(kind) && clang_isCursorDefinition(child) != 0 && clang_Cursor_isAnonymous(child) == 0) {
      out.push_back({qualified_name(child), child, kind == CXCursor_ClassTemplate});
      collect_classes(child, out);
    }
    return CXChildVisit_Continue;
  });
}

bool is_suffix_of(const std::string& given, const std::string& full) {
  return given == full || full.ends_with("::" + given);
}

// The qualified name of the class that the user means.
Result<std::string> resolve(const std::string& given, const std::vector<ClassDeclaration>& classes,
                            const std::string& header) {
  const std::size_t bracket = given.find('<');
  const std::string stem = given.substr(0, bracket);
  std::set<std::string> found;
  std::vector<std::string> names;
  bool is_template = false;
  for (const ClassDeclaration& declaration : classes) {
    names.push_back(declaration.name + (declaration.is_template ? "<...>" : ""));
    if (declaration.name == stem)
      found = {stem};
    else if (is_suffix_of(stem, declaration.name) && !found.contains(stem))
      found.insert(declaration.name);
    if (is_suffix_of(stem, declaration.name)) is_template = declaration.is_template;
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (found.empty()) {
    // A nested class of a specialisation, or an alias: C++ itself will know.
    if (bracket != std::string::npos) return given;
    Diagnostic error = input_error(
        fmt::format("there is no class '{}'", given),
        names.empty() ? "it defines no classes" : fmt::format("its classes are {}", fmt::join(names, ", ")));
    error.location = Location{.file = header, .line = 1, .column = 1, .width = 1, .source_line = {}};
    return error;
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

bool derives_from_known(CXCursor declaration, const Classes& known) {
  bool derives = false;
  for_each_child(declaration, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_CXXBaseSpecifier) return CXChildVisit_Continue;
    const std::string base = spelling(canonical(clang_getCursorType(child)));
    derives = derives || std::any_of(known.classes.begin(), known.classes.end(),
                                     [&](const ClassInfo& c) { return c.name == base; });
    return CXChildVisit_Continue;
  });
  return derives;
}

// Classes behind a pointer to their base: whatever the header derives from a known class.
void read_derived(const std::vector<ClassDeclaration>& classes, TypeReader& reader, const Classes& known) {
  for (std::size_t before = 0; before != known.classes.size();) {
    before = known.classes.size();
    for (const ClassDeclaration& declaration : classes) {
      if (declaration.is_template || !derives_from_known(declaration.cursor, known)) continue;
      reader.read_class(clang_getCursorType(declaration.cursor));
    }
  }
}

std::optional<CXType> alias_target(const ClangUnit& unit) {
  std::optional<CXType> type;
  for_each_child(unit.cursor(), [&](CXCursor child) {
    if (clang_getCursorKind(child) == CXCursor_TypedefDecl && spelling(child) == "fretsaw_root") {
      type = canonical(clang_getTypedefDeclUnderlyingType(child));
    }
    return CXChildVisit_Continue;
  });
  return type;
}

}  // namespace

Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Choice& choice) {
  if (auto loaded = load_libclang(); !loaded) return loaded.error();
  auto source = read_source(code.header);
  if (!source) return source.error();
  const std::string header = std::filesystem::absolute(code.header).lexically_normal().string();
  const std::string include = fmt::format("#include \"{}\"\n", header);

  const ClangUnit plain(include, code.flags);
  if (!plain.errors().empty()) {
    if (auto error = compile_error(code)) return std::move(*error);
    // Only clang has trouble. Without its own headers (stddef.h and such) it would guess the layouts.
    if (!ClangUnit("#include <stddef.h>\n", code.flags).errors().empty()) {
      return input_error("clang's own headers, which are needed to read C++, are not there",
                         "install the package libclang-common-19-dev");
    }
  }
  std::vector<ClassDeclaration> declared;
  collect_classes(plain.cursor(), declared);
  auto name = resolve(class_name, declared, code.header);
  if (!name) return name.error();

  std::set<std::string> needed = {*name};
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    std::string text = include + fmt::format("typedef {} fretsaw_root;\n", *name);
    int number = 0;
    for (const std::string& type : needed)
      text += fmt::format("static const unsigned long fretsaw_size_{} = sizeof({});\n", number++, type);
    const ClangUnit unit(text, code.flags);
    const auto root = alias_target(unit);
    if (!root || root->kind != CXType_Record || clang_Type_getSizeOf(*root) < 0) {
      std::string why;
      for (const auto& error : unit.errors()) {
        if (error.in_text && why.empty()) why = error.message;
      }
      return input_error(
          fmt::format("'{}' is no class with a known layout{}", *name, why.empty() ? "" : ": " + why));
    }
    Classes classes;
    classes.header = header;
    TypeReader types(classes);
    classes.root = types.read_class(*root);
    std::vector<ClassDeclaration> declarations;
    collect_classes(unit.cursor(), declarations);
    read_derived(declarations, types, classes);
    CallableReader callables(unit, classes);
    callables.read(*root);
    if (choice) {
      auto chosen = choice(classes);
      if (!chosen) return chosen.error();
      for (const int callable : *chosen) callables.bind(callable, types);
      read_derived(declarations, types, classes);
    }
    const std::size_t before = needed.size();
    needed.insert(types.incomplete().begin(), types.incomplete().end());
    std::erase_if(needed, [](const std::string& type) { return type.find('(') != std::string::npos; });
    if (needed.size() != before && round + 1 < kMostRounds) continue;
    if (!types.with_odd_bases().empty()) {
      const auto& [odd, what] = *types.with_odd_bases().begin();
      return input_error(fmt::format("{} has {}", odd, what),
                         "objects of such a class cannot be laid out field by field");
    }
    return classes;
  }
  return input_error(fmt::format("the templates behind {} do not come to an end", *name));
}

}  // namespace fretsaw::cxx
