// SPDX-License-Identifier: MIT
#include "cxx/program.hpp"

#include <filesystem>

#include "base/source.hpp"
#include "cxx/glue.hpp"

namespace fretsaw::cxx {

namespace {

using Kind = CompileUnit::Kind;

// A file of the user's, which must be there before the compiler is asked.
Result<CompileUnit> user_unit(const std::string& source, Kind kind) {
  if (auto text = read_source(source); !text) return text.error();
  return CompileUnit{std::filesystem::absolute(source).string(), kind, source};
}

// Generated sources, and the user's.
Result<std::vector<CompileUnit>> units_of(const Recipe& recipe, const Classes& classes,
                                          const ScratchFolder& folder) {
  std::vector<CompileUnit> units;
  const auto add = [&](const char* name, const std::string& text, Kind kind,
                       const std::string& blame) -> Status {
    auto path = folder.write(name, text);
    if (!path) return path.error();
    units.push_back({*path, kind, blame});
    return Done{};
  };
  if (Status s = add("calls.cpp", calls_source(classes, kProgramId), Kind::User, classes.header); !s)
    return s.error();
  if (Status s = add("classes.cpp", table_source(classes, kProgramId), Kind::Glue, ""); !s) return s.error();
  auto main = recipe.main(classes);
  if (!main) return main.error();
  if (Status s = add("main.cpp", *main, Kind::Plain, ""); !s) return s.error();
  for (const std::string& source : recipe.code.sources) {
    auto unit = user_unit(source, Kind::User);
    if (!unit) return unit.error();
    units.push_back(std::move(*unit));
  }
  for (const std::string& source : recipe.plain_sources) {
    auto unit = user_unit(source, Kind::Plain);
    if (!unit) return unit.error();
    units.push_back(std::move(*unit));
  }
  return units;
}

}  // namespace

Result<Program> Program::make(const Recipe& recipe, const Limits& limits) {
  auto classes = reflect(recipe.code, recipe.class_name, recipe.choice);
  if (!classes) return classes.error();
  auto folder = ScratchFolder::create();
  if (!folder) return folder.error();
  for (const Runtime::Header& header : recipe.runtime.headers) {
    if (auto path = folder->write("include/" + std::string(header.name), header.content); !path)
      return path.error();
  }
  Result<std::string> archive = std::string();
  if (!recipe.runtime.archive.empty()) archive = folder->write("runtime.a", recipe.runtime.archive);
  if (!archive) return archive.error();
  auto units = units_of(recipe, *classes, *folder);
  if (!units) return units.error();

  BuildRequest request;
  request.units = std::move(*units);
  request.flags = recipe.code.flags;
  request.instrumentation = recipe.instrumentation;
  request.include_folder = folder->path("include");
  request.archive = *archive;
  request.output = folder->path("program");
  request.limits = limits;
  request.explain_undefined = recipe.explain_undefined;
  if (auto files = build(request); !files) return files.error();
  std::string path = request.output;
  return Program(std::move(*classes), std::move(*folder), std::move(path));
}

}  // namespace fretsaw::cxx
