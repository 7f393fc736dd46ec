// SPDX-License-Identifier: MIT
#include "cpp/path/program.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "cpp/code/glue.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/path/embedded_path_runtime.hpp"
#include "cpp/path/followed_library.hpp"
#include "cpp/space/child/allocation_functions.hpp"
#include "work/process.hpp"

namespace fretsaw::path {

namespace {

std::string explorer_main(const call::MethodSubjects& read, const call::FinitizationText& finitization) {
  std::string declarations, entries;
  const auto& methods = read.subjects.methods;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    declarations += fmt::format("extern \"C\" void fretsaw_valid_{}(void* frame, void* result);\n", m);
    entries += fmt::format("    {{{}, &fretsaw_valid_{}}},\n",
                           code::table_index(*read.classes, methods[m].callable), m);
  }
  return fmt::format(
      "#include \"fretsaw/detail/class_table.hpp\"\n"
      "namespace fretsaw {{ class Finitization; }}\n"
      "namespace fretsaw::path {{ struct ExploredMethod {{ int callable; void (*valid)(void*, void*); }}; "
      "}}\n"
      "extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_main();\n"
      "extern \"C\" int fretsaw_serve_paths(const fretsaw::detail::ClassTable&, const "
      "fretsaw::path::ExploredMethod*, "
      "int, void (*)(fretsaw::Finitization&, int), int, char**);\n{}{}"
      "int main(int argc, char** argv) {{\n"
      "  static const fretsaw::path::ExploredMethod methods[] = {{\n{}  }};\n"
      "  return fretsaw_serve_paths(*fretsaw_classes_main(), methods, {}, {}, argc, argv);\n}}\n",
      declarations, finitization.declaration, entries, methods.size(), finitization.address);
}

std::string clang() {
  const char* const chosen = std::getenv("FRETSAW_CLANG");
  return chosen != nullptr && *chosen != '\0' ? chosen : "clang++-19";
}

}  // namespace

Status require_plugin() {
  if (path_plugin().empty())
    return input_error("'explore' is not available: Fretsaw was built without the headers of LLVM 19",
                       "install the package llvm-19-dev and build Fretsaw again");
  const work::CommandResult result = work::run_commands({{clang(), "--version"}}).front();
  if (result.status != 0)
    return input_error(fmt::format("'explore' requires clang 19: cannot run '{}'", clang()),
                       "install the package clang-19");
  if (result.output.find("version 19.") == std::string::npos)
    return input_error(fmt::format("'explore' requires clang 19: '{}' is another version", clang()),
                       "install the package clang-19");
  return Success{};
}

Result<call::MethodProgram> make_explored(const call::MethodCode& code, const call::MethodSubjects& read,
                                          const Limits& limits, const code::ProgramCache& cache) {
  auto validity = contract::validity_source(*read.classes, read.subjects);
  if (!validity) return validity.error();
  call::ProgramParts parts{{},
                           path_runtime(),
                           contract::glue_sources(*read.classes, *validity + followed_source()),
                           explorer_main(read, call::finitization_text(code, read))};
  parts.instrumentation.compiler = clang();
  parts.instrumentation.plugin = path_plugin();
  // As clang's front end leaves it, with lines and with the names of blocks; see pass/path_pass.cpp.
  parts.instrumentation.compile_flags = {"-O0",
                                         "-Xclang",
                                         "-disable-O0-optnone",
                                         "-gline-tables-only",
                                         "-fno-discard-value-names",
                                         "-fno-sanitize=all"};
  for (const char* const function : space::front_functions())
    parts.instrumentation.link_flags.push_back(fmt::format("-Wl,--wrap={}", function));
  for (const char* const function : followed_functions())
    parts.instrumentation.link_flags.push_back(fmt::format("-Wl,--wrap={}", function));
  parts.instrumentation.link_flags.emplace_back("-ldl");
  return call::make_method_program(code, read, std::move(parts), limits, cache);
}

}  // namespace fretsaw::path
