// SPDX-License-Identifier: MIT
#include "cpp/inputs/search_program.hpp"

#include <fmt/format.h>

#include "cpp/code/cached_classes.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/predicate_choice.hpp"
#include "cpp/search/embedded_runtime.hpp"
#include "cpp/search/watching.hpp"

namespace fretsaw::inputs {

namespace {

constexpr const char* kMainOpening = R"(#include "fretsaw/detail/class_table.hpp"
namespace fretsaw { class Finitization; }
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_main();
extern "C" int fretsaw_serve(const fretsaw::detail::SearchSubject&, void (*)(fretsaw::Finitization&, int), int, char**);
)";

// `subject` is what it searches for, in C++, and `finitization` the function to call; empty: none.
std::string main_source(const std::string& subject, const std::string& finitization) {
  std::string out = kMainOpening;
  if (!finitization.empty()) out += fmt::format("void {}(fretsaw::Finitization&, int size);\n", finitization);
  return out + fmt::format("{}\n  return fretsaw_serve(subject, {}, argc, argv);\n}}\n", subject,
                           finitization.empty() ? "0" : finitization);
}

// One callable of the table.
std::string predicate_subject(const code::Classes& classes, const contract::PredicateInfo& predicate) {
  return fmt::format(
      "int main(int argc, char** argv) {{\n"
      "  const fretsaw::detail::SearchSubject subject = {{fretsaw_classes_main(), {}, {}}};",
      code::table_index(classes, predicate.callable), predicate.root);
}

// What validity_source() makes takes the place of the table's callables, of which there are none.
std::string class_subject(const code::Classes& classes) {
  return fmt::format(
      "extern \"C\" void fretsaw_valid_0(void* frame, void* result);\n"
      "int main(int argc, char** argv) {{\n"
      "  static const fretsaw::detail::CallableEntry entry = {{\"the invariant\", {0}, -1, "
      "&fretsaw_valid_0}};\n"
      "  static fretsaw::detail::ClassTable table = *fretsaw_classes_main();\n"
      "  table.callables = &entry;\n  table.callable_count = 1;\n"
      "  const fretsaw::detail::SearchSubject subject = {{&table, 0, {0}}};",
      classes.root);
}

// Of all but the user's files that decides what is read.
std::vector<std::string> asked(const SearchCode& code) {
  if (code.predicate) return {"predicate", code.class_name, *code.predicate};
  return {"class", code.class_name};
}

Result<code::Classes> read_classes(const SearchCode& code, const Limits& limits,
                                   const code::ProgramCache& cache) {
  code::CachedClasses kept(cache, code.user, asked(code));
  if (auto classes = kept.find()) return *std::move(classes);
  auto reflection = code::Reflection::of_class(code.user, code.class_name, limits);
  if (!reflection) return reflection.error();
  auto classes = contract::bind_predicate(*reflection, code.predicate);
  if (classes) kept.store(*reflection, *classes);
  return classes;
}

}  // namespace

Result<SearchedClass> read_class(const SearchCode& code, const Limits& limits,
                                 const code::ProgramCache& cache) {
  auto classes = read_classes(code, limits, cache);
  if (!classes) return classes.error();
  SearchedClass searched;
  searched.classes = std::make_shared<const code::Classes>(*std::move(classes));
  if (code.predicate) {
    searched.predicate = *code.predicate;
    return searched;
  }
  auto subjects = contract::read_class_subject(code.user.header, *searched.classes);
  if (!subjects) return subjects.error();
  searched.subjects = *std::move(subjects);
  searched.predicate = contract::invariants_text(*searched.classes, searched.subjects, 0);
  return searched;
}

Result<SearchProgram> SearchProgram::make(const SearchCode& code, SearchedClass searched,
                                          const Limits& limits, const code::ProgramCache& cache) {
  const code::Classes& classes = *searched.classes;
  code::ProgramSources sources;
  std::string subject;
  if (code.predicate) {
    auto predicate = contract::bound_predicate(classes, *code.predicate);
    if (!predicate) return predicate.error();
    subject = predicate_subject(classes, *predicate);
    sources.generated = contract::glue_sources(classes, "");
  } else {
    auto clauses = contract::validity_source(classes, searched.subjects);
    if (!clauses) return clauses.error();
    subject = class_subject(classes);
    sources.generated = contract::glue_sources(classes, *clauses, contract::Calls::None);
  }
  const std::string function =
      code.finitization ? "finitize_" + code::identifier(classes.at(classes.root).name) : "";
  sources.generated.push_back(
      {"main.cpp", main_source(subject, function), code::CompileUnit::Kind::Plain, ""});
  sources.code = code.user;
  sources.classes = searched.classes;
  sources.instrumentation = search::watching(classes);
  sources.runtime = search::search_runtime();
  if (code.finitization) sources.plain_sources = {*code.finitization};
  sources.expected = {{"finitize_", input_error("the finitization does not define 'void %0'",
                                                "start from the output of 'fretsaw skeleton'")}};
  auto program = code::Program::make(sources, limits, cache);
  if (!program) return program.error();
  return SearchProgram(std::move(searched), *std::move(program));
}

}  // namespace fretsaw::inputs
