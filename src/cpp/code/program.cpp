// SPDX-License-Identifier: MIT
#include "cpp/code/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "base/source.hpp"
#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes_text.hpp"
#include "cpp/code/glue.hpp"
#include "work/private_files.hpp"

namespace fretsaw::code {

namespace {

namespace fs = std::filesystem;

// A file of the user's, which must be there before the compiler is asked.
Result<CompileUnit> user_unit(const std::string& source, CompileUnit::Kind kind) {
  if (auto text = read_source(source); !text) return text.error();
  return CompileUnit{fs::absolute(source).string(), kind, source};
}

// Generated sources, and the user's.
Result<std::vector<CompileUnit>> units_of(const Recipe& recipe, const Classes& classes,
                                          const ScratchFolder& folder) {
  std::vector<CompileUnit> units;
  const auto add = [&](const char* name, const std::string& text, CompileUnit::Kind kind,
                       const std::string& blame) -> Status {
    auto path = folder.write(name, text);
    if (!path) return path.error();
    units.push_back({*path, kind, blame});
    return Done{};
  };
  if (!recipe.code.header.empty()) {
    if (Status s =
            add("calls.cpp", calls_source(classes, kProgramId), CompileUnit::Kind::User, classes.header);
        !s)
      return s.error();
    if (Status s = add("classes.cpp", table_source(classes, kProgramId), CompileUnit::Kind::Glue, ""); !s)
      return s.error();
  }
  auto main = recipe.main(classes);
  if (!main) return main.error();
  if (Status s = add("main.cpp", *main, CompileUnit::Kind::Plain, ""); !s) return s.error();
  if (recipe.more_glue) {
    auto glue = recipe.more_glue(classes);
    if (!glue) return glue.error();
    if (Status s = add("clauses.cpp", *glue, CompileUnit::Kind::Glue, "a clause of a contract"); !s)
      return s.error();
  }
  for (const std::string& source : recipe.code.sources) {
    auto unit = user_unit(source, CompileUnit::Kind::User);
    if (!unit) return unit.error();
    units.push_back(std::move(*unit));
  }
  for (const std::string& source : recipe.plain_sources) {
    auto unit = user_unit(source, CompileUnit::Kind::Both);
    if (!unit) return unit.error();
    units.push_back(std::move(*unit));
  }
  return units;
}

// Files of the user's that are known before anything is compiled.
std::vector<std::string> named_files(const Recipe& recipe) {
  std::vector<std::string> files;
  if (!recipe.code.header.empty()) files.push_back(fs::absolute(recipe.code.header).string());
  for (const auto* const list : {&recipe.code.sources, &recipe.plain_sources}) {
    for (const std::string& source : *list) files.push_back(fs::absolute(source).string());
  }
  return files;
}

std::string program_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const fs::path file = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::exists(file, ignored)) return file.string();
  }
  return name;
}

// Who it is, by its place, size and age: reading compilers at every start would take longer than it saves.
void add_executable(Digest& digest, const std::string& path) {
  std::error_code ignored;
  digest.field(fs::canonical(path, ignored).string());
  const FileStamp stamp = stamp_of(path).value_or(FileStamp{});
  digest.field(fmt::format("{} {}", stamp.size, stamp.modified));
}

void add_list(Digest& digest, const std::vector<std::string>& list) {
  digest.field(std::to_string(list.size()));
  for (const std::string& text : list) digest.field(text);
}

// Everything that decides what is built, except for the content of files.
std::string request_digest(const Recipe& recipe) {
  Digest digest;
  digest.field("fretsaw program 1");
  add_executable(digest, "/proc/self/exe");
  add_executable(digest, program_in_path(compiler()));
  if (!recipe.instrumentation.compiler.empty())
    add_executable(digest, program_in_path(recipe.instrumentation.compiler));
  const bool reads = !recipe.code.header.empty();
  digest.field(reads && load_libclang() ? to_string(clang_getClangVersion()) : "");
  std::error_code ignored;
  digest.field(fs::current_path(ignored).string());
  for (const char* const name :
       {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"}) {
    const char* const value = std::getenv(name);
    digest.field(value != nullptr ? value : "");
  }
  digest.field(recipe.class_name ? "class" : "").field(recipe.class_name.value_or("")).field(recipe.identity);
  add_list(digest, recipe.also);
  add_list(digest, named_files(recipe));
  add_list(digest, recipe.code.flags);
  add_list(digest, recipe.instrumentation.compile_flags);
  add_list(digest, recipe.instrumentation.link_flags);
  add_list(digest, recipe.instrumentation.container_link_flags);
  digest.field(recipe.instrumentation.plugin);
  digest.field(recipe.instrumentation.edit_assembly != nullptr ? "edited" : "");
  for (const Runtime::Header& header : recipe.runtime.headers)
    digest.field(header.name).field(header.content);
  digest.field(recipe.runtime.archive);
  return digest.hex();
}

std::string content_digest(const std::string& request, const std::vector<ReadFile>& files) {
  Digest digest;
  digest.field(request);
  for (const ReadFile& file : files) digest.field(file.path).field(file.digest);
  return digest.hex();
}

// Flags that bring in files which the compiler does not tell us about.
bool hides_files(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag.starts_with('@') || flag.starts_with("-specs") || flag.starts_with("-fplugin") ||
           flag.starts_with("-B") || flag.starts_with("-wrapper");
  });
}

// Were all files the same from before they were read until now? Those that were named could be looked at
// before; the others must be older than that.
bool unchanged_since(std::int64_t start, const std::vector<ReadFile>& before,
                     const std::vector<ReadFile>& files) {
  return std::all_of(files.begin(), files.end(), [&](const ReadFile& file) {
    const auto known =
        std::find_if(before.begin(), before.end(), [&](const ReadFile& b) { return b.path == file.path; });
    return known != before.end() ? known->digest == file.digest : file.stamp.changed < start;
  });
}

bool is_about_access(const Diagnostic& error) {
  for (const char* const words : {"is private within this context", "is protected within this context",
                                  "is a private member of", "is a protected member of"}) {
    if (error.message.find(words) != std::string::npos) return true;
  }
  return false;
}

Result<std::vector<std::string>> build_within_limits(BuildRequest& request, const Limits& limits) {
  const Stopwatch watch;
  return within_limits(
      [&] {
        request.limits = limits;
        auto read = build(request);
        // A free predicate may look at private members: that is what it is for.
        if (!read && is_about_access(read.error())) {
          request.flags.emplace_back("-fno-access-control");
          request.limits = limits_left(limits, watch);
          read = build(request);
        }
        return read;
      },
      [](Stop stop) { return Result<std::vector<std::string>>(limit_error(stop, "the code was compiled")); });
}

}  // namespace

Program::Program(Classes classes, work::Descriptor file, std::string digest)
    : classes_(std::move(classes)),
      file_(std::move(file)),
      path_(work::open_program_word(file_.number())),
      digest_(std::move(digest)) {}

Result<Program> Program::make(const Recipe& recipe, const Limits& limits, const ProgramCache& cache) {
  const std::string key = request_digest(recipe);
  if (auto entry = cache.find(key)) {
    if (auto classes = classes_from(entry->classes)) {
      Program program(std::move(*classes), std::move(entry->program), std::move(entry->digest));
      program.lease_ = std::move(entry->lease);
      return program;
    }
  }
  const std::int64_t start = next_file_tick();
  const auto before = stamped(named_files(recipe));
  auto classes = recipe.code.header.empty() ? Result<Classes>(Classes{})
                 : recipe.class_name        ? reflect(recipe.code, *recipe.class_name, recipe.choice, limits)
                                     : reflect_callables(recipe.code, recipe.also, recipe.choice, limits);
  if (!classes) return classes.error();
  if (recipe.adapt) {
    if (Status status = recipe.adapt(*classes); !status) return status.error();
  }
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
  if (!recipe.instrumentation.plugin.empty()) {
    auto plugin = folder->write("plugin.so", recipe.instrumentation.plugin);
    if (!plugin) return plugin.error();
    request.instrumentation.compile_flags.push_back("-fpass-plugin=" + *plugin);
  }
  const bool has_containers =
      std::any_of(classes->types.begin(), classes->types.end(), [](const TypeInfo& type) {
        return type.kind == detail::kContainerType && !type.is_string && type.count == 0;
      });
  if (has_containers) {
    for (const std::string& flag : recipe.instrumentation.container_link_flags)
      request.instrumentation.link_flags.push_back(flag);
  }
  request.include_folder = folder->path("include");
  request.archive = *archive;
  request.output = folder->path("program");
  request.temporary_folder = folder->path();
  request.explain_undefined = recipe.explain_undefined;
  auto read = build_within_limits(request, limits);
  if (!read) return read.error();
  std::erase_if(*read, [&](const std::string& file) { return file.starts_with(folder->path() + "/"); });
  work::Descriptor built(openat(folder->descriptor(), "program", O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  // The linker makes it as the user's mask says.
  if (!built || fchmod(built.number(), S_IRWXU) != 0)
    return input_error(fmt::format("cannot open '{}': {}", request.output, std::strerror(errno)));
  const auto files = stamped(*read);
  Program program(std::move(*classes), std::move(built),
                  files ? content_digest(key, *files) : digest_of(fmt::format("{} {}", key, file_clock())));
  program.folder_.emplace(std::move(*folder));
  const bool can_be_kept =
      files && before && !hides_files(recipe.code.flags) && unchanged_since(start, *before, *files);
  if (can_be_kept)
    cache.store(key, program.digest_, *files, program.file_.number(), to_text(program.classes_));
  return program;
}

}  // namespace fretsaw::code
