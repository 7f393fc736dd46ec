// SPDX-License-Identifier: MIT
#include "cpp/inputs/search_program.hpp"

#include <fmt/format.h>

#include "base/digest.hpp"
#include "base/source.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/predicate_choice.hpp"
#include "cpp/contract/spec_file.hpp"
#include "cpp/search/embedded_runtime.hpp"
#include "cpp/search/watching.hpp"

namespace fretsaw::inputs {

namespace {

constexpr const char* kMainOpening = R"(#include "fretsaw/detail/class_table.hpp"
namespace fretsaw { class Finitization; }
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_main();
extern "C" int fretsaw_serve(const fretsaw::detail::SearchSubject&, void (*)(fretsaw::Finitization&, int), int, char**);
)";

// `subject` is what it searches for, in C++, and `finitization` the function to call; empty: there is none.
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

std::string identity(const SearchCode& code) {
  Digest digest;
  digest.field("objects");
  digest.field(code.predicate ? "predicate" : "").field(code.predicate.value_or(""));
  if (!code.predicate) digest.field(contract::spec_text(code.user.header));
  return digest.hex();
}

}  // namespace

Result<SearchProgram> SearchProgram::make(const SearchCode& code, const Limits& limits,
                                          const code::ProgramCache& cache) {
  if (code.finitization) {
    if (auto text = read_source(*code.finitization); !text) return text.error();
  }
  code::Recipe recipe;
  recipe.code = code.user;
  recipe.class_name = code.class_name;
  if (code.predicate) recipe.choice = contract::predicate_choice(*code.predicate);
  recipe.identity = identity(code);
  recipe.instrumentation = search::watching();
  recipe.runtime = search::search_runtime();
  const auto subject_text = [&](const code::Classes& classes) -> Result<std::string> {
    if (!code.predicate) {
      auto subjects = contract::read_class_subject(code.user.header, classes);
      if (!subjects) return subjects.error();
      return class_subject(classes);
    }
    auto predicate = contract::bound_predicate(classes, *code.predicate);
    if (!predicate) return predicate.error();
    return predicate_subject(classes, *predicate);
  };
  recipe.main = [&](const code::Classes& classes) -> Result<std::string> {
    auto subject = subject_text(classes);
    if (!subject) return subject.error();
    if (code.check) {
      if (Status status = code.check(classes); !status) return status.error();
    }
    const std::string function =
        code.finitization ? "finitize_" + code::identifier(classes.at(classes.root).name) : "";
    return main_source(*subject, function);
  };
  if (!code.predicate) {
    recipe.more_glue = [&](const code::Classes& classes) -> Result<std::string> {
      auto subjects = contract::read_class_subject(code.user.header, classes);
      if (!subjects) return subjects.error();
      return contract::validity_source(classes, *subjects);
    };
  }
  if (code.finitization) recipe.plain_sources = {*code.finitization};
  recipe.explain_undefined = [](const std::string& symbol) -> std::optional<Diagnostic> {
    if (!symbol.starts_with("finitize_")) return std::nullopt;
    return input_error(fmt::format("the finitization does not define void {}", symbol),
                       "`fretsaw skeleton` prints one to start from");
  };
  auto program = code::Program::make(recipe, limits, cache);
  if (!program) return program.error();
  SearchProgram made;
  made.program_ = std::make_unique<const code::Program>(*std::move(program));
  if (code.predicate) {
    made.predicate_ = *code.predicate;
    return made;
  }
  auto subjects = contract::read_class_subject(code.user.header, made.classes());
  if (!subjects) return subjects.error();
  made.subjects_ = *std::move(subjects);
  made.predicate_ = contract::invariants_text(made.classes(), made.subjects_, 0);
  return made;
}

}  // namespace fretsaw::inputs
