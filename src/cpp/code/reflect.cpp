// SPDX-License-Identifier: MIT
// Reflection in rounds: libclang knows the layout of a template's specialisation only if something in the
// text needs it, and fields may refer to some that nothing needs yet. Each round adds a sizeof for those.
#include "cpp/code/reflect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/budget.hpp"
#include "base/source.hpp"
#include "cpp/code/build.hpp"
#include "cpp/code/callable_reader.hpp"
#include "cpp/code/clang_unit.hpp"
#include "cpp/code/hidden_classes.hpp"
#include "cpp/code/libclang.hpp"
#include "cpp/code/specialisations.hpp"
#include "cpp/code/static_reader.hpp"
#include "cpp/code/type_reader.hpp"
#include "work/process.hpp"

namespace fretsaw::code {

namespace {

struct ClassDeclaration {
  std::string name;
  CXCursor cursor;
  bool is_template;
  bool is_in_template;  // there is none of it until that is instantiated
  bool is_nested;
  bool is_in_header;  // not in something that the header includes
};

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
        classes.push_back({qualified_name(child), child, is_template, in_template, nested,
                           place_of(child).file == header_});
        read(child, in_template || is_template, true);
      }
      return CXChildVisit_Continue;
    });
  }

  std::vector<ClassDeclaration> classes;
  std::vector<std::string> aliases;  // of classes, specialisations among them

 private:
  void read_alias(CXCursor cursor, bool in_template) {
    const CXType type = canonical(clang_getTypedefDeclUnderlyingType(cursor));
    if (!in_template && type.kind == CXType_Record) aliases.push_back(qualified_name(cursor));
  }

  std::string header_;
};

bool clang_takes(const std::vector<std::string>& flags) { return ClangUnit("", flags).errors().empty(); }

// The first flag that no later one makes good; `flags` are refused as a whole.
std::string refused_flag(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
    const auto end = flags.begin() + static_cast<std::ptrdiff_t>(i);
    if (!clang_takes({flags.begin(), end + 1}) && !clang_takes({flags.begin(), end + 2})) return flags[i];
  }
  return flags.back();
}

// libclang does not say why; the compiler does, if it is installed.
Diagnostic flags_error(const std::vector<std::string>& flags) {
  std::vector<std::string> command = {"clang++-19", "-fsyntax-only", "-x", "c++", "/dev/null"};
  command.insert(command.end(), flags.begin(), flags.end());
  const std::string output = work::run_commands({command}).front().output;
  constexpr std::string_view kError = "error: ";
  const std::size_t at = output.find(kError);
  std::string why;
  if (at != std::string::npos)
    why = ": " + output.substr(at + kError.size(), output.find('\n', at) - at - kError.size());
  return usage_error(fmt::format("clang rejects the flag '{}'{}", refused_flag(flags), why),
                     "clang reads the header, whatever compiles it: leave the flag out");
}

Status compiles(const ClangUnit& plain, const UserCode& code, const Limits& limits) {
  if (plain.errors().empty()) return Done{};
  auto error =
      within_limits([&] { return compile_error(code, limits); },
                    [](Stop stop) { return std::optional(limit_error(stop, "the code was compiled")); });
  if (error) return std::move(*error);
  // Only clang has trouble.
  if (!clang_takes(code.flags)) return flags_error(code.flags);
  // Without its own headers (stddef.h and such) it would guess the layouts.
  if (ClangUnit("#include <stddef.h>\n", code.flags).errors().empty()) return Done{};
  return input_error("clang's own headers, which are needed to read C++, are not there",
                     "install the package libclang-common-19-dev");
}

bool is_suffix_of(const std::string& given, const std::string& full) {
  return given == full || full.ends_with("::" + given);
}

Diagnostic no_class(const std::string& message, std::vector<std::string> names, const std::string& header) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  Diagnostic error =
      input_error(message, names.empty() ? "it defines no classes"
                                         : fmt::format("its classes are {}", fmt::join(names, ", ")));
  error.location = Location{.file = header, .line = 1, .column = 1, .width = 1, .source_line = {}};
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
Result<std::string> only_class(const DeclarationReader& declared, const std::string& header) {
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

// The qualified name of the class that the user means.
Result<std::string> resolve(const std::string& given, const DeclarationReader& declared,
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

// Classes behind a pointer to their base: whatever the header derives from a known class, specialisations
// that it mentions included, and those that only bases of others mention.
class DerivedReader {
 public:
  DerivedReader(TypeReader& reader, Classes& known) : reader_(reader), known_(known) {}

  void add(CXType type) {
    type = canonical(type);
    if (names_.insert(spelling(type)).second) candidates_.push_back(type);
  }

  void read() {
    for (std::size_t before = 0; before != known_.classes.size();) {
      before = known_.classes.size();
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (derives_from_known(candidates_[i])) read_class(candidates_[i]);
      }
    }
  }

 private:
  bool derives_from_known(CXType type) {
    bool derives = false;
    for (const DirectBase& base : reader_.bases().of(type)) {
      add(base.type);
      const std::string name = spelling(base.type);
      derives = derives || std::any_of(known_.classes.begin(), known_.classes.end(),
                                       [&](const ClassInfo& c) { return c.name == name; });
    }
    return derives;
  }

  void read_class(CXType type) {
    if (!is_inside_function(clang_getTypeDeclaration(type))) {
      reader_.read_class(type);
    } else if (unnameable_.insert(spelling(type)).second) {
      known_.doubts.push_back(inside_function_text(spelling(type)));
    }
  }

  TypeReader& reader_;
  Classes& known_;
  std::vector<CXType> candidates_;
  std::set<std::string> names_;  // of the candidates
  std::set<std::string> unnameable_;
};

// The types behind "typedef X fretsaw_NAME", by name.
std::map<std::string, CXType> typedefs_of(const ClangUnit& unit) {
  std::map<std::string, CXType> types;
  for_each_child(unit.cursor(), [&](CXCursor child) {
    if (clang_getCursorKind(child) == CXCursor_TypedefDecl && spelling(child).starts_with("fretsaw_"))
      types[spelling(child)] = canonical(clang_getTypedefDeclUnderlyingType(child));
    return CXChildVisit_Continue;
  });
  return types;
}

bool is_derived_template(const ClassDeclaration& declaration) {
  bool derives = false;
  if (!declaration.is_template) return false;
  for_each_child(declaration.cursor, [&](CXCursor child) {
    derives = derives || clang_getCursorKind(child) == CXCursor_CXXBaseSpecifier;
    return CXChildVisit_Continue;
  });
  return derives;
}

// Specialisations of templates that have bases. Bodies of functions mention some, too; reading them takes
// time.
std::set<std::string> derived_specialisations(const DeclarationReader& declared, const std::string& include,
                                              const UserCode& code) {
  if (std::none_of(declared.classes.begin(), declared.classes.end(), is_derived_template)) return {};
  return mentioned_specialisations(ClangUnit(include, code.flags, ClangUnit::Bodies::Read));
}

// C++ that makes them complete and gives them names that typedefs_of() finds.
std::string specialisations_text(const std::set<std::string>& specialisations) {
  std::string text;
  int number = 0;
  for (const std::string& type : specialisations)
    text += fmt::format(
        "static const unsigned long fretsaw_type_size_{0} = sizeof({1}); typedef {1} fretsaw_type_{0};\n",
        number++, type);
  return text;
}

// The classes that the user declares, besides those that the generated text does, and the specialisations
// that it has typedefs for.
void add_declared(DerivedReader& derived, const std::string& header, const ClangUnit& unit,
                  const std::map<std::string, CXType>& typedefs) {
  DeclarationReader declarations(header);
  declarations.read(unit.cursor());
  for (const ClassDeclaration& declaration : declarations.classes) {
    const bool is_class = !declaration.is_template && !declaration.is_in_template &&
                          !declaration.name.starts_with("fretsaw_") &&
                          !spelling(declaration.cursor).starts_with("fretsaw_");
    if (is_class) derived.add(clang_getCursorType(declaration.cursor));
  }
  for (const auto& [id, type] : typedefs) {
    if (id.starts_with("fretsaw_type_") && type.kind == CXType_Record) derived.add(type);
  }
}

// When there are no more questions: a class that cannot be known for what it is is refused. One that pointers
// might lead to may only be missing.
Status settle_bases(const TypeReader& types, const SpecialisationBases& bases, Classes& classes) {
  if (!types.with_odd_bases().empty()) {
    const auto& [odd, what] = *types.with_odd_bases().begin();
    return input_error(fmt::format("{} has {}", odd, what),
                       "objects of such a class cannot be laid out field by field");
  }
  for (const ClassInfo& info : classes.classes) {
    const auto lost = bases.unresolved().find(info.name);
    if (lost == bases.unresolved().end()) continue;
    return input_error(fmt::format("the base class '{}' of {} cannot be found out", lost->second, info.name),
                       "an alias for it beside the template may help");
  }
  for (const auto& [specialisation, base] : bases.unresolved())
    classes.doubts.push_back(
        fmt::format("the base class '{}' of {} cannot be found out: if pointers to it are searched, no "
                    "object of {} stands behind them",
                    base, specialisation, specialisation));
  return Done{};
}

void add_hidden(const UserCode& code, const ClangUnit& header, Classes& classes) {
  for (std::string& sentence : hidden_classes(code, header, classes)) {
    if (std::ranges::find(classes.doubts, sentence) == classes.doubts.end())
      classes.doubts.push_back(std::move(sentence));
  }
}

}  // namespace

Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Choice& choice,
                        const Limits& limits) {
  if (auto loaded = load_libclang(); !loaded) return loaded.error();
  auto source = read_source(code.header);
  if (!source) return source.error();
  const std::string header = std::filesystem::absolute(code.header).lexically_normal().string();
  const std::string include = fmt::format("#include \"{}\"\n", header);

  const ClangUnit plain(include, code.flags, ClangUnit::Bodies::Skip, ClangUnit::Directives::Remember);
  if (Status status = compiles(plain, code, limits); !status) return status.error();
  DeclarationReader declared(header);
  declared.read(plain.cursor());
  auto name = resolve(class_name, declared, code.header);
  if (!name) return name.error();
  const std::set<std::string> specialisations = derived_specialisations(declared, include, code);

  std::set<std::string> needed = {*name};
  SpecialisationBases bases;
  constexpr int kMostRounds = 24;
  for (int round = 0; round < kMostRounds; ++round) {
    std::string text = include + fmt::format("typedef {} fretsaw_root;\n", *name);
    int number = 0;
    for (const std::string& type : needed)
      text += fmt::format("static const unsigned long fretsaw_size_{} = sizeof({});\n", number++, type);
    text += specialisations_text(specialisations);
    const ClangUnit unit(text + bases.text(), code.flags);
    bases.read(unit);
    const auto typedefs = typedefs_of(unit);
    const auto root = typedefs.find("fretsaw_root");
    if (root == typedefs.end() || root->second.kind != CXType_Record ||
        clang_Type_getSizeOf(root->second) < 0) {
      std::string why;
      for (const auto& error : unit.errors()) {
        if (error.in_text && why.empty()) why = error.message;
      }
      return input_error(
          fmt::format("'{}' is no class with a known layout{}", *name, why.empty() ? "" : ": " + why));
    }
    const std::size_t questions = bases.questions();
    Classes classes;
    classes.header = header;
    TypeReader types(classes, bases);
    classes.root = types.read_class(root->second);
    DerivedReader derived(types, classes);
    add_declared(derived, header, unit, typedefs);
    derived.read();
    CallableReader callables(unit, classes, types);
    callables.read(root->second);
    if (choice) {
      auto chosen = choice(classes);
      // What is inherited is found in a later round, if there are questions.
      if (!chosen && bases.questions() == questions) return chosen.error();
      if (chosen) {
        for (const int callable : *chosen) callables.bind(callable >= 0 ? callable : ~callable, callable < 0);
        derived.read();
      }
    }
    const std::size_t before = needed.size();
    needed.insert(types.incomplete().begin(), types.incomplete().end());
    std::erase_if(needed, [](const std::string& type) { return type.find('(') != std::string::npos; });
    const bool goes_on = needed.size() != before || bases.questions() != questions;
    if (goes_on && round + 1 < kMostRounds) continue;
    if (Status status = settle_bases(types, bases, classes); !status) return status.error();
    add_hidden(code, plain, classes);
    classes.left_out = plain.left_out();
    classes.statics = read_statics(unit, classes, types, !code.sources.empty());
    return classes;
  }
  return input_error(fmt::format("the templates behind {} do not come to an end", *name));
}

namespace {

// Those among the names that are instances of function templates, by their full names. True if there are any.
bool instances_of(const std::vector<std::string>& names, const std::map<std::string, CXCursor>& templates,
                  std::set<std::string>& instances) {
  for (const std::string& name : names) {
    const std::size_t bracket = name.find('<');
    if (bracket == std::string::npos) continue;
    for (const auto& [full, cursor] : templates) {
      if (is_suffix_of(name.substr(0, bracket), full)) instances.insert(full + name.substr(bracket));
    }
  }
  return !instances.empty();
}

// Where a type in scopes() makes no sense, as in a partial specialisation, clang goes on as if it were int.
std::optional<std::string> unread_type(const ClangUnit& unit, const std::string& text, long first,
                                       long last) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (const ClangUnit::Error& error : unit.errors()) {
    const auto at = static_cast<long>(error.line) - 1;
    if (error.in_text && at >= first && at < last &&
        lines[static_cast<std::size_t>(at)].starts_with("using fretsaw_"))
      return error.message;
  }
  return std::nullopt;
}

}  // namespace

Result<Classes> reflect_callables(const UserCode& code, const std::vector<std::string>& also,
                                  const Choice& choice, const Limits& limits) {
  if (auto loaded = load_libclang(); !loaded) return loaded.error();
  if (auto source = read_source(code.header); !source) return source.error();
  const std::string header = std::filesystem::absolute(code.header).lexically_normal().string();
  const std::string include = fmt::format("#include \"{}\"\n", header);
  const ClangUnit plain(include, code.flags, ClangUnit::Bodies::Skip, ClangUnit::Directives::Remember);
  if (Status status = compiles(plain, code, limits); !status) return status.error();
  DeclarationReader declared(header);
  declared.read(plain.cursor());
  const std::set<std::string> specialisations = derived_specialisations(declared, include, code);
  std::set<std::string> needed;
  std::set<std::string> instances;  // of function templates
  std::map<std::string, std::string> scopes;
  std::vector<std::string> flags = code.flags;
  flags.emplace_back("-fno-access-control");
  SpecialisationBases bases;
  constexpr int kMostRounds = 24;
  for (int round = 0; round < kMostRounds; ++round) {
    std::string text = include;
    int number = 0;
    for (const std::string& type : also)
      text += fmt::format(
          "typedef {0} fretsaw_also_{1};\nstatic const unsigned long fretsaw_size_{1} = sizeof({0});\n", type,
          number++);
    for (const std::string& type : needed)
      text += fmt::format("static const unsigned long fretsaw_size_{} = sizeof({});\n", number++, type);
    text += specialisations_text(specialisations);
    const auto first_scope = std::count(text.begin(), text.end(), '\n');
    for (const auto& [id, scope] : scopes) text += scope;
    const auto last_scope = std::count(text.begin(), text.end(), '\n');
    number = 0;
    for (const std::string& instance : instances)
      text += fmt::format("typedef decltype({}) fretsaw_instance_{};\n", instance, number++);
    const ClangUnit unit(text + bases.text(), scopes.empty() ? code.flags : flags);
    bases.read(unit);
    const std::size_t questions = bases.questions();
    Classes classes;
    classes.header = header;
    TypeReader types(classes, bases);
    CallableReader callables(unit, classes, types);
    std::vector<CXType> named;
    const auto typedefs = typedefs_of(unit);
    for (std::size_t i = 0; i < also.size(); ++i) {
      const auto found = typedefs.find(fmt::format("fretsaw_also_{}", i));
      if (found == typedefs.end()) continue;
      named.push_back(found->second);
      classes.aliases.emplace_back(also[i], spelling(found->second));
    }
    callables.read_all(named);
    number = 0;
    for (const std::string& instance : instances) {
      const auto found = typedefs.find(fmt::format("fretsaw_instance_{}", number++));
      if (found == typedefs.end()) continue;
      const CXType type = canonical(found->second);
      if (type.kind == CXType_FunctionProto) callables.add_instance(instance, type);
    }
    if (instances.empty() && instances_of(also, callables.function_templates(), instances)) continue;
    const auto chosen = choice(classes);
    const std::size_t before = needed.size();
    needed.insert(callables.incomplete().begin(), callables.incomplete().end());
    bool all_bound = true;
    for (std::size_t i = 0; chosen && i < chosen->size(); ++i)
      all_bound = callables.bind((*chosen)[i]) && all_bound;
    scopes.insert(callables.scopes().begin(), callables.scopes().end());
    DerivedReader derived(types, classes);
    add_declared(derived, header, unit, typedefs);
    derived.read();
    callables.read_specialisations();
    needed.insert(types.incomplete().begin(), types.incomplete().end());
    std::erase_if(needed, [](const std::string& type) { return type.find('(') != std::string::npos; });
    const bool goes_on = needed.size() != before || bases.questions() != questions || !all_bound;
    if (goes_on && round + 1 < kMostRounds) continue;
    if (!chosen) return chosen.error();
    if (!all_bound) break;
    if (auto why = unread_type(unit, text, first_scope, last_scope))
      return input_error("the types of a template's method cannot be found out: " + *why);
    if (Status status = settle_bases(types, bases, classes); !status) return status.error();
    add_hidden(code, plain, classes);
    classes.left_out = plain.left_out();
    classes.statics = read_statics(unit, classes, types, !code.sources.empty());
    return classes;
  }
  return input_error("the types of a template's method cannot be found out");
}

}  // namespace fretsaw::code
