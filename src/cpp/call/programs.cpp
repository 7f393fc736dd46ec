// SPDX-License-Identifier: MIT
#include "cpp/call/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "base/nearest_name.hpp"
#include "cpp/call/embedded_call_runtime.hpp"
#include "cpp/call/method_choice.hpp"
#include "cpp/call/skeleton.hpp"
#include "cpp/code/cached_classes.hpp"
#include "cpp/code/compile_flags.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/spec_file.hpp"
#include "cpp/search/embedded_runtime.hpp"
#include "cpp/search/watching.hpp"
#include "cpp/space/child/allocation_functions.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/setup.hpp"

namespace fretsaw::call {

namespace {

// Of all but the user's files that decides what is read.
std::vector<std::string> asked(const MethodCode& code, const std::vector<std::string>& also) {
  std::vector<std::string> words = {"methods", code.takes_all ? "all" : "chosen"};
  for (const auto* const list : {&also, &code.methods, &code.ignored}) {
    words.push_back(std::to_string(list->size()));
    words.insert(words.end(), list->begin(), list->end());
  }
  words.push_back(contract::spec_text(code.user.header));
  return words;
}

std::vector<SourcePtr> extra_precondition_sources(const MethodCode& code) {
  std::vector<SourcePtr> sources;
  for (const std::string& text : code.extra_preconditions)
    sources.push_back(std::make_shared<const Source>("--requires", text));
  return sources;
}

// Nothing of the standard library: its headers take longer to read than all the rest to compile.
constexpr const char* kMainOpening = R"(#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/detail/contract_table.hpp"
namespace fretsaw { class Finitization; }
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_main();
)";

std::string caller_main(const FinitizationText& finitization) {
  return fmt::format(
      "{}extern \"C\" const fretsaw::detail::ContractTable* fretsaw_contracts();\n"
      "extern \"C\" int fretsaw_serve_calls(const fretsaw::detail::ClassTable&, const "
      "fretsaw::detail::ContractTable&, void (*)(fretsaw::Finitization&, int), int, char**);\n"
      "{}int main(int argc, char** argv) {{\n"
      "  return fretsaw_serve_calls(*fretsaw_classes_main(), *fretsaw_contracts(), {}, argc, argv);\n}}\n",
      kMainOpening, finitization.declaration, finitization.address);
}

// The table's callables are whether the input of each method is valid.
std::string searcher_main(const MethodSubjects& read, const FinitizationText& finitization) {
  std::string declarations, entries;
  const auto& methods = read.subjects.methods;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const code::Callable& callable = read.classes->callables[static_cast<std::size_t>(methods[m].callable)];
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
      kMainOpening, declarations, finitization.declaration, entries, methods.size(), methods.size(),
      finitization.address);
}

// A field that is ignored is as if the class did not have it: only its constructor sets it.
Status ignore_fields(code::Classes& classes, const std::vector<std::string>& ignored) {
  for (const std::string& text : ignored) {
    const space::FieldName name = space::split_field_name(text);
    std::size_t count = 0;
    std::vector<std::string> known;
    for (code::ClassInfo& info : classes.classes) {
      if (info.is_frame) continue;
      for (const code::FieldInfo& field : info.fields) known.push_back(field.owner + "::" + field.name);
      count += std::erase_if(info.fields, [&](const code::FieldInfo& field) {
        return space::names_class(name.class_name, field.owner) && field.name == name.field;
      });
    }
    if (count == 0)
      return input_error(fmt::format("unknown field '{}'{}", text, suggestion(nearest_name(text, known))),
                         "use --ignore-field CLASS::FIELD");
  }
  return Success{};
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

// Further classes and functions that reflection is asked about.
std::vector<std::string> also_asked(const MethodCode& code) {
  std::vector<std::string> also;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::ranges::count(also, name) == 0) also.push_back(name);
  };
  for (const std::string& method : code.methods) {
    const MethodName split = split_method_name(method);
    add(split.scope);
    const std::string name = (split.scope.empty() ? "" : split.scope + "::") + split.name;
    if (name.ends_with('>') && name.find("operator") == std::string::npos) add(name);
  }
  add_instances(code.user.header, also);
  for (const std::string& instance : contract::instances_in_spec(code.user.header)) add(instance);
  return also;
}

Result<std::vector<int>> chosen_methods(const code::Classes& classes, const MethodCode& code,
                                        const std::vector<std::string>& names) {
  if (!names.empty()) return named_methods(classes, code.user.header, names);
  auto choice = methods_of_header(classes, code.user.header);
  if (!choice) return choice.error();
  std::vector<int>& chosen = choice->with_contract;
  if (chosen.empty() || code.takes_all)
    chosen.insert(chosen.end(), choice->without_contract.begin(), choice->without_contract.end());
  if (!chosen.empty()) return chosen;
  return file_error(code.user.header, "no function to check",
                    "name an instance of a template with --method, such as 'List<int>::add'");
}

// Are instances of templates needed? If a name is not found without them, or if all functions are meant and there are none
// of an instance that the header has by itself.
bool takes_instances(const MethodCode& code, const code::Classes& listing,
                     const Result<std::vector<int>>& chosen) {
  if (!chosen || !code.methods.empty()) return !chosen;
  const auto choice = methods_of_header(listing, code.user.header);
  return choice && (choice->with_contract.empty() || code.takes_all) &&
         std::ranges::none_of(*chosen, [&](int callable) {
           const code::Callable& each = listing.callables[static_cast<std::size_t>(callable)];
           return each.is_in_template || each.name.ends_with('>');
         });
}

// With int for the parameters of templates whose arguments are left out: "Queue::add" is "Queue<int>::add".
std::vector<std::string> with_instances(const std::vector<std::string>& names,
                                        const std::vector<std::string>& instances) {
  const auto instance_of = [&](const std::string& name) {
    const auto found = std::ranges::find_if(instances, [&](const std::string& instance) {
      const std::string full = instance.substr(0, instance.find('<'));
      return full == name || full.ends_with("::" + name);
    });
    return found == instances.end() ? name : *found;
  };
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const MethodName split = split_method_name(name);
    const std::string function = (split.scope.empty() ? "" : split.scope + "::") + split.name;
    if (const std::string instance = instance_of(function); instance != function)
      out.push_back(instance + name.substr(std::min(function.size(), name.size())));
    else
      out.push_back(split.scope.empty() ? name : instance_of(split.scope) + name.substr(split.scope.size()));
  }
  return out;
}

Result<code::Classes> read_classes(const MethodCode& code, const Limits& limits,
                                   const code::ProgramCache& cache) {
  std::vector<std::string> also = also_asked(code);
  code::CachedClasses kept(cache, code.user, asked(code, also));
  if (auto classes = kept.find()) return *std::move(classes);
  auto reflection = code::Reflection::of_callables(code.user, also, limits);
  if (!reflection) return reflection.error();
  auto chosen = chosen_methods(reflection->listing(), code, code.methods);
  std::vector<std::string> instances;
  if (takes_instances(code, reflection->listing(), chosen)) instances = reflection->int_instances();
  if (!instances.empty()) {
    also.insert(also.end(), instances.begin(), instances.end());
    auto again = code::Reflection::of_callables(code.user, also, limits);
    if (again) {
      auto instead = chosen_methods(again->listing(), code, with_instances(code.methods, instances));
      if (instead) {
        chosen = std::move(instead);
        reflection = std::move(again);
      }
    }
  }
  if (!chosen) return chosen.error();
  std::vector<code::Binding> bindings;
  for (const int callable : *chosen) bindings.push_back({callable});
  auto classes = reflection->bind(bindings);
  if (!classes) return classes;
  for (const int bound : code::bound_callables(*classes)) {
    const code::Callable& callable = classes->callables[static_cast<std::size_t>(bound)];
    const std::string& name = callable.owner_name.empty() ? callable.name : callable.owner_name;
    std::vector<std::string>& assumed = classes->assumed_instances;
    if (std::ranges::count(instances, name) > 0 && std::ranges::count(assumed, name) == 0)
      assumed.push_back(name);
  }
  if (Status status = ignore_fields(*classes, code.ignored); !status) return status.error();
  kept.store(*reflection, *classes);
  return classes;
}

// Which of the subjects are implied, how many functions are left out, and which instances were taken.
Status add_remarks(const MethodCode& code, MethodSubjects& read) {
  const auto display = [&](int callable) {
    return contract::full_name(read.classes->callables[static_cast<std::size_t>(callable)]);
  };
  if (code.methods.empty()) {
    const auto choice = methods_of_header(*read.classes, code.user.header);
    if (!choice) return choice.error();
    const bool takes_all = code.takes_all || choice->with_contract.empty();
    if (!takes_all) read.others = choice->without_contract.size();
    for (const int callable : choice->without_contract) {
      if (takes_all) read.implied.insert(display(callable));
    }
  }
  for (const std::string& instance : read.classes->assumed_instances)
    read.notes.push_back(fmt::format("template '{}' is instantiated as '{}'",
                                     instance.substr(0, instance.find('<')), instance));
  return Success{};
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

Result<MethodSubjects> read_methods(const MethodCode& code, const Limits& limits,
                                    const code::ProgramCache& cache) {
  const auto standard = code::standard_flag(code.user.flags);
  if (standard && code::standard_year(*standard) < 2014)
    return usage_error(fmt::format("C++14 or later is required, but the flags contain '{}'", *standard),
                       "if the header compiles as C++14, use --cxxflags \"… -std=c++14\"");
  auto classes = read_classes(code, limits, cache);
  if (!classes) return classes.error();
  MethodSubjects read;
  read.classes = std::make_shared<const code::Classes>(*std::move(classes));
  read.extra_preconditions = extra_precondition_sources(code);
  auto subjects =
      contract::read_subjects(code.user.header, *read.classes, code::bound_callables(*read.classes),
                              read.extra_preconditions, code.predicate);
  if (!subjects) return subjects.error();
  read.subjects = *std::move(subjects);
  if (Status status = add_remarks(code, read); !status) return status.error();
  return read;
}

Result<std::vector<std::size_t>> chosen_subjects(const MethodSubjects& read,
                                                 const std::optional<std::string>& only) {
  std::vector<std::size_t> all(read.subjects.methods.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (!only) return all;
  const auto chosen = named_methods(*read.classes, read.classes->header, {*only});
  if (!chosen) return chosen.error();
  std::erase_if(all, [&](std::size_t m) { return read.subjects.methods[m].callable != chosen->front(); });
  if (all.empty()) return usage_error(fmt::format("'{}' is not one of the selected functions", *only));
  return all;
}

FinitizationText finitization_text(const MethodCode& code, const MethodSubjects& read) {
  if (!code.finitization) return {};
  const auto callable = static_cast<std::size_t>(read.subjects.methods.front().callable);
  const std::string name = finitization_name(read.classes->callables[callable]);
  return {fmt::format("void {}(fretsaw::Finitization&, int size);\n", name), name};
}

Result<MethodProgram> make_method_program(const MethodCode& code, const MethodSubjects& read,
                                          ProgramParts parts, const Limits& limits,
                                          const code::ProgramCache& cache) {
  code::ProgramSources sources;
  sources.code = code.user;
  sources.classes = read.classes;
  sources.generated = std::move(parts.generated);
  sources.generated.push_back({"main.cpp", std::move(parts.main), code::CompileUnit::Kind::Plain, ""});
  if (code.finitization) sources.plain_sources = {*code.finitization};
  sources.instrumentation = std::move(parts.instrumentation);
  sources.runtime = std::move(parts.runtime);
  for (const contract::CheckedMethod& method : read.subjects.methods)
    sources.expected.push_back(
        code::expected_definition(read.classes->callables[static_cast<std::size_t>(method.callable)]));
  sources.expected.push_back(
      {"finitize_", input_error("the finitization does not define 'void %0'",
                                "start from the output of 'fretsaw skeleton --method'")});
  auto program = code::Program::make(sources, limits, cache);
  if (!program) return program.error();
  return MethodProgram{std::make_shared<const code::Program>(*std::move(program)), read.subjects,
                       read.extra_preconditions};
}

Result<MethodProgram> make_caller(const MethodCode& code, const MethodSubjects& read, const Limits& limits,
                                  const code::ProgramCache& cache) {
  auto clauses = contract::contract_source(*read.classes, read.subjects);
  if (!clauses) return clauses.error();
  ProgramParts parts{{},
                     call_runtime(),
                     contract::glue_sources(*read.classes, *clauses),
                     caller_main(finitization_text(code, read))};
  for (const char* const function : space::kAllocationFunctions)
    parts.instrumentation.link_flags.push_back(fmt::format("-Wl,--wrap={}", function));
  // As the user compiles it; if that is not said, such that little time is lost.
  const bool has_optimization_flag =
      std::ranges::any_of(code.user.flags, [](const std::string& f) { return f.starts_with("-O"); });
  if (!has_optimization_flag) parts.instrumentation.compile_flags = {"-O1"};
  const auto sanitize = [&](std::vector<std::string> flags) {
    auto& compile = parts.instrumentation.compile_flags;
    compile.insert(compile.end(), flags.begin(), flags.end());
    parts.instrumentation.link_flags.push_back(flags.front());
  };
  if (code.sanitizes_address) sanitize({"-fsanitize=address", "-fno-omit-frame-pointer"});
  if (code.sanitizes_undefined) sanitize({"-fsanitize=undefined", "-fno-sanitize=vptr"});
  return make_method_program(code, read, std::move(parts), limits, cache);
}

Result<MethodProgram> make_searcher(const MethodCode& code, const MethodSubjects& read, const Limits& limits,
                                    const code::ProgramCache& cache) {
  auto clauses = contract::validity_source(*read.classes, read.subjects);
  if (!clauses) return clauses.error();
  return make_method_program(code, read,
                             {search::watching(*read.classes), search::search_runtime(),
                              contract::glue_sources(*read.classes, *clauses, contract::Calls::None),
                              searcher_main(read, finitization_text(code, read))},
                             limits, cache);
}

}  // namespace fretsaw::call
