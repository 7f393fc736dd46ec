// SPDX-License-Identifier: MIT
#include "cxx/predicate_lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace fretsaw::cxx {

namespace {

struct Candidate {
  CXCursor cursor;
  PredicateInfo info;
  bool takes_receiver = false;  // a function whose first parameter is the object
};

bool returns_bool(CXCursor function) {
  return clang_getCanonicalType(clang_getCursorResultType(function)).kind == CXType_Bool;
}

bool is_accessible(CXCursor method) {
  const CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(method);
  return access == CX_CXXPublic || access == CX_CXXInvalidAccessSpecifier;
}

// The class that a parameter passes by pointer or reference, if it does.
std::optional<CXType> referred_class(CXType type) {
  type = clang_getCanonicalType(type);
  if (type.kind != CXType_Pointer && type.kind != CXType_LValueReference) return std::nullopt;
  const CXType pointee = canonical(clang_getPointeeType(type));
  if (pointee.kind != CXType_Record) return std::nullopt;
  return pointee;
}

std::string pointer_to_method(CXCursor method, const std::string& scope) {
  std::string parameters;
  for (int i = 0; i < clang_Cursor_getNumArguments(method); ++i) {
    const CXType type = clang_getCanonicalType(
        clang_getCursorType(clang_Cursor_getArgument(method, static_cast<unsigned>(i))));
    parameters += (i == 0 ? "" : ", ") + spelling(type);
  }
  const bool is_const = clang_CXXMethod_isConst(method) != 0;
  return fmt::format("bool ({}::*)({}){}", scope, parameters, is_const ? " const" : "");
}

class Lookup {
 public:
  Lookup(const ClangUnit& unit, CXType root) : root_(root) {
    collect_methods(root);
    for_each_child(unit.cursor(), [&](CXCursor child) { return collect_function(child); });
  }

  const std::vector<Candidate>& all() const { return found_; }

  const Candidate* find(const std::string& name) const {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : found_) {
      if (candidate.info.name != name && !candidate.info.name.ends_with("::" + name)) continue;
      // The one with the fewest arguments, of overloads.
      const bool better = best == nullptr || clang_Cursor_getNumArguments(candidate.cursor) <
                                                 clang_Cursor_getNumArguments(best->cursor);
      if (better) best = &candidate;
    }
    return best;
  }

  std::string names() const {
    std::vector<std::string> names;
    for (const Candidate& candidate : found_) names.push_back(candidate.info.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names.empty() ? "it has no method that returns bool, and no function takes one"
                         : fmt::format("those that return bool are {}", fmt::join(names, ", "));
  }

 private:
  void collect_methods(CXType type) {
    CXCursor declaration = clang_getTypeDeclaration(type);
    // What clang knows of a specialisation's methods is written in its template.
    const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
    const CXCursor definition =
        clang_getCursorDefinition(clang_Cursor_isNull(pattern) != 0 ? declaration : pattern);
    if (clang_Cursor_isNull(definition) == 0) declaration = definition;
    for_each_child(declaration, [&](CXCursor child) {
      const CXCursorKind kind = clang_getCursorKind(child);
      if (kind == CXCursor_CXXBaseSpecifier) collect_methods(canonical(clang_getCursorType(child)));
      if (kind == CXCursor_CXXMethod && returns_bool(child) && spelling(child).find("operator") != 0)
        add_method(child, type);
      return CXChildVisit_Continue;
    });
  }

  void add_method(CXCursor method, CXType type) {
    Candidate candidate{method, {}, false};
    candidate.info.kind = clang_CXXMethod_isStatic(method) != 0 ? PredicateInfo::Kind::StaticMethod
                                                                : PredicateInfo::Kind::Method;
    candidate.info.name = spelling(method);
    candidate.info.scope = spelling(type);
    candidate.info.is_accessible = is_accessible(method);
    candidate.info.signature = pointer_to_method(method, candidate.info.scope);
    found_.push_back(std::move(candidate));
  }

  CXChildVisitResult collect_function(CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    if (clang_getCursorKind(child) == CXCursor_Namespace) return CXChildVisit_Recurse;
    if (clang_getCursorKind(child) != CXCursor_FunctionDecl || !returns_bool(child))
      return CXChildVisit_Continue;
    const int count = clang_Cursor_getNumArguments(child);
    if (count < 1) return CXChildVisit_Continue;
    bool takes_root = false;
    for (int i = 0; i < count; ++i) {
      const auto taken =
          referred_class(clang_getCursorType(clang_Cursor_getArgument(child, static_cast<unsigned>(i))));
      takes_root = takes_root || (taken && clang_equalTypes(*taken, canonical(root_)) != 0);
    }
    if (!takes_root) return CXChildVisit_Continue;
    Candidate candidate{child, {}, count == 1};
    candidate.info.kind = PredicateInfo::Kind::Function;
    candidate.info.name = qualified_name(child);
    found_.push_back(std::move(candidate));
    return CXChildVisit_Continue;
  }

  CXType root_;
  std::vector<Candidate> found_;
};

std::string class_text(CXType root) {
  const CXCursor declaration = clang_getTypeDeclaration(root);
  CXCursor definition = clang_getSpecializedCursorTemplate(declaration);
  if (clang_Cursor_isNull(definition)) definition = declaration;
  const CXSourceRange range = clang_getCursorExtent(definition);
  unsigned begin = 0;
  unsigned end = 0;
  CXFile file = nullptr;
  clang_getExpansionLocation(clang_getRangeStart(range), &file, nullptr, nullptr, &begin);
  clang_getExpansionLocation(clang_getRangeEnd(range), nullptr, nullptr, nullptr, &end);
  if (file == nullptr) return "";
  std::ifstream in(to_string(clang_getFileName(file)), std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str().size() >= end && begin < end ? text.str().substr(begin, end - begin) : "";
}

Diagnostic about_class(CXType root, std::string message, std::string hint) {
  Diagnostic error = input_error(std::move(message), std::move(hint));
  error.location = to_location(place_of(clang_getTypeDeclaration(root)));
  return error;
}

// What `//@ invariant` in the class says: the name of a predicate, nothing, or something that is not for us.
Result<std::optional<std::string>> invariant(CXType root) {
  const std::string text = class_text(root);
  std::smatch match;
  static const std::regex kAny(R"((//@|/\*@)\s*(?:public\s+)?invariant\s*([^;{]*)([;{]))");
  if (!std::regex_search(text, match, kAny)) return std::optional<std::string>();
  const std::string name = spelling(root);
  if (match[3] == "{") {
    return about_class(
        root, fmt::format("the invariant of {} is a relational formula, which comes with contracts", name),
        "until then, name a C++ predicate with --predicate");
  }
  std::smatch call;
  const std::string expression = match[2];
  static const std::regex kCall(R"(\s*(?:this\s*->\s*)?(\w+)\s*\(\s*\)\s*)");
  if (!std::regex_match(expression, call, kCall)) {
    return about_class(root,
                       fmt::format("the invariant of {} is an expression, not the call of a predicate: {}",
                                   name, expression),
                       "move it into a method, or name a predicate with --predicate");
  }
  return std::optional<std::string>(call[1]);
}

class Binder {
 public:
  Binder(TypeReader& reader, ClassModel& model) : reader_(reader), model_(model) {}

  Status bind(const Candidate& candidate) {
    PredicateInfo info = candidate.info;
    const int count = clang_Cursor_getNumArguments(candidate.cursor);
    const bool is_method = info.kind == PredicateInfo::Kind::Method;
    if (is_method && count == 0) {
      model_.predicate = std::move(info);
      return Done{};
    }
    arguments_.name = info.name.substr(info.name.rfind(':') + 1);
    arguments_.is_arguments = true;
    arguments_.alignment = sizeof(void*);
    if (is_method) add(receiver_type(), "this");
    for (int i = 0; i < count; ++i) {
      const CXCursor cursor = clang_Cursor_getArgument(candidate.cursor, static_cast<unsigned>(i));
      if (Status status = add_parameter(cursor, i, info); !status) return status;
    }
    model_.predicate = std::move(info);
    if (candidate.takes_receiver) return Done{};  // the root itself is the only argument
    arguments_.size = size_;
    model_.receiver = model_.root;
    model_.root = static_cast<int>(model_.classes.size());
    model_.classes.push_back(arguments_);
    return Done{};
  }

 private:
  int receiver_type() {
    TypeInfo type;
    type.kind = detail::kReferenceType;
    type.name = model_.classes[static_cast<std::size_t>(model_.root)].name + " &";
    type.size = sizeof(void*);
    type.target = model_.root;
    model_.types.push_back(type);
    return static_cast<int>(model_.types.size() - 1);
  }

  void add(int type, const std::string& name) {
    const TypeInfo& info = model_.types[static_cast<std::size_t>(type)];
    const unsigned long alignment = std::max(1UL, std::min(info.size, 8UL));
    size_ = (size_ + alignment - 1) / alignment * alignment;
    FieldInfo field;
    field.owner = arguments_.name;
    field.name = name;
    field.offset = static_cast<long>(size_);
    field.type = type;
    arguments_.fields.push_back(std::move(field));
    size_ += info.size;
  }

  Status add_parameter(CXCursor cursor, int index, PredicateInfo& info) {
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    std::string name = spelling(cursor);
    if (name.empty()) name = fmt::format("argument{}", index + 1);
    auto passing = PredicateInfo::Passing::Value;
    if (referred_class(type)) {
      passing =
          type.kind == CXType_Pointer ? PredicateInfo::Passing::Pointer : PredicateInfo::Passing::Reference;
    } else if (type.kind == CXType_LValueReference) {
      type = clang_getPointeeType(type);  // a const reference to a scalar
    }
    const int read = reader_.read_type(type);
    const TypeInfo& type_info = model_.types[static_cast<std::size_t>(read)];
    if (passing == PredicateInfo::Passing::Value && type_info.kind > detail::kEnumType) {
      return input_error(fmt::format("the predicate {} takes '{}' of type {}, which cannot be chosen",
                                     info.name, name, type_info.name),
                         "predicates may take numbers, enums, and pointers or references to classes");
    }
    info.parameters.push_back({name, type_info.name, passing});
    add(read, name);
    return Done{};
  }

  TypeReader& reader_;
  ClassModel& model_;
  ClassInfo arguments_;
  unsigned long size_ = 0;
};

}  // namespace

Status find_predicate(const ClangUnit& unit, CXType root, const std::optional<std::string>& wanted,
                      TypeReader& reader, ClassModel& model) {
  const Lookup lookup(unit, root);
  const std::string class_name = spelling(root);
  std::vector<std::string> names;
  if (wanted) {
    names = {*wanted};
  } else {
    auto stated = invariant(root);
    if (!stated) return stated.error();
    names = *stated ? std::vector<std::string>{**stated} : std::vector<std::string>{"rep_ok", "repOk"};
  }
  for (const std::string& name : names) {
    if (const Candidate* const candidate = lookup.find(name)) return Binder(reader, model).bind(*candidate);
  }
  return about_class(root, fmt::format("no predicate '{}' for {}", fmt::join(names, "' or '"), class_name),
                     fmt::format("{}; name one with --predicate", lookup.names()));
}

}  // namespace fretsaw::cxx
