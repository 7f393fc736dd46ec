// SPDX-License-Identifier: MIT
#include "predicate/program.hpp"

#include <fmt/format.h>

#include "base/source.hpp"
#include "cxx/glue.hpp"
#include "predicate/embedded_runtime.hpp"
#include "predicate/watching.hpp"

namespace fretsaw {

namespace {

// `finitization` is the function to call; empty: there is none.
std::string main_source(const cxx::Classes& classes, const PredicateInfo& predicate,
                        const std::string& finitization) {
  std::string out = fmt::format(R"(#include "fretsaw/detail/class_table.hpp"
namespace fretsaw {{ class Finitization; }}
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_{}();
extern "C" int fretsaw_serve(const fretsaw::detail::SearchSubject&, void (*)(fretsaw::Finitization&, int), int, char**);
)",
                                cxx::kProgramId);
  if (!finitization.empty()) out += fmt::format("void {}(fretsaw::Finitization&, int size);\n", finitization);
  return out + fmt::format(
                   "int main(int argc, char** argv) {{\n"
                   "  const fretsaw::detail::SearchSubject subject = {{fretsaw_classes_{}(), {}, {}}};\n"
                   "  return fretsaw_serve(subject, {}, argc, argv);\n}}\n",
                   cxx::kProgramId,
                   predicate.callable == kNoPredicate ? kNoPredicate
                                                      : cxx::table_index(classes, predicate.callable),
                   predicate.root, finitization.empty() ? "0" : finitization);
}

}  // namespace

const cxx::Callable& SearchProgram::predicate() const {
  return classes().callables[static_cast<std::size_t>(predicate_.callable)];
}

Result<SearchProgram> SearchProgram::make(const SearchCode& code, const Limits& limits,
                                          const cxx::ProgramCache& cache) {
  if (code.finitization) {
    if (auto text = read_source(*code.finitization); !text) return text.error();
  }
  cxx::Recipe recipe;
  recipe.code = code.user;
  recipe.class_name = code.class_name;
  recipe.choice = predicate_choice(code.predicate, code.predicate_is_optional);
  recipe.identity = fmt::format("search for {}{}", code.predicate.value_or("the invariant"),
                                code.predicate_is_optional ? ", if any" : "");
  recipe.instrumentation = watching();
  recipe.runtime = search_runtime();
  recipe.main = [&](const cxx::Classes& classes) -> Result<std::string> {
    auto predicate = bound_predicate(classes, code.predicate, code.predicate_is_optional);
    if (!predicate) return predicate.error();
    if (code.check) {
      if (Status status = code.check(classes); !status) return status.error();
    }
    const std::string function =
        code.finitization ? "finitize_" + cxx::identifier(classes.at(classes.root).name) : "";
    return main_source(classes, *predicate, function);
  };
  if (code.finitization) recipe.plain_sources = {*code.finitization};
  recipe.explain_undefined = [](const std::string& symbol) -> std::optional<Diagnostic> {
    if (!symbol.starts_with("finitize_")) return std::nullopt;
    return input_error(fmt::format("the finitization does not define void {}", symbol),
                       "`fretsaw skeleton` prints one to start from");
  };
  auto program = cxx::Program::make(recipe, limits, cache);
  if (!program) return program.error();
  auto predicate = bound_predicate(program->classes(), code.predicate, code.predicate_is_optional);
  if (!predicate) return predicate.error();
  return SearchProgram(std::move(*program), *predicate);
}

}  // namespace fretsaw
