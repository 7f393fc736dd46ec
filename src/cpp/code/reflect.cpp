// SPDX-License-Identifier: MIT
// Reflection in rounds: libclang knows the layout of a template's specialization only if something in the
// text needs it, and fields may refer to some that nothing needs yet. Each round adds a sizeof for those. A
// round costs as much as compiling the header, so the first one reads nothing but the header and what was
// asked for, and is the last one for most headers: callables are listed, chosen and bound in the same unit.
#include "cpp/code/reflect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/budget.hpp"
#include "base/source.hpp"
#include "cpp/code/build.hpp"
#include "cpp/code/callable_reader.hpp"
#include "cpp/code/clang_unit.hpp"
#include "cpp/code/declarations.hpp"
#include "cpp/code/hidden_classes.hpp"
#include "cpp/code/libclang.hpp"
#include "cpp/code/specializations.hpp"
#include "cpp/code/static_reader.hpp"
#include "cpp/code/type_reader.hpp"
#include "work/process.hpp"

namespace fretsaw::code {

namespace {

bool clang_takes(const std::vector<std::string>& flags) { return ClangUnit("", flags).errors().empty(); }

// The first flag that no later one makes good; `flags` are refused as a whole.
std::string refused_flag(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
    const auto end = flags.begin() + static_cast<std::ptrdiff_t>(i);
    if (!clang_takes({flags.begin(), end + 1}) && !clang_takes({flags.begin(), end + 2})) return flags[i];
  }
  return flags.back();
}

// libclang does not report why; the compiler does, if it is installed.
Diagnostic flags_error(const std::vector<std::string>& flags) {
  std::vector<std::string> command = {"clang++-19", "-fsyntax-only", "-x", "c++", "/dev/null"};
  command.insert(command.end(), flags.begin(), flags.end());
  const std::string output = work::run_commands({command}).front().output;
  constexpr std::string_view kError = "error: ";
  const std::size_t at = output.find(kError);
  std::string why;
  if (at != std::string::npos)
    why = ": " + output.substr(at + kError.size(), output.find('\n', at) - at - kError.size());
  Diagnostic error =
      usage_error(fmt::format("clang rejects the flag '{}'{}", refused_flag(flags), why), "remove the flag");
  error.notes.push_back({"headers are read with clang, whatever compiler builds them", std::nullopt});
  return error;
}

// The header does, that is: what stands after it in the unit may make no sense.
Status compiles(const ClangUnit& unit, const UserCode& code, const Limits& limits) {
  if (std::ranges::all_of(unit.errors(), &ClangUnit::Error::in_text)) return Success{};
  auto error =
      within_limits([&] { return compile_error(code, limits); },
                    [](StopReason stop) { return std::optional(limit_error(stop, "compiling the code")); });
  if (error) return std::move(*error);
  // Only clang has trouble.
  if (!clang_takes(code.flags)) return flags_error(code.flags);
  // Without its own headers (stddef.h and such) it would guess the layouts.
  if (ClangUnit("#include <stddef.h>\n", code.flags).errors().empty()) return Success{};
  return input_error("clang's built-in headers not found: they are required to read C++",
                     "install the package libclang-common-19-dev");
}

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

// Specializations of templates that have bases. Bodies of functions mention some, too; reading them takes
// time.
std::set<std::string> derived_specializations(const Declarations& declared, const std::string& include,
                                              const UserCode& code) {
  if (std::none_of(declared.classes.begin(), declared.classes.end(), is_derived_template)) return {};
  return mentioned_specializations(ClangUnit(include, code.flags, ClangUnit::Bodies::Read));
}

// C++ that makes them complete and gives them names that typedefs_of() finds.
std::string specializations_text(const std::set<std::string>& specializations) {
  std::string text;
  int number = 0;
  for (const std::string& type : specializations)
    text += fmt::format(
        "static const unsigned long fretsaw_type_size_{0} = sizeof({1}); typedef {1} fretsaw_type_{0};\n",
        number++, type);
  return text;
}

// At the end: a class whose bases are not known is an error. One that pointers might point to may only be
// missing.
Status settle_bases(const TypeReader& types, const SpecializationBases& bases, Classes& classes) {
  if (!types.with_odd_bases().empty()) {
    const auto& [odd, what] = *types.with_odd_bases().begin();
    return input_error(fmt::format("'{}' has {}, which is not supported", odd, what));
  }
  for (const ClassInfo& info : classes.classes) {
    const auto lost = bases.unresolved().find(info.name);
    if (lost == bases.unresolved().end()) continue;
    return input_error(fmt::format("cannot determine the base class '{}' of '{}'", lost->second, info.name),
                       "declare an alias for it next to the template");
  }
  for (const auto& [specialization, base] : bases.unresolved())
    classes.doubts.push_back(fmt::format(
        "cannot determine the base class '{}' of '{}': pointers to it never point to objects of '{}'", base,
        specialization, specialization));
  return Success{};
}

// Those among the names that are instances of function templates, by their full names.
std::set<std::string> instances_of(const std::vector<std::string>& names,
                                   const std::map<std::string, CXCursor>& templates) {
  std::set<std::string> instances;
  for (const std::string& name : names) {
    const std::size_t bracket = name.find('<');
    if (bracket == std::string::npos) continue;
    for (const auto& [full, cursor] : templates) {
      if (is_suffix_of(name.substr(0, bracket), full)) instances.insert(full + name.substr(bracket));
    }
  }
  return instances;
}

// "<int, int>" for a template with two types as parameters; those with a default are left out. Nothing if a number or a
// template is needed.
std::optional<std::string> int_arguments(CXCursor declaration) {
  std::string arguments;
  bool is_possible = true;
  for_each_child(declaration, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_TemplateTypeParameter) {
      bool has_default = false;
      for_each_child(child, [&](CXCursor) {
        has_default = true;
        return CXChildVisit_Break;
      });
      if (!has_default) arguments += arguments.empty() ? "int" : ", int";
    } else if (kind == CXCursor_NonTypeTemplateParameter || kind == CXCursor_TemplateTemplateParameter) {
      bool has_default = false;
      for_each_child(child, [&](CXCursor part) {
        has_default = has_default || clang_isExpression(clang_getCursorKind(part)) != 0 ||
                      clang_getCursorKind(part) == CXCursor_TemplateRef;
        return CXChildVisit_Continue;
      });
      is_possible = is_possible && has_default;
    }
    return CXChildVisit_Continue;
  });
  if (!is_possible) return std::nullopt;
  return "<" + arguments + ">";
}

// Where a type in scopes() makes no sense, as in a partial specialization, clang continues as if it were int.
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

// Classes behind a pointer to their base: whatever the header derives from a known class, specializations
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
      // More are added on the way. NOLINTNEXTLINE(modernize-loop-convert)
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

// The classes that the user declares, in addition to those that the generated text does, and the specializations
// that it has typedefs for.
static void add_declared(DerivedReader& derived, const std::string& header, const ClangUnit& unit,
                         const std::map<std::string, CXType>& typedefs) {
  for (const ClassDeclaration& declaration : read_declarations(unit, header).classes) {
    const bool is_class = !declaration.is_template && !declaration.is_in_template &&
                          !declaration.name.starts_with("fretsaw_") &&
                          !spelling(declaration.cursor).starts_with("fretsaw_");
    if (is_class) derived.add(clang_getCursorType(declaration.cursor));
  }
  for (const auto& [id, type] : typedefs) {
    if (id.starts_with("fretsaw_type_") && type.kind == CXType_Record) derived.add(type);
  }
}

class Reflection::Reader {
 public:
  Reader(const UserCode& code, std::optional<std::string> class_name, std::vector<std::string> also)
      : code_(code),
        class_name_(std::move(class_name)),
        also_(std::move(also)),
        header_(std::filesystem::absolute(code.header).lexically_normal().string()) {}

  Status list(const Limits& limits) {
    if (Status loaded = load_libclang(); !loaded) return loaded;
    if (auto source = read_source(code_.header); !source) return source.error();
    plain_.emplace(text(), code_.flags, ClangUnit::Bodies::Skip, ClangUnit::Directives::Remember);
    files_.merge(plain_->files());
    if (Status status = compiles(*plain_, code_, limits); !status) return status;
    const Declarations declared = read_declarations(*plain_, header_);
    std::optional<CXType> root;
    if (class_name_) {
      auto name = find_class_name(*class_name_, declared, code_.header);
      if (!name) return name.error();
      root_name_ = *std::move(name);
      needed_.insert(root_name_);
      for (const ClassDeclaration& each : declared.classes) {
        const bool is_root = each.name == root_name_ && !each.is_template && !each.is_in_template;
        if (is_root) root = canonical(clang_getCursorType(each.cursor));
      }
    }
    specializations_ = derived_specializations(declared, include(), code_);
    const bool has_all = specializations_.empty() && (!class_name_ || root);
    for (Status status = has_all ? read(*plain_, root) : read_again();; status = read_again()) {
      if (!status || !needs_another_round()) return status;
    }
  }

  const Classes& listing() const { return round_->classes; }

  std::vector<std::string> int_instances() const {
    std::vector<std::string> instances;
    const auto add = [&](const std::string& name, CXCursor declaration) {
      if (place_of(declaration).file != header_) return;
      if (auto arguments = int_arguments(declaration)) instances.push_back(name + *arguments);
    };
    for (const ClassDeclaration& each : read_declarations(*plain_, header_).classes) {
      if (each.is_template && !each.is_nested) add(each.name.substr(0, each.name.find('<')), each.cursor);
    }
    for (const auto& [name, cursor] : round_->callables.function_templates()) add(name, cursor);
    return instances;
  }

  Result<Classes> bind(const std::vector<Binding>& bindings) {
    std::vector<std::string> keys;
    const std::vector<std::string> all = round_->callables.keys();
    for (const Binding& binding : bindings) keys.push_back(all[static_cast<std::size_t>(binding.callable)]);
    bool all_bound = bind(keys, bindings);
    while (needs_another_round()) {
      if (Status status = read_again(); !status) return status.error();
      all_bound = bind(keys, bindings);
    }
    if (!all_bound) return input_error("cannot determine the types of a method of a class template");
    if (auto why = unread_type(round_->unit, text_, first_scope_, last_scope_))
      return input_error("cannot determine the types of a method of a class template: " + *why);
    Classes& classes = round_->classes;
    if (Status status = settle_bases(round_->types, bases_, classes); !status) return status.error();
    HiddenClasses hidden = hidden_classes(code_, *plain_, classes);
    files_.merge(hidden.files);
    for (std::string& sentence : hidden.sentences) {
      if (std::ranges::find(classes.doubts, sentence) == classes.doubts.end())
        classes.doubts.push_back(std::move(sentence));
    }
    classes.left_out = plain_->left_out();
    classes.statics = read_statics(round_->unit, classes, round_->types, !code_.sources.empty());
    return std::move(classes);
  }

  std::vector<std::string> files() const {
    std::set<std::string> files = files_;
    files.insert(header_);
    return {files.begin(), files.end()};
  }

 private:
  static constexpr int kMaxRounds = 24;

  // The contents of the text of one unit.
  struct Round {
    Round(const ClangUnit& read, SpecializationBases& bases)
        : unit(read),
          types(classes, bases),
          callables(unit, classes, types),
          derived(types, classes),
          typedefs(typedefs_of(unit)) {}

    const ClangUnit& unit;
    Classes classes;
    TypeReader types;
    CallableReader callables;
    DerivedReader derived;
    std::map<std::string, CXType> typedefs;
  };

  std::string include() const { return fmt::format("#include \"{}\"\n", header_); }

  std::string text() {
    std::string text = include();
    if (!root_name_.empty()) text += fmt::format("typedef {} fretsaw_root;\n", root_name_);
    int number = 0;
    for (const std::string& type : also_)
      text += fmt::format(
          "typedef {0} fretsaw_also_{1};\nstatic const unsigned long fretsaw_size_{1} = sizeof({0});\n", type,
          number++);
    for (const std::string& type : needed_)
      text += fmt::format("static const unsigned long fretsaw_size_{} = sizeof({});\n", number++, type);
    text += specializations_text(specializations_);
    first_scope_ = std::count(text.begin(), text.end(), '\n');
    for (const auto& [id, scope] : scopes_) text += scope;
    last_scope_ = std::count(text.begin(), text.end(), '\n');
    number = 0;
    for (const std::string& instance : instances_)
      text += fmt::format("typedef decltype({}) fretsaw_instance_{};\n", instance, number++);
    return text_ = text + bases_.text();
  }

  // What rounds ask for; one that adds nothing is the last.
  std::size_t questions() const {
    return needed_.size() + scopes_.size() + instances_.size() + bases_.questions();
  }
  bool needs_another_round() const { return questions() != answered_ && rounds_ < kMaxRounds; }

  Status read_again() {
    round_.reset();
    unit_.emplace(text(), code_.flags);
    return read(*unit_, std::nullopt);
  }

  // Lists what the unit has. The root, if there is one, is given or has a typedef.
  Status read(const ClangUnit& unit, const std::optional<CXType>& root) {
    ++rounds_;
    answered_ = questions();
    bases_.read(unit);
    round_ = std::make_unique<Round>(unit, bases_);
    round_->classes.header = header_;
    if (!class_name_)
      list_all();
    else if (Status status = list_class(root); !status)
      return status;
    take_questions();
    return Success{};
  }

  Status list_class(const std::optional<CXType>& given) {
    const auto found = round_->typedefs.find("fretsaw_root");
    const std::optional<CXType> root =
        given || found == round_->typedefs.end() ? given : std::optional(found->second);
    if (!root || root->kind != CXType_Record || clang_Type_getSizeOf(*root) < 0) {
      std::string why;
      for (const auto& error : round_->unit.errors()) {
        if (error.in_text && why.empty()) why = error.message;
      }
      return input_error(fmt::format("'{}' is not a class with a known layout{}", root_name_,
                                     why.empty() ? "" : ": " + why));
    }
    round_->classes.root = round_->types.read_class(*root);
    read_derived();
    round_->callables.read(*root);
    return Success{};
  }

  void list_all() {
    std::vector<CXType> named;
    for (std::size_t i = 0; i < also_.size(); ++i) {
      const auto found = round_->typedefs.find(fmt::format("fretsaw_also_{}", i));
      if (found == round_->typedefs.end()) continue;
      named.push_back(found->second);
      round_->classes.aliases.emplace_back(also_[i], spelling(found->second));
    }
    round_->callables.read_all(named);
    int number = 0;
    for (const std::string& instance : instances_) {
      const auto found = round_->typedefs.find(fmt::format("fretsaw_instance_{}", number++));
      if (found == round_->typedefs.end()) continue;
      const CXType type = canonical(found->second);
      if (type.kind == CXType_FunctionProto) round_->callables.add_instance(instance, type);
    }
    if (instances_.empty()) instances_ = instances_of(also_, round_->callables.function_templates());
  }

  // True if all are.
  bool bind(const std::vector<std::string>& keys, const std::vector<Binding>& bindings) {
    bool all_bound = true;
    const std::vector<std::string> all = round_->callables.keys();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found = std::ranges::find(all, keys[i]);
      const int callable = static_cast<int>(found - all.begin());
      all_bound =
          found != all.end() && round_->callables.bind(callable, bindings[i].as_condition) && all_bound;
    }
    if (class_name_) {
      round_->derived.read();
    } else {
      read_derived();
      round_->callables.read_specializations();
    }
    take_questions();
    return all_bound;
  }

  void read_derived() {
    add_declared(round_->derived, header_, round_->unit, round_->typedefs);
    round_->derived.read();
  }

  void take_questions() {
    for (const auto* const asked : {&round_->callables.incomplete(), &round_->types.incomplete()}) {
      for (const std::string& type : *asked) {
        if (type.find('(') == std::string::npos) needed_.insert(type);
      }
    }
    scopes_.insert(round_->callables.scopes().begin(), round_->callables.scopes().end());
  }

  UserCode code_;
  std::optional<std::string> class_name_;  // as the user writes it
  std::vector<std::string> also_;
  std::string header_;
  std::string root_name_;
  std::set<std::string> specializations_;
  std::set<std::string> needed_;     // types that must be complete
  std::set<std::string> instances_;  // of function templates
  std::map<std::string, std::string> scopes_;
  SpecializationBases bases_;
  std::set<std::string> files_;
  std::string text_;  // of the last unit; its lines with scopes
  long first_scope_ = 0;
  long last_scope_ = 0;
  int rounds_ = 0;
  std::size_t answered_ = 0;        // questions
  std::optional<ClangUnit> plain_;  // the first one
  std::optional<ClangUnit> unit_;   // the last one, if that is another
  std::unique_ptr<Round> round_;
};

Reflection::Reflection(std::unique_ptr<Reader> reader) : reader_(std::move(reader)) {}
Reflection::Reflection(Reflection&&) noexcept = default;
Reflection& Reflection::operator=(Reflection&&) noexcept = default;
Reflection::~Reflection() = default;

Result<Reflection> Reflection::of_class(const UserCode& code, const std::string& class_name,
                                        const Limits& limits) {
  Reflection reflection(std::make_unique<Reader>(code, class_name, std::vector<std::string>()));
  if (Status status = reflection.reader_->list(limits); !status) return status.error();
  return reflection;
}

Result<Reflection> Reflection::of_callables(const UserCode& code, const std::vector<std::string>& also,
                                            const Limits& limits) {
  Reflection reflection(std::make_unique<Reader>(code, std::nullopt, also));
  if (Status status = reflection.reader_->list(limits); !status) return status.error();
  return reflection;
}

const Classes& Reflection::listing() const { return reader_->listing(); }
std::vector<std::string> Reflection::int_instances() const { return reader_->int_instances(); }
Result<Classes> Reflection::bind(const std::vector<Binding>& callables) { return reader_->bind(callables); }
std::vector<std::string> Reflection::files() const { return reader_->files(); }

Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Limits& limits) {
  auto reflection = Reflection::of_class(code, class_name, limits);
  if (!reflection) return reflection.error();
  return reflection->bind({});
}

std::vector<int> bound_callables(const Classes& classes) {
  std::vector<int> bound;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    if (classes.callables[i].frame >= 0) bound.push_back(static_cast<int>(i));
  }
  std::ranges::sort(bound, {}, [&](int i) { return classes.callables[static_cast<std::size_t>(i)].frame; });
  return bound;
}

}  // namespace fretsaw::code
