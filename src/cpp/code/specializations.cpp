// SPDX-License-Identifier: MIT
// libclang visits nothing inside an implicit instantiation. What it does do is print one: "template<> class
// List<ns::Item> : Counted, public detail::Hook<Item> {}". The bases in that text are spelled as they were
// written, so they mean what they mean only where they were written: each is put into a typedef there, and
// the class that the typedef comes out as is believed only if it is a base according to the compiler.
#include "cpp/code/specializations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace fretsaw::code {

namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool drop_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

std::string printed(CXCursor declaration) {
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
  clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  std::string text = to_string(clang_getCursorPrettyPrinted(declaration, policy));
  clang_PrintingPolicy_dispose(policy);
  return text;
}

// The texts between the colon and the brace, at the top level of brackets.
std::vector<std::string> base_texts(const std::string& text) {
  std::vector<std::string> out;
  int depth = 0;
  std::size_t begin = std::string::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (depth != 0) continue;
    const bool is_scope = c == ':' && (text[i + 1] == ':' || (i > 0 && text[i - 1] == ':'));
    if (c == ':' && !is_scope && begin == std::string::npos) begin = i + 1;
    const bool ends = c == '{' || c == ',';
    if (ends && begin != std::string::npos) {
      out.emplace_back(trimmed(std::string_view(text).substr(begin, i - begin)));
      begin = i + 1;
    }
    if (c == '{') break;
  }
  return out;
}

void add_namespace(CXCursor declaration, std::set<std::string>& out) {
  CXCursor parent = clang_getCursorSemanticParent(declaration);
  while (clang_Cursor_isNull(parent) == 0 && clang_getCursorKind(parent) != CXCursor_Namespace &&
         clang_getCursorKind(parent) != CXCursor_TranslationUnit)
    parent = clang_getCursorSemanticParent(parent);
  if (clang_getCursorKind(parent) == CXCursor_Namespace && !spelling(parent).empty())
    out.insert(qualified_name(parent));
}

void add_namespaces(CXType type, std::set<std::string>& out) {
  type = canonical(type);
  if (type.kind == CXType_Pointer || type.kind == CXType_LValueReference)
    return add_namespaces(clang_getPointeeType(type), out);
  if (type.kind != CXType_Record && type.kind != CXType_Enum) return;
  add_namespace(clang_getTypeDeclaration(type), out);
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i)
    add_namespaces(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)), out);
}

std::string enclosing_class(CXCursor declaration) {
  const CXCursor parent = clang_getCursorSemanticParent(declaration);
  const CXType type = clang_getCursorType(parent);
  return type.kind == CXType_Invalid ? "" : spelling(canonical(type));
}

constexpr std::size_t kMaxAttempts = 3;

std::string attempt_name(std::size_t question, std::size_t base, std::size_t attempt) {
  return fmt::format("fretsaw_base_{}_{}_{}", question, base, attempt);
}

std::vector<DirectBase> listed_bases(CXCursor declaration) {
  std::vector<DirectBase> bases;
  for_each_child(declaration, [&](CXCursor child) {
    if (clang_getCursorKind(child) == CXCursor_CXXBaseSpecifier)
      bases.push_back({canonical(clang_getCursorType(child)), clang_isVirtualBase(child) != 0});
    return CXChildVisit_Continue;
  });
  return bases;
}

}  // namespace

bool is_specialization(CXCursor declaration) {
  const CXCursorKind kind = clang_getCursorKind(declaration);
  if (kind != CXCursor_ClassDecl && kind != CXCursor_StructDecl) return false;
  return clang_Cursor_getNumTemplateArguments(declaration) > 0;
}

SpecializationBases::Question SpecializationBases::ask(CXType type) const {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  Question question;
  question.class_name = spelling(type);
  for (const std::string& text : base_texts(printed(declaration))) {
    std::string_view base = text;
    bool is_virtual = false;
    for (bool more = true; more;) {
      more = drop_word(base, "virtual ") && (is_virtual = true);
      for (const std::string_view access : {"public ", "protected ", "private "})
        more = drop_word(base, access) || more;
    }
    question.texts.emplace_back(base);
    question.virtual_bases.push_back(is_virtual);
  }
  add_namespaces(type, question.namespaces);
  const std::vector<std::string> opened = namespace_openings(declaration);
  for (const std::string& each : opened) question.scope += each;
  question.scopes = opened.size();
  const CXCursorKind outer = clang_getCursorKind(clang_getCursorSemanticParent(declaration));
  if (outer == CXCursor_ClassDecl || outer == CXCursor_StructDecl)
    question.outer = enclosing_class(declaration);
  return question;
}

// Three attempts for each base: where the template stands, in the class around it, and where the names of the
// arguments are known as well. The compiler's check of it stands next to each.
std::string SpecializationBases::text() const {
  std::string out;
  std::size_t number = 0;
  for (const auto& [name, question] : asked_) {
    out += fmt::format("typedef {} fretsaw_class_{};\n", name, number);
    for (std::size_t base = 0; base < question.texts.size(); ++base) {
      const auto attempt = [&, n = number](std::size_t which) {
        const std::string id = attempt_name(n, base, which);
        return fmt::format(
            "typedef {0} {1}; enum {1}_enum {{ {1}_holds = __is_base_of({1}, ::fretsaw_class_{2}) }};",
            question.texts[base], id, n);
      };
      const std::string closing(question.scopes, '}');
      out += question.scope + attempt(0) + closing + "\n";
      if (!question.outer.empty())
        out += fmt::format("struct fretsaw_inside_{}_{} : {} {{ {} }};\n", number, base, question.outer,
                           attempt(1));
      std::string names;
      for (const std::string& known : question.namespaces)
        names += fmt::format("using namespace ::{}; ", known);
      out += fmt::format("{}namespace fretsaw_using_{}_{} {{ {}{} }}{}\n", question.scope, number, base,
                         names, attempt(2), closing);
    }
    ++number;
  }
  return out;
}

void SpecializationBases::read(const ClangUnit& unit) {
  std::map<std::string, CXType> types;
  std::set<std::string> holding;
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    const std::string name = spelling(child);
    const bool is_ours = name.starts_with("fretsaw_");
    if (kind == CXCursor_TypedefDecl && is_ours)
      types[name] = canonical(clang_getTypedefDeclUnderlyingType(child));
    if (kind == CXCursor_EnumConstantDecl && is_ours && clang_getEnumConstantDeclValue(child) == 1)
      holding.insert(name);
    const bool has_more =
        kind == CXCursor_Namespace || (is_ours && (kind == CXCursor_StructDecl || kind == CXCursor_EnumDecl));
    return has_more ? CXChildVisit_Recurse : CXChildVisit_Continue;
  };
  for_each_child(unit.cursor(), visit);
  answers_.clear();
  unresolved_.clear();
  std::size_t number = 0;
  for (const auto& [name, question] : asked_) {
    std::vector<DirectBase>& bases = answers_[name];
    for (std::size_t base = 0; base < question.texts.size(); ++base) {
      const DirectBase* found = nullptr;
      for (std::size_t which = 0; which < kMaxAttempts && found == nullptr; ++which) {
        const std::string id = attempt_name(number, base, which);
        const auto type = types.find(id);
        if (type == types.end() || type->second.kind != CXType_Record || !holding.contains(id + "_holds"))
          continue;
        found = &bases.emplace_back(DirectBase{type->second, question.virtual_bases[base]});
      }
      if (found == nullptr) unresolved_.emplace(name, question.texts[base]);
    }
    ++number;
  }
}

std::vector<DirectBase> SpecializationBases::of(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (!is_specialization(declaration)) return listed_bases(declaration);
  const std::string name = spelling(type);
  if (const auto known = answers_.find(name); known != answers_.end()) return known->second;
  if (clang_Type_getSizeOf(type) < 0) return {};  // not instantiated yet: there is nothing to print
  asked_.try_emplace(name, ask(type));
  return {};
}

std::set<std::string> mentioned_specializations(const ClangUnit& unit) {
  std::set<std::string> names;
  const std::function<void(CXType)> add = [&](CXType type) {
    type = canonical(type);
    while (type.kind == CXType_Pointer || type.kind == CXType_LValueReference ||
           type.kind == CXType_RValueReference || type.kind == CXType_ConstantArray)
      type = canonical(type.kind == CXType_ConstantArray ? clang_getArrayElementType(type)
                                                         : clang_getPointeeType(type));
    if (type.kind != CXType_Record) return;
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (!is_specialization(declaration)) return;
    const std::string name = spelling(type);
    if (name.find('(') != std::string::npos) return;  // about something that has no name
    if (!is_in_std(declaration) && !names.insert(name).second) return;
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i)
      add(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)));
  };
  const std::function<CXChildVisitResult(CXCursor)> visit = [&](CXCursor child) {
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(child)) != 0) return CXChildVisit_Continue;
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_ClassTemplate || kind == CXCursor_FunctionTemplate ||
        kind == CXCursor_ClassTemplatePartialSpecialization)
      return CXChildVisit_Continue;
    const CXType type = clang_getCursorType(child);
    if (type.kind != CXType_Invalid) add(type);
    return CXChildVisit_Recurse;
  };
  for_each_child(unit.cursor(), visit);
  return names;
}

}  // namespace fretsaw::code
