// SPDX-License-Identifier: MIT
// All callables are listed, which costs little: their types are text. Only those that are to be called are
// bound, because that reads the classes behind their types, some of which may be beyond us.
#include "cpp/code/callable_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cpp/code/call_frame_builder.hpp"
#include "cpp/code/template_names.hpp"
#include "cpp/code/views.hpp"

namespace fretsaw::code {

namespace {

bool is_accessible(CXCursor method) {
  const CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(method);
  return access == CX_CXXPublic || access == CX_CXXInvalidAccessSpecifier;
}

// Of a member, and of the classes that it is in.
bool is_public(CXCursor member) {
  for (;; member = clang_getCursorSemanticParent(member)) {
    const CXCursorKind around = clang_getCursorKind(clang_getCursorSemanticParent(member));
    const bool is_member = around == CXCursor_ClassDecl || around == CXCursor_StructDecl ||
                           around == CXCursor_UnionDecl || around == CXCursor_ClassTemplate ||
                           around == CXCursor_ClassTemplatePartialSpecialization;
    if (!is_member) return true;
    if (!is_accessible(member)) return false;
  }
}

Parameter parameter_of(CXType type, std::string name) {
  type = clang_getCanonicalType(type);
  Parameter out;
  out.name = std::move(name);
  const bool is_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;
  if (is_reference) {
    out.passing = type.kind == CXType_LValueReference ? Passing::Reference : Passing::RvalueReference;
    type = clang_getPointeeType(type);
    out.is_fixed = out.is_const = clang_isConstQualifiedType(type) != 0;
  }
  if (type.kind == CXType_Pointer) out.is_const = clang_isConstQualifiedType(clang_getPointeeType(type)) != 0;
  out.type = spelling(canonical(type));
  return out;
}

Parameter input_of(CXType type, std::string name) {
  Parameter out = parameter_of(type, std::move(name));
  unwrap_view(out);
  return out;
}

bool is_own_class(CXType type) {
  type = canonical(type);
  return type.kind == CXType_Record && !is_in_std(clang_getTypeDeclaration(type)) &&
         clang_getCursorKind(clang_getTypeDeclaration(type)) != CXCursor_UnionDecl;
}

// A class of the user's own, behind a reference.
bool leads_to_object(CXType type) {
  type = clang_getCanonicalType(type);
  return type.kind == CXType_LValueReference && is_own_class(clang_getPointeeType(type));
}

// A friend is declared in a class, and is none of its members.
bool is_in_class(CXCursor function) {
  const CXCursorKind around = clang_getCursorKind(clang_getCursorLexicalParent(function));
  return around == CXCursor_ClassDecl || around == CXCursor_StructDecl;
}

std::string identity(CXCursor cursor) { return to_string(clang_getCursorUSR(cursor)); }

// Of a template the parameters are among the children.
std::vector<std::string> parameter_names(CXCursor function) {
  std::vector<std::string> names;
  for_each_child(function, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_ParmDecl) return CXChildVisit_Continue;
    std::string name = spelling(child);
    names.push_back(name.empty() ? fmt::format("argument{}", names.size() + 1) : std::move(name));
    return CXChildVisit_Continue;
  });
  return names;
}

// Of a template's text, with the arguments in place of the parameters: to select an overload.
void name_arguments(Callable& callable, CXType specialization) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(specialization); ++i) {
    const std::string parameter = fmt::format("type-parameter-0-{}", i);
    const std::string argument =
        spelling(canonical(clang_Type_getTemplateArgumentAsType(specialization, static_cast<unsigned>(i))));
    for (Parameter& each : callable.parameters) {
      for (std::string* const text : {&each.type, &each.view}) {
        for (std::size_t at = text->find(parameter); at != std::string::npos; at = text->find(parameter))
          text->replace(at, parameter.size(), argument);
      }
    }
  }
}

}  // namespace

void CallableReader::find_redeclarations() {
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    switch (clang_getCursorKind(child)) {
      case CXCursor_Namespace:
      case CXCursor_ClassDecl:
      case CXCursor_StructDecl:
      case CXCursor_FriendDecl:
      case CXCursor_LinkageSpec:
        return CXChildVisit_Recurse;
      case CXCursor_FunctionDecl:
      case CXCursor_FunctionTemplate:
      case CXCursor_CXXMethod:
      case CXCursor_ConversionFunction:
      case CXCursor_Constructor:
        if (clang_equalCursors(child, clang_getCanonicalCursor(child)) == 0)
          redeclarations_[identity(child)].push_back({place_of(child), parameter_names(child)});
        if (!is_in_class(child)) visible_.insert(identity(child));
        return CXChildVisit_Continue;
      default:
        return CXChildVisit_Continue;
    }
  };
  for_each_child(unit_.cursor(), visit);
}

const std::vector<Redeclaration>& CallableReader::redeclarations_of(CXCursor cursor) const {
  static const std::vector<Redeclaration> none;
  const auto found = redeclarations_.find(identity(cursor));
  return found == redeclarations_.end() ? none : found->second;
}

void CallableReader::read(CXType root) {
  find_redeclarations();
  read_methods(root, classes_.root, root);
  // Others are listed by the name that clang gave them when they were read. What the root has from its bases
  // came with it as the root's own; it comes again as that of the bases, which have invariants of their own.
  listed_.insert(spelling(canonical(root)));
  std::vector<std::pair<CXType, int>> others;
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    if (spelling(child).starts_with("fretsaw_")) return CXChildVisit_Continue;
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_FunctionDecl) read_function(child);
    if (kind == CXCursor_FunctionTemplate || kind == CXCursor_VarDecl) read_deduced(child);
    if (kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl) {
      const CXType type = canonical(clang_getCursorType(child));
      if (clang_isCursorDefinition(child) != 0 && listed_.insert(spelling(type)).second)
        others.emplace_back(type, class_named(spelling(type)));
    }
    const bool has_more = kind == CXCursor_Namespace || kind == CXCursor_ClassDecl ||
                          kind == CXCursor_StructDecl || kind == CXCursor_FriendDecl ||
                          kind == CXCursor_LinkageSpec;
    return has_more ? CXChildVisit_Recurse : CXChildVisit_Continue;
  };
  for_each_child(unit_.cursor(), visit);
  for (const auto& [type, index] : others) read_methods(type, index, type);
  read_specializations();
}

void CallableReader::read_specializations() {
  for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
    const ClassInfo& info = classes_.classes[i];
    if (info.is_frame || info.is_standard || info.is_union || !listed_.insert(info.name).second) continue;
    const CXType type = types_.type_of(static_cast<int>(i));
    read_methods(type, static_cast<int>(i), type);
  }
}

int CallableReader::class_named(const std::string& name) const {
  const auto found = std::find_if(classes_.classes.begin(), classes_.classes.end(),
                                  [&](const ClassInfo& info) { return !info.is_frame && info.name == name; });
  return found == classes_.classes.end() ? -1 : static_cast<int>(found - classes_.classes.begin());
}

void CallableReader::read_all(const std::vector<CXType>& also) {
  find_redeclarations();
  const auto add_class = [&](CXType type) {
    type = canonical(type);
    if (type.kind != CXType_Record) return;
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (is_in_std(declaration) || clang_getCursorKind(declaration) == CXCursor_UnionDecl) return;
    if (clang_Type_getSizeOf(type) < 0) {
      if (clang_Type_getNumTemplateArguments(type) > 0) incomplete_.insert(spelling(type));
      return;
    }
    if (listed_.insert(spelling(type)).second) read_methods(type, -1, type);
  };
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    if (spelling(child).starts_with("fretsaw_")) return CXChildVisit_Continue;
    switch (clang_getCursorKind(child)) {
      case CXCursor_Namespace:
      case CXCursor_FriendDecl:
      case CXCursor_LinkageSpec:
        return CXChildVisit_Recurse;
      case CXCursor_FunctionDecl:
        read_function(child);
        return CXChildVisit_Continue;
      case CXCursor_FunctionTemplate:
        function_templates_.emplace(qualified_name(child), child);
        return CXChildVisit_Continue;
      case CXCursor_ClassDecl:
      case CXCursor_StructDecl:
        add_class(clang_getCursorType(child));
        return CXChildVisit_Recurse;
      case CXCursor_TypedefDecl:
      case CXCursor_TypeAliasDecl:
        add_class(clang_getTypedefDeclUnderlyingType(child));
        return CXChildVisit_Continue;
      default:
        return CXChildVisit_Continue;
    }
  };
  for_each_child(unit_.cursor(), visit);
  for (const CXType& type : also) add_class(type);
}

void CallableReader::read_methods(CXType type, int owner, CXType whole) {
  CXCursor declaration = clang_getTypeDeclaration(type);
  // What clang knows of a specialization's methods is written in its template.
  const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
  const bool is_pattern = clang_Cursor_isNull(pattern) == 0;
  const CXCursor definition = clang_getCursorDefinition(is_pattern ? pattern : declaration);
  if (clang_Cursor_isNull(definition) == 0) declaration = definition;
  for_each_child(declaration, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    const bool is_constructor = kind == CXCursor_Constructor;
    if (is_constructor && clang_equalTypes(canonical(type), canonical(whole)) == 0)
      return CXChildVisit_Continue;  // a base's constructors make no objects of the class
    const bool is_method = kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction;
    if (!is_constructor && !is_method) return CXChildVisit_Continue;
    if (clang_getCursorAvailability(child) == CXAvailability_NotAvailable)
      return CXChildVisit_Continue;  // = delete
    Callable callable;
    callable.kind = is_constructor                         ? Callable::Kind::Constructor
                    : clang_CXXMethod_isStatic(child) != 0 ? Callable::Kind::StaticMethod
                                                           : Callable::Kind::Method;
    callable.name = spelling(child);
    if (is_constructor) callable.name = callable.name.substr(0, callable.name.find('<'));
    callable.scope = spelling(type);
    callable.owner = owner;
    callable.owner_name = spelling(canonical(whole));
    callable.is_const = clang_CXXMethod_isConst(child) != 0;
    callable.is_virtual = clang_CXXMethod_isVirtual(child) != 0;
    callable.is_accessible = is_accessible(child);
    callable.is_public = is_public(child);
    callable.is_in_template = is_pattern;
    add(child, std::move(callable));
    owners_.back() = whole;
    declarers_.back() = type;
    if (is_pattern) name_arguments(classes_.callables.back(), type);
    return CXChildVisit_Continue;
  });
  // Later: what a class declares hides what it inherits.
  for (const DirectBase& base : types_.bases().of(type)) {
    if (!is_in_std(clang_getTypeDeclaration(base.type))) read_methods(base.type, owner, whole);
  }
}

void CallableReader::read_function(CXCursor function) {
  if (!functions_.insert(identity(function)).second) return;
  Callable callable;
  callable.kind = Callable::Kind::Function;
  callable.name = qualified_name(function);
  callable.is_hidden_friend = is_in_class(function) && !visible_.contains(identity(function));
  add(function, std::move(callable));
}

void CallableReader::add_instance(const std::string& name, CXType function) {
  const auto pattern = function_templates_.find(name.substr(0, name.find('<')));
  if (pattern == function_templates_.end()) return;
  const std::vector<std::string> names = parameter_names(pattern->second);
  Callable callable;
  callable.kind = Callable::Kind::Function;
  callable.name = name;
  callable.place = place_of(pattern->second);
  callable.redeclarations = redeclarations_of(pattern->second);
  callable.signature = spelling(function);
  callable.template_names = template_names(pattern->second, name);
  callable.result = parameter_of(clang_getResultType(function), "");
  for (int i = 0; i < clang_getNumArgTypes(function); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::string parameter = at < names.size() ? names[at] : fmt::format("argument{}", i + 1);
    callable.parameters.push_back(input_of(clang_getArgType(function, static_cast<unsigned>(i)), parameter));
  }
  instances_.emplace(classes_.callables.size(), function);
  classes_.callables.push_back(std::move(callable));
  cursors_.push_back(pattern->second);
  owners_.push_back({});
  declarers_.push_back({});
}

// A function template with one parameter, a lambda or another object with a name.
void CallableReader::read_deduced(CXCursor cursor) {
  const CXCursorKind around = clang_getCursorKind(clang_getCursorSemanticParent(cursor));
  if (around != CXCursor_Namespace && around != CXCursor_TranslationUnit) return;
  if (clang_getCursorKind(cursor) == CXCursor_FunctionTemplate) {
    int parameters = 0;
    for_each_child(cursor, [&](CXCursor child) {
      if (clang_getCursorKind(child) == CXCursor_ParmDecl) ++parameters;
      return CXChildVisit_Continue;
    });
    if (parameters != 1) return;
  } else {
    const CXType type = canonical(clang_getCursorType(cursor));
    const std::string name = spelling(type);
    const bool can_be_called =
        name.find("(lambda at") != std::string::npos || name.starts_with("std::function<");
    if (type.kind != CXType_Record || !can_be_called) return;
  }
  Callable callable;
  callable.kind = Callable::Kind::Function;
  callable.name = qualified_name(cursor);
  callable.place = place_of(cursor);
  callable.is_deduced = true;
  callable.result.type = "bool";
  callable.parameters.push_back(
      {"argument1", classes_.at(classes_.root).name, Passing::Reference, true, true, {}});
  classes_.callables.push_back(std::move(callable));
  cursors_.push_back(cursor);
  owners_.push_back({});
  declarers_.push_back({});
}

void CallableReader::add(CXCursor cursor, Callable callable) {
  callable.place = place_of(cursor);
  callable.redeclarations = redeclarations_of(cursor);
  const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  callable.signature = spelling(type);
  const int exceptions = clang_getExceptionSpecificationType(type);
  callable.is_noexcept = exceptions == CXCursor_ExceptionSpecificationKind_BasicNoexcept ||
                         exceptions == CXCursor_ExceptionSpecificationKind_DynamicNone ||
                         exceptions == CXCursor_ExceptionSpecificationKind_NoThrow;
  callable.result = parameter_of(clang_getCursorResultType(cursor), "");
  if (callable.kind == Callable::Kind::Constructor) callable.result.type = "void";
  for (int i = 0; i < clang_Cursor_getNumArguments(cursor); ++i) {
    const CXCursor parameter = clang_Cursor_getArgument(cursor, static_cast<unsigned>(i));
    std::string name = spelling(parameter);
    if (name.empty()) name = fmt::format("argument{}", i + 1);
    callable.parameters.push_back(input_of(clang_getCursorType(parameter), std::move(name)));
  }
  classes_.callables.push_back(std::move(callable));
  cursors_.push_back(cursor);
  owners_.push_back({});
  declarers_.push_back({});
}

// What clang knows of a method of a specialization is the text of the template. A class derived from the
// specialization sees the same names, and there the text means the types that are wanted.
std::string CallableReader::scope_text(const std::string& id, std::size_t index) const {
  const CXType owner = canonical(declarers_[index]);
  std::string members = template_names(owner);
  const CXCursor cursor = cursors_[index];
  for (int i = 0; i < clang_Cursor_getNumArguments(cursor); ++i) {
    const CXType type = clang_getCursorType(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)));
    members += fmt::format("using fretsaw_{} = {};\n", i, spelling(type));
  }
  if (classes_.callables[index].kind != Callable::Kind::Constructor)
    members += fmt::format("using fretsaw_result = {};\n", spelling(clang_getCursorResultType(cursor)));
  const std::vector<std::string> opened = namespace_openings(clang_getTypeDeclaration(owner));
  return fmt::format("{}\nstruct {} : {} {{\n{}}};\n{}\n", fmt::join(opened, ""), id, spelling(owner),
                     members, std::string(opened.size(), '}'));
}

bool CallableReader::find_types(std::size_t index, std::vector<CXType>& parameters, CXType& result) {
  const Callable& callable = classes_.callables[index];
  const std::string id = fmt::format("fretsaw_scope_{}_{}_{}", callable.place.line, callable.place.column,
                                     std::hash<std::string>()(callable.owner_name + callable.place.file));
  bool found = false;
  for_each_child(unit_.cursor(), [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    if (clang_getCursorKind(child) == CXCursor_Namespace) return CXChildVisit_Recurse;
    if (spelling(child) != id) return CXChildVisit_Continue;
    found = true;
    for_each_child(child, [&](CXCursor member) {
      if (clang_getCursorKind(member) != CXCursor_TypeAliasDecl) return CXChildVisit_Continue;
      const std::string name = spelling(member);
      const CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(member));
      if (name == "fretsaw_result")
        result = type;
      else if (name.starts_with("fretsaw_"))
        parameters.push_back(type);
      return CXChildVisit_Continue;
    });
    return CXChildVisit_Break;
  });
  if (!found) scopes_.emplace(id, scope_text(id, index));
  return found;
}

std::optional<CXType> CallableReader::find_held(const Parameter& parameter) {
  const std::string name = held_name(parameter);
  std::optional<CXType> found;
  for_each_child(unit_.cursor(), [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_TypeAliasDecl || spelling(child) != name)
      return CXChildVisit_Continue;
    found = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(child));
    return CXChildVisit_Break;
  });
  if (!found) scopes_.emplace(name, held_text(parameter));
  return found;
}

// What a class has from several bases comes more than once.
std::vector<std::string> CallableReader::keys() const {
  std::vector<std::string> keys;
  std::map<std::string, int> met;
  for (std::size_t i = 0; i < classes_.callables.size(); ++i) {
    const Callable& callable = classes_.callables[i];
    const std::string name = fmt::format("{}\n{}\n{}\n{}", callable.owner_name, callable.scope, callable.name,
                                         identity(cursors_[i]));
    keys.push_back(fmt::format("{}\n{}", name, met[name]++));
  }
  return keys;
}

bool CallableReader::bind(int index, bool as_condition) {
  const auto at = static_cast<std::size_t>(index);
  if (classes_.callables[at].frame >= 0) return true;
  const CXCursor cursor = cursors_[at];
  std::vector<CXType> parameters;
  CXType result = clang_getCanonicalType(clang_getCursorResultType(cursor));
  const bool is_deduced = classes_.callables[at].is_deduced;
  const bool is_specialized = !is_deduced && !as_condition && classes_.callables[at].is_in_template &&
                              clang_Cursor_isNull(clang_getSpecializedCursorTemplate(
                                  clang_getTypeDeclaration(canonical(declarers_[at])))) == 0;
  if (const auto instance = instances_.find(at); instance != instances_.end()) {
    result = clang_getCanonicalType(clang_getResultType(instance->second));
    for (int i = 0; i < clang_getNumArgTypes(instance->second); ++i)
      parameters.push_back(
          clang_getCanonicalType(clang_getArgType(instance->second, static_cast<unsigned>(i))));
  } else if (is_specialized) {
    if (!find_types(at, parameters, result)) return false;
  } else if (!is_deduced) {
    for (int i = 0; i < clang_Cursor_getNumArguments(cursor); ++i)
      parameters.push_back(clang_getCanonicalType(
          clang_getCursorType(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)))));
  }
  if (classes_.callables[at].kind != Callable::Kind::Function && classes_.callables[at].owner < 0) {
    const int owner = types_.read_class(owners_[at]);
    classes_.callables[at].owner = owner;
  }
  std::vector<int> read;
  bool all_found = true;
  if (is_deduced) read.push_back(receiver_type(classes_, classes_.root));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    CXType type = parameters[i];
    if (is_specialized) {
      Parameter resolved = input_of(type, classes_.callables[at].parameters[i].name);
      classes_.callables[at].parameters[i] = std::move(resolved);
    }
    if (const Parameter& parameter = classes_.callables[at].parameters[i]; !parameter.view.empty()) {
      const auto held = find_held(parameter);
      all_found = all_found && held;
      read.push_back(held ? types_.read_type(*held) : -1);
      continue;
    }
    const bool is_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;
    const bool is_copied = as_condition && is_own_class(type);
    if (is_reference && !leads_to_object(type)) type = clang_getPointeeType(type);
    read.push_back(is_copied ? receiver_type(classes_, types_.read_class(type)) : types_.read_type(type));
  }
  if (!all_found) return false;
  int result_type = -1;
  if (as_condition || is_deduced) {
    result_type = types_.read_bool();
    classes_.callables[at].is_condition = true;
  } else {
    if (classes_.callables[at].kind == Callable::Kind::Constructor) {
      result = owners_[at];
    } else if (is_specialized) {
      Parameter resolved = parameter_of(result, "");
      classes_.callables[at].result = std::move(resolved);
    }
    const bool result_refers = result.kind == CXType_LValueReference || result.kind == CXType_RValueReference;
    if (result_refers && !leads_to_object(result)) result = clang_getPointeeType(result);
    result_type = result.kind == CXType_Void ? -1 : types_.read_type(result);
  }
  classes_.callables[at].result_type = result_type;
  std::string name = classes_.callables[at].name;
  if (instances_.contains(at)) name = name.substr(0, name.find('<'));
  CallFrameBuilder frame(classes_, name.starts_with("operator") ? name : name.substr(name.rfind(':') + 1));
  const Callable& bound = classes_.callables[at];
  if (bound.kind == Callable::Kind::Method) frame.add(receiver_type(classes_, bound.owner), "this");
  for (std::size_t i = 0; i < read.size(); ++i) frame.add(read[i], bound.parameters[i].name);
  classes_.callables[at].frame = frame.finish();
  return true;
}

}  // namespace fretsaw::code
