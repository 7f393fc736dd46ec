// SPDX-License-Identifier: MIT
#include "cpp/call/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "base/digest.hpp"
#include "cpp/call/embedded_call_runtime.hpp"
#include "cpp/call/method_choice.hpp"
#include "cpp/call/skeleton.hpp"
#include "cpp/code/compile_flags.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/spec_file.hpp"
#include "cpp/search/embedded_runtime.hpp"
#include "cpp/search/watching.hpp"
#include "cpp/space/child/allocation_functions.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/setup.hpp"

namespace fretsaw::call {

namespace {

// Of everything that the generated sources depend on and the compiler does not read.
std::string identity(const MethodCode& code, const char* purpose) {
  Digest digest;
  digest.field(purpose);
  for (const std::string& method : code.methods) digest.field(method);
  digest.field(code.finitization.value_or(""));
  for (const std::string& field : code.ignored) digest.field("ignored").field(field);
  if (code.predicate) digest.field("predicate").field(*code.predicate);
  digest.field(contract::spec_text(code.user.header));
  return digest.hex();
}

std::vector<SourcePtr> purpose_sources(const MethodCode& code) {
  std::vector<SourcePtr> sources;
  for (const std::string& text : code.purposes)
    sources.push_back(std::make_shared<const Source>("--such-that", text));
  return sources;
}

std::string finitization_of(const code::Classes& classes, const contract::Subjects& subjects) {
  return finitization_name(classes.callables[static_cast<std::size_t>(subjects.methods.front().callable)]);
}

// Nothing of the standard library: its headers take longer to read than all the rest to compile.
constexpr const char* kMainOpening = R"(#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/detail/contract_table.hpp"
namespace fretsaw { class Finitization; }
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_main();
)";

std::string caller_main(const code::Classes&, const contract::Subjects&, const std::string& finitization) {
  return fmt::format(
      "{}extern \"C\" const fretsaw::detail::ContractTable* fretsaw_contracts();\n"
      "extern \"C\" int fretsaw_serve_calls(const fretsaw::detail::ClassTable&, const "
      "fretsaw::detail::ContractTable&, void (*)(fretsaw::Finitization&, int), int, char**);\n"
      "{}int main(int argc, char** argv) {{\n"
      "  return fretsaw_serve_calls(*fretsaw_classes_main(), *fretsaw_contracts(), {}, argc, argv);\n}}\n",
      kMainOpening,
      finitization.empty() ? "" : fmt::format("void {}(fretsaw::Finitization&, int size);\n", finitization),
      finitization.empty() ? "0" : finitization);
}

// The table gets one more callable for each method: whether its input is valid.
std::string searcher_main(const code::Classes& classes, const contract::Subjects& subjects,
                          const std::string& finitization) {
  std::string declarations, entries;
  for (std::size_t m = 0; m < subjects.methods.size(); ++m) {
    const code::Callable& callable =
        classes.callables[static_cast<std::size_t>(subjects.methods[m].callable)];
    declarations += fmt::format("extern \"C\" void fretsaw_valid_{}(void* frame, void* result);\n", m);
    entries += fmt::format("    {{\"the preconditions\", {}, -1, &fretsaw_valid_{}}},\n", callable.frame, m);
  }
  return fmt::format(
      "#include <stdlib.h>\n#include <string.h>\n"
      "{}{}extern \"C\" int fretsaw_serve(const fretsaw::detail::SearchSubject&, void "
      "(*)(fretsaw::Finitization&, int), int, char**);\n{}"
      "int main(int argc, char** argv) {{\n"
      "  static const fretsaw::detail::CallableEntry entries[] = {{\n{}  }};\n"
      "  static fretsaw::detail::ClassTable table = *fretsaw_classes_main();\n"
      "  table.callables = entries;\n  table.callable_count = {};\n  table.root = -1;\n"
      "  int method = -1;\n"
      "  for (int i = 1; i + 1 < argc; i += 2)\n"
      "    if (strcmp(argv[i], \"method\") == 0) method = atoi(argv[i + 1]);\n"
      "  if (method < 0 || method >= {}) return 1;\n"
      "  static fretsaw::detail::SearchSubject subject = {{&table, method, entries[method].frame}};\n"
      "  return fretsaw_serve(subject, {}, argc, argv);\n}}\n",
      kMainOpening, declarations,
      finitization.empty() ? "" : fmt::format("void {}(fretsaw::Finitization&, int size);\n", finitization),
      entries, subjects.methods.size(), subjects.methods.size(), finitization.empty() ? "0" : finitization);
}

// A field that is ignored is as if the class had none: its constructor, and nobody else, knows of it.
Status ignore_fields(code::Classes& classes, const std::vector<std::string>& ignored) {
  for (const std::string& text : ignored) {
    const space::FieldName name = space::split_field_name(text);
    std::size_t count = 0;
    for (code::ClassInfo& info : classes.classes) {
      if (info.is_frame) continue;
      count += std::erase_if(info.fields, [&](const code::FieldInfo& field) {
        return space::names_class(name.class_name, field.owner) && field.name == name.field;
      });
    }
    if (count == 0)
      return input_error(fmt::format("--ignore {}: there is no such field", text),
                         "write --ignore Class::field");
  }
  return Done{};
}

// "larger<int>" of the line `template int larger<int>(int, int);`, or nothing.
std::string instance_in(std::string_view line) {
  constexpr std::string_view kTemplate = "template";
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(kTemplate)) return "";
  line = line.substr(begin + kTemplate.size());
  line = line.substr(0, line.find('('));
  if (!line.starts_with(' ') || !line.ends_with('>')) return "";
  int depth = 0;
  std::size_t open = line.size();
  do {
    if (open == 0) return "";
    const char c = line[--open];
    depth += c == '>' ? 1 : c == '<' ? -1 : 0;
  } while (depth > 0);
  std::size_t name = open;
  while (name > 0 && (std::isalnum(static_cast<unsigned char>(line[name - 1])) != 0 ||
                      line[name - 1] == '_' || line[name - 1] == ':'))
    --name;
  return name < open ? std::string(line.substr(name)) : "";
}

// What the header instantiates by itself.
void add_instances(const std::string& header, std::vector<std::string>& also) {
  const auto source = read_source(header);
  if (!source) return;
  std::string_view rest = (*source)->text();
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    if (std::string instance = instance_in(rest.substr(0, end)); !instance.empty())
      also.push_back(std::move(instance));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
}

std::pair<std::string, Location> declaration_of(const code::Callable& callable) {
  return {fmt::format("{}{}{}(", callable.scope, callable.scope.empty() ? "" : "::", callable.name),
          code::to_location(callable.place)};
}

}  // namespace

std::vector<std::string> caller_command(const MethodProgram& program, const CallSetup& setup) {
  std::vector<std::string> command = {program.program->path(), "method", std::to_string(setup.method)};
  for (std::string& word : space::to_words(setup.bounds)) command.push_back(std::move(word));
  command.insert(command.end(),
                 {"seconds", fmt::format("{}", setup.seconds), "invariants",
                  setup.checks_invariants ? "1" : "0", "leaks", setup.finds_leaks ? "1" : "0"});
  return command;
}

Result<MethodProgram> make_method_program(const MethodCode& code, const ProgramParts& parts,
                                          const Limits& limits, const code::ProgramCache& cache) {
  const auto standard = code::standard_flag(code.user.flags);
  if (standard && code::standard_year(*standard) < 2014)
    return usage_error(
        fmt::format("methods are called from code in C++14 or later, and the flags say {}", *standard),
        "if the header compiles as C++14 too, write --cxxflags \"… -std=c++14\"");
  code::Recipe recipe;
  recipe.identity = identity(code, parts.purpose);
  recipe.instrumentation = parts.instrumentation;
  recipe.runtime = parts.runtime;
  const std::vector<SourcePtr> purposes = purpose_sources(code);
  const auto read = [&](const code::Classes& classes) -> Result<contract::Subjects> {
    auto chosen = chosen_methods(classes, code.user.header, code.methods);
    if (!chosen) return chosen.error();
    return contract::read_subjects(code.user.header, classes, *chosen, purposes, code.predicate);
  };
  recipe.code = code.user;
  for (const std::string& method : code.methods) {
    const std::string scope = split_method_name(method).scope;
    if (!scope.empty() && std::ranges::count(recipe.also, scope) == 0) recipe.also.push_back(scope);
    const std::string name = (scope.empty() ? "" : scope + "::") + split_method_name(method).name;
    if (name.ends_with('>') && name.find("operator") == std::string::npos) recipe.also.push_back(name);
  }
  add_instances(code.user.header, recipe.also);
  for (std::string& instance : contract::instances_in_spec(code.user.header)) {
    if (std::ranges::count(recipe.also, instance) == 0) recipe.also.push_back(std::move(instance));
  }
  recipe.choice = [&](const code::Classes& classes) {
    return chosen_methods(classes, code.user.header, code.methods);
  };
  std::vector<std::pair<std::string, Location>> declared;  // how symbols of chosen methods begin, and where
  recipe.main = [&](const code::Classes& classes) -> Result<std::string> {
    auto subjects = read(classes);
    if (!subjects) return subjects.error();
    for (const contract::CheckedMethod& method : subjects->methods)
      declared.push_back(declaration_of(classes.callables[static_cast<std::size_t>(method.callable)]));
    return parts.main(classes, *subjects, code.finitization ? finitization_of(classes, *subjects) : "");
  };
  recipe.more_glue = [&](const code::Classes& classes) -> Result<std::string> {
    auto subjects = read(classes);
    if (!subjects) return subjects.error();
    return parts.clauses(classes, *subjects);
  };
  recipe.adapt = [&](code::Classes& classes) { return ignore_fields(classes, code.ignored); };
  if (code.finitization) recipe.plain_sources = {*code.finitization};
  recipe.explain_undefined = [&](const std::string& symbol) -> std::optional<Diagnostic> {
    for (const auto& [beginning, place] : declared) {
      if (!symbol.starts_with(beginning)) continue;
      Diagnostic error = code::undefined(symbol);
      error.location = place;
      return error;
    }
    if (!symbol.starts_with("finitize_")) return std::nullopt;
    return input_error(fmt::format("the finitization does not define void {}", symbol),
                       "`fretsaw skeleton --method` prints one to start from");
  };
  auto program = code::Program::make(recipe, limits, cache);
  if (!program) return program.error();
  MethodProgram made{std::make_unique<const code::Program>(std::move(*program)), {}, purposes};
  auto subjects = read(made.program->classes());
  if (!subjects) return subjects.error();
  made.subjects = std::move(*subjects);
  return made;
}

Result<MethodProgram> make_caller(const MethodCode& code, const Limits& limits,
                                  const code::ProgramCache& cache) {
  ProgramParts parts{"calls", {}, call_runtime(), contract::contract_source, caller_main};
  for (const char* const function : space::kAllocationFunctions)
    parts.instrumentation.link_flags.push_back(fmt::format("-Wl,--wrap={}", function));
  // As the user compiles it; if that is not said, such that little time is lost.
  const bool says =
      std::ranges::any_of(code.user.flags, [](const std::string& f) { return f.starts_with("-O"); });
  if (!says) parts.instrumentation.compile_flags = {"-O1"};
  const auto sanitize = [&](std::vector<std::string> flags) {
    auto& compile = parts.instrumentation.compile_flags;
    compile.insert(compile.end(), flags.begin(), flags.end());
    parts.instrumentation.link_flags.push_back(flags.front());
  };
  if (code.sanitizes_addresses) sanitize({"-fsanitize=address", "-fno-omit-frame-pointer"});
  if (code.sanitizes_undefined) sanitize({"-fsanitize=undefined", "-fno-sanitize=vptr"});
  return make_method_program(code, parts, limits, cache);
}

Result<MethodProgram> make_searcher(const MethodCode& code, const Limits& limits,
                                    const code::ProgramCache& cache) {
  const auto clauses = [](const code::Classes& classes, const contract::Subjects& subjects) {
    return contract::validity_source(classes, subjects);
  };
  return make_method_program(
      code, {"inputs", search::watching(), search::search_runtime(), clauses, searcher_main}, limits, cache);
}

}  // namespace fretsaw::call
