// SPDX-License-Identifier: MIT
#include "predicate/program.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/source.hpp"
#include "cxx/glue.hpp"
#include "predicate/embedded_runtime.hpp"
#include "predicate/inline_hooks.hpp"

namespace fretsaw {

namespace {

constexpr const char* kId = "main";

std::string main_source(const std::string& finitization) {
  std::string out = fmt::format(R"(#include "fretsaw/detail/class_table.hpp"
namespace fretsaw {{ class Finitization; }}
extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_{}();
extern "C" int fretsaw_serve(const fretsaw::detail::ClassTable*, void (*)(fretsaw::Finitization&, int), int, char**);
)",
                                kId);
  if (!finitization.empty()) out += fmt::format("void {}(fretsaw::Finitization&, int size);\n", finitization);
  return out + fmt::format(
                   "int main(int argc, char** argv) {{ return fretsaw_serve(fretsaw_classes_{}(), {}, argc, "
                   "argv); }}\n",
                   kId, finitization.empty() ? "0" : finitization);
}

}  // namespace

const cxx::ClassInfo& subject(const cxx::ClassModel& model) {
  return model.classes[static_cast<std::size_t>(model.receiver >= 0 ? model.receiver : model.root)];
}

Result<SearchProgram> SearchProgram::build(const ProgramSources& sources) {
  using Kind = cxx::CompileUnit::Kind;
  auto folder = cxx::ScratchFolder::create();
  if (!folder) return folder.error();
  for (const EmbeddedFile& header : runtime_headers())
    folder->write("include/" + std::string(header.name), header.content);
  const std::string function =
      sources.finitization ? "finitize_" + cxx::identifier(subject(sources.model).name) : "";

  cxx::BuildRequest request;
  request.flags = sources.flags;
  request.limits = sources.limits;
  request.include_folder = folder->path("include");
  request.archive = folder->write("runtime.a", runtime_archive());
  request.output = folder->path("program");
  request.edit_assembly = inline_hooks;
  request.units.push_back({folder->write("predicate.cpp", cxx::predicate_source(sources.model, kId)),
                           Kind::User, sources.model.header});
  request.units.push_back(
      {folder->write("classes.cpp", cxx::table_source(sources.model, kId)), Kind::Glue, ""});
  request.units.push_back({folder->write("main.cpp", main_source(function)), Kind::Plain, ""});
  for (const std::string& source : sources.sources) {
    if (auto text = read_source(source); !text) return text.error();
    request.units.push_back({std::filesystem::absolute(source).string(), Kind::User, source});
  }
  if (sources.finitization) {
    if (auto text = read_source(*sources.finitization); !text) return text.error();
    request.units.push_back(
        {std::filesystem::absolute(*sources.finitization).string(), Kind::Plain, *sources.finitization});
  }
  if (Status status = cxx::build(request); !status) return status.error();
  return SearchProgram(std::move(*folder));
}

}  // namespace fretsaw
